#!/usr/bin/env python3
"""Runs the examples of Markdown files and compares what they print with what the files show.

    run_docs.py [--python] TACIT FILE.md...

Blocks of ```console: a line `$ COMMAND` is given to bash, lines `> MORE` go on with it, and what follows is its standard output; a line
of `...` stands for any lines, and lines of times are not compared. A command with nothing below it need only succeed. Each file has
a folder of its own, with the repository's `examples/` in it, the program as `./run`, and `tacit` in the path; a command that needs a data set which is not found
is left out, and that is said. Blocks of ```python are doctests, all of a file in one session; they need the Python package
(PYTHONPATH). Where it is missing they are left out, unless --python says that it has to be there.
"""
import doctest
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMES = re.compile(r"^seconds\b| runs in [0-9.]+ s")


def blocks(text):
    """Pairs of language and lines with their numbers."""
    language, lines = None, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if language is None:
                language, lines = line[3:].strip(), []
            else:
                yield language, lines
                language = None
        elif language is not None:
            lines.append((number, line))


def commands(lines):
    """(line number, command, shown lines) of a console block."""
    found = []
    for number, line in lines:
        if line.startswith("$ "):
            found.append([number, line[2:], []])
        elif line.startswith("> ") and found and not found[-1][2]:
            found[-1][1] += "\n" + line[2:]
        elif found:
            found[-1][2].append(line)
    return found


def matches(printed, shown):
    """Whether the lines are the same; `...` in those shown stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(printed[k:], shown[1:]) for k in range(len(printed) + 1))
    return bool(printed) and printed[0] == shown[0] and matches(printed[1:], shown[1:])


def missing_data_set(command, environment):
    names = subprocess.run(["tacit", "data", "list"], env=environment, capture_output=True, text=True).stdout
    known = {line.split()[0] for line in names.splitlines()[1:] if line.split()}
    for word in command.split():
        if word in known and subprocess.run(["tacit", "data", "path", word], env=environment, capture_output=True).returncode != 0:
            return word
    return None


def run_console(path, text, folder, environment):
    failures = ran = left_out = 0
    for language, lines in blocks(text):
        if language != "console":
            continue
        for number, command, shown in commands(lines):
            if name := missing_data_set(command, environment):
                print(f"{path}:{number}: left out: the data set {name} is not here")
                left_out += 1
                continue
            result = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True, text=True
            )
            ran += 1
            printed = [line for line in result.stdout.splitlines() if not TIMES.search(line)]
            shown = [line for line in shown if not TIMES.search(line)]
            if result.returncode != 0 or (shown and not matches(printed, shown)):
                failures += 1
                print(f"{path}:{number}: $ {command}\nstatus {result.returncode}, printed:\n{result.stdout}{result.stderr}")
    return ran, failures, left_out


def run_python(path, text, folder, required):
    source = [""] * len(text.splitlines())
    for language, lines in blocks(text):
        if language == "python":
            for number, line in lines:
                source[number - 1] = line
    test = doctest.DocTestParser().get_doctest("\n".join(source) + "\n", {}, str(path), str(path), 0)
    if not test.examples:
        return 0, 0, 0
    if not required and importlib.util.find_spec("tacit") is None:
        print(f"{path}: its Python is left out: no package tacit in the path")
        return 0, 0, len(test.examples)
    before = os.getcwd()
    os.chdir(folder)
    try:
        outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test)
    finally:
        os.chdir(before)
    return outcome.attempted, outcome.failed, 0


def main():
    arguments = sys.argv[1:]
    python_required = arguments[0] == "--python"
    if python_required:
        arguments.pop(0)
        import tacit  # noqa: F401 (fails at once where it cannot be imported)
    program = pathlib.Path(arguments[0]).resolve()
    environment = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    if "TACIT_DATA" not in environment:
        for folder in (ROOT / "data", ROOT.parent / "shared" / "data"):
            if folder.is_dir():
                environment["TACIT_DATA"] = str(folder)
                break
    ran = failures = left_out = 0
    for name in arguments[1:]:
        text = pathlib.Path(name).read_text()
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ROOT / "examples", pathlib.Path(folder) / "examples")
            os.symlink(program, pathlib.Path(folder) / "run")
            for more, failed, without in (
                run_console(name, text, folder, environment),
                run_python(name, text, folder, python_required),
            ):
                ran, failures, left_out = ran + more, failures + failed, left_out + without
    print(f"{ran} examples of the documentation, {failures} not as shown, {left_out} left out")
    sys.exit(failures > 0 or ran == 0)


if __name__ == "__main__":
    main()
