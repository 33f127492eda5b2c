"""The recording that the operator asks for, as the window uses it."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.config.folders import recordings_folder
from app.model.topics import TopicKey
from app.record.recording_writer import RecordingOrder, RecordingState
from app.session.black_box import BlackBox
from app.session.errors import SessionError
from app.session.topics import Topics
from app.wording.record import RecordWording

_OWNER: Final = "recording"
# about a minute of two cameras: with less room there is nothing to begin
LEAST_ROOM_BYTES: Final = 500_000_000
_MOST_NAME: Final = 60


class RequestedRecording:
    """The recording that is asked for: one at a time, each a file. For one thread.

    Args:
        black_box: writes them.
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
