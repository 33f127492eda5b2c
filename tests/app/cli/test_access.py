"""Which token a command comes with, and when it asks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from typing_extensions import override

from app.cli import command
from app.cli.command import Login
from app.model.status import ConnectionState, ConnectionStatus
from app.net.link_thread import LinkThread
from app.session.key_store import SERVICE, TokenStore
from app.session.links import Links
from tests.fakes.key_store import FakeKeyStore

URI = "galileo://robot:3547/odom"
KEY = "galileo://robot:3547"
TOKEN, PROXY_TOKEN = "TELEDECK_GALILEO_TOKEN", "TELEDECK_GALILEO_PROXY_TOKEN"


class Robot(Links):
    """Links to one robot.

    Attributes:
        wants: the token that lets in; None: any.
        state: that of a connection which is neither let in nor refused.
        connected, ended: addresses and names, in order.
    """

    def __init__(self) -> None:
        self.wants: str | None = None
        self.state: ConnectionStatus | None = None
        self.connected: list[str] = []
        self.ended: list[str] = []

    @override
    def connect(self, uri: str) -> str:
        self.connected.append(uri)
        return URI

    @override
    async def disconnect(self, connection_id: str) -> None:
        self.ended.append(connection_id)

    @override
    def status(self, connection_id: str) -> ConnectionStatus | None:
        del connection_id
        if self.state is not None:
            return self.state
        let_in = self.wants is None or self.connected[-1].endswith(f"token={self.wants}")
        if let_in:
            return ConnectionStatus(ConnectionState.CONNECTED, "connected")
        return ConnectionStatus(ConnectionState.REFUSED, "refused", failed=True)


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread()
    link.start()
    yield link
    link.stop()


class Desk:
    """The terminal and the key store.

    Attributes:
        answers: what is typed in, in order.
        prompts: what was asked.
        told: what was said.
    """

    def __init__(self) -> None:
        self.store: FakeKeyStore | None = FakeKeyStore()
        self.environ: dict[str, str] = {}
        self.answers: list[str] = []
        self.prompts: list[str] = []
        self.told: list[str] = []

    def ask(self, prompt: str, _stream: object) -> str:
        self.prompts.append(prompt)
        return self.answers.pop(0)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Somebody sits at a terminal."""
    desk = Desk()
    monkeypatch.setattr("getpass.getpass", desk.ask)
    monkeypatch.setattr(command, "_is_terminal", lambda: True)
    return desk


Connect = Callable[..., str]


@pytest.fixture
def robot() -> Robot:
    return Robot()


@pytest.fixture
def connect(robot: Robot, desk: Desk, link: LinkThread) -> Connect:
    """Connects, and gives the address by which it did so at last."""

    def connect(uri: str = URI, *, ask: bool = True) -> str:
        tokens = TokenStore(lambda: desk.store)
        tell: Callable[[str, str], None] = lambda *words: desk.told.append(" ".join(words))  # noqa: E731
        Login(robot, link, tell, tokens, desk.environ).connect(uri, ask=ask)
        return robot.connected[-1]

    return connect


def keep(desk: Desk, key: str, token: str) -> None:
    assert desk.store is not None
    desk.store.kept[SERVICE, key] = token


def test_a_robot_without_tokens_is_connected_as_it_is_written(connect: Connect, desk: Desk) -> None:
    assert connect("gazebo://robot:11345") == "gazebo://robot:11345"
    assert desk.store is not None
    assert desk.store.asked == 0


def test_where_no_token_is_known_none_is_asked_for_unless_the_robot_refuses(connect: Connect, desk: Desk) -> None:
    assert connect() == URI
    assert desk.prompts == []


def test_the_token_of_the_address_goes_before_that_of_the_environment(connect: Connect, desk: Desk) -> None:
    desk.environ[TOKEN] = "other"

    assert connect(f"{URI}?token=own") == f"{URI}?token=own"


def test_the_token_of_the_environment_goes_before_that_of_the_key_store(connect: Connect, desk: Desk) -> None:
    keep(desk, KEY, "kept")
    desk.environ[TOKEN] = "a&b"

    assert connect() == f"{URI}?token=a%26b"


def test_the_token_of_the_key_store_is_used(connect: Connect, desk: Desk) -> None:
    keep(desk, KEY, "kept")

    assert connect() == f"{URI}?token=kept"
    assert desk.told == []


def test_a_proxy_has_a_token_of_its_own(connect: Connect, desk: Desk) -> None:
    keep(desk, f"{KEY} proxy", "of-the-proxy")

    assert connect() == f"{URI}?galileo_proxy_token=of-the-proxy"

    desk.environ[PROXY_TOKEN] = "given"

    assert connect() == f"{URI}?galileo_proxy_token=given"


def test_a_key_store_that_does_not_answer_is_told_and_gone_without(
    connect: Connect, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "KEY_STORE_TIMEOUT_S", 0.2)
    assert desk.store is not None
    desk.store.open.clear()
    uri = "galileo://127.0.0.1:3547/odom"
    try:
        assert connect(uri) == uri
    finally:
        desk.store.open.set()

    assert [TOKEN in words for words in desk.told] == [True]


def test_a_key_store_that_fails_is_told_and_gone_without(connect: Connect, desk: Desk) -> None:
    assert desk.store is not None
    desk.store.locked = True

    assert connect("galileo://127.0.0.1:3547/odom").endswith("/odom")
    assert len(desk.told) == 1


def test_a_robot_that_refuses_has_the_token_asked_for(connect: Connect, robot: Robot, desk: Desk) -> None:
    robot.wants = "sesame"
    desk.answers = ["wrong", "sesame"]

    assert connect() == f"{URI}?token=sesame"
    assert len(desk.prompts) == 2
    assert KEY in desk.prompts[0]
    assert robot.ended == [URI, URI]
    assert "sesame" not in " ".join(desk.told)


def test_after_some_attempts_or_an_empty_answer_nothing_more_is_asked(
    connect: Connect, robot: Robot, desk: Desk
) -> None:
    robot.wants = "sesame"
    desk.answers = ["1", "2", "3", "4"]
    connect()
    attempts = len(desk.prompts)
    desk.answers = [""]
    connect()

    assert attempts == command.ATTEMPTS
    assert len(desk.prompts) == attempts + 1


def test_nothing_is_asked_where_that_is_not_wanted_or_the_address_has_a_token(
    connect: Connect, robot: Robot, desk: Desk
) -> None:
    robot.wants = "sesame"
    connect(ask=False)
    connect(f"{URI}?token=wrong")

    assert desk.prompts == []


def test_nothing_is_asked_where_nobody_sits(
    connect: Connect, robot: Robot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot.wants = "sesame"
    monkeypatch.setattr(command, "_is_terminal", lambda: False)

    assert connect() == URI
    assert desk.prompts == []


def test_a_robot_that_can_not_be_reached_is_no_question_of_tokens(connect: Connect, robot: Robot, desk: Desk) -> None:
    robot.state = ConnectionStatus(ConnectionState.CONNECTING, "nothing answers", failed=True)

    assert connect() == URI
    assert desk.prompts == []


def test_without_a_terminal_there_is_none() -> None:
    # under pytest neither end is one
    assert not command._is_terminal()
