"""Every learner with every learning rate in one pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Optional, Union

from tacit import _core
from tacit._checks import real, whole
from tacit._progress import Progress, shown
from tacit._settings import of_scope, require_known, takes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


# All of a learner's, but those that the sweep goes through.
_SETTINGS = tuple(name for name in of_scope("learner") if name not in ("learner", "update", "step_size", "beta", "l1"))


@takes(_SETTINGS)
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
    threads: Optional[int] = None,
    l1: Union[str, float, Iterable[float], None] = None,
    progress: Progress = False,
    **settings: Any,
) -> dict[str, list[Any]]:
    """Run every learner with every beta; a dictionary of columns, ready for ``pandas.DataFrame``.

    The columns are those of ``tacit sweep -o FILE.csv``, and so are their numbers, bit for bit, and the defaults. Without a `loss` it is
    the paper's: hinge for labels -1/1 or 0/1 and where `labels` are given, absolute for others; softmax where `classes` are. X is copied, as sweeps go over it many
    times.

    Parameters
    ----------
    X, y, sample_weight
        Rows, labels and weights, as for `Learner.learn`.
    learners : str or list, optional
        Their names (default: the paper's four). One without a beta, such as ``auto``, has a row per repeat, whose beta is None.
    betas : str or list, optional
        Powers of two from..to, or numbers (default ``"2^-20..2^20"``).
    repeats : int, optional
        Shuffles (default 10).
    seed : int, optional
        Of the first shuffle; the next ones count up from it (default 1).
    natural : bool
        The order of the rows, once, in place of shuffles.
    threads : int, optional
        How many threads work (default: one per core).
    l1 : str, number or list, optional
        Prices of the sum of |weight|, each with every beta. Then ``weights`` counts those other than 0 at the end.
    progress : bool or callable
        Show progress, where tqdm is installed, or call this with rounds done.
    {settings}

    Examples
    --------
    >>> import numpy as np, tacit
    >>> X = np.linspace(-1, 1, 100).reshape(-1, 1)
    >>> found = tacit.sweep(X, np.sign(X[:, 0]), learners=["ogd", "implicit"], betas=[0.5, 1, 2], repeats=2)
    >>> found["learner"][:3], found["beta"][:3], found["repeat"][:3]
    (['ogd', 'ogd', 'ogd'], [0.5, 0.5, 1.0], [1, 2, 1])
    """
    from tacit._arrays import as_examples, as_task_labels, as_weights
    require_known(settings, _SETTINGS)
    y, words = as_task_labels(y, settings)
    rows, numbers = as_examples(X, y)
    some = [learners] if isinstance(learners, str) else None if learners is None else list(learners)
    rates = betas if betas is None or isinstance(betas, str) else ",".join(repr(real("betas", beta)) for beta in betas)
    some_l1 = [l1] if l1 is not None and not isinstance(l1, (str, Iterable)) else l1
    prices = some_l1 if some_l1 is None or isinstance(some_l1, str) else ",".join(repr(real("l1", price)) for price in some_l1)
    with shown(progress, unit="round") as told:
        return _core.sweep(
            rows,
            numbers,
            as_weights(sample_weight, len(numbers)),
            settings,
            some,
            rates,
            None if repeats is None else whole("repeats", repeats),
            None if seed is None else whole("seed", seed),
            natural,
            None if threads is None else whole("threads", threads),
            prices,
            told,
            words,
        )
