"""The connection to an NRP-core engine, which is asked one question at a time."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Final, NoReturn

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import CommandSender, Publisher
from app.connections.nrp.base_connection import BaseNrpConnection, check_command_type, pack_alert
from app.connections.nrp.command_links import CommandLinks
from app.connections.nrp.command_sender import NrpCommandSender, encode_joints, parse_joint_names
from app.connections.nrp.converters import schema_of
from app.connections.nrp.doctor import EngineHostProbe, diagnose_engine
from app.connections.nrp.engine_link import EngineLink, EngineLinkUse
from app.connections.nrp.mqtt_connection import NrpMqttConnection
from app.connections.nrp.publisher import JointPublisher, NrpPublisher
from app.model.alerts import Alerts, Severity
from app.model.doctor import DoctorCheck
from app.model.status import ConnectionState, LinkQuality
from app.model.topics import PollRate, TopicInfo, TopicStore
from app.net.errors import WrongServerError
from app.wording.connections import ConnectionWording, NrpWording
from protocols.errors import EngineError, FrameTooLargeError, LocalProtocolError, ProtocolError, UnknownPackError
from protocols.nrp.packs import MAX_PACKS, PackType, check_name
from protocols.nrp.poll_schedule import ASK_AGAIN_S, PackChange, PackRequest, PackState, PolledPack, PollSchedule
from protocols.nrp.uri import MAX_RATE_HZ, MIN_RATE_HZ, NrpTransport, NrpUri, parse_nrp_uri

# an engine answers between two of its steps, most of which take some milliseconds
STALE_S: Final = 1.0
ANSWER_TIMEOUT_S: Final = 10.0
MEASURE_INTERVAL_S: Final = 1.0

_LINKS: Final = {NrpTransport.GRPC: "app.connections.nrp.grpc_link", NrpTransport.JSON: "app.connections.nrp.json_link"}
_SLOW_TIP: Final = NrpWording.SLOW_TIP()
_COST: Final = NrpWording.FRAME_COST()
# the greatest number of names that have a rate of their own; more than are read at a time
_MAX_RATES: Final = 1024
_STILL: Final = NrpWording.STANDS_STILL()


def open_connection(
    uri: str,
    store: TopicStore,
    alerts: Alerts,
    settings: Settings,
    environ: Mapping[str, str],
    on_change: Callable[[], None],
) -> NrpConnection | NrpMqttConnection:
    """Make the connection that `uri` names; it does nothing before `start`. Raises LocalProtocolError."""
    del environ
    parsed = parse_nrp_uri(uri)
    kind = NrpMqttConnection if parsed.wire is NrpTransport.MQTT else NrpConnection
    return kind(parsed, store, alerts, settings, on_change)


class NrpConnection(BaseNrpConnection):
    """A connection to one engine, over gRPC or JSON."""

    def __init__(
        self, uri: NrpUri, store: TopicStore, alerts: Alerts, settings: Settings, on_change: Callable[[], None]
    ) -> None:
        super().__init__(uri, store, alerts, settings, on_change)
        self.can_publish = True
        self.sends_only_changes = True
        self.named = uri.packs
        # its times are set when the engine is dialled
        self._roster = PollSchedule(uri.packs, uri.rate_hz, 0.0)
        # replaced and never changed: any thread reads and sets it
        self._rates: Mapping[str, float] = {}
        self._nudge = asyncio.Event()
        self._asked_all = asyncio.Event()
        self._took_s: float | None = None
        self._publishers: list[JointPublisher] = []

    @override
    def start(self) -> None:
        self._show_entries()
        self._tasks.spawn(self._run(), "engine")
        self._tasks.spawn(self._keep_measuring(), "quality")

    @override
    def check_named(self, names: Collection[str]) -> tuple[str, ...]:
        checked = tuple(dict.fromkeys(map(check_name, names)))
        if len(checked) > MAX_PACKS:
            raise LocalProtocolError(NrpWording.TOO_MANY_PACKS(count=len(checked), limit=MAX_PACKS))
        return checked

    @override
    def set_named(self, names: tuple[str, ...]) -> None:
        self.uri = dataclasses.replace(self.uri, packs=names)
        self.named, self.address = names, str(self.uri)
        before = set(self._roster.entries)
        self._roster.set_named(names)
        self._follow(before)
        self._on_change()

    @override
    def _subscribe(self) -> None:
        """Ask for the DataPacks that are wanted; the protocol keeps no message from before."""
        before = set(self._roster.entries)
        left_out = self._roster.set_wanted(self._wanted.resolve())
        text = NrpWording.PACKS_LEFT_OUT(limit=MAX_PACKS, count=left_out) if left_out else ""
        self.alerts.ensure("packs", Severity.WARNING, text, ConnectionWording.CLOSE_SOME_TIP())
        self._follow(before)

    def _follow(self, before: Collection[str]) -> None:
        """Show the present names, and clear the alerts of those that are gone."""
        for name in set(before) - set(self._roster.entries):
            self.alerts.clear(pack_alert(name))
        if self.status.state is not ConnectionState.CLOSED:
            self._show_entries()
        self._nudge.set()

    @override
    def poll_rate_of(self, name: str) -> PollRate:
        return PollRate(
            self._rates.get(self.resolve(name), self.uri.rate_hz), self.uri.rate_hz, MIN_RATE_HZ, MAX_RATE_HZ
        )

    @override
    def set_poll_rate(self, name: str, rate_hz: float | None) -> None:
        name = check_name(name)
        rates = {known: rate for known, rate in self._rates.items() if known != name}
        if rate_hz is not None:
            if not MIN_RATE_HZ <= rate_hz <= MAX_RATE_HZ:
                reason = NrpWording.RATE_INVALID(rate_hz=rate_hz, lowest_hz=MIN_RATE_HZ, highest_hz=MAX_RATE_HZ)
                raise LocalProtocolError(reason, NrpWording.RATE_INVALID_TIP())
            if len(rates) >= _MAX_RATES:
                raise LocalProtocolError(NrpWording.TOO_MANY_RATES(limit=_MAX_RATES))
            rates[name] = rate_hz
        # used for the next question
        self._rates = rates

    @override
    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        """List the DataPacks that were named, since an engine lists none. Raises LinkError, LocalProtocolError."""
        await self.wait_until_asked(timeout_s)
        if not self._roster.entries:
            raise LocalProtocolError(NrpWording.NO_PACK_NAMED(), NrpWording.NO_PACK_NAMED_TIP())
        return tuple(_info(entry) for entry in self._roster.entries.values())

    @override
    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        """Publish commands to a joint, once the engine has answered that it has the joint."""
        # of waiting commands always the newest is sent, and no joint has another type
        del newest_only, force
        check_command_type(type_name)
        topic = check_name(name)
        commander = CommandLinks((topic,), self._open_link, self._tasks)
        try:
            await commander.open(timeout_s)
        except BaseException:
            await commander.close()
            raise
        publisher = NrpPublisher(topic, commander, self._tasks, partial(self._tell_commands, topic), self._leave)
        self._publishers.append(publisher)
        return publisher

    @override
    async def open_command_sender(
        self,
        name: str,
        type_name: str,
        timeout_s: float,
        *,
        still: Mapping[str, Any],
        node: str = "",
        silent: bool = False,
    ) -> CommandSender:
        """Open a command sender: `name` is the names of joints with commas between, `node` the name of the engine."""
        check_command_type(type_name)
        names = parse_joint_names(name)
        encode_joints(names, still)
        commander = CommandLinks(names, self._open_link, self._tasks, only_zeros=silent)
        try:
            await commander.open(timeout_s)
        except BaseException:
            await commander.close()
            raise
        where = f"{self.uri.host}:{self.uri.port}"
        return NrpCommandSender(names, commander, still, where, node, self._is_there, self._tasks, silent=silent)

    def _is_there(self) -> bool:
        return self.status.state in {ConnectionState.CONNECTED, ConnectionState.STALE}

    @override
    async def close(self) -> None:
        if self.status.state is not ConnectionState.CLOSED:
            await asyncio.gather(*(publisher.close() for publisher in tuple(self._publishers)))
        await super().close()

    def _leave(self, publisher: JointPublisher) -> None:
        """Forget a publisher that has ended."""
        self._publishers.remove(publisher)
        self.alerts.clear(_commands_alert(publisher.topic))

    def _tell_commands(self, topic: str, error: ProtocolError | None) -> None:
        """Raise the alert that a joint can't be commanded now, or clear it."""
        text = "" if error is None else ConnectionWording.OF_TOPIC(topic=topic, reason=error.reason)
        self.alerts.ensure(_commands_alert(topic), Severity.WARNING, text, "" if error is None else error.tip)

    @override
    async def run_doctor(self, report: Callable[[DoctorCheck], None]) -> None:
        probe = EngineHostProbe(self.uri, self._settings, self._open_link, self._library)
        await diagnose_engine(self, self.wait_until_asked, self._roster.entries.values, probe, report)

    async def wait_until_asked(self, timeout_s: float) -> None:
        """Wait until every name was asked for. Raises LinkError if that is not done within the time."""
        await self._wait_for(self._asked_all, timeout_s)

    # the link to the engine

    async def _converse(self) -> NoReturn:
        """Ask until that fails. Raises ProtocolError."""
        self._took_s = None
        link = await self._open_link()
        loop = asyncio.get_running_loop()
        self._roster.reset(loop.time())
        self._asked_all.clear()
        try:
            while True:
                self._roster.set_rates(self._rates)
                question = self._roster.next_request(loop.time())
                if question is None:
                    await self._sleep_until(self._roster.next_at(loop.time()))
                else:
                    await self._ask(link, question)
        finally:
            await link.close()

    async def _open_link(self, use: EngineLinkUse = EngineLinkUse.QUESTIONS) -> EngineLink:
        module = await self._library(_LINKS[self.uri.wire])
        link: EngineLink = await module.open_link(self.uri.host, self.uri.port, self._settings, use)
        return link

    async def _sleep_until(self, when: float) -> None:
        """Sleep until a time, or until other DataPacks are wanted."""
        self._nudge.clear()
        timer = asyncio.get_running_loop().call_at(when, self._nudge.set)
        try:
            await self._nudge.wait()
        finally:
            timer.cancel()

    async def _ask(self, link: EngineLink, question: PackRequest) -> None:
        """Ask once. Raises ProtocolError where the engine is at fault, not a name that was asked for."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        timer = loop.call_later(STALE_S, self._slow)
        try:
            answer = await link.ask(question.names, ANSWER_TIMEOUT_S)
        except (UnknownPackError, FrameTooLargeError, EngineError, WrongServerError) as error:
            if not question.names:
                raise
            if isinstance(error, EngineError | WrongServerError):
                # a program that answers this is an engine, and a name that was asked for is at fault
                await link.ask((), ANSWER_TIMEOUT_S)
            changes = self._roster.receive_refusal(question, error, loop.time())
        else:
            changes = self._roster.receive_answer(question, answer, loop.time())
        finally:
            timer.cancel()
        now = loop.time()
        self._answered = True
        self._took_s = now - began
        self._take(changes, now)
        if self._roster.all_asked:
            self._asked_all.set()
        self._assess(now)

    # answers

    def _take(self, changes: Collection[PackChange], now: float) -> None:
        shown = False
        for change in changes:
            entry, pack = change.entry, change.pack
            if change.state_changed:
                shown = True
                again = NrpWording.ASKED_AGAIN_TIP(interval_s=ASK_AGAIN_S) if entry.state is PackState.UNKNOWN else ""
                self._tell(entry.name, entry.fault, again)
            if pack is None:
                continue
            if change.state_changed:
                self._name_engine(pack.engine)
            slot = self._slot_of(entry.name, entry.type)
            shown = self._read_as(slot, pack) or shown
            if entry.wanted:
                self._deliver_pack(slot, pack, now)
        if shown:
            self._show_entries()

    def _show_entries(self) -> None:
        """Bring the store up to date with all names."""
        for entry in self._roster.entries.values():
            slot = self._slot_of(entry.name, entry.type)
            self._set_live(slot, live=entry.wanted)
            if entry.takes_frames and slot.schema is None:
                # a view can only show it with a schema, and only a shown camera is read
                slot.schema = schema_of(PackType.CAMERA)
        for name in self._slots.keys() - self._roster.entries.keys():
            self._slots.pop(name).live = False
        self._store.update(self.id, tuple(_info(entry) for entry in self._roster.entries.values()))
        self._warn()

    def _warn(self) -> None:
        text = "" if self._roster.entries else NrpWording.NO_PACK_NAMED()
        self.alerts.ensure("names", Severity.INFO, text, NrpWording.NO_PACK_NAMED_TIP())
        read = [each.name for each in self._roster.entries.values() if each.wanted and each.takes_frames]
        text = NrpWording.FRAMES_TAKEN_AWAY(packs=", ".join(read)) if read else ""
        self.alerts.ensure("cameras", Severity.INFO, text, NrpWording.FRAMES_TAKEN_AWAY_TIP())

    # the state

    def _assess(self, now: float) -> None:
        """Set the state after an answer."""
        self._reached = True
        still_s = self._roster.unchanged_s(now)
        is_still = self._stands_still(still_s)
        self._show_activity("paused" if is_still else "")
        words = (
            NrpWording.DESCRIPTION_AND_STATE(description=self.description, state=_STILL)
            if is_still
            else self.description
        )
        self.set_status(ConnectionState.CONNECTED, words)

    def _slow(self) -> None:
        if self._reached:
            reason = NrpWording.STALE(host=self.uri.host, port=self.uri.port, age_s=STALE_S)
            self.set_status(ConnectionState.STALE, reason, _SLOW_TIP)

    def _failed(self, error: ProtocolError) -> None:
        self._asked_all.clear()
        super()._failed(error)

    async def _keep_measuring(self) -> None:
        while True:
            await asyncio.sleep(MEASURE_INTERVAL_S)
            quality = LinkQuality(self._took_s)
            if quality != self.quality:
                self.quality = quality
                self._on_change()


def _commands_alert(topic: str) -> str:
    return f"commands to {topic}"


def _type_name(entry: PolledPack) -> str:
    return entry.type.value if entry.type is not None else ""


def _info(entry: PolledPack) -> TopicInfo:
    """The topic of an entry; the engine is the one publisher of every DataPack that it knows."""
    publishers = {PackState.NEW: None, PackState.KNOWN: 1, PackState.UNKNOWN: 0}[entry.state]
    fault = entry.fault.reason if entry.fault is not None else ""
    cost = _COST if entry.takes_frames else ""
    return TopicInfo(entry.name, _type_name(entry), publishers, None, fault, cost, on_change=True)
