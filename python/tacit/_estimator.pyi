# Made by scripts/python_stubs.py from the module and the table of settings.
from typing import Any, Optional, Union
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from tacit._learner import Learner

class TacitEstimator(BaseEstimator):
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
    def __sklearn_tags__(self) -> Any: ...
    def __sklearn_is_fitted__(self) -> bool: ...
    @property
    def intercept_(self) -> NDArray[np.float64]: ...
def with_weight(X: Any, y: NDArray[Any], sample_weight: Optional[NDArray[np.float64]]) -> tuple[Any, ...]: ...
