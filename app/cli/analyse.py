"""`teledeck analyse`: a spectrum, a histogram or the timing of a topic, collected, calculated and printed."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.cli.analyse_options import SECONDS
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
from app.cli.progress import ProgressLine
from app.cli.stopping import STOP, Stopped
from app.model.analysis.figures import curve_figures, histogram
from app.model.analysis.progress import AnalysisError
from app.model.analysis.spectrum import SpectrumOptions, spectrum
from app.model.analysis.timing import Timing, measure_timing
from app.model.schema import FieldPath, UnknownFieldError
from app.model.value_text import json_line
from app.record.addresses import recorded_file
from app.session.errors import SessionError
from app.wording.commands import CommandWording, RecordingCommandWording
from protocols.sentence import sentence_of

# exit code: a given limit was exceeded
EXCEEDED: Final = 3
POLL_S: Final = 0.02

# takes path, result, title, and whether the background is `dark`; raises OSError
SavePicture = Callable[..., None]


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
