"""Nodes, services and parameters without a robot: tests put them in by hand and read what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
from app.model.messages.values import JointDescription
from app.session.errors import SessionError
from app.session.graphs import Graphs


class FakeGraphs(Graphs):
    """A graph that tests fill; all that is awaited raises `error` if that is set.

    Attributes:
        asked: what was awaited: the name of the method and its arguments, without the time.
        watched: the connection whose parameters each owner watches.
        joints: what robots describe of joints.
    """

    def __init__(self) -> None:
        self.graphs: dict[str, Graph] = {}
        self.trees: dict[str, Parameters] = {}
        self.shapes: dict[str, ServiceSignature] = {}
        self.reports: dict[str, NodeReport] = {}
        self.joints: dict[str, Mapping[str, JointDescription]] = {}
        self.asked: list[tuple[Any, ...]] = []
        self.watched: dict[str, str] = {}
        self.error: SessionError | None = None

    @override
    def graph(self, connection_id: str) -> Graph | None:
        return self.graphs.get(connection_id)

    @override
    def parameters(self, connection_id: str) -> Parameters | None:
        return self.trees.get(connection_id)

    @override
    def watch_parameters(self, owner: str, connection_id: str | None) -> None:
        if connection_id is None:
            self.watched.pop(owner, None)
        else:
            self.watched[owner] = connection_id

    def note(self, *question: Any) -> None:
        """Note what is awaited, of the commands as well."""
        self.asked.append(question)
        if self.error is not None:
            raise self.error

    @override
    async def refresh_graph(self, connection_id: str, timeout_s: float) -> Graph:
        del timeout_s
        self.note("refresh_graph", connection_id)
        return self.graphs[connection_id]

    @override
    async def ask_node(self, connection_id: str, name: str, timeout_s: float) -> NodeReport:
        del timeout_s
        self.note("ask_node", connection_id, name)
        return self.reports[name]

    @override
    async def probe_service(self, connection_id: str, name: str, timeout_s: float) -> ServiceSignature:
        del timeout_s
        self.note("probe_service", connection_id, name)
        return self.shapes[name]

    @override
    async def get_parameter(self, connection_id: str, key: str, timeout_s: float) -> Parameter:
        del timeout_s
        self.note("get_parameter", connection_id, key)
        found: Any = self.trees[connection_id].tree
        for step in key.strip("/").split("/"):
            found = found[step] if step else found
        return found

    @override
    async def describe_joints(self, connection_id: str, timeout_s: float) -> Mapping[str, JointDescription]:
        del timeout_s
        self.note("describe_joints", connection_id)
        return self.joints.get(connection_id, {})
