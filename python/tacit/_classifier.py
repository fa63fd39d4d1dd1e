"""The classifier of scikit-learn's kind."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Optional, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from tacit import _core
from tacit._arrays import as_rows
from tacit._estimator import X_CHECKS, TacitEstimator, validate_data, with_weight
from tacit._learner import Learner

_Classifier = TypeVar("_Classifier", bound="TacitClassifier")


class TacitClassifier(ClassifierMixin, TacitEstimator):
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

    _class_labels = {"labels": (-1.0, 1.0)}

    def fit(self: _Classifier, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Classifier:
        """Learn from all rows, beginning anew."""
        with self._unchanged_if_it_raises():
            self._fit(X, y, sample_weight)
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        X, y = validate_data(self, X, y, **X_CHECKS)
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
            X, y = validate_data(self, X, y, reset=first, **X_CHECKS)
            y = column_or_1d(y, warn=True)
        self._require_loss()
        sample_weight = self._checked_weight(sample_weight, X)
        known = self._known_classes(classes, first)
        _require_known(y, known)
        learners = self._learners_for(known) if first else self.learners_
        X, y, sample_weight = with_weight(X, y, sample_weight)
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
        rows = [learner._coefficients(self.n_features_in_) for learner in self.learners_]
        return rows[0][np.newaxis] if len(rows) == 1 else np.vstack(rows)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Predictions before they become classes: positive for the second of two, one column per class for more."""
        values = self._predictions(X)
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row."""
        values = self.decision_function(X)
        codes = (values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)
        return self.classes_[codes]

    def _has_probabilities(self) -> bool:
        try:
            _core.require_output({"loss": self.loss, **self._class_labels}, "probability")
        except ValueError as error:
            raise AttributeError(str(error)) from None
        return True

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class: of two, that of the logistic loss; of more, those of each against the rest, made to sum to 1."""
        of_each = self._predictions(X, "probability")
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
        for_classes = [loss for loss in _core.losses if _core.is_two_class(loss)]
        if self.loss in _core.losses and self.loss not in for_classes:
            raise ValueError(f"loss={self.loss!r} is for numbers; expected one for classes: {', '.join(for_classes)}")

    def _learners_for(self, classes: NDArray[Any]) -> list[Learner]:
        return [self._new_learner() for _ in range(1 if len(classes) == 2 else len(classes))]

    @staticmethod
    def _against_the_rest(y: NDArray[Any], classes: NDArray[Any]) -> Iterator[NDArray[np.float64]]:
        negative, positive = TacitClassifier._class_labels["labels"]
        for label in classes[1:] if len(classes) == 2 else classes:
            yield np.where(y == label, positive, negative)


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
