"""The connection to a broker: it reads DataPacks as engines publish them, which disturbs no simulation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import Publisher
from app.connections.nrp.base_connection import BaseNrpConnection, check_command_type, pack_alert
from app.connections.nrp.doctor import diagnose_broker
from app.connections.nrp.publisher import JointPublisher, MqttPublisher
from app.model.alerts import Alerts, Severity
from app.model.doctor import DoctorCheck
from app.model.status import ConnectionState, LinkCounts, LinkQuality
from app.model.topics import Topic, TopicInfo, TopicStore
from app.net.errors import LinkError
from app.wording.connections import NrpWording
from protocols.errors import DecodeError, LocalProtocolError, ProtocolError, UnknownPackError
from protocols.names import printable_name
from protocols.nrp.mqtt_wire import command_topic, decode_message, encode_message, is_text, pack_name_of, topic_filter
from protocols.nrp.packs import MAX_STATE_BYTES, DataPack, PackAnswer, PackType, check_name
from protocols.nrp.poll_schedule import PackFault
from protocols.nrp.uri import NrpUri

if TYPE_CHECKING:
    # it loads aiomqtt
    from app.connections.nrp.mqtt_link import MqttLink

# of one connection; an experiment has some dozens
MAX_TOPICS: Final = 1024
# longer JSON is read in another thread: it takes more than a few milliseconds
LONG_BYTES: Final = 128 * 1024
ASSESS_INTERVAL_S: Final = 0.25
# engines publish after each step, so every DataPack has come by then
GATHER_S: Final = 1.0

_LINK: Final = "app.connections.nrp.mqtt_link"
_NOTHING_TIP: Final = NrpWording.NOTHING_CAME_TIP()
_JOINT_TIP: Final = NrpWording.NO_SUCH_JOINT_TIP()
_STILL_TIP: Final = NrpWording.NOTHING_COMES_TIP()


@dataclass(slots=True, eq=False)
class BrokerPack:
    """A DataPack that is published, or wanted.

    Attributes:
        type: the type of the DataPack, as far as known.
        latched: whether it is wanted with the message from before, and no message has come yet.
        kept: the message from before, where the broker has one and it was not delivered yet.
        came: whether any message has come.
        is_text: whether the messages are JSON.
    """

    name: str
    slot: Topic
    type: PackType | None = None
    wanted: bool = False
    latched: bool = False
    fault: PackFault | None = None
    kept: DataPack | None = None
    came: bool = False
    is_text: bool = False


class NrpMqttConnection(BaseNrpConnection):
    """A connection to the engines that publish to one broker."""

    def __init__(
        self, uri: NrpUri, store: TopicStore, alerts: Alerts, settings: Settings, on_change: Callable[[], None]
    ) -> None:
        super().__init__(uri, store, alerts, settings, on_change)
        self.description = (
            NrpWording.ENGINE(engine=uri.path, wire=uri.wire.label)
            if uri.path
            else NrpWording.ENGINES(wire=uri.wire.label)
        )
        self._heard: dict[str, BrokerPack] = {}
        self._engines: set[str] = set()
        self._heard_at: float | None = None
        self._began_at = 0.0
        self._subscribed = asyncio.Event()
        self._first = asyncio.Event()
        self._left_out = self._strange = 0
        # of each camera the newest image in JSON that waits to be read
        self._long: dict[str, bytes] = {}
        self._reads_long = False
        self._shows_soon = False
        self._link: MqttLink | None = None
        self._publishers: list[JointPublisher] = []

    @override
    def start(self) -> None:
        self._tasks.spawn(self._run(), "broker")
        self._tasks.spawn(self._keep_assessing(), "state")

    @override
    def _subscribe(self) -> None:
        """Deliver the DataPacks that are wanted; a message from before is one that the broker keeps."""
        good = self._wanted.resolve()
        now = asyncio.get_running_loop().time()
        left_out = 0
        for name, latched in good.items():
            heard = self._entry(name)
            if heard is None:
                left_out += 1
            elif not heard.wanted:
                heard.wanted, heard.latched = True, latched
                self._set_live(heard.slot, live=True)
                self._deliver_kept(heard, now)
        for heard in tuple(self._heard.values()):
            if heard.wanted and heard.name not in good:
                heard.wanted = heard.latched = False
                self._set_live(heard.slot, live=False)
                if not heard.came:
                    self._forget(heard)
        if left_out:
            self._tell_left_out()
        self._show()

    @override
    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        """List the DataPacks that have come, and those that are wanted. Raises LinkError."""
        await self.wait_for_packs(timeout_s)
        return self._infos()

    @override
    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        """Publish commands to a joint. The engine has to publish the joint: nothing else shows that it is there."""
        # of waiting commands always the newest is sent, and no joint has another type
        del newest_only, force
        check_command_type(type_name)
        topic = check_name(name)
        to, engine, pack = command_topic(self.uri.path, topic)
        await self.wait_for_packs(timeout_s)
        heard = self._heard.get(topic)
        if heard is None or heard.type is not PackType.JOINT:
            raise LocalProtocolError(NrpWording.NO_SUCH_JOINT(engine=engine, topic=topic), _JOINT_TIP)
        if heard.is_text:
            reason = NrpWording.ENGINE_TAKES_NO_JSON(engine=engine)
            raise LocalProtocolError(reason, NrpWording.ENGINE_TAKES_NO_JSON_TIP())

        async def send(payload: bytes, confirm_s: float) -> None:
            if self._link is None:
                raise LinkError(NrpWording.NO_BROKER_LINK())
            await self._link.publish(to, encode_message(pack, payload, engine), confirm_s)

        publisher = MqttPublisher(topic, engine, send, self._first.is_set, self._tasks, self._publishers.remove)
        self._publishers.append(publisher)
        return publisher

    @override
    async def close(self) -> None:
        if self.status.state is not ConnectionState.CLOSED:
            await asyncio.gather(*(publisher.close() for publisher in tuple(self._publishers)))
        await super().close()

    @override
    async def run_doctor(self, report: Callable[[DoctorCheck], None]) -> None:
        await diagnose_broker(
            self.wait_until_subscribed,
            self.wait_for_packs,
            lambda: sorted(self._engines),
            lambda: [(each.name, each.type, each.fault) for each in self._heard.values()],
            report,
        )

    async def wait_until_subscribed(self, timeout_s: float) -> None:
        """Wait until the broker lets us read. Raises LinkError if that is not done within the time."""
        await self._wait_for(self._subscribed, timeout_s)

    async def wait_for_packs(self, timeout_s: float) -> None:
        """Wait until an engine has published all its DataPacks. Raises LinkError if none comes within the time."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_s
        await self.wait_until_subscribed(timeout_s)
        try:
            async with asyncio.timeout_at(deadline):
                await self._first.wait()
        except TimeoutError as error:
            raise LinkError(self._silence, _NOTHING_TIP) from error
        await asyncio.sleep(self._began_at + GATHER_S - loop.time())

    # the link to the broker

    @override
    async def _converse(self) -> NoReturn:
        module = await self._library(_LINK)
        link: MqttLink = await module.open_link(self.uri.host, self.uri.port, self._settings, self._take)
        try:
            self._heard_at = None
            await link.subscribe(topic_filter(self.uri.path))
            self._link = link
            self._began_at = asyncio.get_running_loop().time()
            self._answered = self._reached = True
            self._subscribed.set()
            self._assess()
            await link.wait_for_end()
        finally:
            self._link = None
            await link.close()

    def _failed(self, error: ProtocolError) -> None:
        self._subscribed.clear()
        self._first.clear()
        super()._failed(error)

    # messages

    def _take(self, topic: str, payload: bytes, retained: bool) -> None:  # noqa: FBT001 - as the library hands it over
        """Take a message that has come."""
        now = asyncio.get_running_loop().time()
        name = pack_name_of(self.uri.path, topic)
        if not name:
            return
        try:
            heard = self._entry(check_name(name))
        except LocalProtocolError as error:
            self._strange += 1
            if self._strange == 1:
                self.alerts.raise_alert("strange", Severity.WARNING, error.reason, NrpWording.STRANGE_TIP())
            return
        if heard is None:
            self._tell_left_out()
            return
        if not retained:
            self._note(topic, now)
        if not heard.wanted and heard.type is not None and heard.fault is None and not retained:
            # it is published, and not wanted
            heard.kept = None
        elif is_text(payload) and len(payload) > LONG_BYTES:
            # a message from before is not worth the time
            if not retained:
                self._queue(heard, payload)
        else:
            heard.is_text = is_text(payload)
            self._took(heard, decode_message(topic, payload), now, retained=retained)

    def _note(self, topic: str, now: float) -> None:
        """Record that an engine publishes."""
        was_silent = self._heard_at is None or self._stands_still(now - self._heard_at)
        self._heard_at = now
        self._first.set()
        if not self.uri.path and (engine := topic.partition("/")[0]) not in self._engines:
            self._engines.add(engine)
        if was_silent:
            self._assess()

    def _took(self, heard: BrokerPack, said: PackAnswer, now: float, *, retained: bool = False) -> None:
        error = said if isinstance(said, DecodeError | UnknownPackError) else None
        fault = PackFault(error.reason, error.tip) if error is not None else None
        is_other = not heard.came or fault != heard.fault
        if fault != heard.fault:
            heard.fault = fault
            self._tell(heard.name, fault)
        heard.came = True
        if isinstance(said, DataPack):
            heard.type = said.type
            is_other = self._read_as(heard.slot, said) or is_other
        if is_other:
            self._show_soon()
        if isinstance(said, DataPack):
            self._hand_over(heard, said, now, retained=retained)

    def _hand_over(self, heard: BrokerPack, pack: DataPack, now: float, *, retained: bool) -> None:
        if not retained:
            heard.kept, heard.latched = None, False
            if heard.wanted:
                self._deliver_pack(heard.slot, pack, now)
        elif heard.wanted or len(pack.payload) <= MAX_STATE_BYTES:
            heard.kept = pack
            self._deliver_kept(heard, now)

    def _deliver_kept(self, heard: BrokerPack, now: float) -> None:
        if heard.wanted and heard.latched and heard.kept is not None:
            pack, heard.kept, heard.latched = heard.kept, None, False
            self._deliver_pack(heard.slot, pack, now)

    def _queue(self, heard: BrokerPack, payload: bytes) -> None:
        """Queue a long text to be read: of each DataPack the newest, in all no longer than one message may be."""
        self._drop_long(heard.name)
        while self._long and sum(map(len, self._long.values())) + len(payload) > self._settings.frame_limit_bytes:
            self._drop_long(next(iter(self._long)))
        self._long[heard.name] = payload
        if not self._reads_long:
            self._reads_long = True
            self._tasks.spawn(self._read_long(), "pictures")

    def _drop_long(self, name: str) -> None:
        if self._long.pop(name, None) is not None and (heard := self._heard.get(name)) is not None:
            heard.slot.dropped += 1

    async def _read_long(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._long:
                name = next(iter(self._long))
                said = await asyncio.to_thread(decode_message, name, self._long.pop(name))
                heard = self._heard.get(name)
                if heard is not None:
                    self._took(heard, said, loop.time())
        finally:
            self._reads_long = False

    # names

    def _entry(self, name: str) -> BrokerPack | None:
        """Return the entry of a name, new where there is none; None where there are too many."""
        heard = self._heard.get(name)
        if heard is None and len(self._heard) < MAX_TOPICS:
            heard = self._heard[name] = BrokerPack(name, self._slot_of(name, None))
        return heard

    def _forget(self, heard: BrokerPack) -> None:
        del self._heard[heard.name]
        self._slots.pop(heard.name, None)
        self.alerts.clear(pack_alert(heard.name))

    def _tell_left_out(self) -> None:
        self._left_out += 1
        if self._left_out == 1:
            text = NrpWording.PACKS_NOT_READ(limit=MAX_TOPICS)
            self.alerts.ensure("packs", Severity.WARNING, text, NrpWording.PACKS_NOT_READ_TIP())

    def _infos(self) -> tuple[TopicInfo, ...]:
        return tuple(
            TopicInfo(each.name, each.type.value if each.type is not None else "", 1 if each.came else None)
            for each in self._heard.values()
        )

    def _show_soon(self) -> None:
        """Show what is known of names once for all messages that come together."""
        if not self._shows_soon:
            self._shows_soon = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._shows_soon = False
        self._store.update(self.id, self._infos())

    # the state

    @property
    def _who(self) -> str:
        return printable_name(self.uri.path) or NrpWording.ANY_ENGINE()

    @property
    def _silence(self) -> str:
        return NrpWording.NOTHING_CAME(who=self._who)

    async def _keep_assessing(self) -> None:
        while True:
            await asyncio.sleep(ASSESS_INTERVAL_S)
            if self._subscribed.is_set():
                self._assess()
            counts = LinkCounts(strange=self._strange, dropped=self._left_out)
            if counts.discarded and (self.quality is None or self.quality.counts != counts):
                self.quality = LinkQuality(counts=counts)
                self._on_change()

    def _assess(self) -> None:
        """Set the state while the broker is there: by what comes of the engine."""
        if self._heard_at is None:
            self.set_status(ConnectionState.CONNECTED, self._silence, _NOTHING_TIP)
            return
        is_still = self._stands_still(asyncio.get_running_loop().time() - self._heard_at)
        if is_still:
            reason = NrpWording.NOTHING_COMES(who=self._who)
            self.set_status(ConnectionState.STALE, reason, _STILL_TIP)
        else:
            self.set_status(ConnectionState.CONNECTED, self.description)
