"""Weights of classes, as scikit-learn's classifiers take them: a dictionary, or "balanced"."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray


class ClassWeight:
    """What rows count by their class, times their own weights. Classes have codes: their places among the known ones."""

    def __init__(self, said: Any, classes: NDArray[Any]) -> None:
        self.balanced = isinstance(said, str) and said == "balanced"
        if said is not None and not self.balanced and not isinstance(said, dict):
            raise ValueError(f'class_weight={said!r}; expected None, "balanced" or a dictionary of labels and their weights')
        self.given = {} if said is None or self.balanced else said
        self.classes = classes
        for label, weight in self.given.items():
            if not isinstance(weight, Real) or not math.isfinite(weight) or weight < 0:
                raise ValueError(f"class_weight of {label!r} is {weight!r}; expected a number of 0 or more")
        self.of_class = np.array([self.given.get(label, 1.0) for label in classes.tolist()], dtype=np.float64)

    def require_known(self) -> None:
        """A label that no row has is a slip; in a stream, its class may come later."""
        others = [label for label in self.given if label not in self.classes.tolist()]
        if others:
            raise ValueError(f"class_weight has {others}, which are no classes of y: {self.classes.tolist()}")

    def counts(self, codes: NDArray[Any], sample_weight: Optional[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Rows of each class; those of weight 0 are as if they were not there."""
        there = codes if sample_weight is None else codes[sample_weight > 0]
        return np.bincount(there, minlength=len(self.classes)).astype(np.float64)

    def of_all(self, codes: NDArray[Any], sample_weight: Optional[NDArray[np.float64]]) -> Optional[NDArray[np.float64]]:
        """The rows' weights, where all rows are known."""
        if not self.balanced:
            return self._product(self.of_class[codes], sample_weight)
        rows = np.bincount(codes, weights=sample_weight, minlength=len(self.classes))
        of_class = rows.sum() / (np.maximum((rows > 0).sum(), 1) * np.where(rows > 0, rows, 1))
        return self._product(of_class[codes], sample_weight)

    def of_next(
        self, codes: NDArray[Any], sample_weight: Optional[NDArray[np.float64]], counts: NDArray[np.float64]
    ) -> tuple[Optional[NDArray[np.float64]], NDArray[np.float64]]:
        """The weights of rows that come next, behind so many of each class, and how many there are then. None has the weight 0.

        Balanced, the n-th row weighs n/(K n_y), its own row counted among the n_y of its class and the K classes that have come, of
        which there are at least two.
        """
        after = counts + np.bincount(codes, minlength=len(counts))
        if not self.balanced:
            return self._product(self.of_class[codes], sample_weight), after
        order = np.argsort(codes, kind="stable")
        begins = np.concatenate([[0], np.cumsum(np.bincount(codes, minlength=len(counts)))])[:-1]
        of_class = np.empty(len(codes))
        of_class[order] = np.arange(len(codes)) - begins[codes[order]] + 1
        of_class += counts[codes]
        rows = counts.sum() + np.arange(1, len(codes) + 1)
        classes = (counts > 0).sum() + np.cumsum(of_class == 1)
        return self._product(rows / (np.maximum(classes, 2) * of_class), sample_weight), after

    def _product(
        self, of_rows: NDArray[np.float64], sample_weight: Optional[NDArray[np.float64]]
    ) -> Optional[NDArray[np.float64]]:
        if not self.balanced and not self.given:
            return sample_weight
        return of_rows if sample_weight is None else np.ascontiguousarray(of_rows * sample_weight)
