"""One run, seen from the thread of a view or a command."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from dataclasses import replace

import pytest

import app.session.session as module
from app.config.run_settings import Settings
from app.connections.base import Connection
from app.connections.publishing import FINAL_REPEATS
from app.connections.schemes import SCHEMES
from app.demo.demo_process import DemoProcessError
from app.model.alerts import Alerts, Severity
from app.model.status import ConnectionState, SimClock
from app.model.topics import Delivery, Sink, TopicInfo, TopicKey, TopicStore
from app.model.world import WorldAction, WorldCommand
from app.net.errors import LinkError
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.connection_info import MessageTotals
from app.session.errors import SessionError, UnreachableError
from app.session.session import Session
from app.wording.session import SessionWording
from protocols.errors import LocalProtocolError
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.graph_access import FakeAccess
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

URI = "gazebo://robot:11345"


class FakeConnection(Connection):
    """Notes what it is told, and in which thread."""

    def __init__(
        self,
        uri: str,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        environ: Mapping[str, str],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(uri.lower(), store, alerts, settings, on_change)
        self.environ = environ
        self.store = store
        self.calls: list[str] = []
        self.threads: set[str] = set()
        self.wanted: list[dict[str, bool]] = []
        self.sinks: dict[str, int] = {}
        self.fails = False
        self.may_end = asyncio.Event()
        self.may_end.set()

    def _note(self, call: str) -> None:
        self.calls.append(call)
        self.threads.add(threading.current_thread().name)

    def start(self) -> None:
        self._note("start")

    def check_topic(self, name: str) -> None:
        if not name.startswith("/"):
            raise LocalProtocolError(f"{name} is no topic", "Begin with a slash.")

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        self._note("set_wanted")
        if "/broken" in names:
            raise RuntimeError("broken on purpose")
        self.wanted.append(dict(names))

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        self.sinks[name] = len(sinks)

    def resolve(self, name: str) -> str:
        return name.replace("~", "/world")

    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        self._note("list_topics")
        if self.fails:
            raise LinkError(f"nothing within {timeout_s:g} s", "Wait.")
        return (TopicInfo("/a"),)

    async def close(self) -> None:
        self._note("close")
        await self.may_end.wait()
        if self.fails:
            raise RuntimeError("broken on purpose")
        self.set_status(ConnectionState.CLOSED, "closed")


Opened = list[FakeConnection]


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread("link of the test")
    link.start()
    yield link
    link.stop()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """The connections that the session has started, in place of real ones."""
    connections: Opened = []

    def opener(
        uri: str,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        environ: Mapping[str, str],
        on_change: Callable[[], None],
    ) -> FakeConnection:
        if "bad" in uri:
            raise LocalProtocolError(f"{uri} is bad", "Write a good one.")
        connection = FakeConnection(uri, store, alerts, settings, environ, on_change)
        connections.append(connection)
        return connection

    monkeypatch.setitem(SCHEMES, "gazebo", replace(SCHEMES["gazebo"], open=opener))
    return connections


@pytest.fixture
async def session(link: LinkThread, opened: Opened) -> AsyncIterator[Session]:
    del opened
    session = Session(link, environ={"GAZEBO_MASTER_URI": "somewhere"})
    yield session
    await session.close()


async def settled(link: LinkThread) -> None:
    """Return when all that was submitted to the link thread before has run."""
    await link.run(asyncio.sleep(0))


class TestConnecting:
    async def test_a_connection_is_started_in_the_link_thread_with_the_environment(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        assert session.connect(URI) == URI
        await settled(link)

        assert opened[0].calls[0] == "start"
        assert opened[0].threads == {"link of the test"}
        assert opened[0].environ == {"GAZEBO_MASTER_URI": "somewhere"}

    async def test_connecting_to_the_same_twice_leaves_it_as_it_is(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        assert session.connect(URI) == session.connect("gazebo://ROBOT:11345")
        await settled(link)

        assert [connection.calls.count("start") for connection in opened] == [1, 0]
        assert [info.id for info in session.connections] == [URI]

    async def test_topics_of_a_robot_that_can_not_list_them_are_named(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        session.connect(URI)
        with pytest.raises(SessionError, match="lists its topics itself"):
            session.name_topics(URI, ["a"])
        opened[0].named = ("a",)
        opened[0].check_named = tuple  # type: ignore[method-assign, assignment] # it takes any
        named: list[tuple[str, ...]] = []
        opened[0].set_named = named.append  # type: ignore[method-assign, assignment]
        session.name_topics(URI, ["b"])
        await settled(link)

        assert named == [("b",)]
        info = session.connections[0]
        assert (info.address, info.named) == (URI, ("b",))
        with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
            session.name_topics("gazebo://other:1", ["a"])

    async def test_what_a_file_says_is_told_or_why_it_is_not(self, session: Session) -> None:
        assert session.read_names_file(b"a\nb").names == ("a", "b")
        with pytest.raises(SessionError, match="no text"):
            session.read_names_file(b"\xff")

    async def test_robots_that_send_by_themselves_are_not_polled(self, session: Session) -> None:
        session.connect(URI)
        key = TopicKey(URI, "/a")

        assert session.poll_rate_of(key) is None
        with pytest.raises(SessionError, match="sends by itself"):
            session.set_poll_rate(key, 5.0)

    @pytest.mark.parametrize(
        ("uri", "reason"),
        [
            ("robot", SessionWording.UNKNOWN_SCHEME(uri="robot")),
            ("", SessionWording.UNKNOWN_SCHEME(uri="")),
            ("warp://robot", SessionWording.UNKNOWN_SCHEME(uri="warp://robot")),
            ("gazebo://bad", "is bad"),
        ],
    )
    async def test_a_uri_that_can_not_be_understood_is_an_error_with_a_tip(
        self, session: Session, uri: str, reason: str
    ) -> None:
        for attempt in (session.connect, session.connection_id_for):
            with pytest.raises(SessionError, match=re.escape(reason)) as caught:
                attempt(uri)
            assert caught.value.tip
        assert session.connections == ()

    async def test_schemes_may_be_in_capitals_and_spaces_around_are_passed_over(self, session: Session) -> None:
        assert session.connection_id_for(f"  {URI.replace('gazebo', 'GAZEBO')} ") == URI
        assert session.connections == ()

    async def test_disconnecting_forgets_topics_and_alerts(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        session.connect(URI)
        session.connect("gazebo://other:1")
        await settled(link)
        for connection in opened:
            connection.alerts.raise_alert("a", Severity.ERROR, "broken")
            connection.store.get_or_create(TopicKey(connection.id, "/a"))

        await session.disconnect(URI)
        await session.disconnect(URI)

        assert [info.id for info in session.connections] == ["gazebo://other:1"]
        assert [topic.key.connection for topic in session.store.topics] == ["gazebo://other:1"]
        assert [alert.source for alert in session.alerts.current] == ["gazebo://other:1"]
        assert opened[0].calls.count("close") == 1
        assert session.status(URI) is None

    async def test_what_was_wanted_of_a_connection_is_wanted_when_it_is_connected_again(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        session.set_subscriptions("view", {TopicKey(URI, "/a")})
        session.connect(URI)
        await session.disconnect(URI)
        session.connect(URI)
        await settled(link)

        assert opened[1].wanted[-1] == {"/a": True}

    async def test_a_connection_made_again_begins_when_its_predecessor_has_ended(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        session.set_subscriptions("view", {TopicKey(URI, "/a")})
        session.connect(URI)
        await settled(link)
        opened[0].may_end.clear()
        ending = TaskPool("test").spawn(session.disconnect(URI), "disconnect")
        await asyncio.sleep(0)
        session.connect(URI)
        await settled(link)
        session.set_subscriptions("other", {TopicKey(URI, "/b")})
        await settled(link)
        assert opened[1].calls == []

        link.call(opened[0].may_end.set)
        await ending
        await settled(link)

        assert opened[1].calls.count("start") == 1
        assert opened[1].wanted[-1] == {"/a": True, "/b": True}
        assert session.status(URI) is opened[1].status

    async def test_of_several_made_while_one_ends_only_the_last_begins(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        session.connect(URI)
        await settled(link)
        opened[0].may_end.clear()
        first = TaskPool("test").spawn(session.disconnect(URI), "disconnect")
        await asyncio.sleep(0)
        session.connect(URI)
        await session.disconnect(URI)
        session.connect(URI)
        link.call(opened[0].may_end.set)
        await first
        await settled(link)

        assert [connection.calls.count("start") for connection in opened] == [1, 0, 1]

    async def test_closing_ends_all_connections_and_the_statistics(self, link: LinkThread, opened: Opened) -> None:
        session = Session(link)
        session.connect(URI)
        session.connect("gazebo://other:1")
        await session.close()
        await session.close()

        assert [connection.calls.count("close") for connection in opened] == [1, 1]
        assert session.connections == ()
        assert session._sampler is None

    @pytest.mark.expects_log("could not be closed")
    async def test_a_connection_that_can_not_be_closed_does_not_keep_the_others_open(
        self, link: LinkThread, opened: Opened
    ) -> None:
        session = Session(link)
        session.connect(URI)
        session.connect("gazebo://other:1")
        opened[0].fails = True
        await session.close()

        assert "close" in opened[1].calls


class TestWanting:
    async def test_what_several_owners_want_is_merged_and_latched_is_or_ed(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        session.connect(URI)
        session.set_subscriptions("plot", {TopicKey(URI, "/a"), TopicKey(URI, "/b")}, latched=False)
        session.set_subscriptions("inspector", {TopicKey(URI, "/a"), TopicKey("gazebo://other:1", "/c")})
        await settled(link)
        assert opened[0].wanted[-1] == {"/a": True, "/b": False}

        session.set_subscriptions("plot", ())
        await settled(link)
        assert opened[0].wanted[-1] == {"/a": True}

        session.set_subscriptions("inspector", set())
        await settled(link)
        assert opened[0].wanted[-1] == {}

    async def test_wanting_the_same_again_is_no_work(self, session: Session, link: LinkThread, opened: Opened) -> None:
        session.connect(URI)
        session.set_subscriptions("view", {TopicKey(URI, "/a")})
        await settled(link)
        count = len(opened[0].wanted)
        session.set_subscriptions("view", {TopicKey(URI, "/a")})
        session.set_subscriptions("nobody", ())
        await settled(link)

        assert len(opened[0].wanted) == count

    async def test_wants_may_come_before_the_connection(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        session.set_subscriptions("view", {TopicKey(URI, "/a")})
        session.connect(URI)
        await settled(link)

        assert opened[0].wanted[-1] == {"/a": True}

    async def test_sinks_are_given_before_the_wants_and_taken_back(
        self, session: Session, link: LinkThread, opened: Opened
    ) -> None:
        def sink(_delivery: Delivery) -> None:
            raise NotImplementedError

        key = TopicKey(URI, "/a")
        session.connect(URI)
        session.set_sink("view", key, sink)
        session.set_sink("recorder", key, sink)
        session.set_subscriptions("view", {key})
        await settled(link)
        assert opened[0].sinks == {"/a": 2}

        session.set_sink("view", key, None)
        session.set_sink("nobody", key, None)
        await settled(link)
        assert opened[0].sinks == {"/a": 1}

    async def test_a_name_that_can_be_no_topics_is_an_error(self, session: Session) -> None:
        session.connect(URI)
        assert session.check_topic(TopicKey(URI, "/~a")) == TopicKey(URI, "//worlda")

        with pytest.raises(SessionError, match="a is no topic"):
            session.check_topic(TopicKey(URI, "a"))

    async def test_a_topic_is_found_by_the_name_that_the_operator_writes(
        self, session: Session, opened: Opened
    ) -> None:
        session.connect(URI)
        assert session.topic(TopicKey(URI, "~/a")) is None
        assert session.store.topics == ()

        made = opened[0].store.get_or_create(TopicKey(URI, "/world/a"))
        assert session.topic(TopicKey(URI, "~/a")) is made

    async def test_asking_for_a_connection_that_is_not_there_is_an_error(self, session: Session) -> None:
        key = TopicKey(URI, "/a")
        with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
            session.topic(key)
        with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
            session.check_topic(key)
        with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
            await session.list_topics(URI, 1.0)


class TestReading:
    async def test_connections_are_a_snapshot(self, session: Session, link: LinkThread, opened: Opened) -> None:
        session.connect(URI)
        await settled(link)
        opened[0].description = "Robot 1"
        info = session.connections[0]
        opened[0].set_status(ConnectionState.LOST, "gone")

        assert (info.id, info.description) == (URI, "Robot 1")
        assert info.status.state is ConnectionState.CONNECTING
        status = session.status(URI)
        assert status is not None
        assert status.state is ConnectionState.LOST

    async def test_totals_are_those_of_all_topics_that_were_heard(self, session: Session, opened: Opened) -> None:
        session.connect(URI)
        session.store.get_or_create(TopicKey(URI, "/silent"))
        for name in ("/a", "/b"):
            topic = opened[0].store.get_or_create(TopicKey(URI, name))
            topic.messages, topic.nbytes, topic.dropped = 3, 50, 1

        assert session.totals == MessageTotals(6, 100, 2)

    async def test_the_revision_changes_with_connections_states_and_alerts(
        self, session: Session, opened: Opened
    ) -> None:
        seen = {session.revision}
        session.connect(URI)
        seen.add(session.revision)
        opened[0].set_status(ConnectionState.CONNECTED, "Robot 1")
        seen.add(session.revision)
        opened[0].alerts.raise_alert("a", Severity.INFO, "look")
        seen.add(session.revision)
        await session.disconnect(URI)
        seen.add(session.revision)

        assert len(seen) == 5

    async def test_a_change_in_one_thread_never_hides_one_in_another(self, session: Session, link: LinkThread) -> None:
        before = session.revision

        async def change() -> None:
            for _ in range(2000):
                session._changed()

        changing = link.submit(change())
        for _ in range(2000):
            session._changed()
        await asyncio.wrap_future(changing)

        assert next(session._revisions) == before + 4001

    async def test_statistics_are_renewed_while_there_is_a_connection(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "SAMPLE_INTERVAL_S", 0.005)
        samples: list[float] = []
        monkeypatch.setattr(session.store, "sample", samples.append)
        session.connect(URI)

        await eventually(lambda: len(samples) >= 3)
        await session.close()
        count = len(samples)
        await asyncio.sleep(0.02)
        assert len(samples) == count

    async def test_topics_are_listed_from_any_loop(self, session: Session, opened: Opened) -> None:
        session.connect(URI)
        assert await session.list_topics(URI, 1.0) == (TopicInfo("/a"),)
        assert opened[0].threads == {"link of the test"}

        opened[0].fails = True
        with pytest.raises(SessionError, match="nothing within 1 s") as caught:
            await session.list_topics(URI, 1.0)
        assert caught.value.tip == "Wait."
        opened[0].fails = False

    @pytest.mark.expects_log("Exception in callback")
    async def test_what_fails_in_the_link_thread_is_logged(self, session: Session, link: LinkThread) -> None:
        session.connect(URI)
        session.set_subscriptions("view", {TopicKey(URI, "/broken")})
        await settled(link)


async def test_a_real_robot_is_reached_read_and_left(link: LinkThread) -> None:
    topic = "/gazebo/default/x"
    async with GazeboServer() as server:
        process = await server.process()
        process.advertise(topic, "gazebo.msgs.Int")
        session = Session(link, environ={"GAZEBO_MASTER_URI": f"http://127.0.0.1:{server.port}"})
        assert session.connect("gazebo:") == server.uri
        batches: list[int] = []
        key = TopicKey(server.uri, "~/x")
        session.set_sink("test", key, lambda delivery: batches.append(delivery.payloads.count))
        session.set_subscriptions("test", {key})
        await eventually(lambda: process.links)
        process.publish(topic, b"\x08\x05")
        await eventually(lambda: batches == [1])
        found = session.topic(key)
        assert found is not None
        assert found.key.topic == topic
        assert session.totals.messages == 1
        assert session.connections[0].description == "Gazebo 11.1"
        infos = await session.list_topics(server.uri, TIMEOUT_S)
        assert [(info.name, info.publishers, info.subscribers) for info in infos] == [(topic, 1, 0)]

        await session.close()
        await eventually(lambda: not server.connections and not process.peer_ports)


async def test_a_topic_is_published_from_any_thread_until_it_is_closed(link: LinkThread) -> None:
    topic = "/gazebo/default/x"
    async with GazeboServer() as server:
        session, reader = Session(link), Session(link)
        uri = session.connect(server.uri)
        publisher = await session.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Int", TIMEOUT_S)
        assert (publisher.topic, publisher.type_name, publisher.subscribers) == (topic, "gazebo.msgs.Int", ())
        assert [known.can_publish for known in session.connections] == [True]
        key = TopicKey(reader.connect(server.uri), topic)
        reader.set_subscriptions("view", {key})
        assert await publisher.wait_for_subscriber(TIMEOUT_S)
        assert len(publisher.subscribers) == 1

        await asyncio.to_thread(publisher.publish, {"data": 1})
        publisher.publish(b"\x08\x02")
        assert await publisher.drain(TIMEOUT_S)
        publisher.set_final_message({"data": 0})
        assert await publisher.close()
        publisher.publish({"data": 3})
        await settled(link)

        slot = reader.topic(key)
        assert slot is not None
        assert slot.messages == 2 + FINAL_REPEATS
        assert publisher.dropped == 0
        await reader.close()
        await session.close()


async def test_what_can_not_be_published_is_refused_with_a_tip(link: LinkThread) -> None:
    async with GazeboServer() as server:
        session = Session(link)
        uri = session.connect(server.uri)
        publisher = await session.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Int", TIMEOUT_S)
        for give in (publisher.publish, publisher.set_final_message):
            with pytest.raises(SessionError, match="data is a whole number"):
                give({"data": "x"})
        with pytest.raises(SessionError, match="data is missing"):
            session.encode(uri, "gazebo.msgs.Int", {})
        assert session.encode(uri, "gazebo.msgs.Int", {"data": 2}) == b"\x08\x02"
        with pytest.raises(SessionError, match="can't be published as") as caught:
            await session.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Pose", TIMEOUT_S)
        assert caught.value.tip
        assert not isinstance(caught.value, UnreachableError)
        assert session.stop_message_for(TopicKey(uri, "~/vel_cmd"), "gazebo.msgs.Pose", {}) is not None
        await session.close()


async def test_a_robot_that_can_not_be_asked_is_unreachable(link: LinkThread) -> None:
    session = Session(link)
    uri = session.connect("gazebo://127.0.0.1:1")
    await eventually(lambda: (status := session.status(uri)) is not None and status.failed)
    with pytest.raises(UnreachableError, match="nothing listens"):
        await session.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Int", 0.2)
    await session.close()


async def test_a_robot_is_only_looked_at_until_it_is_unlocked_for_this_run(session: Session, opened: Opened) -> None:
    session.connect(URI)
    command = WorldCommand(WorldAction.PAUSE)
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await session.control_world(URI, command)
    assert [info.unlocked for info in session.connections] == [False]

    session.set_unlocked(URI, unlocked=True)
    await session.disconnect(URI)
    session.connect(URI)
    assert [info.unlocked for info in session.connections] == [True]
    with pytest.raises(SessionError, match="no world"):
        await session.control_world(URI, command)

    session.set_unlocked(URI, unlocked=False)
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await session.control_world(URI, command)
    assert len(opened) == 2


async def test_what_a_robot_has_beside_topics_is_known_with_the_connection(session: Session, opened: Opened) -> None:
    session.connect(URI)
    info = session.connections[0]
    assert (info.log_topic, info.clock, info.has_graph) == ("", None, False)
    assert session.graphs.graph(URI) is None
    assert session.schema_of(URI, "Pose") is None
    assert not session.commands_motion(TopicKey(URI, "/cmd_vel"), "Twist")

    access = FakeAccess()
    opened[0].log_topic, opened[0].clock, opened[0].graph_access = "/rosout", SimClock(5), access
    opened[0].sends_only_changes = True
    info = session.connections[0]
    assert (info.log_topic, info.clock, info.has_graph, info.tells_changes) == ("/rosout", SimClock(5), True, True)
    assert session.graphs.graph(URI) is access.graph
    await session.graphs.set_parameter(URI, "/a", 1, 1.0)
    assert access.asked == [("set_parameter", "/a", 1, 1.0)]


async def test_a_connection_that_is_made_again_is_told_of_who_watches_its_parameters(
    session: Session, opened: Opened, link: LinkThread
) -> None:
    session.connect(URI)
    session.graphs.watch_parameters("panel", URI)
    await settled(link)
    opened[0].may_end.clear()
    ending = TaskPool("test").spawn(session.disconnect(URI), "disconnect")
    await eventually(lambda: not session.connections)
    session.connect(URI)
    access = opened[1].graph_access = FakeAccess()
    link.call(opened[0].may_end.set)
    await ending

    assert access.watched == [True]


async def test_the_demo_robot_is_there_until_its_connection_ends(
    session: Session, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = FakeDemo()
    monkeypatch.setattr(session, "_demo", robot)
    assert await session.start_demo() == URI

    session.connect(URI)
    session.connect("gazebo://other:1")
    await session.disconnect("gazebo://other:1")
    assert robot.uri == URI
    await session.disconnect(URI)
    assert robot.uri == ""
    assert robot.threads.isdisjoint({"link", threading.main_thread().name})
    assert len(opened) == 2


async def test_the_demo_robot_ends_with_the_session(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = FakeDemo()
    monkeypatch.setattr(session, "_demo", robot)
    await session.start_demo()
    await session.close()

    assert robot.uri == ""


async def test_a_demo_robot_that_can_not_start_says_why(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = FakeDemo(DemoProcessError("the demo robot could not start"))
    monkeypatch.setattr(session, "_demo", robot)
    with pytest.raises(SessionError, match="could not start"):
        await session.start_demo()


class FakeDemo:
    """A demo robot without a process; notes the threads that wait for it."""

    def __init__(self, error: DemoProcessError | None = None) -> None:
        self.uri = ""
        self.threads: set[str] = set()
        self._error = error

    def start(self) -> str:
        self.threads.add(threading.current_thread().name)
        if self._error is not None:
            raise self._error
        self.uri = URI
        return self.uri

    def close(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.uri = ""


async def test_the_token_of_a_robot_has_a_key_unless_the_address_holds_it(session: Session) -> None:
    assert session.token_key("galileo://10.0.0.7/odom") == "galileo://10.0.0.7:3547"
    assert session.token_key("galileo://10.0.0.7/odom?token=abc") == ""
    assert session.token_key("gazebo://10.0.0.7") == ""
    assert session.with_token("galileo://10.0.0.7/odom", "abc") == "galileo://10.0.0.7/odom?token=abc"
    access = session.address_tokens("galileo://10.0.0.7/odom?token=abc")
    assert access is not None
    assert (access.uri, access.token) == ("galileo://10.0.0.7/odom", "abc")


def test_a_scheme_that_is_not_known_is_told_without_the_secrets_of_the_address(session: Session) -> None:
    with pytest.raises(SessionError) as raised:
        session.connection_id_for("galieo://10.0.0.7?token=s3cret")

    assert "galieo" in raised.value.reason
    assert "s3cret" not in f"{raised.value!r}{raised.value.reason}{raised.value.tip}"


def test_each_scheme_leads_to_its_own_kind_of_robot(link: LinkThread) -> None:
    session = Session(link, Settings(), {})

    assert session.connection_id_for("gazebo://robot:11345") == "gazebo://robot:11345"
    assert session.connection_id_for("ros1://robot:11311") == "ros1://robot:11311"
    assert session.connection_id_for("galileo://robot:3547/odom?token=sentinel") == "galileo://robot:3547/odom"
    assert session.connection_id_for("galileo://robot") == "galileo://robot:3547/galileo/status"


async def test_a_robot_that_is_connected_again_learns_the_names_of_the_other_address(link: LinkThread) -> None:
    session = Session(link)
    engine = "nrp+grpc://127.0.0.1:1"
    try:
        assert session.connect(f"{engine}?packs=a,b") == engine
        assert session.connect(f"{engine}?packs=b,c") == engine
        assert session.connect(engine) == engine
        await settled(link)

        assert [info.address for info in session.connections] == [f"{engine}?packs=a,b,c"]
    finally:
        await session.close()
