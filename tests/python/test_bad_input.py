"""Bad input raises what users of scikit-learn expect, and leaves the model as it was."""

import re

import numpy as np
import pytest
import scipy.sparse

import tacit

GOOD_X = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0], [3.0, 0.0, 1.0]])
GOOD_Y = np.array([1.0, -1.0, 1.0])


def nan_at(row, column, value=np.nan):
    X = GOOD_X.copy()
    X[row, column] = value
    return X


def broken(**parts):
    X = scipy.sparse.csr_matrix(GOOD_X)
    for name, value in parts.items():
        setattr(X, name, value)
    return X


BAD = {
    "infinity": (nan_at(2, 1, -np.inf), GOOD_Y, None, "infinity"),
    "infinity in a sparse matrix": (scipy.sparse.csr_matrix(nan_at(2, 1, np.inf)), GOOD_Y, None, "infinity"),
    "squares that overflow": (nan_at(2, 1, 1e200), GOOD_Y, None, "too large"),
    "one dimension": (GOOD_X[0], GOOD_Y, None, "Expected 2D array, got 1D array instead"),
    "three dimensions": (GOOD_X.reshape(1, 3, 3), GOOD_Y[:1], None, "2D"),
    "complex numbers": (GOOD_X + 1j, GOOD_Y, None, "Complex data not supported"),
    "text": (np.array([["a", "b"]] * 3), GOOD_Y, None, "could not convert"),
    "labels too few": (GOOD_X, GOOD_Y[:2], None, "inconsistent numbers of samples"),
    "labels in a table": (GOOD_X, GOOD_Y.reshape(-1, 1), None, "1d array"),
    "labels of words": (GOOD_X, ["a", "b", "a"], None, "should hold numbers"),
    "a label of NaN": (GOOD_X, [1, -1, np.nan], None, "row 2: label nan; expected a finite number"),
    "a label of no class": (GOOD_X, [1, -1, 2], None, "expected -1 or 1"),
    "a third class": (GOOD_X, [1, -1, 0], None, "expected -1 or 1"),
    "a negative weight": (GOOD_X, GOOD_Y, [1, 1, -1], "row 2: weight -1; expected a finite number, 0 or more"),
    "a weight of NaN": (GOOD_X, GOOD_Y, [1, 1, np.nan], "row 2: weight nan; expected a finite number, 0 or more"),
    "weights too few": (GOOD_X, GOOD_Y, [1, 1], "inconsistent numbers of samples"),
    "a column beyond": (broken(indices=np.array([0, 1, 1, 2, 0, 7], dtype=np.int32)), GOOD_Y, None, "column 7"),
    "a negative column": (broken(indices=np.array([0, 1, 1, 2, 0, -1], dtype=np.int32)), GOOD_Y, None, "column -1"),
    "an indptr that decreases": (broken(indptr=np.array([0, 4, 2, 6], dtype=np.int32)), GOOD_Y, None, "indptr"),
    "an indptr beyond": (broken(indptr=np.array([0, 2, 4, 600], dtype=np.int32)), GOOD_Y, None, "indptr"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_arrays_leave_the_learner_as_it_was(what):
    X, y, weight, message = BAD[what]
    learner = tacit.Learner(loss="hinge").learn(GOOD_X, GOOD_Y)
    before = learner.to_bytes()
    with pytest.raises(ValueError, match=message):
        learner.learn(X, y, weight)
    assert learner.to_bytes() == before
    learner.learn(GOOD_X, GOOD_Y)


ESTIMATOR_BAD = {
    "infinity": (nan_at(2, 1, np.inf), GOOD_Y, None, "infinity"),
    "another number of features": (GOOD_X[:, :2], GOOD_Y, None, "2 features, but Tacit.* is expecting 3 features"),
    "labels too few": (GOOD_X, GOOD_Y[:2], None, "inconsistent numbers of samples"),
    "a negative weight": (GOOD_X, GOOD_Y, [1, 1, -1], "Negative values"),
    "weights all 0": (GOOD_X, GOOD_Y, [0, 0, 0], "nothing to learn"),
    "no rows": (GOOD_X[:0], GOOD_Y[:0], None, "minimum of 1 is required"),
}


def test_what_is_wrong_far_behind_is_found_before_anything_is_learned():
    many = 70_000  # more than are learned from at a time
    X = scipy.sparse.csr_matrix((np.ones(many), np.zeros(many, dtype=np.int32), np.arange(many + 1)), shape=(many, 3))
    y = np.where(np.arange(many) % 2, 1, -1)
    model = tacit.TacitClassifier().partial_fit(GOOD_X, GOOD_Y, classes=[-1, 1])
    before = model.learners_[0].to_bytes()
    beyond = X.copy()
    beyond.indices[-1] = 9
    with pytest.raises(ValueError, match="column 9"):
        model.partial_fit(beyond, y)
    with pytest.raises(ValueError, match="not in classes"):
        model.partial_fit(X, np.append(y[:-1], 5))
    assert model.learners_[0].to_bytes() == before
    assert model.partial_fit(X, y).learners_[0].summary()["examples"] == many + 3


@pytest.mark.parametrize("estimator", [tacit.TacitClassifier, tacit.TacitRegressor])
@pytest.mark.parametrize("what", ESTIMATOR_BAD)
def test_bad_arrays_leave_the_estimator_as_it_was(what, estimator):
    X, y, weight, message = ESTIMATOR_BAD[what]
    model = estimator()
    model.partial_fit(GOOD_X, GOOD_Y, **({"classes": [-1, 1]} if estimator is tacit.TacitClassifier else {}))
    before = model.learners_[0].to_bytes()
    with pytest.raises(ValueError, match=message):
        model.partial_fit(X, y, sample_weight=weight)
    assert model.learners_[0].to_bytes() == before and model.n_features_in_ == 3


def test_classes_have_to_be_known_beforehand():
    model = tacit.TacitClassifier(loss="logistic")
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        model.partial_fit(GOOD_X, GOOD_Y)
    with pytest.raises(ValueError, match="greater than one"):
        model.fit(GOOD_X, [1, 1, 1])
    with pytest.raises(ValueError, match="not in classes"):
        model.partial_fit(GOOD_X, ["a", "b", "c"], classes=["a", "b"])
    assert not hasattr(model, "learners_")
    model.partial_fit(GOOD_X, ["a", "a", "a"], classes=["a", "b", "c"])
    before = [learner.to_bytes() for learner in model.learners_]
    with pytest.raises(ValueError, match="not in classes"):
        model.partial_fit(GOOD_X, ["a", "b", "d"])
    with pytest.raises(ValueError, match="not the same as on last call"):
        model.partial_fit(GOOD_X, ["a", "b", "c"], classes=["a", "b"])
    assert [learner.to_bytes() for learner in model.learners_] == before
    assert model.partial_fit(GOOD_X, ["c", "b", "a"]).predict(GOOD_X).shape == (3,)


def test_losses_are_for_classes_or_for_numbers():
    with pytest.raises(ValueError, match="for numbers"):
        tacit.TacitClassifier(loss="square").fit(GOOD_X, GOOD_Y)
    with pytest.raises(ValueError, match="for classes"):
        tacit.TacitRegressor(loss="hinge").fit(GOOD_X, GOOD_Y)
    with pytest.raises(ValueError, match="did you mean 'hinge'"):
        tacit.TacitClassifier(loss="hing").fit(GOOD_X, GOOD_Y)


def test_columns_in_any_order_that_come_twice_are_added_up():
    sorted_rows = scipy.sparse.csr_matrix(np.array([[3.0, 0.0, 2.0], [0.0, 1.0, 0.0]]))
    odd = scipy.sparse.csr_matrix((np.array([2.0, 1, 2, 0.5, 0.5]), np.array([2, 0, 0, 1, 1]), np.array([0, 3, 5])), shape=(2, 3))
    expected = tacit.Learner(loss="square").learn(sorted_rows, [1, 2])
    assert tacit.Learner(loss="square").learn(odd, [1, 2]).to_bytes() == expected.to_bytes()
    assert expected.predict(odd).tolist() == expected.predict(sorted_rows).tolist()
    assert odd.indices.tolist() == [2, 0, 0, 1, 1]  # and the matrix stays as it was


@pytest.mark.parametrize("names", [{"dictionary": True}, {}])
@pytest.mark.parametrize(
    "features,label,weight,error",
    [
        ({"new": float("inf")}, 1, 1, ValueError),
        ({"new": 1, "other": float("inf")}, 1, 1, ValueError),
        ({"new": 1}, 7, 1, ValueError),
        ({"new": 1}, float("nan"), 1, ValueError),
        ({"new": 1}, 1, -1, ValueError),
        ({"new": 1}, 1, float("nan"), ValueError),
        ({"new": 1}, "spam", 1, TypeError),
        ({"new": 1}, None, 1, TypeError),
        ({"new": object()}, 1, 1, TypeError),
        ({"new": 1, ("a", "b"): 2}, 1, 1, TypeError),
        ({"new": [[1]]}, 1, 1, TypeError),
        ([("new", 1)], 1, 1, TypeError),
    ],
)
def test_bad_dictionaries_leave_the_learner_as_it_was(names, features, label, weight, error):
    learner = tacit.Learner(loss="hinge", **names)
    learner.learn_one({"old": 1}, 1)
    learner.learn_one({"old": 2}, -1)
    before = learner.to_bytes()
    with pytest.raises(error):
        learner.learn_one(features, label, weight)
    assert learner.to_bytes() == before


def test_predicting_leaves_no_names_behind():
    learner = tacit.Learner(loss="square", dictionary=True)
    learner.learn_one({"old": 1}, 3)
    before = learner.to_bytes()
    assert learner.predict_one({"old": 1, "new": 5}) == learner.predict_one({"old": 1})
    assert learner.to_bytes() == before


def test_a_bad_line_leaves_the_learner_as_it_was(tmp_path):
    path = tmp_path / "bad.svm"
    path.write_text("1 1:1\n" * 5000 + "1 1:oops\n")
    learner = tacit.Learner(loss="square").learn(GOOD_X, GOOD_Y)
    before = learner.to_bytes()
    with pytest.raises(tacit.DataError, match="bad.svm:5001"):
        learner.learn_file(path)
    assert learner.to_bytes() == before
    learner.learn_file(path, skip_bad_rows=True)
    assert learner.summary()["examples"] == 5003
    with pytest.raises(tacit.DataError, match="bad.svm:5001"):
        tacit.read(path)
    assert len(tacit.read(path, skip_bad_rows=True)[1]) == 5000


def test_complex_labels_are_refused():
    with pytest.raises(ValueError, match="Complex data not supported: y should hold numbers, not complex128"):
        tacit.Learner().learn([[1.0]], [1 + 2j])


def test_files_that_are_not_there_or_no_models(tmp_path):
    with pytest.raises(FileNotFoundError):
        tacit.Learner().learn_file(tmp_path / "none.svm")
    with pytest.raises(FileNotFoundError):
        tacit.read(tmp_path / "none.svm")
    with pytest.raises(FileNotFoundError):
        tacit.Learner.load(tmp_path / "none.tacit")
    (tmp_path / "text.tacit").write_text("hello")
    with pytest.raises(tacit.DataError, match="not a tacit model"):
        tacit.Learner.load(tmp_path / "text.tacit")
    with pytest.raises(tacit.DataError, match="not a tacit model"):
        tacit.Learner.load("/dev/zero")
    with pytest.raises(tacit.DataError):
        tacit.Learner().save(tmp_path / "no" / "folder.tacit")
    with pytest.raises(TypeError, match="unexpected keyword 'labelcolumn'"):
        tacit.read(tmp_path / "none.svm", labelcolumn="y")


@pytest.mark.parametrize(
    "keywords,message",
    [
        ({"learner": "adaimplicit"}, "did you mean 'ada-implicit'"),
        ({"loss": "hing"}, "did you mean 'hinge'"),
        ({"learner": "auto", "beta": 1}, "auto sets its own rates"),
        ({"learner": "ogd", "beta": -1}, "^beta=-1: expected a positive number between 1e-150 and 1e150$"),
        ({"radius": 0}, "^radius=0: expected a positive number below 1e154$"),
        ({"loss": "pinball", "loss_parameter": 1.5}, "^loss_parameter=1.5: expected the quantile, a number between 0 and 1$"),
        ({"learner": "doubling", "lipschitz": -2.5}, "^lipschitz=-2.5: expected a positive number$"),
        ({"box": (1, 2)}, r"^box=\(1, 2\): expected LOW,HIGH with LOW <= 0 <= HIGH$"),
        ({"radius": -1}, "radius"),
        ({"domain": "ball"}, "give radius"),
        ({"domain": "box", "radius": 1}, "belongs to the domain ball"),
        ({"update": "implicit"}, "update goes with a step size: give step_size too"),
        ({"step_size": "constant"}, "step_size goes with an update: give update too"),
        ({"learner": "ogd", "update": "implicit"}, "learner stands for .* or update with step_size"),
        ({"hash": 40}, "hash=40: expected 1 to 31 bits"),
        ({"hash": -1}, "hash=-1; expected a whole number"),
        ({"hash": 10, "dictionary": True}, "dictionary and hash: give one of them"),
        ({"loss": "hinge", "labels": (0, float("nan"))}, "labels=.*nan.*; expected two numbers or two words"),
        ({"loss": "hinge", "labels": (0, 1, 2)}, "labels=.*; expected two numbers or two words"),
        ({"loss": "hinge", "labels": ("", "yes")}, "not an empty word"),
        ({"loss": "hinge", "labels": ("no", "no")}, "different labels"),
        ({"learner": "auto", "beta": 2}, "leave out beta, or choose learner='ada-implicit'"),
        ({"beta": float("inf")}, "beta=inf; expected a finite number"),
        ({"lipschitz": 1.0}, "lipschitz is for doubling"),
        ({"loss": "square", "labels": (0, 1)}, "losses of two classes"),
        ({"loss": "hinge", "labels": (1, 1)}, "different labels"),
        ({"scale": "max"}, "scale"),
        ({"loss": "square", "loss_parameter": 2}, "no parameter"),
    ],
)
def test_keywords_that_cannot_be(keywords, message):
    with pytest.raises(ValueError, match=message):
        tacit.Learner(**keywords)


@pytest.mark.parametrize(
    "keywords",
    [
        {"beta": "x"},
        {"beta": [1]},
        {"radius": "1"},
        {"hash": 2.5},
        {"features": "3"},
        {"box": 3},
        {"box": ("a", "b")},
        {"box": "ab"},
        {"bias": "no"},
        {"dictionary": 5},
        {"labels": ("no", 5)},
        {"labels": "ab"},
        {"loss": 3},
        {"learner": 3},
        {"scale": True},
    ],
    ids=str,
)
def test_keywords_of_the_wrong_type_are_named(keywords):
    with pytest.raises(TypeError, match=f"^{next(iter(keywords))}=.*; expected "):
        tacit.Learner(**keywords)


def test_numbers_of_functions_are_named_too(tmp_path):
    sweep = lambda **keywords: tacit.sweep(GOOD_X, GOOD_Y, **keywords)  # noqa: E731
    certify = lambda **keywords: tacit.certify(GOOD_X, GOOD_Y, **{"loss": "hinge", "radius": 1, **keywords})  # noqa: E731
    for call, name, value, error in [
        (sweep, "seed", -1, ValueError),
        (sweep, "seed", 1.5, TypeError),
        (sweep, "repeats", 0, ValueError),
        (sweep, "threads", -1, ValueError),
        (sweep, "betas", ["x"], TypeError),
        (certify, "threads", -1, ValueError),
        (certify, "radius", "x", TypeError),
        (certify, "gap", "x", TypeError),
        (certify, "comparator_radius", "x", TypeError),
    ]:
        with pytest.raises(error, match=f"{name}=.*; expected"):
            call(**{name: value})
    with pytest.raises(ValueError, match="random_state=-1; expected"):
        tacit.TacitClassifier(random_state=-1).fit(GOOD_X, GOOD_Y)
    path = tmp_path / "a.csv"
    path.write_text("y,a\n1,2\n")
    for name, value in [("limit", "x"), ("categorical", "a"), ("header", "no"), ("delimiter", 5), ("labels", (1, 2)), ("hash", "x")]:
        with pytest.raises(TypeError, match=f"{name}=.*; expected"):
            tacit.read(path, **{name: value})


def test_labels_are_words_even_if_they_hold_a_comma_or_look_like_numbers():
    for words in (("no, thanks", "yes, please"), ("1", "2")):
        learner = tacit.Learner(labels=words)
        assert learner.summary()["loss"] == "logistic"
        learner.learn_one({"a": 1}, words[0])
        assert learner.predict_one({"a": 1}) < 0
        with pytest.raises(ValueError, match="expected"):
            learner.learn_one({"a": 1}, "maybe")


def test_labels_that_are_words_come_and_go_in_arrays_too():
    words = ("no", "yes")
    learner, same = tacit.Learner(labels=words), tacit.Learner(labels=words)
    assert learner.labels == words
    learner.learn(GOOD_X, ["yes", "no", "yes"])
    same.learn(GOOD_X, [1, -1, 1])
    assert learner.to_bytes() == same.to_bytes()
    assert set(learner.predict(GOOD_X, output="label")) <= set(words)
    with pytest.raises(ValueError, match="y holds 'maybe'; expected 'no' or 'yes'"):
        learner.learn(GOOD_X[:1], ["maybe"])


@pytest.mark.parametrize("call", [tacit.certify, tacit.sweep])
def test_there_are_as_many_labels_and_weights_as_rows(call):
    X = np.ones((3000, 2))
    with pytest.raises(ValueError, match="inconsistent numbers of samples: X has 3000, y has 5$"):
        call(X, np.ones(5), radius=1)
    with pytest.raises(ValueError, match="inconsistent numbers of samples: X has 3000, y has 3000, sample_weight has 5$"):
        call(X, np.ones(3000), np.ones(5), radius=1)


def test_certify_says_what_to_give_in_pythons_words():
    with pytest.raises(ValueError, match="give radius=R to learn in a ball, or comparator_radius=U to compare"):
        tacit.certify(GOOD_X, GOOD_Y, loss="hinge")


def test_the_compiled_part_counts_the_labels_too():
    from tacit import _core

    rows = _core.Rows(np.ones((3000, 2)))
    with pytest.raises(ValueError, match="inconsistent"):
        _core.certify(rows, np.ones(5), None, {"learner": "ada-implicit", "loss": "hinge", "radius": 1.0, "beta": 1.0}, None, 1e-6, 1, [])
    with pytest.raises(ValueError, match="inconsistent"):
        tacit.Learner(loss="hinge")._learn_shuffled(rows, np.ones(5), None, 0, 1, None)


@pytest.mark.parametrize("names", [{"dictionary": True}, {}])
def test_a_dictionary_has_no_feature_beyond_the_simplex(names):
    learner = tacit.Learner(loss="square", domain="simplex", features=2, **names)
    learner.learn_one({"1": 1.0, "2": 2.0}, 1)
    before = learner.to_bytes()
    with pytest.raises(ValueError, match="feature 3 lies beyond the simplex, which was given 2 features"):
        learner.learn_one({"1": 1.0, "3": 2.0}, 1)
    assert learner.to_bytes() == before
    if names:
        assert learner.predict_one({"1": 1.0, "3": 2.0}) == learner.predict_one({"1": 1.0})
    else:
        with pytest.raises(ValueError, match="feature 3 lies beyond the simplex"):
            learner.predict_one({"3": 1.0})


def test_a_refused_dictionary_does_not_settle_the_labels():
    learner = tacit.Learner(loss="hinge")
    for features in ({"a": float("inf")}, {"a": 1, "b": object()}):
        with pytest.raises((ValueError, TypeError)):
            learner.learn_one(features, 0)
    assert learner.labels is None
    learner.learn_one({"a": 1}, -1)
    assert learner.labels == (-1, 1)


def test_a_learner_that_has_run_away_says_so_from_then_on():
    learner = tacit.Learner("ogd", loss="square", beta=1e100)
    with pytest.raises(tacit.DataError, match="beyond what a double can hold"):
        learner.learn(np.full((100, 1), 1e10), np.ones(100))
    for use in (lambda: learner.learn(GOOD_X, GOOD_Y), lambda: learner.predict(GOOD_X), learner.to_bytes):
        with pytest.raises(tacit.DataError, match="begin with a new one"):
            use()


def test_ftrl_takes_so_many_examples_and_no_more():
    learner = tacit.Learner("ftrl", loss="square", beta=1).learn(GOOD_X, GOOD_Y)
    before = learner.to_bytes()
    with pytest.raises(ValueError, match="more than 10000 examples"):
        learner.learn(np.ones((10000, 3)), np.ones(10000))
    assert learner.to_bytes() == before


def test_what_progress_raises_leaves_the_learner_as_it_was(tmp_path):
    path = tmp_path / "rows.svm"
    path.write_text("1 1:1\n-1 1:2\n")
    learner = tacit.Learner("ogd", loss="hinge")
    before = learner.to_bytes()

    def stop(*_):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        learner.learn_file(path, progress=stop)
    assert learner.to_bytes() == before


def test_errors_write_out_what_a_terminal_would_obey(tmp_path):
    wild = "w\nx\x1b[2J\u202e\x9b"
    shown = r"w\x0ax\x1b[2J\u202e\u009b"
    file = tmp_path / wild
    file.write_text("1 1:x\n")
    for call in (
        lambda: tacit.Learner.load(file),
        lambda: tacit.Learner(loss=wild),
        lambda: tacit.Learner(labels=("no", wild)),
        lambda: tacit.Learner().learn_one({wild: float("inf")}, 1),
        lambda: tacit.Learner().learn_file(file),
    ):
        with pytest.raises(Exception) as raised:
            call()
        assert shown in str(raised.value)
        assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    "features, name",
    [({"a": {"b": 1}, "a^b": 2}, "a^b"), ({"a=b": 1, "a": "b"}, "a=b"), ({"v": [5], "v^1": 1}, "v^1"), ({1: 1, "1": 2}, "1")],
)
def test_two_keys_that_make_one_name_are_refused(features, name):
    learner = tacit.Learner()
    with pytest.raises(ValueError, match=re.escape(f"two keys make the feature '{name}'; expected names that differ")):
        learner.learn_one(features, 1)
    learner.learn_one({"a": ["b", "b"], "a^b": 1, "c": {"b": 1}}, 1)  # a list may hold a word twice
