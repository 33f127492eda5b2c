"""The access of a connection to nodes, services, parameters and actions, where its protocol has them."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any

from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
from app.model.messages.values import JointDescription


class GraphAccess(abc.ABC):
    """Access to nodes, services, parameters and actions. On the link loop, but any thread may read the attributes.

    Every method raises LocalProtocolError where the request can't be made, and another ProtocolError where the robot
    did not answer in time or refused; the reason then is the robot's own.

    Attributes:
        graph: the newest snapshot of the graph, kept current while the connection stands.
        parameters: the newest snapshot of the parameters, kept current while `watch_parameters` says so.
    """

    graph: Graph
    parameters: Parameters

    @abc.abstractmethod
    async def refresh_graph(self, timeout_s: float) -> Graph:
        """Ask for the graph now."""

    @abc.abstractmethod
    async def ask_node(self, name: str, timeout_s: float) -> NodeReport:
        """Ask a node for its process and links, and measure how long its answer takes."""

    @abc.abstractmethod
    async def probe_service(self, name: str, timeout_s: float) -> ServiceSignature:
        """Ask a service itself for its type and the schemas of request and response."""

    @abc.abstractmethod
    async def call_service(self, name: str, request: Mapping[str, Any], timeout_s: float) -> Mapping[str, Any]:
        """Call a service and return its answer. A field left out of the request is zero or empty."""

    @abc.abstractmethod
    async def get_parameter(self, key: str, timeout_s: float) -> Parameter:
        """Get one parameter, or the tree below a namespace; `/` is everything."""

    @abc.abstractmethod
    async def parameter_names(self, key: str, timeout_s: float) -> tuple[str, ...]:
        """List the full names of all parameters at and below a name, however large their values are."""

    @abc.abstractmethod
    async def set_parameter(self, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter, or everything below a namespace."""

    @abc.abstractmethod
    async def delete_parameter(self, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""

    @abc.abstractmethod
    def watch_parameters(self, *, wanted: bool) -> None:
        """Start or end keeping `parameters` current."""

    @abc.abstractmethod
    async def describe_joints(self, timeout_s: float) -> Mapping[str, JointDescription]:
        """Read the joints in the robot's description, by their names; none where there is no description."""

    @abc.abstractmethod
    async def cancel_goal(self, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to cancel a goal; all of its goals if `goal_id` is empty."""
