"""Records of a robot's frames: when transforms of each came, how often and from whom, and what is wrong with them.

Beside a `FrameTree`, which finds the way between two frames, this remembers what a tree can't hold: transforms that
were left out, parents that change, stamps that go back. Times are in nanoseconds by the wall clock; callers give them.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from app.model.messages.frame_tree import MAX_FRAMES
from app.model.messages.geometry import Transform
from app.model.messages.values import Pose, TransformFault
from app.wording.model import FrameWording

_SECOND: Final = 1_000_000_000
# a fault of a frame that moves is told for so long after it was seen last
RECENT_NS: Final = 10 * _SECOND
# transforms are sent ahead of their time, by a second at most
AHEAD_NS: Final = _SECOND
# listeners of tf keep ten seconds: what is older when it comes can never be used
OLD_NS: Final = 10 * _SECOND
# publishers of one frame may be a little out of step; one of them alone may not
_BACK_NS: Final = 1_000_000
# transforms of a frame by which its rate is found
_ARRIVALS: Final = 24
# senders and parents of one frame that are remembered
_MOST: Final = 8


class FrameFaultKind(enum.Enum):
    """A kind of fault of a frame; the value says whether transforms go wrong by it (an error), or may (a warning)."""

    LEFT_OUT = ("left out", True)
    LOOP = ("loop", True)
    TWO_PARENTS = ("two parents", True)
    TWO_SENDERS = ("two senders", True)
    ODD = ("odd", False)
    SILENT = ("silent", True)
    GOES_BACK = ("goes back", False)
    AHEAD = ("ahead", False)
    OLD = ("old", True)
    NOT_JOINED = ("not joined", True)

    def __init__(self, label: str, is_error: bool) -> None:  # noqa: FBT001 - a row of the table above
        self.label = label
        self.is_error = is_error


@dataclass(frozen=True, slots=True)
class FrameFault:
    """A fault of a frame at present.

    Attributes:
        text: a sentence.
    """

    kind: FrameFaultKind
    text: str


@dataclass(slots=True)
class FrameRecord:
    """The record of one frame.

    Attributes:
        parent: the frame that it was in last.
        topic: the topic of the newest transform.
        is_static: whether the newest transform came by a topic of transforms that hold for ever.
        stamp_ns: of the newest transform; None where it had none.
        received_ns: when the newest transform came, whether it could be used or not.
        transform: the newest one that could be used.
        sender: the node that sent the newest one; empty where that is not known.
        count: how many came.
    """

    name: str
    parent: str = ""
    topic: str = ""
    is_static: bool = False
    stamp_ns: int | None = None
    received_ns: int = 0
    transform: Transform | None = None
    sender: str = ""
    count: int = 0
    _arrivals: deque[int] = field(default_factory=lambda: deque(maxlen=_ARRIVALS))
    # of each, when it was heard last; the newest stamp of each sender
    _parents: dict[str, int] = field(default_factory=dict)
    _senders: dict[str, int] = field(default_factory=dict)
    _stamps: dict[str, int] = field(default_factory=dict)
    # of each kind, when it was seen last and what it was
    _noted: dict[FrameFaultKind, tuple[int, str]] = field(default_factory=dict)

    def rate_hz(self, now_ns: int) -> float | None:
        """The mean rate of the last transforms, which falls in a silence; None for one that is static or came once."""
        arrivals = self._arrivals
        if self.is_static or len(arrivals) < 2 or arrivals[-1] <= arrivals[0]:
            return None
        mean_ns = (arrivals[-1] - arrivals[0]) / (len(arrivals) - 1)
        silence_ns = now_ns - arrivals[-1]
        return _SECOND / mean_ns if silence_ns < 2 * mean_ns else _SECOND / silence_ns

    def note(self, kind: FrameFaultKind, at_ns: int, text: str) -> None:
        """Note a fault."""
        self._noted[kind] = at_ns, text

    def take(self, pose: Pose, topic: str, received_ns: int, sender: str, clock_ns: int | None) -> None:
        """Note a transform; `clock_ns` is the robot's time, None where it is not known."""
        static = is_static_topic(topic)
        if static:
            # a static transform is told once: what was wrong with the one before is over
            self._noted.clear()
        self._judge_stamp(pose.stamp_ns, received_ns, sender, None if static else clock_ns)
        self.parent, self.topic, self.is_static, self.sender = pose.frame, topic, static, sender
        self.stamp_ns, self.received_ns, self.transform = pose.stamp_ns, received_ns, pose.transform
        self.count += 1
        self._arrivals.append(received_ns)
        _remember(self._parents, pose.frame, received_ns)
        if sender:
            _remember(self._senders, sender, received_ns)

    def take_refused(self, topic: str, received_ns: int, sender: str) -> None:
        """Note that a transform came which can't be used."""
        self.topic, self.is_static, self.sender = topic, is_static_topic(topic), sender
        self.received_ns = received_ns

    def keep_senders(self, nodes: Collection[str]) -> None:
        """Forget the senders that are none of these nodes: they have ended."""
        for name in self._senders.keys() - set(nodes):
            del self._senders[name]

    def faults(self, now_ns: int) -> list[FrameFault]:
        """The faults of the frame by itself, the worst first."""
        found = [
            FrameFault(kind, text)
            for kind, (at_ns, text) in self._noted.items()
            if self.is_static or now_ns - at_ns < RECENT_NS
        ]
        for kind, code, known in (
            (FrameFaultKind.TWO_PARENTS, FrameWording.TWO_PARENTS, self._parents),
            (FrameFaultKind.TWO_SENDERS, FrameWording.TWO_SENDERS, self._senders),
        ):
            heard = [name for name, at_ns in known.items() if self.is_static or now_ns - at_ns < RECENT_NS]
            if len(heard) > 1:
                found.append(FrameFault(kind, code(names=", ".join(sorted(heard)))))
        return sorted(found, key=lambda fault: not fault.kind.is_error)

    def _judge_stamp(self, stamp_ns: int | None, received_ns: int, sender: str, clock_ns: int | None) -> None:
        if stamp_ns is None:
            return
        before_ns = self._stamps.get(sender)
        _remember(self._stamps, sender, stamp_ns)
        if clock_ns is None:
            return
        if before_ns is not None and stamp_ns < before_ns - _BACK_NS:
            back_s = (before_ns - stamp_ns) / _SECOND
            self.note(FrameFaultKind.GOES_BACK, received_ns, FrameWording.GOES_BACK(by_s=back_s))
        ahead_ns = stamp_ns - clock_ns
        if ahead_ns > AHEAD_NS:
            self.note(FrameFaultKind.AHEAD, received_ns, FrameWording.AHEAD(by_s=ahead_ns / _SECOND))
        elif -ahead_ns > OLD_NS:
            self.note(FrameFaultKind.OLD, received_ns, FrameWording.OLD(by_s=-ahead_ns / _SECOND))


def is_static_topic(topic: str) -> bool:
    """Whether transforms of a topic hold for ever, by its name: that is how ROS tells them apart."""
    return topic.endswith("tf_static")


class FrameWatch:
    """The records of all frames of one robot.

    Attributes:
        records: by the name of the frame; bounded as a `FrameTree` is.
        unnamed: how many transforms had no name of a frame, and so are in no record.
    """

    def __init__(self) -> None:
        self.records: dict[str, FrameRecord] = {}
        self.unnamed = 0

    def take(
        self, pose: Pose, topic: str, received_ns: int, sender: str, clock_ns: int | None, refusal: str = ""
    ) -> None:
        """Note a transform; `refusal` says why it could not be added to the tree, if so."""
        record = self._record(pose.name)
        if record is None:
            return
        if refusal:
            record.take_refused(topic, received_ns, sender)
            record.note(FrameFaultKind.LOOP, received_ns, FrameWording.REFUSED(reason=refusal))
        else:
            record.take(pose, topic, received_ns, sender, clock_ns)

    def take_fault(self, fault: TransformFault, topic: str, received_ns: int, sender: str) -> None:
        """Note what is wrong with a transform, which may have been left out."""
        record = self._record(fault.name) if fault.name else None
        if record is None:
            self.unnamed += 1
            return
        kind, text = FrameFaultKind.ODD, fault.reason
        if fault.is_left_out:
            kind, text = FrameFaultKind.LEFT_OUT, FrameWording.LEFT_OUT(reason=fault.reason)
            record.take_refused(topic, received_ns, sender)
            record.parent = record.parent or fault.frame
        record.note(kind, received_ns, text)

    def keep_senders(self, nodes: Collection[str]) -> None:
        """Forget the senders that are none of these nodes."""
        for record in self.records.values():
            record.keep_senders(nodes)

    def all_faults(
        self, now_ns: int, silent_s: Mapping[str, float], roots: Collection[str]
    ) -> dict[str, tuple[FrameFault, ...]]:
        """The faults of all frames, by name, the worst first.

        Args:
            now_ns: the time.
            silent_s: for how long frames are silent that used to come.
            roots: the frames that others are in and that are in none.
        """
        found: dict[str, list[FrameFault]] = {}
        for name, record in self.records.items():
            if faults := record.faults(now_ns):
                found[name] = faults
        for name, age_s in silent_s.items():
            silent = FrameFault(FrameFaultKind.SILENT, FrameWording.SILENT(age_s=age_s))
            found[name] = [silent, *found.get(name, ())]
        if len(roots) > 1:
            for name in roots:
                fault = FrameFault(FrameFaultKind.NOT_JOINED, FrameWording.NOT_JOINED(count=len(roots)))
                found[name] = [fault, *found.get(name, ())]
        return {name: tuple(faults) for name, faults in found.items()}

    def _record(self, name: str) -> FrameRecord | None:
        record = self.records.get(name)
        if record is None and len(self.records) < MAX_FRAMES:
            record = self.records[name] = FrameRecord(name)
        return record


def roots_of(edges: Iterable[tuple[str, str]]) -> list[str]:
    """The frames that others are in and that are in none, of each frame with its parent; by name."""
    pairs = tuple(edges)
    inner = {child for child, _ in pairs}
    return sorted({parent for _, parent in pairs} - inner)


def _remember(known: dict[str, int], name: str, value: int) -> None:
    """Put a value under a name, among the few that are remembered; that which was put first goes."""
    if name not in known and len(known) >= _MOST:
        del known[next(iter(known))]
    known[name] = value
