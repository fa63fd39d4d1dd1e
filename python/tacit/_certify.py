"""How far a run was from the best fixed model, with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from tacit import _core
from tacit._checks import real, whole
from tacit._settings import of_scope, require_known, takes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@takes(of_scope("learner"))
def certify(
    X: Any,
    y: ArrayLike,
    sample_weight: Optional[ArrayLike] = None,
    *,
    comparator_radius: Optional[float] = None,
    gap: Optional[float] = None,
    threads: Optional[int] = None,
    **settings: Any,
) -> dict[str, Any]:
    """Run a learner over the rows and certify its regret; a dictionary with the keys and the numbers of ``tacit certify --json``.

    The run is in the ball of `radius`, or in the whole space with comparators up to `comparator_radius`. Without a `learner` it is
    ada-implicit, which in a ball and without a `beta` has that of the paper's theorem, sqrt(2) times the radius. ``comparator`` is an
    array of the best fixed weights, the bias first; of several classes it has a row per class, in the order of ``classes``.

    Parameters
    ----------
    X, y, sample_weight
        Rows, labels and weights, as for `Learner.learn`.
    comparator_radius : float, optional
        The largest norm of a comparator, if it is not the radius of the ball.
    gap : float, optional
        How well the comparator's loss is known, relative to it (default 1e-6).
    threads : int, optional
        How many threads work (default: one per core).
    {settings}

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
    from tacit._arrays import as_examples, as_task_labels, as_weights

    require_known(settings, of_scope("learner"))
    y, words = as_task_labels(y, settings)
    rows, numbers = as_examples(X, y)
    return _core.certify(
        rows,
        numbers,
        as_weights(sample_weight, len(numbers)),
        settings,
        None if comparator_radius is None else real("comparator_radius", comparator_radius),
        None if gap is None else real("gap", gap),
        None if threads is None else whole("threads", threads),
        words,
    )
