from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import GalileoLocalError
from protocols.galileo.client_session import CLOSE_TIMEOUT_S, LOST_S, MAX_MESSAGE, STALE_S, GalileoClientSession
from protocols.galileo.events import BinaryReceived, ClientEvent, GalileoSessionState, SessionStateChanged, TextReceived
from protocols.galileo.packets import Opcode, encode_binary, encode_control, encode_reply, encode_text
from protocols.galileo.reassembly import Fragment, Indexing
from protocols.galileo.robot_session import ClientJoined, ClientLeft, ClientText
from protocols.galileo.wording import GalileoWireWording
from tests.protocols.galileo.lossy import CONNECT, ROBOT, Network, Way
from tests.tools.sentences import says

ID, OTHER = b"\0\0\0\x01", b"\0\0\0\x02"
PING, PONG = encode_control(ID, Opcode.PING), encode_control(ID, Opcode.PONG)


def new_session(**options: object) -> GalileoClientSession:
    return GalileoClientSession([CONNECT], ROBOT, 0.0, **options)  # type: ignore[arg-type]


def events(session: GalileoClientSession) -> list[ClientEvent]:
    found = []
    while (event := session.next_event()) is not None:
        found.append(event)
    return found


def open_session(**options: object) -> GalileoClientSession:
    session = new_session(**options)
    session.receive_data(encode_reply(ID), 0.05, ROBOT)
    assert [type(event) for event in events(session)] == [SessionStateChanged]
    session.data_to_send(0.05)
    return session


def advance(session: GalileoClientSession, until: float) -> list[tuple[float, bytes]]:
    """Let its deadlines come: what it sends, and when."""
    sent = []
    while (deadline := session.next_deadline()) is not None and deadline <= until:
        session.handle_deadline(deadline)
        sent += [(deadline, data) for data in session.data_to_send(deadline)]
    return sent


def state(session: GalileoClientSession) -> GalileoSessionState:
    return session.state


# connecting


def test_connect_is_sent_at_once_and_every_second_until_it_is_answered() -> None:
    session = new_session()

    assert session.data_to_send(0.0) == [CONNECT]
    assert advance(session, 3.5) == [(1.0, CONNECT), (2.0, CONNECT), (3.0, CONNECT)]


@pytest.mark.parametrize("prefix", [True, False])
def test_an_answer_opens_the_session(prefix: bool) -> None:  # noqa: FBT001 - a row
    session = new_session()
    session.receive_data(encode_reply(ID, prefix=prefix), 0.05, ROBOT)

    assert session.ids == (ID,)
    assert events(session) == [SessionStateChanged(GalileoSessionState.CONNECTED, GalileoWireWording.ANSWERS())]
    assert session.rtt_s == pytest.approx(0.05)


def test_nobody_answers_is_said_after_five_seconds_with_the_socket_s_words() -> None:
    session = new_session()
    session.socket_error("port unreachable")
    advance(session, 5.0)
    (event,) = events(session)

    assert isinstance(event, SessionStateChanged)
    assert event.state is GalileoSessionState.CONNECTING
    assert event.reason == GalileoWireWording.NOTHING_ANSWERS_BECAUSE(
        host="10.0.0.1", port=3547, error="port unreachable"
    )
    assert event.tip
    assert session.counters.errors == 1


def test_what_the_socket_said_is_over_when_the_robot_is_heard() -> None:
    session = new_session()
    session.socket_error("port unreachable")
    session.receive_data(encode_reply(ID), 0.05, ROBOT)
    session.receive_data(PING, 0.06, ROBOT)
    events(session)

    advance(session, 2.0)

    assert [event.reason for event in events(session) if isinstance(event, SessionStateChanged)] == [
        GalileoWireWording.SILENT()
    ]


def test_a_refusal_is_told_with_a_tip_and_asked_again_no_faster_than_every_two_seconds() -> None:
    session = new_session()
    sent = session.data_to_send(0.0)
    for now in (0.25, 0.5):
        session.receive_data(encode_reply(None), now, ROBOT)
    sent_later = advance(session, 3.0)
    (event,) = events(session)

    assert isinstance(event, SessionStateChanged)
    assert event == SessionStateChanged(
        GalileoSessionState.REFUSED, GalileoWireWording.REFUSED(), GalileoWireWording.REFUSED_TIP()
    )
    assert sent == [CONNECT]
    assert sent_later == [(2.5, CONNECT)]


def test_a_robot_that_refused_may_change_its_mind() -> None:
    session = new_session()
    session.receive_data(encode_reply(None), 0.1, ROBOT)
    advance(session, 2.5)
    session.receive_data(encode_reply(ID), 2.6, ROBOT)

    assert state(session) is GalileoSessionState.CONNECTED


def test_a_robot_that_refused_and_is_gone_is_no_longer_said_to_refuse() -> None:
    session = new_session()
    session.receive_data(encode_reply(None), 0.1, ROBOT)
    advance(session, 9.0)

    assert state(session) is GalileoSessionState.CONNECTING


def test_an_answer_without_an_id_is_a_refusal() -> None:
    session = new_session()
    session.receive_data(b'{"status": true, "client_id": [1]}', 0.1, ROBOT)

    assert state(session) is GalileoSessionState.REFUSED


def test_a_proxy_s_own_port_is_tried_in_the_uri_when_nobody_answers() -> None:
    session = GalileoClientSession([CONNECT, b"second"], ROBOT, 0.0)

    assert [now for now, data in advance(session, 20.0) if data == b"second"] == [5.0, 6.0, 7.0, 8.0, 9.0]


# one id of several


def test_a_second_answer_is_used_and_the_older_id_closed_when_the_robot_speaks() -> None:
    session = new_session()
    advance(session, 1.0)
    session.receive_data(encode_reply(ID), 1.5, ROBOT)
    session.receive_data(encode_reply(OTHER), 1.6, ROBOT)
    session.data_to_send(1.6)
    session.receive_data(encode_control(OTHER, Opcode.PING), 1.7, ROBOT)

    assert session.data_to_send(1.7) == [encode_control(ID, Opcode.CLOSE), encode_control(OTHER, Opcode.PONG)]


def test_an_id_whose_close_was_lost_is_closed_again() -> None:
    session = open_session(former_ids=(OTHER,))
    session.receive_data(PING, 0.1, ROBOT)
    assert encode_control(OTHER, Opcode.CLOSE) in session.data_to_send(0.1)

    session.receive_data(encode_control(OTHER, Opcode.PING), 0.2, ROBOT)
    assert session.data_to_send(0.2) == [encode_control(OTHER, Opcode.CLOSE)]
    assert session.counters.older_id == 1


def test_answers_in_the_wrong_order_leave_the_id_that_the_robot_knows() -> None:
    session = new_session()
    advance(session, 1.0)
    session.receive_data(encode_reply(OTHER), 1.5, ROBOT)
    session.receive_data(encode_reply(ID), 1.6, ROBOT)
    for now in (1.7, 1.8, 2.0):
        session.receive_data(encode_control(OTHER, Opcode.PONG), now, ROBOT)
    session.receive_data(encode_text(OTHER, "{}"), 2.1, ROBOT)

    assert TextReceived(b"{}") in events(session)
    assert encode_control(ID, Opcode.CLOSE) in session.data_to_send(2.1)


def test_an_answer_that_comes_twice_changes_nothing() -> None:
    session = open_session()
    session.send_binary(b"x")
    for now in (0.1, 0.2):
        session.receive_data(encode_reply(ID), now, ROBOT)
    session.send_binary(b"y")

    assert events(session) == []
    assert session.data_to_send(0.2) == [encode_binary(ID, 0, b"x"), encode_binary(ID, 1, b"y")]


def test_no_more_answers_are_used_than_were_asked_for() -> None:
    session = open_session()
    session.receive_data(encode_reply(OTHER), 0.1, ROBOT)

    assert session.ids == (ID,)


def test_a_robot_may_give_the_id_of_an_earlier_session_again() -> None:
    session = open_session(former_ids=(ID,))
    session.receive_data(PING, 0.1, ROBOT)

    assert session.data_to_send(0.1) == [PONG]


# alive


def test_every_ping_is_answered() -> None:
    session = open_session()
    for number in range(3):
        session.receive_data(PING, 0.1 + number / 1000, ROBOT)

    assert session.data_to_send(0.2) == [PONG] * 3


def test_pings_go_out_twenty_times_a_second_while_they_are_answered_and_ten_times_in_silence() -> None:
    network = Network()
    network.run(10.0)
    answered = network.robot.counters.frames
    network.run(10.0)
    # beside them there are pongs to the robot's pings
    assert 290 <= network.robot.counters.frames - answered <= 310

    session = open_session()
    pings = [now for now, data in advance(session, 5.0) if data == PING]
    assert 48 <= len(pings) <= 58


def test_after_a_stall_one_ping_goes_out() -> None:
    session = open_session()
    session.handle_deadline(5.0)

    assert session.data_to_send(5.0).count(PING) == 1


def test_a_second_of_silence_is_stale_and_ten_are_the_end() -> None:
    session = open_session()
    advance(session, 0.05 + STALE_S - 0.001)
    assert events(session) == []
    advance(session, 0.05 + STALE_S)
    assert state(session) is GalileoSessionState.STALE
    advance(session, 0.05 + LOST_S - 0.001)
    assert state(session) is GalileoSessionState.STALE
    advance(session, 0.05 + LOST_S)

    assert state(session) is GalileoSessionState.LOST
    assert all(isinstance(event, SessionStateChanged) and event.reason and event.tip for event in events(session))
    assert session.next_deadline() is None


def connects(sent: list[tuple[float, bytes]]) -> list[float]:
    return [round(now, 6) for now, data in sent if data == CONNECT]


def test_in_silence_connect_is_sent_again_every_second_and_no_more_when_the_robot_is_heard() -> None:
    session = open_session()

    assert connects(advance(session, 4.5)) == [2.05, 3.05, 4.05]
    session.receive_data(PING, 4.5, ROBOT)
    assert connects(advance(session, 5.4)) == []
    assert connects(advance(session, 7.0)) == [6.5]


def test_a_robot_that_refuses_in_silence_is_asked_no_faster_than_every_two_seconds_and_that_is_told() -> None:
    session = open_session()
    advance(session, 2.1)
    events(session)
    session.receive_data(encode_reply(None), 2.1, ROBOT)
    (event,) = events(session)

    assert connects(advance(session, 7.0)) == [4.1, 6.1]
    assert isinstance(event, SessionStateChanged)
    assert event == SessionStateChanged(
        GalileoSessionState.STALE, GalileoWireWording.REFUSED_AFTER_SILENCE(), GalileoWireWording.REFUSED_TIP()
    )
    advance(session, 0.05 + LOST_S)
    assert state(session) is GalileoSessionState.LOST


def test_a_session_that_is_about_to_end_asks_for_no_other() -> None:
    session = open_session()
    advance(session, 1.5)
    session.close_when_answered(1.5)

    assert connects(advance(session, 1.5 + CLOSE_TIMEOUT_S)) == []


@pytest.mark.parametrize("down_s", [0.0, 1.2, 4.0])
@pytest.mark.parametrize("same_ids", [True, False])
def test_a_robot_that_was_started_again_is_soon_heard(down_s: float, same_ids: bool) -> None:  # noqa: FBT001 - a row
    network = Network()
    network.run(3.0)
    network.there.loss = network.back.loss = 1.0
    network.run(down_s)
    network.there.loss = network.back.loss = 0.0
    network.restart_robot(same_ids=same_ids)

    network.run(2.2)

    assert GalileoSessionState.LOST not in network.states()
    assert network.client.state is GalileoSessionState.CONNECTED
    assert network.robot.clients == network.client.ids[:1]
    for byte in b"abcd":
        network.robot.send_binary(network.robot.clients[0], bytes([byte]))
    network.client.send_text("[]")
    network.run(0.3)
    came = [event.fragment.payload[-1:] for _, event in network.events if isinstance(event, BinaryReceived)]
    assert came == [b"a", b"b", b"c", b"d"]
    assert [event.payload for _, event in network.heard if isinstance(event, ClientText)] == [b"[]"]


def test_an_answer_by_a_new_id_says_nothing_of_what_was_sent_before_it() -> None:
    network = Network()
    network.run(3.0)
    network.restart_robot()
    sent_at = network.now
    network.run(4.0)

    assert not network.client.answered_since(sent_at)
    assert network.client.answered_since(network.client.id_adopted_at)


@pytest.mark.parametrize("opcode", [Opcode.CONTINUATION, Opcode.TEXT, Opcode.BINARY, Opcode.PING, Opcode.PONG])
def test_any_frame_is_a_sign_of_life(opcode: Opcode) -> None:
    session = open_session()
    advance(session, 5.0)
    session.receive_data(b"\x02" + ID + bytes([opcode]), 5.0, ROBOT)

    assert state(session) is GalileoSessionState.CONNECTED
    assert session.last_frame_at == 5.0
    advance(session, 14.9)
    assert state(session) is GalileoSessionState.STALE


def test_the_robot_s_close_is_the_end() -> None:
    session = open_session()
    session.receive_data(encode_control(ID, Opcode.CLOSE), 1.0, ROBOT)
    session.receive_data(PING, 1.1, ROBOT)

    assert state(session) is GalileoSessionState.CLOSED
    assert session.data_to_send(1.1) == []
    assert session.next_deadline() is None


# who may speak


@pytest.mark.parametrize(
    ("any_port", "source", "taken"),
    [
        (False, ("10.0.0.1", 3547), True),
        (False, ("10.0.0.1", 3548), False),
        (False, ("10.0.0.2", 3547), False),
        (True, ("10.0.0.1", 3548), True),
        (True, ("10.0.0.2", 3547), False),
        (False, None, True),
    ],
)
def test_only_the_robot_s_address_counts_and_of_a_proxy_any_port(
    any_port: bool,  # noqa: FBT001 - a row
    source: tuple[str, int] | None,
    taken: bool,  # noqa: FBT001
) -> None:
    session = open_session(any_port=any_port)
    session.receive_data(PING, 0.9, source)

    assert session.data_to_send(0.9) == ([PONG] if taken else [])
    assert session.counters.foreign == (not taken)
    assert (session.last_frame_at == 0.9) is taken


@pytest.mark.parametrize(
    ("data", "counter"),
    [
        (encode_control(OTHER, Opcode.PING), "wrong_id"),
        (encode_text(OTHER, "{}"), "wrong_id"),
        (encode_control(OTHER, Opcode.CLOSE), "wrong_id"),
        (b"", "malformed"),
        (b"\x02\0\0\0\x01", "malformed"),
        (b"\x02\0\0\0\x01\x07", "malformed"),
        (b"\x01\0\0\0\x01\x09", "malformed"),
    ],
)
def test_what_is_not_for_us_is_counted_and_no_sign_of_life(data: bytes, counter: str) -> None:
    session = open_session()
    session.receive_data(data, 0.9, ROBOT)

    assert getattr(session.counters, counter) == 1
    assert session.data_to_send(0.9) == []
    assert session.last_frame_at == 0.05
    assert events(session) == []


# data


def test_texts_come_without_what_does_not_belong_to_them() -> None:
    session = open_session()
    for payload in (b'{"a":1}\0\0\0\0\0\0', b'\x07\0\0\0{"b":2}'):
        session.receive_data(b"\x02" + ID + b"\x01" + payload, 0.1, ROBOT)

    assert events(session) == [TextReceived(b'{"a":1}'), TextReceived(b'{"b":2}')]


def test_bytes_come_in_order_and_what_is_missing_is_given_up_by_a_deadline() -> None:
    session = open_session(indexing=Indexing.YES)
    for index in (0, 2, 1, 4):
        session.receive_data(encode_binary(ID, index, b"%d" % index), 0.1, ROBOT)
    came = events(session)
    advance(session, 0.25)

    assert came == [BinaryReceived(Fragment(b"%d" % index, index)) for index in range(3)]
    assert events(session) == [BinaryReceived(Fragment(b"4", 4, gap=1))]
    assert session.reassembly.tracker.reordered == 1


@pytest.mark.parametrize(("join", "text"), [(False, b"c"), (True, b"abc")])
def test_continuations_are_passed_over_unless_wanted(join: bool, text: bytes) -> None:  # noqa: FBT001 - a row
    session = open_session(join_continuations=join)
    for opcode, payload in ((0, b"a"), (0, b"b"), (1, b"c")):
        session.receive_data(b"\x02" + ID + bytes([opcode]) + payload, 0.1, ROBOT)

    assert events(session) == [TextReceived(text)]


def test_continuations_with_an_index_are_parts_like_any_other() -> None:
    session = open_session(join_continuations=True, indexing=Indexing.YES)
    for index, opcode in enumerate((0, 0, 2)):
        session.receive_data(b"\x02" + ID + bytes([opcode]) + encode_binary(ID, index, b"x")[6:], 0.1, ROBOT)

    assert events(session) == [BinaryReceived(Fragment(b"x", index)) for index in range(3)]


def test_a_new_id_counts_from_zero_both_ways() -> None:
    session = new_session(indexing=Indexing.YES)
    advance(session, 1.0)
    session.receive_data(encode_reply(ID), 1.1, ROBOT)
    session.send_binary(b"a")
    session.receive_data(encode_binary(ID, 500, b"b"), 1.2, ROBOT)
    session.receive_data(encode_reply(OTHER), 1.3, ROBOT)
    session.send_binary(b"c")
    session.receive_data(encode_binary(OTHER, 0, b"d"), 1.4, ROBOT)

    assert session.data_to_send(1.4)[-2:] == [encode_binary(OTHER, 0, b"c"), encode_control(ID, Opcode.CLOSE)]
    assert events(session)[1:] == [BinaryReceived(Fragment(b"b", 500)), BinaryReceived(Fragment(b"d", 0))]


def test_bytes_are_sent_in_numbered_parts_of_512() -> None:
    session = open_session()
    session.send_binary(b"a" * 513)
    session.send_binary(b"b")

    assert session.data_to_send(0.1) == [
        encode_binary(ID, 0, b"a" * 512),
        encode_binary(ID, 1, b"a"),
        encode_binary(ID, 2, b"b"),
    ]


def test_a_text_is_sent_whole() -> None:
    session = open_session()
    session.send_text('{"linear":1}')

    assert session.data_to_send(0.1) == [encode_text(ID, '{"linear":1}')]


def test_nothing_can_be_sent_without_a_session() -> None:
    session = new_session()
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.NO_SESSION, state="connecting")):
        session.send_text("x")
    session.close()
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.NO_SESSION, state="closed")):
        session.send_binary(b"x")


def test_bytes_without_end_are_not_sent() -> None:
    session = open_session()
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.TOO_MANY_BYTES)):
        session.send_binary(bytes(MAX_MESSAGE + 1))

    assert session.data_to_send(0.1) == []


def test_what_nobody_fetches_is_bounded() -> None:
    session = open_session(indexing=Indexing.NO)
    for _ in range(10_000):
        session.receive_data(encode_text(ID, "x"), 0.1, ROBOT)
        session.receive_data(PING, 0.1, ROBOT)

    assert session.counters.dropped > 10_000
    assert len(events(session)) < 5000
    assert len(session.data_to_send(0.1)) < 5000


# the end


def test_close_says_so_once() -> None:
    session = open_session()
    session.close()
    session.close()

    assert session.data_to_send(0.1) == [encode_control(ID, Opcode.CLOSE)]
    assert state(session) is GalileoSessionState.CLOSED
    assert not session.delivered


def test_close_waits_for_the_answer_to_a_ping_that_was_sent_after_the_zeros() -> None:
    network = Network(there=Way(delay_s=0.1), back=Way(delay_s=0.1))
    network.run(6.0)
    network.client.send_text("zero")
    network.client.close_when_answered(network.now)
    began = network.now
    network.run(3.0)

    heard = [(now, event) for now, event in network.heard if not isinstance(event, ClientJoined)]
    assert [type(event) for _, event in heard] == [ClientText, ClientLeft]
    assert network.client.delivered
    # the ping has to go there and back before the close goes there
    assert 0.29 < heard[1][0] - began < 1.0


def test_a_pong_that_was_under_way_does_not_let_close_out() -> None:
    network = Network(there=Way(delay_s=0.2), back=Way(delay_s=0.2))
    network.run(6.0)
    # nothing that is sent from now on arrives, while pongs still come back
    network.there.loss = 1.0
    network.client.send_text("zero")
    network.client.close_when_answered(network.now)
    network.run(CLOSE_TIMEOUT_S + 0.1)

    assert network.client.state is GalileoSessionState.CLOSED
    assert not network.client.delivered


def test_close_does_not_wait_for_ever() -> None:
    session = open_session()
    session.close_when_answered(0.1)
    sent = advance(session, 0.1 + CLOSE_TIMEOUT_S)

    assert sent[-1] == (0.1 + CLOSE_TIMEOUT_S, encode_control(ID, Opcode.CLOSE))
    assert not session.delivered


def test_close_without_a_session_is_at_once() -> None:
    session = new_session()
    session.close_when_answered(0.1)

    assert state(session) is GalileoSessionState.CLOSED


# over a bad network


def test_ten_minutes_of_loss_delay_and_disorder_are_survived_and_the_loss_is_told() -> None:
    way = Way(loss=0.3, doubled=0.02, delay_s=0.2, jitter_s=0.06)
    network = Network(way, way.copy())

    def publish(_: float) -> None:
        for client_id in network.robot.clients:
            network.robot.send_binary(client_id, b"x" * 40)

    network.run(600.0, publish)
    loss, round_trip = network.client.reassembly.loss(network.now), network.client.round_trip_loss(network.now)

    assert GalileoSessionState.LOST not in network.states()
    assert network.states()[-1] in {GalileoSessionState.CONNECTED, GalileoSessionState.STALE}
    assert len(network.robot.clients) == 1
    assert loss == pytest.approx(0.3, abs=0.03)
    # few are asked where answers take so long
    assert round_trip == pytest.approx(1 - 0.7 * 0.7, abs=0.15)
    assert network.client.rtt_s == pytest.approx(0.46, abs=0.06)
    assert network.client.reassembly.tracker.reordered > 10
    assert network.client.reassembly.tracker.duplicates > 10


def test_a_network_that_is_gone_is_stale_lost_and_found_again_with_a_new_id() -> None:
    network = Network()
    network.run(5.0)
    (old_id,) = network.robot.clients
    network.there.loss = network.back.loss = 1.0
    gone_at = network.now
    network.run(11.0)
    changes = {event.state: now - gone_at for now, event in network.events if isinstance(event, SessionStateChanged)}
    assert changes[GalileoSessionState.STALE] <= 1.1
    assert changes[GalileoSessionState.LOST] <= 10.2

    network.former_ids = network.client.ids
    network.connect()
    network.run(3.3)
    network.there.loss = network.back.loss = 0.0
    network.run(2.0)
    assert network.states()[-1] is GalileoSessionState.CONNECTED
    assert network.robot.clients != (old_id,)
    assert len(network.robot.clients) == 1


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), loss=st.floats(0, 0.5), doubled=st.floats(0, 0.5), jitter_s=st.floats(0, 1.5))
def test_on_any_network_one_session_is_left_and_data_flow(
    seed: int, loss: float, doubled: float, jitter_s: float
) -> None:
    way = Way(loss, doubled, 0.01, jitter_s)
    network = Network(way, way.copy(), seed)
    network.run(8.0)
    for each in (network.there, network.back):
        each.loss = each.doubled = each.jitter_s = 0.0
    network.run(16.0)
    if network.client.state is GalileoSessionState.LOST:
        network.former_ids = network.client.ids
        network.connect()
        network.run(12.0)
    network.events.clear()
    for client_id in network.robot.clients:
        network.robot.send_text(client_id, "{}")
    network.client.send_text("[]")
    network.run(0.1)

    assert network.client.state is GalileoSessionState.CONNECTED
    assert network.robot.clients == network.client.ids[:1]
    assert [event for _, event in network.events] == [TextReceived(b"{}")]


FRAMES = st.one_of(
    st.binary(max_size=30),
    st.tuples(st.sampled_from([ID, OTHER]), st.integers(0, 12), st.binary(max_size=20)).map(
        lambda frame: b"\x02" + frame[0] + bytes([frame[1]]) + frame[2]
    ),
    st.sampled_from([encode_reply(ID), encode_reply(OTHER), encode_reply(None)]),
)


@given(st.lists(st.tuples(FRAMES, st.floats(0, 3)), max_size=30))
def test_whatever_comes_the_session_raises_nothing(frames: list[tuple[bytes, float]]) -> None:
    session, now = new_session(join_continuations=True), 0.0
    for data, step in frames:
        now += step
        session.receive_data(data, now, ROBOT)
        advance(session, now)
        events(session)
        deadline = session.next_deadline()
        assert deadline is None or deadline > now
