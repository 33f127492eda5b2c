"""Links, seen from the thread of a view or a command."""

from __future__ import annotations

import re
import threading

import pytest

from app.config.run_settings import Settings
from app.demo.demo_process import DemoProcessError
from app.model.status import ConnectionState, ConnectionStatus, LinkQuality, SimClock
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.session.recorded_side import LinkState, RecordedSide
from app.session.session import Session
from app.wording.connections import ConnectionWording
from app.wording.program import ProgramWording
from app.wording.session import SessionWording
from protocols.sentence import code_of
from tests.fakes.graph_access import FakeAccess
from tests.fakes.opened_connection import URI, FakeConnection, settled
from tests.tools.sentences import says

Opened = list[FakeConnection]


async def test_connecting_to_the_same_twice_leaves_it_as_it_is(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    assert session.links.connect(URI) == session.links.connect("gazebo://ROBOT:11345")
    await settled(link)

    assert [connection.calls.count("start") for connection in opened] == [1, 0]
    assert [info.id for info in session.links.connections] == [URI]


async def test_topics_of_a_robot_that_can_not_list_them_are_named(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    session.links.connect(URI)
    with pytest.raises(SessionError, check=says(ConnectionWording.LISTS_TOPICS_ITSELF)):
        session.links.name_topics(URI, ["a"])
    opened[0].named = ("a",)
    opened[0].check_named = tuple  # type: ignore[method-assign, assignment] # it takes any
    named: list[tuple[str, ...]] = []
    opened[0].set_named = named.append  # type: ignore[method-assign, assignment]
    session.links.name_topics(URI, ["b"])
    await settled(link)

    assert named == [("b",)]
    info = session.links.connections[0]
    assert (info.address, info.named) == (URI, ("b",))
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        session.links.name_topics("gazebo://other:1", ["a"])


@pytest.mark.parametrize(
    ("uri", "reason"),
    [
        ("robot", SessionWording.UNKNOWN_SCHEME(uri="robot")),
        ("", SessionWording.UNKNOWN_SCHEME(uri="")),
        ("warp://robot", SessionWording.UNKNOWN_SCHEME(uri="warp://robot")),
        ("gazebo://bad", "is bad"),
    ],
)
async def test_a_uri_that_can_not_be_understood_is_an_error_with_a_tip(session: Session, uri: str, reason: str) -> None:
    for attempt in (session.links.connect, session.links.connection_id_for):
        with pytest.raises(SessionError, match=re.escape(reason)) as caught:
            attempt(uri)
        assert caught.value.tip
    assert session.links.connections == ()


async def test_schemes_may_be_in_capitals_and_spaces_around_are_passed_over(session: Session) -> None:
    assert session.links.connection_id_for(f"  {URI.replace('gazebo', 'GAZEBO')} ") == URI
    assert session.links.connections == ()


async def test_connections_are_a_snapshot(session: Session, link: LinkThread, opened: Opened) -> None:
    session.links.connect(URI)
    await settled(link)
    opened[0].description = "Robot 1"
    info = session.links.connections[0]
    opened[0].set_status(ConnectionState.LOST, "gone")

    assert (info.id, info.description) == (URI, "Robot 1")
    assert info.status.state is ConnectionState.CONNECTING
    status = session.links.status(URI)
    assert status is not None
    assert status.state is ConnectionState.LOST


async def test_what_a_robot_has_beside_topics_is_known_with_the_connection(session: Session, opened: Opened) -> None:
    session.links.connect(URI)
    info = session.links.connections[0]
    assert (info.log_topic, info.clock, info.has_graph) == ("", None, False)
    assert session.graphs.graph(URI) is None
    assert session.topics.schema_of(URI, "Pose") is None
    assert not session.topics.commands_motion(TopicKey(URI, "/cmd_vel"), "Twist")

    access = FakeAccess()
    opened[0].log_topic, opened[0].clock, opened[0].graph_access = "/rosout", SimClock(5), access
    opened[0].sends_only_changes = True
    info = session.links.connections[0]
    assert (info.log_topic, info.clock, info.has_graph, info.tells_changes) == ("/rosout", SimClock(5), True, True)
    assert session.graphs.graph(URI) is access.graph
    session.commands.allow(URI, allowed=True)
    await session.commands.set_parameter(URI, "/a", 1, 1.0)
    assert access.asked == [("set_parameter", "/a", 1, 1.0)]


async def test_the_demo_robot_is_there_until_its_connection_ends(
    session: Session, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = FakeDemo()
    monkeypatch.setattr(session.links, "_demo", robot)
    assert await session.links.start_demo() == URI

    session.links.connect(URI)
    session.links.connect("gazebo://other:1")
    await session.links.disconnect("gazebo://other:1")
    assert robot.uri == URI
    await session.links.disconnect(URI)
    assert robot.uri == ""
    assert robot.threads.isdisjoint({"link", threading.main_thread().name})
    assert len(opened) == 2


async def test_the_demo_robot_ends_with_the_session(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = FakeDemo()
    monkeypatch.setattr(session.links, "_demo", robot)
    await session.links.start_demo()
    await session.close()

    assert robot.uri == ""


async def test_a_demo_robot_that_can_not_start_says_why(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = FakeDemo(DemoProcessError(ProgramWording.DEMO_FAILED()))
    monkeypatch.setattr(session.links, "_demo", robot)
    with pytest.raises(SessionError, check=says(ProgramWording.DEMO_FAILED)):
        await session.links.start_demo()


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


def test_a_scheme_that_is_not_known_is_told_without_the_secrets_of_the_address(session: Session) -> None:
    with pytest.raises(SessionError) as raised:
        session.links.connection_id_for("galieo://10.0.0.7?token=s3cret")

    assert "galieo" in raised.value.reason
    assert "s3cret" not in f"{raised.value!r}{raised.value.reason}{raised.value.tip}"


@pytest.mark.parametrize(("uri", "secret"), [("ros1://x y", ""), ("ros1://x y?token=s3cret", "s3cret")])
def test_what_is_wrong_with_an_address_stays_a_sentence_without_its_secrets(
    session: Session, uri: str, secret: str
) -> None:
    with pytest.raises(SessionError) as caught:
        session.links.connection_id_for(uri)

    assert code_of(caught.value.reason) is not None
    assert not secret or secret not in caught.value.reason


def test_each_scheme_leads_to_its_own_kind_of_robot(link: LinkThread) -> None:
    session = Session(link, Settings(), {})

    assert session.links.connection_id_for("gazebo://robot:11345") == "gazebo://robot:11345"
    assert session.links.connection_id_for("ros1://robot:11311") == "ros1://robot:11311"
    assert session.links.connection_id_for("galileo://robot:3547/odom?token=sentinel") == "galileo://robot:3547/odom"
    assert session.links.connection_id_for("galileo://robot") == "galileo://robot:3547/galileo/status"


async def test_a_robot_that_is_connected_again_learns_the_names_of_the_other_address(link: LinkThread) -> None:
    session = Session(link)
    engine = "nrp+grpc://127.0.0.1:1"
    try:
        assert session.links.connect(f"{engine}?packs=a,b") == engine
        assert session.links.connect(f"{engine}?packs=b,c") == engine
        assert session.links.connect(engine) == engine
        await settled(link)

        assert [info.address for info in session.links.connections] == [f"{engine}?packs=a,b,c"]
    finally:
        await session.close()


async def test_views_of_the_past_show_the_states_of_then(
    session: Session, link: LinkThread, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.links.connect(URI)
    await settled(link)
    then = ConnectionStatus(ConnectionState.LOST, "gone")
    now = session.links.status(URI)
    assert session.links.shown == session.links.connections
    assert session.links.shown_status(URI) == now
    side = RecordedSide({URI: LinkState(then, LinkQuality(0.5))}, ())

    session.links.past = lambda: side

    (shown,) = session.links.shown
    assert (shown.status, shown.quality) == (then, LinkQuality(0.5))
    assert session.links.shown_status(URI) == then
    assert session.links.shown_status("gazebo://other:1") is None
    # those who act ask for what is now
    assert session.links.status(URI) == session.links.connections[0].status == now
    side.forget()
    assert code_of(session.links.shown[0].status.reason) is SessionWording.NOT_THERE_THEN
    monkeypatch.setattr(type(opened[0]), "is_recorded", False)
    assert session.links.shown_status(URI) == now
