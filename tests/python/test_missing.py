"""Missing numbers: NaN in arrays, frames, sparse matrices and dictionaries, and the names of a frame's columns."""

import pickle

import numpy as np
import pandas
import pytest
import scipy.sparse
import tacit
from sklearn.metrics import roc_auc_score
from tacit import TacitClassifier, TacitRegressor


def temperatures(rows=4000, share=0.2):
    """Temperatures about 300 decide the class; a share of them is missing."""
    random = np.random.RandomState(3)
    X = np.column_stack([300 + 10 * random.standard_normal(rows), random.standard_normal(rows)])
    y = np.where(0.2 * (X[:, 0] - 300) + X[:, 1] + random.standard_normal(rows) > 0, 1.0, -1.0)
    holes = X.copy()
    holes[random.uniform(size=rows) < share, 0] = np.nan
    return X, holes, y


def test_a_mean_ranks_almost_as_whole_rows_do_and_zeros_fail():
    X, holes, y = temperatures()
    rank = lambda rows, **how: roc_auc_score(y, tacit.Learner(loss="logistic", **how).learn(rows, y, predictions=True))
    best = rank(X)
    assert rank(holes) > best - 0.06
    assert rank(holes, missing="zero") < best - 0.15


def naively_filled(X):
    """The twin: the mean of the rows from the first that lacks a number, and an indicator per column."""
    filled = np.hstack([X, np.isnan(X).astype(float)])
    begun = False
    before = []
    for i, row in enumerate(X):
        begun = begun or np.isnan(row).any()
        for j in np.flatnonzero(np.isnan(row)):
            values = [b[j] for b in before if not np.isnan(b[j])]
            filled[i, j] = sum(values) / len(values) if values else 0.0
        if begun:
            before.append(row)
    return filled


@pytest.mark.parametrize("as_matrix", [np.asarray, scipy.sparse.csr_matrix, pandas.DataFrame, np.asfortranarray], ids=lambda f: f.__name__)
def test_rows_are_filled_as_a_twin_fills_them(as_matrix):
    _, X, y = temperatures(700)
    X[::3, 1] = 0
    learner = tacit.Learner("ada-implicit", loss="hinge", scale="none")
    made = learner.learn(as_matrix(X), y, predictions=True)
    twin = naively_filled(X)
    far = scipy.sparse.csr_matrix((twin.ravel(), np.tile([0, 1, 2**31, 2**31 + 1], 700), np.arange(0, 2801, 4)), shape=(700, 2**31 + 2))
    other = tacit.Learner("ada-implicit", loss="hinge")
    np.testing.assert_array_equal(made, other.learn(far, y, predictions=True))
    assert learner.weights == other.weights
    assert learner.summary()["features"] == 2


def test_chunks_pickles_and_models_make_no_difference():
    _, X, y = temperatures(900)
    whole = tacit.Learner(loss="logistic").learn(X, y)
    parts = tacit.Learner(loss="logistic")
    for chosen in np.split(np.arange(900), [1, 10, 500]):
        parts = pickle.loads(pickle.dumps(parts)).learn(X[chosen], y[chosen])
    assert parts.to_bytes() == whole.to_bytes()
    before = whole.to_bytes()
    whole.predict(X)
    assert whole.to_bytes() == before


def test_infinity_is_refused_and_skipping_is_for_files():
    learner = tacit.Learner()
    for X in ([[np.inf, np.nan]], scipy.sparse.csr_matrix([[np.inf, np.nan]])):
        with pytest.raises(ValueError, match="infinity"):
            learner.learn(X, [1])
    with pytest.raises(ValueError, match="feature 'a' is inf"):
        learner.learn_one({"a": np.inf}, 1)
    with pytest.raises(ValueError, match="a number is missing.*missing='mean'"):
        tacit.Learner(missing="skip").learn([[np.nan]], [1])
    with pytest.raises(ValueError, match="a number is missing"):
        tacit.Learner(missing="skip").learn([[1.0]], [1]).predict([[np.nan]])


def test_dictionaries_are_read_as_json_lines_are(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"label": 1, "a": 2, "c": "x"}\n{"label": 2, "a": null}\n{"label": 4, "b": 1, "v": [1, null]}\n{"label": 3}\n')
    by_file = tacit.Learner().learn_file(path)
    by_hand = tacit.Learner()
    by_hand.learn_one({"a": 2, "c": "x"}, 1)
    by_hand.learn_one({"a": np.nan}, 2)
    by_hand.learn_one({"b": 1, "v": [1, None]}, 4)
    by_hand.learn_one({}, 3)
    assert by_hand.to_bytes() == by_file.to_bytes()
    assert by_hand.predict_one({"a": None}) == by_file.predict_one({"a": np.nan})


def test_pandas_na_is_missing_in_dictionaries_too():
    pandas = pytest.importorskip("pandas")
    by_na, by_none = tacit.Learner(), tacit.Learner()
    for row in pandas.DataFrame({"a": pandas.array([1, None, 3], dtype="Int64"), "y": [1, 2, 3]}).to_dict("records"):
        label = row.pop("y")
        by_na.learn_one(row, label)
        by_none.learn_one({"a": None if row["a"] is pandas.NA else row["a"]}, label)
    assert by_na.to_bytes() == by_none.to_bytes()


def test_files_are_read_with_nan_where_a_number_is_missing(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("label,a,b\n1,2,3\n1,,4\n1,-,5\n")
    X, _, _ = tacit.read(path, names=[], missing_words=["-"])
    np.testing.assert_array_equal(X.toarray(), [[2, 3], [np.nan, 4], [np.nan, 5]])


@pytest.mark.parametrize("make", [TacitClassifier, TacitRegressor])
def test_estimators_take_missing_numbers(make):
    X, holes, y = temperatures(1500)
    fitted = make(shuffle=False).fit(holes, y)
    assert fitted.n_features_in_ == 2
    assert fitted.coef_.shape[-1] == 2
    assert fitted.score(holes, y) > make(shuffle=False, missing="zero").fit(holes, y).score(holes, y)
    shuffled = make().fit(holes, y)
    again = make().fit(holes[::-1], y[::-1])
    np.testing.assert_array_equal(shuffled.predict(holes), again.predict(holes))
    assert fitted._get_tags()["allow_nan"]


def test_the_names_of_a_frame_are_kept():
    _, holes, y = temperatures(300)
    frame = pandas.DataFrame(holes, columns=["temp", "wind"])
    learner = tacit.Learner(dictionary=True, loss="logistic").learn(frame, y)
    assert set(learner.weights) == {"temp", "wind", "temp is missing"}
    np.testing.assert_array_equal(learner.predict(frame), tacit.Learner(loss="logistic").learn(holes, y).predict(holes))
    with pytest.raises(ValueError, match="column 0 is 'wind'; expected 'temp'"):
        learner.learn(frame[["wind", "temp"]], y)
    with pytest.raises(ValueError, match="column 0 is 'wind'; expected 'temp'"):
        learner.predict(frame[["wind", "temp"]])
    fitted = TacitClassifier(shuffle=False).fit(frame, y)
    assert list(fitted.feature_names_in_) == ["temp", "wind"]
    assert set(fitted.learners_[0].weights) == {"temp", "wind", "temp is missing"}
    np.testing.assert_array_equal(fitted.coef_, TacitClassifier(shuffle=False).fit(holes, y).coef_)


def test_columns_of_nullable_numbers_are_read():
    frame = pandas.DataFrame({"a": pandas.array([1.0, None, 3.0], dtype="Float64"), "b": [1, 2, 3]})
    plain = np.array([[1, 1], [np.nan, 2], [3, 3.0]])
    y = [1.0, 2.0, 3.0]
    assert tacit.Learner().learn(frame, y).to_bytes() == tacit.Learner().learn(plain, y).to_bytes()
    np.testing.assert_array_equal(
        TacitRegressor(shuffle=False).fit(frame, y).predict(frame), TacitRegressor(shuffle=False).fit(plain, y).predict(plain)
    )


def test_sweeps_and_certificates_see_no_nan():
    _, X, y = temperatures(200)
    twin = naively_filled(X)
    sparse = scipy.sparse.csr_matrix((twin.ravel(), np.tile([0, 1, 2**31, 2**31 + 1], 200), np.arange(0, 801, 4)), shape=(200, 2**31 + 2))
    how = dict(betas="1", natural=True, loss="hinge", learners=["ada-implicit"])
    assert tacit.sweep(X, y, **how)["average_loss"] == tacit.sweep(sparse, y, **how)["average_loss"]
    tacit.certify(X, y, radius=1, loss="hinge")
