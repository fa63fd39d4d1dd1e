"""Crosses of features in arrays, frames, dictionaries and files."""

import numpy as np
import pandas
import pytest
import scipy.sparse
import tacit
from tacit import TacitClassifier, TacitRegressor


def products(rows=400):
    random = np.random.RandomState(1)
    X = random.uniform(-1, 1, size=(rows, 3))
    return X, X[:, 0] * X[:, 1]


def test_all_pairs_of_arrays_are_those_of_a_file(tmp_path):
    X, y = products()
    path = tmp_path / "a.svm"
    path.write_text("".join(f"{label!r} 1:{a!r} 2:{b!r} 3:{c!r}\n" for label, (a, b, c) in zip(y.tolist(), X.tolist())))
    for scale in ("none", "max-abs"):
        how = {"loss": "square", "learner": "ada-implicit", "cross": 2, "scale": scale}
        from_file = tacit.Learner(**how).learn_file(str(path))
        dense = tacit.Learner(**how).learn(X, y)
        sparse = tacit.Learner(**how).learn(scipy.sparse.csr_matrix(X), y)
        assert dense.weights == from_file.weights == sparse.weights
        assert (dense.predict(X) == sparse.predict(X)).all()


def test_crosses_by_number_and_by_the_names_of_a_frame_are_the_same():
    X, y = products()
    how = {"loss": "square", "learner": "ada-implicit"}
    by_number = tacit.Learner(cross="1*2", **how).learn(X, y, predictions=True)
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    learner = tacit.Learner(cross=["a*b"], dictionary=True, **how)
    assert (learner.learn(frame, y, predictions=True) == by_number).all()
    assert "a*b" in learner.weights
    again = tacit.Learner.from_bytes(learner.to_bytes())
    assert (again.predict(frame) == learner.predict(frame)).all()
    with pytest.raises(ValueError, match="names 'a': there is no such column"):
        tacit.Learner(cross=["a*b"], dictionary=True, **how).learn(frame.rename(columns={"a": "d"}), y)
    with pytest.raises(ValueError, match="have no names"):
        tacit.Learner(cross="a*b", **how).learn(X, y)


def test_dictionaries_have_crosses():
    learner = tacit.Learner(loss="square", learner="ada-implicit", cross="temp*colour", dictionary=True)
    for t in range(20):
        learner.learn_one({"temp": t % 3 + 1.0, "colour": "red" if t % 2 else "blue"}, t % 3 * (t % 2))
    assert {"temp*colour=red", "temp*colour=blue"} <= set(learner.weights)
    assert learner.predict_one({"temp": 3.0, "colour": "red"}) > learner.predict_one({"temp": 3.0, "colour": "blue"})


def test_an_estimator_crosses_and_predicts():
    X, y = products(2000)
    plain = TacitRegressor(loss="absolute").fit(X, y)
    crossed = TacitRegressor(loss="absolute", cross=2).fit(X, y)
    assert np.abs(crossed.predict(X) - y).mean() < 0.3 * np.abs(plain.predict(X) - y).mean()


def test_an_estimator_refuses_crosses_of_columns_that_its_rows_have_not():
    X, y = products()
    for estimator, labels in ((TacitRegressor(), y), (TacitClassifier(), y > 0), (TacitClassifier(), np.digitize(y, [-0.1, 0.1]))):
        for rows in (X, scipy.sparse.csr_matrix(X)):
            for first in (estimator.fit, lambda X, y: estimator.partial_fit(X, y, **classes)):
                classes = {"classes": np.unique(labels)} if isinstance(estimator, TacitClassifier) else {}
                with pytest.raises(ValueError, match=r"names '99': there is no such column; the columns are 1 to 3"):
                    estimator.set_params(cross="99*3")
                    first(rows, labels)
                with pytest.raises(ValueError, match="names 'a', and the columns of these rows have no names"):
                    estimator.set_params(cross="a*3")
                    first(rows, labels)
    by_number = TacitRegressor(loss="absolute", cross="1*2", shuffle=False).fit(X, y)
    learner = tacit.Learner(loss="absolute", cross="1*2").learn(X, y)
    assert (by_number.predict(X) == learner.predict(X)).all()
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    with pytest.raises(ValueError, match="names '1': there is no such column"):
        TacitRegressor(cross="1*2").fit(frame, y)


@pytest.mark.parametrize("cross", ["a*", "5", ["a"], 1])
def test_what_is_no_cross_is_refused(cross):
    with pytest.raises(ValueError):
        tacit.Learner(cross=cross)
