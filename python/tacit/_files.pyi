# Made by scripts/python_stubs.py from the module and the table of settings.
import os
from collections.abc import Iterator
from typing import Optional, Union
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Examples = tuple[csr_matrix, NDArray[np.float64], NDArray[np.float64]]
Path = Union[str, 'os.PathLike[str]']
def data_folder() -> str: ...
def found(path: Path) -> str: ...
def read_blocks(
    *paths: Path,
    rows: int = 65536,
    features: Optional[int] = None,
    names: Optional[list[str]] = None,
    format: Optional[str] = None,
    delimiter: Optional[str] = None,
    skip_bad_rows: bool = False,
    cache: bool = False,
    limit: Optional[int] = None,
    shuffle: Optional[int] = None,
    passes: Optional[int] = None,
    categorical: Optional[list[str]] = None,
    ignore: Optional[list[str]] = None,
    missing_words: Optional[list[str]] = None,
    label_column: Optional[Union[str, int]] = None,
    id: Optional[Union[str, int]] = None,
    time: Optional[Union[str, int]] = None,
    group: Optional[Union[str, int]] = None,
    header: Optional[bool] = None,
    hash: Optional[int] = None,
    labels: Optional[Union[tuple[float, float], tuple[str, str]]] = None,
) -> Iterator[Examples]: ...
def read(
    *paths: Path,
    features: Optional[int] = None,
    names: Optional[list[str]] = None,
    format: Optional[str] = None,
    delimiter: Optional[str] = None,
    skip_bad_rows: bool = False,
    cache: bool = False,
    limit: Optional[int] = None,
    shuffle: Optional[int] = None,
    passes: Optional[int] = None,
    categorical: Optional[list[str]] = None,
    ignore: Optional[list[str]] = None,
    missing_words: Optional[list[str]] = None,
    label_column: Optional[Union[str, int]] = None,
    id: Optional[Union[str, int]] = None,
    time: Optional[Union[str, int]] = None,
    group: Optional[Union[str, int]] = None,
    header: Optional[bool] = None,
    hash: Optional[int] = None,
    labels: Optional[Union[tuple[float, float], tuple[str, str]]] = None,
) -> Examples: ...
