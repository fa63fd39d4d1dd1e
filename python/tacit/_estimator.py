"""What the estimators have in common: their parameters, how they validate, and how they pass over rows."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import isspmatrix_csr
from sklearn.base import BaseEstimator
from sklearn.utils import check_array, check_random_state
from sklearn.utils.validation import check_is_fitted

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
X_CHECKS = {"accept_sparse": "csr", "dtype": [np.float64, np.float32], "accept_large_sparse": True, _FINITE: False}

_FLOATS = (np.dtype(np.float64), np.dtype(np.float32))

# All of a learner's, but those that classes and columns decide; of weights of classes the classifier makes weights of rows.
_DECIDED = ("labels", "classes", "class_weight", "hash", "dictionary")
SETTINGS = tuple(name for name in of_scope("learner") if name not in _DECIDED)


class TacitEstimator(BaseEstimator):
    """The parameters of a classifier and a regressor, and how they pass over rows."""

    learner: Optional[str]
    loss: Optional[str]
    learners_: list[Learner]
    n_features_in_: int

    # What a learner is told of its labels: a classifier's are of two classes, from which the library chooses the loss.
    _class_labels: dict[str, Any] = {}

    @takes(SETTINGS)
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
        require_known(settings, SETTINGS)
        settings["learner"] = learner
        for name in SETTINGS:
            setattr(self, name, settings.get(name, TABLE[name]["default"]))
        self.shuffle = shuffle
        self.passes = passes
        self.random_state = random_state
        self.progress = progress

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

    def _new_learner(self, loss: Optional[str] = None) -> Learner:
        """With a loss of several classes, if one is given, or else as the labels of two ask for."""
        names = getattr(self, "feature_names_in_", None)
        learner = Learner(
            **{**{name: getattr(self, name) for name in SETTINGS}, **({} if loss is None else {"loss": loss})},
            **(self._class_labels if loss is None else {}),
            **({} if names is None else {"dictionary": True}),
        )
        if names is not None:
            learner._name_columns(list(names), True)
        elif self.cross is not None:  # columns are called by number, and there will be no others
            learner._name_columns([str(column) for column in range(1, self.n_features_in_ + 1)], False)
        return learner

    def _pass_over(
        self, learner: Learner, X: Any, y: NDArray[np.float64], sample_weight: Optional[NDArray[np.float64]], seed: int
    ) -> None:
        """A whole fit: in the order of the rows' content, or in their own."""
        from tacit._progress import shown

        passes = whole("passes", self.passes, least=1)
        X, y, sample_weight = with_weight(X, y, sample_weight)  # scales do not see rows of weight 0 either
        with shown(self.progress, passes * len(y)) as told:
            if self.shuffle:
                learner._learn_shuffled(as_rows(X), y, sample_weight, seed, passes, told)
            else:
                rows = as_rows(X)
                for _ in range(passes):
                    learner._learn(rows, None, y, sample_weight, False, told)

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
        tags.input_tags.allow_nan = self.missing != "skip"
        return tags

    def _more_tags(self) -> dict[str, Any]:  # before scikit-learn 1.6
        return {"allow_nan": self.missing != "skip"}

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

    def _predictions(self, X: Any, output: str = "score") -> NDArray[np.float64]:
        """A column per learner, of what a prediction is shown as."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **X_CHECKS)
        rows = as_rows(X)
        return np.column_stack([learner._predict(rows, output, None) for learner in self.learners_])


def with_weight(X: Any, y: NDArray[Any], sample_weight: Optional[NDArray[np.float64]]) -> tuple[Any, ...]:
    """Without the rows of weight 0: they are as if they were not there."""
    if sample_weight is None or (sample_weight > 0).all():
        return X, y, sample_weight
    kept = np.flatnonzero(sample_weight)
    return X[kept], y[kept], sample_weight[kept]
