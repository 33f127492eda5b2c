"""One topic of a recording, as commands read it: its messages from a time on, its type, and the recording's marks."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from app.cli.command import NOT_REACHED, WRONG_USAGE, CommandError, print_error
from app.cli.output import topic_text
from app.cli.recordings import file_errors
from app.cli.stopping import STOP
from app.connections.file.recording import UnreadableRecordingError, open_paths
from app.model.marks import TimeMark
from app.model.topics import Delivery
from app.record.mcap_fields import RecordingError
from app.record.survey import Survey
from app.wording.commands import CommandWording, RecordingCommandWording
from protocols.sentence import sentence_of


class RecordedTopic:
    """One topic of a recording that is open while this is entered. All of it raises CommandError.

    Damaged parts are left out, and told of at the end.

    Args:
        path: a file, or a folder of files that are one recording.

    Attributes:
        type_name: the name of the topic's type.
    """

    def __init__(self, path: Path, topic: str) -> None:
        self._path = path
        self._topic = topic
        self._damaged: list[RecordingError] = []
        try:
            self._recording = open_paths([path], self._damaged.append)
        except UnreadableRecordingError as error:
            raise CommandError(WRONG_USAGE, error.reason, error.tip) from error
        self._open = contextlib.ExitStack()
        self._open.enter_context(file_errors(path, RecordingCommandWording.TRY_RECOVER()))
        self._open.callback(self._recording.close)
        types = {info.name: info.type_name for info in self._recording.topics}
        if topic not in types:
            self._recording.close()
            near = difflib.get_close_matches(topic, types, n=1)
            tip = CommandWording.DID_YOU_MEAN(name=near[0]) if near else RecordingCommandWording.SEE_INFO()
            reason = RecordingCommandWording.FILE_NO_TOPIC(path=path, topic=topic_text(topic))
            raise CommandError(WRONG_USAGE, reason, tip)
        self.type_name = types[topic]

    def __enter__(self) -> Self:
        """Check that the messages can be read."""
        fault = self._recording.faults.get(self._topic)
        if fault is not None:
            self._recording.close()
            raise CommandError(NOT_REACHED, fault.reason, fault.tip)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the files; what a disk refused meanwhile is raised as a CommandError."""
        self._open.__exit__(kind, error, trace)
        if self._damaged:
            reason = sentence_of(self._damaged[0])
            print_error(RecordingCommandWording.DAMAGED_PARTS(path=self._path, count=len(self._damaged), reason=reason))

    def deliveries(self, since: tuple[int, bool] | None = None) -> Iterator[tuple[float, Delivery]]:
        """Yield the messages, each with the share of the recording, 0 to 1, that lies before it.

        `since` is a time in nanoseconds: since the beginning, or, where the flag says so, since the epoch.
        """
        player = self._recording.player
        time_ns, is_absolute = since or (0, False)
        span_s = max((player.end_ns - player.start_ns) / 1e9, 1e-9)
        start_ns = time_ns if is_absolute else player.start_ns + time_ns
        for delivery in self._recording.deliveries({self._topic}, start_ns):
            yield min(delivery.arrived_s / span_s, 1.0), delivery

    @property
    def start_ns(self) -> int:
        """When the recording begins."""
        return self._recording.player.start_ns

    def marks(self) -> tuple[TimeMark, ...]:
        """Return the marks of the recording, in the order of time."""
        survey = Survey()
        for file in self._recording.files:
            for _ in survey.take(str(file.path), file):
                STOP.check()
        survey.sum_up()
        return survey.contents.marks
