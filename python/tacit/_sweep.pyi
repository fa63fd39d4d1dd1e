# Made by scripts/python_stubs.py from the module and the table of settings.
from collections.abc import Iterable
from typing import Any, Optional, Union
from tacit._progress import Progress
from numpy.typing import ArrayLike

def sweep(
    X: Any,
    y: ArrayLike,
    sample_weight: Optional[ArrayLike] = None,
    *,
    learners: Union[str, Iterable[str], None] = None,
    betas: Union[str, Iterable[float], None] = None,
    repeats: Optional[int] = None,
    seed: Optional[int] = None,
    natural: bool = False,
    threads: Optional[int] = None,
    l1: Union[str, float, Iterable[float], None] = None,
    progress: Progress = False,
    loss: Optional[str] = None,
    loss_parameter: Optional[float] = None,
    domain: Optional[str] = None,
    radius: Optional[float] = None,
    box: Optional[tuple[float, float]] = None,
    features: Optional[int] = None,
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
) -> dict[str, list[Any]]: ...
