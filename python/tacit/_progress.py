"""Progress on the terminal, by tqdm where it is installed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, Optional, Union

Progress = Union[bool, Callable[[int], object]]


@contextlib.contextmanager
def shown(progress: Progress, total: Optional[int] = None, unit: str = "row") -> Iterator[Optional[Callable[[int], Any]]]:
    """What to tell of rows done, or None."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    with tqdm(total=total, unit=unit, unit_scale=True) as bar:
        yield bar.update
