#!/usr/bin/env python3
"""Compiles and runs the C++ of Markdown files.

    snippets.py write OUT.cpp FILE.md...      makes one program of all blocks of ```cpp
    snippets.py check PROGRAM FILE.md...      runs it and compares what its blocks print with what the files show

A block is a whole program, or statements that are put into a function. Each has a namespace of its own, so that all of them are compiled at once. A block of
```text that follows a block of ```cpp is what it prints. The program runs in a folder of its own, with the repository's `examples/` in it.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```cpp\n(.*?)^```\n(?:\s*^```text\n(.*?)^```\n)?", re.M | re.S)


def blocks(paths):
    """(place, line number, source, what it prints or None) of each block."""
    for path in paths:
        text = pathlib.Path(path).read_text()
        name = os.path.relpath(path, ROOT)
        for found in BLOCK.finditer(text):
            yield name, text.count("\n", 0, found.start(1)) + 1, found[1], found[2]


def program(paths):
    includes, bodies, calls = set(), [], []
    for k, (name, line, source, _) in enumerate(blocks(paths)):
        lines = source.splitlines()
        includes.update(text for text in lines if text.startswith("#include"))
        body = "\n".join("" if text.startswith("#include") else text for text in lines)
        whole, count = re.subn(r"^int main\(\) \{", "inline void program() {", body, flags=re.M)
        if count == 0:
            whole = f"inline void program() {{\n#line {line} \"{name}\"\n{body}\n}}"
        bodies.append(f"namespace snippet_{k} {{\n#line {line} \"{name}\"\n{whole}\n}}\n")
        calls.append(f'  std::puts("== {name}:{line}");\n  snippet_{k}::program();\n')
    heading = "\n".join(sorted(includes | {"#include <cstdio>"}))
    return heading + "\n\n" + "\n".join(bodies) + "\nint main() {\n" + "".join(calls) + "}\n"


def check(executable, paths):
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ROOT / "examples", pathlib.Path(folder) / "examples")
        result = subprocess.run([executable], cwd=folder, capture_output=True, text=True)
    printed = dict(re.findall(r"^== (\S+)\n((?:(?!== ).*\n)*)", result.stdout, re.M))
    failures = 0
    expected = list(blocks(paths))
    for name, line, _, shown in expected:
        place = f"{name}:{line}"
        if place not in printed or (shown is not None and printed[place] != shown):
            failures += 1
            print(f"{place}: printed\n{printed.get(place, '(nothing: it did not run)')}\nbut the page shows\n{shown}")
    if result.returncode != 0:
        failures += 1
        print(f"status {result.returncode}\n{result.stderr}")
    print(f"{len(expected)} blocks of C++, {failures} not as shown")
    return failures > 0 or not expected


def main():
    what, target, *paths = sys.argv[1:]
    if what == "check":
        sys.exit(check(pathlib.Path(target).resolve(), paths))
    pathlib.Path(target).write_text(program(paths))


if __name__ == "__main__":
    main()
