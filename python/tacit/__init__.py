"""Online learning that needs no learning rate.

>>> import tacit
>>> learner = tacit.Learner(loss="logistic")
>>> for age, bought in [(20, 0), (60, 1), (25, 0), (55, 1)] * 20:
...     before = learner.learn_one({"age": age}, bought)
>>> learner.predict_one({"age": 58}) > 0 > learner.predict_one({"age": 22})
True

`Learner` takes examples one by one or as arrays, `read` reads files, `sweep` tries every learning rate at once, `certify` proves how far
a run was from the best fixed model. `TacitClassifier` and `TacitRegressor` are scikit-learn's kind of estimators; they are imported, and
scikit-learn with them, when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit._certify import certify
from tacit._core import DataError, __version__, learners, losses
from tacit._files import read, read_blocks
from tacit._learner import Learner
from tacit._sweep import sweep

if TYPE_CHECKING:
    from tacit.estimators import TacitClassifier, TacitRegressor

__all__ = [
    "DataError",
    "Learner",
    "TacitClassifier",
    "TacitRegressor",
    "certify",
    "learners",
    "losses",
    "read",
    "read_blocks",
    "sweep",
]

_ESTIMATORS = ("TacitClassifier", "TacitRegressor")


def __getattr__(name: str) -> Any:
    if name in _ESTIMATORS:
        from tacit import estimators

        return getattr(estimators, name)
    raise AttributeError(f"module 'tacit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_ESTIMATORS))
