# Made by scripts/python_stubs.py from the module and the table of settings.
from typing import Any, Optional, TypeVar
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from tacit._estimator import TacitEstimator

_Classifier = TypeVar('_Classifier', bound='TacitClassifier')

class TacitClassifier(ClassifierMixin, TacitEstimator):
    classes_: NDArray[Any]
    codes_: Optional[NDArray[Any]]
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
