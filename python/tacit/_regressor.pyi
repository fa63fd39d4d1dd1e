# Made by scripts/python_stubs.py from the module and the table of settings.
from typing import Any, Optional, TypeVar
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import RegressorMixin
from tacit._estimator import TacitEstimator

_Regressor = TypeVar('_Regressor', bound='TacitRegressor')

class TacitRegressor(RegressorMixin, TacitEstimator):
    def fit(self: _Regressor, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Regressor: ...
    def partial_fit(
        self: _Regressor,
        X: Any,
        y: ArrayLike,
        sample_weight: Optional[ArrayLike] = None,
    ) -> _Regressor: ...
    @property
    def coef_(self) -> NDArray[np.float64]: ...
    def predict(self, X: Any) -> NDArray[np.float64]: ...
    def score(self, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> float: ...
    def predict_interval(self, X: Any) -> NDArray[np.float64]: ...
