"""Runs to compare with: recordings that are laid beneath what views show, and where their times lie on those of now."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.model.messages.stamps import CALENDAR_S
from app.model.topics import TopicKey

if TYPE_CHECKING:
    # it needs numpy, which takes 100 ms to load
    from app.model.timeseries.series import Floats

MAX_RUNS: Final = 4
# stands before the number of a run where keys of topics have a connection
_SCHEME: Final = "run:"


@dataclass(frozen=True, slots=True)
class RunPlace:
    """The place of a run on the time of views.

    Attributes:
        offset_ns: what is added to a time of the run at `origin_ns`.
        origin_ns: the time of the run from which its drift counts.
        drift: what is added for each second after that, in seconds.
    """

    offset_ns: int = 0
    origin_ns: int = 0
    drift: float = 0.0

    def shown_ns(self, own_ns: int) -> int:
        """Return a time of the run as a time of views."""
        return own_ns + self.offset_ns + round(self.drift * (own_ns - self.origin_ns))

    def own_ns(self, shown_ns: int) -> int:
        """Return a time of views as a time of the run."""
        return self.origin_ns + round((shown_ns - self.offset_ns - self.origin_ns) / (1.0 + self.drift))

    def shown_s(self, own_s: Floats) -> Floats:
        """Return times of the run, `(n,)` in seconds, as times of views."""
        return own_s + self.offset_ns / 1e9 + self.drift * (own_s - self.origin_ns / 1e9)

    def own_s(self, shown_s: Floats) -> Floats:
        """Return times of views, `(n,)` in seconds, as times of the run."""
        origin_s = self.origin_ns / 1e9
        return origin_s + (shown_s - self.offset_ns / 1e9 - origin_s) / (1.0 + self.drift)


@dataclass(frozen=True, slots=True)
class ReferenceRun:
    """A recording that is laid beneath what views show.

    Attributes:
        id: what stands for a connection in the keys of its topics; no other run of a session ever has it.
        number: from 0 on, free ones first: its colour.
        name: what the operator calls it.
        paths: its files and folders.
        start_ns, end_ns: when it was recorded.
        topics: the names of its topics, with those of their types.
        is_shown: whether views show it.
        place: where its times of receipt lie.
        stamp_place: where its stamps lie; None where that is not known, so that they lie as `place` says.
    """

    id: str
    number: int
    name: str
    paths: tuple[Path, ...]
    start_ns: int
    end_ns: int
    topics: Mapping[str, str] = field(default_factory=dict)
    is_shown: bool = True
    place: RunPlace = RunPlace()
    stamp_place: RunPlace | None = None

    def place_by(self, *, stamp: bool, newest_s: float = math.inf) -> RunPlace:
        """Return where its times lie, by receipt or by stamp.

        Stamps of a simulation, the newest of which is at `newest_s`, have nothing to do with the time of receipt.
        """
        if not stamp:
            return self.place
        if self.stamp_place is not None:
            return self.stamp_place
        return RunPlace() if newest_s < CALENDAR_S else self.place

    def key(self, topic: str) -> TopicKey:
        """Return the key of one of its topics."""
        return TopicKey(self.id, topic)


def run_id(serial: int) -> str:
    """Return the id of the run that was added as such, counted from 1."""
    return f"{_SCHEME}{serial}"


def is_run(connection: str) -> bool:
    """Whether what stands for a connection in a key is a run."""
    return connection.startswith(_SCHEME)


def are_same_type(one: str, other: str) -> bool:
    """Whether two names are of the same type: files may name its package, and both generations of ROS write it so."""
    one, other = (name.replace("/msg/", "/") for name in (one, other))
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")
