"""How far a run was from the best fixed model, with a proof."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

from tacit import _core
from tacit._checks import real, whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def certify(
    X: Any,
    y: ArrayLike,
    sample_weight: Optional[ArrayLike] = None,
    *,
    learner: Optional[str] = None,
    loss: Optional[str] = None,
    loss_parameter: Optional[float] = None,
    update: Optional[str] = None,
    step_size: Optional[str] = None,
    beta: Optional[float] = None,
    lipschitz: Optional[float] = None,
    radius: Optional[float] = None,
    comparator_radius: Optional[float] = None,
    bias: Optional[bool] = None,
    scale: Optional[str] = None,
    labels: Union[tuple[float, float], tuple[str, str], None] = None,
    gap: Optional[float] = None,
    threads: Optional[int] = None,
) -> dict[str, Any]:
    """Run a learner over the rows and certify its regret; a dictionary with the keys and the numbers of ``tacit certify --json``.

    The run is in the ball of `radius`, or in the whole space with comparators up to `comparator_radius`. Without a `learner` it is
    ada-implicit, which in a ball and without a `beta` has that of the paper's theorem, sqrt(2) times the radius. Without a `loss` it is
    square, or logistic where `labels` are given. The comparator's loss is known to a relative `gap`, 1e-6 unless given. ``comparator`` are the best fixed weights, the bias first.

    Examples
    --------
    >>> import numpy as np, tacit
    >>> X = np.random.RandomState(0).normal(size=(500, 2))
    >>> y = np.where(X @ [1, -1] > 0, 1, -1)
    >>> certificate = tacit.certify(X, y, loss="hinge", radius=2)
    >>> certificate["regret"]["lower"] <= certificate["regret"]["upper"] <= min(
    ...     bound["value"] for bound in certificate["bounds"] if bound["of"] == "regret")
    True
    >>> all(bound["holds"] for bound in certificate["bounds"]), certificate["converged"]
    (True, True)
    """
    from tacit._arrays import as_examples, as_weights

    rows, numbers = as_examples(X, y)
    keywords = {
        "learner": learner,
        "update": update,
        "step_size": step_size,
        "loss": loss,
        "loss_parameter": loss_parameter,
        "beta": beta,
        "lipschitz": lipschitz,
        "radius": radius,
        "bias": bias,
        "scale": scale,
        "labels": labels,
    }
    return _core.certify(
        rows,
        numbers,
        as_weights(sample_weight, len(numbers)),
        keywords,
        None if comparator_radius is None else real("comparator_radius", comparator_radius),
        None if gap is None else real("gap", gap),
        (os.cpu_count() or 1) if threads is None else whole("threads", threads, least=1),
    )
