"""`teledeck record`: records what a robot says into files, without a window."""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.cli.command import (
    CLOSE_TIMEOUT_S,
    DONE,
    NOT_REACHED,
    WRONG_USAGE,
    CommandConnection,
    CommandError,
    command_connection,
    monotonic,
    print_error,
    print_line,
    settings_of,
)
from app.cli.output import counted
from app.cli.progress import ProgressLine
from app.cli.recordings import is_own, refuse_existing
from app.cli.stopping import STOP, Stopped
from app.cli.topics import list_topics
from app.model.topics import TopicKey
from app.model.value_text import json_line
from app.record.addresses import SCHEME
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import PART
from app.record.opening import open_recording
from app.record.recording_writer import RecordingOrder, RecordingState
from app.record.summary import summarise
from app.wording.commands import CommandWording, RecordingCommandWording

_OWNER: Final = "record"
_POLL_S: Final = 0.05
# how often the robot's list is looked at for topics that are new
_NEW_S: Final = 1.0
_END_TIMEOUT_S: Final = 10.0
# what the box of other runs holds is no matter of a recording
_NO_LIMIT_S: Final = 1e9
_NO_LIMIT_BYTES: Final = 1 << 62
_SUFFIX: Final = ".mcap"


@dataclass(frozen=True, slots=True)
class RecordedFile:
    """A file that was recorded, and the number of messages that are missing in it."""

    path: Path
    lost: int


def run(arguments: argparse.Namespace) -> int:
    """Record until the time is over, or until stopped; however it ends, the files are whole."""
    if arguments.uri.lower().startswith(f"{SCHEME}:"):
        raise CommandError(WRONG_USAGE, RecordingCommandWording.IS_RECORDED(), RecordingCommandWording.COPY_IT())
    paths = _Paths(arguments.output, arguments.uri, is_split=arguments.split is not None)
    first = paths.next()
    settings = settings_of(arguments)
    with command_connection(arguments.uri, patient=False, settings=settings) as connection:
        recorder = _CommandRecorder(connection, arguments, paths)
        # which shows that the robot is there
        list_topics(connection)
        # whatever ends it, and however often
        try:
            with STOP.ending_with(recorder.end):
                recorder.begin(first)
                recorder.go_on()
        except Stopped:
            if arguments.duration is not None:
                recorder.tell()
                raise
        except CommandError:
            recorder.tell()
            raise
    if not recorder.tell() and recorder.unended is None:
        raise CommandError(NOT_REACHED, RecordingCommandWording.NOTHING_CAME())
    return DONE if recorder.unended is None else NOT_REACHED


class _Paths:
    """The names of the files: as asked for, or by the time and the robot; numbered where there may be several.

    Raises CommandError where a file can't be written.
    """

    def __init__(self, output: str | None, uri: str, *, is_split: bool) -> None:
        # a later run, elsewhere, ends a file that this one could not
        self._path = Path(output if output is not None else _name(uri) + _SUFFIX).absolute()
        self._number = 0 if is_split else None

    def next(self) -> Path:
        """Return the path of the next file."""
        folder = self._path.parent
        if not folder.is_dir():
            raise CommandError(WRONG_USAGE, CommandWording.NOT_A_FOLDER(folder=folder))
        path = self._path
        if self._number is not None and path.name:
            is_first = not self._number
            self._number += 1
            # an earlier take may have had more files: none of them ends this one
            while not is_first and any(each.exists() for each in (self._numbered(), _part_of(self._numbered()))):
                self._number += 1
            path = self._numbered()
        refuse_existing(path)
        refuse_existing(_part_of(path))
        return path

    def _numbered(self) -> Path:
        return self._path.with_name(f"{self._path.stem}-{self._number:03d}{self._path.suffix}")


def _part_of(path: Path) -> Path:
    return path.with_name(path.name + PART)


def _name(uri: str) -> str:
    robot = uri.partition("://")[2].partition("?")[0].rpartition("@")[2]
    words = re.sub(r"[^A-Za-z0-9.]+", "-", robot)[:60].strip("-.")
    return "_".join(part for part in (time.strftime("%Y-%m-%d_%H-%M-%S"), words) if part)


class _CommandRecorder:
    """A recording in one or several files; `begin` and `go_on` raise CommandError and Stopped.

    Attributes:
        unended: the file that has no end, as `tell` has found; None where all have.
    """

    def __init__(self, connection: CommandConnection, arguments: argparse.Namespace, paths: _Paths) -> None:
        self._run = connection
        self._arguments = arguments
        self._paths = paths
        self._progress = ProgressLine()
        self._files: list[RecordedFile] = []
        self._late: RecordingState | None = None
        self.unended: Path | None = None
        self._began_s = 0.0
        self._new_s = float("-inf")
        self._revision = -1
        self._left_out: set[str] = set()

    def begin(self, path: Path) -> None:
        """Subscribe, and open the first file."""
        box = self._run.session.black_box
        box.set_limits(_NO_LIMIT_S, _NO_LIMIT_BYTES)
        # they are in the file as they come
        box.choose_pictures(lambda _: False)
        self._open(path)
        self._began_s = monotonic()
        self._subscribe()

    def go_on(self) -> None:
        """Record until the time is over."""
        arguments = self._arguments
        while arguments.duration is None or monotonic() - self._began_s < arguments.duration:
            self._progress.show(self._status)
            time.sleep(_POLL_S)
            self._run.check()
            for name in arguments.topics:
                self._run.check_subscription(name)
            self._run.print_faults()
            self._subscribe()
            state = self._run.session.black_box.recording
            if state is None or state.is_ended:
                trouble = state.trouble if state is not None else ""
                raise CommandError(NOT_REACHED, RecordingCommandWording.ENDED(trouble=trouble))
            if arguments.split is not None and state.nbytes >= arguments.split:
                self._open(self._paths.next(), state)

    def end(self) -> None:
        """End the file that is written, in order."""
        self._progress.clear()
        box = self._run.session.black_box
        try:
            self._close(self._run.link.submit(box.end_recording()).result(_END_TIMEOUT_S))
        except TimeoutError:
            self._late = box.recording

    def tell(self) -> int:
        """Print what is in the files; returns the number of messages of the robot."""
        messages = 0
        late, self._late = self._late, None
        if late is not None:
            # it may have got its end meanwhile
            self._close(late)
            part = _part_of(late.order.path)
            if part.exists():
                self.unended = part
                tip = RecordingCommandWording.RECOVER_IT(path=part)
                print_error(RecordingCommandWording.NOT_ENDED(path=part), tip)
        files, self._files = self._files, []
        for file in files:
            messages += self._tell_of(file)
        return messages

    def _open(self, path: Path, before: RecordingState | None = None) -> None:
        """Begin a file, which ends the one before."""
        order = RecordingOrder(path)
        room = shutil.disk_usage(path.parent).free
        if before is None and room < order.reserve_bytes:
            values = {"free_mb": room // 1_000_000, "least_mb": order.reserve_bytes // 1_000_000}
            raise CommandError(NOT_REACHED, RecordingCommandWording.NO_ROOM(**values))
        begun = self._run.link.submit(self._run.session.black_box.record(order)).result(CLOSE_TIMEOUT_S)
        if before is not None:
            self._close(before)
        if begun is None or begun.trouble:
            trouble = begun.trouble if begun is not None else ""
            raise CommandError(NOT_REACHED, CommandWording.NOT_WRITTEN(path=path, error=trouble))

    def _close(self, state: RecordingState | None) -> None:
        if state is not None and state.path.exists():
            self._files.append(RecordedFile(state.path, state.lost))

    def _subscribe(self) -> None:
        """Subscribe to the topics that were named, or to all that the robot tells now."""
        topics = self._run.session.topics
        if self._arguments.topics:
            if self._new_s == float("-inf"):
                keys = {topics.check_topic(self._run.key(name)) for name in self._arguments.topics}
                topics.set_subscriptions(_OWNER, keys)
                self._new_s = monotonic()
            return
        if monotonic() - self._new_s < _NEW_S or topics.store.revision == self._revision:
            return
        self._new_s, self._revision = monotonic(), topics.store.revision
        found: set[TopicKey] = set()
        for topic in topics.store.topics:
            # reading it takes something from the robot, or its users: it has to be named
            if not topic.info.cost:
                found.add(topic.key)
            elif topic.key.topic not in self._left_out:
                self._left_out.add(topic.key.topic)
                print_error(RecordingCommandWording.LEFT_OUT(topic=topic.key.topic, cost=topic.info.cost))
        topics.set_subscriptions(_OWNER, found)

    def _status(self) -> str:
        """Return the line of now: how long, how much, what is missing, and how long the disk lasts."""
        state = self._run.session.black_box.recording
        if state is None:
            return ""
        passed_s = monotonic() - self._began_s
        messages = counted(self._run.session.topics.totals.messages, "message")
        told = RecordingCommandWording.RECORDING(
            path=state.path.name, passed_s=passed_s, messages=messages, size_mb=state.nbytes / 1e6, lost=state.lost
        )
        if state.left_s is None or state.left_s > 24 * 3600:
            return told
        return RecordingCommandWording.RECORDING_LEFT(told=told, left_min=state.left_s / 60)

    def _tell_of(self, file: RecordedFile) -> int:
        try:
            with contextlib.closing(open_recording(file.path)) as recording:
                found = [topic for topic in summarise(recording).topics if not is_own(topic.channel.topic)]
                nbytes, duration_s = recording.size, (recording.end_ns - recording.start_ns) / 1e9
        except (OSError, RecordingError) as error:
            print_error(str(error))
            return 0
        messages = sum(topic.messages for topic in found)
        if self._arguments.json:
            told = {"file": str(file.path), "duration_s": duration_s, "bytes": nbytes, "messages": messages}
            print_line(json_line({**told, "topics": sum(bool(topic.messages) for topic in found), "lost": file.lost}))
        else:
            words = RecordingCommandWording.RECORDED
            counts = {"messages": counted(messages, "message"), "lost": file.lost}
            print_line(words(path=file.path, duration_s=duration_s, size_mb=nbytes / 1e6, **counts))
        return messages
