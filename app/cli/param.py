"""`teledeck param`: lists, gets, sets and deletes parameters of a robot."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from app.cli.command import DONE, CommandConnection, command_connection, print_line, settings_of
from app.cli.json_input import read_json
from app.cli.output import printable, text_lines
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.model.graph import Parameter
from app.model.json_text import json_line, jsonable


def run_param(arguments: argparse.Namespace) -> int:
    """Run the action: list, get, set or delete."""
    value = read_json(arguments.value, "the value") if arguments.value is not None else None
    timeout_s = arguments.timeout or DEFAULT_TIMEOUT_S
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        lines = _PARAMETER_ACTIONS[arguments.action](connection, arguments.key or "/", value, timeout_s, arguments.json)
    for line in lines:
        print_line(line)
    return DONE


OutputLines = Iterator[str] | list[str]


def _list_parameters(
    run: CommandConnection, key: str, _value: Parameter, timeout_s: float, as_json: bool
) -> OutputLines:  # noqa: FBT001
    graphs = run.session.graphs
    if not as_json:
        # only the names: the values may be more than one answer can hold
        names = run.wait(graphs.parameter_names(run.connection_id, key, timeout_s))
        if names:
            return map(printable, names)
    # raises an error if there is no parameter of this name
    found = run.wait(graphs.get_parameter(run.connection_id, key, timeout_s))
    leaves = _parameter_leaves(key if key.startswith("/") else f"/{key}", found)
    return [_parameter_line(name, value) for name, value in leaves] if as_json else []


def _get_parameter(run: CommandConnection, key: str, _value: Parameter, timeout_s: float, as_json: bool) -> OutputLines:  # noqa: FBT001
    found = run.wait(run.session.graphs.get_parameter(run.connection_id, key, timeout_s))
    return [_parameter_line(key, found)] if as_json else text_lines(found, with_bytes=True)


def _set_parameter(run: CommandConnection, key: str, value: Parameter, timeout_s: float, as_json: bool) -> OutputLines:  # noqa: FBT001
    run.wait(run.session.graphs.set_parameter(run.connection_id, key, value, timeout_s))
    return [_parameter_line(key, value)] if as_json else []


def _delete_parameter(
    run: CommandConnection, key: str, _value: Parameter, timeout_s: float, as_json: bool
) -> OutputLines:  # noqa: FBT001
    run.wait(run.session.graphs.delete_parameter(run.connection_id, key, timeout_s))
    return [json_line({"parameter": key, "deleted": True})] if as_json else []


_PARAMETER_ACTIONS: dict[str, Callable[[CommandConnection, str, Parameter, float, bool], OutputLines]] = {
    "list": _list_parameters,
    "get": _get_parameter,
    "set": _set_parameter,
    "delete": _delete_parameter,
}


def _parameter_leaves(name: str, value: Parameter) -> Iterator[tuple[str, Parameter]]:
    if not isinstance(value, dict):
        yield name, value
        return
    for key in sorted(value):
        yield from _parameter_leaves(f"{name.rstrip('/')}/{key}", value[key])


def _parameter_line(name: str, value: Parameter) -> str:
    return json_line({"parameter": name, "value": jsonable(value, with_bytes=True)})
