"""Progress on the terminal, by tqdm where it is installed."""

import contextlib


@contextlib.contextmanager
def shown(progress, total=None, unit="row"):
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
