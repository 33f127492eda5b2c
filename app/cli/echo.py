"""`teledeck echo`: prints the messages of a topic."""

from __future__ import annotations

import argparse
import threading
from collections import deque
from typing import Any, NamedTuple

from app.cli.command import (
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
from app.cli.output import counted, text_lines, topic_text
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.cli.stopping import Stopped
from app.model.schema import DecodeError, FieldPath, Payload, Schema, UnknownFieldError
from app.model.topics import Delivery, Topic
from app.model.value_text import ABSENT, message_json_line
from app.wording.commands import CommandWording

# limits of the queue while the output is slow; beyond them the oldest messages are dropped and counted
MAX_WAITING = 1000
MAX_WAITING_BYTES = 64 * 1024 * 1024
POLL_S = 0.1


class WaitingMessage(NamedTuple):
    """A message in the queue."""

    payload: Payload
    received_ns: int
    schema: Schema
    topic: str


class EchoQueue:
    """The queue of messages from the link thread to the output; bounded, the oldest are dropped and counted."""

    def __init__(self) -> None:
        self.dropped = 0
        self._messages: deque[WaitingMessage] = deque()
        self._nbytes = 0
        self._changed = threading.Condition()

    def put(self, delivery: Delivery, topic: str = "") -> None:
        """Append messages, of a topic where there are several; called in the link thread."""
        with self._changed:
            for payload in delivery.payloads:
                self._messages.append(WaitingMessage(payload, delivery.received_ns, delivery.schema, topic))
                self._nbytes += len(payload)
            while len(self._messages) > MAX_WAITING or (self._nbytes > MAX_WAITING_BYTES and len(self._messages) > 1):
                self._nbytes -= len(self._messages.popleft().payload)
                self.dropped += 1
            self._changed.notify()

    def get(self, timeout_s: float) -> WaitingMessage | None:
        """Wait for the oldest message; None if there is none within the time."""
        with self._changed:
            if not self._messages:
                self._changed.wait(timeout_s)
            if not self._messages:
                return None
            message = self._messages.popleft()
            self._nbytes -= len(message.payload)
            return message


def run(arguments: argparse.Namespace) -> int:
    """Print messages until enough have come, or until stopped."""
    path = _parse_path(arguments.field)
    settings = settings_of(arguments)
    with command_connection(arguments.uri, patient=arguments.timeout is not None, settings=settings) as connection:
        key = connection.key(arguments.topic)
        connection.session.topics.check_topic(key)
        queue = EchoQueue()
        connection.session.topics.set_sink("echo", key, queue.put)
        connection.session.topics.set_subscriptions("echo", {key})
        try:
            _Echo(connection, arguments, queue, path).run()
        except Stopped:
            if arguments.count is not None:
                raise
        finally:
            if queue.dropped:
                came = counted(queue.dropped, "message")
                print_error(CommandWording.CAME_TOO_FAST(came=came))
    return DONE


def _parse_path(text: str | None) -> FieldPath | None:
    try:
        return FieldPath.parse(text) if text is not None else None
    except UnknownFieldError as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error


class _Echo:
    """Prints messages as they come."""

    def __init__(
        self, run: CommandConnection, arguments: argparse.Namespace, queue: EchoQueue, path: FieldPath | None
    ) -> None:
        self._run = run
        self._arguments = arguments
        self._queue = queue
        self._path = path
        self._timeout_s: float | None = arguments.timeout
        if self._timeout_s is None and arguments.count is not None:
            self._timeout_s = DEFAULT_TIMEOUT_S
        self._checked: Schema | None = None
        self._fault = ""
        # messages since the last readable one
        self._unread = 0
        # messages that were dropped until the last readable one
        self._dropped = 0

    def run(self) -> None:
        """Print until enough messages were printed. Raises CommandError, Stopped, BrokenPipeError."""
        printed = 0
        last = checked = monotonic()
        while self._arguments.count is None or printed < self._arguments.count:
            message = self._queue.get(POLL_S if self._timeout_s is None else min(POLL_S, self._timeout_s))
            now = monotonic()
            if message is None or now - checked >= POLL_S:
                self._run.check_subscription(self._arguments.topic)
                checked = now
            topic = self._run.topic(self._arguments.topic)
            if topic is not None:
                self._check_field(topic)
            if message is not None and topic is not None and self._print(topic, message):
                printed += 1
                # an alert may say that what is printed is wrong, or incomplete
                self._run.print_faults()
                # the time that a slow reader takes is no wait for a message
                last = monotonic()
            elif self._timeout_s is not None and now - last >= self._timeout_s:
                raise self._silence(self._timeout_s)

    def _silence(self, waited_s: float) -> CommandError:
        if self._unread:
            reason = CommandWording.NONE_READABLE(topic=topic_text(self._arguments.topic), waited_s=waited_s)
            dropped = self._queue.dropped - self._dropped
            code = CommandWording.CAME_SOME_TOO_FAST if dropped else CommandWording.CAME
            return CommandError(NOT_REACHED, reason, code(count=self._unread + dropped, dropped=dropped))
        return self._run.no_message_error(self._arguments.topic, waited_s)

    def _check_field(self, topic: Topic) -> None:
        if self._path is None or topic.schema is None or topic.schema is self._checked:
            return
        try:
            topic.schema.check(self._path)
        except UnknownFieldError as error:
            raise CommandError(WRONG_USAGE, error.reason, error.tip) from error
        self._checked = topic.schema

    def _print(self, topic: Topic, message: WaitingMessage) -> bool:
        """Print a message; returns false if it can't be read."""
        try:
            value = message.schema.decode(message.payload)
            stamp_ns = message.schema.stamp_ns(message.payload)
        except DecodeError as error:
            self._unread += 1
            if error.reason != self._fault:
                self._fault = error.reason
                print_error(error.reason, error.tip)
            return False
        self._unread, self._dropped = 0, self._queue.dropped
        if self._arguments.json:
            print_line(self._json(topic.key.topic, self._select(value), message.received_ns, stamp_ns))
        else:
            print_line(self._text(self._select(value)))
        return True

    def _select(self, value: dict[str, Any]) -> Any:
        if self._path is None:
            return value
        try:
            return self._path.select(value)
        except (KeyError, IndexError):
            return ABSENT

    def _json(self, topic: str, value: Any, received_ns: int, stamp_ns: int | None) -> str:
        return message_json_line(topic, value, received_ns, stamp_ns, with_bytes=self._arguments.bytes)

    def _text(self, value: Any) -> str:
        if value is ABSENT:
            return CommandWording.NOT_SENT()
        lines = text_lines(value, with_bytes=self._arguments.bytes)
        return "\n".join(lines if self._path is not None else [*lines, "---"])
