"""Several classes: words as labels, what is given back, and estimators that learn more than two together."""

import numpy as np
import pytest

from tacit import Learner, TacitClassifier, certify, sweep


def rows(count, seed=0, classes=4):
    random = np.random.RandomState(seed)
    X = random.normal(size=(count, 5))
    truth = random.normal(size=(5, classes))
    return X, (X @ truth + 0.1 * random.normal(size=(count, classes))).argmax(axis=1)


WORDS = np.array(["cat", "dog", "bird", "cow"])


@pytest.mark.parametrize("loss", ["softmax", "multiclass-hinge"])
def test_words_and_numbers_are_the_same_classes(loss):
    X, y = rows(300)
    numbers = Learner("ada-implicit", loss=loss).learn(X, y)
    words = Learner("ada-implicit", loss=loss).learn(X, WORDS[y])
    assert words.classes == [WORDS[k] for k in numbers.classes]
    assert (words.predict(X, output="score") == numbers.predict(X, output="score")).all()
    assert (words.predict(X) == WORDS[numbers.predict(X)]).all()
    assert numbers.predict(X).dtype.kind == "i"
    assert (numbers.predict(X) == y).mean() > 0.7
    assert numbers.classes == list(dict.fromkeys(y.tolist()))
    assert numbers.summary()["classes"] == [str(k) for k in numbers.classes]


def test_probabilities_are_those_of_softmax_in_the_order_of_classes():
    X, y = rows(200, 1)
    learner = Learner("ada-implicit", loss="softmax").learn(X, WORDS[y])
    scores = learner.predict(X, output="score")
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities = learner.predict(X, output="probability")
    assert np.allclose(probabilities, odds / odds.sum(axis=1, keepdims=True), rtol=1e-12)
    assert (np.array(learner.classes)[probabilities.argmax(axis=1)] == learner.predict(X)).all()
    with pytest.raises(ValueError, match="softmax"):
        Learner("ada-implicit", loss="multiclass-hinge").learn(X, y).predict(X, output="probability")
    with pytest.raises(ValueError, match="label"):
        learner.predict(X, output="all")


def test_classes_come_in_the_middle_and_models_go_on():
    X, y = rows(120, 2)
    first, rest = y % 2, y
    whole = Learner("ada-implicit", loss="softmax").learn(X, WORDS[first]).learn(X, WORDS[rest])
    part = Learner("ada-implicit", loss="softmax").learn(X, WORDS[first])
    part = Learner.from_bytes(part.to_bytes()).learn(X, WORDS[rest])
    assert part.to_bytes() == whole.to_bytes()
    assert set(whole.classes) == set(WORDS)
    made = Learner("ada-implicit", loss="softmax").learn(X[:3], ["a", "b", "a"], predictions=True)
    assert made[0] is None and made[1] == "a"


@pytest.mark.parametrize("loss", ["softmax", "multiclass-hinge"])
def test_sweeps_take_words_and_have_the_numbers_of_a_learner(loss):
    X, y = rows(150, 5)
    how = {"learners": ["ada-implicit", "auto"], "betas": [0.5, 2], "natural": True, "loss": loss}
    words, numbers = sweep(X, WORDS[y], **how), sweep(X, y, **how)
    assert words == numbers
    assert words["beta"] == [0.5, 2.0, None]
    for learner, beta, paid, mistakes in zip(words["learner"], words["beta"], words["cumulative_loss"], words["mistakes"]):
        rate = {} if beta is None else {"beta": beta}
        summary = Learner(learner, loss=loss, **rate).learn(X, WORDS[y]).summary()
        assert (paid, mistakes) == (summary["cumulative_loss"], summary["mistakes"])
    listed = sweep(X, WORDS[y], classes=WORDS.tolist(), learners="ada-implicit", betas=[1], natural=True)
    assert listed["loss"] == ["softmax"]
    with pytest.raises(ValueError, match="expected .* or"):
        sweep(X, WORDS[y], classes=["cat", "dog"], betas=[1])


@pytest.mark.parametrize("loss", ["softmax", "multiclass-hinge"])
def test_certificates_take_words_and_enclose_the_regret(loss):
    X, y = rows(150, 6)
    words, numbers = (certify(X, labels, loss=loss, radius=3) for labels in (WORDS[y], y))
    assert words.pop("classes") == [WORDS[int(k)] for k in numbers.pop("classes")]
    best = words.pop("comparator")
    assert best.shape == (4, 6) and (best == numbers.pop("comparator")).all()
    assert words == numbers
    assert words["converged"] and all(bound["holds"] for bound in words["bounds"])
    assert np.linalg.norm(best) <= 3
    assert words["regret"]["lower"] <= words["cumulative_loss"] - words["comparator_loss"]["lower"]


def test_one_at_a_time_as_in_a_batch():
    learner = Learner("ada-implicit", loss="softmax")
    assert learner.predict_one({"x": 1.0}) is None
    assert learner.learn_one({"x": 1.0}, "up") is None
    assert learner.learn_one({"x": -1.0}, "down") == "up"
    learner.learn_one({"x": 1.0}, 3)
    assert learner.classes == ["up", "down", "3"]
    assert learner.predict_one({"x": -1.0}) == "down"
    fixed = Learner("ada-implicit", classes=["no", "yes"])
    assert fixed.summary()["loss"] == "softmax"
    before = fixed.to_bytes()
    with pytest.raises(ValueError, match="'no' or 'yes'"):
        fixed.learn([[1.0]], ["maybe"])
    with pytest.raises(ValueError, match="'no' or 'yes'"):
        fixed.learn_one({"x": 1.0}, "maybe")
    with pytest.raises(ValueError, match="whole number"):
        Learner("ada-implicit", loss="softmax").learn([[1.0]], [0.5])
    assert fixed.to_bytes() == before
    with pytest.raises(ValueError, match="two classes or more"):
        Learner(classes=["no"])


def test_files_give_what_arrays_give(tmp_path):
    X, y = rows(80, 3)
    path = tmp_path / "rows.svm"
    path.write_text("".join(f"{WORDS[k]} " + " ".join(f"{j + 1}:{v!r}" for j, v in enumerate(x)) + "\n" for x, k in zip(X.tolist(), y)))
    from_file = Learner("ada-implicit", loss="softmax").learn_file(path)
    assert from_file.classes == Learner("ada-implicit", loss="softmax").learn(X, WORDS[y]).classes
    assert (from_file.predict_file(path) == from_file.predict(X)).all()
    assert (from_file.predict_file(path, output="probability") == from_file.predict(X, output="probability")).all()


@pytest.mark.parametrize("settings", [{}, {"learner": "ada-implicit"}, {"learner": "ogd", "loss": "multiclass-hinge"}])
def test_the_classifier_learns_more_than_two_together(settings):
    X, y = rows(400, 4)
    model = TacitClassifier(**settings).fit(X, WORDS[y])
    assert len(model.learners_) == 1
    assert model.classes_.tolist() == sorted(WORDS)
    assert model.score(X, WORDS[y]) > 0.85
    assert model.decision_function(X).shape == (400, 4)
    assert (model.classes_[model.decision_function(X).argmax(axis=1)] == model.predict(X)).all()
    assert model.coef_.shape == (4, 5) and model.intercept_.shape == (4,)
    if "loss" not in settings:
        probabilities = model.predict_proba(X)
        assert probabilities.shape == (400, 4) and np.allclose(probabilities.sum(axis=1), 1)
        assert (model.classes_[probabilities.argmax(axis=1)] == model.predict(X)).all()
    if "learner" in settings:
        assert np.allclose(X @ model.coef_.T + model.intercept_, model.decision_function(X))


def test_new_classes_may_come_in_partial_fit():
    X, y = rows(300, 5)
    model = TacitClassifier("ada-implicit").partial_fit(X[:50], WORDS[y[:50] % 3], classes=["dog", "cat", "bird"])
    assert model.classes_.tolist() == ["bird", "cat", "dog"]
    model.partial_fit(X, WORDS[y])
    assert model.classes_.tolist() == ["bird", "cat", "cow", "dog"]
    assert (model.predict(X) == "cow").any()
    assert model.predict_proba(X).shape == (300, 4)
    for _ in range(3):
        model.partial_fit(X, WORDS[y])
    assert model.score(X, WORDS[y]) > 0.9
    declared = TacitClassifier("ada-implicit").partial_fit(X[:5], ["a"] * 5, classes=["a", "b", "c"])
    assert (declared.predict_proba(X)[:, 1:] == 0).all()
    assert (declared.predict(X) == "a").all()


def test_new_classes_of_a_call_that_fails_leave_nothing():
    X, y = rows(60, 7)
    model = TacitClassifier("ada-implicit").partial_fit(X, WORDS[y % 3], classes=WORDS[:3])
    before, classes = model.learners_[0].to_bytes(), model.classes_.tolist()
    with pytest.raises(ValueError, match="inf"):
        model.partial_fit(np.full((2, 5), np.inf), ["new", "cat"])
    with pytest.raises(ValueError, match="not the same as on last call"):
        model.partial_fit(X, WORDS[y % 3], classes=["cat", "dog"])
    assert model.learners_[0].to_bytes() == before and model.classes_.tolist() == classes


def test_two_classes_with_softmax_have_one_column():
    X, y = rows(200, 6, classes=2)
    model = TacitClassifier("ada-implicit", loss="softmax").fit(X, WORDS[y])
    values = model.decision_function(X)
    assert values.shape == (200,)
    assert (model.predict(X) == model.classes_[(values > 0).astype(int)]).all()
    assert model.coef_.shape == (1, 5)
    assert np.allclose(model.predict_proba(X)[:, 1], 1 / (1 + np.exp(-values)))
