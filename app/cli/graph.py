"""`teledeck services`: lists the services of a robot, or the fields of one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from app.cli.command import DONE, command_connection, print_line, settings_of
from app.cli.output import columns, printable
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.model.graph import ServiceInfo, ServiceSignature
from app.model.json_text import json_line
from app.model.schema import Schema

# limits recursion: types may contain themselves
MAX_DEPTH = 12


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
    return columns((service.name, f"by {', '.join(service.providers)}") for service in services)


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
    yield printable(f"{shape.name}  {shape.type_name}" + (f"  at {shape.address}" if shape.address else ""))
    for title, schema in (("request", shape.request), ("response", shape.response)):
        lines = list(_fields_text(schema)) if schema.known else ["  (definition unknown: --msg-path names a folder)"]
        yield f"{title}:" if lines else f"{title}: nothing"
        yield from lines


def _fields_text(schema: Schema, type_name: str | None = None, depth: int = 0) -> Iterator[str]:
    for field in schema.fields(type_name):
        length = "" if field.length is None else str(field.length)
        yield printable(f"{'  ' * (depth + 1)}{field.type_name}{f'[{length}]' if field.repeated else ''} {field.name}")
        if field.has_fields and depth < MAX_DEPTH:
            yield from _fields_text(schema, field.type_name, depth + 1)
