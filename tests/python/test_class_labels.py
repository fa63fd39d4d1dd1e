"""What can be the label of a class in Python, as in files."""

import json

import numpy as np
import pytest

import tacit
from tacit import Learner, TacitClassifier, TacitRegressor, certify, sweep

LARGE = [2**53, 2**53 + 1, -(2**53) - 1, 2**53 + 1]


def learner():
    return Learner("ada-implicit", loss="softmax")


def X(rows):
    return np.arange(1.0, rows + 1)[:, np.newaxis]


@pytest.mark.parametrize(
    "labels",
    [
        ["a", None],
        ["a", np.nan],
        [1, None],
        [1.0, np.nan],
        np.array([1.0, np.nan]),
        np.array(["a", "nan"]),
        np.array(["a", ""]),
        [1.0, float("inf")],
        ["a", float("-inf")],
        ["a", "?"],
        [1, 1.5],
        ["a", 2.0**53],
        [1.0, 2.0**53],
        [1, object()],
        [1, [2]],
    ],
)
def test_what_is_no_label_is_refused_with_its_row(labels):
    if not isinstance(labels, np.ndarray) and not any(isinstance(label, list) for label in labels):
        with pytest.raises(ValueError, match="expected a class|the label is missing"):
            made = learner()
            for x, label in zip(X(2), labels):
                made.learn_one({"x": x[0]}, label if not type(label) is object else float("nan"))
        assert len(made.classes) == 1
    if any(isinstance(label, list) for label in labels):
        array = np.empty(2, dtype=object)
        array[:] = labels
        labels = array
    made = learner()
    with pytest.raises(ValueError, match=r"row 1: .*(expected a class|the label is missing)"):
        made.learn(X(2), labels)
    assert made.classes == []
    for call in (sweep, certify):
        with pytest.raises(ValueError, match="expected a class|the label is missing"):
            call(X(2), labels, loss="softmax", **({"betas": [1]} if call is sweep else {"radius": 1}))


def test_what_pandas_calls_missing_is_no_label():
    pandas = pytest.importorskip("pandas")
    for series in (
        pandas.Series([1, None], dtype="Int64"),
        pandas.Series(["a", None], dtype="string"),
        pandas.Series(["a", None], dtype="category"),
        pandas.Series(["a", pandas.NaT], dtype=object),
    ):
        with pytest.raises(ValueError, match="row 1: the label is missing"):
            learner().learn(X(2), series)
    assert learner().learn(X(2), pandas.Series([3, 2**53 + 1], dtype="Int64")).classes == [3, 2**53 + 1]
    with pytest.raises(ValueError, match="the label is missing"):
        learner().learn_one({"x": 1.0}, pandas.NA)


@pytest.mark.parametrize("labels", [LARGE, np.array(LARGE), np.array(LARGE, dtype=object), [str(label) for label in LARGE]])
def test_whole_numbers_are_exact_however_large(labels):
    made = learner().learn(X(4), labels)
    assert made.classes == LARGE[:3]
    assert learner().learn(X(2), np.array([2**64 - 1, 2**64 - 2], dtype=np.uint64)).classes == [2**64 - 1, 2**64 - 2]
    one = learner()
    for x, label in zip(X(4), labels):
        one.learn_one({"1": x[0]}, label)
    assert one.classes == made.classes
    assert one.learn_one({"1": 1.0}, 10**30) is not None and one.classes[-1] == 10**30
    assert set(Learner.from_bytes(made.to_bytes()).predict(X(4)).tolist()) <= set(LARGE)


def test_true_and_false_are_the_words_that_they_are_in_json(tmp_path):
    path = tmp_path / "rows.jsonl"
    labels = [True, False, False, True]
    path.write_text("".join(json.dumps({"1": x, "label": label}) + "\n" for x, label in zip([1.0, 2.0, 3.0, 4.0], labels)))
    from_file = Learner("ada-implicit", loss="softmax", missing="zero").learn_file(path)
    assert from_file.classes == ["true", "false"]
    for y in (labels, np.array(labels), np.array(labels, dtype=object)):
        made = Learner("ada-implicit", loss="softmax", missing="zero").learn(X(4), y)
        assert made.classes == ["true", "false"]
        assert (made.predict(X(4), output="score") == from_file.predict(X(4), output="score")).all()
    one = learner()
    for label in (True, np.True_, np.bool_(False), 1, np.int64(1), 1.0, np.float32(1)):
        one.learn_one({"x": 1.0}, label)
    assert one.classes == ["true", "false", "1"]


def test_the_messages_are_those_of_files(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("label,x\na,1\ninf,2\n")
    with pytest.raises(tacit.DataError, match=r"rows.csv:3:1: label 'inf'; expected a class: a word or a whole number"):
        learner().learn_file(path)
    with pytest.raises(ValueError, match=r"row 1: label 'inf'; expected a class: a word or a whole number"):
        learner().learn(X(2), ["a", "inf"])
    with pytest.raises(ValueError, match="one class too many; expected at most 10000 classes"):
        learner().learn(np.ones((10001, 1)), np.arange(10001))
    with pytest.raises(ValueError, match="below 2\\^53"):
        learner().learn(X(2), [1.0, 2.0**60])


def test_the_classifier_takes_large_numbers_and_refuses_what_is_missing():
    random = np.random.RandomState(0)
    rows = random.normal(size=(60, 3))
    y = np.array([2**53, 2**53 + 1, 2**53 + 2])[rows.argmax(axis=1)]
    model = TacitClassifier("ada-implicit").fit(rows, y)
    assert model.classes_.tolist() == [2**53, 2**53 + 1, 2**53 + 2]
    assert len(set(model.predict(rows).tolist())) == 3
    for missing in (np.array(["a", None], dtype=object), np.array([1.0, np.nan])):
        with pytest.raises((ValueError, TypeError)):
            TacitClassifier().fit(X(2), missing)
        with pytest.raises((ValueError, TypeError)):
            TacitClassifier().partial_fit(X(2), missing, classes=["a", "b", "c"])


@pytest.mark.parametrize("odd", ["nan", "inf", "1e400", "?", "", " ", None])
def test_the_classifier_takes_no_word_for_what_is_missing(odd):
    y = np.array(["a", "b", "c", odd], dtype=object)
    for labels in (y, y.astype(str)) if odd is not None else (y,):
        for call in (lambda: TacitClassifier().fit(X(4), labels), lambda: TacitClassifier().partial_fit(X(4), labels, classes=["a", "b", "c"])):
            with pytest.raises(ValueError, match="row 3: (label .*; expected a class|the label is missing)"):
                call()
    if odd is not None:
        with pytest.raises(ValueError, match="row 1: label"):
            TacitClassifier().partial_fit(X(2), ["a", "b"], classes=["a", odd, "b"])
    words = np.array(["nano", "info", "1e4", "NA"])
    assert TacitClassifier("ada-implicit").fit(X(4), words).classes_.tolist() == sorted(words)
    with pytest.raises(ValueError, match="row 1: label 'nan'"):
        TacitClassifier().fit(X(3), ["a", np.nan, "b"])  # of which numpy makes a word


def test_true_in_a_list_is_the_word_that_it_is_alone():
    assert learner().learn(X(4), [1, 2, True, 1.0]).classes == ["1", "2", "true"]
    assert learner().learn(X(3), [1.0, 2.0, np.False_]).classes == ["1", "2", "false"]
    assert learner().learn(X(3), (1, 2, 1)).classes == [1, 2]
    with pytest.raises(ValueError, match="row 2: label b'a'"):
        learner().learn(X(3), [1, 2, b"a"])


def test_words_that_are_no_text_are_refused_with_their_row():
    for labels in (["a", "\ud800"], np.array(["b", "\ud800"])):
        with pytest.raises(ValueError, match="row 1: label '.ud800'; expected a word of UTF-8"):
            learner().learn(X(2), labels)


@pytest.mark.parametrize("odd", [np.datetime64("NaT"), np.datetime64("2020"), np.timedelta64(3, "s")])
def test_times_are_no_numbers(odd):
    for labels in ([1.0, odd], np.array([odd, odd])):
        for made in (Learner("ada-implicit", loss="square"), Learner("ada-implicit", loss="logistic")):
            with pytest.raises(ValueError, match="y should hold numbers, not times"):
                made.learn(X(2), labels)
        with pytest.raises((ValueError, TypeError)):
            TacitRegressor("ada-implicit").fit(X(2), labels)


def test_predictions_of_many_classes_are_those_of_few_rows_at_a_time():
    random = np.random.RandomState(1)
    rows, y = random.normal(size=(900, 4)), np.arange(900) % 300
    made = learner().learn(rows, y)
    scores = made.predict(rows, output="score")
    assert scores.shape == (900, 300)
    assert (made.predict(rows) == np.array(made.classes)[scores.argmax(axis=1)]).all()
    for part in (slice(0, 1), slice(255, 258), slice(899, 900)):
        assert (made.predict(rows[part], output="score") == scores[part]).all()
        assert (made.predict(rows[part]) == made.predict(rows)[part]).all()
    assert learner().predict(rows).tolist() == [None] * 900
