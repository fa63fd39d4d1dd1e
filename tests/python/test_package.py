"""The package: its import, its types, its documentation."""

import ast
import doctest
import inspect
import os
import re
import subprocess
import sys
import pathlib

import pytest

import tacit
import tacit._certify
import tacit._core
import tacit._files
import tacit._learner
import tacit._sweep
import tacit.estimators
from conftest import ROOT


def python(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_learners_work_without_scikit_learn_scipy_and_tqdm():
    blocked = "import sys; sys.modules.update(dict.fromkeys(['sklearn', 'scipy', 'tqdm', 'pandas']))\n"
    code = """
import tacit
learner = tacit.Learner(loss="hinge")
learner.learn_one({"a": 1}, 1)
print(learner.learn([[1.0, 2.0]], [1], progress=True).predict([[1.0, 2.0]]).shape)
try:
    tacit.TacitClassifier
except ImportError as error:
    print("ImportError")
"""
    assert python(blocked + code).split("\n")[:2] == ["(1,)", "ImportError"]


def test_importing_loads_nothing_large():
    loaded = python("import sys, tacit; print([name for name in ('sklearn', 'scipy', 'numpy', 'tqdm') if name in sys.modules])")
    assert loaded.strip() == "[]"


@pytest.mark.parametrize("module", [tacit, tacit._certify, tacit._learner, tacit._files, tacit._sweep, tacit.estimators], ids=lambda m: m.__name__)
def test_examples_in_docstrings_run(module):
    done = doctest.testmod(module)
    assert done.failed == 0 and done.attempted > 0


def test_everything_public_is_documented():
    for name in tacit.__all__:
        thing = getattr(tacit, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name


def test_the_stub_names_what_the_module_has():
    stub = ast.parse((pathlib.Path(tacit.__file__).parent / "_core.pyi").read_text())
    named = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    named |= {node.target.id: node for node in stub.body if isinstance(node, ast.AnnAssign)}
    has = {name for name in vars(tacit._core) if not name.startswith("__") or name == "__version__"}
    assert set(named) == has
    for name in ("Learner", "FileReader"):
        methods = {node.name for node in named[name].body if isinstance(node, ast.FunctionDef)}
        assert methods - {"__init__"} == {n for n in vars(getattr(tacit._core, name)) if not n.startswith("__")} - {"_pybind11_conduit_v1_"}
    assert (pathlib.Path(tacit.__file__).parent / "py.typed").exists()
