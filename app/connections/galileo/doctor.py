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

TOKEN_TIP: Final = "The address has no token: add ?token=… or set TELEDECK_GALILEO_TOKEN."  # noqa: S105 - no secret
PROXY_TIP: Final = "A name is taken for that of BWBot's proxy: add ?wan=no for a robot in this network."
LOSS_TIP: Final = "Go nearer to the access point or the robot, or use a wire; other traffic on the channel loses too."


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
            self._say("name", True, f"{host} is an address, no name has to be resolved")
            return True
        proxy = self._uri.is_wan
        try:
            async with asyncio.timeout(RESOLVE_TIMEOUT_S):
                address = (await resolve_host(host))[0]
        except (OSError, ValueError) as error:
            waited = isinstance(error, TimeoutError)
            why = f"could not be resolved within {RESOLVE_TIMEOUT_S:g} s" if waited else "can't be resolved"
            self._say("name", False, f"the name “{host}” {why}", "Check the spelling, or use the robot's IP address.")
            return False
        way = f"; it is taken for the proxy, whose port is {port}" if proxy else ""
        self._say("name", True, f"“{host}” is {address}{way}")
        return True

    # the answer

    async def _look_at_answer(self) -> bool:
        robot = self._robot
        await self._wait(lambda: self._is(ConnectionState.CONNECTED) or robot.status.failed, ANSWER_TIMEOUT_S)
        if self._is(ConnectionState.REFUSED) and self._uri.is_wan:
            await self._wait(lambda: self._is(ConnectionState.CONNECTED), SECOND_CHANCE_S)
        if self._is(ConnectionState.CONNECTED):
            self._say("answer", True, f"a robot answers at {self._where}, and lets us in")
            return True
        if self._is(ConnectionState.REFUSED):
            self._say("answer", True, f"a robot answers at {self._where}")
            await self._look_at_refusal()
            return False
        if self._counts.malformed:
            text = f"something answers at {self._where}, which is no Galileo robot"
            self._say("answer", False, text, "Is the port right? Galileo's is 3547.")
            return False
        if self._counts.foreign:
            text = f"nothing answers at {self._where}, and {_counted(self._counts.foreign)} came from another address"
            self._say(
                "answer", False, text, "Use the robot's own address: it may have several, or a router is between."
            )
            return False
        status = robot.status
        reason = status.reason if status.failed else f"nothing answers at {self._where}"
        guessed = self._uri.is_wan and self._uri.wan is None
        self._say("answer", False, reason, f"{status.tip} {PROXY_TIP if guessed else ''}".strip())
        return False

    async def _look_at_refusal(self) -> None:
        path = self._uri.path
        if path != STATUS and (await self._try(STATUS, SECOND_CHANCE_S))[0]:
            text = f"the robot lets us in to {STATUS}, and refuses {path}"
            self._say("topic", False, text, "The token is right: check the spelling of the topic.")
            return
        text = f"the robot refuses the session for {path}; it does not say why"
        tip = "Check the token: Galileo's own tools show it. It may also serve as many clients as it can."
        self._say("token", False, text, tip if self._uri.token else TOKEN_TIP)

    # the messages

    async def _look_at_messages(self) -> None:
        path = self._uri.path
        slot = self._robot.topics[0].slot
        began, before = _now(), slot.messages
        await self._wait(lambda: slot.messages > before, SILENT_S)
        if slot.messages > before:
            self._say("topic", True, f"messages of {path} come: {slot.info.type_name or 'of a type that is unknown'}")
            return
        waited = f"nothing came on {path} within {_now() - began:.0f} s"
        if path == CMD_VEL:
            self._say("topic", None, f"{waited}: it takes commands, and need not say anything")
            return
        tip = "Check the spelling of the topic: a robot lets us in to any. Or what publishes it does not run."
        if path != STATUS:
            speaks = (await self._try(STATUS, SILENT_S))[1]
            waited += f", while {STATUS} speaks" if speaks else f", nor on {STATUS}"
        self._say("topic", False, f"the robot answers, and {waited}", tip)

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
            self._say("link", False, f"the robot was heard, and then: {robot.status.reason}", robot.status.tip)
        if not self._is(ConnectionState.CONNECTED) and not self._is(ConnectionState.STALE):
            return
        quality = self._quality
        self._look_at_round_trip(quality)
        self._look_at_loss(quality)
        self._look_at_strangers()

    def _look_at_round_trip(self, quality: LinkQuality) -> None:
        if quality.round_trip_s is None:
            self._say("round trip", None, "no ping was answered yet")
            return
        took_ms = quality.round_trip_s * 1000
        text = f"there and back in {took_ms:.{1 if took_ms < 10 else 0}f} ms"
        if quality.round_trip_s <= MAX_ROUND_TRIP_S:
            self._say("round trip", True, text)
        else:
            tip = "Driving is limited on such a way. A proxy is far; Wi-Fi that saves power waits."
            self._say("round trip", None, f"{text}, which is long", tip)

    def _look_at_loss(self, quality: LinkQuality) -> None:
        if quality.loss is None:
            self._say("loss", None, "how much is lost is not known yet")
            return
        lost = (
            "of what the robot sends got lost" if quality.one_way else "of pings got no answer, there and back together"
        )
        text = f"{quality.loss:.0%} {lost}"
        high = quality.loss >= MAX_LOSS
        self._say("loss", not high, text, LOSS_TIP if high else "")

    def _look_at_strangers(self) -> None:
        counts = self._counts
        if counts.strange:
            text = f"{_counted(counts.strange)} not taken: of a session that is not ours"
            tip = "The robot's answer to a connect may have got lost: it ends such a session after ten seconds."
            self._say("session", None, text, tip)
        if counts.foreign or counts.malformed:
            kinds = ((counts.foreign, "from another address"), (counts.malformed, "that are none of the protocol"))
            text = " and ".join(f"{count:,} {kind}" for count, kind in kinds if count)
            tip = "Another program may use the port, or somebody plays tricks."
            self._say("strangers", None, f"{_counted(counts.foreign + counts.malformed)} not taken: {text}", tip)
        if counts.late or counts.dropped or counts.unsent:
            text = (
                f"{counts.late:,} came too late, {counts.dropped:,} were too many at once, {counts.unsent:,} not sent"
            )
            self._say("dropped", None, text, "This machine may be too busy, or the network mixes up what it carries.")

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


def _counted(count: int) -> str:
    return f"{count:,} datagram{'' if count == 1 else 's'}"


def _now() -> float:
    return asyncio.get_running_loop().time()
