"""Estimators of scikit-learn's kind. Importing this module imports scikit-learn."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator
from typing import Any, Optional, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import isspmatrix_csr
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_array, check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from tacit import _core
from tacit._arrays import as_rows
from tacit._checks import whole
from tacit._learner import Learner
from tacit._settings import TABLE, of_scope, require_known, takes

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before scikit-learn 1.6

    def validate_data(estimator, *arrays, **how):
        return estimator._validate_data(*arrays, **how)


try:
    from sklearn.utils.validation import _check_sample_weight
except ImportError:
    from sklearn.utils._validation import _check_sample_weight

# The compiled part checks that numbers are finite.
_FINITE = next(name for name in ("ensure_all_finite", "force_all_finite") if name in inspect.signature(check_array).parameters)
_X = {"accept_sparse": "csr", "dtype": [np.float64, np.float32], "accept_large_sparse": True, _FINITE: False}

_FLOATS = (np.dtype(np.float64), np.dtype(np.float32))

# All of a learner's, but those that classes and columns decide.
_SETTINGS = tuple(name for name in of_scope("learner") if name not in ("labels", "hash", "dictionary"))

_Classifier = TypeVar("_Classifier", bound="TacitClassifier")
_Regressor = TypeVar("_Regressor", bound="TacitRegressor")


class _Tacit(BaseEstimator):
    """What the two have in common: their parameters, and how they pass over rows."""

    learner: Optional[str]
    loss: Optional[str]
    learners_: list[Learner]
    n_features_in_: int

    @takes(_SETTINGS)
    def __init__(
        self,
        learner: Optional[str] = None,
        *,
        shuffle: bool = True,
        passes: int = 1,
        random_state: Union[int, np.random.RandomState, None] = 0,
        progress: bool = False,
        **settings: Any,
    ) -> None:
        require_known(settings, _SETTINGS)
        settings["learner"] = learner
        for name in _SETTINGS:
            setattr(self, name, settings.get(name, TABLE[name]["default"]))
        self.shuffle = shuffle
        self.passes = passes
        self.random_state = random_state
        self.progress = progress

    _default_loss: str

    @contextlib.contextmanager
    def _unchanged_if_it_raises(self) -> Iterator[None]:
        """The attributes, those that validation sets too; learners that were there are the caller's to keep."""
        before = dict(vars(self))
        try:
            yield
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    def _needs_no_validation(self, X: Any, y: Any) -> bool:
        """Whether it is plain that scikit-learn's validation would find nothing: that takes longer than to learn from a small batch."""
        return (
            isspmatrix_csr(X)
            and X.dtype in _FLOATS
            and type(y) is np.ndarray
            and y.ndim == 1
            and y.dtype.kind in "iuf"
            and 0 < len(y) == X.shape[0]
            and X.shape[1] == getattr(self, "n_features_in_", None)
            and not hasattr(self, "feature_names_in_")
        )

    def _new_learner(self) -> Learner:
        settings = {name: getattr(self, name) for name in _SETTINGS}
        return Learner(**{**settings, "loss": self.loss or self._default_loss})

    def _pass_over(
        self, learner: Learner, X: Any, y: NDArray[np.float64], sample_weight: Optional[NDArray[np.float64]], seed: int
    ) -> None:
        """A whole fit: in the order of the rows' content, or in their own."""
        from tacit._progress import shown

        passes = whole("passes", self.passes, least=1)
        with shown(self.progress, passes * len(y)) as told:
            if self.shuffle:
                learner._learn_shuffled(as_rows(X), y, sample_weight, seed, passes, told)
            else:
                X, y, sample_weight = _with_weight(X, y, sample_weight)
                rows = as_rows(X)
                for _ in range(passes):
                    learner._learn(rows, 0, y, sample_weight, False, told)

    def _seed(self) -> int:
        if isinstance(self.random_state, (int, np.integer)):
            return whole("random_state", self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _checked_weight(self, sample_weight: Any, X: Any) -> Optional[NDArray[np.float64]]:
        if sample_weight is None:
            return None
        sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        if (sample_weight < 0).any():
            raise ValueError("Negative values in data passed to `sample_weight`")
        if not (sample_weight > 0).any():
            raise ValueError("sample_weight is 0 everywhere: there is nothing to learn from")
        return np.ascontiguousarray(sample_weight)

    def __sklearn_tags__(self) -> Any:  # scikit-learn 1.6 and later asks; before, estimators were tried
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "learners_")

    @property
    def intercept_(self) -> NDArray[np.float64]:
        """The weight of the constant feature, one per learner."""
        self._require_learners("intercept_")
        return np.array([learner.bias for learner in self.learners_])

    def _require_learners(self, name: str) -> None:
        if not hasattr(self, "learners_"):
            raise AttributeError(f"{type(self).__name__} has no {name} before it is fitted")

    def _values(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **_X)
        rows = as_rows(X)
        return np.column_stack([learner._predict(rows, None) for learner in self.learners_])


def _slices(rows: int, size: int = 65536) -> list[slice]:
    """Of rows, so that what is made of their labels does not grow with them."""
    return [slice(first, min(first + size, rows)) for first in range(0, rows, size)]


def _require_known(y: NDArray[Any], classes: NDArray[Any]) -> None:
    for some in _slices(len(y)):
        known = np.zeros(some.stop - some.start, dtype=bool)
        for label in classes:
            known |= y[some] == label
        unknown = ~known
        if unknown.any():
            raise ValueError(f"y has labels that are not in classes: {np.unique(y[some][unknown]).tolist()}")


def _with_weight(X: Any, y: NDArray[Any], sample_weight: Optional[NDArray[np.float64]]) -> tuple[Any, ...]:
    """Without the rows of weight 0: they are as if they were not there."""
    if sample_weight is None or (sample_weight > 0).all():
        return X, y, sample_weight
    kept = np.flatnonzero(sample_weight)
    return X[kept], y[kept], sample_weight[kept]


@contextlib.contextmanager
def _all_or_none(learners: list[Learner]) -> Iterator[None]:
    """What ends the learning half-way leaves several learners as they were, so that none is ahead of the others."""
    copies = [learner.to_bytes() for learner in learners] if len(learners) > 1 else []
    try:
        yield
    except BaseException:
        if copies:
            learners[:] = [Learner.from_bytes(copy) for copy in copies]
        raise


class TacitClassifier(ClassifierMixin, _Tacit):
    """A linear classifier with nothing to tune; several classes are learned one against the rest.

    Parameters
    ----------
    loss : str, optional
        ``logistic`` by default, so that `predict_proba` means something; ``hinge`` and ``squared-hinge`` have none.
    learner, beta, radius, bias, scale and others
        As for `tacit.Learner`, without `labels`, `hash` and `dictionary`.
    shuffle : bool
        Whether `fit` goes over rows in an order that depends on their content, not on where they stand: then the same rows in any
        order give the same model, and a weight of 2 is the same as a row that comes twice. `partial_fit` takes rows as they come.
    passes : int
        How often `fit` goes over the rows.
    random_state : int, RandomState or None
        The seed of that order.
    progress : bool
        Show progress, where tqdm is installed.

    Examples
    --------
    >>> import numpy as np
    >>> from tacit import TacitClassifier
    >>> X = np.random.RandomState(0).normal(size=(500, 3))
    >>> y = np.where(X[:, 0] > X[:, 1], "left", "right")
    >>> model = TacitClassifier().fit(X, y)
    >>> model.score(X, y) > 0.95
    True
    >>> model.classes_.tolist()
    ['left', 'right']
    """

    classes_: NDArray[Any]

    _default_loss = "logistic"

    def fit(self: _Classifier, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Classifier:
        """Learn from all rows, beginning anew."""
        with self._unchanged_if_it_raises():
            self._fit(X, y, sample_weight)
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        X, y = validate_data(self, X, y, **_X)
        y = self._checked_labels(y)
        sample_weight = self._checked_weight(sample_weight, X)
        classes, codes = np.unique(y, return_inverse=True)
        seen = len(classes) if sample_weight is None else len(np.unique(codes[sample_weight > 0]))
        if seen < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {seen} class")
        learners = self._learners_for(classes)
        seed = self._seed()
        for learner, against in zip(learners, self._against_the_rest(y, classes)):
            self._pass_over(learner, X, against, sample_weight, seed)
        self.classes_, self.learners_ = classes, learners

    def partial_fit(
        self: _Classifier,
        X: Any,
        y: ArrayLike,
        classes: Optional[ArrayLike] = None,
        sample_weight: Optional[ArrayLike] = None,
    ) -> _Classifier:
        """Go on learning from rows in their order. The first call has to say all `classes`.

        Of more than two classes, what ends the call half-way leaves all learners as they were before it.
        """
        with self._unchanged_if_it_raises():
            self._partial_fit(X, y, classes, sample_weight)
        return self

    def _partial_fit(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> None:
        first = not hasattr(self, "learners_")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        if first or not self._needs_no_validation(X, y):
            X, y = validate_data(self, X, y, reset=first, **_X)
            y = column_or_1d(y, warn=True)
        self._require_loss()
        sample_weight = self._checked_weight(sample_weight, X)
        known = self._known_classes(classes, first)
        _require_known(y, known)
        learners = self._learners_for(known) if first else self.learners_
        X, y, sample_weight = _with_weight(X, y, sample_weight)
        rows = as_rows(X)
        rows.check()
        with _all_or_none(learners):
            for some in _slices(len(y)):
                weight = None if sample_weight is None else sample_weight[some]
                for learner, against in zip(learners, self._against_the_rest(y[some], known)):
                    learner._learn(rows, some.start, against, weight, False, None)
        self.classes_, self.learners_ = known, learners

    @property
    def coef_(self) -> NDArray[np.float64]:
        """Weights, one row per learner. Those of auto are its one vector, which predicts almost as it does."""
        self._require_learners("coef_")
        return np.vstack([learner._coefficients(self.n_features_in_) for learner in self.learners_])

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Predictions before they become classes: positive for the second of two, one column per class for more."""
        values = self._values(X)
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row."""
        values = self.decision_function(X)
        codes = (values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)
        return self.classes_[codes]

    def _has_probabilities(self) -> bool:
        loss = self.loss or self._default_loss
        if loss != "logistic":
            raise AttributeError(f"probabilities need the logistic loss; the loss is {loss}")
        return True

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class: of two, that of the logistic loss; of more, those of each against the rest, made to sum to 1."""
        values = self._values(X)
        of_each = _core.probability(np.ascontiguousarray(values.ravel())).reshape(values.shape)
        if len(self.classes_) == 2:
            return np.column_stack([1 - of_each[:, 0], of_each[:, 0]])
        total = of_each.sum(axis=1, keepdims=True)
        return np.where(total > 0, of_each / np.where(total > 0, total, 1), 1 / len(self.classes_))

    @available_if(_has_probabilities)
    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The logarithm of `predict_proba`."""
        return np.log(self.predict_proba(X))

    def _known_classes(self, classes: Any, first: bool) -> NDArray[Any]:
        if classes is None or (not first and isinstance(classes, list) and classes == self.classes_.tolist()):
            return self.classes_
        classes = np.unique(classes)
        if not first and not np.array_equal(classes, self.classes_):
            raise ValueError(f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {self.classes_!r}")
        if len(classes) < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {len(classes)} class")
        return classes

    def _checked_labels(self, y: Any) -> NDArray[Any]:
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        self._require_loss()
        return y

    def _require_loss(self) -> None:
        loss = self.loss or self._default_loss
        if loss in _core.losses and not _core.is_two_class(loss):
            raise ValueError(f"loss={loss!r} is for numbers; expected one for classes: logistic, hinge or squared-hinge")

    def _learners_for(self, classes: NDArray[Any]) -> list[Learner]:
        return [self._new_learner() for _ in range(1 if len(classes) == 2 else len(classes))]

    @staticmethod
    def _against_the_rest(y: NDArray[Any], classes: NDArray[Any]) -> Iterator[NDArray[np.float64]]:
        for label in classes[1:] if len(classes) == 2 else classes:
            yield np.where(y == label, 1.0, -1.0)


class TacitRegressor(RegressorMixin, _Tacit):
    """A linear regression with nothing to tune.

    Parameters
    ----------
    loss : str, optional
        ``square`` by default, as `score` is the coefficient of determination; ``absolute``, ``huber``, ``pinball`` and others.
    shuffle, passes, random_state, progress, and a learner's settings
        As for `TacitClassifier`.

    Examples
    --------
    >>> import numpy as np
    >>> from tacit import TacitRegressor
    >>> X = np.random.RandomState(0).normal(size=(500, 3))
    >>> TacitRegressor().fit(X, X @ [1, 2, 3] + 4).score(X, X @ [1, 2, 3] + 4) > 0.99
    True
    """

    _default_loss = "square"

    def fit(self: _Regressor, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Regressor:
        """Learn from all rows, beginning anew."""
        with self._unchanged_if_it_raises():
            X, y = validate_data(self, X, y, y_numeric=True, **_X)
            weight = self._checked_weight(sample_weight, X)
            learner = self._new_learner()
            self._pass_over(learner, X, self._checked_targets(y), weight, self._seed())
            self.learners_ = [learner]
        return self

    def partial_fit(self: _Regressor, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Regressor:
        """Go on learning from rows in their order."""
        first = not hasattr(self, "learners_")
        with self._unchanged_if_it_raises():
            if first or not self._needs_no_validation(X, y):
                X, y = validate_data(self, X, y, reset=first, y_numeric=True, **_X)
            weight = self._checked_weight(sample_weight, X)
            learners = [self._new_learner()] if first else self.learners_
            X, targets, weight = _with_weight(X, self._checked_targets(y), weight)
            learners[0]._learn(as_rows(X), 0, targets, weight, False, None)
            self.learners_ = learners
        return self

    @property
    def coef_(self) -> NDArray[np.float64]:
        """Weights, one per column. Those of auto are its one vector, which predicts almost as it does."""
        self._require_learners("coef_")
        return self.learners_[0]._coefficients(self.n_features_in_)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The prediction for each row."""
        return self._values(X)[:, 0]

    def _checked_targets(self, y: Any) -> NDArray[np.float64]:
        loss = self.loss or self._default_loss
        if loss in _core.losses and _core.is_two_class(loss):
            raise ValueError(f"loss={loss!r} is for classes; expected one for numbers, such as square or absolute")
        return np.ascontiguousarray(column_or_1d(y, warn=True), dtype=np.float64)
