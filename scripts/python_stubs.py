#!/usr/bin/env python3
"""Writes the type stubs of the modules whose keywords come from the table of settings.

    PYTHONPATH=build/python /usr/bin/python3 scripts/python_stubs.py

A stub is its module without bodies, with the keywords that the compiled table gives its functions in place of their ``**``.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pathlib
import re
from typing import Any, Optional, Union

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "python" / "tacit"
MODULES = ("_learner", "_files", "_certify", "_sweep", "_estimator", "_classifier", "_regressor")
WIDTH = 120

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]


def stub(name: str) -> str:
    """The text of a module's stub."""
    module = importlib.import_module(f"tacit.{name}")
    tree = ast.parse((FOLDER / f"{name}.py").read_text())
    body = "\n".join(_statements(tree.body, module, ""))
    heading = "# Made by scripts/python_stubs.py from the module and the table of settings."
    used = set(re.findall(r"\w+", body))
    return "\n".join([heading, *_with_typing(_imports(tree.body, used), used), "", body.lstrip("\n")]) + "\n"


def _imports(body: list[ast.stmt], used: set[str]) -> list[str]:
    """Those of the module whose names are used, each once."""
    lines = []
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            lines += _imports(node.body, used)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            node.names = [alias for alias in node.names if (alias.asname or alias.name) in used]
            lines += [ast.unparse(node)] if node.names else []
    return lines


def _with_typing(imports: list[str], used: set[str]) -> list[str]:
    """With the names of `typing` that the types of settings need, whether the module has them or not."""
    start = "from typing import "
    imported = {name for line in imports if line.startswith(start) for name in line[len(start) :].split(", ")}
    names = sorted(imported | ({"Any", "Optional", "Union"} & used))
    others = [line for line in imports if not line.startswith(start)]
    place = sum(line.startswith(("import os", "from collections")) for line in others)
    return others[:place] + ([start + ", ".join(names)] if names else []) + others[place:]


def _statements(body: list[ast.stmt], owner: Any, indent: str) -> list[str]:
    lines: list[str] = []
    overloaded = {node.name for node in body if isinstance(node, ast.FunctionDef) and _decorated(node, "overload")}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            if not _is_private(node.name) and (node.name not in overloaded or _decorated(node, "overload")):
                lines += _function(node, owner, indent)
        elif isinstance(node, ast.ClassDef):
            bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
            lines += ["", f"{indent}class {node.name}{bases}:"]
            lines += _statements(node.body, getattr(owner, node.name), indent + "    ")
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            lines += _statements(node.body, owner, indent)
        elif isinstance(node, ast.AnnAssign) and not _is_private(ast.unparse(node.target)):
            lines.append(f"{indent}{ast.unparse(node.target)}: {ast.unparse(node.annotation)}")
        elif isinstance(node, ast.Assign) and _is_type(node.value):
            lines.append(indent + ast.unparse(node))
    return lines


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _decorated(node: Function, name: str) -> bool:
    return any(ast.unparse(decorator).split("(")[0] == name for decorator in node.decorator_list)


def _is_type(value: ast.expr) -> bool:
    """Whether an assignment makes a type, which annotations may use."""
    text = ast.unparse(value)
    return text.startswith(("TypeVar(", "Union[", "tuple["))


def _function(node: Function, owner: Any, indent: str) -> list[str]:
    kept = ("overload", "property", "classmethod", "staticmethod")
    lines = [f"{indent}@{ast.unparse(decorator)}" for decorator in node.decorator_list if ast.unparse(decorator) in kept]
    parameters = _parameters(node, getattr(owner, node.name))
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{indent}def {node.name}({', '.join(parameters)}){returns}: ..."
    if len(line) <= WIDTH:
        return [*lines, line]
    split = [f"{indent}    {parameter}," for parameter in parameters]
    return [*lines, f"{indent}def {node.name}(", *split, f"{indent}){returns}: ..."]


def _parameters(node: Function, function: Any) -> list[str]:
    own = node.args
    positional = [_parameter(*pair) for pair in zip(own.args, [None] * (len(own.args) - len(own.defaults)) + own.defaults)]
    keywords = [_parameter(*pair) for pair in zip(own.kwonlyargs, own.kw_defaults)]
    known = {argument.arg for argument in own.args + own.kwonlyargs}
    if own.kwarg is not None:
        for p in inspect.signature(function).parameters.values():
            if p.kind is p.KEYWORD_ONLY and p.name not in known:
                keywords.append(f"{p.name}: {p.annotation} = {p.default!r}")
    star = [f"*{_parameter(own.vararg, None)}"] if own.vararg else ["*"] if keywords else []
    return positional + star + keywords


def _parameter(argument: ast.arg, default: Optional[ast.expr]) -> str:
    annotation = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    return argument.arg + annotation + (f" = {ast.unparse(default)}" if default is not None else "")


if __name__ == "__main__":
    for module in MODULES:
        (FOLDER / f"{module}.pyi").write_text(stub(module))
