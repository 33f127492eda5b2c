"""`teledeck param`: lists, gets, sets and deletes parameters of a robot."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from app.cli.command import DONE, Run, connected, emit, settings_of
from app.cli.json_input import read_json
from app.cli.output import printable, text_lines
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.model.graph import Parameter
from app.model.json_text import json_line, jsonable


def run(arguments: argparse.Namespace) -> int:
    """Run the action: list, get, set or delete."""
    value = read_json(arguments.value, "the value") if arguments.value is not None else None
    timeout_s = arguments.timeout or DEFAULT_TIMEOUT_S
    with connected(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        lines = _ACTIONS[arguments.action](connection, arguments.key or "/", value, timeout_s, arguments.json)
    for line in lines:
        emit(line)
    return DONE


Lines = Iterator[str] | list[str]


def _list(run: Run, key: str, _value: Parameter, timeout_s: float, as_json: bool) -> Lines:  # noqa: FBT001
    graphs = run.session.graphs
    if not as_json:
        # only the names: the values may be more than one answer can hold
        names = run.wait(graphs.parameter_names(run.connection_id, key, timeout_s))
        if names:
            return map(printable, names)
    # raises an error if there is no parameter of this name
    found = run.wait(graphs.get_parameter(run.connection_id, key, timeout_s))
    leaves = _leaves(key if key.startswith("/") else f"/{key}", found)
    return [_line(name, value) for name, value in leaves] if as_json else []


def _get(run: Run, key: str, _value: Parameter, timeout_s: float, as_json: bool) -> Lines:  # noqa: FBT001
    found = run.wait(run.session.graphs.get_parameter(run.connection_id, key, timeout_s))
    return [_line(key, found)] if as_json else text_lines(found, with_bytes=True)


def _set(run: Run, key: str, value: Parameter, timeout_s: float, as_json: bool) -> Lines:  # noqa: FBT001
    run.wait(run.session.graphs.set_parameter(run.connection_id, key, value, timeout_s))
    return [_line(key, value)] if as_json else []


def _delete(run: Run, key: str, _value: Parameter, timeout_s: float, as_json: bool) -> Lines:  # noqa: FBT001
    run.wait(run.session.graphs.delete_parameter(run.connection_id, key, timeout_s))
    return [json_line({"parameter": key, "deleted": True})] if as_json else []


_ACTIONS: dict[str, Callable[[Run, str, Parameter, float, bool], Lines]] = {
    "list": _list,
    "get": _get,
    "set": _set,
    "delete": _delete,
}


def _leaves(name: str, value: Parameter) -> Iterator[tuple[str, Parameter]]:
    if not isinstance(value, dict):
        yield name, value
        return
    for key in sorted(value):
        yield from _leaves(f"{name.rstrip('/')}/{key}", value[key])


def _line(name: str, value: Parameter) -> str:
    return json_line({"parameter": name, "value": jsonable(value, with_bytes=True)})
