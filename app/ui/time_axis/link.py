"""Link between views with a time axis: they show the same time and cursors, in whichever docks they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from app.model.marks import MarkLine
from app.ui.time_axis.ranges import TimeWindow

if TYPE_CHECKING:
    # numpy takes 100 ms to load
    from app.model.timeseries.feeds import TimeBase


class Cursors:
    """Times that are pointed at in all views of a panel: under the pointer, and two that the operator set.

    Attributes:
        past_s: the time that views show while that is past; None while it is now.
    """

    def __init__(self) -> None:
        self.hover_s: float | None = None
        self.first_s: float | None = None
        self.second_s: float | None = None
        self.past_s: float | None = None

    @property
    def read_s(self) -> float | None:
        """Time whose values are shown: that under the pointer, or else of the first cursor, or else of the past."""
        return next((at_s for at_s in (self.hover_s, self.first_s, self.past_s) if at_s is not None), None)

    @property
    def times(self) -> list[float]:
        """All times that are pointed at, each once, the earliest first."""
        return sorted({at_s for at_s in (self.first_s, self.second_s, self.hover_s) if at_s is not None})

    def named(self, at_s: float, text: str) -> str:
        """Return the text of a time, with the number of its cursor where there are two."""
        if self.second_s is None or at_s not in {self.first_s, self.second_s}:
            return text
        return f"{1 if at_s == self.first_s else 2}: {text}"

    def put(self, at_s: float, *, second: bool) -> None:
        """Set the second cursor if the first is set and `second` asks for it, else the first alone."""
        if second and self.first_s is not None:
            self.second_s = at_s
        else:
            self.first_s, self.second_s = at_s, None

    def clear(self) -> None:
        """Remove both cursors."""
        self.first_s = self.second_s = None


class LinkedView(Protocol):
    """View whose time axis can be linked.

    Attributes:
        time_window: the time that is shown.
        cursors: the times that are pointed at.
        newest_s: the end of its data by its own time base; None before it has any.
    """

    time_window: TimeWindow
    cursors: Cursors
    newest_s: float | None

    @property
    def time_base(self) -> TimeBase:
        """Time base of its data: only views with the same base can be linked."""

    def show_time(self) -> None:
        """Show the time window and the cursors after they were changed from outside."""


class TimeLink:
    """Keeps time windows and cursors of its members equal while they are linked.

    Attributes:
        linked: whether the members are linked; change it by `set_linked`.
        marks: gives the marks that members show, by stamp or by receipt.
        go_to: has all views show a time in seconds, which is that of a stamp or of receipt.
        pause_s: tells after how many seconds members go on with what is now; none, unless other views show the past.
    """

    def __init__(self, *, linked: bool = True) -> None:
        self.linked = linked
        self.marks: Callable[[bool], tuple[MarkLine, ...]] = _no_marks
        self.go_to: Callable[[float, bool], object] = _go_nowhere
        self.pause_s: Callable[[], float] = lambda: 0.0
        self._members: list[LinkedView] = []
        self._last: LinkedView | None = None

    @property
    def count(self) -> int:
        """Number of members."""
        return len(self._members)

    def join(self, member: LinkedView) -> None:
        """Add a member; if linked, it shows the time of the others from now on."""
        others = self._others(member)
        self._members.append(member)
        if others:
            _give(others[0], member)
            member.show_time()

    def leave(self, member: LinkedView) -> None:
        """Remove a member."""
        self._members = [known for known in self._members if known is not member]
        if self._last is member:
            self._last = None

    def broadcast(self, member: LinkedView) -> None:
        """Pass the time window and the cursors of a member on to the others."""
        self._last = member
        for other in self._others(member):
            _give(member, other)
            other.show_time()

    def set_linked(self, linked: bool) -> None:  # noqa: FBT001 - a slot
        """Link all members to the one that was handled last, or unlink them."""
        self.linked = linked
        last = self._last or (self._members[0] if self._members else None)
        if last is not None:
            self.broadcast(last)

    def newest_s(self, member: LinkedView) -> float | None:
        """Return the end of the data of a member and of those that are linked with it; None if there are no data."""
        known = [one.newest_s for one in (member, *self._others(member)) if one.newest_s is not None]
        return max(known, default=None)

    def _others(self, member: LinkedView) -> list[LinkedView]:
        if not self.linked:
            return []
        return [other for other in self._members if other is not member and other.time_base is member.time_base]


def _no_marks(by_stamp: bool) -> tuple[MarkLine, ...]:  # noqa: FBT001 - its only argument
    del by_stamp
    return ()


def _go_nowhere(at_s: float, by_stamp: bool) -> None:  # noqa: FBT001 - as above
    del at_s, by_stamp


def _give(source: LinkedView, target: LinkedView) -> None:
    window, cursors = source.time_window, source.cursors
    target.time_window.span_s, target.time_window.end_s = window.span_s, window.end_s
    target.cursors.hover_s = cursors.hover_s
    target.cursors.first_s, target.cursors.second_s = cursors.first_s, cursors.second_s
