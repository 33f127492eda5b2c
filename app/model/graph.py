"""The graph of a robot, whatever the protocol: nodes, topics, services, actions, and reports on nodes and services."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.model.schema import Schema

# None, a boolean, an integer, a float, a text, bytes, a list, or a dict of texts to parameters
Parameter = Any


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node: one program of the robot.

    Attributes:
        publishes, subscribes, services: names, sorted.
        ours: whether the node is this connection itself.
    """

    name: str
    publishes: tuple[str, ...] = ()
    subscribes: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    ours: bool = False


@dataclass(frozen=True, slots=True)
class ServiceInfo:
    """A service and the nodes that offer it."""

    name: str
    providers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """A long task that can be requested, watched and cancelled, recognized by its topics.

    Attributes:
        name: the common prefix of its topics.
        type_name: the type of its goals; empty if not known.
        status_topic: the topic of its goals and their states, read as Role.GOALS.
    """

    name: str
    type_name: str
    status_topic: str
    goal_topic: str
    cancel_topic: str
    feedback_topic: str
    result_topic: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A snapshot of the whole graph, all sorted by name.

    Attributes:
        revision: differs from snapshot to snapshot; 0 before the first.
        types: of the topics, where known.
        appeared, gone: names of the nodes that appeared or went at the last difference.
        updated_ns: when the snapshot was last confirmed, by the wall clock.
    """

    revision: int = 0
    nodes: tuple[GraphNode, ...] = ()
    services: tuple[ServiceInfo, ...] = ()
    actions: tuple[Action, ...] = ()
    types: tuple[tuple[str, str], ...] = ()
    appeared: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    updated_ns: int = 0


@dataclass(frozen=True, slots=True)
class NodeReport:
    """The answer of a node to a request for its state.

    Attributes:
        address: the address that the node answers at.
        round_trip_s: how long its answer took.
        links: its connections by its own report: a sentence each.
    """

    name: str
    address: str
    pid: int
    round_trip_s: float
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ServiceSignature:
    """The signature of a service: its type, its request and its response.

    Attributes:
        request, response: the schemas of both; their definitions may be unknown (`Schema.known`).
    """

    name: str
    type_name: str
    request: Schema
    response: Schema
    address: str = ""


@dataclass(frozen=True, slots=True)
class Parameters:
    """A snapshot of the robot's parameters.

    Attributes:
        revision: differs from snapshot to snapshot; 0 before the first.
        tree: namespaces as dicts, the root first; never changed in place.
        reason, tip: why the parameters could not be read at the last attempt, and what to do; empty if they were.
    """

    revision: int = 0
    tree: Mapping[str, Parameter] | None = None
    updated_ns: int = 0
    reason: str = ""
    tip: str = ""
