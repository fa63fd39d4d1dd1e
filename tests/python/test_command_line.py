"""The same input gives the same result as the command line, bit for bit."""

import json
import re

import numpy as np
import pytest
import scipy.sparse

import tacit
from conftest import ROOT, make_examples, write_libsvm

TWO_CLASS = ("hinge", "logistic", "squared-hinge")
CHOICES = [
    *((learner, loss) for learner in ("auto", "ada-implicit", "ogd") for loss in ("hinge", "logistic", "square", "absolute", "huber")),
    ("implicit", "squared-hinge"),
    ("doubling", "pinball"),
    ("ada-ogd", "epsilon-insensitive"),
    ("truncated+constant", "quarter-square"),
]


def options(learner, loss, beta=None):
    return ["--learner", learner, "--loss", loss, *([] if beta is None else ["--beta", beta])]


@pytest.mark.parametrize("learner,loss", CHOICES)
def test_arrays_give_the_model_file_of_the_program(program, examples, tmp_path, learner, loss):
    X, classes, numbers = examples
    y = classes if loss in TWO_CLASS else numbers
    data = write_libsvm(tmp_path / "data.svm", X, y)
    beta = None if learner == "auto" else 0.5
    program("train", data, *options(learner, loss, beta), "-o", tmp_path / "theirs.tacit", "--quiet")
    ours = tacit.Learner(learner, loss=loss, beta=beta)
    progressive = ours.learn(X, y, predictions=True)
    ours.save(tmp_path / "ours.tacit")
    assert (tmp_path / "ours.tacit").read_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    assert ours.to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    printed = program("predict", "-m", tmp_path / "theirs.tacit", data, "--quiet")
    assert ours.predict(X).tolist() == [float(line) for line in printed.split()]
    assert len(progressive) == X.shape[0] and progressive[0] == 0


@pytest.mark.parametrize("kind", ["dense", "float32", "column-major", "reversed", "int64", "csc"])
def test_every_layout_of_an_array_gives_the_same(examples, kind):
    X, y, _ = examples
    X = X.copy()
    X.data = X.data.astype(np.float32).astype(np.float64)  # so that float32 says the same
    expected = tacit.Learner(loss="hinge").learn(X, y).to_bytes()
    if kind == "dense":
        X = X.toarray()
    elif kind == "float32":
        X = X.astype(np.float32)
    elif kind == "column-major":
        X = np.asfortranarray(X.toarray().astype(np.float32))
    elif kind == "reversed":
        X = np.ascontiguousarray(X.toarray()[::-1, ::-1])[::-1, ::-1]
    elif kind == "int64":
        X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    elif kind == "csc":
        X = X.tocsc()
    assert tacit.Learner(loss="hinge").learn(X, y).to_bytes() == expected


def test_in_pieces_and_saved_between_is_the_same(examples, tmp_path):
    X, _, y = examples
    whole = tacit.Learner(loss="absolute").learn(X, y)
    half = tacit.Learner(loss="absolute").learn(X[:100], y[:100])
    half.save(tmp_path / "half.tacit")
    assert tacit.Learner.load(tmp_path / "half.tacit").learn(X[100:], y[100:]).to_bytes() == whole.to_bytes()


@pytest.mark.parametrize("scale", ["online", "max-abs"])
def test_scaling_is_that_of_the_program(program, examples, tmp_path, scale):
    X, _, y = examples
    data = write_libsvm(tmp_path / "data.svm", X, y)
    program("train", data, *options("ada-implicit", "absolute", 1), "--scale", scale, "-o", tmp_path / "theirs.tacit", "--quiet")
    ours = tacit.Learner("ada-implicit", loss="absolute", beta=1, scale=scale).learn(X, y)
    assert ours.to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    printed = program("predict", "-m", tmp_path / "theirs.tacit", data, "--quiet")
    assert ours.predict(X).tolist() == [float(line) for line in printed.split()]


@pytest.mark.parametrize("domain", [{"radius": 0.5}, {"box": (-0.1, 0.2)}, {"features": 20}])
def test_domains_are_those_of_the_program(program, examples, tmp_path, domain):
    X, _, y = examples
    data = write_libsvm(tmp_path / "data.svm", X, y)
    (name, value), = domain.items()
    value = ",".join(map(str, value)) if isinstance(value, tuple) else value
    program("train", data, "--loss", "absolute", f"--{name}={value}", "-o", tmp_path / "theirs.tacit", "--quiet")
    assert tacit.Learner(loss="absolute", **domain).learn(X, y).to_bytes() == (tmp_path / "theirs.tacit").read_bytes()


def test_weights_are_those_of_the_program(program, tmp_path):
    data = tmp_path / "data.vw"
    data.write_text("1 2 | 1:0.5 2:1\n-1 0.5 | 1:1\n1 3 | 2:-1 3:2\n")
    program("train", data, "--loss", "logistic", "-o", tmp_path / "theirs.tacit", "--quiet")
    X = np.array([[0.5, 1, 0], [1, 0, 0], [0, -1, 2]])
    ours = tacit.Learner(loss="logistic").learn(X, [1, -1, 1], [2, 0.5, 3])
    assert ours.to_bytes() == (tmp_path / "theirs.tacit").read_bytes()


@pytest.mark.parametrize("names", [{"dictionary": True}, {"hash": 10}])
def test_dictionaries_are_json_lines(program, tmp_path, names):
    rows = [
        {"hour": 9, "page": "news", "tags": ["sport", "live"], "deep": {"a": 1.5, "b": {"c": True}}, "3": 2, "list": [1, 0, 2.5]},
        {"hour": 23, "page": "shop", "nothing": None, "zero": 0},
        {"hour": 12, "page": "shop", "tags": []},
    ]
    labels = [1, 0, 1]
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps({"label": label, **row}) + "\n" for row, label in zip(rows, labels)))
    flag = ["--dictionary"] if "dictionary" in names else ["--hash", 10]
    program("train", data, "--loss", "logistic", *flag, "-o", tmp_path / "theirs.tacit", "--quiet")
    ours = tacit.Learner(loss="logistic", **names)
    for row, label in zip(rows, labels):
        ours.learn_one(row, label)
    assert ours.to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    from_file = tacit.Learner(loss="logistic", **names).learn_file(data)
    assert from_file.to_bytes() == ours.to_bytes()
    printed = program("predict", "-m", tmp_path / "theirs.tacit", data, "--quiet")
    # Nobody knows the label before a row of a file; that before the next dictionary is the last that was learned.
    again = tacit.Learner.load(tmp_path / "theirs.tacit")
    assert len(printed.split()) == len(rows)
    assert [ours.predict_one(row) for row in rows] == [again.predict_one(row) for row in rows]


def test_files_are_read_as_by_the_program(program, tmp_path):
    data = ROOT / "examples/data/houses.csv"
    how = ["--label-column", "price", "--categorical", "district"]
    program("train", data, *how, "--loss", "absolute", "--dictionary", "-o", tmp_path / "theirs.tacit", "--quiet")
    ours = tacit.Learner(loss="absolute", dictionary=True).learn_file(data, label_column="price", categorical=["district"])
    assert ours.to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    assert "district=centre" in ours.weights
    names = []
    X, y, weight = tacit.read(data, label_column="price", categorical=["district"], names=names)
    assert scipy.sparse.issparse(X) and X.shape == (len(y), len(names)) and (weight == 1).all()
    blocks = list(tacit.read_blocks(data, rows=2, label_column="price", categorical=["district"], names=[]))
    assert sum(len(block[1]) for block in blocks) == len(y)


@pytest.mark.parametrize("learner,loss", [("auto", "logistic"), ("auto", "huber"), ("ada-implicit", "hinge"), ("ogd", "square")])
def test_summaries_and_reports_are_those_of_the_program(program, examples, tmp_path, learner, loss):
    X, classes, numbers = examples
    y = classes if loss in TWO_CLASS else numbers
    theirs = json.loads(program("train", write_libsvm(tmp_path / "data.svm", X, y), *options(learner, loss), "--json"))
    ours = tacit.Learner(learner, loss=loss).learn(X, y)
    assert ours.report == theirs.pop("mixture", None)
    assert ours.summary() == {key: theirs[key] for key in theirs if key not in ("seconds", "skipped", "collisions", "hashed_features")}


def test_labels_of_a_data_set_that_has_a_name_are_known(program, tmp_path, monkeypatch):
    monkeypatch.setenv("TACIT_DATA", str(tmp_path))
    file = tmp_path / "covtype.binary"
    file.write_text("1 1:1\n2 2:1\n2 2:1\n1 1:1\n" * 10)
    program("train", "covtype", "--loss", "hinge", "-o", tmp_path / "theirs.tacit", "--quiet")
    ours = tacit.Learner(loss="hinge").learn_file("covtype")
    assert ours.to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    assert ours.labels == (1, 2) and ours.predict([[1, 0], [0, 1]], output="label").tolist() == [1, 2]
    # A file may hold anything, what is said goes before, and numbers stay as they are.
    with pytest.raises(tacit.DataError, match=r"labels=\(NEG, POS\)"):
        tacit.Learner(loss="hinge").learn_file(file)
    assert tacit.Learner(loss="hinge", labels=(2, 1)).learn_file("covtype").labels == (2, 1)
    assert tacit.Learner(loss="absolute").learn_file("covtype").labels is None
    assert tacit.read("covtype")[1].tolist() == [1, 2, 2, 1] * 10
    fresh = tacit.Learner(loss="hinge")
    with pytest.raises(tacit.DataError, match="skin_nonskin:2: label 5"):
        (tmp_path / "skin_nonskin").write_text("1 1:1\n5 2:1\n")
        fresh.learn_file("covtype", "skin")
    assert fresh.labels is None and fresh.to_bytes() == tacit.Learner(loss="hinge").to_bytes()


def test_a_file_without_examples_is_refused_in_the_words_of_the_program(tmp_path):
    for name, content, message in [("empty.svm", "", "no examples, as it is empty"), ("a.csv", "label,a\n", "no examples, read as csv; expected lines such as")]:
        file = tmp_path / name
        file.write_text(content)
        with pytest.raises(tacit.DataError, match=f"{name}: {message}"):
            tacit.read(file)
        with pytest.raises(tacit.DataError, match=f"{name}: {message}"):
            tacit.Learner().learn_file(file)
        assert list(tacit.read_blocks(file)) == []


def test_words_are_labels(program, tmp_path):
    data = tmp_path / "mail.csv"
    data.write_text("label,length\nham,3\nspam,9\nham,2\nspam,8\n")
    program("train", data, "--loss", "logistic", "--labels", "ham,spam", "-o", tmp_path / "theirs.tacit", "--quiet")
    ours = tacit.Learner(loss="logistic", labels=("ham", "spam")).learn_file(data)
    assert ours.to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    one_by_one = tacit.Learner(loss="logistic", labels=("ham", "spam"))
    for length, label in [(3, "ham"), (9, "spam"), (2, "ham"), (8, "spam")]:
        one_by_one.learn_one({"length": length}, label)
    assert one_by_one.weights == ours.weights
    assert set(ours.predict([[1.0], [2.0]], output="label")) <= {"ham", "spam"}


def test_sweeps_have_the_columns_and_numbers_of_the_program(program, tmp_path):
    X, signs, y = make_examples(100)
    data, classes = write_libsvm(tmp_path / "data.svm", X, y), write_libsvm(tmp_path / "classes.svm", X, signs)
    program("sweep", data, "--betas", "2^-3..2^3", "--repeats", 2, "--seed", 5, "-o", tmp_path / "theirs.csv", "--quiet")
    import pandas

    theirs = pandas.read_csv(tmp_path / "theirs.csv", float_precision="round_trip")
    ours = pandas.DataFrame(tacit.sweep(X, y, betas="2^-3..2^3", repeats=2, seed=5))
    assert set(ours) <= set(theirs)
    for column in ours:
        if column not in ("mistakes", "l1", "weights"):
            assert ours[column].tolist() == theirs[column].tolist(), column
    assert theirs["mistakes"].isna().all() and ours["mistakes"].isna().all()
    program("sweep", classes, "--betas", "2^-3..2^3", "--repeats", 2, "--seed", 5, "-o", tmp_path / "classes.csv", "--quiet")
    theirs = pandas.read_csv(tmp_path / "classes.csv", float_precision="round_trip")
    ours = pandas.DataFrame(tacit.sweep(X, signs, betas="2^-3..2^3", repeats=2, seed=5))
    for column in set(ours) - {"l1", "weights"}:
        assert ours[column].tolist() == theirs[column].tolist(), column


def test_a_sweep_over_l1_is_that_of_the_program(program, tmp_path):
    X, signs, _ = make_examples(100)
    data = write_libsvm(tmp_path / "data.svm", X, signs)
    flags = ["--learners", "ada-implicit,implicit-ftrl", "--betas", "0.5,1", "--natural", "--l2", "0.01", "--quiet"]
    program("sweep", data, *flags, "--l1", "0,0.25", "-o", tmp_path / "theirs.json")
    theirs = json.loads((tmp_path / "theirs.json").read_text())
    ours = tacit.sweep(X, signs, learners=["ada-implicit", "implicit-ftrl"], betas=[0.5, 1], natural=True, l1=[0, 0.25], l2=0.01)
    for column in ours:
        assert ours[column] == [row[column] for row in theirs], column
    assert ours["l1"][:4] == [0.0, 0.0, 0.25, 0.25] and ours["weights"][2] <= ours["weights"][0]
    assert tacit.sweep(X, signs, learners="implicit", betas=[1], natural=True, l1=0.25)["l1"] == [0.25]
    with pytest.raises(ValueError, match="l1"):
        tacit.sweep(X, signs, natural=True, l1=[-1])


def test_a_lane_that_diverged_has_no_mistakes_as_in_the_program(program, tmp_path):
    X, y = scipy.sparse.csr_matrix([[1e6], [-1e6], [1e6], [3.0]]), np.array([1, -1, -1, 1])
    options = {"learners": ["ogd"], "betas": [2.0**-60, 2.0**490], "natural": True, "loss": "squared-hinge"}
    data = write_libsvm(tmp_path / "data.svm", X, y)
    flags = ["--learners", "ogd", "--betas", "2^-60,2^490", "--natural", "--loss", "squared-hinge", "--quiet"]
    program("sweep", data, *flags, "-o", tmp_path / "theirs.json")
    theirs = json.loads((tmp_path / "theirs.json").read_text())
    ours = tacit.sweep(X, y, **options)
    assert ours["diverged"] == [False, True]
    assert ours["mistakes"] == [row["mistakes"] for row in theirs]
    assert [found is None for found in ours["mistakes"]] == ours["diverged"]


def test_two_labels_that_may_be_classes_are_taken_for_numbers_with_a_warning():
    X = [[1.0], [2.0], [3.0]]
    with pytest.warns(UserWarning, match=r"the labels are only 1 and 2, taken for numbers.*labels=\(1, 2\)"):
        assert set(tacit.sweep(X, [1, 2, 1], betas=[1], natural=True)["loss"]) == {"absolute"}
    assert set(tacit.sweep(X, [1, 2, 1], betas=[1], natural=True, labels=(1, 2))["loss"]) == {"hinge"}


def test_auto_is_swept_without_a_beta(program, tmp_path):
    rows = np.random.default_rng(3).normal(size=(200, 4))
    signs = np.sign(rows[:, 0] + 0.3 * rows[:, 1])
    found = tacit.sweep(rows, signs, learners=["ogd", "auto"], betas=[1, 2], natural=True)
    assert found["learner"] == ["ogd", "ogd", "auto"] and found["beta"] == [1, 2, None]
    learner = tacit.Learner(loss="hinge")
    learner.learn(rows, signs)
    summary = learner.summary()
    assert found["cumulative_loss"][2] == summary["cumulative_loss"]
    assert summary["baselines"]["last_label"] > 0 and summary["baselines"]["last_season"] is None and summary["rmse"] is None


def test_sweeps_and_certificates_have_the_defaults_of_the_program(program, examples, tmp_path):
    X, y, _ = examples
    data = write_libsvm(tmp_path / "data.svm", X, y)
    program("sweep", data, "-o", tmp_path / "theirs.json", "--quiet")
    theirs = json.loads((tmp_path / "theirs.json").read_text())
    ours = tacit.sweep(X, y)
    for column in ours:
        assert ours[column] == [row[column] for row in theirs], column
    printed = json.loads(program("certify", data, "--labels", "-1,1", "--radius", "2", "--json", "--quiet"))
    found = tacit.certify(X, y, labels=(-1, 1), radius=2)
    assert found["loss"] == "logistic" and found["learner"] == "ada-implicit"
    for key in ("loss", "learner", "beta", "gap", "regret"):
        assert found[key] == printed[key], key


def test_a_fit_in_the_order_of_the_rows_is_that_of_the_program(program, examples, tmp_path):
    X, y, _ = examples
    data = write_libsvm(tmp_path / "data.svm", X, y)
    program("train", data, "--loss", "logistic", "-o", tmp_path / "theirs.tacit", "--quiet")
    fitted = tacit.TacitClassifier(shuffle=False).fit(X, y)
    partly = tacit.TacitClassifier().partial_fit(X[:50], y[:50], classes=[-1, 1]).partial_fit(X[50:], y[50:])
    assert fitted.learners_[0].to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    assert partly.learners_[0].to_bytes() == (tmp_path / "theirs.tacit").read_bytes()
    printed = program("predict", "-m", tmp_path / "theirs.tacit", data, "--probability", "--quiet")
    assert fitted.predict_proba(X)[:, 1].tolist() == [float(line) for line in printed.split()]


@pytest.mark.parametrize("learner,loss", [("ada-implicit", "hinge"), ("ogd", "logistic"), ("doubling", "absolute"), ("implicit", "square")])
def test_certificates_are_those_of_the_program(program, examples, tmp_path, learner, loss):
    X, classes, numbers = examples
    y = classes if loss in TWO_CLASS else numbers
    data = write_libsvm(tmp_path / "data.svm", X, y)
    theirs = json.loads(program("certify", data, "--learner", learner, "--loss", loss, "--radius", "3", "--json", "--quiet"))
    ours = tacit.certify(X, y, learner=learner, loss=loss, radius=3)
    comparator = ours.pop("comparator")
    assert np.linalg.norm(comparator) <= 3 * (1 + 1e-12)
    for left in theirs["left_out"]:  # each says what to give in its own words
        left["reason"] = re.sub(r"--([a-z]+) ([0-9.]+)", r"\1=\2", left["reason"])
    assert ours == {key: value for key, value in theirs.items() if not key.startswith("seconds")}


def test_certificates_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="radius"):
        tacit.certify([[1.0]], [1.0])
    with pytest.raises(ValueError, match="gap"):
        tacit.certify([[1.0]], [1.0], radius=1, gap=0)
    with pytest.raises(ValueError, match="online"):
        tacit.certify([[1.0]], [1.0], radius=1, scale="online")


def numbers_of(text):
    return [[float(number) for number in line.split(",")] for line in text.splitlines()]


@pytest.mark.parametrize("settings", [{}, {"lags": [1, 24]}, {"lags": "auto", "horizon": 3}])
def test_files_are_predicted_as_by_the_program(program, tmp_path, settings):
    data, ahead = ROOT / "examples/data/demand.csv", ROOT / "examples/data/tomorrow.csv"
    learner = tacit.Learner(loss="absolute", **settings)
    learner.learn_file(data, label_column="demand", time="time")
    learner.save(tmp_path / "model.tacit")
    for file in (data, ahead):
        printed = program("predict", "-m", tmp_path / "model.tacit", file, "--quiet")
        if file == ahead and settings:
            with pytest.warns(UserWarning, match="24 rows have no label"):
                predictions = learner.predict_file(file)
        else:
            predictions = learner.predict_file(file)
        assert predictions.dtype == np.float64
        assert [[number] for number in predictions] == numbers_of(printed)
    assert learner.to_bytes() == (tmp_path / "model.tacit").read_bytes()


def test_intervals_of_files_are_those_of_the_program(program, tmp_path):
    data = ROOT / "examples/data/demand.csv"
    learner = tacit.Learner(loss="absolute", interval=0.9).learn_file(data, label_column="demand", time="time")
    learner.save(tmp_path / "model.tacit")
    printed = program("predict", "-m", tmp_path / "model.tacit", data, "--quiet")
    assert learner.predict_interval_file(data).tolist() == numbers_of(printed)
    assert learner.predict_file(data).tolist() == [row[1] for row in numbers_of(printed)]
    with pytest.raises(ValueError, match=r"this learner makes no intervals: give interval=0\.9"):
        tacit.Learner().predict_interval_file(data, label_column="demand", time="time")


def test_a_bad_row_of_a_file_is_predicted_as_nan_or_refused(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,a\nno,2\nyes,3\n")
    learner = tacit.Learner(loss="hinge", labels=["no", "yes"], dictionary=True).learn_file(path)
    path.write_text("a\n2\nx\n3\n")
    assert np.isnan(learner.predict_file(path, skip_bad_rows=True)).tolist() == [False, True, False]
    assert learner.predict_file(path, output="label", skip_bad_rows=True)[1] is None
    with pytest.raises(tacit.DataError, match=r"rows\.csv:3:1"):
        learner.predict_file(path)
    with pytest.raises(ValueError, match="leave out shuffle"):
        learner.predict_file(path, shuffle=1)


def test_rows_that_lack_a_number_are_predicted_as_nan_where_they_are_left_out(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,a\n1,2\n2,\n3,4\n")
    learner = tacit.Learner(missing="skip").learn_file(path)
    with pytest.warns(UserWarning, match="1 row lacks a number and is left out"):
        assert np.isnan(learner.predict_file(path)).tolist() == [False, True, False]


def test_data_that_are_not_the_learners_are_warned_of(tmp_path):
    path, other = tmp_path / "rows.csv", tmp_path / "other.csv"
    path.write_text("y,a,b\n1,2,3\n2,3,5\n3,5,4\n")
    other.write_text("y,c,d\n1,2,3\n2,3,4\n")
    learner = tacit.Learner(dictionary=True).learn_file(path)
    with pytest.warns(UserWarning, match="none of the 2 features seen has a weight in the model") as warned:
        learner.predict_file(other)
    assert warned[0].filename == __file__
    with pytest.warns(UserWarning, match=r"learned from 3 examples without ignore=\['b'\] and predicts with it"):
        learner.predict_file(path, ignore=["b"])


def test_a_column_of_times_is_answered_with_the_keyword_for_it():
    with pytest.raises(tacit.DataError, match=r"say time='time'; to leave the column out, ignore=\['time'\]"):
        tacit.Learner().learn_file(ROOT / "examples/data/demand.csv", label_column="demand")
