"""`teledeck echo`: the queue by numbers, the command as other programs call it."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from app.cli import echo, parser
from app.cli.command import CommandError, print_error
from app.cli.echo import EchoQueue
from app.cli.output import counted
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.session.session import Session
from app.wording.commands import CommandWording
from app.wording.connections import LinkWording
from protocols.gazebo.wording import GazeboWireWording
from protocols.ros1.messages.schema import UnknownRosSchema
from protocols.wording import FieldWording, ProtocolWording
from protos.gazebo import basics_pb2 as basics
from protos.gazebo import images_pb2 as images
from protos.gazebo import physics_pb2 as physics
from protos.gazebo import sensors_pb2 as sensors
from protos.gazebo import transport_pb2 as transport
from protos.gazebo import world_pb2 as world
from tests.app.cli.conftest import SetClock
from tests.fakes.command import Command, Outcome
from tests.fakes.deliveries import SCHEMA, delivery
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.waiting import eventually
from tests.tools.sentences import says, shows

Call = Callable[..., Coroutine[Any, Any, Outcome]]
Echoed = Callable[..., Awaitable[dict[str, Any]]]

X = "/gazebo/default/x"
INT = "gazebo.msgs.Int"


def number(value: int) -> bytes:
    return basics.Int(data=value).SerializeToString()


class TestQueue:
    def test_messages_come_out_in_order_with_their_times(self) -> None:
        queue = EchoQueue()
        queue.put(delivery(b"a", b"b", received_ns=7))
        queue.put(delivery(b"c", received_ns=8))

        assert [queue.get(0.0) for _ in range(4)] == [
            (b"a", 7, SCHEMA, ""),
            (b"b", 7, SCHEMA, ""),
            (b"c", 8, SCHEMA, ""),
            None,
        ]
        assert queue.dropped == 0

    def test_beyond_the_bound_the_oldest_go_and_are_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(echo, "MAX_WAITING", 3)
        queue = EchoQueue()
        queue.put(delivery(b"a", b"b", b"c", b"d", received_ns=7))
        queue.put(delivery(b"e", received_ns=8))

        assert queue.dropped == 2
        assert [queue.get(0.0) for _ in range(4)] == [
            (b"c", 7, SCHEMA, ""),
            (b"d", 7, SCHEMA, ""),
            (b"e", 8, SCHEMA, ""),
            None,
        ]

    def test_large_messages_are_bounded_by_their_size_but_the_newest_is_kept(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(echo, "MAX_WAITING_BYTES", 10)
        queue = EchoQueue()
        queue.put(delivery(bytes(6), bytes(4), received_ns=7))
        assert queue.dropped == 0
        queue.put(delivery(bytes(5), received_ns=7))
        assert queue.dropped == 1
        queue.put(delivery(bytes(50), received_ns=7))
        assert queue.dropped == 3

        message = queue.get(0.0)
        assert message is not None
        assert len(message[0]) == 50
        queue.put(delivery(bytes(10), received_ns=7))
        assert queue.dropped == 3

    def test_a_message_is_read_as_its_own_publisher_says_whatever_comes_behind_it(self) -> None:
        schemas = [UnknownRosSchema("a/Text"), UnknownRosSchema("a/Number")]
        queue = EchoQueue()
        queue.put(delivery(b"a", b"b", schema=schemas[0]))
        queue.put(delivery(b"c", schema=schemas[1]))

        read_by = [message.schema for message in (queue.get(0.0), queue.get(0.0), queue.get(0.0)) if message]
        assert read_by == [schemas[0], schemas[0], schemas[1]]

    def test_waiting_ends_when_a_message_comes(self) -> None:
        queue = EchoQueue()
        loop = asyncio.new_event_loop()
        loop.call_later(0.02, queue.put, delivery(b"a", received_ns=7))
        waiting = loop.run_in_executor(None, queue.get, 5.0)
        assert loop.run_until_complete(waiting) == (b"a", 7, SCHEMA, "")
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


@pytest.fixture
def echoed(server: GazeboServer, call: Call) -> Callable[..., Awaitable[dict[str, Any]]]:
    """Runs `echo --json` on a message of a type; the line that it prints."""

    async def echoed(type_name: str, payload: bytes, *options: str) -> dict[str, Any]:
        process = await server.process()
        process.advertise(X, type_name)
        process.publish(X, payload)
        outcome = await call("echo", server.uri, "~/x", "-n", "1", "--json", *options)
        assert (outcome.code, outcome.err) == (0, ""), outcome
        (line,) = outcome.lines
        assert isinstance(line, dict)
        return line

    return echoed


class TestJson:
    async def test_a_line_has_topic_time_of_arrival_stamp_and_value(self, echoed: Echoed) -> None:
        message = world.WorldStatistics(paused=False, iterations=2**63)
        message.sim_time.sec, message.sim_time.nsec = 12, 345
        before_ns = time.time_ns()
        line = await echoed("gazebo.msgs.WorldStatistics", message.SerializePartialToString())

        assert list(line) == ["topic", "received_ns", "stamp_ns", "value"]
        assert line["topic"] == X
        assert before_ns < line["received_ns"] < time.time_ns()
        assert line["stamp_ns"] == 12_000_000_345
        assert line["value"] == {"sim_time": {"sec": 12, "nsec": 345}, "paused": False, "iterations": 2**63}

    async def test_a_message_without_a_time_has_a_null_stamp(self, echoed: Echoed) -> None:
        line = await echoed(INT, number(-5))
        assert line["stamp_ns"] is None
        assert line["value"] == {"data": -5}

    async def test_bytes_are_counted_and_numbers_that_are_not_finite_are_words(self, echoed: Echoed) -> None:
        message = images.ImageStamped()
        message.time.sec = message.time.nsec = 0
        message.image.width, message.image.data = 3, b"\x01\x02\x03"
        line = await echoed("gazebo.msgs.ImageStamped", message.SerializePartialToString())
        assert line["value"]["image"] == {"width": 3, "data": {"bytes": 3}}

    async def test_with_bytes_they_are_there_in_base64(self, echoed: Echoed) -> None:
        data = bytes(range(256)) * 400
        payload = images.Image(width=1, data=data).SerializePartialToString()
        line = await echoed("gazebo.msgs.Image", payload, "--bytes", "--field", "data")

        assert line["value"]["bytes"] == len(data)
        assert base64.b64decode(line["value"]["base64"]) == data

    async def test_a_field_is_shown_alone(self, server: GazeboServer, call: Call) -> None:
        message = sensors.LaserScanStamped()
        message.scan.ranges.extend([0.1, float("inf"), float("nan"), float("-inf")])
        payload = message.SerializePartialToString()
        process = await server.process()
        process.advertise(X, "gazebo.msgs.LaserScanStamped")
        process.publish(X, payload)

        async def field(path: str) -> Any:
            outcome = await call("echo", server.uri, X, "-n", "1", "--json", "--field", path)
            assert outcome.code == 0, outcome
            return outcome.lines[0].get("value", "left out")

        paths = ("scan.ranges[0]", "scan.ranges", "scan.ranges[2]", "scan.ranges[4]", "scan.frame", "scan")
        assert [await field(path) for path in paths] == [
            0.1,
            [0.1, "inf", "nan", "-inf"],
            "nan",
            "left out",
            "left out",
            {"ranges": [0.1, "inf", "nan", "-inf"]},
        ]

    async def test_enums_are_names_and_one_without_a_name_is_its_number(self, echoed: Echoed) -> None:
        known = physics.Physics(type=physics.Physics.BULLET, profile_name="a").SerializePartialToString()
        line = await echoed("gazebo.msgs.Physics", known)
        assert line["value"] == {"type": "BULLET", "profile_name": "a"}

    async def test_an_enum_number_without_a_name_is_the_number(self, echoed: Echoed) -> None:
        assert (await echoed("gazebo.msgs.Physics", b"\x08\x63"))["value"] == {"type": 99}

    async def test_a_string_that_is_not_utf_8_is_shown_as_bytes(self, echoed: Echoed) -> None:
        line = await echoed("gazebo.msgs.GzString", b"\x0a\x03\xff\xfea")
        assert line["value"] == {"data": {"bytes": 3}}

    async def test_a_string_is_exact_whatever_the_terminals_language(self, echoed: Echoed) -> None:
        text = "grüße “日本” \U0001f916\n"
        line = await echoed(
            "gazebo.msgs.GzString", transport.GzString(data=text).SerializeToString(), "--field", "data"
        )
        assert line["value"] == text

    async def test_a_repeated_field_is_a_list_even_of_one(self, echoed: Echoed) -> None:
        message = transport.GzString_V(data=["one"])
        line = await echoed("gazebo.msgs.GzString_V", message.SerializeToString())
        assert line["value"] == {"data": ["one"]}

    async def test_an_unknown_type_is_shown_by_field_numbers(self, echoed: Echoed) -> None:
        line = await echoed("my.own.Type", number(7))
        assert line["value"] == {"1": [7]}
        assert line["stamp_ns"] is None

    async def test_lines_come_as_messages_do(self, server: GazeboServer, process: PublishingProcess) -> None:
        process.advertise(X, INT)
        command = await Command.start("echo", server.uri, X, "--json", "--field", "data")
        await eventually(lambda: process.links, timeout_s=60)
        for value in range(3):
            process.publish(X, number(value))
            # the next message only comes when this one's line has: it was not held back
            assert json.loads(await command.line())["value"] == value
        outcome = await command.end(signal.SIGTERM)

        assert (outcome.code, outcome.out, outcome.err) == (0, "", "")


class TestText:
    async def test_messages_are_blocks_that_end_in_a_rule(
        self, server: GazeboServer, call: Call, process: PublishingProcess
    ) -> None:
        process.advertise(X, "gazebo.msgs.WorldStatistics")
        message = world.WorldStatistics(paused=True, iterations=5)
        message.sim_time.sec, message.sim_time.nsec = 1, 2
        process.publish(X, message.SerializePartialToString())
        outcome = await call("echo", server.uri, X, "-n", "1")

        assert outcome.code == 0
        assert outcome.out == "sim_time:\n  sec: 1\n  nsec: 2\npaused: true\niterations: 5\n---\n"

    async def test_a_field_is_a_line(self, server: GazeboServer, call: Call, process: PublishingProcess) -> None:
        process.advertise(X, "gazebo.msgs.WorldStatistics")
        process.publish(X, world.WorldStatistics(iterations=5).SerializePartialToString())
        for field, printed in (("iterations", "5\n"), ("sim_time.sec", "(not sent)\n")):
            outcome = await call("echo", server.uri, X, "-n", "1", "--field", field)
            assert (outcome.code, outcome.out) == (0, printed)


class TestEnding:
    async def test_it_ends_after_so_many_messages(self, server: GazeboServer, process: PublishingProcess) -> None:
        process.advertise(X, INT)
        command = await Command.start("echo", server.uri, X, "-n", "2", "--json", "--field", "data")
        await eventually(lambda: process.links, timeout_s=60)
        process.publish(X, number(1), number(2), number(3))
        outcome = await command.end()

        assert outcome.code == 0
        assert [line["value"] for line in outcome.lines] == [1, 2]
        await eventually(lambda: not process.peer_ports and not server.connections)

    async def test_the_timeout_is_for_the_next_message(
        self, server: GazeboServer, call: Call, process: PublishingProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, printed = [0.0], list[str]()
        monkeypatch.setattr(echo, "monotonic", lambda: now[0])
        monkeypatch.setattr(echo, "print_line", printed.append)
        process.advertise(X, INT)
        ending = TaskPool("test").spawn(call("echo", server.uri, X, "--timeout", "0.6", "--field", "data"), "echo")
        await eventually(lambda: process.links)
        for value in range(4):
            process.publish(X, number(value))
            await eventually(lambda value=value: len(printed) == value + 1)  # type: ignore[misc]
            now[0] += 0.4
            # it has looked at the clock
            await asyncio.sleep(2 * echo.POLL_S)
            assert not ending.done()
        now[0] += 0.7
        outcome = await ending

        assert printed == ["0", "1", "2", "3"]
        assert outcome.code == 1
        text = CommandWording.NO_MESSAGE(topic=X, waited_s=0.6)
        assert outcome.err == f"teledeck: {text}. {CommandWording.SENDS_NOTHING()}\n"

    async def test_messages_that_can_not_be_read_do_not_keep_it_from_timing_out(
        self, server: GazeboServer, call: Call, process: PublishingProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, told = [0.0], list[str]()

        def reported(reason: str, tip: str = "") -> None:
            told.append(reason)
            print_error(reason, tip)

        monkeypatch.setattr(echo, "monotonic", lambda: now[0])
        monkeypatch.setattr(echo, "print_error", reported)
        process.advertise(X, INT)
        ending = TaskPool("test").spawn(call("echo", server.uri, X, "-n", "1", "--timeout", "0.5"), "echo")
        while not ending.done():
            process.publish(X, b"\xff" * 12)
            # a message comes again and again within the time, and time passes once one was found to be nonsense
            now[0] += 0.1 * bool(told)
            await asyncio.sleep(0.05)
        outcome = await ending

        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err.count("is not a valid gazebo.msgs.Int") == 1
        assert CommandWording.NONE_READABLE(topic=X, waited_s=0.5) in outcome.err

    async def test_what_came_too_fast_to_be_tried_is_counted_with_what_could_not_be_read(
        self, server: GazeboServer, process: PublishingProcess, call: Call, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(echo, "MAX_WAITING", 2)
        process.advertise(X, INT)
        ending = TaskPool("test").spawn(call("echo", server.uri, X, "-n", "1", "--timeout", "1.5"), "echo")
        await eventually(lambda: process.links)
        process.publish(X, *[b"\xff" * 12] * 10_000)
        outcome = await ending

        [dropped] = (int(text.replace(",", "")) for text in re.findall(r"([0-9,]+) messages", outcome.err))
        assert shows(outcome.err, CommandWording.CAME_TOO_FAST, came=counted(dropped, "message"))
        assert shows(outcome.err, CommandWording.CAME_SOME_TOO_FAST, count=10_000, dropped=dropped)

    async def test_with_a_count_silence_ends_it_without_a_timeout_too(
        self, server: GazeboServer, process: PublishingProcess, monkeypatch: pytest.MonkeyPatch, set_clock: SetClock
    ) -> None:
        monkeypatch.setattr(echo, "DEFAULT_TIMEOUT_S", 0.3)
        set_clock(echo, lambda: process.links)
        process.advertise(X, INT)
        arguments = parser.parse(["echo", server.uri, X, "-n", "1"])

        with pytest.raises(CommandError, check=says(CommandWording.NO_MESSAGE, waited_s=0.3)) as caught:
            await asyncio.to_thread(echo.run, arguments)
        assert caught.value.code == 1

    async def test_a_topic_that_nobody_publishes_is_said_so_with_the_nearest(
        self, server: GazeboServer, call: Call, process: PublishingProcess, set_clock: SetClock
    ) -> None:
        process.advertise("/gazebo/default/rover/imu", INT)
        set_clock(echo, lambda: server.accepted)
        outcome = await call("echo", server.uri, "~/rover/imuu", "--timeout", "2")

        assert outcome.code == 1
        text = CommandWording.NO_MESSAGE(topic="~/rover/imuu", waited_s=2)
        tip = CommandWording.NOBODY_PUBLISHES_NEAR(name="/gazebo/default/rover/imu")
        assert outcome.err == f"teledeck: {text}. {tip}\n"

    async def test_a_publisher_that_can_not_be_reached_is_why_nothing_came(
        self, server: GazeboServer, call: Call, process: PublishingProcess, set_clock: SetClock
    ) -> None:
        process.advertise(X, INT)
        process.vanish()
        set_clock(echo, lambda: server.accepted)
        outcome = await call("echo", server.uri, X, "--timeout", "2")

        assert outcome.code == 1
        assert LinkWording.NOTHING_LISTENS(host="127.0.0.1", port=process.port) in outcome.err
        assert outcome.err.count("\n") == 1

    @pytest.mark.parametrize("options", [(), ("-n", "1")])
    async def test_a_server_that_is_not_there_is_exit_1_at_once(
        self, server: GazeboServer, call: Call, options: tuple[str, ...]
    ) -> None:
        server.stop()
        outcome = await call("echo", server.uri, X, *options)

        assert (outcome.code, outcome.out) == (1, "")
        assert shows(outcome.err, LinkWording.NOTHING_LISTENS)

    async def test_with_a_timeout_a_server_may_come_later(self, server: GazeboServer) -> None:
        server.stop()
        command = await Command.start("echo", server.uri, X, "-n", "1", "--timeout", "60", "--json")
        await asyncio.sleep(0.3)
        await server.start()
        process = await server.process()
        process.advertise(X, INT)
        process.publish(X, number(1))
        outcome = await command.end()

        assert outcome.code == 0
        assert outcome.lines[0]["value"] == {"data": 1}

    async def test_a_server_that_never_comes_is_exit_1_after_the_timeout(
        self, server: GazeboServer, call: Call
    ) -> None:
        server.stop()
        outcome = await call("echo", server.uri, X, "--timeout", "2")

        assert outcome.code == 1
        assert shows(outcome.err, LinkWording.NOTHING_LISTENS)

    async def test_what_still_comes_while_it_ends_is_no_fault(
        self, server: GazeboServer, call: Call, process: PublishingProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        process.advertise(X, INT)
        process.publish(X, number(1))
        here, close = asyncio.get_running_loop(), Session.close
        late: list[int] = []

        async def close_slowly(session: Session) -> None:
            def messages() -> int:
                topic = session.topics.store.get(TopicKey(server.uri, X))
                return topic.messages if topic is not None else 0

            opened = session.links._open_connections
            connections, opened._connections = opened._connections, {}
            before = messages()
            here.call_soon_threadsafe(process.publish, X, number(2))
            await eventually(lambda: messages() > before)
            late.append(messages() - before)
            opened._connections = connections
            await close(session)

        monkeypatch.setattr(Session, "close", close_slowly)
        outcome = await call("echo", server.uri, X, "-n", "1", "--field", "data")

        assert (outcome.code, outcome.out, outcome.err) == (0, "1\n", "")
        assert late == [1]

    async def test_a_server_that_says_nothing_is_exit_1_after_the_timeout(
        self, server: GazeboServer, call: Call
    ) -> None:
        server.greeting = b""
        outcome = await call("echo", server.uri, X, "--timeout", "2")

        assert outcome.code == 1
        text = CommandWording.NO_ANSWER(connection=server.uri, waited_s=2)
        assert outcome.err == f"teledeck: {text}. {CommandWording.MAY_BE_BUSY()}\n"


class TestFields:
    @pytest.mark.parametrize(
        ("field", "code"),
        [
            ("iteration", FieldWording.UNKNOWN),
            ("sim_time.seconds", FieldWording.UNKNOWN),
            ("paused[0]", FieldWording.NO_LIST),
            ("a b", FieldWording.NO_PATH),
            ("[0]", FieldWording.NO_PATH),
            ("", FieldWording.NO_PATH),
        ],
    )
    async def test_an_unknown_field_is_exit_2_before_any_message(
        self, server: GazeboServer, call: Call, process: PublishingProcess, field: str, code: FieldWording
    ) -> None:
        process.advertise(X, "gazebo.msgs.WorldStatistics")
        outcome = await call("echo", server.uri, X, "--field", field)

        assert (outcome.code, outcome.out) == (2, "")
        assert shows(outcome.err, code)
        assert outcome.err.count("\n") == 1

    async def test_fields_of_an_unknown_type_are_numbers(
        self, server: GazeboServer, call: Call, process: PublishingProcess
    ) -> None:
        process.advertise(X, "my.own.Type")
        process.publish(X, number(7))
        outcome = await call("echo", server.uri, X, "-n", "1", "--field", "data")
        assert outcome.code == 2
        assert "my.own.Type is unknown" in outcome.err

        outcome = await call("echo", server.uri, X, "-n", "1", "--field", "1[0]", "--json")
        assert outcome.lines[0]["value"] == 7

    async def test_a_message_that_can_not_be_read_is_said_once_and_not_counted(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        process.advertise(X, INT)
        command = await Command.start("echo", server.uri, X, "-n", "1", "--timeout", "60", "--json")
        await eventually(lambda: process.links, timeout_s=60)
        process.publish(X, b"\xff", b"\xff", number(3))
        outcome = await command.end()

        assert outcome.code == 0
        assert outcome.lines[0]["value"] == {"data": 3}
        assert outcome.err.count("\n") == 1
        assert INT in outcome.err

    @pytest.mark.parametrize("command", ["echo", "hz"])
    @pytest.mark.parametrize("topic", ["x", "x/y", "", "~"])
    async def test_a_name_that_is_not_full_and_that_nobody_lists_is_exit_2(
        self, server: GazeboServer, call: Call, command: str, topic: str
    ) -> None:
        outcome = await call(command, server.uri, topic)

        assert (outcome.code, outcome.out) == (2, "")
        assert GazeboWireWording.NOT_LISTED(topic=topic) in outcome.err

    async def test_a_name_that_would_harm_the_master_is_exit_2(self, server: GazeboServer, call: Call) -> None:
        outcome = await call("echo", server.uri, "/a\nb")

        assert (outcome.code, outcome.out) == (2, "")
        assert ProtocolWording.NAME_CHARACTER(number=0x0A) in outcome.err

    @pytest.mark.parametrize("topic", ["", "__default__", "/gazebo/my lab/world_stats", "/größe/中"])
    async def test_a_topic_of_any_name_that_is_listed_is_printed(
        self, server: GazeboServer, process: PublishingProcess, call: Call, topic: str
    ) -> None:
        process.advertise(topic, INT)
        process.publish(topic, number(7))
        outcome = await call("echo", server.uri, topic, "-n", "1", "--json")

        assert (outcome.code, outcome.err) == (0, "")
        assert (outcome.lines[0]["topic"], outcome.lines[0]["value"]) == (topic, {"data": 7})


class TestLasting:
    async def test_it_survives_a_restart_of_the_server_and_says_so(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        process.advertise(X, INT)
        command = await Command.start("echo", server.uri, "~/x", "--json", "--field", "data")
        await eventually(lambda: process.links, timeout_s=60)
        process.publish(X, number(1))
        assert json.loads(await command.line())["value"] == 1

        server.crash()
        said = await command.complaint()
        reason = LinkWording.NOTHING_LISTENS(host="127.0.0.1", port=server.port)
        text = CommandWording.LOST(connection=server.uri, state="lost", reason=reason)
        assert said == f"teledeck: {text}. {CommandWording.WAITING()}"
        await server.start()
        again = await server.process()
        again.advertise(X, INT)
        await eventually(lambda: again.links)
        again.publish(X, number(2))
        assert json.loads(await command.line())["value"] == 2
        assert await command.complaint() == f"teledeck: {CommandWording.BACK(connection=server.uri)}."
        outcome = await command.end(signal.SIGINT)
        assert (outcome.code, outcome.out, outcome.err) == (0, "", "")

    async def test_a_slow_reader_stops_nobody_and_learns_what_was_dropped(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        process.advertise(X, "gazebo.msgs.GzString")
        command = await Command.start("echo", server.uri, X, "--json")
        await eventually(lambda: process.links, timeout_s=60)
        payload = transport.GzString(data="x" * 1000).SerializeToString()
        # far more than pipes, sockets and the queue hold: it only gets through if the socket is drained all the time
        for _ in range(300):
            process.publish(X, *[payload] * 50)
            await asyncio.sleep(0)
        process.publish(X, transport.GzString(data="last").SerializeToString())
        await eventually(lambda: process.unsent == 0, timeout_s=60)
        printed = 0
        value: object = None
        while value != {"data": "last"}:
            value = json.loads(await command.line())["value"]
            printed += 1
        outcome = await command.end(signal.SIGINT)

        assert (outcome.code, outcome.out) == (0, "")
        dropped = int(outcome.err.split()[1].replace(",", ""))
        assert dropped > 1000
        assert shows(outcome.err, CommandWording.CAME_TOO_FAST, came=counted(dropped, "message"))
        assert dropped + printed == 300 * 50 + 1
