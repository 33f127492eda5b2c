"""The doctor of a Galileo connection: it checks everything that the connection needs and reports what is wrong.

The protocol says little when something is wrong: a port where nobody listens is as silent as a network that loses
everything, and a refusal names no reason. So the doctor tries: where a topic is refused or silent, it tries the status
topic, which every robot has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from app.connections.galileo.connection import GalileoConnection
from app.connections.galileo.converters import CMD_VEL, STATUS
from app.connections.galileo.topic_link import GalileoTopicLink
from app.model.doctor import DoctorCheck
from app.model.status import ConnectionState, LinkCounts, LinkQuality
from app.net.addresses import resolve_host
from app.net.tasks import TaskPool
from app.wording.connections import ConnectionWording, LinkWording
from app.wording.doctor import DoctorWording, GalileoDoctorWording
from protocols.galileo.events import ClientEvent, GalileoSessionState, SessionStateChanged
from protocols.galileo.uri import is_ipv4

RESOLVE_TIMEOUT_S = 5.0
# the core gives up after five seconds without an answer
ANSWER_TIMEOUT_S = 8.0
# a refusal may be of one of two ways to name a robot behind a proxy, which are tried two seconds apart
SECOND_CHANCE_S = 4.0
# the round trip is known after three seconds, and some fifty pings tell of the loss; with bytes, or where the robot is
# silent now and then, it may take longer
MEASURE_S = 6.0
MORE_S = 4.0
# a topic may speak once in a while
SILENT_S = 5.0
POLL_S = 0.05

MAX_ROUND_TRIP_S: Final = 0.15
MAX_LOSS: Final = 0.1


class GalileoDoctor:
    """The checks of a connection that has been started.

    Args:
        report: called with each finding.
    """

    def __init__(self, robot: GalileoConnection, report: Callable[[DoctorCheck], None]) -> None:
        self._robot = robot
        self._uri = robot.uri
        self._report = report

    async def run(self) -> None:
        """Check the robot's name, its answer, the token, the messages of its topic, and the link there and back."""
        if not await self._look_up() or not await self._look_at_answer():
            return
        await self._look_at_messages()
        await self._look_at_way()

    def _say(self, check: str, ok: bool | None, text: str, tip: str = "") -> None:  # noqa: FBT001 - a finding's own
        self._report(DoctorCheck(check, ok, text, tip))

    async def _look_up(self) -> bool:
        host, port = self._uri.destination
        if is_ipv4(host):
            self._say("name", True, DoctorWording.NAME_IS_ADDRESS(host=host))
            return True
        proxy = self._uri.is_wan
        try:
            async with asyncio.timeout(RESOLVE_TIMEOUT_S):
                address = (await resolve_host(host))[0]
        except (OSError, ValueError) as error:
            text = (
                DoctorWording.NAME_NOT_IN_TIME(host=host, timeout_s=RESOLVE_TIMEOUT_S)
                if isinstance(error, TimeoutError)
                else LinkWording.NAME_UNRESOLVED(host=host)
            )
            self._say("name", False, text, LinkWording.NAME_TIP())
            return False
        if proxy:
            text = GalileoDoctorWording.NAME_IS_PROXY(host=host, address=address, port=port)
        else:
            text = DoctorWording.NAME_RESOLVED(host=host, address=address)
        self._say("name", True, text)
        return True

    # the answer

    async def _look_at_answer(self) -> bool:
        robot = self._robot
        await self._wait(lambda: self._is(ConnectionState.CONNECTED) or robot.status.failed, ANSWER_TIMEOUT_S)
        if self._is(ConnectionState.REFUSED) and self._uri.is_wan:
            await self._wait(lambda: self._is(ConnectionState.CONNECTED), SECOND_CHANCE_S)
        if self._is(ConnectionState.CONNECTED):
            self._say("answer", True, GalileoDoctorWording.LETS_US_IN(where=self._where))
            return True
        if self._is(ConnectionState.REFUSED):
            self._say("answer", True, GalileoDoctorWording.ANSWERS(where=self._where))
            await self._look_at_refusal()
            return False
        if self._counts.malformed:
            text = GalileoDoctorWording.NO_GALILEO(where=self._where)
            self._say("answer", False, text, GalileoDoctorWording.NO_GALILEO_TIP())
            return False
        if self._counts.foreign:
            text = GalileoDoctorWording.ANOTHER_ANSWERS(where=self._where, count=self._counts.foreign)
            self._say("answer", False, text, GalileoDoctorWording.ANOTHER_ANSWERS_TIP())
            return False
        status = robot.status
        reason = status.reason if status.failed else GalileoDoctorWording.NOTHING_ANSWERS(where=self._where)
        tip = status.tip
        if self._uri.is_wan and self._uri.wan is None:
            proxy_tip = GalileoDoctorWording.PROXY_TIP()
            tip = ConnectionWording.TWO_TIPS(first=tip, second=proxy_tip) if tip else proxy_tip
        self._say("answer", False, reason, tip)
        return False

    async def _look_at_refusal(self) -> None:
        path = self._uri.path
        if path != STATUS and (await self._try(STATUS, SECOND_CHANCE_S))[0]:
            text = GalileoDoctorWording.ONLY_TOPIC_REFUSED(status=STATUS, topic=path)
            self._say("topic", False, text, GalileoDoctorWording.ONLY_TOPIC_REFUSED_TIP())
            return
        text = GalileoDoctorWording.REFUSED(topic=path)
        tip = GalileoDoctorWording.REFUSED_TIP() if self._uri.token else GalileoDoctorWording.NONE_GIVEN_TIP()
        self._say("token", False, text, tip)

    # the messages

    async def _look_at_messages(self) -> None:
        path = self._uri.path
        slot = self._robot.topics[0].slot
        began, before = _now(), slot.messages
        await self._wait(lambda: slot.messages > before, SILENT_S)
        if slot.messages > before:
            type_name = slot.info.type_name
            self._say(
                "topic",
                True,
                GalileoDoctorWording.MESSAGES_COME(topic=path, type_name=type_name)
                if type_name
                else GalileoDoctorWording.MESSAGES_OF_UNKNOWN_TYPE(topic=path),
            )
            return
        waited_s = _now() - began
        if path == CMD_VEL:
            self._say("topic", None, GalileoDoctorWording.COMMANDS_SILENT(topic=path, waited_s=waited_s))
            return
        if path == STATUS:
            text = GalileoDoctorWording.STATUS_SILENT(topic=path, waited_s=waited_s)
        elif (await self._try(STATUS, SILENT_S))[1]:
            text = GalileoDoctorWording.ONLY_STATUS_SPEAKS(topic=path, waited_s=waited_s, status=STATUS)
        else:
            text = GalileoDoctorWording.BOTH_SILENT(topic=path, waited_s=waited_s, status=STATUS)
        self._say("topic", False, text, GalileoDoctorWording.TOPIC_SILENT_TIP())

    async def _try(self, path: str, timeout_s: float) -> tuple[bool, bool]:
        """Try another topic; whether the robot lets us in, and whether a message comes on it."""
        tasks = TaskPool("examination")
        heard: list[ClientEvent] = []
        states: list[GalileoSessionState] = []

        def take(event: ClientEvent, _now: float) -> None:
            if isinstance(event, SessionStateChanged):
                states.append(event.state)
            else:
                heard.append(event)

        link = GalileoTopicLink(self._uri.with_path(path), tasks, take, lambda _: None)
        try:
            await self._wait(lambda: heard or GalileoSessionState.REFUSED in states, timeout_s)
        finally:
            link.close()
            await tasks.cancel()
        return GalileoSessionState.CONNECTED in states, bool(heard)

    # the link
    async def _look_at_way(self) -> None:
        await asyncio.sleep(MEASURE_S)
        robot = self._robot
        await self._wait(lambda: self._is(ConnectionState.CONNECTED) and self._quality.loss is not None, MORE_S)
        if not self._is(ConnectionState.CONNECTED):
            text = GalileoDoctorWording.LOST_AFTERWARDS(reason=robot.status.reason)
            self._say("link", False, text, robot.status.tip)
        if not self._is(ConnectionState.CONNECTED) and not self._is(ConnectionState.STALE):
            return
        quality = self._quality
        self._look_at_round_trip(quality)
        self._look_at_loss(quality)
        self._look_at_strangers()

    def _look_at_round_trip(self, quality: LinkQuality) -> None:
        if quality.round_trip_s is None:
            self._say("round trip", None, GalileoDoctorWording.NO_PING_ANSWERED())
            return
        took_ms = quality.round_trip_s * 1000
        if quality.round_trip_s > MAX_ROUND_TRIP_S:
            text = GalileoDoctorWording.ROUND_TRIP_LONG(took_ms=took_ms)
            self._say("round trip", None, text, GalileoDoctorWording.ROUND_TRIP_LONG_TIP())
        elif took_ms < 10:
            self._say("round trip", True, GalileoDoctorWording.ROUND_TRIP_SHORT(took_ms=took_ms))
        else:
            self._say("round trip", True, GalileoDoctorWording.ROUND_TRIP(took_ms=took_ms))

    def _look_at_loss(self, quality: LinkQuality) -> None:
        if quality.loss is None:
            self._say("loss", None, GalileoDoctorWording.LOSS_UNKNOWN())
            return
        text = (GalileoDoctorWording.LOST_ONE_WAY if quality.one_way else GalileoDoctorWording.LOST)(share=quality.loss)
        high = quality.loss >= MAX_LOSS
        self._say("loss", not high, text, GalileoDoctorWording.LOSS_TIP() if high else "")

    def _look_at_strangers(self) -> None:
        counts = self._counts
        if counts.strange:
            text = GalileoDoctorWording.OTHER_SESSION(count=counts.strange)
            self._say("session", None, text, GalileoDoctorWording.OTHER_SESSION_TIP())
        if counts.foreign or counts.malformed:
            text = GalileoDoctorWording.STRANGERS(foreign=counts.foreign, malformed=counts.malformed)
            self._say("strangers", None, text, GalileoDoctorWording.STRANGERS_TIP())
        if counts.late or counts.dropped or counts.unsent:
            text = GalileoDoctorWording.DROPPED(late=counts.late, dropped=counts.dropped, unsent=counts.unsent)
            self._say("dropped", None, text, GalileoDoctorWording.DROPPED_TIP())

    # helpers

    @property
    def _quality(self) -> LinkQuality:
        return self._robot.quality or LinkQuality()

    @property
    def _counts(self) -> LinkCounts:
        return self._robot.counts

    @property
    def _where(self) -> str:
        host, port = self._uri.destination
        return f"{host}:{port}"

    def _is(self, state: ConnectionState) -> bool:
        return self._robot.status.state is state

    @staticmethod
    async def _wait(condition: Callable[[], object], timeout_s: float) -> None:
        deadline = _now() + timeout_s
        while not condition():
            if _now() > deadline:
                return
            await asyncio.sleep(POLL_S)


def _now() -> float:
    return asyncio.get_running_loop().time()
