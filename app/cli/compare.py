"""`teledeck compare`: how far fields of one topic are apart in two recordings that are laid over each other."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.cli.analyse import EXCEEDED, parse_path
from app.cli.analysis_output import number_text, time_text
from app.cli.analysis_samples import MAX_MESSAGES, SampleCollector
from app.cli.command import DONE, NOT_REACHED, WRONG_USAGE, CommandError, print_error, print_line
from app.cli.output import columns, counted, printable, topic_text
from app.cli.recorded_topic import RecordedTopic
from app.cli.recordings import advancing
from app.model.analysis.alignment import Alignment, align_by_correlation, alignment_sentences
from app.model.analysis.comparison import STEPPED_KINDS, ComparedCurve, compare
from app.model.analysis.progress import AnalysisError, ProgressCallback, progress_part
from app.model.analysis.timing_findings import duration_text
from app.model.marks import TimeMark, common_marks
from app.model.schema import FieldPath, Schema
from app.model.value_text import json_line, jsonable
from app.wording.commands import CommandWording, CompareWording, RecordingCommandWording
from protocols.sentence import sentence_of


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """One of the two recordings: where its file is, the samples of each field, and its marks.

    Attributes:
        schema: by which the newest message was read.
        is_stamped: whether times are those of stamps, since the first of them.
        start_ns: when the recording begins.
    """

    path: Path
    fields: tuple[SampleCollector, ...]
    schema: Schema
    type_name: str
    marks: tuple[TimeMark, ...]
    start_ns: int
    is_stamped: bool

    def curve(self, number: int) -> tuple[Any, Any]:
        """Return the times of a field's samples, in seconds since the beginning of the recording, and its values."""
        collector = self.fields[number]
        if self.is_stamped:
            stamps_s, values = collector.stamped()
            return stamps_s - stamps_s.min(), values
        samples = collector.samples(0.0)
        return samples.received_s + (collector.first_s or 0.0), samples.values


def run(arguments: argparse.Namespace) -> int:
    """Read both, lay the second over the first, compare and print; returns 3 if they are farther apart than allowed."""
    paths = [parse_path(text) for text in arguments.fields]
    by = parse_path(arguments.by) if arguments.by is not None else None
    read = list(dict.fromkeys([*paths, *([by] if by is not None else [])]))
    progress, advance = advancing(CompareWording.COMPARING)
    try:
        first = _read(Path(arguments.first), arguments, read, progress_part(advance, 0.0, 0.4))
        second = _read(Path(arguments.second), arguments, read, progress_part(advance, 0.4, 0.8))
        progress.clear()
        _tell_of_types(first, second)
        key = read.index(by if by is not None else paths[0])
        alignment = _align(first, second, arguments, key, progress_part(advance, 0.8, 0.9))
        found = [
            _Row(path, *_compared(first, second, number, alignment, arguments.tolerance, advance))
            for number, path in enumerate(read[: len(paths)])
        ]
    finally:
        progress.clear()
    exceeded = [row for row in found if row.figures is not None and (row.figures.apart_share or 0) > arguments.allow]
    for line in _lines(arguments, first, alignment, found, exceeded):
        print_line(line)
    if exceeded:
        return EXCEEDED
    return NOT_REACHED if any(row.figures is None for row in found) else DONE


@dataclass(frozen=True, slots=True)
class _Row:
    """A field and its figures; or else why there are none."""

    path: FieldPath
    figures: ComparedCurve | None
    fault: str


# reading


def _read(path: Path, arguments: argparse.Namespace, fields: list[FieldPath], step: ProgressCallback) -> ComparedRun:
    """Read the fields of a topic of a recording. Raises CommandError, Stopped."""
    topic = arguments.topic
    with RecordedTopic(path, topic) as recorded:
        collectors = tuple(SampleCollector(float("inf"), field) for field in fields)
        schema: Schema | None = None
        for share, delivery in recorded.deliveries():
            step(share)
            schema = delivery.schema
            for collector in collectors:
                collector.put(delivery)
                if collector.fault is not None:
                    raise CommandError(WRONG_USAGE, collector.fault.reason, collector.fault.tip)
            if collectors[0].is_full:
                most = counted(MAX_MESSAGES, "message")
                raise CommandError(WRONG_USAGE, CompareWording.TOO_MANY(path=path, most=most))
        if schema is None:
            raise CommandError(
                NOT_REACHED, RecordingCommandWording.FILE_NO_MESSAGES(path=path, topic=topic_text(topic))
            )
        marks, start_ns, type_name = recorded.marks(), recorded.start_ns, recorded.type_name
    if unread := collectors[0].unread:
        print_error(CommandWording.SOME_NOT_READ(unread=counted(unread, "message"), topic=topic_text(topic)))
    stamps_s, _ = collectors[0].stamped()
    if arguments.stamps and not (stamps_s.size and np.ptp(stamps_s) > 0):
        raise CommandError(NOT_REACHED, CompareWording.NOT_STAMPED(path=path, topic=topic_text(topic)))
    for collector, field in zip(collectors, fields, strict=True):
        if not np.isfinite(collector.samples(0.0).values).any():
            raise CommandError(NOT_REACHED, CompareWording.NO_NUMBERS(path=path, topic=topic_text(topic), field=field))
    return ComparedRun(path, collectors, schema, type_name, marks, start_ns, arguments.stamps)


def _tell_of_types(first: ComparedRun, second: ComparedRun) -> None:
    if first.type_name != second.type_name:
        print_error(CompareWording.TYPES_DIFFER(first=first.type_name, second=second.type_name))


# alignment


def _align(
    first: ComparedRun, second: ComparedRun, arguments: argparse.Namespace, key: int, step: ProgressCallback
) -> Alignment:
    """Lay the second run over the first. Raises CommandError."""
    if arguments.align == "start":
        return Alignment(0.0)
    if arguments.align == "mark":
        return Alignment(_offset_of_marks(first, second, arguments.mark))
    try:
        return align_by_correlation(*first.curve(key), *second.curve(key), step)
    except AnalysisError as error:
        raise CommandError(NOT_REACHED, sentence_of(error)) from error


def _offset_of_marks(first: ComparedRun, second: ComparedRun, words: str | None) -> float:
    """The offset by the first mark that both have: with these words, or with the same; else the first of each."""
    for one in (first, second):
        if not any(words in {None, mark.text} for mark in one.marks):
            reason = (
                CompareWording.NO_MARK(path=one.path, mark=words) if words else CompareWording.NO_MARKS(path=one.path)
            )
            raise CommandError(WRONG_USAGE, reason, CompareWording.NO_MARK_TIP())
    same = (
        pair
        for pair in common_marks(first.marks, second.marks)
        if (pair[0].text == words if words is not None else pair[0].words)
    )
    ours, theirs = next(same, (first.marks[0], second.marks[0]))
    return ((ours.time_ns - first.start_ns) - (theirs.time_ns - second.start_ns)) / 1e9


# figures


def _compared(
    first: ComparedRun,
    second: ComparedRun,
    number: int,
    alignment: Alignment,
    tolerance: float | None,
    advance: Callable[[float], None],
) -> tuple[ComparedCurve | None, str]:
    path = first.fields[number].path
    is_stepped = path is not None and first.schema.check(path).kind in STEPPED_KINDS
    times_s, values = second.curve(number)
    placed_s = alignment.to_first(times_s)
    step = progress_part(advance, 0.9, 1.0)
    try:
        return compare(*first.curve(number), placed_s, values, tolerance, is_stepped=is_stepped, step=step), ""
    except AnalysisError as error:
        return None, sentence_of(error)


def _lines(
    arguments: argparse.Namespace,
    first: ComparedRun,
    alignment: Alignment,
    rows: list[_Row],
    exceeded: list[_Row],
) -> Iterator[str]:
    if arguments.json:
        yield json_line(_told(arguments, alignment, rows, exceeded))
        return
    topic = topic_text(arguments.topic)
    yield printable(CompareWording.HEAD(topic=topic, first=first.path.name, second=Path(arguments.second).name))
    yield from map(printable, alignment_sentences(CompareWording.SECOND(), alignment))
    heads = [code() for code in _HEADS]
    yield from columns([heads, *(_cells(row) for row in rows if row.figures is not None)])
    for row in rows:
        if row.fault:
            print_error(CompareWording.OF_FIELD(field=row.path, reason=row.fault))
    for row in exceeded:
        if row.figures is not None:
            share = row.figures.apart_share
            print_error(CompareWording.EXCEEDED(field=row.path, share=share, tolerance=arguments.tolerance))


# shares of the compared time below which what is missing is rounding
_LEAST_MISSING: Final = 1e-6
_HEADS: Final = (
    CompareWording.FIELD,
    CompareWording.COMPARED,
    CompareWording.MISSING,
    CompareWording.MEAN,
    CompareWording.RMS,
    CompareWording.MOST,
    CompareWording.AT,
    CompareWording.LAG,
    CompareWording.APART,
)


def _cells(row: _Row) -> list[str]:
    found = row.figures
    if found is None:
        return []
    return [
        str(row.path),
        duration_text(found.compared_s),
        duration_text(found.missing_s) if found.missing_s > _LEAST_MISSING * found.compared_s else "-",
        number_text(found.mean),
        number_text(found.rms),
        number_text(found.most),
        f"{found.most_at_s:.3f} s",
        time_text(found.lag_s) if found.lag_s is not None else "-",
        f"{found.apart_share:.2%}" if found.apart_share is not None else "-",
    ]


def _told(
    arguments: argparse.Namespace, alignment: Alignment, rows: list[_Row], exceeded: list[_Row]
) -> dict[str, Any]:
    fields = []
    for row in rows:
        figures = (
            {name: jsonable(value) for name, value in dataclasses.asdict(row.figures).items()} if row.figures else {}
        )
        fields.append({"field": str(row.path), **jsonable(figures), **({"error": row.fault} if row.fault else {})})
    return {
        "first": arguments.first,
        "second": arguments.second,
        "topic": arguments.topic,
        "align": arguments.align,
        "offset_s": alignment.offset_s,
        "drift_s_per_s": alignment.drift_s_per_s,
        "coefficient": alignment.coefficient,
        "repeats_s": alignment.repeats_s,
        "tolerance": arguments.tolerance,
        "fields": fields,
        "exceeded": [str(row.path) for row in exceeded],
    }
