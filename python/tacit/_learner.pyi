# Made by scripts/python_stubs.py from the module and the table of settings.
import os
from typing import Any, Literal, NamedTuple, Optional, TypeVar, Union, overload
from tacit import _core
from tacit._progress import Progress
import numpy as np
from numpy.typing import ArrayLike, NDArray

_Self = TypeVar('_Self', bound='Learner')

class Explanation(NamedTuple):
    predicted: Optional[Union[str, int]]
    against: Optional[Union[str, int]]
    contributions: list[tuple[str, float]]

class Learner(_core.Learner):
    def __init__(
        self,
        learner: Optional[str] = None,
        *,
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
        labels: Optional[Union[tuple[float, float], tuple[str, str]]] = None,
        classes: Optional[Union[str, int, list[Union[str, int]]]] = None,
        class_weight: Optional[Union[str, dict[Any, float]]] = None,
        scale: Optional[str] = None,
        missing: Optional[str] = None,
        dictionary: bool = False,
        hash: Optional[int] = None,
        cross: Optional[Union[str, int, list[Union[str, int]]]] = None,
        lags: Optional[Union[str, int, list[int]]] = None,
        horizon: Optional[int] = None,
        delay: Optional[str] = None,
    ) -> None: ...
    @overload
    def learn(
        self: _Self,
        X: Any,
        y: ArrayLike,
        sample_weight: Optional[ArrayLike] = None,
        *,
        predictions: Literal[False] = False,
        progress: Progress = False,
    ) -> _Self: ...
    @overload
    def learn(
        self,
        X: Any,
        y: ArrayLike,
        sample_weight: Optional[ArrayLike] = None,
        *,
        predictions: Literal[True],
        progress: Progress = False,
    ) -> NDArray[np.float64]: ...
    def predict(self, X: Any, *, output: Optional[str] = None, progress: Progress = False) -> NDArray[Any]: ...
    def explain(self, X: Any, n: int = 10) -> list[Explanation]: ...
    def predict_interval(self, X: Any, *, progress: Progress = False) -> NDArray[np.float64]: ...
    def learn_file(
        self: _Self,
        *paths: Union[str, os.PathLike[str]],
        progress: Progress = False,
        format: Optional[str] = None,
        delimiter: Optional[str] = None,
        skip_bad_rows: bool = False,
        cache: bool = False,
        limit: Optional[int] = None,
        shuffle: Optional[int] = None,
        passes: Optional[int] = None,
        categorical: Optional[list[str]] = None,
        ignore: Optional[list[str]] = None,
        missing_words: Optional[list[str]] = None,
        label_column: Optional[Union[str, int]] = None,
        id: Optional[Union[str, int]] = None,
        time: Optional[Union[str, int]] = None,
        group: Optional[Union[str, int]] = None,
        header: Optional[bool] = None,
    ) -> _Self: ...
    def predict_file(
        self,
        *paths: Union[str, os.PathLike[str]],
        output: Optional[str] = None,
        progress: Progress = False,
        format: Optional[str] = None,
        delimiter: Optional[str] = None,
        skip_bad_rows: bool = False,
        cache: bool = False,
        limit: Optional[int] = None,
        shuffle: Optional[int] = None,
        passes: Optional[int] = None,
        categorical: Optional[list[str]] = None,
        ignore: Optional[list[str]] = None,
        missing_words: Optional[list[str]] = None,
        label_column: Optional[Union[str, int]] = None,
        id: Optional[Union[str, int]] = None,
        time: Optional[Union[str, int]] = None,
        group: Optional[Union[str, int]] = None,
        header: Optional[bool] = None,
    ) -> NDArray[Any]: ...
    def predict_interval_file(
        self,
        *paths: Union[str, os.PathLike[str]],
        progress: Progress = False,
        format: Optional[str] = None,
        delimiter: Optional[str] = None,
        skip_bad_rows: bool = False,
        cache: bool = False,
        limit: Optional[int] = None,
        shuffle: Optional[int] = None,
        passes: Optional[int] = None,
        categorical: Optional[list[str]] = None,
        ignore: Optional[list[str]] = None,
        missing_words: Optional[list[str]] = None,
        label_column: Optional[Union[str, int]] = None,
        id: Optional[Union[str, int]] = None,
        time: Optional[Union[str, int]] = None,
        group: Optional[Union[str, int]] = None,
        header: Optional[bool] = None,
    ) -> NDArray[np.float64]: ...
    @property
    def classes(self) -> Optional[list[Union[str, int]]]: ...
    def save(self, path: Union[str, os.PathLike[str]]) -> None: ...
    @classmethod
    def load(cls: type[_Self], path: Union[str, os.PathLike[str]]) -> _Self: ...
    @classmethod
    def from_bytes(cls: type[_Self], model: bytes, name: str = 'the model') -> _Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __repr__(self) -> str: ...
