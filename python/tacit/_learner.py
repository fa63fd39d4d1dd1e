"""The learner itself: examples as dictionaries, arrays or files, models as files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Optional, TypeVar, Union, overload

from tacit import _core
from tacit._checks import whole
from tacit._progress import Progress, shown
from tacit._settings import of_scope, require_known, takes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_Self = TypeVar("_Self", bound="Learner")


class Explanation(NamedTuple):
    """What a prediction is made of.

    Contributions are pairs of a feature's name and what it adds to the score, the largest first. Of several classes, `predicted` is the
    one that they speak for and `against` the runner-up: they add to how far the score of the first is ahead. Else both are None.
    """

    predicted: Optional[Union[str, int]]
    against: Optional[Union[str, int]]
    contributions: list[tuple[str, float]]


@takes(of_scope("learner"))
class Learner(_core.Learner):
    """A learner by name, with the words and the defaults of the command line.

    Parameters
    ----------
    {settings}

    A number in column j of an array is feature j + 1, as in files; a dictionary's keys are names. For the scale ``max-abs`` a call counts
    as all the data: features that are new to the learner are divided by their largest absolute value in the call.

    Examples
    --------
    >>> import numpy as np
    >>> from tacit import Learner
    >>> X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [1.0, 3.0]])
    >>> learner = Learner("ada-implicit", loss="absolute", beta=10)
    >>> learner.learn(X, [1, 2, 5, 5]).predict(X).shape
    (4,)
    >>> learner.summary()["examples"]
    4

    NaN is a missing number: the mean so far stands in for it. A row that is not as it should be raises ValueError before any is learned
    from:

    >>> learner.learn([[float("inf"), 0]], [1])
    Traceback (most recent call last):
    ValueError: Input X contains infinity: row 0, column 0
    >>> learner.summary()["examples"]
    4
    """

    def __init__(self, learner: Optional[str] = None, **settings: Any) -> None:
        require_known(settings, of_scope("learner"))
        super().__init__({"learner": learner, **settings})

    @overload
    def learn(
        self: _Self,
        X: Any,
        y: ArrayLike,
        sample_weight: Optional[ArrayLike] = None,
        *,
        predictions: Literal[False] = False,
        progress: Progress = False,
    ) -> _Self: ...
    @overload
    def learn(
        self,
        X: Any,
        y: ArrayLike,
        sample_weight: Optional[ArrayLike] = None,
        *,
        predictions: Literal[True],
        progress: Progress = False,
    ) -> NDArray[np.float64]: ...
    def learn(self, X, y, sample_weight=None, *, predictions=False, progress=False):
        """Learn from rows in their order. Returns the learner or, if asked, the predictions made before each round.

        X is a numpy array or a scipy sparse matrix, of float32 or float64; neither is copied. A NaN is a missing number. A learner made
        with ``dictionary=True`` keeps the names of a frame's columns, and expects the same ones later. y holds numbers, or the words that the
        learner was given as labels. The interpreter's lock is released. What
        `progress` raises, or a signal, ends the call between two blocks of rows: the learner then has learned from the first
        ``summary()["examples"]`` and can go on.
        """
        from tacit._arrays import as_class_numbers, as_examples, as_known_labels, as_weights, columns_of

        words: list[str] = []
        if self._class_names is not None:
            y, words = as_class_numbers(y)
        rows, y = as_examples(X, as_known_labels(y, self._label_words))
        names = columns_of(X)
        if names is not None:
            self._name_columns(names, False)
        with shown(progress, len(y)) as told:
            made = self._learn(rows, None, y, as_weights(sample_weight, len(y)), predictions, told, words)
        if names is not None:
            self._name_columns(names, True)
        if not predictions:
            return self
        return made if self._class_names is None else self._in_words(made)

    def predict(self, X: Any, *, output: Optional[str] = None, progress: Progress = False) -> NDArray[Any]:
        """Predictions for rows: ``score`` (the value of the linear function), ``label`` (of classes), ``probability`` (logistic loss, softmax) or ``mean`` (of the label, with the poisson loss).

        A learner of several classes gives labels by default; scores and probabilities are a column per class, in the order of `classes`.
        Other learners give scores.
        """
        from tacit._arrays import as_rows, columns_of

        output = output or self._usual_output()
        rows = as_rows(X)
        if (names := columns_of(X)) is not None:
            self._name_columns(names, False)
        with shown(progress) as told:
            predictions = self._predict(rows, output, told)
        return self._in_words(predictions) if output == "label" else predictions

    def explain(self, X: Any, n: int = 10) -> list[Explanation]:
        """The `n` features that contribute most to the prediction of each row, as ``tacit predict --explain`` names them.

        A contribution is weight times value; of a column of numbers, the mean so far is taken off the value first. The bias is none.
        The weights of auto are its one vector, which predicts almost as it does; of several classes a vector for each, the mean of its
        learners', whose lead may differ.

        >>> import numpy as np
        >>> learner = Learner("ada-implicit", loss="square").learn(np.eye(2), [3, -1])
        >>> [name for name, value in learner.explain([[1.0, 0.5]], 1)[0].contributions]
        ['1']
        """
        from tacit._arrays import as_rows, columns_of

        if (names := columns_of(X)) is not None:
            self._name_columns(names, False)
        classes = self.classes or []

        def name(number: Optional[int]) -> Optional[Union[str, int]]:
            return None if number is None else classes[number]

        found = self._explain(as_rows(X), whole("n", n, least=1))
        return [Explanation(name(of), name(against), contributions) for of, against, contributions in found]

    def predict_interval(self, X: Any, *, progress: Progress = False) -> NDArray[np.float64]:
        """Low end, prediction and high end per row, in three columns; for a learner that was made with `interval`.

        The intervals are those that the coming row would get: while learning, each label that comes makes them wider or narrower, so that
        the share that was asked for holds. ``summary()["interval"]`` says how they have done so far.

        >>> import numpy as np
        >>> X = np.random.RandomState(0).normal(size=(2000, 2))
        >>> y = X @ [1, 2] + np.random.RandomState(1).normal(size=2000)
        >>> learner = Learner(loss="absolute", interval=0.9).learn(X, y)
        >>> low, prediction, high = learner.predict_interval(X[:5]).T
        >>> bool((low < prediction).all() and (prediction < high).all())
        True
        >>> abs(learner.summary()["interval"]["coverage"] - 0.9) < 0.01
        True
        """
        from tacit._arrays import as_rows

        rows = as_rows(X)
        with shown(progress) as told:
            return self._predict_interval(rows, told)

    @takes(of_scope("reading"))
    def learn_file(self: _Self, *paths: Union[str, os.PathLike[str]], progress: Progress = False, **how: Any) -> _Self:
        """Learn from files as ``tacit train`` does. Returns the learner. A bad line leaves the learner as it was.

        The keywords are those of `tacit.read`, without `features`, `names`, `hash` and `labels`, which the learner has. A known data set
        tells its labels to a learner that has none.
        """
        from tacit._files import data_folder, found

        require_known(how, of_scope("reading"))
        names, files = [os.fspath(path) for path in paths], [found(path) for path in paths]
        with shown(progress) as told:
            self._learn_files(names, files, data_folder(), how, told)
        return self

    @takes(of_scope("reading"))
    def predict_file(
        self, *paths: Union[str, os.PathLike[str]], output: Optional[str] = None, progress: Progress = False, **how: Any
    ) -> NDArray[Any]:
        """Predictions for the rows of files, one per row in their order: what ``tacit predict`` writes with this model.

        Columns are what they were when the learner learned: `time`, `group` and the like need not be given again. Rows need no label; those
        that have one tell the rows behind them what came before, though nothing is learned. Notes are warnings. A row
        that is left out has NaN: a bad one with ``skip_bad_rows=True``, one that lacks a number in a learner made with ``missing="skip"``.
        `output` is as for `predict`.
        """
        from tacit._files import found

        require_known(how, of_scope("reading"))
        output = output or self._usual_output()
        with shown(progress) as told:
            predictions = self._predict_files([found(path) for path in paths], how, output, told)
        return self._in_words(predictions) if output == "label" else predictions

    @takes(of_scope("reading"))
    def predict_interval_file(
        self, *paths: Union[str, os.PathLike[str]], progress: Progress = False, **how: Any
    ) -> NDArray[np.float64]:
        """Low end, prediction and high end per row of files, in three columns; keywords as for `predict_file`."""
        from tacit._files import found

        require_known(how, of_scope("reading"))
        with shown(progress) as told:
            return self._predict_interval_files([found(path) for path in paths], how, told)

    def _in_words(self, predictions: NDArray[Any]) -> NDArray[Any]:
        """Labels as the words that the learner was given, if it was; None for a row that has no prediction."""
        import numpy as np

        if self._class_names is not None:
            return self._class_words(predictions)
        if not self._label_words:
            return predictions

        negative, positive = self._label_words
        words = np.where(predictions > 0, positive, negative)
        if np.isnan(predictions).any():
            words = words.astype(object)
            words[np.isnan(predictions)] = None
        return words

    @property
    def classes(self) -> Optional[list[Union[str, int]]]:
        """The classes in the order in which they came, or as they were given; None where labels are not several classes.

        They are whole numbers if all of them are, else words.
        """
        names = self._class_names
        if names is None:
            return None
        numbers = all(name.lstrip("-").isdigit() for name in names)
        return [int(name) for name in names] if numbers else list(names)

    def _usual_output(self) -> str:
        return "score" if self._class_names is None else "label"

    def _class_words(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """Classes by their numbers; None where none had come yet, or a row has no prediction."""
        import numpy as np

        missing = np.isnan(numbers) | (numbers < 0)
        words = np.array(self.classes or [""])[np.where(missing, 0, numbers).astype(int)]
        if missing.any():
            words = words.astype(object)
            words[missing] = None
        return words

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Write the model file that ``tacit train -o`` would; JSON if the name ends in .json."""
        self._save(os.fspath(path))

    @classmethod
    def load(cls: type[_Self], path: Union[str, os.PathLike[str]]) -> _Self:
        """Go on with a model file, of Python or of the command line, plain or compressed."""
        with open(path, "rb"):
            pass  # what cannot be opened raises Python's own error
        self = cls.__new__(cls)
        _core.Learner.__init__(self, path=os.fspath(path))
        return self

    @classmethod
    def from_bytes(cls: type[_Self], model: bytes, name: str = "the model") -> _Self:
        """Go on with the bytes of a model file."""
        self = cls.__new__(cls)
        _core.Learner.__init__(self, bytes(model), name)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        summary = self.summary()
        return f"Learner({summary['learner']!r}, loss={summary['loss']!r}) after {summary['examples']} examples"
