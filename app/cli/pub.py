"""`teledeck pub`: publishes messages.

A robot that is moved by it is commanded to stand still before the command ends, or is stopped by Ctrl-Z.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import difflib
import time
from collections.abc import Mapping
from typing import Any

from app.cli.command import (
    ASK_S,
    DONE,
    NOT_REACHED,
    WRONG_USAGE,
    CommandConnection,
    CommandError,
    command_connection,
    monotonic,
    print_error,
    settings_of,
)
from app.cli.json_input import first_not_finite, read_object
from app.cli.output import counted, topic_text
from app.cli.parser import DEFAULT_TIMEOUT_S
from app.cli.stopping import STOP, Stopped
from app.drive.control.values import Outcome, Stage
from app.drive.inputs.suspension import MAX_WAIT_S, Suspension
from app.session.errors import SessionError
from app.session.publisher import PublisherHandle
from app.wording.commands import CommandWording

# for several messages (-n) without --rate
DEFAULT_RATE_HZ = 10.0
# signals are handled within this
POLL_S = 0.02
# for the final message, a subscriber that reconnects for it, and its arrival
CLOSE_TIMEOUT_S = 4.0


class _Suspended(Exception):  # noqa: N818 - not an error
    """The process was suspended, by Ctrl-Z or the like: motion does not resume by itself afterwards."""


def run(arguments: argparse.Namespace) -> int:
    """Publish once there is a subscriber; a robot that was moved is stopped, however the command ends."""
    value = read_object(arguments.message, CommandWording.THE_MESSAGE())
    settings = settings_of(arguments)
    with command_connection(arguments.uri, patient=arguments.timeout is not None, settings=settings) as connection:
        key = connection.key(arguments.topic)
        connection.session.topics.check_topic(key)
        connection.session.commands.encode(connection.connection_id, arguments.type, value)
        timeout_s = arguments.timeout if arguments.timeout is not None else DEFAULT_TIMEOUT_S
        publisher = _advertise(connection, arguments, value, timeout_s)
        rest = (
            None
            if arguments.keep
            else connection.session.topics.stop_message_for(connection.key(publisher.topic), arguments.type, value)
        )
        publication = _Publication(connection, publisher, arguments, value, rest)
        suspended = False
        try:
            with STOP.ending_with(publication.close):
                publication.run()
        except Stopped:
            if arguments.rate is None or arguments.count is not None:
                raise
        except _Suspended:
            suspended = True
    if not publication.arrived:
        raise _undelivered(publisher, moving=rest is not None)
    if suspended:
        reason = CommandWording.SUSPENDED()
        raise CommandError(NOT_REACHED, reason, CommandWording.START_AGAIN())
    return DONE


def _advertise(
    run: CommandConnection, arguments: argparse.Namespace, value: Mapping[str, Any], timeout_s: float
) -> PublisherHandle:
    key = run.key(arguments.topic)
    # a late motion command is worse than none
    motion = run.session.topics.stop_message_for(key, arguments.type, value) is not None
    unbounded = first_not_finite(value) if motion else None
    if unbounded is not None:
        raise CommandError(WRONG_USAGE, CommandWording.NOT_FINITE(field=unbounded))
    advertised = run.allowed_commands().advertise(
        key, arguments.type, timeout_s, newest_only=motion, force=arguments.force
    )
    publisher = run.wait(advertised)
    run.print_faults()
    return publisher


class _Publication:
    """One run of the command.

    Args:
        rest: the stop message, None if none is to be sent.

    Attributes:
        arrived: whether all messages have arrived, known after `close`.
    """

    def __init__(
        self,
        connection: CommandConnection,
        publisher: PublisherHandle,
        arguments: argparse.Namespace,
        value: Mapping[str, Any],
        rest: Mapping[str, Any] | None,
    ) -> None:
        self.arrived = False
        self._connection = connection
        self._publisher = publisher
        self._value = value
        self._rest = rest
        self._timeout_s = arguments.timeout if arguments.timeout is not None else DEFAULT_TIMEOUT_S
        self._count: int | None = arguments.count
        if self._count is None and arguments.rate is None:
            self._count = 1
        self._period_s = 1 / (arguments.rate or DEFAULT_RATE_HZ)
        # set from the first motion on
        self._suspension: Suspension | None = None

    def run(self) -> None:
        """Wait for a subscriber, then publish. Raises _Suspended if that moved a robot."""
        if not self._connection.wait(self._publisher.wait_for_subscriber(self._timeout_s)):
            raise self._nobody()
        # before the first message, so that every motion is followed by its stop message
        if self._rest is not None:
            self._end_with(self._rest)
            self._suspension = Suspension()
        published = 0
        due = monotonic()
        while self._count is None or published < self._count:
            self._sleep_until(due)
            self._publisher.publish(self._value)
            published += 1
            # a delay of more than a period is not made up for
            due = max(due + self._period_s, monotonic())
        if self._rest is not None:
            # the last command lasts for its period, too
            self._sleep_until(due)

    def close(self) -> None:
        """End the publication with the stop message; then suspend the process, if that was requested."""
        suspension, publisher = self._suspension, self._publisher
        closing = self._connection.link.submit(publisher.close())
        if suspension is not None:
            if suspension.poll(monotonic()).reasons:
                concurrent.futures.wait([closing], MAX_WAIT_S)
                suspension.handle_outcome(Outcome(Stage.DISARMED), monotonic())
            suspension.close()
        try:
            self.arrived = closing.result(CLOSE_TIMEOUT_S)
        except TimeoutError:
            self.arrived = False
        if publisher.dropped:
            dropped = counted(publisher.dropped, "message")
            print_error(CommandWording.SENT_TOO_LATE(dropped=dropped, topic=publisher.topic))

    def _end_with(self, rest: Mapping[str, Any]) -> None:
        try:
            self._publisher.set_final_message(rest)
        except SessionError as error:
            reason = CommandWording.NO_STOP_MESSAGE(reason=error.reason)
            raise CommandError(WRONG_USAGE, reason, CommandWording.KEEP()) from error

    def _sleep_until(self, due: float) -> None:
        while True:
            self._connection.check()
            if self._suspension is not None and self._suspension.poll(monotonic()).reasons:
                raise _Suspended
            left = due - monotonic()
            if left <= 0:
                return
            time.sleep(min(left, POLL_S))

    def _nobody(self) -> CommandError:
        topic = self._publisher.topic
        reason = CommandWording.NOBODY_SUBSCRIBED(topic=topic_text(topic), waited_s=self._timeout_s)
        fault = self._connection.alert_error(reason)
        if fault is not None:
            return fault
        try:
            infos = self._connection.wait(
                self._connection.session.topics.list_topics(self._connection.connection_id, ASK_S)
            )
        except SessionError as error:
            return CommandError(
                NOT_REACHED, CommandWording.FAULT_WITH_CAUSE(fault=reason, cause=error.reason), error.tip
            )
        if any(info.name == topic and info.subscribers for info in infos):
            tip = CommandWording.SUBSCRIBERS_OUT_OF_REACH()
        else:
            wanted = [info.name for info in infos if info.subscribers]
            near = difflib.get_close_matches(topic, wanted, n=1, cutoff=0.6)
            tip = CommandWording.DID_YOU_MEAN(name=near[0]) if near else CommandWording.LIST_TOPICS()
        return CommandError(NOT_REACHED, reason, tip)


def _undelivered(publisher: PublisherHandle, *, moving: bool) -> CommandError:
    what = CommandWording.THE_STOP() if moving else CommandWording.WHAT_WAS_SENT()
    return CommandError(
        NOT_REACHED,
        CommandWording.NOT_DELIVERED(what=what, topic=publisher.topic),
        CommandWording.MAY_BE_MOVING() if moving else "",
    )
