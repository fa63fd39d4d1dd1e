"""scikit-learn's own checks, without exemption, and what they do not ask."""

import pickle

import numpy as np
import pytest
import sklearn.base
from sklearn.datasets import load_iris
from sklearn.linear_model import PoissonRegressor
from sklearn.metrics import mean_poisson_deviance
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import tacit
from tacit import TacitClassifier, TacitRegressor


MADE = (
    TacitClassifier(),
    TacitClassifier("ada-implicit"),
    TacitClassifier("ada-implicit", scale="max-abs"),
    TacitRegressor(),
    TacitRegressor("ada-implicit"),
)


def name_of(check):
    return getattr(check, "func", check).__name__


def is_for(estimator, check):
    """Fifty rows of features around 30 do not move the bias of a single learner without scales as far as weights of 10^7 to 1 ask."""
    unscaled = estimator.learner is not None and estimator.scale is None
    return not (unscaled and name_of(check) == "check_class_weight_classifiers")


@pytest.mark.parametrize(
    "estimator,check",
    [
        pytest.param(estimator, check, id=f"{estimator!r} {name_of(check)} {number}")
        for made in MADE
        for number, (estimator, check) in enumerate(check_estimator(made, generate_only=True))
        if is_for(estimator, check)
    ],
)
def test_scikit_learn_finds_nothing_wrong(estimator, check):
    check(estimator)


def test_there_are_no_exemptions():
    for estimator in (TacitClassifier(), TacitRegressor()):
        assert not estimator._get_tags()["_xfail_checks"] and not estimator._get_tags()["non_deterministic"]


@pytest.mark.parametrize("learner", ["auto", "ada-implicit", "ogd", "doubling"])
@pytest.mark.parametrize("passes", [1, 2])
def test_weight_is_repetition_in_fit(learner, passes):
    random = np.random.RandomState(1)
    X, y = random.normal(size=(60, 3)), random.normal(size=60)
    weight = random.randint(0, 4, size=60)
    weighted = TacitRegressor(learner, passes=passes).fit(X, y, weight)
    repeated = TacitRegressor(learner, passes=passes).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert weighted.learners_[0].to_bytes() == repeated.learners_[0].to_bytes()


def test_fit_does_not_depend_on_the_order_of_rows():
    random = np.random.RandomState(1)
    X, y, weight = random.normal(size=(60, 3)), random.randint(3, size=60), random.uniform(size=60)
    order = random.permutation(60)
    a = TacitClassifier().fit(X, y, weight)
    b = TacitClassifier().fit(X[order], y[order], weight[order])
    assert all(p.to_bytes() == q.to_bytes() for p, q in zip(a.learners_, b.learners_))
    other = TacitClassifier(random_state=7).fit(X, y, weight)
    assert other.learners_[0].to_bytes() != a.learners_[0].to_bytes()


def test_several_classes_of_words():
    X, y = load_iris(return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = TacitClassifier(passes=3).fit(X, names)
    assert model.score(X, names) > 0.9
    assert model.coef_.shape == (3, 4) and model.intercept_.shape == (3,)
    assert np.allclose(model.predict_proba(X).sum(axis=1), 1)
    assert model.decision_function(X).shape == (150, 3)
    assert cross_val_score(TacitClassifier(passes=3), X, names).mean() > 0.85


def test_a_single_learner_predicts_what_its_weights_say():
    X, y = load_iris(return_X_y=True)
    model = TacitRegressor("ada-implicit").fit(X, y)
    assert np.allclose(model.predict(X), X @ model.coef_ + model.intercept_)
    assert model.coef_.shape == (4,) and model.intercept_.shape == (1,)


def test_only_the_logistic_loss_has_probabilities():
    assert hasattr(TacitClassifier(), "predict_proba")
    assert not hasattr(TacitClassifier(loss="hinge"), "predict_proba")
    X = np.array([[0.0], [1.0], [0.1], [0.9]])
    assert TacitClassifier(loss="hinge", passes=5).fit(X, [0, 1, 0, 1]).predict(X).tolist() == [0, 1, 0, 1]


def test_losses_and_their_names_are_those_of_the_library():
    X, y = np.array([[0.0], [1.0], [0.1], [0.9]]), [0, 1, 0, 1]
    for_classes = [loss for loss in tacit.losses if tacit._core.is_two_class(loss) or tacit._core.is_class_loss(loss)]
    assert "logistic" in for_classes and "square" not in for_classes
    for loss in tacit.losses:
        right, wrong = (TacitClassifier, TacitRegressor) if loss in for_classes else (TacitRegressor, TacitClassifier)
        assert right(loss=loss).fit(X, y).learners_[0].summary()["loss"] == loss
        expected = ", ".join(other for other in tacit.losses if (other in for_classes) != (loss in for_classes))
        for call in ("fit", "partial_fit"):
            with pytest.raises(ValueError, match=f"loss='{loss}' is for .*: {expected}$"):
                getattr(wrong(loss=loss), call)(X, y, **({"classes": [0, 1]} if (wrong, call) == (TacitClassifier, "partial_fit") else {}))
    assert TacitClassifier().fit(X, y).learners_[0].summary()["loss"] == tacit.Learner(labels=(-1, 1)).summary()["loss"] == "logistic"
    assert TacitRegressor().fit(X, y).learners_[0].summary()["loss"] == tacit.Learner().summary()["loss"] == "square"
    assert TacitClassifier().get_params()["loss"] is None
    with pytest.raises(AttributeError, match="output='probability' needs two classes and the logistic loss"):
        TacitClassifier(loss="hinge").predict_proba
    assert not hasattr(TacitClassifier(loss="hing"), "predict_proba")


def test_pickles_name_the_public_module():
    for estimator in (TacitClassifier, TacitRegressor):
        assert estimator.__module__ == "tacit.estimators"
        assert b"tacit.estimators" in pickle.dumps(estimator())


def test_pickles_and_clones_go_on_where_they_were():
    random = np.random.RandomState(0)
    X, y = random.normal(size=(50, 4)), random.randint(2, size=50)
    model = TacitClassifier().partial_fit(X, y, classes=[0, 1])
    again = pickle.loads(pickle.dumps(model))
    assert again.partial_fit(X, y).learners_[0].to_bytes() == model.partial_fit(X, y).learners_[0].to_bytes()
    assert not hasattr(sklearn.base.clone(model), "learners_")
    assert model.get_params()["shuffle"] is True


def test_it_works_in_pipelines_and_searches():
    X, y = load_iris(return_X_y=True)
    search = GridSearchCV(make_pipeline(StandardScaler(), TacitClassifier("ada-implicit")), {"tacitclassifier__beta": [0.1, 1, 10]})
    assert search.fit(X, y).best_score_ > 0.8


def test_columns_have_names():
    import pandas

    X = pandas.DataFrame({"a": [0.0, 1, 2, 3], "b": [1.0, 0, 1, 0]})
    model = TacitRegressor().fit(X, [0, 1, 2, 3])
    assert model.feature_names_in_.tolist() == ["a", "b"] and model.n_features_in_ == 2
    with pytest.raises(ValueError, match="feature names"):
        model.predict(X[["b", "a"]])


@pytest.mark.parametrize("estimator", [TacitClassifier, TacitRegressor])
def test_a_fit_that_is_refused_leaves_the_estimator_as_it_was(estimator):
    import pandas

    X = pandas.DataFrame({"a": [0.0, 1, 2, 3], "b": [1.0, 0, 1, 0]})
    model = estimator().fit(X, [0, 1, 0, 1])
    before = model.learners_[0].to_bytes()
    for bad, y in [
        (np.array([[1.0, 2.0, np.inf]] * 4), [0, 1, 0, 1]),
        (pandas.DataFrame({"c": [0.0, np.inf]}), [0, 1]),
        (np.ones((4, 5)), [0, 1, 0]),
    ]:
        with pytest.raises(ValueError):
            model.fit(bad, y)
        assert model.n_features_in_ == 2 and model.feature_names_in_.tolist() == ["a", "b"]
        assert model.learners_[0].to_bytes() == before
    fresh = estimator()
    with pytest.raises(ValueError):
        fresh.fit(np.array([[1.0, np.inf]] * 2), [0, 1])
    assert not hasattr(fresh, "n_features_in_")


def test_of_several_classes_no_learner_is_ahead_after_an_interruption():
    random = np.random.RandomState(0)
    X, y = random.normal(size=(300, 4)), random.randint(3, size=300)
    model = TacitClassifier(loss="logistic").partial_fit(X, y, classes=[0, 1, 2])
    before = [learner.to_bytes() for learner in model.learners_]

    class Interrupted(type(model.learners_[0])):
        def _learn(self, *arguments):
            raise KeyboardInterrupt

    model.learners_[2] = Interrupted.from_bytes(before[2])
    with pytest.raises(KeyboardInterrupt):
        model.partial_fit(X, y)
    assert [learner.to_bytes() for learner in model.learners_] == before
    assert model.partial_fit(X, y).learners_[2].summary()["examples"] == 600


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_sparse_batches_are_learned_from_as_dense_ones(kind):
    import scipy.sparse

    random = np.random.RandomState(0)
    X = random.normal(size=(200, 4)).astype(kind)
    for make, y in (
        (lambda: TacitClassifier(), random.randint(2, size=200)),
        (lambda: TacitClassifier(), random.randint(3, size=200) + 0.5),
        (lambda: TacitRegressor(), random.normal(size=200)),
    ):
        said = {"classes": sorted(set(y.tolist()))} if isinstance(make(), TacitClassifier) else {}
        dense, sparse = make(), make()
        for batch in np.split(np.arange(200), 4):
            dense.partial_fit(X[batch], y[batch].tolist(), **said)
            sparse.partial_fit(scipy.sparse.csr_matrix(X[batch]), y[batch], **said)
        assert [a.to_bytes() for a in dense.learners_] == [b.to_bytes() for b in sparse.learners_]
        with pytest.raises(ValueError, match="3 features, but Tacit.* is expecting 4 features"):
            sparse.partial_fit(scipy.sparse.csr_matrix(X[:, :3]), y)
        with pytest.raises(ValueError, match="NaN|nan|not in classes"):
            sparse.partial_fit(scipy.sparse.csr_matrix(X), np.where(np.arange(200) == 199, np.nan, y))
        with pytest.raises(ValueError, match="inconsistent"):
            sparse.partial_fit(scipy.sparse.csr_matrix(X), y[:-1])
        assert [a.to_bytes() for a in dense.learners_] == [b.to_bytes() for b in sparse.learners_]


@pytest.mark.parametrize("learner", [None, "implicit-ftrl"])
def test_l1_leaves_few_coefficients(learner):
    random = np.random.default_rng(3)
    X = random.normal(size=(400, 30))
    sides = np.where(X[:, 0] > 0, "yes", "no")
    free = tacit.TacitClassifier(learner=learner or "ada-implicit").fit(X, sides)
    few = tacit.TacitClassifier(learner=learner, l1=2 if learner else 0.1, l2=0.001).fit(X, sides)
    assert np.count_nonzero(few.coef_) < np.count_nonzero(free.coef_) == 30
    assert few.coef_[0, 0] != 0 and few.score(X, sides) > 0.9
    fewer = tacit.TacitRegressor(learner=learner, l1=20 if learner else 0.5).fit(X, X[:, 0])
    assert np.count_nonzero(fewer.coef_) < 30


def test_penalties_are_refused_where_they_mean_nothing():
    X, y = np.eye(4), [0, 1, 0, 1]
    with pytest.raises(ValueError, match="leave out l1, or choose learner='ada-implicit'"):
        tacit.TacitClassifier(learner="auto", l1=1).fit(X, y)
    with pytest.raises(ValueError, match="expected a number of 0 or more"):
        tacit.Learner(l2=-1)


def test_a_regressor_of_counts_predicts_means_and_scores_the_deviance_as_scikit_learn_does():
    random = np.random.RandomState(0)
    X = random.normal(size=(2000, 2))
    y = random.poisson(np.exp(2 + 0.5 * X[:, 0]))
    weight = random.randint(1, 4, size=2000)
    regressor = TacitRegressor(loss="poisson").fit(X, y)
    means = regressor.predict(X)
    assert means.min() > 0
    expected = 1 - mean_poisson_deviance(y, means, sample_weight=weight) / mean_poisson_deviance(
        y, np.full(2000, np.average(y, weights=weight)), sample_weight=weight
    )
    assert regressor.score(X, y, weight) == pytest.approx(expected, rel=1e-12)
    fitted = PoissonRegressor(alpha=0).fit(X, y)
    assert regressor.score(X, y) > 0.95 * fitted.score(X, y)
