"""The doctor's report of the robot that an incident is about, which is asked when the stop itself is over."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from app.model.doctor import DoctorCheck, finding_line
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from protocols.sentence import Sentence

# all of it is told by the time at which the files are made
TIMEOUT_S: Final = 14.0
# a robot with a hundred nodes has about as many findings; what it says itself may be of any length
MAX_LINES: Final = 300
MAX_CHARACTERS: Final = 500

# the values of sentences that name a host; those that are only part of an address have the rest beside it
_OF_HOSTS: Final = frozenset(
    {"address", "addresses", "endpoint", "host", "master", "peer", "told_host", "ways", "where"}
)

_LOGGER = logging.getLogger(__name__)

# runs the checks of a connection, and is given what takes each finding
Examine = Callable[[str, Callable[[DoctorCheck], None]], Awaitable[None]]


class Examination:
    """The checks of one robot. Any thread, except for `run`.

    Args:
        robot: the id of its connection.
    """

    def __init__(self, robot: str, examine: Examine) -> None:
        self.robot = robot
        self._examine = examine
        self._lines: list[str] = []
        self._hosts: set[str] = set()
        self._left_out = 0
        self._has_ended = False

    async def run(self) -> None:
        """Check the robot, for no longer than `TIMEOUT_S`."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await self._examine(self.robot, self._take)
        except TimeoutError:
            return
        except SessionError as error:
            # it was left meanwhile
            self._lines.append(f"[{error.reason}]")
        except Exception:
            _LOGGER.exception("the doctor of %s failed", self.robot)
            return
        self._has_ended = True

    @property
    def text(self) -> str:
        """The findings up to now, a line each; addresses are in them."""
        rest = [f"[{self._left_out} more findings]"] * bool(self._left_out)
        return "\n".join([*self._lines, *rest, *["[not done]"] * (not self._has_ended), ""])

    @property
    def addresses(self) -> set[str]:
        """The addresses of all hosts that the findings name, with the scheme of the robot."""
        scheme = self.robot.partition(":")[0]
        return {host if "://" in host else f"{scheme}://{host}" for host in tuple(self._hosts)}

    def _take(self, finding: DoctorCheck) -> None:
        if len(self._lines) >= MAX_LINES:
            self._left_out += 1
            return
        self._hosts.update(_hosts(finding.text))
        self._lines.append(" ".join(finding_line(finding)[:MAX_CHARACTERS].split("\n")))


def _hosts(told: str) -> Iterator[str]:
    """Yield the hosts that a sentence names, and those within it."""
    for name, value in told.values.items() if isinstance(told, Sentence) else ():
        if isinstance(value, Sentence):
            yield from _hosts(value)
        elif name in _OF_HOSTS:
            yield from str(value).split(", ")


class IncidentDoctor:
    """The examinations of a run, on the link loop; incidents of the same time share one. For one thread."""

    def __init__(self, link: LinkThread, examine: Examine) -> None:
        self._link = link
        self._examine = examine
        self._newest: dict[str, tuple[Examination, concurrent.futures.Future[None]]] = {}

    def examine(self, robot: str) -> Examination:
        """Begin to check a robot, unless that goes on already."""
        known = self._newest.get(robot)
        if known is None or known[1].done():
            made = Examination(robot, self._examine)
            known = self._newest[robot] = made, self._link.submit(made.run())
        return known[0]
