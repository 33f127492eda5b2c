"""Robots that made themselves known in the network; nobody has asked them anything yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundRobot:
    """One robot.

    Attributes:
        uri: what connects to it.
        name: what it calls itself.
        host: where it is.
        version: of its software; empty where not told.
        heard_s: when it last made itself known, in seconds of a monotonic clock.
    """

    uri: str
    name: str
    host: str
    version: str
    heard_s: float


@dataclass(frozen=True, slots=True)
class FoundRobots:
    """What is known of the network now.

    Attributes:
        robots: in the order in which they were found.
        sign: what is listened for, in words; empty while nobody listens.
        problem: why robots can't be found; empty where they can.
        tip: what the operator can do about it.
        ignored: what was heard and made no sense, or was too much.
    """

    robots: tuple[FoundRobot, ...] = ()
    sign: str = ""
    problem: str = ""
    tip: str = ""
    ignored: int = 0
