"""`teledeck analyse`: a spectrum, a histogram or the timing of a topic, collected, calculated and printed."""

from __future__ import annotations

import argparse
import dataclasses
import math
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from app.cli.analyse_options import SECONDS
from app.cli.command import (
    DONE,
    NOT_REACHED,
    WRONG_USAGE,
    CommandConnection,
    CommandError,
    abandon_output,
    command_connection,
    monotonic,
    print_error,
    print_line,
    settings_of,
)
from app.cli.output import columns, counted, printable, topic_text
from app.cli.progress import ProgressLine
from app.cli.stopping import STOP, Stopped
from app.model.analysis.figures import CurveFigures, Histogram, curve_figures, histogram
from app.model.analysis.progress import AnalysisError
from app.model.analysis.spectrum import Spectrum, SpectrumOptions, spectrum
from app.model.analysis.timing import Bursts, Timing, measure_timing
from app.model.schema import DecodeError, Extractor, FieldKind, FieldPath, Payload, Schema, UnknownFieldError
from app.model.topics import Delivery
from app.model.value_text import json_line, jsonable
from app.record.addresses import recorded_file
from app.session.errors import SessionError
from app.wording.commands import CommandWording, RecordingCommandWording
from protocols.sentence import sentence_of

Floats = npt.NDArray[np.float64]

# 240 MB
MAX_MESSAGES: Final = 10_000_000

_NO_NUMBERS: Final = frozenset({FieldKind.STRING, FieldKind.BYTES, FieldKind.MESSAGE})


_LEAST_SPAN_S: Final = 1e-9

# lines; all peaks are in the JSON
_MAX_PEAKS: Final = 10
AnalysisResult = Spectrum | Timing | tuple[Histogram, CurveFigures]

# exit code: a given limit was exceeded
EXCEEDED: Final = 3
POLL_S: Final = 0.02

# takes path, result, title, and whether the background is `dark`; raises OSError
SavePicture = Callable[..., None]
_Step = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class CollectedSamples:
    """The collected samples of n messages, in the order of receipt.

    Attributes:
        received_s: time of receipt, in seconds since the first message, never falling, `(n,)`.
        stamps_s: the stamps on the same scale, `(n,)`; None if not every message has one.
        values: the numbers, NaN where a message had none, `(n,)`; `(0,)` if no field was asked for.
        began_ns: wall-clock time of receipt of the first message.
        end_s: end of the collecting, in seconds since the first message.
        stopped: whether the collecting was stopped early.
    """

    received_s: Floats
    stamps_s: Floats | None
    values: Floats
    began_ns: int
    end_s: float
    stopped: bool = False

    @property
    def times_s(self) -> Floats:
        """The times of the values, `(n,)`: stamps if they advance, undisturbed by the network; else receipts."""
        return self.stamps_s if self.stamps_s is not None and np.ptp(self.stamps_s) > 0 else self.received_s


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Rate and longest gap of the messages, including the silence after the last one.

    Attributes:
        rate_hz: mean.
        gap_s, gap_at_s: the longest gap, and its beginning, in seconds since the first message.
    """

    rate_hz: float
    gap_s: float
    gap_at_s: float


def measure_arrivals(samples: CollectedSamples) -> Arrivals:
    """Measure the mean rate and the longest gap; silence at the end counts if it is the longest gap."""
    received_s = samples.received_s
    last_s = float(received_s[-1])
    gaps_s = np.diff(received_s)
    at = int(gaps_s.argmax()) if len(gaps_s) else 0
    gap_s, gap_at_s = (float(gaps_s[at]), float(received_s[at])) if len(gaps_s) else (0.0, 0.0)
    span_s = last_s
    if samples.end_s - last_s > gap_s:
        span_s, gap_s, gap_at_s = samples.end_s, samples.end_s - last_s, last_s
    # a span below a nanosecond is no time in which a rate could be measured
    return Arrivals(len(gaps_s) / span_s if span_s > _LEAST_SPAN_S else 0.0, gap_s, gap_at_s)


class SampleCollector:
    """Collects samples from the first message on; `put` is called in the link thread, the other methods by the command.

    Args:
        seconds: duration; later messages are ignored.
        path: the field whose numbers are wanted, if any.

    Attributes:
        messages: the number of messages so far.
        first_s: time of the first message, by a monotonic clock; None before.
        unread: the number of messages whose field, or stamp, could not be read.
        fault: why the field can't be read from messages of this schema.
    """

    def __init__(self, seconds: float, path: FieldPath | None) -> None:
        self.messages = 0
        self.first_s: float | None = None
        self.unread = 0
        self.fault: UnknownFieldError | None = None
        self._seconds = seconds
        self.path = path
        self._made_of: Schema | None = None
        self._read: Extractor | None = None
        self._began_ns = 0
        # guards the arrays: they can't grow while they are copied
        self._lock = threading.Lock()
        self._received_s, self._stamps_s, self._values = array("d"), array("d"), array("d")

    @property
    def is_full(self) -> bool:
        """Whether no more messages are taken, to keep memory bounded."""
        return self.messages >= MAX_MESSAGES

    def put(self, delivery: Delivery) -> None:
        """Take messages that came together."""
        schema, now = delivery.schema, delivery.arrived_s
        if schema is not self._made_of:
            self._made_of, self._read = schema, self._reader(schema)
        with self._lock:
            if self.first_s is None:
                self.first_s, self._began_ns = now, delivery.received_ns
            if now > self.first_s + self._seconds:
                return
            for payload in delivery.payloads:
                if self.is_full:
                    return
                self._add(payload, now - self.first_s, schema)

    def samples(self, now: float) -> CollectedSamples:
        """The samples until now; at least one message must have come."""
        with self._lock:
            received_s, stamps_s, values = (
                np.array(numbers, np.float64) for numbers in (self._received_s, self._stamps_s, self._values)
            )
        end_s = min(now - (self.first_s or 0.0), self._seconds)
        if self.is_full:
            end_s = float(received_s[-1])
        return CollectedSamples(
            received_s=received_s,
            stamps_s=stamps_s if np.isfinite(stamps_s).all() else None,
            values=values if self.path is not None else np.empty(0),
            began_ns=self._began_ns,
            end_s=max(end_s, float(received_s[-1])),
        )

    def stamped(self) -> tuple[Floats, Floats]:
        """The stamps of the messages that have one, in seconds since the first message came, and their values."""
        with self._lock:
            stamps_s, values = (np.array(numbers, np.float64) for numbers in (self._stamps_s, self._values))
        has_stamp = np.isfinite(stamps_s)
        return stamps_s[has_stamp], values[has_stamp]

    def _add(self, payload: Payload, received_s: float, schema: Schema) -> None:
        stamp_s = value = math.nan
        try:
            # 0 is what a stamp is that nobody has set
            if stamp_ns := schema.stamp_ns(payload):
                # subtracted as integers: a float of today's time has no nanoseconds
                stamp_s = (stamp_ns - self._began_ns) / 1e9
            if self._read is not None:
                value = _number(self._read(payload))
        except DecodeError:
            self.unread += 1
        self._received_s.append(received_s)
        self._stamps_s.append(stamp_s)
        self._values.append(value)
        self.messages += 1

    def _reader(self, schema: Schema) -> Extractor | None:
        if self.path is None:
            return None
        try:
            field = schema.check(self.path)
            read = schema.extractor(self.path) if field.kind not in _NO_NUMBERS else None
        except UnknownFieldError as error:
            self.fault = error
            return None
        if read is None:
            reason = CommandWording.NO_NUMBER(path=self.path, type_name=field.type_name or field.kind.value)
            self.fault = UnknownFieldError(reason, CommandWording.NAME_NUMBER())
        return read


def _number(value: object) -> float:
    # including bool
    if isinstance(value, float | int):
        try:
            return float(value)
        except OverflowError:
            return math.nan
    return math.nan


def result_json(
    arguments: argparse.Namespace,
    samples: CollectedSamples,
    came: Arrivals,
    result: AnalysisResult | None,
    *,
    fault: str,
    exceeded: Sequence[str],
) -> dict[str, Any]:
    """The result as one JSON object; without a result it is null, and `error` says why."""
    told = {
        "topic": arguments.topic,
        "field": arguments.field if arguments.kind != "timing" else None,
        "began_ns": samples.began_ns,
        "seconds": samples.end_s,
        "stopped": samples.stopped,
        "messages": len(samples.received_s),
        "stamped": samples.stamps_s is not None,
        "rate_hz": came.rate_hz,
        "longest_gap_s": came.gap_s,
        "longest_gap_at_s": came.gap_at_s,
        "exceeded": list(exceeded),
        arguments.kind: None if result is None else _plain_result(result),
    }
    return told | ({"error": fault} if fault else {})


def result_lines(
    arguments: argparse.Namespace, samples: CollectedSamples, came: Arrivals, result: AnalysisResult | None
) -> Iterator[str]:
    """The result as lines of text for a terminal."""
    name = " ".join(part for part in (topic_text(arguments.topic), arguments.field) if part)
    if arguments.kind == "timing":
        code = CommandWording.ALL_STAMPED if samples.stamps_s is not None else CommandWording.NOT_ALL_STAMPED
    else:
        code = CommandWording.BY_STAMPS if samples.times_s is samples.stamps_s else CommandWording.BY_RECEIPT
    yield printable(code(name=name, messages=counted(len(samples.received_s), "message"), seconds=samples.end_s))
    rows: list[tuple[str, str]] = [
        ("rate", f"{came.rate_hz:.4g} Hz"),
        ("longest gap", CommandWording.GAP(gap=time_text(came.gap_s), at_s=came.gap_at_s)),
    ]
    sentences: Sequence[str] = ()
    if isinstance(result, Spectrum):
        rows += _spectrum_rows(result)
        sentences = result.notes if result.peaks else (CommandWording.NO_PEAKS(), *result.notes)
    elif isinstance(result, Timing):
        rows += _timing_rows(result)
        sentences = result.words
    elif result is not None:
        rows += _figure_rows(*result)
    yield from columns(rows)
    yield from map(printable, sentences)


def _spectrum_rows(result: Spectrum) -> list[tuple[str, str]]:
    code = CommandWording.WINDOWS_RESAMPLED if result.resampled else CommandWording.WINDOWS
    made = code(
        windows=counted(result.nwindows, "window"),
        window_s=result.window_s,
        rate_hz=result.sample_rate_hz,
        gap_share=result.gap_share,
    )
    peaks = [
        ("peak", CommandWording.PEAK(frequency_hz=peak.frequency_hz, amplitude=peak.amplitude))
        for peak in result.peaks[:_MAX_PEAKS]
    ]
    return [("looked at", made), *peaks]


def _timing_rows(result: Timing) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = [
        ("nominal", f"{result.nominal_hz:.4g} Hz"),
        ("jitter", time_text(result.jitter_s)),
        ("late", CommandWording.LATER(share=result.late_share, over=time_text(result.late_over_s))),
        ("bursts", _bursts_text(result.bursts)),
        ("out of order", counted(result.reordered, "message")),
    ]
    if result.delay is not None:
        rows += [
            ("stamp to receipt", time_text(result.delay.offset_s)),
            (
                "- drifts by",
                f"{result.delay.drift_s_per_s * 1e6:+.3g} us/s"
                if result.delay.drift_known
                else CommandWording.TOO_SHORT(),
            ),
            (
                "- varies by",
                CommandWording.AT_MOST(jitter=time_text(result.delay.jitter_s), most=time_text(result.delay.most_s)),
            ),
        ]
    return rows


def _bursts_text(bursts: Bursts | None) -> str:
    if bursts is None:
        return CommandWording.NO_BURSTS()
    told = {"count": bursts.count, "messages": bursts.messages, "held": time_text(bursts.held_s)}
    if bursts.period_s is None:
        return CommandWording.BURSTS(**told)
    return CommandWording.PERIODIC_BURSTS(**told, period=time_text(bursts.period_s))


def _figure_rows(histogram: Histogram, figures: CurveFigures) -> list[tuple[str, str]]:
    most = int(np.argmax(histogram.counts))
    low, high = (number_text(float(edge)) for edge in histogram.edges[most : most + 2])
    share = float(histogram.counts[most] / max(1, histogram.counts.sum()))
    return [
        ("values", f"{figures.count:,}"),
        ("mean", number_text(figures.mean)),
        ("standard deviation", number_text(figures.standard_deviation)),
        ("RMS", number_text(figures.rms)),
        ("least", number_text(figures.least)),
        *((f"{below.percent:g} % are below", number_text(below.value)) for below in figures.percentiles),
        ("greatest", number_text(figures.greatest)),
        ("drift per hour", number_text(figures.drift_per_hour)),
        (
            "most are",
            CommandWording.FULLEST_BIN(low=low, high=high, share=share, bins=counted(len(histogram.counts), "bin")),
        ),
    ]


def _plain_result(result: AnalysisResult) -> dict[str, Any]:
    if isinstance(result, tuple):
        histogram, figures = result
        return {**_plain(histogram), **_plain(figures)}
    plain: dict[str, Any] = _plain(result)
    if isinstance(result, Timing):
        # as long as the list of messages; `echo` gives the received_ns of each
        plain = {name: value for name, value in plain.items() if not name.endswith("intervals_s")}
        plain["words"] = list(result.words)
    return plain


def _plain(value: Any) -> Any:
    """Convert a result to JSON values: numbers that are not finite to their names, dataclasses to objects."""
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, np.ndarray | np.generic):
        return jsonable(value.tolist())
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, Enum):
        return value.value
    return jsonable(value)


def number_text(value: float | None) -> str:
    """The text of a number; a dash for none."""
    return f"{value:.6g}" if value is not None and math.isfinite(value) else "-"


def time_text(seconds: float) -> str:
    """The text of a duration: a short one in ms, a long one in s."""
    if not math.isfinite(seconds):
        return "-"
    return f"{seconds:.4g} s" if abs(seconds) >= 10 else f"{seconds * 1e3:.4g} ms"


def run(arguments: argparse.Namespace, save_picture: SavePicture | None = None) -> int:
    """Collect, calculate, print; returns 3 if a limit was exceeded. Stopped early, it uses the messages until then."""
    progress = ProgressLine()
    with _errors_as_json(arguments):
        if arguments.png is not None and not Path(arguments.png).parent.is_dir():
            raise CommandError(
                WRONG_USAGE, CommandWording.NOT_A_FOLDER(folder=Path(arguments.png).parent), CommandWording.PNG_FOLDER()
            )
        samples = _collect(arguments, progress)
    came = measure_arrivals(samples)
    exceeded = list(_exceeded(arguments, came))
    result, fault = None, ""
    try:
        result = _calculate(arguments, samples, progress)
    except AnalysisError as error:
        fault = sentence_of(error)
    finally:
        progress.clear()
    try:
        if arguments.json:
            print_line(json_line(result_json(arguments, samples, came, result, fault=fault, exceeded=exceeded)))
        else:
            for line in result_lines(arguments, samples, came, result):
                print_line(line)
    except BrokenPipeError:
        # the exit code and the chart may still be wanted when nobody reads the output any more
        abandon_output()
    for told in (*exceeded, fault):
        if told:
            print_error(told)
    if result is not None and arguments.png is not None and save_picture is not None:
        _save(arguments, samples, result, save_picture)
    if exceeded:
        return EXCEEDED
    return NOT_REACHED if fault else DONE


@contextmanager
def _errors_as_json(arguments: argparse.Namespace) -> Iterator[None]:
    """Print a JSON object also if nothing could be collected."""
    try:
        yield
    except (CommandError, SessionError) as error:
        if arguments.json:
            print_line(json_line({"topic": arguments.topic, "error": error.reason, "tip": error.tip}))
        raise


def _collect(arguments: argparse.Namespace, progress: ProgressLine) -> CollectedSamples:
    """Collect the samples. Raises CommandError, SessionError, and Stopped if no message had come by then."""
    path = parse_path(arguments.field) if arguments.kind != "timing" else None
    file = recorded_file(arguments.uri)
    samples, collector = (
        _recorded(arguments, file, path, progress) if file is not None else _received(arguments, path, progress)
    )
    if collector.unread:
        print_error(
            CommandWording.SOME_NOT_READ(unread=counted(collector.unread, "message"), topic=topic_text(arguments.topic))
        )
    if path is not None and not np.isfinite(samples.values).any():
        reason = CommandWording.NO_NUMBER_CAME(topic=topic_text(arguments.topic), path=path)
        tip = CommandWording.MESSAGES_CAME(messages=counted(collector.messages, "message"))
        raise CommandError(NOT_REACHED, reason, tip)
    return samples


def _recorded(
    arguments: argparse.Namespace, file: Path, path: FieldPath | None, progress: ProgressLine
) -> tuple[CollectedSamples, SampleCollector]:
    """Read the samples of a recording, of as many seconds as were asked for. Raises CommandError, Stopped."""
    # only for a recording
    from app.cli.recorded_topic import RecordedTopic  # noqa: PLC0415

    seconds = arguments.seconds if arguments.seconds is not None else math.inf
    collector = SampleCollector(seconds, path)
    with RecordedTopic(file, arguments.topic) as topic:
        for share, delivery in topic.deliveries(arguments.from_time):
            collector.put(delivery)
            if collector.fault is not None:
                raise CommandError(WRONG_USAGE, collector.fault.reason, collector.fault.tip)
            if collector.is_full or delivery.arrived_s > (collector.first_s or 0.0) + seconds:
                break
            progress.show(lambda: RecordingCommandWording.READING(share=share))  # noqa: B023
            STOP.check()
        progress.clear()
    if not collector.messages:
        reason = RecordingCommandWording.FILE_NO_MESSAGES(path=file, topic=topic_text(arguments.topic))
        raise CommandError(NOT_REACHED, reason)
    # silence behind the last message is no gap: the recording may have ended with it
    return collector.samples(0.0), collector


def _received(
    arguments: argparse.Namespace, path: FieldPath | None, progress: ProgressLine
) -> tuple[CollectedSamples, SampleCollector]:
    """Collect the samples of a robot. Raises as `_collect`."""
    if arguments.seconds is None:
        arguments.seconds = SECONDS
    first_timeout_s = arguments.timeout if arguments.timeout is not None else arguments.seconds
    settings = settings_of(arguments)
    with command_connection(arguments.uri, patient=arguments.timeout is not None, settings=settings) as connection:
        key = connection.key(arguments.topic)
        connection.session.topics.check_topic(key)
        collector = SampleCollector(arguments.seconds, path)
        connection.session.topics.set_sink("analyse", key, collector.put)
        # an earlier, latched message would falsify the first interval
        connection.session.topics.set_subscriptions("analyse", {key}, latched=False)
        stopped = False
        try:
            _wait(connection, collector, arguments, first_timeout_s, progress)
        except Stopped:
            if not collector.messages:
                raise
            stopped = True
        finally:
            progress.clear()
        if not collector.messages:
            raise connection.no_message_error(arguments.topic, first_timeout_s)
        return replace(collector.samples(monotonic()), stopped=stopped), collector


def parse_path(text: str) -> FieldPath:
    """The path of a field as it was typed. Raises CommandError."""
    try:
        return FieldPath.parse(text)
    except UnknownFieldError as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error


def _wait(
    run: CommandConnection,
    collector: SampleCollector,
    arguments: argparse.Namespace,
    first_timeout_s: float,
    progress: ProgressLine,
) -> None:
    """Wait until the time is over, or no message comes. Raises CommandError, also for an unreadable field; Stopped."""
    began = monotonic()
    while True:
        time.sleep(POLL_S)
        now = monotonic()
        run.check_subscription(arguments.topic)
        if collector.fault is not None:
            raise CommandError(WRONG_USAGE, collector.fault.reason, collector.fault.tip)
        if collector.first_s is None:
            if now - began >= first_timeout_s:
                return
            progress.show(lambda: CommandWording.WAITING_FOR(topic=printable(topic_text(arguments.topic))))
        elif now - collector.first_s >= arguments.seconds or collector.is_full:
            return
        else:
            passed_s = now - collector.first_s
            came = counted(collector.messages, "message")
            told = CommandWording.COLLECTING(passed_s=passed_s, seconds=arguments.seconds, messages=came)
            progress.show(lambda: told)  # noqa: B023


def _exceeded(arguments: argparse.Namespace, came: Arrivals) -> Iterator[str]:
    """A sentence for each limit that was exceeded."""
    if arguments.max_gap_s is not None and came.gap_s > arguments.max_gap_s:
        yield (
            CommandWording.SILENT(
                topic=topic_text(arguments.topic),
                gap_s=came.gap_s,
                gap_at_s=came.gap_at_s,
                max_gap_s=arguments.max_gap_s,
            )
        )
    if arguments.min_rate_hz is not None and came.rate_hz < arguments.min_rate_hz:
        yield (
            CommandWording.TOO_SLOW_RATE(
                topic=topic_text(arguments.topic), rate_hz=came.rate_hz, min_rate_hz=arguments.min_rate_hz
            )
        )


def _calculate(arguments: argparse.Namespace, samples: CollectedSamples, progress: ProgressLine) -> Any:
    """Calculate the result. Raises AnalysisError; Stopped unless the collecting was already stopped early."""

    def step(share: float) -> None:
        progress.show(lambda: CommandWording.CALCULATING(share=share))
        # the signal that stopped the collecting is handled already
        if not samples.stopped:
            STOP.check()

    if arguments.kind == "spectrum":
        return spectrum(samples.times_s, samples.values, SpectrumOptions(), step)
    if arguments.kind == "histogram":
        return histogram(samples.values, step=step), curve_figures(samples.times_s, samples.values, step=step)
    return measure_timing(samples.received_s, samples.stamps_s, arguments.expected_hz, step)


def _save(arguments: argparse.Namespace, samples: CollectedSamples, result: Any, save_picture: SavePicture) -> None:
    """Write the chart. Raises CommandError if that fails."""
    if isinstance(result, Timing):
        # the axis of the chart is the time of day
        result = replace(result, longest_gap_at_s=result.longest_gap_at_s + samples.began_ns / 1e9)
    title = " ".join(part for part in (topic_text(arguments.topic), arguments.field) if part)
    try:
        save_picture(Path(arguments.png), result, title, dark=False)
    except OSError as error:
        raise CommandError(
            NOT_REACHED, CommandWording.NOT_WRITTEN(path=arguments.png, error=error.strerror or str(error))
        ) from error
