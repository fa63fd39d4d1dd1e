"""The regressor of scikit-learn's kind."""

from __future__ import annotations

from typing import Any, Optional, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import RegressorMixin
from sklearn.metrics import d2_tweedie_score
from sklearn.utils.validation import check_is_fitted, column_or_1d

from tacit import _core
from tacit._arrays import as_rows, require_no_times
from tacit._estimator import X_CHECKS, TacitEstimator, validate_data, with_weight

_Regressor = TypeVar("_Regressor", bound="TacitRegressor")


class TacitRegressor(RegressorMixin, TacitEstimator):
    """A linear regression with nothing to tune.

    Parameters
    ----------
    loss : str, optional
        ``square`` by default, as `score` is the coefficient of determination; ``absolute``, ``huber``, ``pinball`` and others.
        With ``poisson``, for counts, `predict` gives means and `score` the share of the deviance that is explained.
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

    def fit(self: _Regressor, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Regressor:
        """Learn from all rows, beginning anew."""
        require_no_times(y, "y")
        with self._unchanged_if_it_raises():
            X, y = validate_data(self, X, y, y_numeric=True, **X_CHECKS)
            weight = self._checked_weight(sample_weight, X)
            learner = self._new_learner()
            self._pass_over(learner, X, self._checked_targets(y), weight, self._seed())
            self.learners_ = [learner]
        return self

    def partial_fit(self: _Regressor, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Regressor:
        """Go on learning from rows in their order."""
        first = not hasattr(self, "learners_")
        require_no_times(y, "y")
        with self._unchanged_if_it_raises():
            if first or not self._needs_no_validation(X, y):
                X, y = validate_data(self, X, y, reset=first, y_numeric=True, **X_CHECKS)
            weight = self._checked_weight(sample_weight, X)
            learners = [self._new_learner()] if first else self.learners_
            X, targets, weight = with_weight(X, self._checked_targets(y), weight)
            learners[0]._learn(as_rows(X), None, targets, weight, False, None)
            self.learners_ = learners
        return self

    @property
    def coef_(self) -> NDArray[np.float64]:
        """Weights, one per column. Those of auto are its one vector, which predicts almost as it does."""
        self._require_learners("coef_")
        return self.learners_[0]._coefficients(self.n_features_in_)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The prediction for each row: with loss="poisson" the mean, e^score."""
        return self._predictions(X, "mean")[:, 0]

    def score(self, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> float:
        """R^2 of the predictions; with loss="poisson" D^2, the explained share of the deviance, as of `PoissonRegressor`."""
        if self.loss != "poisson":
            return super().score(X, y, sample_weight)
        means = np.maximum(self.predict(X), np.finfo(float).tiny)  # e^score may be too small for a number
        return float(d2_tweedie_score(y, means, sample_weight=sample_weight, power=1))

    def predict_interval(self, X: Any) -> NDArray[np.float64]:
        """Low end, prediction and high end per row, in three columns; with the parameter `interval`, such as 0.9."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **X_CHECKS)
        return self.learners_[0]._predict_interval(as_rows(X), None)

    def _checked_targets(self, y: Any) -> NDArray[np.float64]:
        for_numbers = [loss for loss in _core.losses if not _core.is_two_class(loss) and not _core.is_class_loss(loss)]
        if self.loss in _core.losses and self.loss not in for_numbers:
            raise ValueError(f"loss={self.loss!r} is for classes; expected one for numbers: {', '.join(for_numbers)}")
        return np.ascontiguousarray(column_or_1d(y, warn=True), dtype=np.float64)
