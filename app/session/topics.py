"""The topics of one run, as views and commands use them."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from app.connections.alerts import topic_name_alert
from app.model.messages.stamps import StampLag, StampLags
from app.model.schema import FieldPath, Schema
from app.model.topics import DecoderChoice, Delivery, Message, PollRate, Sink, Topic, TopicInfo, TopicKey, TopicStore
from app.net.link_thread import LinkThread
from app.session.connection_info import MessageTotals
from app.session.connections import OpenConnections
from app.session.errors import SessionError, translated_errors
from protocols.frames import FrameBatch

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.base import Connection
    from app.session.backfill import Backfill, History
    from app.session.look_back import LookBack

_LOGGER = logging.getLogger(__name__)

# the black box subscribes by this name
BOX_OWNER: Final = "black box"

# of each topic; more than any robot sends while it is read what goes before
_MOST_HELD: Final = 10_000


class Topics:
    """The topics of all robots: who subscribes to them, how they are read, and what their messages would do.

    Any thread may call it. What takes the key of a topic raises SessionError if there is no such connection.

    Attributes:
        backfill: fills in histories that begin now; None where nothing is kept.
    """

    backfill: Backfill | None = None

    def __init__(self, link: LinkThread, connections: OpenConnections) -> None:
        self._look: LookBack | None = None
        # how often views have begun to show the past, or now again
        self._looks = 0
        self._link = link
        self._connections = connections
        self._wants: dict[str, dict[TopicKey, bool]] = {}
        self._sinks: dict[tuple[str, TopicKey], Sink] = {}
        # those sinks that get what comes now, whatever time views show
        self._histories: set[tuple[str, TopicKey]] = set()
        # what came of topics of parts since views show now again, until they are told what goes before
        self._held: dict[TopicKey, deque[Delivery]] = {}
        self._held_after: LookBack | None = None
        self._lags = StampLags()
        # on the link loop: those that the black box alone wants
        self._recorded_only: list[Topic] = []
        connections.add_applier(self._apply_wants)

    @property
    def store(self) -> TopicStore:
        """The topics, with their newest messages of the time that views show."""
        look = self._look
        return look.store if look is not None else self._connections.store

    @property
    def live(self) -> TopicStore:
        """The topics, with their newest messages of now."""
        return self._connections.store

    @property
    def jumps(self) -> int:
        """A number that changes whenever views show another time than that to which time has gone on.

        What was kept of messages is of another time then. It has changed before a sink gets the first message of then.
        """
        looks, look = self._looks, self._look
        return (looks << 32) + (look.jumps if look is not None else 0)

    def is_past(self, key: TopicKey) -> bool:
        """Whether views show the past of a topic."""
        return self._look is not None and self._connections.is_recorded(key.connection)

    @property
    def has_moved(self) -> bool:
        """Whether views show a time that was gone to, rather than what was now when they began to show the past."""
        look = self._look
        return look is not None and look.has_moved

    def nobody_listened(self, key: TopicKey) -> bool:
        """Whether views show a time by which the black box has no message of a topic."""
        look = self._look
        if look is None or not look.has_moved or not self._connections.is_recorded(key.connection):
            return False
        topic = look.store.get(key)
        return topic is None or topic.newest is None

    def heard_s(self, key: TopicKey) -> float | None:
        """How old the last message of a topic was in the past that views show; None where the black box has none."""
        look = self._look
        heard_ns = look.heard.get(key) if look is not None else None
        return max(look.state.position_ns - heard_ns, 0) / 1e9 if look is not None and heard_ns is not None else None

    def thinned_hz(self, key: TopicKey) -> float | None:
        """How many pictures of a topic there are in a second at most, where thinned ones are shown; else None."""
        look = self._look
        return look.thinned_hz.get(key) if look is not None and look.has_moved else None

    @property
    def totals(self) -> MessageTotals:
        """The totals of all messages so far; goes through all topics that were heard."""
        messages = nbytes = dropped = 0
        for topic in self.live.with_messages:
            messages += topic.messages
            nbytes += topic.nbytes
            dropped += topic.dropped
        return MessageTotals(messages, nbytes, dropped)

    def check_topic(self, key: TopicKey) -> TopicKey:
        """The topic that a name stands for. Raises SessionError if no topic of the connection can have this name."""
        connection = self._of(key)
        with translated_errors():
            connection.check_topic(key.topic)
        return TopicKey(key.connection, connection.resolve(key.topic))

    def refusal_of(self, key: TopicKey) -> SessionError | None:
        """The error of a topic that can't be subscribed to because of its name, as far as known; None if it can."""
        names = {key.topic, self._of(key).resolve(key.topic)}
        alerts = {f"{key.connection} {topic_name_alert(name)}" for name in names}
        found = next((alert for alert in self._connections.alerts.current if alert.key in alerts), None)
        return SessionError(found.text, found.tip) if found is not None else None

    def topic(self, key: TopicKey) -> Topic | None:
        """The topic of a name as the operator writes it: `~/…` is resolved as far as known.

        None while the topic is unknown.
        """
        return self.store.get(TopicKey(key.connection, self._of(key).resolve(key.topic)))

    def lag_of(self, topic: Topic) -> StampLag | None:
        """The difference between a topic's stamps and our clock; None if it is unknown. For one thread."""
        connection = self._connections.get(topic.key.connection)
        return self._lags.lag_of(topic, simulated=connection is None or connection.clock is not None)

    @property
    def wanted(self) -> set[TopicKey]:
        """The topics that are read; on the link loop."""
        read = {key for wanted in tuple(self._wants.values()) for key in wanted}
        return read.union(owned[1] for owned in tuple(self._sinks) if owned not in self._histories)

    def show_past(self, look: LookBack | None) -> None:
        """Show what a look back finds instead of what is now; None for now again. On the link loop.

        For now again, what topics of parts say from now on is held back until `tell_now`.
        """
        self._looks += 1
        before, self._look = self._look, look
        self._held_after = before
        parts = before.parts if before is not None and look is None else ()
        self._held = {key: deque(maxlen=_MOST_HELD) for key in parts}
        self._apply_wants()

    def tell_now(self, look: LookBack, told: Sequence[tuple[TopicKey, Delivery]]) -> None:
        """Give sinks of topics of parts what goes before now, and what was held back since a look. On the link loop."""
        if look is not self._held_after:
            # there was another one since
            return
        held, self._held = self._held, {}
        self._apply_wants()
        newest_ns: dict[TopicKey, int] = {}
        for key, delivery in told:
            if key in held:
                newest_ns[key] = max(newest_ns.get(key, 0), delivery.received_ns)
                self._give(key, delivery)
        for key, deliveries in held.items():
            for delivery in deliveries:
                if delivery.received_ns > newest_ns.get(key, 0):
                    self._give(key, delivery)

    def _give(self, key: TopicKey, delivery: Delivery) -> None:
        for owned, sink in tuple(self._sinks.items()):
            if owned[1] == key and owned not in self._histories:
                try:
                    sink(delivery)
                except Exception:
                    _LOGGER.exception("a receiver of %s failed", key.topic, extra={"robot": key.connection})

    def set_subscriptions(self, owner: str, keys: Collection[TopicKey], *, latched: bool = True) -> None:
        """Set the topics that `owner`, a view or a command, subscribes to; a topic without any owner is unsubscribed.

        With `latched`, the last earlier message comes at once if the protocol has latched messages.
        """
        wanted = dict.fromkeys(keys, latched)
        if self._wants.get(owner, {}) == wanted:
            return
        if wanted:
            self._wants[owner] = wanted
        else:
            self._wants.pop(owner, None)
        self._link.call(self._apply_wants)

    def set_sink(self, owner: str, key: TopicKey, sink: Sink | None, *, is_history: bool = False) -> None:
        """Give each message of a subscribed topic to `sink`, in the link thread, which must go on; None ends it.

        While views show the past it gets the messages of then, unless it keeps a history, which has no holes.
        """
        self._histories.discard((owner, key))
        if sink is None:
            self._sinks.pop((owner, key), None)
        else:
            self._sinks[owner, key] = sink
            if is_history:
                self._histories.add((owner, key))
        self._link.call(self._apply_wants)

    def tell_newest(self, key: TopicKey, sink: Sink) -> None:
        """Give a sink that was just set the newest message of a topic that others listen to already.

        It is given behind the sink, in the link thread, so that nothing that comes meanwhile is missed; who has heard
        it hears it again.
        """
        self._link.call(self._tell_newest, key, sink)

    def _tell_newest(self, key: TopicKey, sink: Sink) -> None:
        topic = self.live.get(key)
        newest = topic.newest if topic is not None and topic.live else None
        if newest is not None:
            payload = bytes(newest.payload)
            batch = FrameBatch(payload, (0,), (len(payload),), len(payload))
            sink(Delivery(batch, newest.schema, 0.0, newest.received_ns, newest.sender))

    def fill_in(self, key: TopicKey, history: History, paths: Collection[FieldPath]) -> None:
        """Put what was kept of a topic before what comes to a sink that was just set, of fields that are new in it."""
        if self.backfill is not None:
            self.backfill.fill_in(key, history, paths)

    def kept_messages(self, key: TopicKey) -> tuple[Message, ...]:
        """The last message of each publisher that keeps one: a topic that is subscribed to gets none of them again.

        Where the protocol does not tell them apart it is the newest one. A robot that has been left keeps none.
        """
        connection = self._connections.get(key.connection)
        kept = connection.kept_messages(key.topic) if connection is not None else ()
        topic = self.store.get(key)
        return kept or ((topic.newest,) if topic is not None and topic.newest is not None else ())

    async def list_topics(self, connection_id: str, timeout_s: float) -> tuple[TopicInfo, ...]:
        """All topics of a connection with their counts, requested now; await it on any loop.

        Raises:
            SessionError: the answer does not come in time, or there is no such connection.
        """
        connection = self._connections.find(connection_id)
        with translated_errors():
            return await self._link.run(connection.list_topics(timeout_s))

    def schema_of(self, connection_id: str, type_name: str) -> Schema | None:
        """The schema of a message type, as far as known without asking the robot."""
        return self._connections.find(connection_id).schema_of(type_name)

    def schema_of_topic(self, topic: Topic) -> Schema | None:
        """The schema of a topic, as far as known without any message."""
        if topic.schema is not None or not topic.info.type_name:
            return topic.schema
        try:
            return self.schema_of(topic.key.connection, topic.info.type_name)
        except SessionError:
            return None

    def commands_motion(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type may set a robot in motion, on this topic."""
        return self._of(key).commands_motion(key.topic, type_name)

    def may_move(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type on this topic may move a robot or a part of it, in any way."""
        return self._of(key).may_move(key.topic, type_name)

    def stop_message_for(self, key: TopicKey, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The message that stops the motion which `value` commands on a topic; None if it commands none."""
        return self._of(key).stop_message_for(key.topic, type_name, value)

    def poll_rate_of(self, key: TopicKey) -> PollRate | None:
        """The rate at which a topic is polled; None if the robot sends it by itself."""
        return self._of(key).poll_rate_of(key.topic)

    def set_poll_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        """Set the polling rate of a topic; None for that of other topics. Raises SessionError if it can't be set."""
        with translated_errors():
            self._of(key).set_poll_rate(key.topic, rate_hz)

    def decoder_of(self, key: TopicKey) -> DecoderChoice | None:
        """The decoder of a topic's bytes; None if its messages have a type."""
        return self._of(key).decoder_of(key.topic)

    def decoder_types(self, connection_id: str, decoder: str) -> tuple[str, ...]:
        """The message types that a decoder knows by itself; empty for a decoder that needs none."""
        return self._connections.find(connection_id).decoder_types(decoder)

    def set_decoder(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        """Set the decoder of a topic's bytes. Raises SessionError if there is no such decoder or type."""
        with translated_errors():
            self._of(key).set_decoder(key.topic, decoder, type_name)

    def _of(self, key: TopicKey) -> Connection:
        return self._connections.find(key.connection)

    def _apply_wants(self) -> None:
        """Tell every connection what is wanted of it; on the link loop."""
        keys: dict[TopicKey, bool] = {}
        for wanted in tuple(self._wants.values()):
            for key, latched in wanted.items():
                keys[key] = keys.get(key, False) or latched
        sinks: dict[TopicKey, list[Sink]] = {}
        look = self._look
        past: dict[TopicKey, list[Sink]] = {key: [] for key in keys}
        for owned, sink in tuple(self._sinks.items()):
            key = owned[1]
            is_of_now = owned in self._histories or not self._connections.is_recorded(key.connection)
            if look is not None and not is_of_now:
                past.setdefault(key, []).append(sink)
            elif key not in self._held or is_of_now:
                sinks.setdefault(key, []).append(sink)
        for key, waiting in self._held.items():
            sinks.setdefault(key, []).append(waiting.append)
        if look is not None:
            look.set_wanted(past)
        for connection in self._connections.running():
            for key in keys:
                if key.connection == connection.id:
                    connection.set_sinks(key.topic, sinks.get(key, ()))
            connection.set_wanted(
                {key.topic: latched for key, latched in keys.items() if key.connection == connection.id}
            )
        self._note_recorded_only()

    def _note_recorded_only(self) -> None:
        """Have the topics that no view wants known as such."""
        for topic in self._recorded_only:
            topic.recorded_only = False
        looked_at = {key for owner, wanted in tuple(self._wants.items()) if owner != BOX_OWNER for key in wanted}
        resolved = {
            TopicKey(key.connection, connection.resolve(key.topic))
            for key in looked_at
            if (connection := self._connections.get(key.connection)) is not None
        }
        left = self._wants.get(BOX_OWNER, {}).keys() - resolved
        self._recorded_only = [known for key in left if (known := self.live.get(key)) is not None]
        for topic in self._recorded_only:
            topic.recorded_only = True
