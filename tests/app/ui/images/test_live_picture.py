"""The small picture of now in a view that shows the past: it is there then, and costs nothing otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect
from pytestqt.qtbot import QtBot

from app.model.messages.values import PixelFormat
from app.model.topics import TopicKey, TopicStore
from app.ui.base.theme import Themes
from app.ui.images.image_panel import ImagePanel
from app.ui.images.image_view import ImageView
from app.ui.images.live_picture import INTERVAL_S
from app.wording.ui.images import ImagesWording
from tests.fakes.images import ImageSchema, noise
from tests.fakes.session import FakeSession
from tests.tools.sentences import shows

Look = Callable[..., None]


def look_back(session: FakeSession, *, with_topics: bool = False) -> None:
    """Have views show a past, in which nothing was said; or by the topics of now, as for a recording."""
    session.topics.look_back(session.topics.live.copied([]) if with_topics else TopicStore())


def small(panel: ImagePanel) -> ImageView | None:
    """The small picture."""
    return panel.live.view


@pytest.fixture
def shown(panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey) -> ImagePanel:
    """A panel that shows what comes."""
    schema.values = [noise(8, 6), noise(8, 6, seed=2)]
    panel.show_topic(camera)
    look("0")
    return panel


def test_it_is_there_while_views_show_the_past(shown: ImagePanel, session: FakeSession, look: Look) -> None:
    assert small(shown) is None

    look_back(session)
    look("1")

    view = small(shown)
    assert view is not None
    assert view.isVisible()
    assert view.rendered is not None
    assert bytes(view.rendered.frame.message.payload) == b"1"
    assert [shows(text, ImagesWording.NOW) for text, _ in view.facts] == [True]
    # the picture of then is seen beside it, and hands reach that
    assert view.width() < shown.view.width() / 2
    body = shown.view.parentWidget()
    assert body is not None
    assert body.childAt(view.geometry().center()) is not view

    session.topics.show_past(None)
    look("0")
    assert not [view for view in shown.findChildren(ImageView) if view is not shown.view and view.isVisible()]


def test_the_picture_of_then_comes_before_it(shown: ImagePanel, session: FakeSession) -> None:
    look_back(session)
    for later_s, is_there in ((0.0, False), (INTERVAL_S / 2, False), (INTERVAL_S, True)):
        shown.refresh(session.now + 1.0 + later_s)
        assert (small(shown) is not None) is is_there
    # with the next past as well
    session.topics.show_past(None)
    shown.refresh(session.now + 2.0)
    look_back(session)
    shown.refresh(session.now + 2.1)
    assert small(shown) is None


def test_it_is_also_there_where_nobody_has_listened_then(
    panel: ImagePanel, session: FakeSession, look: Look, camera: TopicKey
) -> None:
    look_back(session)
    panel.show_topic(camera)
    look("0")
    assert panel.view.rendered is None
    assert (view := small(panel)) is not None
    assert view.isVisible()


def test_it_is_told_from_the_picture_below_it_by_its_edge_and_no_legend_covers_it(
    shown: ImagePanel, session: FakeSession, schema: ImageSchema, look: Look, themes: Themes
) -> None:
    schema.values = [noise(16, 12, PixelFormat.FLOAT32), noise(16, 12, PixelFormat.FLOAT32, seed=2)]
    look_back(session)
    look("1")
    view = small(shown)
    assert view is not None

    image = view.grab().toImage()
    accent = themes.current.color("accent").rgb()
    corners = [(x, y) for x in (0, image.width() - 1) for y in (0, image.height() - 1)]
    assert [image.pixel(*corner) for corner in corners] == [accent] * 4
    view.is_inset = False
    with_legend = view.grab().toImage()
    right = QRect(image.width() - 30, 4, 24, image.height() - 8)
    assert with_legend.copy(right) != image.copy(right)


def test_it_can_be_switched_off_and_stays_so(shown: ImagePanel, session: FakeSession, look: Look) -> None:
    look_back(session)
    look("0")
    for is_there in (False, True):
        shown.live.toggle()
        look("1")
        assert (small(shown) is not None) is is_there
        assert shown.live.is_wanted is is_there


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_the_menu_has_the_switch(shown: ImagePanel) -> None:
    menu = shown.menu.open(QPoint(0, 0))
    (entry,) = [action for action in menu.actions() if shows(action.text(), ImagesWording.SHOW_LIVE)]
    entry.trigger()
    menu.close()
    assert not shown.live.is_wanted


def test_a_recording_that_is_played_on_has_none(shown: ImagePanel, session: FakeSession, look: Look) -> None:
    look_back(session, with_topics=True)
    look("1")
    assert small(shown) is None


def test_of_pictures_that_come_fast_some_are_shown(shown: ImagePanel, session: FakeSession, qtbot: QtBot) -> None:
    look_back(session)
    session.now += 10.0
    shown.refresh(session.now - INTERVAL_S)
    for number, payload in enumerate((b"0", b"1", b"0")):
        session.receive("/cam/image", payload)
        now = session.now + number * INTERVAL_S / 4
        shown.refresh(now)
        qtbot.wait(20)
    view = small(shown)
    assert view is not None
    assert view.rendered is not None
    assert bytes(view.rendered.frame.message.payload) == b"0"
    assert view.rendered.frame.message.number == 2
