"""Estimators of scikit-learn's kind. Importing this module imports scikit-learn."""

import inspect

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_array, check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from tacit import _core
from tacit._arrays import as_rows
from tacit._learner import Learner

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before scikit-learn 1.6

    def validate_data(estimator, *arrays, **how):
        return estimator._validate_data(*arrays, **how)


try:
    from sklearn.utils.validation import _check_sample_weight
except ImportError:
    from sklearn.utils._validation import _check_sample_weight

# That all numbers are finite the compiled part finds out while it looks at the rows anyway.
_FINITE = next(name for name in ("ensure_all_finite", "force_all_finite") if name in inspect.signature(check_array).parameters)
_X = {"accept_sparse": "csr", "dtype": [np.float64, np.float32], "accept_large_sparse": True, _FINITE: False}


class _Tacit(BaseEstimator):
    """What the two have in common: their parameters, and how they pass over rows."""

    def __init__(
        self,
        learner=None,
        *,
        loss=None,
        loss_parameter=None,
        beta=None,
        radius=None,
        bias=True,
        scale="none",
        shuffle=True,
        passes=1,
        random_state=0,
        progress=False,
    ):
        self.learner = learner
        self.loss = loss
        self.loss_parameter = loss_parameter
        self.beta = beta
        self.radius = radius
        self.bias = bias
        self.scale = scale
        self.shuffle = shuffle
        self.passes = passes
        self.random_state = random_state
        self.progress = progress

    def _new_learner(self):
        return Learner(
            self.learner,
            loss=self.loss or self._default_loss,
            loss_parameter=self.loss_parameter,
            beta=self.beta,
            radius=self.radius,
            bias=self.bias,
            scale=self.scale,
        )

    def _pass_over(self, learner, X, y, sample_weight, seed):
        """A whole fit: in the order of the rows' content, or in their own."""
        from tacit._progress import shown

        passes = self._checked_passes()
        with shown(self.progress, passes * len(y)) as told:
            if self.shuffle:
                learner._learn_shuffled(as_rows(X), y, sample_weight, seed, passes, told)
            else:
                X, y, sample_weight = _with_weight(X, y, sample_weight)
                rows = as_rows(X)
                for _ in range(passes):
                    learner._learn(rows, 0, y, sample_weight, False, told)

    def _checked_passes(self):
        if not (isinstance(self.passes, (int, np.integer)) and self.passes >= 1):
            raise ValueError(f"passes={self.passes!r}; expected a whole number of at least 1")
        return int(self.passes)

    def _seed(self):
        if isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _checked_weight(self, sample_weight, X):
        if sample_weight is None:
            return None
        sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        if (sample_weight < 0).any():
            raise ValueError("Negative values in data passed to `sample_weight`")
        if not (sample_weight > 0).any():
            raise ValueError("sample_weight is 0 everywhere: there is nothing to learn from")
        return np.ascontiguousarray(sample_weight)

    def __sklearn_tags__(self):  # scikit-learn 1.6 and later asks; before, estimators were tried
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def __sklearn_is_fitted__(self):
        return hasattr(self, "learners_")

    @property
    def coef_(self):
        """Weights, one row a learner. Those of auto are its one vector, which predicts almost as it does."""
        self._require_learners("coef_")
        return np.vstack([learner._coefficients(self.n_features_in_) for learner in self.learners_])

    @property
    def intercept_(self):
        """The weight of the constant feature, one a learner."""
        self._require_learners("intercept_")
        return np.array([learner.bias for learner in self.learners_])

    def _require_learners(self, name):
        if not hasattr(self, "learners_"):
            raise AttributeError(f"{type(self).__name__} has no {name} before it is fitted")

    def _values(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **_X)
        rows = as_rows(X)
        return np.column_stack([learner._predict(rows, None) for learner in self.learners_])


def _slices(rows, size=65536):
    """Of rows, so that what is made of their labels does not grow with them."""
    return [slice(first, min(first + size, rows)) for first in range(0, rows, size)]


def _require_known(y, classes):
    for some in _slices(len(y)):
        known = np.zeros(some.stop - some.start, dtype=bool)
        for label in classes:
            known |= y[some] == label
        unknown = ~known
        if unknown.any():
            raise ValueError(f"y has labels that are not in classes: {np.unique(y[some][unknown]).tolist()}")


def _with_weight(X, y, sample_weight):
    """Without the rows of weight 0: they are as if they were not there."""
    if sample_weight is None or (sample_weight > 0).all():
        return X, y, sample_weight
    kept = np.flatnonzero(sample_weight)
    return X[kept], y[kept], sample_weight[kept]


class TacitClassifier(ClassifierMixin, _Tacit):
    """A linear classifier with nothing to tune; several classes are learned one against the rest.

    Parameters
    ----------
    learner : str, optional
        One of `tacit.learners`: ``auto`` unless `beta` or `radius` is given, then ``ada-implicit``.
    loss : str
        ``logistic`` by default, so that `predict_proba` means something; ``hinge`` and ``squared-hinge`` have none.
    loss_parameter, beta, radius, bias, scale
        As for `tacit.Learner`.
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

    _default_loss = "logistic"

    def fit(self, X, y, sample_weight=None):
        """Learn from all rows, beginning anew."""
        X, y = validate_data(self, X, y, **_X)
        y = self._checked_labels(y)
        sample_weight = self._checked_weight(sample_weight, X)
        classes, codes = np.unique(y, return_inverse=True)
        seen = len(classes) if sample_weight is None else len(np.unique(codes[sample_weight > 0]))
        if seen < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {seen} class")
        learners = self._learners_for(classes)
        seed = self._seed()
        for learner, against in zip(learners, self._against_the_rest(y, classes)):
            self._pass_over(learner, X, against, sample_weight, seed)
        self.classes_, self.learners_ = classes, learners
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Go on learning from rows in their order. The first call has to say all `classes`."""
        first = not hasattr(self, "learners_")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        X, y = validate_data(self, X, y, reset=first, **_X)
        y = column_or_1d(y, warn=True)
        self._require_loss()
        sample_weight = self._checked_weight(sample_weight, X)
        known = self._known_classes(classes, first)
        _require_known(y, known)
        learners = self._learners_for(known) if first else self.learners_
        X, y, sample_weight = _with_weight(X, y, sample_weight)
        rows = as_rows(X)
        rows.check()
        for some in _slices(len(y)):
            weight = None if sample_weight is None else sample_weight[some]
            for learner, against in zip(learners, self._against_the_rest(y[some], known)):
                learner._learn(rows, some.start, against, weight, False, None)
        self.classes_, self.learners_ = known, learners
        return self

    def decision_function(self, X):
        """Predictions before they become classes: positive for the second of two, one column a class for more."""
        values = self._values(X)
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X):
        """The class of each row."""
        values = self.decision_function(X)
        codes = (values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)
        return self.classes_[codes]

    def _has_probabilities(self):
        loss = self.loss or self._default_loss
        if loss != "logistic":
            raise AttributeError(f"probabilities need the logistic loss; the loss is {loss}")
        return True

    @available_if(_has_probabilities)
    def predict_proba(self, X):
        """The probability of each class: of two, that of the logistic loss; of more, those of each against the rest, made to sum to 1."""
        values = self._values(X)
        of_each = _core.probability(np.ascontiguousarray(values.ravel())).reshape(values.shape)
        if len(self.classes_) == 2:
            return np.column_stack([1 - of_each[:, 0], of_each[:, 0]])
        total = of_each.sum(axis=1, keepdims=True)
        return np.where(total > 0, of_each / np.where(total > 0, total, 1), 1 / len(self.classes_))

    @available_if(_has_probabilities)
    def predict_log_proba(self, X):
        """The logarithm of `predict_proba`."""
        return np.log(self.predict_proba(X))

    def _known_classes(self, classes, first):
        if classes is None:
            return self.classes_
        classes = np.unique(classes)
        if not first and not np.array_equal(classes, self.classes_):
            raise ValueError(f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {self.classes_!r}")
        if len(classes) < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {len(classes)} class")
        return classes

    def _checked_labels(self, y):
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        self._require_loss()
        return y

    def _require_loss(self):
        loss = self.loss or self._default_loss
        if loss in _core.losses and not _core.is_two_class(loss):
            raise ValueError(f"loss={loss!r} is for numbers; expected one for classes: logistic, hinge or squared-hinge")

    def _learners_for(self, classes):
        return [self._new_learner() for _ in range(1 if len(classes) == 2 else len(classes))]

    @staticmethod
    def _against_the_rest(y, classes):
        for label in classes[1:] if len(classes) == 2 else classes:
            yield np.where(y == label, 1.0, -1.0)


class TacitRegressor(RegressorMixin, _Tacit):
    """A linear regression with nothing to tune.

    Parameters
    ----------
    learner : str, optional
        One of `tacit.learners`: ``auto`` unless `beta` or `radius` is given, then ``ada-implicit``.
    loss : str
        ``square`` by default, as `score` is the coefficient of determination; ``absolute``, ``huber``, ``pinball`` and others.
    loss_parameter, beta, radius, bias, scale, shuffle, passes, random_state, progress
        As for `TacitClassifier`.

    Examples
    --------
    >>> import numpy as np
    >>> from tacit import TacitRegressor
    >>> X = np.random.RandomState(0).normal(size=(500, 3))
    >>> TacitRegressor().fit(X, X @ [1, 2, 3] + 4).score(X, X @ [1, 2, 3] + 4) > 0.99
    True
    """

    _default_loss = "square"

    def fit(self, X, y, sample_weight=None):
        """Learn from all rows, beginning anew."""
        X, y = validate_data(self, X, y, y_numeric=True, **_X)
        sample_weight = self._checked_weight(sample_weight, X)
        learner = self._new_learner()
        self._pass_over(learner, X, self._checked_targets(y), sample_weight, self._seed())
        self.learners_ = [learner]
        return self

    def partial_fit(self, X, y, sample_weight=None):
        """Go on learning from rows in their order."""
        first = not hasattr(self, "learners_")
        X, y = validate_data(self, X, y, reset=first, y_numeric=True, **_X)
        sample_weight = self._checked_weight(sample_weight, X)
        learners = [self._new_learner()] if first else self.learners_
        X, y, sample_weight = _with_weight(X, self._checked_targets(y), sample_weight)
        learners[0]._learn(as_rows(X), 0, y, sample_weight, False, None)
        self.learners_ = learners
        return self

    def predict(self, X):
        """The prediction for each row."""
        return self._values(X)[:, 0]

    def _checked_targets(self, y):
        loss = self.loss or self._default_loss
        if loss in _core.losses and _core.is_two_class(loss):
            raise ValueError(f"loss={loss!r} is for classes; expected one for numbers, such as square or absolute")
        return np.ascontiguousarray(column_or_1d(y, warn=True), dtype=np.float64)
