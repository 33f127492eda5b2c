from __future__ import annotations

import pytest

from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.window.main_window import MainWindow
from tests.fakes.session import URI, FakeSession


@pytest.fixture
def session() -> FakeSession:
    session = FakeSession()
    session.add_topics("/odom")
    return session


async def test_each_kind_of_views_is_saved_and_closed_as_the_others_are(
    window: MainWindow, session: FakeSession, preferences: Preferences
) -> None:
    docks = window.docks
    docks.images.open(TopicKey(URI, "/odom"))
    docks.top_views.open()
    docks.plots.plot_fields([(TopicKey(URI, "/odom"), "x")])
    docks.save()
    assert all(preferences.views(views.kind.setting) for views in docks.views[:3])
    docks.update_subscriptions()
    docks.close()

    assert not any(session.topics.wants.values())


async def test_a_view_that_was_closed_is_reopened_whatever_its_kind(window: MainWindow) -> None:
    docks = window.docks
    docks.plots.plot_fields([(TopicKey(URI, "/odom"), "x")])
    docks.top_views.open()
    docks.plots.docks["plots"].close()
    docks.top_views.docks["topview-1"].close()
    window.actions_of_window.reopen_view.trigger()
    window.actions_of_window.reopen_view.trigger()

    assert [name for views in docks.views for name in views.docks] == ["topview-1", "plots"]
