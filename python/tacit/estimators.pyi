# Made by scripts/python_stubs.py from the module and the table of settings.
from typing import Any, Optional, TypeVar, Union
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from tacit._learner import Learner

_Classifier = TypeVar('_Classifier', bound='TacitClassifier')
_Regressor = TypeVar('_Regressor', bound='TacitRegressor')

class _Tacit(BaseEstimator):
    learner: Optional[str]
    loss: Optional[str]
    learners_: list[Learner]
    n_features_in_: int
    def __init__(
        self,
        learner: Optional[str] = None,
        *,
        shuffle: bool = True,
        passes: int = 1,
        random_state: Union[int, np.random.RandomState, None] = 0,
        progress: bool = False,
        update: Optional[str] = None,
        step_size: Optional[str] = None,
        loss: Optional[str] = None,
        loss_parameter: Optional[float] = None,
        domain: Optional[str] = None,
        radius: Optional[float] = None,
        box: Optional[tuple[float, float]] = None,
        features: Optional[int] = None,
        beta: Optional[float] = None,
        lipschitz: Optional[float] = None,
        bias: Optional[bool] = None,
        scale: Optional[str] = None,
    ) -> None: ...
    def __sklearn_tags__(self) -> Any: ...
    def __sklearn_is_fitted__(self) -> bool: ...
    @property
    def intercept_(self) -> NDArray[np.float64]: ...

class TacitClassifier(ClassifierMixin, _Tacit):
    classes_: NDArray[Any]
    def fit(self: _Classifier, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Classifier: ...
    def partial_fit(
        self: _Classifier,
        X: Any,
        y: ArrayLike,
        classes: Optional[ArrayLike] = None,
        sample_weight: Optional[ArrayLike] = None,
    ) -> _Classifier: ...
    @property
    def coef_(self) -> NDArray[np.float64]: ...
    def decision_function(self, X: Any) -> NDArray[np.float64]: ...
    def predict(self, X: Any) -> NDArray[Any]: ...
    def predict_proba(self, X: Any) -> NDArray[np.float64]: ...
    def predict_log_proba(self, X: Any) -> NDArray[np.float64]: ...

class TacitRegressor(RegressorMixin, _Tacit):
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
