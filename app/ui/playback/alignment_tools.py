"""Tools of the time bar that align two recordings: as both stand, by a mark that both have, or by a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QDoubleSpinBox, QMenu

from app.model.marks import common_marks
from app.model.playback import PlaybackState
from app.ui.base.text import say
from app.ui.widgets.marks import mark_name
from app.ui.widgets.menus import MenuButton, add_entry, add_submenu, empty_menu
from app.wording.ui.playback import PlaybackBarWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.recordings import Recordings

# of a menu; nobody reads more
_MOST_MARKS: Final = 10
_MOST_UNDONE: Final = 50
# the field is as wide as what it may have
_LEAST_RANGE_S: Final = 1e4


class AlignmentTools:
    """A button with a menu, and a field of the offset, which are there where they can do something.

    Args:
        name_of: gives the name of a recording.
    """

    def __init__(self, links: Links, recordings: Recordings, name_of: Callable[[str], str]) -> None:
        self._links = links
        self._recordings = recordings
        self._name_of = name_of
        self._shown = ""
        # what was there before each change: a recording, another one, and how much later that was, None for alone
        self._before: list[tuple[str, str, int | None]] = []
        self.button = MenuButton()
        self.button.setText(say(PlaybackBarWording.ALIGN()))
        self.button.setToolTip(say(PlaybackBarWording.ALIGN_TIP()))
        self.button.choices.aboutToShow.connect(self._fill)
        self.offset = QDoubleSpinBox()
        self.offset.setRange(-_LEAST_RANGE_S, _LEAST_RANGE_S)
        self.offset.setDecimals(3)
        self.offset.setSingleStep(0.1)
        self.offset.setSuffix(say(PlaybackBarWording.OFFSET_UNIT()))
        self.offset.setKeyboardTracking(False)
        self.offset.valueChanged.connect(self._choose_offset)
        self.button.hide()
        self.offset.hide()

    @property
    def others(self) -> dict[str, PlaybackState]:
        """The other recordings that are open."""
        states = {info.id: self._recordings.state(info.id) for info in self._links.connections}
        return {each: state for each, state in states.items() if state is not None and each != self._shown}

    def show(self, recording: str) -> None:
        """Show how a recording is aligned; an empty text for none."""
        self._shown = recording
        aligned = self._recordings.aligned(recording) if recording else {}
        self.button.setVisible(bool(recording and self.others))
        self.offset.setVisible(bool(aligned))
        for other, later_ns in list(aligned.items())[-1:]:
            words = self._words(other, later_ns)
            if self.offset.toolTip() != words:
                self.offset.setToolTip(words)
                self.offset.setAccessibleName(words)
            if not self.offset.hasFocus() and round(later_ns / 1e9, 3) != self.offset.value():
                with QSignalBlocker(self.offset):
                    most_s = max(_LEAST_RANGE_S, 2 * abs(later_ns) / 1e9)
                    self.offset.setRange(-most_s, most_s)
                    self.offset.setValue(later_ns / 1e9)

    def align(self, other: str, later_ns: int) -> None:
        """Let another recording go along, whose times are so much later."""
        self._note(other)
        self._recordings.align(self._shown, other, later_ns)

    def let_go(self, other: str) -> None:
        """Let another recording go by itself."""
        self._note(other)
        self._recordings.let_go(other)

    def undo(self) -> None:
        """Align as it was before the last change."""
        if self._before:
            recording, other, later_ns = self._before.pop()
            if later_ns is None:
                self._recordings.let_go(other)
            else:
                self._recordings.align(recording, other, later_ns)

    # inside

    def _note(self, other: str) -> None:
        self._before.append((self._shown, other, self._recordings.aligned(self._shown).get(other)))
        del self._before[:-_MOST_UNDONE]

    def _words(self, other: str, later_ns: int) -> str:
        code = PlaybackBarWording.IS_EARLIER if later_ns < 0 else PlaybackBarWording.IS_LATER
        return say(code(name=self._name_of(other), seconds=abs(later_ns) / 1e9))

    def _choose_offset(self, later_s: float) -> None:
        for other in list(self._recordings.aligned(self._shown))[-1:]:
            self.align(other, round(later_s * 1e9))

    def _fill(self) -> None:
        menu, state, others = self.button.choices, self._recordings.state(self._shown), self.others
        empty_menu(menu)
        aligned = self._recordings.aligned(self._shown)
        for other, told in others.items():
            below = add_submenu(menu, self._name_of(other).replace("&", "&&")) if len(others) > 1 else menu
            if len(others) == 1:
                menu.addSection(self._name_of(other).replace("&", "&&"))
            if state is not None:
                self._offer(below, other, state, told)
            if other in aligned:
                below.addSeparator()
                below.addAction(self._words(other, aligned[other])).setEnabled(False)
                add_entry(below, say(PlaybackBarWording.ALONE()), partial(self.let_go, other))
        menu.addSeparator()
        add_entry(menu, say(PlaybackBarWording.UNDO_ALIGNMENT()), self.undo, enabled=bool(self._before))

    def _offer(self, menu: QMenu, other: str, state: PlaybackState, told: PlaybackState) -> None:
        """Offer the ways to align another recording."""
        ways = [
            (PlaybackBarWording.ALIGN_HERE(), told.position_ns - state.position_ns),
            (PlaybackBarWording.ALIGN_STARTS(), told.start_ns - state.start_ns),
            (PlaybackBarWording.ALIGN_TIMES(), 0),
        ]
        for text, later_ns in ways:
            add_entry(menu, say(text), partial(self.align, other, later_ns))
        own, others = (self._recordings.contents(each).marks for each in (self._shown, other))
        for mark, same in common_marks(own, others)[:_MOST_MARKS]:
            text = PlaybackBarWording.ALIGN_MARK(mark=mark_name(mark))
            add_entry(menu, say(text).replace("&", "&&"), partial(self.align, other, same.time_ns - mark.time_ns))
