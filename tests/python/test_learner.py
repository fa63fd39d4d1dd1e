"""The learner: models, threads, memory, and where a weight is a repetition."""

import copy
import ctypes
import gzip
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import scipy.sparse

import tacit
from conftest import make_examples

PEAK = """
import sys
import numpy as np, scipy.sparse
import tacit

def resident():
    with open("/proc/self/status") as status:
        return {line.split()[0]: int(line.split()[1]) for line in status if line.startswith(("VmHWM", "VmRSS"))}

rows = int(sys.argv[1])
columns = np.arange(rows * 10, dtype=np.int32) % 1000
columns = np.sort(columns.reshape(rows, 10), axis=1).ravel()
X = scipy.sparse.csr_matrix((np.ones(rows * 10), columns, np.arange(0, rows * 10 + 1, 10, dtype=np.int32)), shape=(rows, 1000))
y = np.where(np.arange(rows) % 2, 1.0, -1.0)
if sys.argv[2] == "estimator":
    model = tacit.TacitClassifier("ada-implicit").partial_fit(X[:10], y[:10], classes=[-1.0, 1.0])
    learn = lambda: model.partial_fit(X, y)
else:
    model = tacit.Learner("ada-implicit", loss="logistic").learn(X[:10], y[:10])
    learn = lambda: (model.learn(X, y), model.learn(X.astype(np.float64, copy=False), y))
open("/proc/self/clear_refs", "w").write("5")  # the peak so far is forgotten
before = resident()["VmRSS:"]
learn()
print(resident()["VmHWM:"] - before)
"""


@pytest.mark.parametrize("face", ["learner", "estimator"])
def test_memory_does_not_grow_with_the_input(face):
    def grown(rows):
        done = subprocess.run([sys.executable, "-c", PEAK, str(rows), face], capture_output=True, text=True)
        if "clear_refs" in done.stderr:
            pytest.skip("the peak of memory cannot be reset here")
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    rows = 800_000  # 100 MB of X, 6 of labels
    assert grown(rows) < grown(rows // 8) + 2 * 1024


def turns_of_another_thread(call):
    """How far another thread counts while this one is in the call."""
    count = 0
    stop = False

    def counting():
        nonlocal count
        while not stop:
            count += 1

    other = threading.Thread(target=counting)
    other.start()
    try:
        before = count
        call()
        return count - before
    finally:
        stop = True
        other.join()


def test_the_lock_is_released_while_learning():
    X, y, _ = make_examples(200_000, 50)
    learner = tacit.Learner(loss="logistic")
    began = time.perf_counter()
    learner.learn(X, y)
    microseconds = int(1e6 * (time.perf_counter() - began))
    asleep_with_the_lock = turns_of_another_thread(lambda: ctypes.PyDLL(None).usleep(min(microseconds, 999_999)))
    for call in (lambda: learner.learn(X, y), lambda: learner.predict(scipy.sparse.vstack([X] * 8))):
        assert turns_of_another_thread(call) > 5 * asleep_with_the_lock


def test_who_uses_a_learner_while_it_works_in_this_thread_is_refused():
    X, y, _ = make_examples(40000)
    learner = tacit.Learner(loss="logistic")
    for use in (learner.summary, learner.to_bytes, lambda: learner.predict(X), lambda: learner.learn_one({"a": 1}, 1)):
        with pytest.raises(RuntimeError, match="the learner is busy in this thread"):
            learner.learn(X, y, progress=lambda rows: use())
    learner.learn(X, y, progress=lambda rows: None)

    def handle(number, frame):
        learner.summary()

    before = signal.signal(signal.SIGUSR1, handle)
    try:
        with pytest.raises(RuntimeError, match="the learner is busy in this thread"):
            learner.learn(X, y, progress=lambda rows: os.kill(os.getpid(), signal.SIGUSR1))
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_feature_may_use_the_learner_when_it_is_asked_for_its_number():
    learner = tacit.Learner(loss="square", dictionary=True)

    class Asks:
        def __float__(self):
            learner.learn_one({"inner": 1.0}, 2.0)
            return 1.0 + learner.predict_one({"other": 1.0}) * 0

    learner.learn_one({"outer": Asks(), "last": 2.0}, Asks())
    learner.predict_one({"outer": Asks()})
    assert learner.summary()["examples"] == 4
    assert set(learner.weights) <= {"outer", "inner", "last"}


def test_an_interrupted_learner_has_learned_from_the_first_rows():
    X, y, _ = make_examples(60_000)
    learner = tacit.Learner(loss="logistic")

    def stop(rows):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learner.learn(X, y, progress=stop)
    learned = learner.summary()["examples"]
    assert 0 < learned < 60_000
    whole = tacit.Learner(loss="logistic").learn(X, y)
    assert learner.learn(X[learned:], y[learned:]).to_bytes() == whole.to_bytes()


def test_threads_take_turns():
    X, y, _ = make_examples(2000)
    learner = tacit.Learner(loss="hinge")
    failures = []

    def work(kind):
        try:
            for _ in range(5):
                if kind == 0:
                    learner.learn(X, y, progress=lambda rows: None)
                elif kind == 1:
                    learner.predict(X)
                else:
                    for _ in range(200):
                        learner.learn_one({"1": 1.0}, 1)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k % 3,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and learner.summary()["examples"] == 2 * (5 * 2000 + 5 * 200)


def test_progress_is_told_and_may_interrupt():
    X, y, _ = make_examples(40000)
    told = []
    tacit.Learner(loss="hinge").learn(X, y, progress=told.append)
    assert sum(told) == 40000 and len(told) > 1

    def stop(rows):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tacit.Learner(loss="hinge").learn(X, y, progress=stop)


def test_models_are_copied_pickled_and_written_as_json(examples, tmp_path):
    X, y, _ = examples
    learner = tacit.Learner(loss="logistic").learn(X, y)
    for again in (copy.deepcopy(learner), pickle.loads(pickle.dumps(learner)), tacit.Learner.from_bytes(learner.to_bytes())):
        assert type(again) is tacit.Learner
        assert again.learn(X, y).to_bytes() == copy.deepcopy(learner).learn(X, y).to_bytes()
    learner.save(tmp_path / "model.json")
    written = json.loads((tmp_path / "model.json").read_text())
    assert {int(name): value for name, value in written["weights"].items()} == learner.weights
    assert written["bias"] == learner.bias
    assert tacit.Learner.load(str(tmp_path / "model.json")).to_bytes() == learner.to_bytes()
    for form in (learner.to_bytes(), (tmp_path / "model.json").read_bytes()):
        (tmp_path / "model.gz").write_bytes(gzip.compress(form))
        assert tacit.Learner.load(tmp_path / "model.gz").to_bytes() == learner.to_bytes()
        assert tacit.Learner.from_bytes(gzip.compress(form)).to_bytes() == learner.to_bytes()


def test_a_fresh_learner_is_a_model_too():
    fresh = tacit.Learner(loss="hinge")
    assert pickle.loads(pickle.dumps(fresh)).predict(np.ones((2, 2))).tolist() == [0, 0]


def test_what_a_learner_tells_about_itself(examples):
    X, y, _ = examples
    learner = tacit.Learner(loss="hinge").learn(X, y)
    summary = learner.summary()
    assert summary["learner"] == "auto" and summary["examples"] == 300 and summary["beta"] is None
    assert summary["nonzeros"] == X.nnz and summary["lambda"] == learner.lambda_
    assert learner.labels == (-1, 1)
    assert abs(sum(expert["share"] for expert in learner.report["experts"]) - 1) < 1e-9
    betas = [(expert["share"], expert["beta"]) for expert in learner.report["experts"] if expert["beta"]]
    mean = sum(share * np.log2(beta) for share, beta in betas) / sum(share for share, _ in betas)
    assert np.isclose(np.log2(learner.report["effective_beta"]), mean)
    single = tacit.Learner("ogd", loss="hinge", beta=2)
    assert single.report is None and single.summary()["beta"] == 2
    assert "ogd" in repr(single)


def test_outputs_are_scores_labels_and_probabilities(examples):
    X, y, numbers = examples
    learner = tacit.Learner(loss="logistic").learn(X, (y + 1) / 2)
    values = learner.predict(X)
    assert learner.predict(X, output="label").tolist() == np.where(values > 0, 1, 0).tolist()
    assert np.allclose(learner.predict(X, output="probability"), 1 / (1 + np.exp(-values)))
    with pytest.raises(ValueError, match="logistic"):
        tacit.Learner(loss="hinge").learn(X, y).predict(X, output="probability")
    with pytest.raises(ValueError, match="output='label' is for two classes; the loss of the learner is square"):
        tacit.Learner(loss="square").learn(X, numbers).predict(X, output="label")
    with pytest.raises(ValueError, match="unknown output 'labels'; did you mean 'label'. one of: score, label, probability"):
        learner.predict(X, output="labels")
    for word in ("score", "value"):
        assert learner.predict(X, output=word).tolist() == values.tolist()
    assert tacit.Learner(loss="hinge").predict([[1.0]], output="label").tolist() == [-1]


def test_one_by_one_is_the_same_as_an_array(examples):
    X, _, y = examples
    one_by_one = tacit.Learner(loss="absolute", missing="zero")
    before = [
        one_by_one.learn_one({str(j + 1): v for j, v in zip(X[i].indices, X[i].data)}, y[i]) for i in range(X.shape[0])
    ]
    together = tacit.Learner(loss="absolute", missing="zero")
    assert together.learn(X, y, predictions=True).tolist() == before
    assert together.to_bytes() == one_by_one.to_bytes()
    assert together.predict_one({3: 1.5}) == together.predict_one({"3": 1.5})


# A weight of w is one step on w times the loss. It is w steps wherever a step lands on the kink, or goes along a slope that does not
# change, at a step size that does not either; and not where the slope or the step size changes between them.
@pytest.mark.parametrize("loss", ["hinge", "absolute", "epsilon-insensitive", "pinball"])
@pytest.mark.parametrize("weight", [2, 3])
def test_weight_is_repetition_for_implicit_steps_of_constant_size_on_broken_lines(loss, weight):
    random = np.random.RandomState(0)
    X = random.normal(size=(50, 3))
    y = np.sign(random.normal(size=50)) if loss == "hinge" else random.normal(size=50)
    make = lambda: tacit.Learner(update="implicit", step_size="constant", loss=loss, beta=0.1)  # noqa: E731
    weighted = make().learn(X, y, np.full(50, weight))
    repeated = make().learn(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert np.allclose(weighted._coefficients(3), repeated._coefficients(3), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("learner,loss", [("ada-implicit", "hinge"), ("auto", "hinge")])
def test_weight_is_not_repetition_where_the_step_size_adapts(learner, loss):
    random = np.random.RandomState(0)
    X, y = random.normal(size=(50, 3)), np.sign(random.normal(size=50))
    weighted = tacit.Learner(learner, loss=loss).learn(X, y, np.full(50, 2))
    repeated = tacit.Learner(learner, loss=loss).learn(np.repeat(X, 2, axis=0), np.repeat(y, 2))
    assert not np.allclose(weighted._coefficients(3), repeated._coefficients(3))


def test_a_single_weight_is_that_of_every_row(examples):
    X, y, _ = examples
    a, b = tacit.Learner("ogd", loss="hinge"), tacit.Learner("ogd", loss="hinge")
    assert a.learn(X, y, 2.0).to_bytes() == b.learn(X, y, np.full(300, 2)).to_bytes()


def test_wide_rows_take_no_memory_for_the_columns_that_are_empty():
    code = """
import resource, numpy as np, scipy.sparse, tacit
columns = 2**28
X = scipy.sparse.csr_matrix((np.ones(3), np.array([5, columns - 1, 7]), np.array([0, 1, 2, 3])), shape=(3, columns))
assert tacit.TacitClassifier().fit(X, [1, -1, 1]).coef_.shape == (1, columns)
assert tacit.TacitRegressor().fit(X, [1, -1, 1]).coef_.shape == (columns,)
assert tacit.certify(X, [1, -1, 1], loss="hinge", radius=3)["comparator"].shape == (columns + 1,)
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1_000_000, "kB"  # columns alone are 2 GB
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_intervals_are_three_columns_and_hold_what_was_asked_for():
    draws = np.random.RandomState(3)
    X = draws.normal(size=(6000, 3))
    y = X @ [1.0, -2.0, 0.5] + np.abs(X[:, 0]) * draws.normal(size=6000)
    learner = tacit.Learner(loss="absolute", interval=0.8).learn(X, y)
    found = learner.summary()["interval"]
    assert set(found) == {"level", "coverage", "worst_coverage", "width", "score"}
    assert found["level"] == 0.8 and abs(found["coverage"] - 0.8) < 0.005
    ends = learner.predict_interval(X)
    assert ends.shape == (6000, 3)
    assert (ends[:, 1] == learner.predict(X)).all()
    assert (ends[:, 0] < ends[:, 1]).all() and (ends[:, 1] < ends[:, 2]).all()
    again = tacit.Learner.from_bytes(learner.to_bytes())
    assert (again.predict_interval(scipy.sparse.csr_matrix(X)) == ends).all()
    assert again.learn(X, y).to_bytes() == learner.learn(X, y).to_bytes()
    regressor = tacit.TacitRegressor(interval=0.8, shuffle=False, loss="absolute").fit(X, y)
    assert (regressor.predict_interval(X) == ends).all()


def test_intervals_are_refused_where_there_can_be_none():
    with pytest.raises(ValueError, match="makes no intervals: give interval=0.9 when it is made"):
        tacit.Learner().learn([[1.0]], [2.0]).predict_interval([[1.0]])
    with pytest.raises(ValueError, match="the loss is hinge"):
        tacit.Learner(loss="hinge", interval=0.9)
    with pytest.raises(ValueError, match="expected the share of labels to hold"):
        tacit.Learner(interval=9)
    with pytest.raises(ValueError, match="makes no intervals"):
        tacit.sweep([[1.0], [2.0]], [1.0, 2.0], interval=0.9)


def test_lags_and_a_horizon_for_arrays_dictionaries_and_files(tmp_path):
    labels = [float((3 * t) % 8) for t in range(90)]
    rows = np.array([[0.5 + t % 4] for t in range(90)])
    path = tmp_path / "rows.svm"
    path.write_text("".join(f"{label!r} 1:{row[0]!r}\n" for label, row in zip(labels, rows.tolist())))
    for lags in ("auto", 8, [1, 8]):
        arrays = tacit.Learner(lags=lags, horizon=3).learn(rows, labels)
        files = tacit.Learner(lags=lags, horizon=3).learn_file(path)
        assert arrays.weights == files.weights
        assert "lag 8" in arrays.weights
        # Rows to be predicted come behind those learned from, and nobody knows their labels.
        assert arrays.predict(rows[:3]).tolist() == files.predict(rows[:3]).tolist()
    # However many rows there are, they come one behind the other.
    many = np.ones((300_000, 1))
    ahead = tacit.Learner(lags=[400], learner="ada-implicit").learn(rows.repeat(10, axis=0), labels * 10).predict(many)
    assert (ahead[:1000] == ahead[400:1400]).all()
    assert (ahead[-400:] == ahead[200_000 - 400 : 200_000]).all()
    assert tacit.Learner(lags=[1]).learn_one({"a": 1.0}, 5.0) == 0.0
    with pytest.raises(ValueError, match="expected auto, or numbers of rows"):
        tacit.Learner(lags="0")
    with pytest.raises(TypeError, match="lags"):
        tacit.Learner(lags=1.5)


def test_times_and_groups_of_files(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("when,shop,y\n" + "".join(f"{3600 * t},s{t % 2},{t % 7}\n" for t in range(60)))
    learner = tacit.Learner(lags=[1]).learn_file(path, label_column="y", time="when", group="shop")
    assert {"lag 1", "hour=5", "clock"} <= set(learner.weights)
    with pytest.raises(ValueError, match="learn from files"):
        learner.learn_one({"a": 1.0}, 1.0)
    with pytest.raises(ValueError, match="time"):
        learner.predict_one({"a": 1.0})
