"""The classifier of scikit-learn's kind."""

from __future__ import annotations

from typing import Any, Optional, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from tacit import _core
from tacit._arrays import as_rows, require_labels
from tacit._class_weight import ClassWeight
from tacit._estimator import SETTINGS, X_CHECKS, TacitEstimator, validate_data, with_weight
from tacit._learner import Learner
from tacit._one_against_rest import against_the_rest, all_or_none, require_known, slices
from tacit._settings import takes

_Classifier = TypeVar("_Classifier", bound="TacitClassifier")


class TacitClassifier(ClassifierMixin, TacitEstimator):
    """A linear classifier with nothing to tune.

    More than two classes are learned together, with the softmax loss. With a loss of two classes, each is learned against the rest.

    Parameters
    ----------
    loss : str, optional
        ``logistic`` by default and ``softmax`` for more than two classes, so that `predict_proba` means something; ``hinge``,
        ``squared-hinge`` and ``multiclass-hinge`` have none.
    learner, beta, radius, bias, scale and others
        As for `tacit.Learner`, without `labels`, `classes`, `hash` and `dictionary`.
    class_weight : dict, "balanced" or None
        What a row counts by its class, times its `sample_weight`: a number per label, 1 for others; or so that each class weighs alike.
        Balanced, a row of class y counts n/(K n_y): in `fit` of all n rows by their weight, in `partial_fit` of the rows so far, among
        the K classes that have come.
    shuffle : bool
        Whether `fit` goes over rows in an order that depends on their content, not on where they stand: then the same rows in any
        order give the same model, and a weight of 2 is the same as a row that comes twice. `partial_fit` takes rows as they come.
    passes : int
        How often `fit` goes over the rows.
    random_state : int, RandomState or None
        The seed of that order.
    progress : bool
        Show progress, where tqdm is installed.

    Examples
    --------
    >>> import numpy as np
    >>> from tacit import TacitClassifier
    >>> X = np.random.RandomState(0).normal(size=(500, 3))
    >>> y = np.where(X[:, 0] > X[:, 1], "left", "right")
    >>> model = TacitClassifier().fit(X, y)
    >>> model.score(X, y) > 0.95
    True
    >>> model.classes_.tolist()
    ['left', 'right']
    """

    class_weight: Optional[Union[dict[Any, float], str]]
    classes_: NDArray[Any]
    class_counts_: NDArray[np.float64]  # rows of each class, for weights that are balanced online
    codes_: Optional[NDArray[Any]]  # what the learner calls each class, where it learns all together

    _class_labels = {"labels": (-1.0, 1.0)}

    @takes(SETTINGS)
    def __init__(
        self,
        learner: Optional[str] = None,
        *,
        class_weight: Optional[Union[dict[Any, float], str]] = None,
        shuffle: bool = True,
        passes: int = 1,
        random_state: Union[int, np.random.RandomState, None] = 0,
        progress: bool = False,
        **settings: Any,
    ) -> None:
        super().__init__(learner, shuffle=shuffle, passes=passes, random_state=random_state, progress=progress, **settings)
        self.class_weight = class_weight

    def fit(self: _Classifier, X: Any, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> _Classifier:
        """Learn from all rows, beginning anew."""
        with self._unchanged_if_it_raises():
            self._fit(X, y, sample_weight)
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        X, y = validate_data(self, X, y, **X_CHECKS)
        y = self._checked_labels(y)
        sample_weight = self._checked_weight(sample_weight, X)
        classes, codes = np.unique(y, return_inverse=True)
        weight = ClassWeight(self.class_weight, classes)
        weight.require_known()
        counts = weight.counts(codes, sample_weight)
        sample_weight = weight.of_all(codes, sample_weight)
        seen = len(classes) if sample_weight is None else len(np.unique(codes[sample_weight > 0]))
        if seen < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {seen} class")
        seed = self._seed()
        if self._learns_together(len(classes)):
            learner = self._new_learner(loss=self.loss or "softmax")
            self._pass_over(learner, X, codes.astype(np.float64), sample_weight, seed)
            self._keep(classes, np.arange(len(classes)), [learner], counts)
            return
        learners = self._learners_for(classes)
        for learner, against in zip(learners, against_the_rest(y, classes, self._class_labels["labels"])):
            self._pass_over(learner, X, against, sample_weight, seed)
        self._keep(classes, None, learners, counts)

    def _keep(self, classes: Any, codes: Optional[NDArray[Any]], learners: list[Learner], counts: NDArray[np.float64]) -> None:
        self.classes_, self.codes_, self.learners_, self.class_counts_ = classes, codes, learners, counts

    def partial_fit(
        self: _Classifier,
        X: Any,
        y: ArrayLike,
        classes: Optional[ArrayLike] = None,
        sample_weight: Optional[ArrayLike] = None,
    ) -> _Classifier:
        """Go on learning from rows in their order. The first call has to say the `classes`.

        Where more than two classes are learned together, new ones may come later. Where each is learned against the rest, what ends the call half-way leaves all learners as they were before it.
        """
        with self._unchanged_if_it_raises():
            self._partial_fit(X, y, classes, sample_weight)
        return self

    def _partial_fit(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> None:
        first = not hasattr(self, "learners_")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        if first or not self._needs_no_validation(X, y):
            X, y = validate_data(self, X, y, reset=first, **X_CHECKS)
            y = column_or_1d(y, warn=True)
        require_labels(y, *([classes] if first else []), beside=None if first else self.classes_)
        self._require_loss()
        sample_weight = self._checked_weight(sample_weight, X)
        if self._learns_together_now(classes, first):
            return self._partial_fit_together(X, y, classes, sample_weight, first)
        known = self._known_classes(classes, first)
        require_known(y, known)
        learners = self._learners_for(known) if first else self.learners_
        X, y, sample_weight = with_weight(X, y, sample_weight)
        counts = np.zeros(len(known)) if first else self.class_counts_
        X, y, sample_weight, counts = self._weighed(X, y, sample_weight, known, counts)
        rows = as_rows(X)
        rows.check()
        with all_or_none(learners):
            for some in slices(len(y)):
                weight = None if sample_weight is None else sample_weight[some]
                for learner, against in zip(learners, against_the_rest(y[some], known, self._class_labels["labels"])):
                    learner._learn(rows, some.start, against, weight, False, None)
        self._keep(known, None, learners, counts)

    def _partial_fit_together(self, X: Any, y: Any, classes: Any, sample_weight: Any, first: bool) -> None:
        before = self.classes_ if not first else np.unique(classes)
        codes = self.codes_ if not first else np.arange(len(before))
        counts = self.class_counts_ if not first else np.zeros(len(before))
        missing = () if classes is None else np.setdiff1d(before, classes)
        if len(missing) > 0:
            raise ValueError(f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {before!r}")
        # A class keeps its code, whatever its place among the sorted ones becomes.
        new = np.setdiff1d(y if classes is None else np.union1d(classes, y), before)
        known = np.concatenate([before, new])
        codes = np.concatenate([codes, len(before) + np.arange(len(new))])
        order = np.argsort(known, kind="stable")
        known, codes, counts = known[order], codes[order], np.concatenate([counts, np.zeros(len(new))])[order]
        learner = self._new_learner(loss=self.loss or "softmax") if first else self.learners_[0]
        X, y, sample_weight = with_weight(X, y, sample_weight)
        X, y, sample_weight, counts = self._weighed(X, y, sample_weight, known, counts)
        labels = codes[np.searchsorted(known, y)].astype(np.float64)
        copy = learner.to_bytes() if len(new) > 0 and not first else None
        try:
            learner._learn(as_rows(X), None, labels, sample_weight, False, None)
        except BaseException:
            if copy is not None:  # which does not know classes that this estimator does not
                self.learners_[0] = Learner.from_bytes(copy)
            raise
        self._keep(known, codes, [learner], counts)

    def _weighed(self, X: Any, y: Any, sample_weight: Any, known: NDArray[Any], counts: NDArray[np.float64]) -> tuple[Any, ...]:
        """The next rows and what they count by their class; and how many of each there are then, behind these."""
        if self.class_weight is None:
            return X, y, sample_weight, counts
        weight, after = ClassWeight(self.class_weight, known).of_next(np.searchsorted(known, y), sample_weight, counts)
        return *with_weight(X, y, weight), after

    @property
    def coef_(self) -> NDArray[np.float64]:
        """Weights, a row per class; of two classes, one row. Those of auto are its one vector, which predicts almost as it does."""
        self._require_learners("coef_")
        if self.codes_ is not None:
            return self._of_two(self._by_class(self.learners_[0]._coefficients(self.n_features_in_), 0))
        rows = [learner._coefficients(self.n_features_in_) for learner in self.learners_]
        return rows[0][np.newaxis] if len(rows) == 1 else np.vstack(rows)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Predictions before they become classes: positive for the second of two, one column per class for more."""
        values = self._predictions(X)
        if self.codes_ is not None:
            lowest = values.min(axis=1, initial=0) - 1  # a class that never came is the last
            values = self._of_two(self._by_class(values.T, lowest)).T
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row."""
        values = self.decision_function(X)
        codes = (values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)
        return self.classes_[codes]

    def _has_probabilities(self) -> bool:
        try:
            together = self.loss is not None and _core.is_class_loss(self.loss)
            _core.require_output({"loss": self.loss, **({} if together else self._class_labels)}, "probability")
        except ValueError as error:
            raise AttributeError(str(error)) from None
        return True

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class: of two, that of the logistic loss; of more, those of softmax, or those of each against
        the rest, made to sum to 1.
        """
        of_each = self._predictions(X, "probability")
        if self.codes_ is not None:
            return self._by_class(of_each.T, 0).T
        if len(self.classes_) == 2:
            return np.column_stack([1 - of_each[:, 0], of_each[:, 0]])
        total = of_each.sum(axis=1, keepdims=True)
        return np.where(total > 0, of_each / np.where(total > 0, total, 1), 1 / len(self.classes_))

    @available_if(_has_probabilities)
    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The logarithm of `predict_proba`."""
        return np.log(self.predict_proba(X))

    def _learns_together(self, classes: int) -> bool:
        return _core.is_class_loss(self.loss) if self.loss is not None else classes > 2

    def _learns_together_now(self, classes: Any, first: bool) -> bool:
        if not first:
            return self.codes_ is not None
        count = len(np.unique(classes))
        if count < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {count} class")
        return self._learns_together(count)

    def _by_class(self, of_outputs: NDArray[np.float64], otherwise: Any) -> NDArray[np.float64]:
        """A row per class of what has one per class of the learner, where they stand in the order in which they came."""
        of_outputs = np.atleast_2d(of_outputs)
        came = np.array([int(name) for name in self.learners_[0]._class_names], dtype=int)
        values = np.empty((len(self.classes_), of_outputs.shape[1]))
        values[:] = otherwise
        place = np.empty(len(self.codes_), dtype=int)
        place[self.codes_] = np.arange(len(self.codes_))
        values[place[came]] = of_outputs[: len(came)]
        return values

    def _of_two(self, of_classes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of two classes, how far the second is ahead."""
        return of_classes[1:] - of_classes[:1] if len(self.classes_) == 2 else of_classes

    @property
    def intercept_(self) -> NDArray[np.float64]:
        """The weight of the constant feature, one per class or, of two, one."""
        self._require_learners("intercept_")
        if self.codes_ is None:
            return super().intercept_
        return self._of_two(self._by_class(np.array(self.learners_[0].bias)[:, np.newaxis], 0))[:, 0]

    def _known_classes(self, classes: Any, first: bool) -> NDArray[Any]:
        if classes is None or (not first and isinstance(classes, list) and classes == self.classes_.tolist()):
            return self.classes_
        classes = np.unique(classes)
        if not first and not np.array_equal(classes, self.classes_):
            raise ValueError(f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {self.classes_!r}")
        if len(classes) < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {len(classes)} class")
        return classes

    def _checked_labels(self, y: Any) -> NDArray[Any]:
        y = column_or_1d(y, warn=True)
        require_labels(y)
        check_classification_targets(y)
        self._require_loss()
        return y

    def _require_loss(self) -> None:
        for_classes = [loss for loss in _core.losses if _core.is_two_class(loss) or _core.is_class_loss(loss)]
        if self.loss in _core.losses and self.loss not in for_classes:
            raise ValueError(f"loss={self.loss!r} is for numbers; expected one for classes: {', '.join(for_classes)}")

    def _learners_for(self, classes: NDArray[Any]) -> list[Learner]:
        return [self._new_learner() for _ in range(1 if len(classes) == 2 else len(classes))]
