"""`teledeck info`, `recover` and `convert`: what is in a recording, the end that one lacks, bags as MCAP."""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from app.cli.command import DONE, NOT_REACHED, WRONG_USAGE, CommandError, print_error, print_line
from app.cli.output import columns, counted
from app.cli.progress import ProgressLine
from app.cli.stopping import STOP
from app.model.analysis.timing_findings import duration_text
from app.model.value_text import json_line
from app.record.channels import CONNECTION, OWN
from app.record.copying import Copied, copy_recording
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import PART
from app.record.mcap_segment import McapSegment
from app.record.opening import open_recording
from app.record.recording import MAGIC_FIELD, Recording
from app.record.repair import Repair, is_written, repair
from app.record.summary import RecordingSummary, TopicSummary, summarise
from app.wording.commands import CommandWording, RecordingCommandWording
from protocols.sentence import Catalogue, sentence_of


@contextlib.contextmanager
def file_errors(path: Path, tip: str = "") -> Iterator[None]:
    """Raise what is wrong with a file as a CommandError: damage has exit code 1, a file that can't be read 2."""
    try:
        yield
    except BrokenPipeError:
        # of the output
        raise
    except RecordingError as error:
        # of what is no recording nothing can be read
        raise CommandError(NOT_REACHED, sentence_of(error), tip if error.field != MAGIC_FIELD else "") from error
    except OSError as error:
        raise CommandError(
            WRONG_USAGE, CommandWording.NOT_READ(name=path, error=error.strerror or str(error))
        ) from error


@contextlib.contextmanager
def writing_errors(path: Path) -> Iterator[None]:
    """Raise what a disk refuses as a CommandError, and damage too."""
    try:
        yield
    except RecordingError as error:
        raise CommandError(NOT_REACHED, sentence_of(error), RecordingCommandWording.TRY_RECOVER()) from error
    except OSError as error:
        raise CommandError(
            NOT_REACHED, CommandWording.NOT_WRITTEN(path=path, error=error.strerror or str(error))
        ) from error


def advancing(label: Catalogue) -> tuple[ProgressLine, Callable[[float], None]]:
    """Return a line of progress, and what shows a share in it, which raises Stopped where a signal has come."""
    progress = ProgressLine()

    def advance(share: float) -> None:
        progress.show(lambda: label(share=share))
        STOP.check()

    return progress, advance


def refuse_existing(path: Path) -> None:
    """Raise CommandError where a file would be overwritten."""
    # where nobody may look, writing says so
    if os.path.exists(path):  # noqa: PTH110 - it never raises
        raise CommandError(WRONG_USAGE, CommandWording.FILE_EXISTS(path=path), CommandWording.NAME_ANOTHER())


def run_info(arguments: argparse.Namespace) -> int:
    """Print what is in each file; one that can't be read does not keep the others from it."""
    code = DONE
    for name in arguments.files:
        path = Path(name)
        try:
            tip = RecordingCommandWording.TRY_RECOVER()
            with file_errors(path, tip), contextlib.closing(open_recording(path)) as recording:
                progress, advance = advancing(RecordingCommandWording.READING)
                try:
                    found = summarise(recording, advance)
                finally:
                    progress.clear()
                lines = [_info_json(recording, found)] if arguments.json else _info(recording, found)
        except CommandError as error:
            print_error(error.reason, error.tip)
            code = max(code, error.code)
        else:
            for line in lines:
                print_line(line)
    return code


def _info_json(recording: Recording, found: RecordingSummary) -> str:
    topics = [
        {
            "topic": topic.channel.topic,
            "type": topic.channel.type_name,
            "encoding": topic.channel.message_encoding,
            "schema_encoding": topic.channel.schema_encoding,
            "connection": topic.channel.metadata.get(CONNECTION),
            "own": is_own(topic.channel.topic),
            "messages": topic.messages,
            "rate_hz": topic.rate_hz,
        }
        for topic in found.topics
    ]
    return json_line(
        {
            "file": str(recording.path),
            "complete": recording.is_complete,
            "start_ns": recording.start_ns if found.messages else None,
            "end_ns": recording.end_ns if found.messages else None,
            "duration_s": (recording.end_ns - recording.start_ns) / 1e9,
            "bytes": recording.size,
            "compression": sorted(name or "none" for name in found.compressions),
            "messages": found.messages,
            "unreadable_chunks": found.unreadable,
            "topics": topics,
        }
    )


def is_own(topic: str) -> bool:
    """Whether a channel is of Teledeck itself, and not of a robot."""
    return topic.startswith(OWN)


def _info(recording: Recording, found: RecordingSummary) -> Iterator[str]:
    words = RecordingCommandWording
    yield from columns(
        [
            (words.FILE(), str(recording.path)),
            (words.BEGIN(), time_text(recording.start_ns) if found.messages else "-"),
            (words.END(), time_text(recording.end_ns) if found.messages else "-"),
            (words.DURATION(), duration_text((recording.end_ns - recording.start_ns) / 1e9)),
            (words.SIZE(), _size_text(recording.size, found)),
            (words.MESSAGES(), f"{found.messages:,}"),
            (words.COMPLETE(), words.HAS_END() if recording.is_complete else words.NO_END()),
        ]
    )
    if found.unreadable:
        yield words.UNREADABLE(count=found.unreadable)
    for title, is_ours in ((words.TOPICS(), False), (words.OWN_CHANNELS(), True)):
        topics = [topic for topic in found.topics if is_own(topic.channel.topic) is is_ours]
        if topics:
            yield f"\n{title}"
            yield from (f"  {line}" for line in columns(map(_topic_row, topics)))


def _topic_row(topic: TopicSummary) -> tuple[str, ...]:
    rate = topic.rate_hz
    return (
        topic.channel.topic or CommandWording.EMPTY_NAME(),
        topic.channel.type_name or CommandWording.TYPE_UNKNOWN(),
        counted(topic.messages, "message"),
        f"{rate:.4g} Hz" if rate is not None else "",
        topic.channel.metadata.get(CONNECTION, ""),
    )


def _size_text(nbytes: int, found: RecordingSummary) -> str:
    compressions = ", ".join(sorted(name for name in found.compressions if name))
    return f"{nbytes / 1e6:,.3f} MB" + (f", {compressions}" if compressions else "")


def time_text(time_ns: int) -> str:
    """The text of a time, in UTC; its number where no calendar has it."""
    try:
        told = dt.datetime.fromtimestamp(time_ns // 1_000_000_000, dt.UTC)
    except (OverflowError, ValueError, OSError):
        return f"{time_ns / 1e9:.3f} s"
    return f"{told:%Y-%m-%d %H:%M:%S}.{time_ns // 1_000_000 % 1000:03d} UTC"


def run_recover(arguments: argparse.Namespace) -> int:
    """Give a file the end that it lacks, in place, or copy what can be read of it."""
    path = Path(arguments.file)
    if arguments.output is None:
        _recover_in_place(path, as_json=arguments.json)
    else:
        return _recover_into(path, Path(arguments.output), as_json=arguments.json)
    return DONE


def run_convert(arguments: argparse.Namespace) -> int:
    """Copy a bag into a file of MCAP."""
    path = Path(arguments.file)
    # a folder may have no name, and is said to be no file
    beside = path.with_suffix(".mcap") if path.name else path
    output = Path(arguments.output) if arguments.output is not None else beside
    return _recover_into(path, output, as_json=arguments.json)


def _recover_in_place(path: Path, *, as_json: bool) -> None:
    name = path.name.removesuffix(PART)
    ended = path.with_name(name) if name else path
    with file_errors(path), contextlib.closing(McapSegment(path)) as segment:
        was_complete = segment.is_complete and path == ended
        found = Repair(path, summarise(segment).messages) if was_complete and as_json else Repair(path)
    if path != ended:
        refuse_existing(ended)
    if not was_complete and is_written(path):
        raise CommandError(NOT_REACHED, RecordingCommandWording.STILL_WRITTEN(path=path))
    if not was_complete:
        with writing_errors(path):
            found = repair(path)
    if as_json:
        told = {"file": str(found.path) if found.path else None, "messages": found.messages}
        print_line(json_line({**told, "cut_bytes": found.cut_bytes, "was_complete": was_complete}))
    elif was_complete:
        print_line(RecordingCommandWording.WAS_COMPLETE(path=path))
    elif found.path is None:
        print_line(RecordingCommandWording.WAS_EMPTY(path=path))
    elif not found.cut_bytes:
        print_line(RecordingCommandWording.COPIED(path=found.path, messages=counted(found.messages, "message")))
    else:
        messages, lost = counted(found.messages, "message"), counted(found.cut_bytes, "byte")
        print_line(RecordingCommandWording.RECOVERED(path=found.path, messages=messages, lost=lost))


def _recover_into(path: Path, output: Path, *, as_json: bool) -> int:
    """Copy what can be read of a file; returns the exit code, which tells whether that is all."""
    with file_errors(path):
        recording = open_recording(path)
    with contextlib.closing(recording):
        refuse_existing(output)
        copied = copy_to(recording, output, RecordingCommandWording.COPYING)
    if not copied.messages:
        fault = copied.fault or RecordingCommandWording.HAS_NOTHING(path=path)
        raise CommandError(NOT_REACHED, fault)
    if as_json:
        told = {"file": str(output), "messages": copied.messages, "lost_chunks": copied.lost_chunks}
        lost = {"unread_bytes": copied.unread_bytes, "unknown_messages": copied.unknown}
        print_line(json_line({**told, **lost, "fault": copied.fault or None}))
    elif copied.is_whole:
        print_line(RecordingCommandWording.COPIED(path=output, messages=counted(copied.messages, "message")))
    else:
        messages = counted(copied.messages, "message")
        print_line(RecordingCommandWording.COPIED_WITHOUT(path=output, messages=messages, losses=_losses(copied)))
    return DONE if copied.is_whole else NOT_REACHED


def _losses(copied: Copied) -> str:
    words = RecordingCommandWording
    told = []
    if copied.lost_chunks:
        fault = words.WITH_FAULT(fault=copied.fault) if copied.fault else ""
        told.append(words.LOST_PARTS(count=copied.lost_chunks, fault=fault))
    if copied.unread_bytes:
        told.append(words.LOST_BYTES(lost=counted(copied.unread_bytes, "byte")))
    if copied.unknown:
        told.append(words.LOST_MESSAGES(lost=counted(copied.unknown, "message")))
    return "; ".join(told)


def copy_to(recording: Recording, output: Path, label: Catalogue) -> Copied:
    """Copy a recording with progress; stopped or refused by the disk, it leaves no file."""
    progress, advance = advancing(label)
    try:
        with writing_errors(output):
            return copy_recording(recording, output, advance)
    finally:
        progress.clear()
