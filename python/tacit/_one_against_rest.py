"""Several classes with a loss of two: a learner each, against all others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit._learner import Learner


def against_the_rest(
    y: NDArray[Any], classes: NDArray[Any], labels: tuple[float, float]
) -> Iterator[NDArray[np.float64]]:
    """The labels for each learner: of two classes, for one."""
    negative, positive = labels
    for label in classes[1:] if len(classes) == 2 else classes:
        yield np.where(y == label, positive, negative)


def slices(rows: int, size: int = 65536) -> list[slice]:
    """Of rows, so that what is made of their labels does not grow with them."""
    return [slice(first, min(first + size, rows)) for first in range(0, rows, size)]


def require_known(y: NDArray[Any], classes: NDArray[Any]) -> None:
    for some in slices(len(y)):
        known = np.zeros(some.stop - some.start, dtype=bool)
        for label in classes:
            known |= y[some] == label
        unknown = ~known
        if unknown.any():
            raise ValueError(
                f"y has labels that are not in classes: {np.unique(y[some][unknown]).tolist()}; give all classes in the first call, "
                "or learn with loss='softmax', which takes new ones later"
            )


@contextlib.contextmanager
def all_or_none(learners: list[Learner]) -> Iterator[None]:
    """What ends the learning half-way leaves several learners as they were, so that none is ahead of the others."""
    copies = [learner.to_bytes() for learner in learners] if len(learners) > 1 else []
    try:
        yield
    except BaseException:
        if copies:
            learners[:] = [Learner.from_bytes(copy) for copy in copies]
        raise
