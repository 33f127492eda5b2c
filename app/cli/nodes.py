"""`teledeck nodes`: lists the nodes of a robot, or asks one of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from app.cli.command import DONE, command_connection, print_line, settings_of
from app.cli.output import columns, counted, printable
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.model.graph import Graph, GraphNode, NodeReport
from app.model.json_text import json_line

_UNKNOWN_NODE = GraphNode("")


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
            f"publishes {len(node.publishes)}",
            f"subscribes {len(node.subscribes)}",
            counted(len(node.services), "service"),
            "(this program)" if node.ours else "",
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
    yield printable(f"{report.name}  at {report.address}")
    yield f"pid {report.pid}, answers in {report.round_trip_s * 1000:.1f} ms"
    for title, names in (("publishes", node.publishes), ("subscribes", node.subscribes), ("services", node.services)):
        yield f"{title}:" if names else f"{title}: nothing"
        yield from columns(("", name, types.get(name, "")) for name in names)
    if report.links:
        yield "links:"
        yield from (printable(f"  {link}") for link in report.links)
