"""The same files as the command line, as arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Optional, Union

from tacit import _core
from tacit._checks import whole
from tacit._settings import of_scope, require_known, takes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Examples = tuple[csr_matrix, NDArray[np.float64], NDArray[np.float64]]

Path = Union[str, "os.PathLike[str]"]

_HOW = (*of_scope("reading"), "hash", "labels")


def data_folder() -> str:
    """The folder of data sets that the environment names, or nothing."""
    return os.environ.get("TACIT_DATA", "")


def found(path: Path) -> str:
    """Where the file is: a name may be that of a known data set."""
    name = os.fspath(path)
    if name == "-":
        return name
    if not os.path.exists(name):
        name = _core.find_dataset(name, data_folder()) or name
    open(name, "rb").close()  # says in Python's own way what is wrong with it
    return name


@takes(_HOW)
def read_blocks(
    *paths: Path, rows: int = 65536, features: Optional[int] = None, names: Optional[list[str]] = None, **how: Any
) -> Iterator[Examples]:
    """The examples of files, block after block: (X, y, weight), of about so many rows each.

    X has so many columns as there are `features`, or as were needed so far. Other keywords as for `read`.
    """
    return _blocks(_reader(paths, names, how), whole("rows", rows, least=1), _width(features), names)


def _width(features: Optional[int]) -> Optional[int]:
    return None if features is None else whole("features", features, least=1)


def _reader(paths: tuple[Path, ...], names: Optional[list[str]], how: dict[str, Any]) -> _core.FileReader:
    require_known(how, _HOW)
    return _core.FileReader([found(path) for path in paths], how, None if names is None else list(names))


def _blocks(
    reader: _core.FileReader, rows: int, features: Optional[int], names: Optional[list[str]]
) -> Iterator[Examples]:
    from scipy.sparse import csr_matrix

    width = features or 0
    while (block := reader.next(rows)) is not None:
        indptr, indices, data, y, weight = block
        if names is not None:
            names[:] = reader.names
        needed = int(indices.max()) + 1 if len(indices) else 0
        if features is not None and needed > features:
            raise _core.DataError(f"feature {needed} is beyond the {features} that were announced")
        width = max(width, needed)
        yield csr_matrix((data, indices, indptr), shape=(len(y), width), copy=False), y, weight


@takes(_HOW)
def read(*paths: Path, features: Optional[int] = None, names: Optional[list[str]] = None, **how: Any) -> Examples:
    """All examples of files: (X, y, weight), X a scipy matrix of compressed sparse rows.

    Parameters
    ----------
    *paths : str or path
        LIBSVM, Vowpal Wabbit, CSV, TSV, JSON lines or caches, compressed or not, or names of known data sets; "-" is standard input.
    features : int, optional
        The number of columns, if more than the largest that is used.
    names : list, optional
        Gets the names of features in the order of the columns. Without one, names are hashed.
    {settings}

    Labels that are words become -1 for the negative class and 1 for the positive.

    Examples
    --------
    >>> import tempfile, pathlib, tacit
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "houses.csv")
    >>> _ = path.write_text("price,area,district\\n310,62,centre\\n285,71,north\\n")
    >>> names = []
    >>> X, y, weight = tacit.read(path, label_column="price", categorical=["district"], names=names)
    >>> names
    ['area', 'district=centre', 'district=north']
    >>> X.toarray()
    array([[62.,  1.,  0.],
           [71.,  0.,  1.]])
    >>> y
    array([310., 285.])
    """
    reader = _reader(paths, names, how)
    everything = next(_blocks(reader, 2**63 - 1, _width(features), names), None)
    if everything is None:
        raise _core.DataError(reader.no_examples())
    return everything
