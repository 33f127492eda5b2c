"""Recordings that the operator asks for: of what comes from now on, and of the last minutes."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.config.folders import recordings_folder
from app.model.topics import TopicKey
from app.record.recording_writer import RecordingOrder, RecordingState
from app.session.black_box import BlackBox
from app.session.errors import SessionError
from app.session.topics import Topics
from app.wording.record import RecordWording

if TYPE_CHECKING:
    # it needs numpy, which would hold up the window's first paint
    from app.record.extract import Extracted
    from app.record.recorder import BoxState

_OWNER: Final = "recording"
# about a minute of two cameras: with less room there is nothing to begin
LEAST_ROOM_BYTES: Final = 500_000_000
_MOST_NAME: Final = 60
# what stays free on the disk, as for what is recorded
_RESERVE_BYTES: Final = 200_000_000
# what came last is written by then
SETTLE_S: Final = 1.5


class RequestedRecording:
    """The recording that is asked for, one at a time, and files of the last minutes. For one thread.

    Args:
        black_box: writes them, and holds the last minutes.
        topics: subscribes to the topics that are chosen.
        now_s: gives the time of the wall clock.
    """

    def __init__(self, black_box: BlackBox, topics: Topics, now_s: Callable[[], float] = time.time) -> None:
        self._black_box = black_box
        self._topics = topics
        self._now_s = now_s

    @property
    def state(self) -> RecordingState | None:
        """The state of the recording, or of the last one; None before there is one."""
        return self._black_box.recording

    @property
    def held(self) -> BoxState | None:
        """The state of the black box, which holds the last minutes; None while it is off."""
        return self._black_box.state

    @property
    def is_on(self) -> bool:
        """Whether something is recorded now."""
        state = self.state
        return state is not None and not state.is_ended

    async def start(self, robot: str, keys: frozenset[TopicKey] | None = None) -> RecordingState:
        """Record topics, or all that are subscribed to, into a new file that is named by the robot.

        Raises:
            SessionError: there is too little room, or nothing can be written there. Then there is no file.
        """
        path = await asyncio.to_thread(_free_path, recordings_folder(), self._file_name(robot))
        if keys:
            self._topics.set_subscriptions(_OWNER, keys)
        state = await self._black_box.record(RecordingOrder(path, keys or None))
        if state is None or state.trouble:
            await self.stop()
            trouble = state.trouble if state is not None else RecordWording.ENDED_BY_ITSELF()
            raise SessionError(RecordWording.NOT_RECORDED(trouble=trouble))
        return state

    async def stop(self) -> RecordingState | None:
        """End the recording, and return its last state; where it has ended by itself, let go of its topics."""
        state = await self._black_box.end_recording()
        self._topics.set_subscriptions(_OWNER, ())
        return state

    async def keep(
        self, robot: str, duration_s: float | None, go_on: Callable[[float], bool] = lambda _: True
    ) -> Extracted | None:
        """Make a file of the last minutes, or of all that the black box holds; None where `go_on` has ended that.

        What is kept is not deleted meanwhile, and more goes on being kept. Nothing half stays.

        Args:
            robot: its name, by which the file is named.
            duration_s: how much; None for all.
            go_on: told the share that is done, and asked whether to go on, in another thread.

        Raises:
            SessionError: there is nothing to be kept, too little room, or nothing can be written there.
        """
        until_ns = int(self._now_s() * 1e9)
        from_ns = until_ns - int(duration_s * 1e9) if duration_s is not None else 0
        claim = self._black_box.claims.add(from_ns, until_ns)
        is_left = threading.Event()
        try:
            path = await asyncio.to_thread(_free_path, recordings_folder(), self._file_name(robot))
            await asyncio.sleep(SETTLE_S)
            going_on = lambda share: not is_left.is_set() and go_on(share)  # noqa: E731
            return await asyncio.to_thread(_extract, self._black_box, from_ns, until_ns, path, going_on)
        finally:
            # a thread can't be cancelled
            is_left.set()
            self._black_box.claims.end(claim)

    def _file_name(self, robot: str) -> str:
        date = time.strftime("%Y-%m-%d_%H-%M-%S", time.localtime(self._now_s()))
        name = re.sub(r"[^\w.]+", "-", robot)[:_MOST_NAME].strip("-.")
        return f"{date}_{name}" if name else date


def _free_path(folder: Path, name: str) -> Path:
    """Return a path that no file has, where one can be written. Raises SessionError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # nothing of it is ever seen
        with tempfile.TemporaryFile(dir=folder):
            room = shutil.disk_usage(folder).free
    except OSError as error:
        reason = error.strerror or str(error)
        raise SessionError(RecordWording.FOLDER_REFUSES(folder=folder, reason=reason)) from error
    if room < LEAST_ROOM_BYTES:
        values = {"folder": folder, "free_mb": room // 1_000_000, "least_mb": LEAST_ROOM_BYTES // 1_000_000}
        raise SessionError(RecordWording.NO_ROOM(**values), RecordWording.NO_ROOM_TIP())
    taken = {path.name.partition(".mcap")[0] for path in folder.glob("*.mcap*")}
    number = 2
    free = name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return folder / f"{free}.mcap"


def _extract(
    black_box: BlackBox, from_ns: int, until_ns: int, path: Path, go_on: Callable[[float], bool]
) -> Extracted | None:
    """Make a file of what the black box holds of a time. Raises SessionError."""
    from app.record.extract import Extractor, open_files, remove_rests  # noqa: PLC0415 - as above

    ended = full = False

    def may_go_on(share: float) -> bool:
        nonlocal ended, full
        full = shutil.disk_usage(path.parent).free < _RESERVE_BYTES
        ended = not go_on(share)
        return not (full or ended)

    remove_rests(path.parent)
    try:
        # of all that there is, recordings of long ago are files already
        unread: list[Path] = []
        with open_files(black_box.files(from_ns, until_ns, recordings=from_ns > 0), unread.append) as files:
            extractor = Extractor(from_ns, until_ns, progress=may_go_on)
            extractor.left_out = len(unread)
            made = extractor.make(files, path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SessionError(RecordWording.NOT_KEPT(folder=path.parent, reason=reason)) from error
    if full:
        raise SessionError(RecordWording.NOT_KEPT(folder=path.parent, reason=RecordWording.DISK_FULL()))
    if made is None and not ended and extractor.left_out:
        reason = RecordWording.NOT_READABLE(count=extractor.left_out)
        raise SessionError(RecordWording.NOT_KEPT(folder=path.parent, reason=reason))
    if made is None and not ended:
        raise SessionError(RecordWording.NOTHING_TO_KEEP(), RecordWording.NOTHING_TO_KEEP_TIP())
    return made
