from __future__ import annotations

import pytest

from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.session.session import Session
from app.ui.base.session_view import SessionView, schema_of
from tests.fakes.session import URI, FakeSession, JsonSchema


def test_the_session_and_its_fake_have_all_that_views_know() -> None:
    link = LinkThread()
    for session in (Session(link), FakeSession()):
        view: SessionView = session

        for name in (*SessionView.__annotations__, *(n for n in vars(SessionView) if not n.startswith("_"))):
            assert hasattr(view, name), name
    link.stop()


def test_before_the_first_message_it_is_that_of_the_type(session: FakeSession, monkeypatch: pytest.MonkeyPatch) -> None:
    known, asked = JsonSchema("test.Known"), []
    session.add_topics("/new", schema=known)
    topic = session.topic("/new")
    assert schema_of(session, topic) is known
    topic.schema = None

    def of_type(connection: str, type_name: str) -> JsonSchema:
        asked.append((connection, type_name))
        return known

    monkeypatch.setattr(session, "schema_of", of_type)
    assert schema_of(session, topic) is known
    assert asked == [(URI, "test.Known")]


def test_of_a_type_that_nobody_knows_and_of_a_robot_that_is_gone_there_is_none(
    session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(connection: str, type_name: str) -> JsonSchema:
        raise SessionError(f"{connection} is gone, with {type_name}")

    assert schema_of(session, session.store.get_or_create(TopicKey(URI, "/untold"))) is None
    session.add_topics("/new")
    topic = session.topic("/new")
    topic.schema = None
    monkeypatch.setattr(session, "schema_of", gone)
    assert schema_of(session, topic) is None
