"""`teledeck topics` and `teledeck hz`: the list of topics, and the rate and bandwidth of one topic."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator

from app.cli.command import (
    DONE,
    NOT_REACHED,
    CommandConnection,
    CommandError,
    command_connection,
    monotonic,
    print_line,
    settings_of,
)
from app.cli.output import columns, counted, topic_text
from app.cli.stopping import Stopped
from app.model.topics import Delivery, TopicInfo
from app.model.value_text import json_line
from app.session.errors import SessionError
from app.wording.commands import CommandWording

# enough for a simulator that is just loading its world
TOPICS_TIMEOUT_S = 10.0
TOPICS_POLL_S = 0.05


HZ_POLL_S = 0.02


def run_topics(arguments: argparse.Namespace) -> int:
    """Print the topics."""
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        infos = list_topics(connection)
    for line in map(_topic_json, infos) if arguments.json else _topic_table(infos):
        print_line(line)
    return DONE


def list_topics(run: CommandConnection) -> tuple[TopicInfo, ...]:
    """Wait for the list of the robot's topics. Raises CommandError if it can't be reached, and Stopped."""
    answer = run.link.submit(run.session.topics.list_topics(run.connection_id, TOPICS_TIMEOUT_S))
    while True:
        try:
            return answer.result(TOPICS_POLL_S)
        except TimeoutError:
            run.check()
        except SessionError as error:
            raise CommandError(NOT_REACHED, error.reason, error.tip) from error


def _topic_json(info: TopicInfo) -> str:
    return json_line(
        {
            "topic": info.name,
            "type": info.type_name,
            "publishers": info.publishers,
            "subscribers": info.subscribers,
        }
    )


def _counts(info: TopicInfo) -> tuple[tuple[int | None, str], ...]:
    """The numbers of publishers and subscribers with their nouns; None if the robot does not tell."""
    return (info.publishers, "publisher"), (info.subscribers, "subscriber")


def _topic_table(infos: tuple[TopicInfo, ...]) -> Iterator[str]:
    """Format the topics in columns without a header, which would disturb programs that count or cut lines."""
    return columns(
        (
            topic_text(info.name),
            info.type_name or CommandWording.TYPE_UNKNOWN(),
            *("" if count is None else counted(count, noun) for count, noun in _counts(info)),
        )
        for info in infos
    )


class RateMeter:
    """Statistics of the intervals between messages, in constant memory; fed in the link thread.

    Attributes:
        first_s, last_s: times of the first and the last message, in seconds of a monotonic clock; None before.
    """

    def __init__(self, seconds: float) -> None:
        self.messages = 0
        self.first_s: float | None = None
        self.last_s: float | None = None
        self._seconds = seconds
        self._bytes_after_first = 0
        self._min_s = math.inf
        self._max_s = 0.0
        self._mean_s = 0.0
        self._squares = 0.0

    def put(self, delivery: Delivery) -> None:
        """Take messages; those after the time to measure are not counted."""
        if self.first_s is not None and delivery.arrived_s > self.first_s + self._seconds:
            return
        for payload in delivery.payloads:
            self._add(len(payload), delivery.arrived_s)

    def _add(self, nbytes: int, now: float) -> None:
        self.messages += 1
        if self.last_s is None:
            self.first_s = self.last_s = now
            return
        interval_s = now - self.last_s
        self.last_s = now
        self._bytes_after_first += nbytes
        self._min_s = min(self._min_s, interval_s)
        self._max_s = max(self._max_s, interval_s)
        # Welford's update: exact for long runs of nearly equal intervals
        before = interval_s - self._mean_s
        self._mean_s += before / (self.messages - 1)
        self._squares += before * (interval_s - self._mean_s)

    def result(self) -> dict[str, float | int | None]:
        """The measured figures; with fewer than two messages all but their number are None."""
        if self.messages < 2 or self.first_s is None or self.last_s is None or self.last_s == self.first_s:
            names = ("rate_hz", "bandwidth_bytes_s", "min_s", "max_s", "std_s")
            return dict.fromkeys(names) | {"messages": self.messages}
        span_s = self.last_s - self.first_s
        return {
            "rate_hz": (self.messages - 1) / span_s,
            "bandwidth_bytes_s": self._bytes_after_first / span_s,
            "min_s": self._min_s,
            "max_s": self._max_s,
            "std_s": math.sqrt(self._squares / (self.messages - 1)),
            "messages": self.messages,
        }


def run_hz(arguments: argparse.Namespace) -> int:
    """Measure, then print. Stopped early, it prints the figures until then."""
    gauge = RateMeter(arguments.seconds)
    first_timeout_s = arguments.timeout if arguments.timeout is not None else arguments.seconds
    settings = settings_of(arguments)
    with command_connection(arguments.uri, patient=arguments.timeout is not None, settings=settings) as connection:
        key = connection.key(arguments.topic)
        connection.session.topics.check_topic(key)
        connection.session.topics.set_sink("hz", key, gauge.put)
        # an earlier, latched message would falsify the first interval
        connection.session.topics.set_subscriptions("hz", {key}, latched=False)
        try:
            _measure_rate(connection, gauge, arguments, first_timeout_s)
        except Stopped:
            if gauge.messages == 0:
                raise
        if gauge.messages == 0:
            raise connection.no_message_error(arguments.topic, first_timeout_s)
    _print_rate(gauge, as_json=arguments.json)
    return DONE


def _measure_rate(
    run: CommandConnection, gauge: RateMeter, arguments: argparse.Namespace, first_timeout_s: float
) -> None:
    began = monotonic()
    while True:
        time.sleep(HZ_POLL_S)
        now = monotonic()
        run.check_subscription(arguments.topic)
        if gauge.first_s is None:
            if now - began >= first_timeout_s:
                return
        elif now - gauge.first_s >= arguments.seconds:
            return


def _print_rate(gauge: RateMeter, *, as_json: bool) -> None:
    result = gauge.result()
    messages = counted(gauge.messages, "message")
    if as_json:
        print_line(json_line(result))
    elif result["rate_hz"] is None:
        print_line(CommandWording.TOO_FEW(messages=messages))
    else:
        print_line(
            CommandWording.RATE(
                rate_hz=result["rate_hz"],
                bandwidth_bytes_s=result["bandwidth_bytes_s"],
                messages=messages,
                min_s=result["min_s"],
                max_s=result["max_s"],
                std_s=result["std_s"],
            )
        )
