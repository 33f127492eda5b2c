"""`teledeck play`: plays a recording, and prints its messages as they come."""

from __future__ import annotations

import argparse
import functools
from pathlib import Path

from app.cli.command import (
    DONE,
    NOT_REACHED,
    WRONG_USAGE,
    CommandConnection,
    CommandError,
    command_connection,
    print_error,
    print_line,
)
from app.cli.echo import EchoQueue, WaitingMessage
from app.cli.output import counted, text_lines, topic_text
from app.cli.stopping import Stopped
from app.model.playback import PlaybackState
from app.model.schema import DecodeError
from app.model.topics import TopicKey
from app.model.value_text import message_json_line
from app.record.addresses import recording_uri
from app.record.player import MAX_RATE, MIN_RATE
from app.wording.commands import CommandWording, RecordingCommandWording
from app.wording.record import PlaybackWording

POLL_S = 0.1
# what was played last is on its way for no longer
LAST_S = 0.3
LIST_S = 60.0


def run(arguments: argparse.Namespace) -> int:
    """Play a recording to its end, or until stopped."""
    if not MIN_RATE <= arguments.rate <= MAX_RATE:
        raise CommandError(WRONG_USAGE, RecordingCommandWording.RATE_BOUNDS(lowest=MIN_RATE, highest=MAX_RATE))
    uri = recording_uri([Path(arguments.file)])
    with command_connection(uri, patient=False, ask_for_token=False, plays_recordings=False) as connection:
        queue = EchoQueue()
        code = DONE
        try:
            code = _play(connection, arguments, queue)
        except Stopped:
            pass
        finally:
            if queue.dropped:
                print_error(CommandWording.CAME_TOO_FAST(came=counted(queue.dropped, "message")))
    return code


def _play(connection: CommandConnection, arguments: argparse.Namespace, queue: EchoQueue) -> int:
    """Print what is played; returns the exit code, which tells whether all could be read."""
    session, known = connection.session, connection.connection_id
    infos = connection.wait(session.topics.list_topics(known, LIST_S))
    names = {info.name for info in infos}
    for name in arguments.topics:
        if name not in names:
            raise CommandError(WRONG_USAGE, RecordingCommandWording.NOT_RECORDED(topic=topic_text(name)))
    keys = {TopicKey(known, name) for name in arguments.topics or names}
    state = session.recordings.state(known)
    if state is None or state.is_empty or not keys:
        return DONE
    from_ns = _from_ns(arguments.from_time, state)
    session.recordings.seek(known, from_ns)
    session.recordings.set_rate(known, arguments.rate)
    for key in keys:
        session.topics.set_sink("play", key, functools.partial(queue.put, topic=key.topic))
    session.topics.set_subscriptions("play", keys)
    if from_ns < state.end_ns:
        session.recordings.play(known)
    while True:
        state = session.recordings.state(known) or state
        has_failed = bool(state.fault)
        ended = has_failed or (state.is_at_end and not state.is_playing)
        message = queue.get(LAST_S if ended else POLL_S)
        connection.check()
        if not has_failed:
            connection.print_faults()
        if message is not None:
            _print(message, arguments)
        elif has_failed:
            raise CommandError(NOT_REACHED, state.fault, PlaybackWording.NOT_READ_TIP())
        elif ended:
            return NOT_REACHED if state.damaged else DONE


def _from_ns(told: tuple[int, bool] | None, state: PlaybackState) -> int:
    """Return the time to begin at, as it was recorded. Raises CommandError."""
    if told is None:
        return state.start_ns
    time_ns = told[0] if told[1] else state.start_ns + told[0]
    if time_ns > state.end_ns:
        raise CommandError(WRONG_USAGE, RecordingCommandWording.BEHIND_END())
    return max(time_ns, state.start_ns)


def _print(message: WaitingMessage, arguments: argparse.Namespace) -> None:
    topic = message.topic
    try:
        value = message.schema.decode(message.payload)
        stamp_ns = message.schema.stamp_ns(message.payload)
    except DecodeError as error:
        print_error(RecordingCommandWording.OF_TOPIC(topic=topic_text(topic), reason=error.reason), error.tip)
        return
    if arguments.json:
        print_line(message_json_line(topic, value, message.received_ns, stamp_ns, with_bytes=arguments.bytes))
    else:
        print_line("\n".join([f"{topic_text(topic)}:", *text_lines(value, with_bytes=arguments.bytes), "---"]))
