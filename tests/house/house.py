#!/usr/bin/env python3
"""Reads the tree and says where it has left its own rules: which module may include which, how long files and functions may be,
and that the library names settings without wording them as flags, and that all is printed in one place.

    tests/house/house.py ROOT
"""

import ast
import os
import re
import sys

LONGEST_FILE = 300
LONGEST_FUNCTION = 60
# Tables: one entry after the other, with nothing to follow.
TABLES = {"src/run/settings_table.cpp", "src/data/registry.cpp"}

# What a module may include, beside itself. Nothing lower knows anything higher.
CORE = {"core"}
MATHEMATICS = CORE | {"losses", "geometry", "domains", "step_sizes", "paths"}
ARROWS = {
    "core": set(),
    "losses": CORE,
    "geometry": CORE,
    "domains": CORE | {"geometry"},
    "step_sizes": CORE,
    "paths": CORE | {"losses", "geometry", "domains"},
    "data": CORE | {"losses"},
    "kernels": MATHEMATICS,
    "learners": MATHEMATICS | {"data", "kernels"},
    "eval": MATHEMATICS | {"data", "learners"},
    "run": MATHEMATICS | {"data", "learners", "eval"},
    "sweep": MATHEMATICS | {"data", "kernels", "learners", "eval", "run"},
    "certify": MATHEMATICS | {"data", "learners", "eval", "run"},
    "c": {"core", "run"},
}
LIBRARY = set(ARROWS)

FAULTS = []


def complain(path, line, what):
    FAULTS.append(f"{path}:{line}: {what}" if line else f"{path}: {what}")


def sources(root, *folders, endings=(".cpp", ".hpp", ".h")):
    for folder in folders:
        for where, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                if name.endswith(endings):
                    yield os.path.relpath(os.path.join(where, name), root)


def includes(root, path):
    with open(os.path.join(root, path), encoding="utf8") as file:
        for number, line in enumerate(file, 1):
            found = re.match(r'\s*#include "([^"]+)"', line)
            if found:
                yield number, found.group(1)


def module_of(path):
    """`core` of include/tacit/core/x.hpp and of src/core/x.cpp; nothing for files that belong to none."""
    found = re.match(r"(?:include/tacit|src)/(\w+)/", path)
    return found.group(1) if found else None


def target_module(name):
    found = re.match(r"(?:tacit/)?(\w+)/", name)
    return found.group(1) if found and found.group(1) in LIBRARY else None


def check_arrows(root):
    for path in sources(root, "include", "src"):
        module = module_of(path)
        if module is None:
            continue
        for line, name in includes(root, path):
            target = target_module(name)
            if target and target != module and target not in ARROWS[module]:
                complain(path, line, f"{module} includes {name}, but knows nothing of {target}")
            if path.startswith("include/") and not name.startswith("tacit"):
                complain(path, line, f"a public header includes {name}, which is not installed")


def check_faces(root):
    for path in sources(root, "cli", "python/src", "examples"):
        for line, name in includes(root, path):
            if not name.startswith(("tacit/", "tacit.h", "cli/")) and target_module(name) and "/" in name:
                complain(path, line, f"a face includes {name}, a private header of the library")


def check_printing(root):
    """Names from outside are made legible where everything is printed: in cli/output/tell.hpp."""
    for path in sources(root, "cli"):
        if path == "cli/output/tell.hpp":
            continue
        with open(os.path.join(root, path), encoding="utf8") as file:
            for number, line in enumerate(file, 1):
                if re.search(r"\b(fmt::print|std::cout|std::cerr|f?printf|f?puts|fwrite)\b", line):
                    complain(path, number, "prints by itself; use show_legibly or tell of cli/output/tell.hpp")


def folder_graph(root):
    """Which folder includes which, in the command line and in the library's sources. A folder inside another is part of it."""
    graph = {}
    for path in sources(root, "cli", "src"):
        folder = os.path.dirname(path)
        for _, name in includes(root, path):
            if name.startswith("tacit"):
                continue
            target = os.path.dirname(name if name.startswith("cli/") else "src/" + name)
            if not os.path.isdir(os.path.join(root, target)):
                continue
            within = (folder + "/").startswith(target + "/") or (target + "/").startswith(folder + "/")
            if not within:
                graph.setdefault(folder, set()).add(target)
    return graph


def check_cycles(graph):
    """Depth first; a folder that is met while it is still open closes a cycle."""
    state = {}

    def visit(folder, way):
        if state.get(folder) == "done":
            return
        if state.get(folder) == "open":
            complain(folder, 0, "includes itself by way of " + " -> ".join(way[way.index(folder) :] + [folder]))
            return
        state[folder] = "open"
        for target in sorted(graph.get(folder, ())):
            visit(target, way + [folder])
        state[folder] = "done"

    for folder in sorted(graph):
        if folder != "cli":
            visit(folder, [])


def blocks(lines):
    """(first line, length, what opens it) of every brace block that follows a closing parenthesis: functions and what is in them.

    The tree is formatted, so that a block ends at the next line that begins with a brace, no deeper than where it opened."""
    for at, line in enumerate(lines):
        if not re.search(r"\)[^;{}]*\{$", line) or line.lstrip().startswith(("}", "//", "#")):
            continue
        depth = len(line) - len(line.lstrip())
        for end in range(at + 1, len(lines)):
            if re.match(r" {0,%d}\}" % depth, lines[end]):
                yield at + 1, end - at - 1, line.strip()
                break


def python_functions(text):
    """(first line, length, what opens it) of every function, its documentation counted."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno - node.body[0].lineno + 1, f"def {node.name}"


def check_length(path, text, functions):
    lines = text.count("\n")
    if lines > LONGEST_FILE and path not in TABLES:
        complain(path, 0, f"{lines} lines; at most {LONGEST_FILE}")
    for line, length, opening in functions:
        if length > LONGEST_FUNCTION:
            complain(path, line, f"{length} lines of {opening[:60]}; at most {LONGEST_FUNCTION}")


def check_lengths(root):
    for path in sources(root, "include", "src", "cli", "python/src"):
        with open(os.path.join(root, path), encoding="utf8") as file:
            text = file.read()
        check_length(path, text, blocks(text.split("\n")))
    for path in sources(root, "python/tacit", endings=".py"):
        with open(os.path.join(root, path), encoding="utf8") as file:
            text = file.read()
        check_length(path, text, python_functions(text))


def check_wording(root):
    for path in sources(root, "include", "src"):
        with open(os.path.join(root, path), encoding="utf8") as file:
            for number, line in enumerate(file, 1):
                code = line.split("//")[0]
                if re.search(r'"[^"]*(?<![\w-])--[a-z]', code) and "zstd" not in line:
                    complain(path, number, "the library words a setting as a flag: use a Mention")


def main(root):
    check_arrows(root)
    check_faces(root)
    check_printing(root)
    check_cycles(folder_graph(root))
    check_lengths(root)
    check_wording(root)
    for fault in FAULTS:
        print(fault)
    headers = sum(1 for path in sources(root, "include") if path.endswith(".hpp"))
    print(f"{headers} public headers, {len(FAULTS)} faults")
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
