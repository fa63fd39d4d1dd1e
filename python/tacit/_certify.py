"""How far a run was from the best fixed model, with a proof."""

import math
import os

from tacit import _core


def certify(
    X,
    y,
    sample_weight=None,
    *,
    learner="ada-implicit",
    loss="square",
    loss_parameter=None,
    update=None,
    step_size=None,
    beta=None,
    lipschitz=None,
    radius=None,
    comparator_radius=None,
    bias=True,
    scale="none",
    labels=None,
    gap=1e-6,
    threads=None,
):
    """Run a learner over the rows and certify its regret; a dictionary with the keys and the numbers of ``tacit certify --json``.

    The run is in the ball of `radius`, or in the whole space with comparators up to `comparator_radius`. Without a `beta`, ada-implicit
    in a ball has that of the paper's theorem, sqrt(2) times the radius. ``comparator`` are the best fixed weights, the bias first.

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
    from tacit._arrays import as_numbers, as_rows, as_weights

    rows, y = as_rows(X), as_numbers(y, "y")
    named = update is None and step_size is None
    if beta is None and named and learner == "ada-implicit" and radius is not None:
        beta = math.sqrt(2) * radius
    keywords = {
        "learner": learner if named else None,
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
    if scale == "online":
        raise ValueError("scale='online' changes the losses on the way, and then no fixed model is comparable: use 'max-abs'")
    return _core.certify(
        rows, y, as_weights(sample_weight, len(y)), keywords, comparator_radius, gap, threads or os.cpu_count() or 1
    )
