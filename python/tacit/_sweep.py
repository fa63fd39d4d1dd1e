"""Every learner with every learning rate in one pass."""

import os

from tacit import _core
from tacit._progress import shown

_LEARNERS = ("ogd", "ada-ogd", "implicit", "ada-implicit")


def sweep(
    X,
    y,
    sample_weight=None,
    *,
    learners=_LEARNERS,
    betas="2^-20..2^20",
    repeats=10,
    seed=1,
    natural=False,
    loss=None,
    loss_parameter=None,
    radius=None,
    bias=True,
    scale="none",
    labels=None,
    threads=None,
    progress=False,
):
    """Run every learner with every beta; a dictionary of columns, ready for ``pandas.DataFrame``.

    The columns are those of ``tacit sweep -o FILE.csv``, and so are their numbers, bit for bit. Each repeat is a shuffle, whose seeds
    count up from `seed`; `natural` is the order of the rows, once. Without a `loss` it is the paper's: hinge for labels -1/1 or 0/1,
    absolute for others. X is copied, as sweeps go over it many times.

    Examples
    --------
    >>> import numpy as np, tacit
    >>> X = np.linspace(-1, 1, 100).reshape(-1, 1)
    >>> found = tacit.sweep(X, np.sign(X[:, 0]), learners=["ogd", "implicit"], betas=[0.5, 1, 2], repeats=2)
    >>> found["learner"][:3], found["beta"][:3], found["repeat"][:3]
    (['ogd', 'ogd', 'ogd'], [0.5, 0.5, 1.0], [1, 2, 1])
    """
    import numpy as np

    from tacit._arrays import as_numbers, as_rows, as_weights

    rows, y = as_rows(X), as_numbers(y, "y")
    if len(rows) != len(y):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: X has {len(rows)}, y has {len(y)}")
    if loss is None:
        values = set(np.unique(y).tolist())
        loss = "hinge" if labels is not None or values <= {-1.0, 1.0} or values <= {0.0, 1.0} else "absolute"
    keywords = {
        "learner": "ada-implicit",
        "loss": loss,
        "loss_parameter": loss_parameter,
        "radius": radius,
        "bias": bias,
        "scale": scale,
        "labels": labels,
    }
    learners = [learners] if isinstance(learners, str) else list(learners)
    betas = betas if isinstance(betas, str) else sorted({float(beta) for beta in betas})
    seeds = [None] if natural else [seed + repeat for repeat in range(repeats)]
    with shown(progress, unit="round") as told:
        return _core.sweep(
            rows, y, as_weights(sample_weight, len(y)), keywords, learners, betas, seeds, threads or os.cpu_count() or 1, told
        )
