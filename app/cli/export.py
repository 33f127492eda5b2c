"""`teledeck export`: the messages of a recorded topic as a table, as lines of JSON, or as images in files."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.cli.command import DONE, NOT_REACHED, WRONG_USAGE, CommandError, print_error, print_line
from app.cli.export_table import MAX_COLUMNS, MAX_ELEMENTS, MessageTable
from app.cli.output import counted, topic_text
from app.cli.recordings import advancing, file_errors, refuse_existing, writing_errors
from app.connections.file.schemas import raw_schema, schema_of
from app.model.images.png import gray_png, png_of
from app.model.images.rvl import unpack_rvl
from app.model.messages.checks import check_image
from app.model.messages.values import CompressedImage, ImageGroup, RawImage
from app.model.schema import DecodeError, FieldPath, Role, Schema, UnknownFieldError
from app.model.value_text import message_json_line
from app.record.mcap_format import PART
from app.record.mcap_writer import give_name
from app.record.opening import open_recording
from app.record.recording import RecordedMessage, Recording, SegmentChannel
from app.wording.commands import CommandWording, RecordingCommandWording
from protocols.errors import DefinitionError

_JSON: Final = "json"
# how image files begin, and the end of their names
_FILES: Final = ((b"\xff\xd8\xff", "jpg"), (b"\x89PNG\r\n\x1a\n", "png"))


class DecodedMessage(NamedTuple):
    """A message, and its schema."""

    message: RecordedMessage
    schema: Schema
    value: Any
    stamp_ns: int | None


def run(arguments: argparse.Namespace) -> int:
    """Write the messages; stopped, it leaves no file."""
    paths = _parse_fields(arguments.fields)
    file = Path(arguments.file)
    tip = RecordingCommandWording.TRY_RECOVER()
    with file_errors(file, tip), contextlib.closing(open_recording(file)) as recording:
        export = _Export(recording, arguments, paths)
        try:
            if arguments.images:
                export.write_images()
            elif arguments.csv:
                export.write_lines(export.csv_lines())
            else:
                export.write_lines(export.json_lines())
        finally:
            export.progress.clear()
        export.tell()
    return DONE


def _parse_fields(texts: list[str]) -> list[FieldPath]:
    try:
        return [FieldPath.parse(text) for text in texts]
    except UnknownFieldError as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error


class _Export:
    """The messages of one topic on their way out of a recording. Raises CommandError."""

    def __init__(self, recording: Recording, arguments: argparse.Namespace, paths: list[FieldPath]) -> None:
        self.progress, self._advance = advancing(RecordingCommandWording.EXPORTING)
        self._recording = recording
        self._arguments = arguments
        self._paths = paths
        self._channels = _channels_of(recording, arguments.topic)
        self._schemas = {number: _schema(channel) for number, channel in self._channels.items()}
        self._from_ns = _time_ns(arguments.from_time, recording, 0)
        self._to_ns = _time_ns(arguments.to_time, recording, 1 << 64)
        self._written = self._unread = 0
        self._fault = ""
        self._check_fields()

    def tell(self) -> None:
        """Say what was written, and what could not be read."""
        topic = topic_text(self._arguments.topic)
        if self._unread:
            unread = counted(self._unread, "message")
            print_error(CommandWording.SOME_NOT_READ(unread=unread, topic=topic), self._fault)
        if not self._written:
            raise CommandError(NOT_REACHED, RecordingCommandWording.NOTHING_THERE(topic=topic))

    # as lines

    def json_lines(self) -> Iterator[str]:
        """Yield each message as `teledeck echo --json` prints it; with fields, these alone, by their paths."""
        for message, _, value, stamp_ns in self._decoded():
            told = value if not self._paths else dict(self._selected(value))
            topic, with_bytes = self._arguments.topic, self._arguments.bytes
            yield message_json_line(topic, told, message.time_ns, stamp_ns, with_bytes=with_bytes)

    def _selected(self, value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        for path in self._paths:
            with contextlib.suppress(KeyError, IndexError):
                yield str(path), path.select(value)

    def csv_lines(self) -> Iterator[str]:
        """Yield the titles, and each message as a row: all messages are read twice."""
        table = MessageTable(self._paths)
        for decoded in self._decoded(0.0, 0.5):
            table.learn(decoded.value)
        if not self._written:
            return
        if table.is_empty and self._paths:
            fields = ", ".join(map(str, self._paths))
            raise CommandError(WRONG_USAGE, RecordingCommandWording.NO_FIELDS(fields=fields))
        if table.is_cut:
            print_error(RecordingCommandWording.CUT(elements=MAX_ELEMENTS, columns=MAX_COLUMNS))
        self._unread = 0
        yield table.head()
        for message, _, value, stamp_ns in self._decoded(0.5, 1.0):
            yield table.row(value, message.time_ns, stamp_ns)

    def write_lines(self, lines: Iterator[str]) -> None:
        """Write lines to the file that was asked for, or to standard output."""
        if self._arguments.output is None:
            for line in lines:
                print_line(line)
            return
        path = Path(self._arguments.output)
        with _new_file(path) as part, writing_errors(path):
            with part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                for line in lines:
                    file.write(line + "\n")
            self._finish(part, path)

    def _finish(self, part: Path, path: Path) -> None:
        """Give what is written its name, unless it is nothing."""
        if self._written:
            give_name(part, path)
            self.progress.clear()
            messages = counted(self._written, "message")
            print_line(RecordingCommandWording.EXPORTED(path=path, messages=messages))

    # as images

    def write_images(self) -> None:
        """Write each image into a file of a new folder."""
        folder = Path(self._arguments.output or _folder_name(Path(self._arguments.file), self._arguments.topic))
        if not any(Role.IMAGE in schema.roles() for schema in self._schemas.values()):
            topic = topic_text(self._arguments.topic)
            raise CommandError(WRONG_USAGE, RecordingCommandWording.NO_IMAGES(topic=topic))
        with _new_file(folder, is_folder=True) as part, writing_errors(folder):
            for message, schema in self._messages():
                try:
                    files = list(_image_files(schema.read(Role.IMAGE, message.payload)))
                except (DecodeError, KeyError) as error:
                    self._note_unread(error)
                    continue
                self._written += 1
                for place, (data, suffix) in enumerate(files):
                    number = f"{self._written:06d}" + (f"-{place + 1}" if len(files) > 1 else "")
                    (part / f"{number}_{message.time_ns}.{suffix}").write_bytes(data)
            self._finish(part, folder)

    # what is read

    def _messages(self, begin: float = 0.0, end: float = 1.0) -> Iterator[tuple[RecordedMessage, Schema]]:
        """Yield messages in the order of time; progress goes from one share to another meanwhile."""
        recording = self._recording
        span_ns = max(1, recording.end_ns - recording.start_ns)
        for message in recording.messages(self._from_ns, self._to_ns, set(self._channels)):
            self._advance(begin + (end - begin) * (message.time_ns - recording.start_ns) / span_ns)
            yield message, self._schemas[message.channel]

    def _decoded(self, begin: float = 0.0, end: float = 1.0) -> Iterator[DecodedMessage]:
        self._written = 0
        for message, schema in self._messages(begin, end):
            try:
                value = schema.decode(message.payload)
                stamp_ns = schema.stamp_ns(message.payload)
            except DecodeError as error:
                self._note_unread(error)
                continue
            self._written += 1
            yield DecodedMessage(message, schema, value, stamp_ns)

    def _note_unread(self, error: Exception) -> None:
        self._unread += 1
        self._fault = self._fault or str(getattr(error, "reason", error))

    def _check_fields(self) -> None:
        """Raise CommandError for a field that no message of the topic can have."""
        for path in self._paths:
            fault: UnknownFieldError | None = None
            for number, schema in self._schemas.items():
                # what JSON may hold is not known before it is read
                if self._channels[number].message_encoding == _JSON:
                    break
                try:
                    schema.check(path)
                    break
                except UnknownFieldError as error:
                    fault = error
            else:
                if fault is not None:
                    raise CommandError(WRONG_USAGE, fault.reason, fault.tip)


def _channels_of(recording: Recording, topic: str) -> dict[int, SegmentChannel]:
    found = {number: channel for number, channel in recording.channels.items() if channel.topic == topic}
    if not found:
        near = difflib.get_close_matches(topic, {channel.topic for channel in recording.channels.values()}, n=1)
        tip = CommandWording.DID_YOU_MEAN(name=near[0]) if near else RecordingCommandWording.SEE_INFO()
        raise CommandError(WRONG_USAGE, RecordingCommandWording.NO_TOPIC(topic=topic_text(topic)), tip)
    return found


def _schema(channel: SegmentChannel) -> Schema:
    try:
        return schema_of(channel)
    except DefinitionError as error:
        print_error(error.reason, error.tip)
        return raw_schema(channel)


def _time_ns(moment: tuple[int, bool] | None, recording: Recording, default_ns: int) -> int:
    """Return a time that was given, or was not, by the clock of the recording."""
    if moment is None:
        return default_ns
    time_ns, is_absolute = moment
    return time_ns if is_absolute else recording.start_ns + time_ns


def _folder_name(file: Path, topic: str) -> str:
    return f"{file.name.partition('.')[0]}_{re.sub(r'[^A-Za-z0-9]+', '_', topic).strip('_')[:60]}"


@contextlib.contextmanager
def _new_file(path: Path, *, is_folder: bool = False) -> Iterator[Path]:
    """Make a file or folder that is not complete; it is removed at the end, unless it has got its name."""
    refuse_existing(path)
    part = path.with_name(path.name + PART)
    refuse_existing(part)
    with writing_errors(path):
        if is_folder:
            part.mkdir()
        else:
            part.touch(exist_ok=False)
    try:
        yield part
    finally:
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)


def _image_files(image: object) -> Iterator[tuple[bytes | memoryview, str]]:
    """Yield the files of an image, and the end of their names: as they came where they are files, else as PNG."""
    if isinstance(image, ImageGroup):
        for each in image.images:
            yield from _image_files(each)
    elif isinstance(image, RawImage):
        yield png_of(check_image(image)), "png"
    elif isinstance(image, CompressedImage):
        if image.format == "rvl":
            numbers = unpack_rvl(image.data, image.width * image.height)
            yield gray_png(numbers.reshape(image.height, image.width)), "png"
        else:
            begin = bytes(image.data[:8])
            yield image.data, next((suffix for magic, suffix in _FILES if begin.startswith(magic)), "bin")
