"""What a connection offers beside topics: notes what it is asked, and in which thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from app.config.run_settings import Settings
from app.connections.base import Connection, GraphAccess
from app.model.alerts import Alerts
from app.model.graph import Graph, GraphNode, NodeReport, Parameter, Parameters, ServiceSignature
from app.model.messages.values import JointDescription
from app.model.status import ConnectionState
from app.model.topics import TopicInfo, TopicStore
from tests.fakes.session import JsonSchema


class FakeAccess(GraphAccess):
    """Access to a graph that records every question; each raises `error` if that is set.

    Attributes:
        tree: all parameters.
        answer: what services answer.
        joints: what is described of joints.
    """

    def __init__(self) -> None:
        self.graph = Graph(1, (GraphNode("/talker"),))
        self.parameters = Parameters(1, {"a": 1})
        self.asked: list[tuple[Any, ...]] = []
        self.threads: set[str] = set()
        self.error: Exception | None = None
        self.watched: list[bool] = []
        self.tree: Parameter = 1
        self.joints: Mapping[str, JointDescription] = {}
        self.names: tuple[str, ...] = ()
        self.answer: Mapping[str, Any] = {"sum": 3}
        self.shape = ServiceSignature("/add", "a/B", JsonSchema("a/BRequest"), JsonSchema("a/BResponse"))
        self.report = NodeReport("/talker", "http://robot:1", 7, 0.002)

    def _note(self, *question: Any) -> None:
        self.threads.add(threading.current_thread().name)
        self.asked.append(question)
        if self.error is not None:
            raise self.error

    async def refresh_graph(self, timeout_s: float) -> Graph:
        self._note("refresh_graph", timeout_s)
        return self.graph

    async def ask_node(self, name: str, timeout_s: float) -> NodeReport:
        self._note("ask_node", name, timeout_s)
        return self.report

    async def probe_service(self, name: str, timeout_s: float) -> ServiceSignature:
        self._note("probe_service", name, timeout_s)
        return self.shape

    async def call_service(self, name: str, request: Mapping[str, Any], timeout_s: float) -> Mapping[str, Any]:
        self._note("call_service", name, request, timeout_s)
        return self.answer

    async def get_parameter(self, key: str, timeout_s: float) -> Parameter:
        self._note("get_parameter", key, timeout_s)
        return self.tree

    async def parameter_names(self, key: str, timeout_s: float) -> tuple[str, ...]:
        self._note("parameter_names", key, timeout_s)
        return self.names

    async def set_parameter(self, key: str, value: Parameter, timeout_s: float) -> None:
        self._note("set_parameter", key, value, timeout_s)

    async def delete_parameter(self, key: str, timeout_s: float) -> None:
        self._note("delete_parameter", key, timeout_s)

    def watch_parameters(self, *, wanted: bool) -> None:
        self.threads.add(threading.current_thread().name)
        self.watched.append(wanted)

    async def describe_joints(self, timeout_s: float) -> Mapping[str, JointDescription]:
        self._note("describe_joints", timeout_s)
        return self.joints

    async def cancel_goal(self, action: str, goal_id: str, timeout_s: float) -> None:
        self._note("cancel_goal", action, goal_id, timeout_s)


class GraphConnection(Connection):
    """Connected at once, without topics."""

    def __init__(
        self,
        access: FakeAccess,
        uri: str,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        environ: Mapping[str, str],
        on_change: Callable[[], None],
    ) -> None:
        del environ
        super().__init__(uri, store, alerts, settings, on_change)
        self.graph_access = access

    def start(self) -> None:
        self.set_status(ConnectionState.CONNECTED, "a robot of the test")

    def _topic_of(self, name: str) -> str:
        return name

    def _subscribe(self) -> None:
        pass

    def resolve(self, name: str) -> str:
        return name

    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        del timeout_s
        return ()

    async def close(self) -> None:
        self.set_status(ConnectionState.CLOSED, "closed")
