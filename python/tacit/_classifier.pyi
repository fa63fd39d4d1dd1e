# Made by scripts/python_stubs.py from the module and the table of settings.
from typing import Any, Optional, TypeVar, Union
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from tacit._estimator import TacitEstimator

_Classifier = TypeVar('_Classifier', bound='TacitClassifier')

class TacitClassifier(ClassifierMixin, TacitEstimator):
    class_weight: Optional[Union[dict[Any, float], str]]
    classes_: NDArray[Any]
    class_counts_: NDArray[np.float64]
    codes_: Optional[NDArray[Any]]
    def __init__(
        self,
        learner: Optional[str] = None,
        *,
        class_weight: Optional[Union[dict[Any, float], str]] = None,
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
        l1: Optional[float] = None,
        l2: Optional[float] = None,
        lipschitz: Optional[float] = None,
        memory: Optional[int] = None,
        forget: bool = False,
        interval: Optional[float] = None,
        bias: Optional[bool] = None,
        scale: Optional[str] = None,
        missing: Optional[str] = None,
        cross: Optional[Union[str, int, list[Union[str, int]]]] = None,
        lags: Optional[Union[str, int, list[int]]] = None,
        horizon: Optional[int] = None,
        delay: Optional[str] = None,
    ) -> None: ...
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
    @property
    def intercept_(self) -> NDArray[np.float64]: ...
