"""scikit-learn's own checks, without exemption, and what they do not ask."""

import pickle

import numpy as np
import pytest
import sklearn.base
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from tacit import TacitClassifier, TacitRegressor


@pytest.mark.parametrize(
    "estimator,check",
    [
        pytest.param(estimator, check, id=f"{estimator!r} {getattr(check, 'func', check).__name__} {number}")
        for made in (TacitClassifier(), TacitClassifier("ada-implicit"), TacitRegressor(), TacitRegressor("ada-implicit"))
        for number, (estimator, check) in enumerate(check_estimator(made, generate_only=True))
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
    assert np.allclose(model.predict(X), X @ model.coef_[0] + model.intercept_[0])


def test_only_the_logistic_loss_has_probabilities():
    assert hasattr(TacitClassifier(), "predict_proba")
    assert not hasattr(TacitClassifier(loss="hinge"), "predict_proba")
    X = np.array([[0.0], [1.0], [0.1], [0.9]])
    assert TacitClassifier(loss="hinge", passes=5).fit(X, [0, 1, 0, 1]).predict(X).tolist() == [0, 1, 0, 1]


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
