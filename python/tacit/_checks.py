"""Numbers among keywords: what cannot be is refused by the keyword's name."""

from __future__ import annotations

import math
import operator
from typing import Any


def whole(name: str, value: Any, least: int = 0) -> int:
    """A whole number of at least so much."""
    expected = f"{name}={value!r}; expected a whole number " + (f"of at least {least}" if least else "that is not negative")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(expected) from None
    if not least <= number < 2**63:
        raise ValueError(expected)
    return number


def real(name: str, value: Any) -> float:
    """A finite number."""
    expected = f"{name}={value!r}; expected a finite number"
    if isinstance(value, str):
        raise TypeError(expected)
    try:
        number = float(value)
    except (TypeError, OverflowError):
        raise TypeError(expected) from None
    if not math.isfinite(number):
        raise ValueError(expected)
    return number
