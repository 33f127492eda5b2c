"""The log of a run: what the robot's programs and Teledeck itself logged then."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from app.model.messages.values import LogLevel, LogLine
from app.model.reference_runs import ReferenceRun
from app.model.schema import DecodeError, Role
from app.record.channels import OWN

if TYPE_CHECKING:
    from app.model.topics import Delivery
    from app.session.reference_runs import ReferenceRuns

# of one run; the newest are kept
MOST_LINES: Final = 10_000
# of a line: a whole message as text can be megabytes
_MOST_CHARACTERS: Final = 4000

_OWN_LOG: Final = f"{OWN}log"
_LEVELS: Final = {
    LogLevel.DEBUG: logging.DEBUG,
    LogLevel.INFO: logging.INFO,
    LogLevel.WARN: logging.WARNING,
    LogLevel.ERROR: logging.ERROR,
    LogLevel.FATAL: logging.CRITICAL,
}


class RunLine(NamedTuple):
    """A line of the log of a run.

    Attributes:
        time_ns: when it was received, by the time of the run.
        level: as `logging` counts them.
        source: the node, or the logger of Teledeck.
    """

    time_ns: int
    level: int
    source: str
    text: str


async def read_log(runs: ReferenceRuns, run: ReferenceRun) -> tuple[RunLine, ...] | None:
    """Return the newest lines of a run in the order of time; None where they were not read to the end.

    Raises:
        SessionError: the files can't be read.
    """
    lines: deque[RunLine] = deque(maxlen=MOST_LINES)
    topics = {topic for topic in run.topics if topic == _OWN_LOG or _is_log(runs, run, topic)}

    def take(delivery: Delivery) -> None:
        for payload in delivery.payloads:
            line = _line(delivery, bytes(payload))
            if line is not None:
                lines.append(line)

    if topics and not await runs.read(run.id, topics, take):
        return None
    return tuple(sorted(lines, key=lambda line: line.time_ns))


def _is_log(runs: ReferenceRuns, run: ReferenceRun, topic: str) -> bool:
    schema = runs.schema(run.key(topic))
    return schema is not None and Role.LOG_LINE in schema.roles()


def _line(delivery: Delivery, payload: bytes) -> RunLine | None:
    """Return what a message has logged; None where it can't be understood."""
    time_ns = delivery.received_ns
    if Role.LOG_LINE in delivery.schema.roles():
        try:
            told = cast("LogLine", delivery.schema.read(Role.LOG_LINE, payload))
        except DecodeError:
            return None
        return RunLine(time_ns, _LEVELS[told.level], told.node, told.text[:_MOST_CHARACTERS])
    from app.session.earlier_log import logged_line  # noqa: PLC0415 - it needs what reads files

    own = logged_line(time_ns, payload)
    if own is None:
        return None
    level = logging.getLevelNamesMapping().get(own.level, logging.INFO)
    return RunLine(time_ns, level, own.logger, own.text[:_MOST_CHARACTERS])
