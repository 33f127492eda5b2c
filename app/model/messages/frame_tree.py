"""The tree of frames: the transform of each in its parent over the last seconds, and so between any two of them.

An edge that was published once is static. Edges that move are looked up at the newest time at which all edges of the
path are known; an edge that has been silent for longer than the history lasts keeps its last transform. Where the time
of a source is set back, as by the reset of a simulated world, its transforms of the future are dropped.
"""

from __future__ import annotations

import bisect
import enum
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from app.model.messages.geometry import IDENTITY, Transform, interpolate_transforms
from app.wording.model import MessageWording

# frames of one tree; beyond it none are added
MAX_FRAMES: Final = 2000
# edges from a root to a frame; a longer path would take too long to look up
MAX_DEPTH: Final = 200
HISTORY_NS: Final = 10_000_000_000
# publishers of one topic may be so much out of step, and transforms are sent ahead of their time
LATE_NS: Final = 1_000_000_000
# transforms of one edge: ten seconds at 50 Hz
MAX_HISTORY: Final = 512


class FrameSourceRank(enum.IntEnum):
    """The rank of a source: of two that give the transform of a frame, the one of the higher rank is believed."""

    POSE = 1
    TRANSFORM = 2


class NoFramePathError(Exception):
    """No path leads from one frame to another; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class _Edge:
    """The transforms of a frame in its parent; stamps rise, and each has its transform.

    `behind` is the last transform that came if it was much too old: a late message, or the first after a time jump.
    """

    parent: str
    source: object
    rank: FrameSourceRank
    stamps: list[int] = field(default_factory=list)
    transforms: list[Transform] = field(default_factory=list)
    behind: tuple[int, Transform] | None = None

    def is_set_back_by(self, stamp_ns: int | None) -> bool:
        """Whether time was set back since the newest stamp.

        It was if a stamp is far behind, or if it and the one before are behind and follow one another.
        """
        if stamp_ns is None or not self.stamps or stamp_ns >= self.stamps[-1] - LATE_NS:
            return False
        return stamp_ns < self.stamps[-1] - HISTORY_NS or (self.behind is not None and self.behind[0] <= stamp_ns)

    def restart(self, stamp_ns: int) -> None:
        """Start again from a time that was set back: drop the future; the last transform stays until another comes."""
        stamp_ns, transform = self.behind or (stamp_ns - HISTORY_NS, self.transforms[-1])
        self.stamps[:], self.transforms[:], self.behind = [stamp_ns], [transform], None

    def add(self, stamp_ns: int | None, transform: Transform) -> None:
        stamps, transforms = self.stamps, self.transforms
        if stamp_ns is None:
            stamps[:], transforms[:] = [0], [transform]
            return
        self.behind = (stamp_ns, transform) if stamps and stamp_ns < stamps[-1] - LATE_NS else None
        index = bisect.bisect_left(stamps, stamp_ns)
        if index < len(stamps) and stamps[index] == stamp_ns:
            transforms[index] = transform
            return
        stamps.insert(index, stamp_ns)
        transforms.insert(index, transform)
        old = max(bisect.bisect_left(stamps, stamps[-1] - HISTORY_NS), len(stamps) - MAX_HISTORY)
        # the last one before the history is the transform until its first
        if old > 1:
            del stamps[: old - 1]
            del transforms[: old - 1]

    @property
    def newest_ns(self) -> int | None:
        """The newest stamp; None for a static edge."""
        return self.stamps[-1] if len(self.stamps) > 1 else None

    def at(self, stamp_ns: int | None) -> Transform:
        index = len(self.stamps) if stamp_ns is None else bisect.bisect_left(self.stamps, stamp_ns)
        if stamp_ns is None or index == len(self.stamps):
            return self.transforms[-1]
        if not index or self.stamps[index] == stamp_ns:
            return self.transforms[index]
        before, after = self.stamps[index - 1], self.stamps[index]
        return interpolate_transforms(
            self.transforms[index - 1], self.transforms[index], (stamp_ns - before) / (after - before)
        )


class FrameTree:
    """A tree of frames with the transforms of the last seconds, from several sources.

    Attributes:
        refused: how many edges were refused: they would have closed a circle, or added one frame too many.
        refusal: why the last of them was refused.
        revision: changes with every edge that is added.
    """

    def __init__(self) -> None:
        self.refused = 0
        self.refusal = ""
        self.revision = 0
        self._edges: dict[str, _Edge] = {}

    def __contains__(self, frame: str) -> bool:
        return frame in self._edges or any(edge.parent == frame for edge in self._edges.values())

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Each frame that has a parent, with its parent."""
        return iter([(child, edge.parent) for child, edge in self._edges.items()])

    @property
    def names(self) -> list[str]:
        """All frames, by name."""
        return sorted({name for edge in self for name in edge})

    def add(
        self,
        child: str,
        parent: str,
        transform: Transform,
        stamp_ns: int | None,
        source: object = None,
        rank: FrameSourceRank = FrameSourceRank.TRANSFORM,
    ) -> bool:
        """Add the transform of a frame in its parent; return whether it was added.

        Of two sources of one frame the one of the higher rank is believed, or else the first, until it is removed.
        """
        edge = self._edges.get(child)
        if edge is not None and edge.source != source and edge.rank >= rank:
            # several nodes may publish transforms of one frame: the newest counts
            if rank < edge.rank or rank is not FrameSourceRank.TRANSFORM:
                return False
            edge.source = source
        if edge is None or edge.parent != parent or edge.rank != rank:
            refusal = self._why_refused(child, parent, new=edge is None)
            if refusal:
                self.refused += 1
                self.refusal = refusal
                return False
            edge = self._edges[child] = _Edge(parent, source, rank)
        if stamp_ns is not None and edge.is_set_back_by(stamp_ns):
            for other in self._edges.values():
                # static edges are valid at any time
                if other.source == edge.source and other.stamps[-1] > stamp_ns + LATE_NS:
                    other.restart(stamp_ns)
        edge.add(stamp_ns, transform)
        self.revision += 1
        return True

    def remove_source(self, source: object) -> None:
        """Remove all edges of a source."""
        self._edges = {child: edge for child, edge in self._edges.items() if edge.source != source}
        self.revision += 1

    def root(self, frame: str) -> str:
        """The root of the tree that a frame is in: the frame itself where it has no known parent."""
        while (edge := self._edges.get(frame)) is not None:
            frame = edge.parent
        return frame

    def lookup(self, target: str, source: str, stamp_ns: int | None = None) -> Transform:
        """The transform of `source` in `target`: at a time, or as near to it as is known; or the newest.

        Raises:
            NoFramePathError: no path joins the two frames.
        """
        if target == source:
            return IDENTITY
        up, down = self._paths(target, source)
        edges = [self._edges[name] for name in (*up[:-1], *down[:-1])]
        moment_ns = _common_ns(edges, stamp_ns)
        return self._along(down, moment_ns).inverse().compose(self._along(up, moment_ns))

    def chain(self, target: str, source: str) -> list[str]:
        """All frames on the path from `target` to `source`, with both. Raises NoFramePathError."""
        if target == source:
            return [target]
        up, down = self._paths(target, source)
        return [*down, *reversed(up[:-1])]

    def frames_between(self, target: str, source: str) -> list[str]:
        """The frames whose transforms in their parents lead from one frame to the other. Raises NoFramePathError."""
        if target == source:
            return []
        up, down = self._paths(target, source)
        return [*up[:-1], *down[:-1]]

    def _paths(self, target: str, source: str) -> tuple[list[str], list[str]]:
        """The paths from both frames up to the first frame that they share. Raises NoFramePathError."""
        up, down = self._path_to_root(source), self._path_to_root(target)
        if max(len(up), len(down)) > MAX_DEPTH:
            raise NoFramePathError(MessageWording.FRAMES_TOO_DEEP(source=source, target=target, limit=MAX_DEPTH))
        if up[-1] != down[-1]:
            raise NoFramePathError(self._why_not(target, source))
        while len(up) > 1 and len(down) > 1 and up[-2] == down[-2]:
            up.pop()
            down.pop()
        return up, down

    def _along(self, path: list[str], stamp_ns: int | None) -> Transform:
        """The transform of the first frame of an upward path in its last frame."""
        result = IDENTITY
        for name in path[:-1]:
            result = self._edges[name].at(stamp_ns).compose(result)
        return result

    def _path_to_root(self, frame: str) -> list[str]:
        """The path from a frame up to its root."""
        path = [frame]
        while (edge := self._edges.get(path[-1])) is not None:
            path.append(edge.parent)
        return path

    def _why_not(self, target: str, source: str) -> str:
        for name in (source, target):
            if name not in self:
                return MessageWording.FRAME_UNKNOWN(frame=name)
        return MessageWording.FRAMES_NOT_JOINED(source=source, target=target)

    def _why_refused(self, child: str, parent: str, *, new: bool) -> str:
        """The reason why a frame can't have a parent; empty if it can."""
        if new and len(self._edges) >= MAX_FRAMES:
            return MessageWording.TOO_MANY_FRAMES(limit=MAX_FRAMES)
        if child == parent:
            return MessageWording.FRAME_IN_ITSELF(frame=child)
        if child in self._path_to_root(parent):
            return MessageWording.FRAMES_IN_CIRCLE(frame=child, parent=parent)
        return ""


def _common_ns(edges: list[_Edge], wanted_ns: int | None) -> int | None:
    """The newest time that is known to all edges which are not silent; no later than the one that is wanted."""
    newest = [moment for edge in edges if (moment := edge.newest_ns) is not None]
    if not newest:
        return wanted_ns
    last = max(newest)
    common = min(moment for moment in newest if moment >= last - HISTORY_NS)
    return common if wanted_ns is None else min(common, wanted_ns)
