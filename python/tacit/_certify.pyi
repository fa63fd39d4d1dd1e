# Made by scripts/python_stubs.py from the module and the table of settings.
from typing import Any, Optional, Union
from numpy.typing import ArrayLike

def certify(
    X: Any,
    y: ArrayLike,
    sample_weight: Optional[ArrayLike] = None,
    *,
    comparator_radius: Optional[float] = None,
    gap: Optional[float] = None,
    threads: Optional[int] = None,
    learner: Optional[str] = None,
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
    interval: Optional[float] = None,
    bias: Optional[bool] = None,
    labels: Optional[Union[tuple[float, float], tuple[str, str]]] = None,
    scale: Optional[str] = None,
    missing: Optional[str] = None,
    dictionary: bool = False,
    hash: Optional[int] = None,
    lags: Optional[Union[str, int, list[int]]] = None,
    horizon: Optional[int] = None,
    delay: Optional[str] = None,
) -> dict[str, Any]: ...
