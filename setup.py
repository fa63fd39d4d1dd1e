"""The compiled part of the Python package, built by CMake. All else is in pyproject.toml."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    """Builds the one target in a folder of its own; or takes the module from where the environment's TACIT_PYTHON_FOLDER says it is."""

    def build_extension(self, extension):
        module = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = os.environ.get("TACIT_PYTHON_FOLDER") or self.build_with_cmake()
        built = next(pathlib.Path(folder, "tacit").glob("_core*.so"))
        module.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(built), str(module))

    def build_with_cmake(self):
        build = pathlib.Path(self.build_temp).resolve()
        build.mkdir(parents=True, exist_ok=True)
        settings = {
            "CMAKE_BUILD_TYPE": "Release",
            "TACIT_CLI": "OFF",
            "TACIT_PYTHON": "ON",
            "TACIT_PYTHON_FOLDER": build / "python",
            "TACIT_WARNINGS_AS_ERRORS": "OFF",
            "Python_EXECUTABLE": sys.executable,
        }
        configure = ["cmake", "-S", ROOT, "-B", build, *(f"-D{name}={value}" for name, value in settings.items())]
        environment = dict(os.environ)
        if shutil.which("ninja"):
            environment.setdefault("CMAKE_GENERATOR", "Ninja")
        subprocess.run([*configure, *os.environ.get("CMAKE_ARGS", "").split()], check=True, env=environment)
        subprocess.run(["cmake", "--build", build, "--target", "tacit_python", "--parallel", str(os.cpu_count())], check=True)
        return build / "python"


version = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())[1]
setup(version=version, ext_modules=[Extension("tacit._core", [])], cmdclass={"build_ext": CMakeBuild})
