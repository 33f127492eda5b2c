"""Jumps to a time that somebody points at in a view: in the past of robots, or in the recording in view."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.model.playback import PlaybackState
from app.ui.base.text import format_stamp, say
from app.ui.playback.played_marks import PlayedMarks
from app.wording.ui.playback import PlaybackBarWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.black_box import BlackBox
    from app.session.deck import Deck
    from app.session.links import Links
    from app.session.recordings import Recordings


class TimeJumps:
    """Has all views show a time. Whether that may be, while a robot is armed, the deck knows.

    Args:
        played: knows when what of recordings was played.
        current: gives the id of the connection in view.
        show_note: says why a time can't be shown.
        now_ns: gives the time of the wall clock.
    """

    def __init__(
        self,
        links: Links,
        recordings: Recordings,
        deck: Deck,
        box: BlackBox,
        played: PlayedMarks,
        current: Callable[[], str | None],
        show_note: Callable[[str], object],
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self._links = links
        self._recordings = recordings
        self._deck = deck
        self._box = box
        self._played = played
        self._current = current
        self._show_note = show_note
        self._now_ns = now_ns

    def go_to(self, at_s: float, by_stamp: bool) -> None:  # noqa: FBT001 - as views have it
        """Go to a time of an axis: of stamps, or of receipt."""
        current = self._current() or ""
        recording = self._recordings.state(current) if current else None
        time_ns: int | None = round(at_s * 1e9)
        if recording is None and by_stamp and self._has_own_clock(current):
            self._show_note(say(PlaybackBarWording.OTHER_CLOCK()))
        elif recording is None:
            self.go_to_time(round(at_s * 1e9))
        else:
            if not by_stamp:
                time_ns = self._played.recorded_ns(current, at_s)
            if time_ns is None or not _is_in(recording, time_ns):
                self._show_note(say(PlaybackBarWording.NOT_IN_RECORDING()))
            else:
                self._recordings.seek(current, time_ns)

    def go_to_time(self, time_ns: int) -> None:
        """Go to a time by the wall clock: of the recording in view, if it has it, else of the past."""
        current = self._current() or ""
        recording = self._recordings.state(current) if current else None
        if recording is not None and _is_in(recording, time_ns):
            self._recordings.seek(current, time_ns)
            return
        box = self._box.state
        if time_ns >= self._now_ns():
            self._deck.go_live()
        elif box is None:
            self._show_note(say(PlaybackBarWording.NO_BOX()))
        elif not box.since_ns or time_ns < box.since_ns:
            begin = format_stamp(box.since_ns or self._now_ns())
            self._show_note(say(PlaybackBarWording.NOT_KEPT(time=format_stamp(time_ns), begin=begin)))
        else:
            self._deck.seek(time_ns)

    def _has_own_clock(self, connection_id: str) -> bool:
        """Whether stamps of a robot are of another clock than that of the black box, as in a simulation."""
        clock = self._links.own_clocks.get(connection_id)
        return clock is not None and not clock.is_recorded


def _is_in(recording: PlaybackState, time_ns: int) -> bool:
    return recording.start_ns <= time_ns <= recording.end_ns
