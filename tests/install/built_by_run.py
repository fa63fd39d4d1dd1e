#!/usr/bin/env python3
"""Says what `cmake --install` would look for and `./run` has not built.

    built_by_run.py BUILD

Looks through CMake's scripts of installation for files that the build makes, and asks ninja whether the target of `./run` needs them. The folders of manual pages and
completion are made together with the file `made` beside them.
"""
import pathlib
import re
import subprocess
import sys


def ninja(build, *words):
    return subprocess.run(["ninja", "-C", build, "-t", *words], check=True, capture_output=True, text=True).stdout.splitlines()


def needed(build, target):
    """All that a target is made of. Ninja's list of inputs leaves out those of targets that are mere names."""
    found = {line.removeprefix(f"{build}/") for line in ninja(build, "inputs", target)}
    _, kind, *inputs = ninja(build, "query", target)
    if kind.strip() == "input: phony":
        for line in inputs:
            if not line.startswith("    "):
                break
            name = line.split()[-1]
            found |= {name} | needed(build, name)
    return found


def installed(build):
    """Files and folders of the build that are installed where no component is named."""
    for script in build.rglob("cmake_install.cmake"):
        everybody = True
        for line in script.read_text().splitlines():
            if line.startswith("if(CMAKE_INSTALL_COMPONENT STREQUAL"):
                everybody = "OR NOT CMAKE_INSTALL_COMPONENT" in line
            for name in re.findall(rf'"{re.escape(str(build))}/([^"$]+)"', line) if everybody else []:
                yield name


def as_made(name):
    """What stands for the file in the build: all names of a shared library are made together."""
    return "share/made" if name.startswith("share/") else re.sub(r"\.so[.\d]*$", ".so", name)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    made = {line.rsplit(": ", 1)[0].removeprefix(f"{build}/") for line in ninja(build, "targets", "all")}
    by_run = needed(build, "tacit_for_users")
    looked_for = {as_made(name) for name in installed(build)}
    missing = sorted(name for name in looked_for & made if name not in by_run)
    for name in missing:
        print(f"{name} is installed, but ./run does not build it")
    print(f"{len(looked_for & made)} built files are installed")
    sys.exit(bool(missing) or not looked_for & made)


if __name__ == "__main__":
    main()
