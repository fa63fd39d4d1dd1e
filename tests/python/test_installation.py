"""pip installs the package, and makes a wheel of it, with what Debian has. The module is the one that was built for these tests."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import tacit
from conftest import ROOT

BUILT = pathlib.Path(tacit.__file__).parents[1]


def run(*command, **environment):
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env={**kept, **environment}, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def source(tmp_path):
    """What is needed of the tree, so that nothing is left behind in it."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name in ("CMakeLists.txt", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "python/tacit", folder / "python/tacit")
    shutil.copytree(ROOT / "docs", folder / "docs")
    return folder


OFFLINE = ("--no-build-isolation", "--no-index", "--no-deps", "--quiet", "--disable-pip-version-check")


@pytest.mark.parametrize("way", ["install", "wheel"])
def test_pip_installs_the_package(tmp_path, source, way):
    pytest.importorskip("pip")
    pytest.importorskip("setuptools")
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    if way == "wheel":
        pytest.importorskip("wheel")
        run(python, "-m", "pip", "wheel", *OFFLINE, "-w", tmp_path, source, TACIT_PYTHON_FOLDER=str(BUILT))
        (source,) = tmp_path.glob("tacit-*.whl")
    run(python, "-m", "pip", "install", *OFFLINE, source, TACIT_PYTHON_FOLDER=str(BUILT))
    code = "import tacit; print(tacit.__file__, tacit.__version__, tacit.Learner(loss='hinge').learn([[1.0]], [1]).summary()['examples'])"
    where, version, examples = run(python, "-c", code).split()
    assert str(tmp_path / "venv") in where and version == tacit.__version__ and examples == "1"
    installed = pathlib.Path(where).parent
    assert (installed / "py.typed").exists() and (installed / "_core.pyi").exists() and (installed / "estimators.py").exists()
