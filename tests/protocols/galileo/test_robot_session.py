from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import GalileoLocalError
from protocols.galileo.packets import (
    Opcode,
    decode_connect,
    encode_binary,
    encode_connect,
    encode_control,
    encode_reply,
    encode_text,
)
from protocols.galileo.reassembly import Fragment
from protocols.galileo.robot_session import (
    MAX_CLIENTS,
    MAX_CLIENTS_OF_ADDRESS,
    SILENCE_S,
    ClientBinary,
    ClientJoined,
    ClientLeft,
    ClientText,
    GalileoRobotSession,
    RobotEvent,
    has_token,
)
from protocols.galileo.wording import GalileoWireWording
from tests.protocols.galileo.lossy import CLIENT, CONNECT, ids

OTHER = ("10.0.0.8", 50_002)


def new_robot(**options: object) -> GalileoRobotSession:
    return GalileoRobotSession(ids(), 0.0, **options)  # type: ignore[arg-type]


def events(robot: GalileoRobotSession) -> list[RobotEvent]:
    found = []
    while (event := robot.next_event()) is not None:
        found.append(event)
    return found


def joined(robot: GalileoRobotSession, now: float = 0.0, address: tuple[str, int] = CLIENT) -> bytes:
    robot.receive_data(CONNECT, now, address)
    robot.data_to_send(now)
    event = events(robot)[-1]
    assert isinstance(event, ClientJoined)
    return event.client_id


def sent(robot: GalileoRobotSession) -> list[bytes]:
    return [data for data, _ in robot.data_to_send(0.0)]


# connect


def test_a_client_is_told_its_id_before_anything_else() -> None:
    robot = new_robot()
    robot.receive_data(CONNECT, 0.0, CLIENT)
    robot.handle_deadline(0.0)
    (joined_,) = events(robot)

    assert isinstance(joined_, ClientJoined)
    assert joined_ == ClientJoined(joined_.client_id, CLIENT, decode_connect(CONNECT))
    assert robot.data_to_send(0.0) == [(encode_reply(joined_.client_id), CLIENT)]
    assert robot.subscribers("/odom") == (joined_.client_id,)
    assert robot.subscribers("cmd_vel") == ()


def test_an_answer_may_come_without_a_prefix() -> None:
    robot = new_robot(prefix=False)
    robot.receive_data(CONNECT, 0.0, CLIENT)

    assert sent(robot)[0].startswith(b"{")


def test_who_is_not_admitted_is_refused_without_an_id() -> None:
    robot = new_robot(admit=lambda request: has_token(request, "SECRET"))
    robot.receive_data(CONNECT, 0.0, CLIENT)

    assert json.loads(sent(robot)[0][6:]) == {"status": False, "client_id": []}
    assert (robot.clients, events(robot), robot.counters.refused) == ((), [], 1)


@pytest.mark.parametrize(
    ("query", "token", "admitted"),
    [
        ("token=abc", "abc", True),
        ("token=abd", "abc", False),
        ("token=", "abc", False),
        ("x=abc", "abc", False),
        ("x=1", "", True),
        ("token=%C3%BC", "ü", True),
        ("token=abc", None, True),
        ("", None, True),
    ],
)
def test_a_token_is_the_robot_s_or_any(query: str, token: str | None, admitted: bool) -> None:  # noqa: FBT001 - a row
    request = decode_connect(encode_connect(f"udp://h:1/p?{query}"))

    assert has_token(request, token) is admitted


def test_every_connect_has_an_id_of_its_own_until_there_are_too_many_of_one_address() -> None:
    robot = new_robot()
    given_ = [joined(robot) for _ in range(MAX_CLIENTS_OF_ADDRESS + 1)]

    assert len(set(given_)) == len(given_)
    assert robot.clients == tuple(given_[1:])


def test_of_too_many_the_one_that_was_silent_longest_is_forgotten() -> None:
    robot = new_robot()
    given_ = [joined(robot) for _ in range(MAX_CLIENTS_OF_ADDRESS)]
    robot.receive_data(encode_control(given_[0], Opcode.PING), 1.0, CLIENT)
    joined(robot)

    assert given_[0] in robot.clients
    assert given_[1] not in robot.clients


def test_who_is_refused_ends_nobody_s_session() -> None:
    admitted = True
    robot = new_robot(admit=lambda _: admitted)
    given_ = [joined(robot) for _ in range(MAX_CLIENTS_OF_ADDRESS)]
    admitted = False
    robot.receive_data(CONNECT, 0.0, CLIENT)

    assert robot.clients == tuple(given_)


def test_more_clients_than_it_can_serve_are_refused() -> None:
    robot = new_robot()
    for number in range(MAX_CLIENTS):
        joined(robot, address=("10.0.0.9", number))
    robot.receive_data(CONNECT, 0.0, OTHER)

    assert robot.data_to_send(0.0) == [(encode_reply(None), OTHER)]


def test_an_id_is_never_given_twice() -> None:
    robot = GalileoRobotSession(lambda: b"same", 0.0)
    robot.receive_data(CONNECT, 0.0, CLIENT)
    robot.receive_data(CONNECT, 0.0, OTHER)

    assert robot.data_to_send(0.0)[1] == (encode_reply(None), OTHER)


# frames


def test_pings_are_answered_and_sent_ten_times_a_second() -> None:
    robot = new_robot()
    client_id = joined(robot, 1.0)
    robot.receive_data(encode_control(client_id, Opcode.PING), 1.0, CLIENT)
    assert sent(robot) == [encode_control(client_id, Opcode.PONG)]

    times = []
    while (deadline := robot.next_deadline()) is not None and deadline <= 6.05:
        robot.handle_deadline(deadline)
        assert sent(robot) == [encode_control(client_id, Opcode.PING)]
        times.append(deadline)
    assert times == pytest.approx([1.0 + number / 10 for number in range(1, 51)])


def test_what_a_client_says_is_told_with_its_id() -> None:
    robot = new_robot()
    first, second = joined(robot), joined(robot, address=OTHER)
    robot.receive_data(encode_text(first, '{"linear":{"x":1}}'), 0.1, CLIENT)
    robot.receive_data(encode_binary(second, 0, b"ab"), 0.1, OTHER)

    assert events(robot) == [ClientText(first, b'{"linear":{"x":1}}'), ClientBinary(second, Fragment(b"ab", 0))]


def test_bytes_of_each_client_are_put_in_order() -> None:
    robot = new_robot()
    client_id = joined(robot)
    for index in (0, 2, 1):
        robot.receive_data(encode_binary(client_id, index, b"%d" % index), 0.1, CLIENT)
    robot.receive_data(encode_binary(client_id, 4, b"4"), 0.1, CLIENT)
    deadline = robot.next_deadline()
    assert deadline is not None
    robot.handle_deadline(0.2)

    assert [event.fragment.index for event in events(robot) if isinstance(event, ClientBinary)] == [0, 1, 2, 4]


def test_a_client_s_close_is_not_answered() -> None:
    robot = new_robot()
    client_id = joined(robot)
    robot.receive_data(encode_control(client_id, Opcode.CLOSE), 0.1, CLIENT)

    assert events(robot) == [ClientLeft(client_id, GalileoWireWording.CLOSED_BY_CLIENT())]
    assert (sent(robot), robot.clients, robot.next_deadline()) == ([], (), None)


def test_who_is_silent_is_forgotten() -> None:
    robot = new_robot()
    both = silent, other = joined(robot), joined(robot, address=OTHER)
    robot.receive_data(encode_control(other, Opcode.PONG), 5.0, OTHER)
    robot.handle_deadline(SILENCE_S - 0.01)
    assert robot.clients == both
    robot.handle_deadline(SILENCE_S)

    assert list(robot.clients) == [other]
    assert events(robot) == [ClientLeft(silent, GalileoWireWording.CLIENT_SILENT(silent_s=10))]


def test_a_frame_from_another_address_or_of_another_id_is_counted_and_not_taken() -> None:
    robot = new_robot()
    client_id = joined(robot)
    robot.receive_data(encode_text(client_id, "x"), 0.1, OTHER)
    robot.receive_data(encode_control(client_id, Opcode.CLOSE), 0.1, (CLIENT[0], 1))
    robot.receive_data(encode_text(b"zzzz", "x"), 0.1, CLIENT)
    robot.receive_data(b"\x02", 0.1, CLIENT)
    robot.receive_data(b"\x01udp", 0.1, CLIENT)

    assert (robot.counters.foreign, robot.counters.wrong_id, robot.counters.malformed) == (2, 1, 2)
    assert (events(robot), sent(robot), robot.clients) == ([], [], (client_id,))


# what the robot says


def test_texts_and_bytes_go_to_one_client() -> None:
    robot = new_robot()
    first, second = joined(robot), joined(robot, address=OTHER)
    robot.send_text(first, "a")
    robot.send_binary(second, b"b" * 513)
    robot.send_binary(second, b"c")

    assert robot.data_to_send(0.0) == [
        (encode_text(first, "a"), CLIENT),
        (encode_binary(second, 0, b"b" * 512), OTHER),
        (encode_binary(second, 1, b"b"), OTHER),
        (encode_binary(second, 2, b"c"), OTHER),
    ]


def test_bytes_may_be_sent_without_an_index() -> None:
    robot = new_robot(indexed=False)
    client_id = joined(robot)
    robot.send_binary(client_id, b"abc")

    assert sent(robot) == [b"\x02" + client_id + b"\x02abc"]


def test_a_session_can_be_ended_by_the_robot() -> None:
    robot = new_robot()
    client_id = joined(robot)
    robot.close(client_id)

    assert sent(robot) == [encode_control(client_id, Opcode.CLOSE)]
    assert events(robot) == [ClientLeft(client_id, GalileoWireWording.CLOSED_BY_ROBOT())]
    with pytest.raises(GalileoLocalError):
        robot.close(client_id)
    with pytest.raises(GalileoLocalError):
        robot.send_text(client_id, "x")


def test_what_nobody_fetches_is_bounded() -> None:
    robot = new_robot()
    client_id = joined(robot)
    for _ in range(20_000):
        robot.send_text(client_id, "x")
        robot.receive_data(encode_text(client_id, "x"), 0.0, CLIENT)

    assert len(sent(robot)) < 20_000
    assert len(events(robot)) < 20_000
    assert robot.counters.dropped > 0


# the two sample clients of the document, by the bytes that they send


def test_the_c_sharp_sample_connects_drives_and_stops() -> None:
    robot = GalileoRobotSession(lambda: bytes((0, 0, 0, 1)), 0.0)
    robot.receive_data(b"\x01udp://192.168.0.132:3547/cmd_vel?token=abc\x00", 0.0, CLIENT)
    ((reply, _),) = robot.data_to_send(0.0)
    # it reads from the sixth byte on, and six bytes too many, which are zeros
    answer = json.loads((reply[6:] + bytes(6)).rstrip(b"\0"))
    assert answer == {"status": True, "client_id": [0, 0, 0, 1]}

    head = b"\x02" + bytes(answer["client_id"])
    for now, data in enumerate(
        [
            head + b"\x09",
            head + b'\x01{"linear":{"x":0.2,"y":0.0,"z":0.0},"angular":{"x":0.0,"y":0.0,"z":0.1}}',
            head + b"\x02\x00\x00\x00\x00" + b"a" * 512,
            head + b"\x02\x01\x00\x00\x00" + b"b",
            head + b"\x0a",
            head + b"\x08",
        ]
    ):
        robot.receive_data(data, now / 10, CLIENT)
    joined_, twist, *parts, left = events(robot)

    assert isinstance(joined_, ClientJoined)
    assert (joined_.request.path, joined_.request.parameters) == ("cmd_vel", {"token": "abc"})
    assert isinstance(twist, ClientText)
    assert json.loads(twist.payload)["linear"]["x"] == 0.2
    assert parts == [
        ClientBinary(head[1:], Fragment(b"a" * 512, 0)),
        ClientBinary(head[1:], Fragment(b"b", 1)),
    ]
    assert left == ClientLeft(head[1:], GalileoWireWording.CLOSED_BY_CLIENT())
    assert sent(robot) == [head + b"\x0a"]


def test_the_javascript_sample_by_way_of_the_proxy_connects_listens_and_stops() -> None:
    robot = GalileoRobotSession(lambda: bytes((7, 123, 0, 255)), 0.0)
    # it writes the proxy's port into the URI
    robot.receive_data(b"\x01udp://aaaaaaa.3547.robot1.bwbot.org:10427/galileo/status?token=\x00", 0.0, CLIENT)
    ((reply, _),) = robot.data_to_send(0.0)
    head = b"\x02" + bytes(json.loads(reply[6:].decode())["client_id"])
    robot.handle_deadline(0.1)
    robot.send_text(robot.subscribers("galileo/status")[0], '{"power":12.5}')
    ping, text = sent(robot)

    # what it looks at: two, the id, the opcode, then the rest
    assert (ping, text) == (head + b"\x09", head + b'\x01{"power":12.5}')
    robot.receive_data(head + b"\x0a", 0.1, CLIENT)
    robot.receive_data(head + b"\x08", 0.2, CLIENT)
    assert robot.clients == ()


@given(
    st.lists(
        st.tuples(
            st.one_of(
                st.binary(max_size=20),
                st.binary(max_size=20).map(lambda tail: b"\x01udp://h:1/" + tail + b"\0"),
                st.tuples(st.integers(0, 12), st.binary(max_size=12)).map(
                    lambda frame: b"\x02same" + bytes([frame[0]]) + frame[1]
                ),
            ),
            st.floats(0, 4),
        ),
        max_size=30,
    )
)
def test_whatever_comes_the_robot_raises_nothing(frames: list[tuple[bytes, float]]) -> None:
    robot, now = GalileoRobotSession(lambda: b"same", 0.0), 0.0
    for data, step in frames:
        now += step
        robot.receive_data(data, now, CLIENT)
        robot.handle_deadline(now)
        deadline = robot.next_deadline()
        assert deadline is None or deadline > now
    assert robot.counters.frames <= len(frames)
