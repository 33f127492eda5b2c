"""Robots that announced themselves in the network; no connection to them exists yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundRobot:
    """A robot that announced itself in the network.

    Attributes:
        uri: the address to connect to.
        name: the name that the robot gives itself.
        host: the host that it runs on.
        version: of its software; empty where it does not tell.
        heard_s: when it last announced itself, in seconds of a monotonic clock.
    """

    uri: str
    name: str
    host: str
    version: str
    heard_s: float


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that answered on a host that was asked.

    Attributes:
        uri: the address to connect to.
        kind: the kind of robot or server, in words.
    """

    uri: str
    kind: str


@dataclass(frozen=True, slots=True)
class FoundRobots:
    """The robots that are known in the network now.

    Attributes:
        robots: in the order in which they were found.
        listening_for: the announcement that is listened for, in words; empty while nobody listens.
        problem: why robots can't be found; empty where they can.
        tip: what the operator can do about it.
        ignored: announcements that made no sense, or were too many.
    """

    robots: tuple[FoundRobot, ...] = ()
    listening_for: str = ""
    problem: str = ""
    tip: str = ""
    ignored: int = 0
