"""Arrays as the compiled part takes them: seen, not copied, wherever they are of float32 or float64."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from tacit import _core

_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_FOR_WORDS = "labels that are words are of classes: say loss='softmax', or labels=(NEG, POS) where they are two"
_INTEGERS = (np.dtype(np.int32), np.dtype(np.int64))


def as_rows(X: Any) -> _core.Rows:
    """The rows of an array or of a sparse matrix, seen, not copied."""
    if hasattr(X, "tocsr"):
        X = X.tocsr()
        return _core.Rows(X.shape[1], _integers(X.indptr), _integers(X.indices), np.ascontiguousarray(_floats(X.data)))
    X = _floats(X.to_numpy(dtype=np.float64, na_value=np.nan) if _holds_objects(X) else np.asarray(X))
    if X.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {X.ndim}D array instead. Reshape your data either using array.reshape(-1, 1) if your data has a "
            "single feature or array.reshape(1, -1) if it contains a single sample."
        )
    return _core.Rows(X if X.flags.aligned else X.copy())


def columns_of(X: Any) -> Optional[list[str]]:
    """The names of a frame's columns, if all are strings."""
    names = list(getattr(X, "columns", ()))
    return names if names and all(isinstance(name, str) for name in names) else None


def _holds_objects(X: Any) -> bool:
    """Whether some columns of a frame are such that numpy would have objects, as pandas.NA is one."""
    return hasattr(X, "to_numpy") and hasattr(X, "dtypes") and np.ndim(X) == 2 and any(
        not isinstance(dtype, np.dtype) for dtype in X.dtypes
    )


def as_numbers(values: Any, what: str) -> NDArray[np.float64]:
    """One number per row, as float64."""
    values = np.asarray(values)
    if values.ndim != 1:
        raise ValueError(f"{what} should be a 1d array, got an array of shape {values.shape} instead.")
    if np.iscomplexobj(values):
        raise ValueError(f"Complex data not supported: {what} should hold numbers, not {values.dtype}")
    require_no_times(values, what)
    try:
        return np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} should hold numbers, not {values.dtype}: {error}") from None


def require_no_times(values: Any, what: str) -> None:
    """Refuses times, of which numpy would make numbers, of missing ones too."""
    values = np.asarray(values)
    times = (np.datetime64, np.timedelta64)
    if values.dtype.kind in "mM" or (values.dtype.kind == "O" and any(isinstance(value, times) for value in values.ravel())):
        raise ValueError(f"{what} should hold numbers, not times")


def as_examples(X: Any, y: Any) -> tuple[_core.Rows, NDArray[np.float64]]:
    """Rows and their labels; the compiled part counts them."""
    try:
        return as_rows(X), as_numbers(y, "y")
    except ValueError as error:
        if np.asarray(y).dtype.kind not in "US":
            raise
        raise ValueError(f"{error}; {_FOR_WORDS}") from None


def as_known_labels(y: Any, words: Optional[tuple[str, str]]) -> Any:
    """Labels that are the two words of a learner as -1 and 1; any others as they are."""
    if words is None or np.asarray(y).dtype.kind not in "UO":
        return y
    y = np.asarray(y)
    negative, positive = words
    for label in y.ravel():
        if label not in words:
            raise ValueError(f"y holds {label!r}; expected {negative!r} or {positive!r}")
    return np.where(y == positive, 1.0, -1.0)


def as_task_labels(y: Any, settings: dict[str, Any]) -> tuple[Any, list[str]]:
    """Labels as these settings mean them: as `as_class_numbers` has them, or as they are where they are not several classes."""
    several = "classes" in settings or _core.is_class_loss(settings.get("loss") or "")
    return as_class_numbers(y) if several else (y, [])


def as_class_numbers(y: Any) -> tuple[Any, list[str]]:
    """Labels of several classes: numbers as they are, or words as numbers of a list of them.

    They are named as in files: integers exactly, True and False as ``true`` and ``false``. What is missing is no label.
    """
    given, y = y, np.asarray(y)
    if y.ndim != 1:
        return y, []
    if y.dtype.kind in "USiuf" and isinstance(given, (list, tuple)) and (y.dtype.kind in "US" or any(map(_is_truth, given))):
        y = np.asarray(given, dtype=object)  # numpy would have made words of numbers, missing ones too, and numbers of True
    if y.dtype.kind == "b":
        return y.astype(np.float64), ["false", "true"]
    if y.dtype.kind == "f":
        return y, []  # the compiled part says what it does not take
    if y.dtype.kind in "iu":
        if len(y) == 0 or max(-int(y.min()), int(y.max())) < 2**53:
            return y, []
        words, numbers = np.unique(y, return_inverse=True)
        return numbers.astype(np.float64), [str(word) for word in words]
    if y.dtype.kind in "US":
        words, numbers = np.unique(y.astype(str), return_inverse=True)
        return numbers.astype(np.float64), [_utf8(word, lambda k=k: int(np.argmax(numbers == k))) for k, word in enumerate(words.tolist())]
    return _numbers_of_objects(y)


def _numbers_of_objects(y: NDArray[Any]) -> tuple[NDArray[np.float64], list[str]]:
    words: list[str] = []
    known: dict[Any, int] = {}
    numbers = np.empty(len(y))
    for row, label in enumerate(y):
        key = (type(label), label)
        try:
            number = known.get(key)
        except TypeError:
            raise ValueError(f"row {row}: label {label!r}; expected a class: a word or a whole number") from None
        if number is None:
            number = known[key] = len(words)
            words.append(_class_word(label, row))
        numbers[row] = number
    return numbers, words


def _is_truth(label: Any) -> bool:
    return isinstance(label, (bool, np.bool_))


def _utf8(word: str, row: Callable[[], int]) -> str:
    try:
        word.encode()
    except UnicodeEncodeError:
        raise ValueError(f"row {row()}: label {word!r}; expected a word of UTF-8") from None
    return word


def require_labels(*of_classes: Any, beside: Any = None) -> None:
    """Refuses what is no label of a class, with its row: what is missing, and words for it or for what is no finite number.

    Words and numbers have no order in which they could stand together, nor beside the classes that are known.
    """
    for labels in of_classes:
        labels = np.atleast_1d(np.asarray(labels))
        if labels.dtype.kind == "f" and np.isnan(labels).any():
            raise ValueError("Input y contains NaN; expected the label of a class in each row")
        for row, label in enumerate(labels if labels.dtype.kind in "USO" else ()):
            if _is_missing(label):
                raise ValueError(f"row {row}: the label is missing; expected the label of a class in each row")
            if isinstance(label, str) and _is_no_name(label):
                raise ValueError(
                    f"row {row}: label {str(label)!r}; expected a class, as nan, inf, 1e400, ? and blanks alone are no names"
                )
    kinds = set().union(*(_kinds(labels) for labels in (*of_classes, *(() if beside is None else (beside,)))))
    if len(kinds) > 1:
        known = "" if beside is None else f"; the classes so far are {np.asarray(beside).tolist()}"
        raise ValueError(f"labels are {' and '.join(sorted(kinds))}{known}; expected one or the other")


def _kinds(labels: Any) -> set[str]:
    labels = np.atleast_1d(np.asarray(labels))
    if labels.dtype.kind in "US":
        return {"words"}
    if labels.dtype.kind != "O":
        return {"numbers"}
    return {"words" if isinstance(label, (str, bytes)) else "numbers" for label in labels.ravel().tolist()}


def _is_missing(label: Any) -> bool:
    return label is None or type(label).__name__ in ("NAType", "NaTType")


@functools.lru_cache(maxsize=1024)
def _is_no_name(word: str) -> bool:
    word = word.strip(" \t")
    try:
        return word in ("", "?") or not math.isfinite(float(word))
    except ValueError:
        return False


def _class_word(label: Any, row: int) -> str:
    if isinstance(label, str):
        return _utf8(label, lambda: row)
    if _is_truth(label):
        return "true" if label else "false"
    if isinstance(label, (int, np.integer)):
        return str(int(label))
    if isinstance(label, (float, np.floating)) and abs(label) < 2**53:
        return repr(float(label))
    missing = _is_missing(label) or label != label
    found = "the label is missing" if missing else f"label {label!r}"
    raise ValueError(f"row {row}: {found}; expected a class: a word or a whole number{'' if missing else ' below 2^53'}")


def as_weights(sample_weight: Any, rows: int) -> Optional[NDArray[np.float64]]:
    """None, or one number per row; a single number is that of every row."""
    if sample_weight is None:
        return None
    if np.ndim(sample_weight) == 0:
        return np.full(rows, sample_weight, dtype=np.float64)
    return as_numbers(sample_weight, "sample_weight")


def _floats(values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype in _FLOATS:
        return values
    if values.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    return values.astype(np.float64)


def _integers(values: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(values if values.dtype in _INTEGERS else values.astype(np.int64))
