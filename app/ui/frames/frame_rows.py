"""The rows of the list of frames: a tree or a flat list, filtered and sorted, and the text of each cell."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Qt
from typing_extensions import override

from app.model.messages.frame_tree import FrameTree
from app.model.messages.frame_watch import FrameFault, FrameRecord, FrameWatch
from app.model.messages.geometry import Transform
from app.model.messages.shown_units import AngleUnit
from app.ui.base.text import format_age, format_rate, format_stamp, listed_apart, say
from app.ui.base.theme import Themes
from app.ui.widgets.filtered_rows import has_words
from app.ui.widgets.named_rows import Index, NamedRows
from app.wording.ui.frames import FramesWording

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)
_DECORATION: Final = int(Qt.ItemDataRole.DecorationRole)
_FOREGROUND: Final = int(Qt.ItemDataRole.ForegroundRole)
_TOOL_TIP: Final = int(Qt.ItemDataRole.ToolTipRole)
_ALIGNMENT: Final = int(Qt.ItemDataRole.TextAlignmentRole)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class FrameColumn(enum.IntEnum):
    """The columns."""

    FRAME = 0
    PARENT = 1
    RECEIVED = 2
    STAMP = 3
    RATE = 4
    KIND = 5
    X = 6
    Y = 7
    Z = 8
    ROLL = 9
    PITCH = 10
    YAW = 11
    SENDER = 12
    PROBLEM = 13


_NUMBERS: Final = frozenset(
    (FrameColumn.RECEIVED, FrameColumn.STAMP, FrameColumn.RATE, *range(FrameColumn.X, FrameColumn.SENDER))
)


@dataclass(frozen=True, slots=True)
class FrameRowsWanted:
    """The rows that the operator wants to see.

    Attributes:
        words: that a frame, its parent, its sender or its problem must all have.
        only_faults: whether only frames with problems are wanted, with the frames that they are in.
        flat: whether it is a list, not a tree.
        column, descending: the order of a list.
    """

    words: tuple[str, ...] = ()
    only_faults: bool = False
    flat: bool = False
    column: FrameColumn = FrameColumn.FRAME
    descending: bool = False


class FrameRows(NamedRows):
    """Model of frames.

    Attributes:
        faults: the faults of each frame that has any, the worst first.
        now_ns, clock_ns: the time for ages since receipt, and the robot's time for those of stamps, if known.
    """

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        titles = (
            say(FramesWording.FRAME()),
            say(FramesWording.PARENT()),
            say(FramesWording.RECEIVED()),
            say(FramesWording.STAMP_AGE()),
            say(FramesWording.RATE()),
            say(FramesWording.KIND()),
            *(f"{axis} (m)" for axis in "xyz"),
            say(FramesWording.ROLL()),
            say(FramesWording.PITCH()),
            say(FramesWording.YAW()),
            say(FramesWording.SENDER()),
            say(FramesWording.PROBLEM()),
        )
        super().__init__(titles, parent)
        self._themes = themes
        self.tree = FrameTree()
        self.watch = FrameWatch()
        self.faults: Mapping[str, tuple[FrameFault, ...]] = {}
        self.now_ns = 0
        self.clock_ns: int | None = None
        self._parents: dict[str, str] = {}

    @property
    def frames(self) -> list[str]:
        """All frames, by name, whether they are shown or not."""
        return sorted({*self._parents, *filter(None, self._parents.values())})

    def show_frames(self, wanted: FrameRowsWanted) -> bool:
        """Show the frames as they are now; whether the rows changed."""
        self._parents = self._find_parents()
        names = self.frames
        chosen = {name for name in names if self._is_wanted(name, wanted)}
        if wanted.flat:
            return self.arrange({"": self._sorted(chosen, wanted)})
        for name in tuple(chosen):
            above = self._parents.get(name, "")
            while above and above not in chosen:
                chosen.add(above)
                above = self._parents.get(above, "")
        children: dict[str, list[str]] = {}
        for name in names:
            if name in chosen:
                children.setdefault(self._parents.get(name, ""), []).append(name)
        return self.arrange(children)

    def text(self, name: str, column: int) -> str:
        """Return the text of a cell."""
        if column == FrameColumn.FRAME:
            return name
        if column == FrameColumn.PROBLEM:
            return listed_apart(say(fault.text) for fault in self.faults.get(name, ()))
        record = self.watch.records.get(name)
        if record is None:
            return say(FramesWording.ROOT()) if column == FrameColumn.KIND else ""
        if FrameColumn.X <= column < FrameColumn.SENDER:
            return self._pose_text(record, column)
        return self._fact(record, column)

    def _pose_text(self, record: FrameRecord, column: int) -> str:
        return pose_text(record.transform, column, self._themes.units.angle) if record.transform is not None else ""

    def _fact(self, record: FrameRecord, column: int) -> str:
        told = {
            FrameColumn.PARENT: lambda: record.parent,
            FrameColumn.RECEIVED: lambda: format_age((self.now_ns - record.received_ns) / 1e9),
            FrameColumn.STAMP: lambda: self._stamp_age(record),
            FrameColumn.RATE: lambda: format_rate(record.rate_hz(self.now_ns)),
            FrameColumn.KIND: lambda: _kind(record),
            FrameColumn.SENDER: lambda: record.sender,
        }
        return told[FrameColumn(column)]()

    def tip(self, name: str) -> str:
        """Return all that is known of a frame, a line each."""
        lines = [name]
        record = self.watch.records.get(name)
        if record is not None:
            told = FramesWording.TIP_SENDER if record.sender else FramesWording.TIP_TOPIC
            lines = [say(FramesWording.IN(frame=name, parent=record.parent)) if record.parent else name]
            lines.append(say(told(sender=record.sender, topic=record.topic)))
            if record.stamp_ns is not None:
                lines.append(say(FramesWording.TIP_STAMP(stamp=format_stamp(record.stamp_ns))))
        lines += [say(fault.text) for fault in self.faults.get(name, ())]
        return "\n".join(lines)

    @override
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid():
            return None
        name, column = self.name(index), index.column()
        if role == _DISPLAY:
            return self.text(name, column)
        if role == _ALIGNMENT:
            return _RIGHT if column in _NUMBERS else None
        if role == _FOREGROUND:
            return self._themes.current.color(self._color(name, column))
        if role == _DECORATION:
            return self._sign(name) if column == FrameColumn.FRAME else None
        return self.tip(name) if role == _TOOL_TIP else None

    def _sign(self, name: str) -> object:
        faults = self.faults.get(name)
        if not faults:
            return self._themes.icon("frame", "muted")
        return self._themes.icon(*(("level-error", "error") if faults[0].kind.is_error else ("level-warn", "warn")))

    def _color(self, name: str, column: int) -> str:
        if column == FrameColumn.PROBLEM:
            faults = self.faults.get(name)
            return "error" if faults and faults[0].kind.is_error else "warn"
        return "text" if column == FrameColumn.FRAME or FrameColumn.X <= column < FrameColumn.SENDER else "muted"

    def _stamp_age(self, record: FrameRecord) -> str:
        if record.is_static or record.stamp_ns is None or self.clock_ns is None:
            return ""
        age_s = (self.clock_ns - record.stamp_ns) / 1e9
        return format_age(age_s) if age_s > -0.05 else f"\N{MINUS SIGN}{format_age(-age_s)}"

    def _find_parents(self) -> dict[str, str]:
        """The parent of each frame, “” for none: of the tree, and what the tree left out beside it."""
        parents = dict(self.tree)
        for name, record in self.watch.records.items():
            if name in parents:
                continue
            above = record.parent
            # a chain that the tree refused may lead back to the frame
            passed = {name}
            while above and above not in passed:
                passed.add(above)
                above = parents.get(above, "")
            parents[name] = record.parent if not above else ""
        return parents

    def _is_wanted(self, name: str, wanted: FrameRowsWanted) -> bool:
        if wanted.only_faults and name not in self.faults:
            return False
        if not wanted.words:
            return True
        columns = (FrameColumn.FRAME, FrameColumn.PARENT, FrameColumn.KIND, FrameColumn.SENDER, FrameColumn.PROBLEM)
        return has_words(" ".join(self.text(name, column) for column in columns), wanted.words)

    def _sorted(self, names: Iterable[str], wanted: FrameRowsWanted) -> list[str]:
        """The frames in the order of a column; those that have nothing there come last."""
        values = {name: self._sort_value(name, wanted.column) for name in sorted(names)}
        there = [name for name, value in values.items() if value is not None]
        there.sort(key=values.__getitem__, reverse=wanted.descending)
        return [*there, *(name for name, value in values.items() if value is None)]

    def _sort_value(self, name: str, column: FrameColumn) -> Any:
        record = self.watch.records.get(name)
        if column not in _NUMBERS:
            return self.text(name, column) or None
        if record is None:
            return None
        if column == FrameColumn.RECEIVED:
            return self.now_ns - record.received_ns
        if column == FrameColumn.STAMP:
            return None if record.is_static or record.stamp_ns is None else -record.stamp_ns
        if column == FrameColumn.RATE:
            return record.rate_hz(self.now_ns)
        return None if record.transform is None else _pose_values(record.transform)[column - FrameColumn.X]


def pose_text(transform: Transform, column: int, angle: AngleUnit) -> str:
    """Return one of the six numbers of a transform, as in its column: angles in degrees unless radians were chosen."""
    value = _pose_values(transform)[column - FrameColumn.X]
    if column < FrameColumn.ROLL:
        return _plain(f"{value:.3f}")
    if angle is AngleUnit.RADIANS:
        return f"{_plain(f'{value:.3f}')} rad"
    return f"{_plain(f'{math.degrees(value):.1f}')}°"


def _plain(number: str) -> str:
    """A number that is rounded to zero has no sign."""
    return number[1:] if number.startswith("-") and not number.strip("-0.") else number


def _pose_values(transform: Transform) -> tuple[float, ...]:
    return (*transform.translation_m, *transform.roll_pitch_yaw_rad)


def _kind(record: FrameRecord) -> str:
    if record.is_static:
        return say(FramesWording.STATIC())
    if record.transform is None:
        return say(FramesWording.NO_TRANSFORM())
    return say(FramesWording.MOVING() if record.count > 1 else FramesWording.ONCE())
