"""`teledeck analyse`: a spectrum or a histogram of a topic's numbers, or the timing of its messages."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.cli.analysis_output import result_json, result_lines
from app.cli.analysis_samples import Arrivals, CollectedSamples, SampleCollector, measure_arrivals
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
from app.cli.output import counted, printable, topic_text
from app.cli.stopping import STOP, Stopped
from app.model.analysis.figures import curve_figures, histogram
from app.model.analysis.progress import AnalysisError
from app.model.analysis.spectrum import SpectrumOptions, spectrum
from app.model.analysis.timing import Timing, measure_timing
from app.model.json_text import json_line
from app.model.schema import FieldPath, Schema, UnknownFieldError
from app.session.session import SessionError

# exit code: a given limit was exceeded
EXCEEDED: Final = 3

POLL_S: Final = 0.02
_PROGRESS_EVERY_S: Final = 0.2

# takes path, result, title, and whether the background is `dark`; raises OSError
SavePicture = Callable[..., None]
_Step = Callable[[float], None]


class ProgressLine:
    """One line of progress on standard error, if that is a terminal; it is removed at the end."""

    def __init__(self) -> None:
        self._shows = sys.stderr is not None and sys.stderr.isatty()
        self._shown = ""
        self._due_s = 0.0

    def show(self, text: Callable[[], str]) -> None:
        """Show a text, unless another was shown just now."""
        if self._shows and (now := monotonic()) >= self._due_s:
            self._due_s = now + _PROGRESS_EVERY_S
            self._write(text())

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._write("")
        self._due_s = 0.0

    def _write(self, text: str) -> None:
        print(f"\r{'':{len(self._shown)}}\r{text}", end="", file=sys.stderr, flush=True)  # noqa: T201
        self._shown = text


def run(arguments: argparse.Namespace, save_picture: SavePicture | None = None) -> int:
    """Collect, calculate, print; returns 3 if a limit was exceeded. Stopped early, it uses the messages until then."""
    progress = ProgressLine()
    with _errors_as_json(arguments):
        if arguments.png is not None and not Path(arguments.png).parent.is_dir():
            raise CommandError(
                WRONG_USAGE, f"{Path(arguments.png).parent} is no folder", "--png writes into one that is."
            )
        samples = _collect(arguments, progress)
    came = measure_arrivals(samples)
    exceeded = list(_exceeded(arguments, came))
    result, fault = None, ""
    try:
        result = _calculate(arguments, samples, progress)
    except AnalysisError as error:
        fault = str(error)
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
    path = _parse_path(arguments.field) if arguments.kind != "timing" else None
    first_timeout_s = arguments.timeout if arguments.timeout is not None else arguments.seconds
    settings = settings_of(arguments)
    with command_connection(arguments.uri, patient=arguments.timeout is not None, settings=settings) as connection:
        key = connection.key(arguments.topic)
        connection.session.check_topic(key)

        def schema() -> Schema | None:
            try:
                topic = connection.topic(arguments.topic)
            except SessionError:
                # the session has closed the connection, and the link thread still delivers earlier messages
                return None
            return topic.schema if topic is not None else None

        collector = SampleCollector(arguments.seconds, path, schema)
        connection.session.set_sink("analyse", key, collector.put)
        # an earlier, latched message would falsify the first interval
        connection.session.set_subscriptions("analyse", {key}, latched=False)
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
        samples = replace(collector.samples(monotonic()), stopped=stopped)
    if collector.unread:
        print_error(f"{counted(collector.unread, 'message')} of {topic_text(arguments.topic)} could not be read")
    if path is not None and not np.isfinite(samples.values).any():
        reason = f"no message of {topic_text(arguments.topic)} had a number in {path}"
        tip = f"{counted(collector.messages, 'message')} came: teledeck echo shows what is in them."
        raise CommandError(NOT_REACHED, reason, tip)
    return samples


def _parse_path(text: str) -> FieldPath:
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
            progress.show(lambda: f"waiting for {printable(topic_text(arguments.topic))}")
        elif now - collector.first_s >= arguments.seconds or collector.is_full:
            return
        else:
            passed_s = now - collector.first_s
            came = counted(collector.messages, "message")
            progress.show(lambda: f"{passed_s:.0f} of {arguments.seconds:g} s, {came}; Ctrl-C looks at what came")  # noqa: B023


def _exceeded(arguments: argparse.Namespace, came: Arrivals) -> Iterator[str]:
    """A sentence for each limit that was exceeded."""
    if arguments.max_gap_s is not None and came.gap_s > arguments.max_gap_s:
        yield (
            f"{topic_text(arguments.topic)} was silent for {came.gap_s:.4g} s, {came.gap_at_s:.1f} s after its first "
            f"message: longer than the {arguments.max_gap_s:g} s of --max-gap"
        )
    if arguments.min_rate_hz is not None and came.rate_hz < arguments.min_rate_hz:
        yield (
            f"{topic_text(arguments.topic)} came at {came.rate_hz:.4g} Hz: less than the {arguments.min_rate_hz:g} Hz "
            "of --min-rate"
        )


def _calculate(arguments: argparse.Namespace, samples: CollectedSamples, progress: ProgressLine) -> Any:
    """Calculate the result. Raises AnalysisError; Stopped unless the collecting was already stopped early."""

    def step(share: float) -> None:
        progress.show(lambda: f"calculating: {share:.0%}")
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
        raise CommandError(NOT_REACHED, f"{arguments.png} can't be written: {error.strerror or error}") from error
