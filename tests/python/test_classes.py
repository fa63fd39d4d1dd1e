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


def test_a_third_class_wants_softmax_from_the_first_call():
    X, y = rows(60, 9)
    two, three = WORDS[y % 2], WORDS[y % 3]
    model = TacitClassifier().partial_fit(X, two, classes=WORDS[:2])
    with pytest.raises(ValueError, match="not in classes: .*; give all classes in the first call, or learn with loss='softmax'"):
        model.partial_fit(X, three)
    model = TacitClassifier(loss="softmax").partial_fit(X, two, classes=WORDS[:2]).partial_fit(X, three)
    assert model.classes_.tolist() == sorted(WORDS[:3])


@pytest.mark.parametrize("loss", ["logistic", "softmax"])
def test_words_and_numbers_are_no_classes_of_one_model(loss):
    X, y = rows(60, 9)
    model = TacitClassifier(loss=loss).partial_fit(X, WORDS[y % 2], classes=WORDS[:2])
    before = model.learners_[0].to_bytes()
    with pytest.raises(ValueError, match="labels are numbers and words; the classes so far are .*; expected one or the other"):
        model.partial_fit(X, y % 2)
    assert model.learners_[0].to_bytes() == before
    with pytest.raises(ValueError, match="labels are numbers and words; expected one or the other"):
        TacitClassifier(loss=loss).fit(X, np.array(["cat", 1] * 30, dtype=object))


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


def unbalanced(count, seed, classes):
    X, y = rows(count, seed, classes)
    kept = (y > 0) | (np.arange(count) % 7 == 0)  # class 0 is rare
    return X[kept], y[kept]


def online(codes, weight=None):
    """n/(K n_y), row by row."""
    counts, balanced = {}, []
    for k in codes:
        counts[k] = counts.get(k, 0) + 1
        balanced.append(sum(counts.values()) / (max(len(counts), 2) * counts[k]))
    return np.array(balanced) * (1 if weight is None else weight)


@pytest.mark.parametrize(("loss", "classes"), [(None, 2), (None, 4), ("hinge", 2), ("hinge", 4), ("softmax", 2)])
def test_class_weights_of_the_classifier_are_weights_of_rows(loss, classes):
    X, y = unbalanced(400, 8, classes)
    own = np.random.RandomState(1).randint(0, 3, len(y)) * 1.0
    given = {WORDS[0]: 4, WORDS[1]: 0.5}
    of_rows = np.array([given.get(word, 1) for word in WORDS[y]])
    for weight in (None, own):
        product = of_rows if weight is None else of_rows * weight
        by_class = TacitClassifier("ada-implicit", loss=loss, class_weight=given).fit(X, WORDS[y], weight)
        by_row = TacitClassifier("ada-implicit", loss=loss).fit(X, WORDS[y], product)
        assert [a.to_bytes() for a in by_class.learners_] == [b.to_bytes() for b in by_row.learners_]
        counted = np.bincount(y, weights=weight)
        balanced = (counted.sum() / (classes * counted))[y] * (1 if weight is None else weight)
        by_class = TacitClassifier("ada-implicit", loss=loss, class_weight="balanced").fit(X, WORDS[y], weight)
        by_row = TacitClassifier("ada-implicit", loss=loss).fit(X, WORDS[y], balanced)
        assert [a.to_bytes() for a in by_class.learners_] == [b.to_bytes() for b in by_row.learners_]


@pytest.mark.parametrize(("loss", "classes"), [(None, 2), (None, 4), ("hinge", 4)])
def test_balanced_weights_of_partial_fit_are_those_of_the_rows_so_far(loss, classes):
    X, y = unbalanced(300, 9, classes)
    names = sorted(WORDS[:classes])
    whole = TacitClassifier("ada-implicit", loss=loss, class_weight="balanced").partial_fit(X, WORDS[y], classes=names)
    parts = TacitClassifier("ada-implicit", loss=loss, class_weight="balanced")
    for some in np.array_split(np.arange(len(y)), 7):
        parts.partial_fit(X[some], WORDS[y[some]], classes=names)
    by_row = TacitClassifier("ada-implicit", loss=loss).partial_fit(X, WORDS[y], classes=names, sample_weight=online(y))
    for other in (parts, by_row):
        assert [a.to_bytes() for a in whole.learners_] == [b.to_bytes() for b in other.learners_]
    assert whole.class_counts_.tolist() == [(WORDS[y] == name).sum() for name in names]
    if classes == 2 and loss is None:  # the library's own rule
        learner = Learner("ada-implicit", loss="logistic", labels=names, class_weight="balanced").learn(X, WORDS[y])
        assert (learner.predict(X) == whole.decision_function(X)).all()
    found = TacitClassifier(class_weight="balanced").partial_fit(X, WORDS[y], classes=names).predict(X)[y == 0]
    usual = TacitClassifier().partial_fit(X, WORDS[y], classes=names).predict(X)[y == 0]
    assert (found == WORDS[0]).sum() >= (usual == WORDS[0]).sum()


def test_class_weights_that_cannot_be_are_refused():
    X, y = rows(60, 10)
    for bad, message in [("even", "balanced"), ({"cow": -1}, "0 or more"), ({"cow": np.inf}, "0 or more"), ({"horse": 2}, "no classes of y")]:
        with pytest.raises(ValueError, match=message):
            TacitClassifier("ada-implicit", class_weight=bad).fit(X, WORDS[y])
    later = TacitClassifier("ada-implicit", class_weight={"horse": 3}).partial_fit(X, WORDS[y], classes=WORDS)
    later.partial_fit(X[:2], ["horse", "cow"])
    assert later.get_params()["class_weight"] == {"horse": 3}


def test_class_weights_of_a_learner_are_a_dictionary_of_labels():
    X, y = rows(80, 11, classes=2)
    for labels, given, said in [
        (y, {1: 3}, "1=3"),
        (y == 1, {True: 3, False: 0.5}, "1=3,0=0.5"),
        (y * 1.0, {np.float64(1): 3}, "1=3"),
        (y, {np.int64(1): np.float32(3)}, "1=3"),
    ]:
        a = Learner("ada-implicit", loss="logistic", class_weight=given).learn(X, labels)
        b = Learner("ada-implicit", loss="logistic", class_weight=said).learn(X, labels)
        assert a.weights == b.weights and a.weights != Learner("ada-implicit", loss="logistic").learn(X, labels).weights
    words = Learner("ada-implicit", loss="softmax", class_weight={"cat": 2, "dog": 0.5}).learn(X, WORDS[y])
    assert words.to_bytes() == Learner("ada-implicit", loss="softmax", class_weight="cat=2,dog=0.5").learn(X, WORDS[y]).to_bytes()
    for given, said, labels in [
        ({True: 2}, "true=2", y == 1),
        ({np.bool_(False): 2}, "false=2", y == 1),
        ({1: 2}, "1=2", y),
        ({2**53 + 1: 2}, "9007199254740993=2", [2**53 + int(label) for label in y]),
    ]:
        a = Learner("ada-implicit", loss="softmax", class_weight=given).learn(X, labels)
        b = Learner("ada-implicit", loss="softmax", class_weight=said).learn(X, labels)
        usual = Learner("ada-implicit", loss="softmax").learn(X, labels)
        assert a.to_bytes() == b.to_bytes() and a.weights != usual.weights, said
    with pytest.raises(TypeError, match="expected 'balanced' or a dictionary of labels and their weights"):
        Learner(loss="softmax", class_weight=["a", 2])
    with pytest.raises(ValueError, match="no names"):
        Learner(loss="softmax", class_weight={"nan": 2})
    with pytest.raises(ValueError, match="commas"):
        Learner(loss="softmax", class_weight={"a,b": 1})
    with pytest.raises(TypeError, match="weights that are finite numbers"):
        Learner(loss="softmax", class_weight={"a": "b"})
    with pytest.raises(TypeError, match="labels that are words or numbers"):
        Learner(loss="softmax", class_weight={None: 2})


def test_explanations_add_up_to_the_lead_over_the_runner_up():
    X, y = rows(300, 12)
    learner = Learner("ada-implicit", loss="softmax").learn(X, WORDS[y])
    scores = learner.predict(X, output="score")
    bias = dict(zip(learner.classes, learner.bias))
    for i, found in enumerate(learner.explain(X, 9)):
        order = scores[i].argsort()
        assert (found.predicted, found.against) == (learner.classes[order[-1]], learner.classes[order[-2]])
        lead = scores[i][order[-1]] - scores[i][order[-2]] - bias[found.predicted] + bias[found.against]
        assert np.isclose(sum(value for _, value in found.contributions), lead)
        assert {name for name, _ in found.contributions} == {"1", "2", "3", "4", "5"}
    assert all(len(found.contributions) == 2 for found in learner.explain(X, 2))
    with pytest.raises(ValueError, match="at least 1"):
        learner.explain(X, 0)


def test_explanations_of_one_score_add_up_to_it():
    X, y = rows(50, 13, classes=2)
    learner = Learner("ada-implicit", loss="logistic").learn(X, y)
    for found in learner.explain(X[:3]):
        assert found.predicted is None and found.against is None
        assert [abs(value) for _, value in found.contributions] == sorted((abs(v) for _, v in found.contributions), reverse=True)
    score = sum(value for _, value in learner.explain(X[:1])[0].contributions) + learner.bias
    assert np.isclose(score, learner.predict(X[:1])[0])
