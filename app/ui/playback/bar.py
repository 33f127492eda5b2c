"""The play bar: where a recording stands, and how it goes on; beneath the views while there is a recording."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolBar, QToolButton, QWidget

from app.config.preference_values import BOX_MIN
from app.model.marks import TimeMark
from app.model.playback import DECK, PlaybackState
from app.model.time_contents import NO_CONTENTS, TimeContents, TimeEvent
from app.ui.base.preferences import MAX_BOOKMARKS, Preferences
from app.ui.base.text import format_stamp, listed_names, say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.playback.alignment_tools import AlignmentTools
from app.ui.playback.place_strip import ZOOM, PlaceStrip, StripContents
from app.ui.widgets.labels import ElidedLabel, FigureLabel, name_widget
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.playback import PlaybackBarWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.recordings import Recordings

RATES: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
# a hand that drags asks for no more jumps than a picture has room for
SEEK_INTERVAL_MS: Final = 33
# keys that are pressed sooner after each other belong together, whatever was played meanwhile
_TOGETHER_MS: Final = 1000
# how long it is said that there is no room for a bookmark
_TOLD_MS: Final = 6000
_MOVE_NS: Final = 1_000_000_000
_FAR_NS: Final = 10 * _MOVE_NS
_ICON: Final = QSize(16, 16)
_NAME_CHARACTERS: Final = 10
_FAR_FUTURE_NS: Final = 1 << 63


def format_passed(span_ns: int) -> str:
    """Return a time since the beginning: minutes, seconds and tenths; hours where there are any."""
    tenths = max(span_ns, 0) // 100_000_000
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    begin = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{begin}:{rest // 10:02d}.{rest % 10}"


class PlayBar(QToolBar):
    """Bar of the recording in view: play, place, speed, loop, bookmarks; invisible where there is none.

    Args:
        current: gives the id of the connection in view.

    Attributes:
        incidents: the incidents that are known, in the order of time.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Space", PlaybackBarWording.KEY_PLAY),
        ViewKey(",, .", PlaybackBarWording.KEY_STEP),
        ViewKey("Left, Right, Wheel", PlaybackBarWording.KEY_MOVE),
        ViewKey("PgUp, PgDown", PlaybackBarWording.KEY_FAR),
        ViewKey("Home, End", PlaybackBarWording.KEY_ENDS),
        ViewKey("-, +", PlaybackBarWording.KEY_RATE),
        ViewKey("L", PlaybackBarWording.KEY_LOOP),
        ViewKey("I, O, Shift+Drag", PlaybackBarWording.KEY_PART),
        ViewKey("Up, Down, Ctrl+Wheel", PlaybackBarWording.KEY_ZOOM),
        ViewKey("B", PlaybackBarWording.KEY_BOOKMARK),
        ViewKey("[, ]", PlaybackBarWording.KEY_BOOKMARKS),
        ViewKey("Shift+M, M", PlaybackBarWording.KEY_MARKS),
    )

    def __init__(
        self,
        links: Links,
        recordings: Recordings,
        themes: Themes,
        preferences: Preferences,
        current: Callable[[], str | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(say(PlaybackBarWording.NAME()), parent)
        self.setObjectName("playback")
        self.setMovable(False)
        self.toggleViewAction().setVisible(False)
        self._links = links
        self._recordings = recordings
        self._themes = themes
        self._preferences = preferences
        self._current = current
        self.incidents: tuple[TimeEvent, ...] = ()
        self.recording: str | None = None
        self.state: PlaybackState | None = None
        self._contents: tuple[TimeContents, tuple[TimeEvent, ...]] = (NO_CONTENTS, ())
        self._wanted_ns: int | None = None
        self._timer = QTimer(self, interval=SEEK_INTERVAL_MS, singleShot=True)
        self._timer.timeout.connect(self._send_seek)
        # where the last jump from one place to the next went, as long as the next one goes on from there
        self._aimed_ns: int | None = None
        self._together = QTimer(self, interval=_TOGETHER_MS, singleShot=True)
        self._full = QTimer(self, interval=_TOLD_MS, singleShot=True)
        self._full.timeout.connect(self._show_note)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._draw()
        themes.changed.connect(self._draw)
        self.hide()

    def can_be_seen(self) -> bool:
        """Whether the window is visible: the bar appears when there is a recording."""
        return self.window().isVisible()

    def refresh(self, now: float) -> None:
        """Follow the recording in view, and show where it stands."""
        del now
        before = self.recording
        self.recording, state = self._choose()
        if self.recording != before:
            # what a hand still holds is of the other one
            self._aimed_ns = self._wanted_ns = None
            self.slider.let_go()
            self._full.stop()
        is_past = self.recording == DECK
        self.now.setVisible(is_past)
        # all views have another size beside it
        comes_later = self.isHidden() and self._recordings.is_beginning(DECK)
        self.setVisible(state is not None and not comes_later)
        self.alignment.show(self.recording or "")
        told = self._recordings.contents(self.recording) if self.recording is not None else NO_CONTENTS
        contents = told, self.incidents
        is_new = any(new is not old for new, old in zip(contents, self._contents, strict=True))
        if state != self.state or self.recording != before or is_new:
            self._contents = contents
            was_playing = self.state is not None and self.state.is_playing
            self.state = state
            if state is not None:
                self._show(state)
                if state.is_playing is not was_playing:
                    self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play, step, move, and set bookmarks."""
        do: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Space: self.play_or_pause,
            Qt.Key.Key_Comma: lambda: self.step(forward=False),
            Qt.Key.Key_Period: lambda: self.step(forward=True),
            Qt.Key.Key_Left: lambda: self._move(-_MOVE_NS),
            Qt.Key.Key_Right: lambda: self._move(_MOVE_NS),
            Qt.Key.Key_PageUp: lambda: self._move(-_FAR_NS),
            Qt.Key.Key_PageDown: lambda: self._move(_FAR_NS),
            Qt.Key.Key_Home: lambda: self._go_to_end(first=True),
            Qt.Key.Key_End: lambda: self._go_to_end(first=False),
            Qt.Key.Key_Up: lambda: self.slider.zoom(1 / ZOOM),
            Qt.Key.Key_Down: lambda: self.slider.zoom(ZOOM),
            Qt.Key.Key_I: lambda: self._set_part(first=True),
            Qt.Key.Key_O: lambda: self._set_part(first=False),
            Qt.Key.Key_Minus: lambda: self._change_rate(-1),
            Qt.Key.Key_Plus: lambda: self._change_rate(1),
            Qt.Key.Key_Equal: lambda: self._change_rate(1),
            Qt.Key.Key_L: lambda: self._set_loop(loop=not self.loop.isChecked()),
            Qt.Key.Key_B: self.toggle_bookmark,
            Qt.Key.Key_BracketLeft: lambda: self.go_to_bookmark(forward=False),
            Qt.Key.Key_BracketRight: lambda: self.go_to_bookmark(forward=True),
            Qt.Key.Key_M: lambda: self.go_to_mark(forward=not event.modifiers() & Qt.KeyboardModifier.ShiftModifier),
        }
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        act = do.get(Qt.Key(event.key()))
        if act is not None and plain and self.state is not None:
            act()
        else:
            super().keyPressEvent(event)

    # what keys and buttons do

    def play_or_pause(self) -> None:
        """Play the recording, or pause it."""
        if self.recording is not None and self.state is not None:
            (self._recordings.pause if self.state.is_playing else self._recordings.play)(self.recording)

    def step(self, *, forward: bool) -> None:
        """Go to the next message, or to the one before."""
        if self.recording is not None:
            self._aimed_ns = None
            self._recordings.step(self.recording, forward=forward)

    def go_to(self, time_ns: int) -> None:
        """Jump to a time; of those that come soon after each other the newest counts."""
        self._aimed_ns = None
        self._wanted_ns = time_ns
        if not self._timer.isActive():
            self._send_seek()

    @property
    def bookmarks(self) -> tuple[int, ...]:
        """The bookmarks in the recording, in the order of time."""
        state = self.state
        if state is None:
            return ()
        kept = self._preferences.bookmarks(*self._known_as(state))
        return tuple(time_ns for time_ns in kept if state.start_ns <= time_ns <= state.end_ns)

    def _known_as(self, state: PlaybackState) -> tuple[int, int]:
        """Return the span by which bookmarks are kept; the past has one for all, as its own goes on."""
        return (0, 0) if self.recording == DECK else (state.start_ns, state.end_ns)

    def _outlived(self, state: PlaybackState, most: int) -> list[int]:
        """Return the bookmarks of what no black box has any more, and the oldest that are not in view beyond `most`."""
        # those that the one of this window has not may be of another window's
        others = sorted(set(self._preferences.bookmarks(*self._known_as(state))).difference(self.bookmarks))
        kept_since_ns = state.end_ns - BOX_MIN[1] * 60 * 1_000_000_000
        extra = len(others) + len(self.bookmarks) - most
        return [time_ns for place, time_ns in enumerate(others) if place < extra or time_ns < kept_since_ns]

    def toggle_bookmark(self) -> None:
        """Set a bookmark where the recording stands, or take away the one that is there."""
        state = self.state
        if state is not None and not state.is_empty:
            span, preferences = self._known_as(state), self._preferences
            there = state.position_ns not in self.bookmarks
            if there and len(self.bookmarks) >= MAX_BOOKMARKS:
                self._full.start()
            else:
                self._full.stop()
                for time_ns in self._outlived(state, MAX_BOOKMARKS - there):
                    preferences.set_bookmark(*span, time_ns, there=False)
                preferences.set_bookmark(*span, state.position_ns, there=there)
            self._show(state)

    @property
    def marks(self) -> tuple[TimeMark, ...]:
        """The marks in the recording, in the order of time."""
        state = self.state
        if state is None:
            return ()
        return tuple(mark for mark in self._contents[0].marks if state.start_ns <= mark.time_ns <= state.end_ns)

    def go_to_bookmark(self, *, forward: bool) -> None:
        """Go to the next bookmark, or to the one before."""
        self._go_to_one_of(self.bookmarks, forward=forward)

    def go_to_mark(self, *, forward: bool) -> None:
        """Go to the next mark, or to the one before."""
        self._go_to_one_of([mark.time_ns for mark in self.marks], forward=forward)

    def _go_to_one_of(self, times_ns: Sequence[int], *, forward: bool) -> None:
        if self.state is None:
            return
        # the player may not stand there yet, or has gone on
        aimed_ns = self._aimed_ns if self._together.isActive() else None
        place_ns = self.state.position_ns if aimed_ns is None else aimed_ns
        others = [time_ns for time_ns in times_ns if (time_ns > place_ns if forward else time_ns < place_ns)]
        if others:
            place_ns = others[0] if forward else others[-1]
            self.go_to(place_ns)
            self._aimed_ns = place_ns
            self._together.start()

    # internals

    def _choose(self) -> tuple[str | None, PlaybackState | None]:
        """Return the past where it is shown, else the recording in view, or the first that is open."""
        past = self._recordings.state(DECK)
        if past is not None:
            return DECK, past
        states = {info.id: self._recordings.state(info.id) for info in self._links.connections}
        chosen = [(each, state) for each, state in states.items() if state is not None]
        current = self._current()
        return next((each for each in chosen if each[0] == current), chosen[0] if chosen else (None, None))

    def _make_widgets(self) -> None:
        wording = PlaybackBarWording
        self.name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.name.set_min_characters(_NAME_CHARACTERS)
        self.play, self.back, self.forward = QToolButton(), QToolButton(), QToolButton()
        name_widget(self.back, say(wording.BACK_TIP(key=key_name(","))))
        name_widget(self.forward, say(wording.FORWARD_TIP(key=key_name("."))))
        self.play.setToolTip(say(wording.PLAY_TIP(key=key_name("Space"))))
        self.slider = PlaceStrip(self._themes)
        self.slider.setAccessibleName(say(wording.PLACE()))
        self.time = FigureLabel()
        self.rate = QComboBox()
        for rate in RATES:
            self.rate.addItem(say(wording.TIMES(rate=rate)), rate)
        self.rate.setCurrentIndex(RATES.index(1.0))
        self.rate.setAccessibleName(say(wording.RATE()))
        self.rate.setToolTip(say(wording.RATE_TIP(keys=listed_names(("-", "+")))))
        self.now, self.loop, self.bookmark = QToolButton(), QToolButton(), QToolButton()
        self.now.setText(say(wording.NOW()))
        self.now.setToolTip(say(wording.NOW_TIP(key=key_name("End"))))
        self.loop.setCheckable(True)
        self.loop.setText(say(wording.LOOP()))
        self.loop.setToolTip(say(wording.LOOP_TIP(key=key_name("L"), keys=listed_names(("I", "O")))))
        self.bookmark.setText(say(wording.BOOKMARK()))
        self.bookmark.setToolTip(say(wording.BOOKMARK_TIP(key=key_name("B"), keys=listed_names(("[", "]")))))
        self.alignment = AlignmentTools(self._links, self._recordings, self._preferences.robot_name)
        self.note = QLabel()
        self.note.setProperty("muted", True)

    def _lay_out(self) -> None:
        row = ToolRow()
        row.add(self.name, stays=True)
        row.add_button(self.play, say(PlaybackBarWording.PLAY()), say(PlaybackBarWording.PAUSE()), stays=True)
        row.add(self.back)
        row.add(self.forward)
        row.add(self.slider, 1)
        row.add(self.time, stays=True)
        row.add_button(self.now, stays=True)
        row.add_fact(self.note)
        row.add(self.rate)
        row.add_button(self.loop)
        row.add_button(self.bookmark)
        row.add_button(self.alignment.button)
        row.add(self.alignment.offset)
        row.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(row)

    def _connect(self) -> None:
        self.play.clicked.connect(self.play_or_pause)
        self.back.clicked.connect(lambda: self.step(forward=False))
        self.forward.clicked.connect(lambda: self.step(forward=True))
        self.slider.chosen.connect(self.go_to)
        self.slider.moved_by.connect(self._move)
        self.slider.loop_chosen.connect(lambda part: self._set_loop(loop=part is not None, within_ns=part))
        self.slider.sliderReleased.connect(self._send_seek)
        self.rate.activated.connect(lambda place: self._set_rate(RATES[place]))
        self.now.clicked.connect(lambda: self._go_to_end(first=False))
        self.loop.clicked.connect(lambda checked: self._set_loop(loop=checked))
        self.bookmark.clicked.connect(self.toggle_bookmark)

    def _draw(self) -> None:
        themes, is_playing = self._themes, self.state is not None and self.state.is_playing
        self.play.setText(say(PlaybackBarWording.PAUSE() if is_playing else PlaybackBarWording.PLAY()))
        self.play.setIcon(themes.icon("pause" if is_playing else "play"))
        self.back.setIcon(themes.icon("back"))
        self.forward.setIcon(themes.icon("step"))
        self.loop.setIcon(themes.icon("reset"))
        self.bookmark.setIcon(themes.icon("add"))
        self.alignment.button.setIcon(themes.icon("link"))
        self.slider.update()

    def _show(self, state: PlaybackState) -> None:
        span_ns = state.end_ns - state.start_ns
        passed, duration = format_passed(state.position_ns - state.start_ns), format_passed(span_ns)
        if self.recording == DECK:
            ago = format_passed(state.end_ns - state.position_ns)
            self.name.setText(say(PlaybackBarWording.THE_PAST()))
            self.name.setToolTip(say(PlaybackBarWording.PAST_TIP()))
            at = format_stamp(state.position_ns, with_date=False)
            self.time.setText(say(PlaybackBarWording.AGO(time=at, ago=ago)))
        else:
            self.name.setText(self._preferences.robot_name(self.recording or ""))
            self.time.setText(say(PlaybackBarWording.OF_DURATION(passed=passed, duration=duration)))
        self.time.setToolTip(say(PlaybackBarWording.TIME_TIP(time=format_stamp(state.position_ns))))
        start, end = format_stamp(state.start_ns), format_stamp(state.end_ns)
        self.slider.setToolTip(say(PlaybackBarWording.PLACE_TIP(start=start, end=end)))
        self.slider.show_place((state.start_ns, state.end_ns), state.position_ns)
        contents, incidents = self._contents
        self.slider.show_contents(
            StripContents(contents.density, self.marks, (*contents.events, *incidents), self.bookmarks, state.loop_ns)
        )
        self.loop.setChecked(state.loop)
        if state.rate in RATES:
            self.rate.setCurrentIndex(RATES.index(state.rate))
        self._show_note()
        for widget in (self.play, self.back, self.forward, self.slider, self.rate, self.loop, self.bookmark):
            widget.setEnabled(not state.is_empty)

    def _show_note(self) -> None:
        wording, state, note = PlaybackBarWording, self.state, ""
        if self._full.isActive():
            note = wording.MOST_BOOKMARKS(limit=MAX_BOOKMARKS)
        elif state is not None and (state.is_empty or state.is_late):
            note = wording.EMPTY() if state.is_empty else wording.LATE()
        self.note.setText(say(note) if note else "")
        self.note.setToolTip(self.note.text())
        self.note.setVisible(bool(note))

    def _move(self, by_ns: int) -> None:
        if self.state is not None:
            from_ns = self.state.position_ns if self._wanted_ns is None else self._wanted_ns
            self.go_to(from_ns + by_ns)

    def _go_to_end(self, *, first: bool) -> None:
        if self.state is not None:
            self.go_to(self.state.start_ns if first else self.state.end_ns)

    def _set_part(self, *, first: bool) -> None:
        """Have the part that is repeated begin, or end, where the recording stands."""
        state = self.state
        if state is not None:
            begin_ns, end_ns = state.loop_ns or (state.start_ns, state.end_ns)
            place_ns = state.position_ns
            part = (place_ns, max(end_ns, place_ns)) if first else (min(begin_ns, place_ns), place_ns)
            self._set_loop(loop=True, within_ns=part)

    def _send_seek(self) -> None:
        """Send the jump that waits, and hold back others for a while."""
        wanted_ns, self._wanted_ns = self._wanted_ns, None
        if wanted_ns is not None and self.recording is not None and self.state is not None:
            inside_ns = min(max(wanted_ns, self.state.start_ns), self.state.end_ns)
            # behind the end of the past is now
            is_now = self.recording == DECK and wanted_ns >= self.state.end_ns
            self._recordings.seek(self.recording, _FAR_FUTURE_NS if is_now else inside_ns)
            self._timer.start()

    def _change_rate(self, by: int) -> None:
        self._set_rate(RATES[min(max(self.rate.currentIndex() + by, 0), len(RATES) - 1)])

    def _set_rate(self, rate: float) -> None:
        if self.recording is not None:
            self._recordings.set_rate(self.recording, rate)

    def _set_loop(self, *, loop: bool, within_ns: tuple[int, int] | None = None) -> None:
        if self.recording is not None:
            self._recordings.set_loop(self.recording, loop=loop, within_ns=within_ns)
