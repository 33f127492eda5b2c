"""`teledeck call`: one call of a service."""

from __future__ import annotations

import argparse

from app.cli.command import DONE, command_connection, monotonic, print_line, settings_of
from app.cli.json_input import read_object
from app.cli.output import text_lines
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.model.json_text import json_line, jsonable


def run_call(arguments: argparse.Namespace) -> int:
    """Call the service and print its response."""
    request = read_object(arguments.request, "the request")
    timeout_s = arguments.timeout or DEFAULT_TIMEOUT_S
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        began = monotonic()
        graphs = connection.session.graphs
        answer = connection.wait(graphs.call_service(connection.connection_id, arguments.service, request, timeout_s))
        duration_s = monotonic() - began
    if arguments.json:
        value = jsonable(answer, with_bytes=arguments.bytes)
        print_line(json_line({"service": arguments.service, "duration_s": round(duration_s, 6), "value": value}))
        return DONE
    if answer:
        for line in text_lines(answer, with_bytes=arguments.bytes):
            print_line(line)
    return DONE
