from __future__ import annotations

from app.net.link_thread import LinkThread
from app.session.session import Session
from app.ui.base.session_view import SessionView
from tests.fakes.session import FakeSession


def test_the_session_and_its_fake_have_all_that_views_know() -> None:
    link = LinkThread()
    for session in (Session(link), FakeSession()):
        view: SessionView = session

        for name in (*SessionView.__annotations__, *(n for n in vars(SessionView) if not n.startswith("_"))):
            assert hasattr(view, name), name
    link.stop()
