"""Keywords from the table of settings: what functions take, what help says of them, and what is refused."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from tacit import _core

_Thing = TypeVar("_Thing", bound=Callable[..., Any])

# What does here what these keywords do in scikit-learn.
_ELSEWHERE = {
    "alpha": "l1 or l2",
    "C": "l1 or l2, or beta of a passive-aggressive learner",
    "penalty": "l1 or l2, with their price",
    "l1_ratio": "l1 beside l2",
    "max_iter": "passes",
    "eta0": "beta of a single learner; auto has no rate",
    "learning_rate": "step_size of a single learner; auto has no rate",
    "fit_intercept": "bias",
    "epsilon": "loss_parameter",
    "quantile": "loss_parameter",
    "verbose": "progress",
}

TABLE: dict[str, dict[str, Any]] = {setting["name"]: setting for setting in _core.settings()}


def of_scope(scope: str) -> tuple[str, ...]:
    """The keywords of those who make a learner, ``learner``, or have a file read, ``reading``."""
    return tuple(name for name, setting in TABLE.items() if setting["scope"] == scope)


def takes(names: Iterable[str]) -> Callable[[_Thing], _Thing]:
    """Gives a function, or a class by its __init__, these keywords in place of its ``**``: in its signature and its documentation.

    A line ``{settings}`` of the documentation becomes what the table says of each.
    """
    names = tuple(names)

    def decorate(thing: _Thing) -> _Thing:
        function = thing.__init__ if inspect.isclass(thing) else thing
        function.__signature__ = _signature(inspect.signature(function), names)
        if thing.__doc__:
            thing.__doc__ = thing.__doc__.replace("    {settings}", textwrap.indent(_documentation(names), "    "))
        return thing

    return decorate


def require_known(given: Iterable[str], names: Iterable[str]) -> None:
    """A keyword that is none of these is a TypeError."""
    expected = tuple(names)
    for name in given:
        if name not in expected:
            raise TypeError(f"unexpected keyword {name!r}; expected some of: {', '.join(expected)}{_owner(name, expected)}")


def _owner(name: str, expected: tuple[str, ...]) -> str:
    if name == "class_weight" and "labels" not in expected and "shuffle" not in expected:
        return "; weights of classes are weights of rows: give fit sample_weight, as sklearn.utils.class_weight.compute_sample_weight makes"
    if name in _ELSEWHERE:
        return f"; scikit-learn's {name} is here {_ELSEWHERE[name]}"
    scope = TABLE[name]["scope"] if name in TABLE else None
    if scope is None or any(TABLE[other]["scope"] == scope for other in expected if other in TABLE):
        return ""
    owner = "whoever makes a learner, as Learner" if scope == "learner" else "whoever reads files, as Learner.learn_file"
    return f"; {name} is for {owner}"


def _signature(signature: inspect.Signature, names: tuple[str, ...]) -> inspect.Signature:
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    settings = [_parameter(TABLE[name]) for name in names if name not in signature.parameters]
    return signature.replace(parameters=sorted(own + settings, key=lambda parameter: parameter.kind))


def _parameter(setting: dict[str, Any]) -> inspect.Parameter:
    optional = f"Optional[{setting['type']}]" if setting["default"] is None else setting["type"]
    return inspect.Parameter(
        setting["name"], inspect.Parameter.KEYWORD_ONLY, default=setting["default"], annotation=optional
    )


def _documentation(names: tuple[str, ...]) -> str:
    entries = []
    for name in names:
        lines = textwrap.wrap(TABLE[name]["description"], 110)
        entries.append(f"{name} : {TABLE[name]['type']}, optional\n" + textwrap.indent("\n".join(lines), "    "))
    return "\n".join(entries)
