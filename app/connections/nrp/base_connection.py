"""The common part of connections to engines, over whatever wire: names, slots of the store, and new attempts."""

from __future__ import annotations

import asyncio
import importlib
import random
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import Connection, Message
from app.connections.health import assess_failure
from app.connections.nrp.converters import schema_of
from app.model.alerts import Alerts, Severity
from app.model.schema import Schema
from app.model.status import ConnectionState, RobotCondition
from app.model.topics import Topic, TopicKey, TopicStore
from app.net.errors import LinkError, WrongServerError
from app.net.redial import redial
from app.net.tasks import TaskPool
from app.wording.connections import ConnectionWording, NrpWording
from protocols.errors import LocalProtocolError, ProtocolError, RemoteProtocolError
from protocols.frames import SingleFrame
from protocols.names import printable_name
from protocols.nrp.joint_commands import encode_command, stop_message_for
from protocols.nrp.packs import DataPack, PackType, check_name
from protocols.nrp.poll_schedule import PackFault
from protocols.nrp.uri import NrpUri
from protocols.timing import Backoff, BackoffPolicy

# an engine that is started again is back within 3 s
RETRY: Final = BackoffPolicy(first_s=0.1, factor=2.0, cap_s=1.0)
# while a simulation runs, not even the values of a resting body stay the same for long
STILL_S: Final = 2.0

_LIBRARY_TIP: Final = NrpWording.LIBRARY_MISSING_TIP()


def pack_alert(name: str) -> str:
    """The name of the alert of a DataPack that can't be read."""
    return f"pack {name}"


def check_command_type(type_name: str) -> None:
    """Raises LocalProtocolError for a type that takes no commands."""
    if type_name != PackType.JOINT:
        reason = NrpWording.TYPE_NOT_TAKEN(type_name=printable_name(type_name))
        raise LocalProtocolError(reason, NrpWording.TYPE_NOT_TAKEN_TIP(type_name=PackType.JOINT.value))


class BaseNrpConnection(Connection):
    """A connection that finds and reconnects to an engine by itself.

    Attributes:
        engine_name: the engine's own name; empty before the engine has given it.
    """

    def __init__(
        self, uri: NrpUri, store: TopicStore, alerts: Alerts, settings: Settings, on_change: Callable[[], None]
    ) -> None:
        super().__init__(uri.engine, store, alerts, settings, on_change)
        self.uri = uri
        self.address = str(uri)
        self.description = NrpWording.SERVER(wire=uri.wire.label)
        self.engine_name = ""
        self._tasks = TaskPool(self.id)
        self._slots: dict[str, Topic] = {}
        self._reached = False
        self._answered = False

    @override
    def _topic_of(self, name: str) -> str:
        return check_name(name)

    @override
    def resolve(self, name: str) -> str:
        return name.strip()

    @override
    def schema_of(self, type_name: str) -> Schema | None:
        return schema_of(PackType(type_name)) if type_name in {kind.value for kind in PackType} else None

    @override
    def encode(self, type_name: str, value: Message) -> bytes:
        """Encode a command to a joint; no other type takes commands. Raises LocalProtocolError."""
        check_command_type(type_name)
        return encode_command(value)

    @override
    def may_move(self, name: str, type_name: str) -> bool:
        """Whether the type is that of joints: a command to a joint has the same type as its state."""
        del name
        return type_name == PackType.JOINT

    @override
    def stop_message_for(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The command that ends a motion of a joint; None for a position, which is not taken back."""
        del name
        return stop_message_for(value) if type_name == PackType.JOINT else None

    @override
    async def close(self) -> None:
        if self.status.state is not ConnectionState.CLOSED:
            self.set_status(ConnectionState.CLOSED, ConnectionWording.CLOSED())
            await self._tasks.cancel()

    # the link to the engine

    @abstractmethod
    async def _converse(self) -> NoReturn:
        """Reach the engine and read from it until that fails. Raises ProtocolError."""

    async def _run(self) -> None:
        """Converse for ever; a failure after an answer is followed by a new attempt at once."""
        backoff = Backoff(RETRY, random.random)

        def on_end(error: ProtocolError, lasted_s: float) -> float:
            del lasted_s
            delay_s = backoff.next_s(is_good=self._answered)
            self._answered = False
            self._failed(error)
            return delay_s

        await redial(self._converse, on_end, attempts=self.attempts)

    def _failed(self, error: ProtocolError) -> None:
        is_rejected = isinstance(error, RemoteProtocolError | WrongServerError)
        self._show_failure(assess_failure(is_reached=self._reached, is_rejected=is_rejected), error)

    async def _library(self, module: str) -> Any:
        """Import one of our modules that loads a library. Raises LocalProtocolError."""
        try:
            # loaded beside the loop: other connections go on
            return await asyncio.to_thread(importlib.import_module, module)
        except ImportError as error:
            reason = NrpWording.LIBRARY_MISSING(wire=self.uri.wire.label, reason=str(error))
            raise LocalProtocolError(reason, _LIBRARY_TIP) from error

    async def _wait_for(self, event: asyncio.Event, timeout_s: float) -> None:
        """Wait for an event. Raises LinkError with the reason if it does not come within the time."""
        try:
            async with asyncio.timeout(timeout_s):
                await event.wait()
        except TimeoutError as error:
            status = self.status
            reason = (
                status.reason if status.failed else ConnectionWording.NO_ANSWER(connection=self.id, timeout_s=timeout_s)
            )
            raise LinkError(reason, status.tip or ConnectionWording.NO_ANSWER_TIP()) from error

    # names and DataPacks

    def _slot_of(self, name: str, kind: PackType | None) -> Topic:
        slot = self._slots.get(name)
        if slot is None:
            type_name = kind.value if kind is not None else ""
            slot = self._slots[name] = self._store.get_or_create(TopicKey(self.id, name), type_name)
        return slot

    def _set_live(self, slot: Topic, *, live: bool) -> None:
        if slot.live is not live:
            slot.live = live
            slot.reset_rate()

    def _read_as(self, slot: Topic, pack: DataPack) -> bool:
        """Set the schema of a topic to that of a DataPack; whether it was another one."""
        before, slot.schema = slot.schema, schema_of(pack.type, w_rebuilt=pack.w_rebuilt)
        return slot.schema is not before

    def _deliver_pack(self, slot: Topic, pack: DataPack, now: float) -> None:
        schema = schema_of(pack.type, w_rebuilt=pack.w_rebuilt)
        self.deliver(slot, SingleFrame(pack.payload), schema, now)

    def _tell(self, name: str, fault: PackFault | None, tip: str = "") -> None:
        """Raise the alert about the fault of a name, or clear it where there is no fault."""
        text = ""
        if fault is not None:
            tip = ConnectionWording.TWO_TIPS(first=fault.tip, second=tip) if fault.tip and tip else fault.tip or tip
            text = ConnectionWording.OF_TOPIC(topic=name, reason=fault.reason)
        self.alerts.ensure(pack_alert(name), Severity.WARNING, text, tip)

    def _name_engine(self, engine: str) -> None:
        self.engine_name = engine or self.engine_name
        name = printable_name(engine)
        description = NrpWording.ENGINE(engine=name, wire=self.uri.wire.label) if name else self.description
        if description != self.description:
            self.description = description
            self._on_change()

    def _stands_still(self, still_s: float | None) -> bool:
        """Whether values have stayed the same for longer than in a simulation that runs."""
        return still_s is not None and still_s >= STILL_S

    def _show_activity(self, activity: str) -> None:
        if activity != (self.condition.activity if self.condition is not None else ""):
            self.condition = RobotCondition(activity=activity, received_ns=time.time_ns(), still=bool(activity))
            self._on_change()
