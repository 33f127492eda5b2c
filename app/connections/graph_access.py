"""What a connection offers beside topics, where its protocol has it: nodes, services, parameters, actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceShape
from app.model.meaning import JointDescription


class GraphAccess(Protocol):
    """All on the link loop, but for the attributes, which any thread may read.

    Every method raises LocalProtocolError where what is asked can't be done, and another ProtocolError where the robot
    did not answer in time or refused; the reason then is the robot's own.

    Attributes:
        graph: the newest snapshot, kept current while the connection is.
        parameters: the newest snapshot, kept current while `watch_parameters` says so.
    """

    graph: Graph
    parameters: Parameters

    async def refresh_graph(self, timeout_s: float) -> Graph:
        """The graph, asked for now."""

    async def ask_node(self, name: str, timeout_s: float) -> NodeReport:
        """Ask a node who it is and how long its answer takes."""

    async def probe_service(self, name: str, timeout_s: float) -> ServiceShape:
        """How a service is called, asked of the service itself."""

    async def call_service(self, name: str, request: Mapping[str, Any], timeout_s: float) -> Mapping[str, Any]:
        """Call a service; what it answered. A field left out is zero or empty."""

    async def get_parameter(self, key: str, timeout_s: float) -> Parameter:
        """One parameter, or the tree below a namespace; `/` is everything."""

    async def parameter_names(self, key: str, timeout_s: float) -> tuple[str, ...]:
        """The full names of all parameters at and below a name, however large their values are."""

    async def set_parameter(self, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter, or everything below a namespace."""

    async def delete_parameter(self, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""

    def watch_parameters(self, *, wanted: bool) -> None:
        """Keep `parameters` current, or no longer."""

    async def describe_joints(self, timeout_s: float) -> Mapping[str, JointDescription]:
        """The joints in the robot's description, by their names; none where there is no description."""

    async def cancel_goal(self, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to give up a goal; all of its goals if `goal_id` is empty."""
