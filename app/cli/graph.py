"""`teledeck nodes`, `services`, `call` and `param`: the nodes, services and parameters of a robot."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from app.cli.command import DONE, CommandConnection, command_connection, monotonic, print_line, settings_of
from app.cli.json_input import read_json, read_object
from app.cli.output import columns, counted, printable, text_lines
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.model.graph import Graph, GraphNode, NodeReport, Parameter, ServiceInfo, ServiceSignature
from app.model.schema import Schema
from app.model.value_text import json_line, jsonable
from app.wording.commands import CommandWording

_UNKNOWN_NODE = GraphNode("")


# limits recursion: types may contain themselves
MAX_DEPTH = 12
OutputLines = Iterator[str] | list[str]


def run_nodes(arguments: argparse.Namespace) -> int:
    """Print all nodes, or the answer of one node."""
    timeout_s = arguments.timeout or DEFAULT_TIMEOUT_S
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        graphs, name = connection.session.graphs, connection.connection_id
        graph = connection.wait(graphs.refresh_graph(name, timeout_s))
        if arguments.node is None:
            lines = map(_node_json, graph.nodes) if arguments.json else _node_table(graph.nodes)
        else:
            report = connection.wait(graphs.ask_node(name, arguments.node, timeout_s))
            node = next((node for node in graph.nodes if node.name == report.name), _UNKNOWN_NODE)
            lines = (
                iter([_node_report_json(report, node)]) if arguments.json else _node_report_text(report, node, graph)
            )
    for line in lines:
        print_line(line)
    return DONE


def _node_json(node: GraphNode) -> str:
    return json_line(_node_lists(node) | {"ours": node.ours})


def _node_lists(node: GraphNode) -> dict[str, object]:
    return {
        "node": node.name,
        "publishes": node.publishes,
        "subscribes": node.subscribes,
        "services": node.services,
    }


def _node_table(nodes: tuple[GraphNode, ...]) -> Iterator[str]:
    return columns(
        (
            node.name,
            CommandWording.PUBLISHES(count=len(node.publishes)),
            CommandWording.SUBSCRIBES(count=len(node.subscribes)),
            counted(len(node.services), "service"),
            CommandWording.THIS_PROGRAM() if node.ours else "",
        )
        for node in nodes
    )


def _node_report_json(report: NodeReport, node: GraphNode) -> str:
    asked = {
        "node": report.name,
        "address": report.address,
        "pid": report.pid,
        "round_trip_s": round(report.round_trip_s, 6),
        "links": report.links,
    }
    return json_line(_node_lists(node) | asked)


def _node_report_text(report: NodeReport, node: GraphNode, graph: Graph) -> Iterator[str]:
    types = dict(graph.types)
    yield printable(CommandWording.NODE_AT(node=report.name, address=report.address))
    yield CommandWording.NODE_ANSWERS(pid=report.pid, took_ms=report.round_trip_s * 1000)
    for title, names in (("publishes", node.publishes), ("subscribes", node.subscribes), ("services", node.services)):
        yield f"{title}:" if names else CommandWording.NOTHING(title=title)
        yield from columns(("", name, types.get(name, "")) for name in names)
    if report.links:
        yield "links:"
        yield from (printable(f"  {link}") for link in report.links)


def run_services(arguments: argparse.Namespace) -> int:
    """Print all services, or the type and fields of one."""
    timeout_s = arguments.timeout or DEFAULT_TIMEOUT_S
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        graphs, name = connection.session.graphs, connection.connection_id
        if arguments.service is None:
            services = connection.wait(graphs.refresh_graph(name, timeout_s)).services
            lines = map(_service_json, services) if arguments.json else _service_table(services)
        else:
            shape = connection.wait(graphs.probe_service(name, arguments.service, timeout_s))
            lines = iter([_shape_json(shape)]) if arguments.json else _shape_text(shape)
    for line in lines:
        print_line(line)
    return DONE


def _service_json(service: ServiceInfo) -> str:
    return json_line({"service": service.name, "providers": service.providers})


def _service_table(services: tuple[ServiceInfo, ...]) -> Iterator[str]:
    return columns(
        (service.name, CommandWording.PROVIDED_BY(nodes=", ".join(service.providers))) for service in services
    )


def _shape_json(shape: ServiceSignature) -> str:
    return json_line(
        {
            "service": shape.name,
            "type": shape.type_name,
            "address": shape.address,
            "request": _fields_json(shape.request),
            "response": _fields_json(shape.response),
        }
    )


def _fields_json(schema: Schema, type_name: str | None = None, depth: int = 0) -> list[dict[str, Any]] | None:
    if not schema.known:
        return None
    fields = []
    for field in schema.fields(type_name):
        entry: dict[str, Any] = {"name": field.name, "type": field.type_name, "repeated": field.repeated}
        if field.length is not None:
            entry["length"] = field.length
        if field.has_fields and depth < MAX_DEPTH:
            entry["fields"] = _fields_json(schema, field.type_name, depth + 1)
        fields.append(entry)
    return fields


def _shape_text(shape: ServiceSignature) -> Iterator[str]:
    code = CommandWording.SERVICE_AT if shape.address else CommandWording.SERVICE
    yield printable(code(service=shape.name, type_name=shape.type_name, address=shape.address))
    for title, schema in (("request", shape.request), ("response", shape.response)):
        lines = list(_fields_text(schema)) if schema.known else [CommandWording.DEFINITION_UNKNOWN()]
        yield f"{title}:" if lines else CommandWording.NOTHING(title=title)
        yield from lines


def _fields_text(schema: Schema, type_name: str | None = None, depth: int = 0) -> Iterator[str]:
    for field in schema.fields(type_name):
        length = "" if field.length is None else str(field.length)
        yield printable(f"{'  ' * (depth + 1)}{field.type_name}{f'[{length}]' if field.repeated else ''} {field.name}")
        if field.has_fields and depth < MAX_DEPTH:
            yield from _fields_text(schema, field.type_name, depth + 1)


def run_call(arguments: argparse.Namespace) -> int:
    """Call the service and print its response."""
    request = read_object(arguments.request, CommandWording.THE_REQUEST())
    timeout_s = arguments.timeout or DEFAULT_TIMEOUT_S
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        began = monotonic()
        commands = connection.allowed_commands()
        answer = connection.wait(commands.call_service(connection.connection_id, arguments.service, request, timeout_s))
        duration_s = monotonic() - began
    if arguments.json:
        value = jsonable(answer, with_bytes=arguments.bytes)
        print_line(json_line({"service": arguments.service, "duration_s": round(duration_s, 6), "value": value}))
        return DONE
    if answer:
        for line in text_lines(answer, with_bytes=arguments.bytes):
            print_line(line)
    return DONE


def run_param(arguments: argparse.Namespace) -> int:
    """Run the action: list, get, set or delete."""
    value = read_json(arguments.value, CommandWording.THE_VALUE()) if arguments.value is not None else None
    timeout_s = arguments.timeout or DEFAULT_TIMEOUT_S
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        lines = _PARAMETER_ACTIONS[arguments.action](connection, arguments.key or "/", value, timeout_s, arguments.json)
    for line in lines:
        print_line(line)
    return DONE


def _list_parameters(
    run: CommandConnection,
    key: str,
    _value: Parameter,
    timeout_s: float,
    as_json: bool,  # noqa: FBT001
) -> OutputLines:
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


def _get_parameter(
    run: CommandConnection,
    key: str,
    _value: Parameter,
    timeout_s: float,
    as_json: bool,  # noqa: FBT001
) -> OutputLines:
    found = run.wait(run.session.graphs.get_parameter(run.connection_id, key, timeout_s))
    return [_parameter_line(key, found)] if as_json else text_lines(found, with_bytes=True)


def _set_parameter(
    run: CommandConnection,
    key: str,
    value: Parameter,
    timeout_s: float,
    as_json: bool,  # noqa: FBT001
) -> OutputLines:
    run.wait(run.allowed_commands().set_parameter(run.connection_id, key, value, timeout_s))
    return [_parameter_line(key, value)] if as_json else []


def _delete_parameter(
    run: CommandConnection,
    key: str,
    _value: Parameter,
    timeout_s: float,
    as_json: bool,  # noqa: FBT001
) -> OutputLines:
    run.wait(run.allowed_commands().delete_parameter(run.connection_id, key, timeout_s))
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
