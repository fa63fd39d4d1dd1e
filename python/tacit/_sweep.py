"""Every learner with every learning rate in one pass."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Optional, Union

from tacit import _core
from tacit._checks import real, whole
from tacit._progress import Progress, shown

if TYPE_CHECKING:
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
    loss: Optional[str] = None,
    loss_parameter: Optional[float] = None,
    radius: Optional[float] = None,
    bias: Optional[bool] = None,
    scale: Optional[str] = None,
    labels: Union[tuple[float, float], tuple[str, str], None] = None,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> dict[str, list[Any]]:
    """Run every learner with every beta; a dictionary of columns, ready for ``pandas.DataFrame``.

    The columns are those of ``tacit sweep -o FILE.csv``, and so are their numbers, bit for bit, and the defaults: the paper's four
    learners, betas ``"2^-20..2^20"``, 10 repeats from seed 1. Each repeat is a shuffle, whose seeds count up from `seed`; `natural` is
    the order of the rows, once. Without a `loss` it is the paper's: hinge for labels -1/1 or 0/1 and where `labels` are given, absolute
    for others. X is copied, as sweeps go over it many times.

    Examples
    --------
    >>> import numpy as np, tacit
    >>> X = np.linspace(-1, 1, 100).reshape(-1, 1)
    >>> found = tacit.sweep(X, np.sign(X[:, 0]), learners=["ogd", "implicit"], betas=[0.5, 1, 2], repeats=2)
    >>> found["learner"][:3], found["beta"][:3], found["repeat"][:3]
    (['ogd', 'ogd', 'ogd'], [0.5, 0.5, 1.0], [1, 2, 1])
    """
    from tacit._arrays import as_examples, as_weights

    rows, numbers = as_examples(X, y)
    keywords = {
        "loss": loss,
        "loss_parameter": loss_parameter,
        "radius": radius,
        "bias": bias,
        "scale": scale,
        "labels": labels,
    }
    some = [learners] if isinstance(learners, str) else None if learners is None else list(learners)
    rates = betas if betas is None or isinstance(betas, str) else ",".join(repr(real("betas", beta)) for beta in betas)
    with shown(progress, unit="round") as told:
        return _core.sweep(
            rows,
            numbers,
            as_weights(sample_weight, len(numbers)),
            keywords,
            some,
            rates,
            None if repeats is None else whole("repeats", repeats, least=1),
            None if seed is None else whole("seed", seed),
            natural,
            (os.cpu_count() or 1) if threads is None else whole("threads", threads, least=1),
            told,
        )
