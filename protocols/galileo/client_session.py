"""A client's session with a robot, for one topic, sans-IO.

    CONNECTING   connect every second; an answer: CONNECTED, or REFUSED
    REFUSED      connect every two seconds; an answer: CONNECTED; none for long: CONNECTING
    CONNECTED    1 s of silence: STALE
    STALE        connect every second; any frame: CONNECTED; 10 s of silence: LOST
    LOST, CLOSED the end; CLOSED when the robot or our side says so

A session that follows one that ended is given the `ids` of that one, so that the robot is told to forget them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from protocols.errors import GalileoError, GalileoLocalError
from protocols.galileo.connecting import ClientIds, ConnectRetryTimer
from protocols.galileo.events import (
    ENDED,
    OPEN,
    Address,
    BinaryReceived,
    ClientCounters,
    ClientEvent,
    GalileoSessionState,
    SessionStateChanged,
    TextReceived,
)
from protocols.galileo.packets import (
    INDEX_COUNT,
    ConnectReply,
    GalileoFrame,
    Opcode,
    decode_frame,
    decode_reply,
    encode_binary,
    encode_control,
    encode_text,
    frame_text,
    split_payload,
)
from protocols.galileo.reassembly import ContinuationBuffer, Fragment, Indexing, Reassembly
from protocols.galileo.round_trip import RoundTrip
from protocols.galileo.stop_proof import StopProof
from protocols.galileo.wording import GalileoWireWording
from protocols.schema import Payload

STALE_S: Final = 1.0
LOST_S: Final = 10.0
CLOSE_TIMEOUT_S: Final = 3.0
MAX_MESSAGE: Final = 1024 * 1024

_MAX_OUTBOX: Final = 4096
_MAX_CLOSED_AGAIN: Final = 4
# a robot that is heard sends a ping in every tenth of a second, and no robot starts again sooner
_HEARD_S: Final = 0.25
# after this time, pings that were sent by a reused id before have their answers
_OLD_ID_QUIET_S: Final = 0.5
_MAX_EVENTS: Final = 4096


class GalileoClientSession:
    """One session, from the first connect to its end.

    Args:
        connect_frames: the frames that ask for the session, first choice first (see `GalileoUri.connect_frames`).
        peer: the robot's or the proxy's address, to which all datagrams go.
        now: the time; connect is sent at once.
        any_port: whether the far side may answer from another port, as a proxy may.
        indexing: whether the robot puts an index before bytes.
        join_continuations: whether CONTINUATION frames belong before the next frame; else they are passed over.
        former_ids: the `ids` of the session before this one.

    Attributes:
        state, counters: the state of the session, and the counts of what came.
        delivered: once closed by `close_when_answered`, whether the robot has answered.
        last_frame_at: the time at which the robot was last heard; None before its answer.
        id_adopted_at: the time at which the current id was taken; earlier datagrams went by another id.
        generation: a number that changes when another id is taken, unless that id was asked for to prove a stop.
    """

    def __init__(
        self,
        connect_frames: Sequence[bytes],
        peer: Address,
        now: float,
        *,
        any_port: bool = False,
        indexing: Indexing = Indexing.AUTO,
        join_continuations: bool = False,
        former_ids: tuple[bytes, ...] = (),
    ) -> None:
        self.peer = peer
        self.state = GalileoSessionState.CONNECTING
        self.counters = ClientCounters()
        self.delivered = False
        self.last_frame_at: float | None = None
        self.id_adopted_at = now
        self.generation = 0
        self._any_port = any_port
        self._indexing = indexing
        self._continuation = ContinuationBuffer() if join_continuations else None
        self._ids = ClientIds(former_ids)
        self._outbox: deque[bytes] = deque()
        self._events: deque[ClientEvent] = deque()
        self._index = 0
        self._last_error = ""
        self._too_late = 0
        self._reassembly = Reassembly(indexing)
        self._round_trip: RoundTrip | None = None
        self._asking = ConnectRetryTimer(connect_frames, now)
        self._answered = 0
        self._is_new_id = False
        self._proof: StopProof | None = None
        self._closing: tuple[float, float] | None = None
        self.handle_deadline(now)

    # what is known

    @property
    def ids(self) -> tuple[bytes, ...]:
        """All ids that the robot may still hold open for us, to be given to the next session."""
        return self._ids.known

    @property
    def reassembly(self) -> Reassembly:
        """The reassembly of binary datagrams, with its figures."""
        return self._reassembly

    @property
    def too_late(self) -> int:
        """The number of fragments that came after they had been given up, by all ids."""
        return self._too_late + self._reassembly.too_late

    @property
    def rtt_s(self) -> float | None:
        """The round trip in seconds; None before the robot's answer."""
        return None if self._round_trip is None else self._round_trip.rtt_s

    def round_trip_loss(self, now: float) -> float | None:
        """The fraction of pings without answer, over the last two minutes."""
        return None if self._round_trip is None else self._round_trip.loss(now)

    def probe_age_s(self, now: float) -> float | None:
        """The time since the newest answered ping was sent, in seconds."""
        return None if self._round_trip is None else self._round_trip.age_s(now)

    def even_probe_age_s(self, now: float) -> float | None:
        """The age of the newest answered ping as if pings were sent evenly: a measure of how late answers are.

        Pings are not sent evenly where each waits for the answer to the one before.
        """
        return None if self._round_trip is None else self._round_trip.even_age_s(now)

    def answered_since(self, moment: float) -> bool:
        """Whether the robot has answered a ping that was sent after `moment`, by the id of that time."""
        return self._round_trip is not None and moment >= self.id_adopted_at and self._round_trip.answered_since(moment)

    # a stop

    def stop_sent(self, began_at: float, now: float) -> None:
        """Take notice of a stop command, as all since `began_at` were; find out whether the robot hears them."""
        if self._proof is None or self._proof.began_at != began_at:
            self._proof = StopProof(began_at, now)
            if self.state in OPEN and self._is_new_id and self.id_adopted_at > began_at:
                self._proof.id_changed(now, fresh=True)
        self._proof.zero_sent(now)

    def end_stop(self) -> None:
        """End the proof of a stop, since other commands are sent from now on."""
        self._proof = None
        if self.state in OPEN:
            # by another id that came now, a motion would reach a session that was sent no zero
            self._answered = self._asking.sent

    @property
    def stop_arrived(self) -> bool:
        """Whether it is proven that the stop commands reached the robot, and that no earlier command can any more."""
        return self._proof is not None and self._proof.arrived

    # the five verbs

    def receive_data(self, data: bytes, now: float, source: Address | None = None) -> None:
        """Take one datagram, and its source unless the socket takes only the robot's datagrams; raises nothing."""
        if self.state in ENDED:
            return
        if source is not None and (source[0] != self.peer[0] or (source[1] != self.peer[1] and not self._any_port)):
            self.counters.foreign += 1
            return
        try:
            frame = decode_frame(data)
        except GalileoError:
            frame = None
        # an answer may come as a text by the id that it gives
        reply = None if frame is not None and frame.opcode is not Opcode.TEXT else decode_reply(data)
        if frame is not None and frame.client_id in self._ids.known and not _gives(reply, frame.client_id):
            self._take_frame(frame, now)
        elif reply is not None:
            self._take_reply(reply, now)
        elif frame is None:
            self.counters.malformed += 1
        else:
            self.counters.wrong_id += 1

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the datagrams to send to `peer` now."""
        del now
        data = list(self._outbox)
        self._outbox.clear()
        return data

    def next_event(self) -> ClientEvent | None:
        """The next event, None when there is none."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; None when the session has ended."""
        if self.state in ENDED:
            return None
        if self.state not in OPEN or self.last_frame_at is None:
            return self._asking.deadline
        silent_s = STALE_S if self.state is GalileoSessionState.CONNECTED else LOST_S
        deadlines = [self._ping_at, self.last_frame_at + silent_s]
        if self.state is GalileoSessionState.CONNECTED and self._proof is not None and not self._proof.is_fresh:
            deadlines.append(self._proof.ask_at)
        if self.state is GalileoSessionState.STALE and self._closing is None:
            deadlines.append(self._asking.next_at)
        if self._reassembly.deadline is not None:
            deadlines.append(self._reassembly.deadline)
        if self._closing is not None:
            deadlines.append(self._closing[1])
        return min(deadlines)

    def handle_deadline(self, now: float) -> None:
        """Send and report what is due by now."""
        if self.state in ENDED:
            return
        if self.state not in OPEN or self.last_frame_at is None:
            self._ask(now)
            return
        self._give(self._reassembly.expire(now))
        if self._closing is not None and now >= self._closing[1]:
            self.close(GalileoWireWording.CLOSED_UNANSWERED())
            return
        self._watch_silence(now, self.last_frame_at)
        if self._proof is not None:
            self._proof.check_silence(now)
        if self.state in OPEN and now >= self._ping_at:
            self._ping(now)
        if self.state is GalileoSessionState.STALE and self._closing is None:
            # a robot that was started again no longer knows our id
            self._send_connect(now)
        elif self.state is GalileoSessionState.CONNECTED and self._proof is not None and self._proof.must_ask(now):
            self._send(self._asking.repeat_frame(now))

    # commands of the operator

    def send_text(self, text: str) -> None:
        """Send a text. Raises GalileoLocalError if there is no session, or the text is too long."""
        self._send(encode_text(self._open_id(), text))

    def send_binary(self, data: Payload) -> None:
        """Send bytes in numbered parts. Raises GalileoLocalError if there is no session, or they are too many."""
        client_id = self._open_id()
        if len(data) > MAX_MESSAGE:
            raise GalileoLocalError(GalileoWireWording.TOO_MANY_BYTES(length_bytes=len(data), limit_bytes=MAX_MESSAGE))
        for part in split_payload(data):
            self._send(encode_binary(client_id, self._index, part))
            self._index = (self._index + 1) % INDEX_COUNT

    def close_when_answered(self, now: float, timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        """Send CLOSE only when the robot has answered a ping that is sent after all that was sent until now.

        So zeros that were sent last reach the robot before the end of the session, unless they were lost: send several.
        If there is no answer in time the session is closed all the same, and `delivered` stays False.
        """
        if self.state not in OPEN:
            self.close()
        elif self._closing is None:
            self._closing = (now, now + timeout_s)

    def close(self, reason: str = "") -> None:
        """End the session at once; without a `reason` it is that it was closed."""
        if self.state in ENDED:
            return
        for client_id in self._ids.candidates:
            self._send(encode_control(client_id, Opcode.CLOSE))
        self._change(GalileoSessionState.CLOSED, reason or GalileoWireWording.CLOSED())

    def socket_error(self, reason: str) -> None:
        """Take notice of an error of the socket; the session goes on, and tells of the error if nothing else comes."""
        self.counters.errors += 1
        self._last_error = reason

    # connecting

    def _ask(self, now: float) -> None:
        if self._asking.check_unanswered(now):
            host, port = self.peer
            reason = (
                GalileoWireWording.NOTHING_ANSWERS_BECAUSE(host=host, port=port, error=self._last_error)
                if self._last_error
                else GalileoWireWording.NOTHING_ANSWERS(host=host, port=port)
            )
            self._change(GalileoSessionState.CONNECTING, reason, GalileoWireWording.NOTHING_ANSWERS_TIP())
        self._send_connect(now)

    def _send_connect(self, now: float) -> None:
        frame = self._asking.frame_due(now)
        if frame is not None:
            self._send(frame)

    def _take_reply(self, reply: ConnectReply, now: float) -> None:
        if reply.status and reply.client_id is not None:
            self._adopt(reply.client_id, now)
        elif self.state is GalileoSessionState.STALE:
            self.counters.frames += 1
            self._asking.refused(now)
            self._change(
                GalileoSessionState.STALE,
                GalileoWireWording.REFUSED_AFTER_SILENCE(),
                GalileoWireWording.REFUSED_TIP(),
            )
        elif self.state in OPEN:
            # an answer to a copy of connect, when another copy was answered already
            self.counters.frames += 1
        else:
            self._refused(reply, now)

    def _refused(self, reply: ConnectReply, now: float) -> None:
        self.counters.frames += 1
        self._asking.refused(now)
        if self.state is GalileoSessionState.REFUSED:
            return
        if reply.status:
            self._change(GalileoSessionState.REFUSED, GalileoWireWording.NO_ID())
        else:
            self._change(GalileoSessionState.REFUSED, GalileoWireWording.REFUSED(), GalileoWireWording.REFUSED_TIP())

    def _adopt(self, client_id: bytes, now: float) -> None:
        self.counters.frames += 1
        is_open = self.state in OPEN
        # the network may bring an answer twice, and no connect has more than one; but a robot that was started again
        # may give the ids of before
        known = client_id in self._ids.known and self.state is not GalileoSessionState.STALE
        if is_open and (known or self._answered >= self._asking.sent):
            if not known:
                # no session of ours uses it
                self._send(encode_control(client_id, Opcode.CLOSE))
            return
        proves = self._proof is not None and not self._proof.is_fresh and self._is_heard(now)
        is_new = client_id not in self._ids.known
        # a proof of a stop needs only the first answer
        self._answered = self._asking.sent if self._proof is not None else self._answered + 1
        self._ids.adopt(client_id, now)
        self._renew(now, is_new=is_new)
        self.generation += not proves
        if is_open:
            return
        self.last_frame_at = now
        self._change(GalileoSessionState.CONNECTED, GalileoWireWording.ANSWERS())
        self.handle_deadline(now)

    def _is_heard(self, now: float) -> bool:
        """Whether the robot is heard by the current id, so that an answer with another id is from the same robot."""
        heard = self.state is GalileoSessionState.CONNECTED and self.last_frame_at is not None
        return heard and now - (self.last_frame_at or 0.0) < _HEARD_S

    def _renew(self, now: float, *, is_new: bool) -> None:
        """Begin to count anew, since the robot does so for each of its ids."""
        self.id_adopted_at = now
        self._is_new_id = is_new
        self._index = 0
        self._too_late += self._reassembly.too_late
        self._reassembly = Reassembly(self._indexing)
        if self._round_trip is None:
            self._round_trip = RoundTrip(now - self._asking.last_at, now)
        self._round_trip.reset(now, 0.0 if is_new else _OLD_ID_QUIET_S)
        if self._proof is not None:
            self._proof.id_changed(now, fresh=is_new)

    # open

    def _take_frame(self, frame: GalileoFrame, now: float) -> None:
        if frame.client_id != self._ids.current:
            self._take_older(frame, now)
            return
        self.counters.frames += 1
        self.last_frame_at = now
        # errors of the socket from before this frame are over
        self._last_error = ""
        for client_id in self._ids.robot_spoke():
            self._send(encode_control(client_id, Opcode.CLOSE))
        if self.state is GalileoSessionState.STALE:
            self._change(GalileoSessionState.CONNECTED, GalileoWireWording.HEARD_AGAIN())
        if frame.opcode is Opcode.PING:
            self._send(encode_control(frame.client_id, Opcode.PONG))
        elif frame.opcode is Opcode.PONG:
            self._pong(now)
        elif frame.opcode is Opcode.CLOSE:
            self._change(
                GalileoSessionState.CLOSED, GalileoWireWording.ROBOT_CLOSED(), GalileoWireWording.ROBOT_CLOSED_TIP()
            )
        else:
            self._take_data(frame, now)

    def _take_data(self, frame: GalileoFrame, now: float) -> None:
        payload = frame.payload
        if frame.opcode is Opcode.CONTINUATION:
            if self._continuation is None:
                return
            if self._reassembly.indexed:
                # a part like any other
                self._give(self._reassembly.add(payload, now))
            else:
                self._continuation.add(payload, now)
        elif frame.opcode is Opcode.TEXT:
            self._tell(TextReceived(frame_text(self._whole(payload, now))))
        else:
            self._give(self._reassembly.add(self._whole(payload, now), now))

    def _whole(self, payload: bytes, now: float) -> bytes:
        return payload if self._continuation is None else self._continuation.end(payload, now)

    def _take_older(self, frame: GalileoFrame, now: float) -> None:
        self.counters.older_id += 1
        if frame.opcode is Opcode.CLOSE:
            self._ids.discard(frame.client_id)
        elif self._ids.is_closed(frame.client_id):
            # our CLOSE was lost
            if frame.opcode is Opcode.PING and self.state in OPEN:
                self._send(encode_control(frame.client_id, Opcode.CLOSE))
        elif frame.opcode is Opcode.PONG and not self._ids.proven and self._ids.older_answered(frame.client_id, now):
            self._renew(now, is_new=False)
            self.generation += 1
            self._take_frame(frame, now)

    @property
    def _ping_at(self) -> float:
        """The time at which the next ping is due."""
        due_at = 0.0 if self._round_trip is None else self._round_trip.next_at
        return due_at if self._proof is None else max(due_at, self._proof.silent_until)

    def _ping(self, now: float) -> None:
        if self._round_trip is not None:
            self._round_trip.ping_sent(now)
        for client_id in self._ids.candidates if not self._ids.proven else self._ids.candidates[:1]:
            self._send(encode_control(client_id, Opcode.PING))
        if self._proof is not None and self._proof.is_fresh and not self._proof.arrived:
            # motions by these ids must mean nothing any more; a CLOSE is not confirmed, so it is sent again and again
            for client_id in self._ids.known[1 : 1 + _MAX_CLOSED_AGAIN]:
                self._send(encode_control(client_id, Opcode.CLOSE))

    def _pong(self, now: float) -> None:
        if self._round_trip is not None:
            self._round_trip.pong_received(now)
        if self._proof is not None:
            self._proof.pong_received(now)
        if self._closing is not None and self.answered_since(self._closing[0]):
            self.delivered = True
            self.close(GalileoWireWording.CLOSED_ANSWERED())

    def _watch_silence(self, now: float, last_frame_at: float) -> None:
        if now >= last_frame_at + LOST_S:
            reason = (
                GalileoWireWording.LOST_BECAUSE(silent_s=LOST_S, error=self._last_error)
                if self._last_error
                else GalileoWireWording.LOST(silent_s=LOST_S)
            )
            self._change(GalileoSessionState.LOST, reason, GalileoWireWording.LOST_TIP())
        elif now >= last_frame_at + STALE_S and self.state is GalileoSessionState.CONNECTED:
            reason = (
                GalileoWireWording.SILENT_BECAUSE(error=self._last_error)
                if self._last_error
                else GalileoWireWording.SILENT()
            )
            self._change(GalileoSessionState.STALE, reason, GalileoWireWording.SILENT_TIP())
            self._asking.restart(now)

    # helpers

    def _open_id(self) -> bytes:
        if self.state not in OPEN or self._ids.current is None:
            raise GalileoLocalError(GalileoWireWording.NO_SESSION(state=self.state.value))
        return self._ids.current

    def _give(self, given: Sequence[Fragment]) -> None:
        for fragment in given:
            self._tell(BinaryReceived(fragment))

    def _change(self, state: GalileoSessionState, reason: str, tip: str = "") -> None:
        self.state = state
        if len(self._events) >= _MAX_EVENTS:
            self._events.popleft()
            self.counters.dropped += 1
        self._events.append(SessionStateChanged(state, reason, tip))

    def _tell(self, event: ClientEvent) -> None:
        """Queue an event; a caller that does not fetch events loses new ones."""
        if len(self._events) >= _MAX_EVENTS:
            self.counters.dropped += 1
        else:
            self._events.append(event)

    def _send(self, data: bytes) -> None:
        if len(self._outbox) >= _MAX_OUTBOX:
            self._outbox.popleft()
            self.counters.dropped += 1
        self._outbox.append(data)


def _gives(reply: ConnectReply | None, client_id: bytes) -> bool:
    """Whether `reply` is the answer that gave this id."""
    return reply is not None and reply.client_id == client_id
