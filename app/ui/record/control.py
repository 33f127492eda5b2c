"""The control of recordings: it begins and ends them by the actions, and says where each file is."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from app.config.folders import recordings_folder
from app.model.errors import UserFacingError
from app.model.marks import Marks, TimeMark
from app.model.topics import TopicKey
from app.ui.base.refresh import Spawn
from app.ui.base.text import format_size, format_stamp, say, with_tip
from app.ui.record.mark_words import MarkWords
from app.ui.record.texts import format_length
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.question_bar import Answer
from app.wording.ui.record import RecordUiWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.record.recording_writer import RecordingState
    from app.session.requested_recording import RequestedRecording
    from app.session.topics import Topics
    from app.ui.record.keep_dialog import KeepDialog
    from app.ui.window.actions import RecordActions

_LOGGER = logging.getLogger(__name__)

_NOTICE: Final = "recording"
_KEPT_NOTICE: Final = "kept minutes"


class RecordingControl(QObject):
    """Begins and ends recordings.

    Args:
        robot: gives the name of the robot in view, by which files are named.
        news: shows where a file is, and why there is none.
        marks: the marks of this run.
        clocks: gives the times of other clocks than that of this computer, by which messages are stamped.
        show_note: says what was just done.
        is_driving: whether a robot may be moved by the next key.

    Attributes:
        words: offers to add words to a mark, for the status bar.
    """

    def __init__(
        self,
        window: QWidget,
        recording: RequestedRecording,
        topics: Topics,
        robot: Callable[[], str],
        news: WindowNotices,
        spawn: Spawn,
        actions: RecordActions,
        marks: Marks,
        show_note: Callable[[str], None],
        is_driving: Callable[[], bool],
        clocks: Callable[[], Iterable[int]] = tuple,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._recording = recording
        self._topics = topics
        self._robot = robot
        self._news = news
        self._spawn = spawn
        self._actions = actions
        self._marks = marks
        self._clocks = clocks
        self._show_note = show_note
        self.words = MarkWords(is_driving, window)
        self.words.written.connect(self._describe)
        self._is_busy = False
        # what was not yet told of
        self._running = recording.is_on
        actions.record.triggered.connect(self.toggle)
        actions.mark.triggered.connect(lambda: self.mark(time.time_ns()))
        actions.words.triggered.connect(self._edit_words)
        actions.choose.triggered.connect(self.ask_for_topics)
        actions.keep.triggered.connect(lambda _: self.ask_to_keep())
        actions.open_folder.triggered.connect(self.open_folder)
        self.refresh(0.0)

    def can_be_seen(self) -> bool:
        """Whether there is something to refresh: always."""
        return True

    def refresh(self, now: float) -> None:
        """Show whether something is recorded, and tell of a recording that has ended by itself."""
        del now
        state = self._recording.state
        is_on = state is not None and not state.is_ended
        if self._running and not is_on and not self._is_busy:
            self._spawn(self._stop(), "end a recording")
        self._running = self._running or is_on
        self._actions.record.setChecked(is_on or self._is_busy)

    def toggle(self) -> None:
        """Begin a recording of all that is subscribed to, or end the one that goes on."""
        if self._is_busy:
            self.refresh(0.0)
        elif self._recording.is_on:
            self._spawn(self._stop(), "end a recording")
        else:
            self.start(None)

    def start(self, keys: frozenset[TopicKey] | None) -> None:
        """Begin a recording of these topics, or of all that is subscribed to."""
        self._spawn(self._start(keys), "begin a recording")

    def mark(self, time_ns: int) -> TimeMark:
        """Mark a moment, in the black box, in what is recorded and in the log, and offer to add words."""
        mark = self._marks.add(time_ns, self._clocks())
        _LOGGER.info("mark %d", mark.number)
        self._show_note(say(RecordUiWording.MARKED(number=mark.number, time=format_stamp(time_ns, with_date=False))))
        self.words.offer(mark)
        return mark

    def ask_for_topics(self) -> None:
        """Ask for the topics that are to be recorded."""
        from app.ui.base import dialogs  # noqa: PLC0415 - hardly ever opened
        from app.ui.record.topics_dialog import RecordTopicsDialog  # noqa: PLC0415 - as above

        dialog = RecordTopicsDialog(self._topics.live.topics, self._window)
        dialog.chosen.connect(self.start)
        dialogs.show_dialog(dialog, "")

    def ask_to_keep(self, then: Callable[[Path], object] | None = None) -> None:
        """Ask how much of the last minutes is to be kept; `then` is called with the file that is made of it."""
        from app.ui.base import dialogs  # noqa: PLC0415 - hardly ever opened
        from app.ui.record.keep_dialog import KeepDialog  # noqa: PLC0415 - as above

        dialog = KeepDialog(self._recording.held, self._window)
        dialog.chosen.connect(lambda seconds: self._spawn(self._keep(dialog, seconds, then), "keep the last minutes"))
        dialogs.show_dialog(dialog, "")

    def open_folder(self) -> None:
        """Open the folder of recordings, which is made if it is not there yet."""
        folder = recordings_folder()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            self._news.show_note(_NOTICE, say(RecordUiWording.NO_FOLDER(folder=folder, reason=reason)), bad=True)
            return
        _show_folder(folder)

    def _edit_words(self) -> None:
        """Ask for the words of the last mark; without one, this moment is marked."""
        self.words.edit(self._marks.last or self.mark(time.time_ns()))

    def _describe(self, time_ns: int, words: str) -> None:
        mark = self._marks.describe(time_ns, words)
        if mark is not None:
            _LOGGER.info("mark %d: %s", mark.number, mark.words)
            at = format_stamp(time_ns, with_date=False)
            self._show_note(say(RecordUiWording.MARKED_WITH_WORDS(number=mark.number, time=at, words=mark.words)))

    async def _start(self, keys: frozenset[TopicKey] | None) -> None:
        if self._is_busy:
            return
        self._is_busy = True
        self._news.remove_notice(_NOTICE)
        try:
            if self._recording.is_on:
                self._tell(await self._recording.stop())
            await self._recording.start(self._robot(), keys)
            self._running = True
        except UserFacingError as error:
            self._news.show_note(_NOTICE, with_tip(say(error.reason), say(error.tip)), bad=True)
        finally:
            self._is_busy = False
            self.refresh(0.0)

    async def _stop(self) -> None:
        if self._is_busy:
            return
        self._is_busy = True
        try:
            self._tell(await self._recording.stop())
        finally:
            self._running = self._is_busy = False
            self.refresh(0.0)

    async def _keep(
        self, dialog: KeepDialog, seconds: float | None, then: Callable[[Path], object] | None = None
    ) -> None:
        is_cancelled = asyncio.Event()
        dialog.finished.connect(is_cancelled.set)
        loop = asyncio.get_running_loop()

        def show(share: float) -> None:
            if not is_cancelled.is_set() and Shiboken.isValid(dialog):
                dialog.show_share(share)

        def go_on(share: float) -> bool:
            loop.call_soon_threadsafe(show, share)
            return not is_cancelled.is_set()

        self._news.remove_notice(_KEPT_NOTICE)
        try:
            made = await self._recording.keep(self._robot(), seconds, go_on)
        except UserFacingError as error:
            self._news.show_note(_KEPT_NOTICE, with_tip(say(error.reason), say(error.tip)), bad=True)
        else:
            if made is not None:
                length = format_length((made.last_ns - made.first_ns) / 1e9)
                values = {"file": made.path.name, "time": length, "size": format_size(made.nbytes)}
                text = say(RecordUiWording.KEPT(**values))
                if made.left_out:
                    text = say(RecordUiWording.WITH_DAMAGED(text=text, count=made.left_out))
                self._news.show_note(_KEPT_NOTICE, text, *_places(made.path))
                if then is not None:
                    then(made.path)
        finally:
            if not is_cancelled.is_set() and Shiboken.isValid(dialog):
                dialog.close()

    def _tell(self, state: RecordingState | None) -> None:
        """Say where the file of a recording is."""
        if state is None:
            return
        values = {"file": state.path.name, "time": format_length(state.duration_s), "size": format_size(state.nbytes)}
        text = say(RecordUiWording.RECORDED(**values))
        if state.trouble:
            text = say(RecordUiWording.ENDED_BY_ITSELF(reason=say(state.trouble), **values))
        if state.lost:
            text = say(RecordUiWording.WITH_LOST(text=text, count=state.lost))
        self._news.show_note(_NOTICE, text, *_places(state.path), bad=bool(state.trouble))


def _places(path: Path) -> tuple[Answer, Answer]:
    """Return the answers by which a file is found."""
    return (
        Answer(say(RecordUiWording.OPEN_FOLDER()), lambda: _show_folder(path.parent), stays=True),
        Answer(say(RecordUiWording.COPY_PATH()), lambda: _copy(path), stays=True),
    )


def _show_folder(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _copy(path: Path) -> None:
    QGuiApplication.clipboard().setText(str(path))
