"""`teledeck topics`: lists the topics, a line for each."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from app.cli.command import (
    DONE,
    NOT_REACHED,
    CommandConnection,
    CommandError,
    command_connection,
    print_line,
    settings_of,
)
from app.cli.output import columns, counted, topic_text
from app.model.json_text import json_line
from app.model.topics import TopicInfo
from app.session.session import SessionError

# enough for a simulator that is just loading its world
TOPICS_TIMEOUT_S = 10.0
TOPICS_POLL_S = 0.05


def run_topics(arguments: argparse.Namespace) -> int:
    """Print the topics."""
    with command_connection(arguments.uri, patient=False, settings=settings_of(arguments)) as connection:
        infos = _list_topics(connection)
    for line in map(_topic_json, infos) if arguments.json else _topic_table(infos):
        print_line(line)
    return DONE


def _list_topics(run: CommandConnection) -> tuple[TopicInfo, ...]:
    answer = run.link.submit(run.session.list_topics(run.connection_id, TOPICS_TIMEOUT_S))
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
            info.type_name or "(type unknown)",
            *("" if count is None else counted(count, noun) for count, noun in _counts(info)),
        )
        for info in infos
    )
