"""Keywords come from the table of settings: signatures, documentation, stubs and messages."""

import ast
import builtins
import importlib.util
import inspect
import re

import numpy as np
import pytest

import tacit
from conftest import ROOT
from tacit import _core

BY_SCOPE = {scope: [s["name"] for s in _core.settings() if s["scope"] == scope] for scope in ("learner", "reading")}


def keywords_of(function):
    return [name for name in inspect.signature(function).parameters]


def test_the_table_has_what_users_rely_on():
    assert {"learner", "loss", "loss_parameter", "update", "step_size", "beta", "lipschitz", "domain", "radius", "box"} <= set(BY_SCOPE["learner"])
    assert {"features", "bias", "scale", "labels", "hash", "dictionary"} <= set(BY_SCOPE["learner"])
    assert {"format", "label_column", "id", "header", "delimiter", "categorical", "ignore"} <= set(BY_SCOPE["reading"])
    assert {"limit", "shuffle", "skip_bad_rows", "cache"} <= set(BY_SCOPE["reading"])


def test_every_setting_is_a_keyword_and_documented():
    assert keywords_of(tacit.Learner) == BY_SCOPE["learner"]
    assert keywords_of(tacit.Learner.learn_file)[3:] == BY_SCOPE["reading"]
    for function in (tacit.read, tacit.read_blocks):
        assert set(keywords_of(function)) >= {*BY_SCOPE["reading"], "hash", "labels"}
    for estimator in (tacit.TacitClassifier, tacit.TacitRegressor):
        weighs = {"class_weight"} if estimator is tacit.TacitRegressor else set()
        assert set(BY_SCOPE["learner"]) - set(keywords_of(estimator)) == {"labels", "classes", "hash", "dictionary"} | weighs
        assert set(estimator().get_params()) == set(keywords_of(estimator))
    assert keywords_of(tacit.certify)[6:] == BY_SCOPE["learner"]
    swept = [name for name in BY_SCOPE["learner"] if name not in ("learner", "update", "step_size", "beta", "l1")]
    assert keywords_of(tacit.sweep)[11:] == swept
    documented = [(tacit.Learner, BY_SCOPE["learner"]), (tacit.read, BY_SCOPE["reading"]), (tacit.certify, BY_SCOPE["learner"])]
    for thing, names in [*documented, (tacit.sweep, swept)]:
        for name in names:
            assert f"\n    {name} : " in thing.__doc__, name
        assert "{settings}" not in thing.__doc__
    assert inspect.signature(tacit.Learner).parameters["learner"].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD


@pytest.mark.parametrize("module", ["_learner", "_files", "_certify", "_sweep", "_estimator", "_classifier", "_regressor"])
def test_stubs_are_up_to_date(module):
    script = ROOT / "scripts" / "python_stubs.py"
    specification = importlib.util.spec_from_file_location("python_stubs", script)
    python_stubs = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(python_stubs)
    assert module in python_stubs.MODULES
    written = ROOT / "python" / "tacit" / f"{module}.pyi"
    command = "PYTHONPATH=build/python /usr/bin/python3 scripts/python_stubs.py"
    assert written.read_text() == python_stubs.stub(module), f"{written.name} is not what the table says; make it anew with: {command}"


@pytest.mark.parametrize("stub", sorted((ROOT / "python" / "tacit").glob("*.pyi")), ids=lambda path: path.name)
def test_stubs_know_every_name_they_use(stub):
    tree = ast.parse(stub.read_text())
    known = {alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
    known |= {node.name for node in ast.walk(tree) if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    known |= {node.id for node in names if isinstance(node.ctx, ast.Store)} | set(dir(builtins))
    assert {node.id for node in names} <= known


def test_an_estimator_passes_every_setting_on():
    X, y = np.eye(4), np.array([1.0, -1.0, 1.0, -1.0])
    fitted = tacit.TacitClassifier(update="implicit", step_size="constant", box=(-0.25, 0.5), beta=3, shuffle=False).fit(X, y)
    learner = tacit.Learner(update="implicit", step_size="constant", box=(-0.25, 0.5), beta=3, loss="logistic").learn(X, y)
    assert fitted.learners_[0].to_bytes() == learner.to_bytes()
    with pytest.raises(TypeError, match="unexpected keyword 'labels'"):
        tacit.TacitClassifier(labels=(0, 1))


def test_sweeps_and_certificates_pass_every_setting_on():
    X, y = np.eye(4), np.array([1.0, -1.0, 1.0, -1.0])
    how = {"learners": ["implicit"], "betas": [8], "natural": True}
    boxed, free = tacit.sweep(X, y, box=(-0.01, 0.01), **how), tacit.sweep(X, y, **how)
    assert boxed["cumulative_loss"] != free["cumulative_loss"]
    narrow = tacit.Learner("implicit", loss="hinge", beta=8, box=(-0.01, 0.01)).learn(X, y)
    assert boxed["cumulative_loss"] == [narrow.summary()["cumulative_loss"]]
    with pytest.raises(ValueError, match="not for the box"):
        tacit.certify(X, y, loss="hinge", box=(-1, 1))
    assert tacit.certify(X, y, loss="hinge", update="implicit", step_size="constant", beta=3, radius=1)["learner"] == "implicit+constant"


def test_the_library_says_how_many_threads_there_may_be():
    X, y = np.eye(4), np.array([1.0, -1.0, 1.0, -1.0])
    for threads in (0, 1025):
        with pytest.raises(ValueError, match=f"threads={threads}; expected 1 to 1024"):
            tacit.sweep(X, y, threads=threads)
        with pytest.raises(ValueError, match=f"threads={threads}; expected 1 to 1024"):
            tacit.certify(X, y, radius=1, threads=threads)
    three, usual = tacit.certify(X, y, radius=1, threads=3), tacit.certify(X, y, radius=1)
    assert three.pop("comparator").tolist() == usual.pop("comparator").tolist()
    assert three == usual


def test_unknown_keywords_are_refused_by_name():
    with pytest.raises(TypeError, match="unexpected keyword 'los'; expected some of: learner, .*loss"):
        tacit.certify([[1.0]], [1], los="hinge")
    with pytest.raises(TypeError, match="unexpected keyword 'beta'; expected some of: loss"):
        tacit.sweep([[1.0]], [1], beta=1)
    with pytest.raises(TypeError, match="unexpected keyword 'los'; expected some of: learner, .*loss"):
        tacit.Learner(los="hinge")
    with pytest.raises(TypeError, match="unexpected keyword 'penalty'; expected .*; scikit-learn's penalty is here l1 or l2"):
        tacit.TacitClassifier(penalty="l1")
    with pytest.raises(TypeError, match="unexpected keyword 'loss'; expected some of: format"):
        tacit.Learner().learn_file("x", loss="hinge")
    with pytest.raises(TypeError, match="unexpected keyword 'lags'; .*; lags is for whoever makes a learner, as Learner$"):
        tacit.Learner().learn_file("x", lags="auto")
    for maker in (tacit.Learner, tacit.TacitRegressor):
        with pytest.raises(TypeError, match="unexpected keyword 'time'; .*; time is for whoever reads files, as Learner.learn"):
            maker(time="t")
    with pytest.raises(TypeError, match="unexpected keyword 'los'"):
        _core.Learner({"los": "hinge"})


def test_none_is_as_if_it_were_not_said():
    everything = {s["name"]: None for s in _core.settings() if s["scope"] == "learner"}
    assert tacit.Learner(**everything).to_bytes() == tacit.Learner().to_bytes()


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y,a\n1,2\n3,4\n")
    return path


def test_messages_about_reading_are_in_pythons_words(table):
    learner = tacit.Learner(loss="square")
    for how, message in [
        ({"limit": 0}, "^limit=0 leaves no examples; give 1 or more"),
        ({"format": "libsvm", "label_column": "y"}, "^label_column means nothing for libsvm: leave it out, or give another format"),
        ({"format": "libsvm", "header": False}, "^header=False means nothing for libsvm"),
        ({"format": "svm"}, "unknown format 'svm'"),
        ({"delimiter": ";;"}, "^delimiter ';;': expected tab, or one character"),
    ]:
        for call in (learner.learn_file, tacit.read):
            with pytest.raises(ValueError, match=message):
                call(table, **how)
    learner.learn_file(table, categorical=["a"])
    with pytest.raises(ValueError, match=r"the model was made with categorical=\['a'\]: leave it out"):
        learner.learn_file(table, categorical=["a", "b"])
    with pytest.raises(tacit.DataError, match=r"say so with labels=\(NEG, POS\)"):
        tacit.Learner(loss="hinge").learn_file(table)
    words = table.with_name("words.csv")
    words.write_text("label,a\nYES,1\nNO,2\n")
    with pytest.raises(tacit.DataError, match=r"say labels=\(NEG, 'YES'\) \(NEG becomes -1\); for more name all with classes"):
        tacit.Learner(loss="hinge").learn_file(words)
    with pytest.raises(ValueError, match="leave out cache"):
        tacit.Learner(dictionary=True).learn_file(table, cache=True)
    with pytest.raises(ValueError, match="id 'a' and cache do not go together|id='a' and cache"):
        tacit.Learner().learn_file(table, id="a", cache=True)


def test_files_are_read_by_every_setting(table):
    for how in ({"label_column": "a"}, {"label_column": 2}):
        assert tacit.read(table, **how)[1].tolist() == [2, 4]
    for how in ({"id": "a"}, {"id": 2}):  # no feature; the rows are what is read, without their ids
        assert tacit.read(table, **how)[0].shape == tacit.read(table, ignore=["a"])[0].shape
    assert tacit.read(table, limit=1)[1].tolist() == [1]
    tacit.Learner().learn_file(table, cache=True)
    assert table.with_name("a.csv.tacit-cache").exists()


def test_a_feature_new_to_max_abs_is_divided_by_its_largest_value_in_the_call():
    first, second = np.array([[2.0, 0.0], [-4.0, 0.0]]), np.array([[8.0, 5.0], [0.0, -10.0]])
    scaled = tacit.Learner("ogd", loss="square", scale="max-abs").learn(first, [1, 2]).learn(second, [3, 4])
    by_hand = tacit.Learner("ogd", loss="square").learn(first / 4, [1, 2]).learn(second / [4, 10], [3, 4])
    assert scaled.predict([[4.0, 10.0]]).tolist() == by_hand.predict([[1.0, 1.0]]).tolist()
    one_by_one = tacit.Learner("ogd", loss="square", scale="max-abs")
    one_by_one.learn_one({"a": 4.0}, 1)
    one_by_one.learn_one({"a": 4.0, "b": 10.0}, 2)
    assert one_by_one.summary()["examples"] == 2


def test_a_run_away_learner_says_what_to_change():
    X = np.full((100, 1), 1e10)
    with pytest.raises(tacit.DataError, match="^example [0-9]+: .*scale the features with scale='max-abs', .* or give a smaller beta"):
        tacit.Learner("ogd", loss="square", beta=1e100).learn(X, np.ones(100))


def test_the_page_on_python_lists_what_learners_and_files_take():
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for scope, call in ("learner", "| `Learner("), ("reading", "| `learn_file("):
        row = next(line for line in page.splitlines() if line.startswith(call))
        assert set(BY_SCOPE[scope]) <= set(re.findall(r"\w+", row))
