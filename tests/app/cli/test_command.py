"""What the commands share, on a session of the test's own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.cli.command import CommandConnection, CommandError, command_connection, print_error, print_line
from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState, ConnectionStatus
from app.model.topics import TopicInfo, TopicKey
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.session.session import Session
from app.wording.commands import CommandWording
from app.wording.session import SessionWording
from tests.tools.sentences import says

URI = "gazebo://robot:11345"
LOST = ConnectionStatus(ConnectionState.LOST, "nothing listens there", "Look.", failed=True)
CONNECTED = ConnectionStatus(ConnectionState.CONNECTED, "Gazebo 11.1")
CONNECTING = ConnectionStatus(ConnectionState.CONNECTING, "connecting")


class FakeSession(Session):
    """A session without a connection, whose state the test sets."""

    def __init__(self) -> None:
        super().__init__(LinkThread())
        self.now: ConnectionStatus | None = CONNECTING
        # what the robot lists, if that is not what the store knows
        self.listed: tuple[TopicInfo, ...] | None = None
        self.failure: SessionError | None = None
        self.links.status = lambda _id: self.now  # type: ignore[method-assign, assignment]
        self.topics.topic = self.topics.store.get  # type: ignore[method-assign]
        self.topics.list_topics = self._list_topics  # type: ignore[method-assign]

    async def _list_topics(self, connection_id: str, timeout_s: float) -> tuple[TopicInfo, ...]:
        del connection_id, timeout_s
        if self.failure is not None:
            raise self.failure
        return tuple(topic.info for topic in self.topics.store.topics) if self.listed is None else self.listed


@pytest.fixture
def session() -> Iterator[FakeSession]:
    session = FakeSession()
    session._link.start()
    yield session
    session._link.stop()


def make_run(session: FakeSession, *, patient: bool = False) -> CommandConnection:
    return CommandConnection(session, session._link, URI, patient=patient)


class TestFaults:
    def test_each_is_told_once_and_what_is_only_news_is_not(
        self, session: FakeSession, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run = make_run(session)
        session.topics._connections.alerts.raise_alert(
            Alert("a", Severity.WARNING, URI, "/a: what is shown may be nonsense", "Ask.")
        )
        session.topics._connections.alerts.raise_alert(Alert("b", Severity.INFO, URI, "a publisher has gone"))
        run.print_faults()
        run.print_faults()
        session.topics._connections.alerts.raise_alert(Alert("a", Severity.WARNING, URI, "/a: it loops"))
        run.print_faults()

        told = capsys.readouterr().err.splitlines()
        assert told == ["teledeck: /a: what is shown may be nonsense. Ask.", "teledeck: /a: it loops."]


class TestCheck:
    def test_a_robot_that_can_not_be_reached_ends_an_impatient_run(self, session: FakeSession) -> None:
        run = make_run(session)
        run.check()
        session.now = LOST

        with pytest.raises(CommandError, match=LOST.reason) as caught:
            run.check()
        assert (caught.value.code, caught.value.tip) == (1, LOST.tip)

    def test_a_patient_run_waits_in_silence(self, session: FakeSession, capsys: pytest.CaptureFixture[str]) -> None:
        session.now = LOST
        make_run(session, patient=True).check()

        assert capsys.readouterr().err == ""

    def test_what_was_reached_is_waited_for_and_that_is_said_once(
        self, session: FakeSession, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run = make_run(session)
        for status in (CONNECTED, LOST, LOST, CONNECTED, CONNECTED):
            session.now = status
            run.check()

        lost = CommandWording.LOST(connection=URI, state="lost", reason=LOST.reason)
        assert capsys.readouterr().err.splitlines() == [
            f"teledeck: {lost}. {CommandWording.WAITING()}",
            f"teledeck: {CommandWording.BACK(connection=URI)}.",
        ]

    def test_a_connection_that_is_closed_says_nothing(
        self, session: FakeSession, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for status in (None, ConnectionStatus(ConnectionState.CLOSED, "closed", failed=True)):
            session.now = status
            make_run(session).check()

        assert capsys.readouterr().err == ""


class TestSilence:
    def test_a_robot_that_is_not_there_is_why(self, session: FakeSession) -> None:
        session.now = LOST
        error = make_run(session).no_message_error("/x", 3.0)
        assert (error.code, error.reason, error.tip) == (1, LOST.reason, LOST.tip)

    def test_a_robot_that_said_nothing_yet_is_why(self, session: FakeSession) -> None:
        assert make_run(session).no_message_error("/x", 2.5).reason == CommandWording.NO_ANSWER(
            connection=URI, waited_s=2.5
        )

    def test_what_may_be_chance_is_why_as_long_as_nothing_better_is_known(self, session: FakeSession) -> None:
        session.now = replace(LOST, state=ConnectionState.CONNECTING, failed=False)
        assert make_run(session).no_message_error("/x", 1.0).reason == LOST.reason

    def test_a_fault_that_stands_is_why_but_not_a_mere_remark(self, session: FakeSession) -> None:
        session.now = CONNECTED
        session.topics._connections.alerts.raise_alert(Alert("b", Severity.WARNING, URI, "it is broken", "Mend it."))
        session.topics._connections.alerts.raise_alert(Alert("a", Severity.INFO, URI, "by the way"))
        error = make_run(session).no_message_error("/x", 3.0)

        assert (error.reason, error.tip) == (
            CommandWording.FAULT_WITH_CAUSE(
                fault=CommandWording.NO_MESSAGE(topic="/x", waited_s=3), cause="it is broken"
            ),
            "Mend it.",
        )

    def test_of_a_robot_that_does_not_tell_who_publishes_nothing_is_claimed(self, session: FakeSession) -> None:
        session.now = CONNECTED
        session.topics.store.get_or_create(TopicKey(URI, "odom")).live = True

        tip = make_run(session).no_message_error("odom", 3.0).tip
        assert tip == CommandWording.CHECK_SPELLING()

    def test_what_the_robot_lists_now_counts_and_not_that_nothing_of_it_had_come(self, session: FakeSession) -> None:
        session.now = CONNECTED
        # subscribed to, and the first list has not come yet
        session.topics.store.get_or_create(TopicKey(URI, "/odom")).live = True
        session.listed = (TopicInfo("/odd/odom", "", publishers=1), TopicInfo("/cmd_vel", "", publishers=0))

        tip = make_run(session).no_message_error("/odom", 1.0).tip
        assert tip == CommandWording.NOBODY_PUBLISHES_NEAR(name="/odd/odom")

    def test_where_the_robot_can_not_be_asked_nothing_is_claimed(self, session: FakeSession) -> None:
        session.now = CONNECTED
        session.failure = SessionError("it did not answer within 3 s")

        assert make_run(session).no_message_error("/odom", 1.0).tip == CommandWording.NOT_ASKED()

    @pytest.mark.parametrize(
        ("name", "tip"),
        [
            ("/gazebo/default/laser", CommandWording.NOBODY_PUBLISHES() + " Did you mean /gazebo/default/laser/scan?"),
            ("/zzz", CommandWording.NOBODY_PUBLISHES()),
            ("/gazebo/default/laser/cmd", CommandWording.NOBODY_PUBLISHES()),
        ],
    )
    def test_the_nearest_that_is_published_is_named(self, session: FakeSession, name: str, tip: str) -> None:
        session.now = CONNECTED
        session.topics.store.update(
            URI,
            [
                TopicInfo("/gazebo/default/laser/scan", "", publishers=1),
                TopicInfo("/gazebo/default/laserr", "", publishers=0),
                TopicInfo("/gazebo/default/laser/cmd", "gazebo.msgs.Int", publishers=0),
            ],
        )

        assert make_run(session).no_message_error(name, 3.0).tip == tip

    def test_a_publisher_that_has_not_let_us_in_is_not_said_to_be_there(self, session: FakeSession) -> None:
        session.now = CONNECTED
        session.topics.store.update(URI, [TopicInfo("/x", "std_msgs/String", publishers=1)])

        assert make_run(session).no_message_error("/x", 3.0).tip == CommandWording.NOT_LET_IN()


def test_reports_are_one_line_of_a_sentence_and_a_tip(capsys: pytest.CaptureFixture[str]) -> None:
    print_error("it is broken.", "Mend it.")
    print_error("it\nis \x1b[2J broken")

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "teledeck: it is broken. Mend it.\nteledeck: it\\nis \\x1b[2J broken.\n"


def test_without_standard_error_reports_go_nowhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    print_error("it is broken")

    assert capsys.readouterr().out == ""


def test_output_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_line('{"a":1}')
    assert capsys.readouterr().out == '{"a":1}\n'


def test_a_uri_that_can_not_be_understood_leaves_no_thread_behind() -> None:
    with (
        pytest.raises(SessionError, check=says(SessionWording.UNKNOWN_SCHEME)),
        command_connection("nowhere", patient=False),
    ):
        raise AssertionError


def test_a_line_for_nobody_since_standard_output_is_closed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    # as Python has it where a program was started so
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(CommandError, check=says(CommandWording.OUTPUT_CLOSED)) as error:
        print_line("a line")

    assert error.value.code == 1
