"""Views over time that show the same time, and point at the same: in whichever docks they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.ui.plots.ranges import TimeWindow

if TYPE_CHECKING:
    # both take numpy, which takes 100 ms to load
    from app.model.series_feed import TimeBase
    from app.ui.plots.view import Cursors


class OverTime(Protocol):
    """What can be linked.

    Attributes:
        newest_s: the end of what it has by its own clock; None before it has anything.
    """

    window_of_time: TimeWindow
    cursors: Cursors
    newest_s: float | None

    @property
    def time_base(self) -> TimeBase:
        """What its time is that of: only views of the same can be linked."""

    def show_time(self) -> None:
        """The time, or what is pointed at, is another."""


class TimeLink:
    """See the module.

    Attributes:
        linked: whether they are; change it by `set_linked`.
    """

    def __init__(self, *, linked: bool = True) -> None:
        self.linked = linked
        self._members: list[OverTime] = []
        self._last: OverTime | None = None

    @property
    def count(self) -> int:
        """How many views there are."""
        return len(self._members)

    def join(self, member: OverTime) -> None:
        """From now on it shows the time of the others."""
        others = self._others(member)
        self._members.append(member)
        if others:
            _give(others[0], member)
            member.show_time()

    def leave(self, member: OverTime) -> None:
        """It goes its own way."""
        self._members = [known for known in self._members if known is not member]
        if self._last is member:
            self._last = None

    def tell(self, member: OverTime) -> None:
        """Another time was chosen, or pointed at, in this one."""
        self._last = member
        for other in self._others(member):
            _give(member, other)
            other.show_time()

    def set_linked(self, linked: bool) -> None:  # noqa: FBT001 - a slot
        """Link them all to the one that was handled last, or none."""
        self.linked = linked
        last = self._last or (self._members[0] if self._members else None)
        if last is not None:
            self.tell(last)

    def newest_s(self, member: OverTime) -> float | None:
        """The end of what there is, in this one or those that show the same time."""
        known = [one.newest_s for one in (member, *self._others(member)) if one.newest_s is not None]
        return max(known, default=None)

    def _others(self, member: OverTime) -> list[OverTime]:
        if not self.linked:
            return []
        return [other for other in self._members if other is not member and other.time_base is member.time_base]


def _give(source: OverTime, target: OverTime) -> None:
    window, cursors = source.window_of_time, source.cursors
    target.window_of_time.span_s, target.window_of_time.end_s = window.span_s, window.end_s
    target.cursors.hover_s = cursors.hover_s
    target.cursors.first_s, target.cursors.second_s = cursors.first_s, cursors.second_s
