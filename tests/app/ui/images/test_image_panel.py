from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu
from pytestqt.qtbot import QtBot

from app.model.messages.values import CompressedImage, ImageGroup, PixelFormat
from app.model.schema import DecodeError
from app.model.status import ConnectionState
from app.model.topics import Message, TopicInfo, TopicKey
from app.ui.images.image_frame import ViewedImage
from app.ui.images.image_panel import ImagePanel
from app.ui.images.view_state import RangeMode
from app.wording.connections import GazeboWording
from app.wording.model import MessageWording
from app.wording.ui.images import ImagesWording
from app.wording.ui.widgets import WidgetsWording
from tests.fakes.images import ImageSchema, gray16, noise, packed, plain
from tests.fakes.session import FakeSession
from tests.tools.sentences import shows

Look = Callable[..., None]


def facts(panel: ImagePanel) -> str:
    return " | ".join(text for text, _ in panel.view.facts if text)


def is_old(panel: ImagePanel) -> bool:
    return panel.view.old


def painted(panel: ImagePanel, x: int, y: int) -> tuple[int, int, int]:
    """The colour that is seen in the middle of a pixel of the picture."""
    place = panel.view.viewpoint.rectangle_of(x + 0.5, y + 0.5, 0, 0)
    color = panel.view.grab().toImage().pixelColor(int(place.x), int(place.y))
    return color.red(), color.green(), color.blue()


def test_it_says_what_to_do_while_there_is_nothing(
    panel: ImagePanel, session: FakeSession, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    assert panel.nothing.title == ImagesWording.NO_TOPIC()
    session.remove_topics("/cam/image", "/cam/other")
    panel.refresh(1.0)
    assert panel.nothing.title == ImagesWording.NONE_YET()

    panel.show_topic(camera)
    assert panel.nothing.title == ImagesWording.TOPIC_MISSING()
    session.add_topics("/cam/image", schema=schema)
    panel.refresh(2.0)
    assert panel.nothing.title == ImagesWording.WAITING()
    session.add_topics("/cam/image", schema=schema, publishers=0)
    panel.refresh(3.0)
    assert panel.nothing.title == ImagesWording.NOBODY_PUBLISHES()
    session.set_state(ConnectionState.LOST, "The robot has gone")
    panel.refresh(4.0)
    assert (panel.nothing.title, panel.nothing.hint) == (ImagesWording.NOT_CONNECTED(), "The robot has gone")
    panel.show_topic(TopicKey("gazebo://elsewhere:1", "/cam"))
    assert "elsewhere" in panel.nothing.hint
    look()


def test_only_topics_with_pictures_are_offered(panel: ImagePanel) -> None:
    panel.refresh(1.0)

    assert [key.topic for key in panel.topic.keys] == ["/cam/image", "/cam/other"]


def test_the_newest_picture_is_shown_right_to_the_pixel(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    schema.values = [noise(8, 6), noise(8, 6, seed=2)]
    panel.show_facts(False)
    panel.show_topic(camera)
    look("0")
    look("0", "1")

    sent = np.frombuffer(schema.values[1].pixels, np.uint8).reshape(6, 8, 3)  # type: ignore[union-attr]
    for x, y in ((0, 0), (7, 5), (3, 2), (5, 0)):
        assert painted(panel, x, y) == tuple(sent[y, x])
    assert panel.feed.skipped == 1


def test_a_picture_is_shown_as_soon_as_it_comes_but_only_one_for_each_tick(
    panel: ImagePanel, schema: ImageSchema, look: Look, session: FakeSession, camera: TopicKey, qtbot: QtBot
) -> None:
    schema.values = [noise(8, 6, seed=number) for number in range(4)]
    panel.show_topic(camera)
    look("0")

    def shown() -> int:
        assert panel.view.rendered is not None
        return panel.view.rendered.frame.message.number

    panel.refresh(session.now + 0.3)
    session.receive("/cam/image", b"1")
    qtbot.waitUntil(lambda: shown() == 2)
    session.receive("/cam/image", b"2")
    QTest.qWait(0)
    assert shown() == 2

    panel.refresh(session.now + 0.4)
    assert shown() == 3
    panel.refresh(session.now + 0.5)
    session.receive("/cam/image", b"3")
    qtbot.waitUntil(lambda: shown() == 4)


def test_nothing_is_heard_of_a_topic_that_nobody_sees(
    panel: ImagePanel, session: FakeSession, window: QMainWindow, camera: TopicKey
) -> None:
    panel.show_topic(camera)
    assert list(session.topics.sinks) == [("picture-1", camera)]
    window.hide()
    assert not session.topics.sinks
    window.show()
    panel.close_down()
    assert not session.topics.sinks


def test_the_first_picture_is_rendered_as_large_as_it_will_be_shown(
    panel: ImagePanel, schema: ImageSchema, session: FakeSession, camera: TopicKey
) -> None:
    schema.values = [noise(1000, 600)]
    panel.show_topic(camera)
    session.receive("/cam/image", b"0")
    panel.refresh(session.now)

    assert panel.view.rendered is not None
    assert panel.view.rendered.request.factor == 2


def test_it_subscribes_to_its_topic_while_it_can_be_seen(
    panel: ImagePanel, session: FakeSession, window: QMainWindow, camera: TopicKey
) -> None:
    panel.show_topic(camera)
    assert session.topics.wants["picture-1"] == {camera}
    window.hide()
    assert session.topics.wants["picture-1"] == set()
    window.show()
    assert session.topics.wants["picture-1"] == {camera}
    panel.show_topic(replace(camera, topic="/cam/other"))
    assert session.topics.wants["picture-1"] == {replace(camera, topic="/cam/other")}
    panel.close_down()
    assert session.topics.wants["picture-1"] == set()


def test_what_can_not_be_shown_says_why_and_the_picture_before_stays(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    broken = CompressedImage("png", memoryview(b"no png"))
    schema.values = [
        plain(4, 4, (10, 200, 30)),
        DecodeError(GazeboWording.PICTURE_EMPTY(), "Check the camera."),
        broken,
    ]
    panel.show_topic(camera)
    look("1")
    assert panel.nothing.title == ImagesWording.NONE_SHOWABLE()
    look("0")
    assert not panel.fault.isVisible()
    for message, code in (("1", GazeboWording.PICTURE_EMPTY), ("2", ImagesWording.HEAD_UNREADABLE)):
        look(message, later_s=0.5)
        assert panel.fault.isVisible()
        assert shows(panel.fault.texts[2], code)
        assert painted(panel, 1, 3) == (10, 200, 30)
        look("0", later_s=1.0)
        assert not panel.fault.isVisible()


def test_a_picture_that_is_larger_than_its_data_is_an_error_and_no_crash(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    schema.values = [replace(noise(8, 6), height=4000)]
    panel.show_topic(camera)
    look("0")

    assert shows(panel.fault.texts[2], MessageWording.IMAGE_BYTES, present=144, whole=96_000)


def test_facts_tell_size_kind_rate_and_age(
    panel: ImagePanel, session: FakeSession, look: Look, camera: TopicKey
) -> None:
    panel.show_topic(camera)
    look("0", later_s=0.016)
    session.topic("/cam/image").rate_hz = 30.0
    panel.refresh(session.now + 0.6)
    assert facts(panel) == "8 \N{MULTIPLICATION SIGN} 6 | rgb8 | 30.0 Hz | 600 ms"

    QTest.keyClick(panel.view, Qt.Key.Key_I)
    assert facts(panel) == ""
    assert panel.state()["facts"] is False


def test_what_is_not_of_now_is_grey_with_its_age_and_the_reason(
    panel: ImagePanel, session: FakeSession, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    schema.values = [plain(4, 4, (250, 250, 250))]
    panel.show_topic(camera)
    look("0")
    fresh = painted(panel, 2, 3)
    session.topic("/cam/image").rate_hz = 30.0
    panel.refresh(session.now + 5)
    assert "5.0 s" in facts(panel)
    assert is_old(panel)
    assert painted(panel, 2, 3) < fresh

    session.set_state(ConnectionState.LOST, "gone")
    panel.refresh(session.now + 90)
    assert facts(panel).endswith(f"1 min | {ImagesWording.STALE_NOT_CONNECTED()}")
    session.set_state(ConnectionState.CONNECTED)
    session.topic("/cam/image").info = TopicInfo("/cam/image", "test.Picture", 0, 0)
    panel.refresh(session.now + 120)
    assert facts(panel).endswith(ImagesWording.STALE_UNPUBLISHED())
    session.now += 200
    session.topic("/cam/image").info = TopicInfo("/cam/image", "test.Picture", 1, 0)
    look("0")
    assert not is_old(panel)
    assert painted(panel, 2, 3) == fresh


def test_what_is_held_stays_whatever_comes(
    panel: ImagePanel, session: FakeSession, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    schema.values = [plain(4, 4, (200, 0, 0)), plain(4, 4, (0, 200, 0))]
    panel.show_topic(camera)
    QTest.keyClick(panel.view, Qt.Key.Key_P)
    assert not panel.pause.isChecked()
    look("0")
    QTest.keyClick(panel.view, Qt.Key.Key_P)
    look("1", "1")
    assert painted(panel, 2, 3) == (200, 0, 0)
    panel.refresh(session.now + 5)
    assert facts(panel).endswith("6.0 s | held, 2 newer")
    assert not panel.view.old

    QTest.keyClick(panel.view, Qt.Key.Key_P)
    session.now += 10
    look("1")
    assert painted(panel, 2, 3) == (0, 200, 0)


def test_of_several_pictures_one_is_shown(panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey) -> None:
    schema.values = [ImageGroup((plain(4, 4, (200, 0, 0)), plain(6, 6, (0, 0, 200))))]
    panel.show_topic(camera)
    look("0")
    assert panel.which.isVisible()
    assert panel.which.count() == 2
    panel.which.setCurrentIndex(1)
    panel.which.activated.emit(1)
    look()

    assert painted(panel, 2, 3) == (0, 0, 200)
    assert panel.state()["index"] == 1


def test_compressed_pictures_are_unpacked_beside(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    image = QImage(640, 480, QImage.Format.Format_RGB32)
    image.fill(QColor(20, 120, 220))
    schema.values = [packed(image, "jpeg"), packed(image, "png")]
    panel.show_topic(camera)
    for message, kind in (("0", "JPEG"), ("1", "PNG")):
        look(message)
        assert painted(panel, 320, 400) == pytest.approx((20, 120, 220), abs=3)
        assert kind in facts(panel)


def test_distances_have_colors_and_a_range_that_can_be_fixed(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    schema.values = [noise(16, 12, PixelFormat.FLOAT32)]
    panel.show_topic(camera)
    look("0")
    assert panel.coloring.isVisible()
    assert not panel.coloring.low.isVisible()
    shading = panel.view.rendered.shading if panel.view.rendered is not None else None
    assert shading is not None
    assert 0 <= shading.low < 0.5
    assert 4.5 < shading.high <= 5

    panel.coloring.mode.setCurrentIndex(panel.coloring.mode.findData(RangeMode.FIXED))
    panel.coloring.mode.activated.emit(panel.coloring.mode.currentIndex())
    panel.coloring.high.setValue(2.0)
    look()
    assert panel.coloring.low.isVisible()
    rendered = panel.view.rendered
    assert rendered is not None
    assert rendered.shading is not None
    assert rendered.shading.high == 2.0
    assert panel.state()["coloring"]["mode"] == "fixed"


def test_colors_have_no_range(panel: ImagePanel, look: Look, camera: TopicKey) -> None:
    panel.show_topic(camera)
    look("0")

    assert not panel.coloring.isVisible()


def test_the_pixel_below_the_pointer_is_told(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey
) -> None:
    schema.values = [noise(8, 6, PixelFormat.FLOAT32)]
    panel.show_topic(camera)
    look("0")
    place = panel.view.viewpoint.rectangle_of(3.5, 4.5, 0, 0)
    QTest.mouseMove(panel.view, QPoint(int(place.x), int(place.y)))
    probed = panel.view.probe()
    assert probed is not None

    picture = schema.values[0]
    sent = np.frombuffer(picture.pixels, "<f4").reshape(6, 8)  # type: ignore[union-attr]
    assert probed[:2] == (3, 4)
    assert probed[2].distance_m == pytest.approx(float(sent[4, 3]))
    QTest.mouseMove(panel, QPoint(2, 2))


def test_a_message_is_held_while_it_is_shown_and_let_go_with_the_next(
    panel: ImagePanel, session: FakeSession, look: Look, camera: TopicKey
) -> None:
    panel.show_topic(camera)
    look("0")
    message = session.topic("/cam/image").newest
    assert message is not None
    assert message in gc.get_referents(panel.feed.frame)
    look("0")
    assert not [each for each in gc.get_referrers(message) if isinstance(each, ViewedImage)]

    message = session.topic("/cam/image").newest
    panel.show_topic(None)
    assert not [each for each in gc.get_referrers(message) if isinstance(each, ViewedImage)]


def test_it_is_the_same_after_a_file(panel: ImagePanel, look: Look, camera: TopicKey) -> None:
    titles: list[str] = []
    panel.title_changed.connect(titles.append)
    panel.show_topic(camera)
    look("0")
    panel.view.turn(1)
    state = panel.state()
    panel.restore({"topic": 3, "turns": "x"})
    assert (panel.key, panel.view.viewpoint.turns) == (None, 0)
    panel.restore(state)
    look()

    assert (panel.key, panel.view.viewpoint.turns) == (camera, 1)
    assert panel.view.rendered is not None
    assert titles == ["/cam/image", "", "/cam/image"]


def test_copying_gives_the_picture_in_its_own_size(panel: ImagePanel, look: Look, camera: TopicKey) -> None:
    panel.copy()
    panel.show_topic(camera)
    look("0")
    panel.view.turn(1)
    look()
    QTest.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (6, 8)

    panel.copy_topic()
    assert QGuiApplication.clipboard().text() == "/cam/image"


async def test_a_picture_is_saved_under_the_name_that_is_chosen(
    panel: ImagePanel, schema: ImageSchema, session: FakeSession, camera: TopicKey, tmp_path: Path
) -> None:
    tasks: list[asyncio.Task[None]] = []

    def spawn(coroutine: Coroutine[Any, Any, None], name: str) -> object:
        tasks.append(asyncio.get_running_loop().create_task(coroutine, name=name))
        return tasks[-1]

    panel._saver._spawn = spawn
    depth = gray16([[1, 2, 3], [4, 5, 60000]])
    schema.values = [replace(noise(3, 2, PixelFormat.DEPTH16), pixels=memoryview(bytes(range(1, 13))))]
    panel.show_topic(camera)
    session.receive("/cam/image", b"0")
    panel.refresh(session.now)
    for numbers, name in ((False, "seen.png"), (True, "numbers.png")):
        panel.ask_to_save(numbers=numbers)
        dialog = panel.window().findChildren(QFileDialog)[-1]
        assert "cam-image" in dialog.selectedFiles()[0]
        dialog.fileSelected.emit(str(tmp_path / name))
        dialog.reject()
        await asyncio.gather(*tasks)
        assert panel.done.isVisible()
        assert name in panel.done.texts[1]
    assert QImage(str(tmp_path / "numbers.png")).format() is depth.format()

    panel.ask_to_save()
    dialog = panel.window().findChildren(QFileDialog)[-1]
    dialog.fileSelected.emit(str(tmp_path / "no" / "folder" / "x.png"))
    dialog.reject()
    await asyncio.gather(*tasks)
    assert panel.fault.isVisible()
    assert shows(panel.fault.texts[2], WidgetsWording.NOT_WRITTEN)


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_the_menu_has_everything_that_has_a_key(panel: ImagePanel, look: Look, camera: TopicKey) -> None:
    panel.show_topic(camera)
    look("0")
    menu = panel.menu.open(QPoint(0, 0))
    texts = [action.text().split("\t") for action in menu.actions() if not action.isSeparator()]
    assert [ImagesWording.FIT(), "0"] in texts
    assert [ImagesWording.SAVE_IMAGE(), "S"] in texts
    assert all(action.isEnabled() for action in menu.actions())
    menu.close()
    assert isinstance(menu, QMenu)


def test_a_topic_of_another_robot_has_its_name(panel: ImagePanel, session: FakeSession, schema: ImageSchema) -> None:
    session.set_state(ConnectionState.CONNECTED, connection="gazebo://b:1")
    session.add_topics("/cam/image", connection="gazebo://b:1", schema=schema)
    panel.refresh(1.0)

    assert panel.topic.count() == 3
    assert panel.topic.itemText(2).endswith("robot")


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_whether_the_black_box_keeps_pictures_of_a_topic_is_chosen_in_the_menu(
    panel: ImagePanel, look: Look, camera: TopicKey
) -> None:
    panel.show_topic(camera)
    look("0")

    def entry(*, triggered: bool = False) -> tuple[bool, bool]:
        menu = panel.menu.open(QPoint(0, 0))
        (action,) = [one for one in menu.actions() if one.text() == ImagesWording.KEEP_IN_BLACK_BOX()]
        if triggered:
            action.trigger()
        state = action.isEnabled(), action.isChecked()
        menu.close()
        return state

    assert entry() == (True, True)
    entry(triggered=True)
    assert entry() == (True, False)
    assert not panel.preferences.keeps_pictures(camera.connection, camera.topic)
    assert panel.preferences.keeps_pictures(camera.connection, "/other")
    entry(triggered=True)
    assert panel.preferences.keeps_pictures(camera.connection, camera.topic)
    panel.preferences.set_value("black_box_pictures", False)
    assert not entry()[0]


def test_a_time_by_which_nobody_had_listened_has_no_picture(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey, session: FakeSession
) -> None:
    schema.values = [noise(8, 6), noise(8, 6, seed=2)]
    panel.show_topic(camera)
    look("0")
    assert panel.view.isVisible()

    session.topics.unheard.add(camera)
    session.topic(camera.topic, camera.connection).newest = None
    look()
    assert panel.nothing.isVisible()
    assert shows(panel.nothing.title, WidgetsWording.NOBODY_LISTENED)

    session.topics.unheard.clear()
    look("1")
    assert panel.view.isVisible()


def test_what_arrives_of_another_time_is_shown_rather_than_what_is_now(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey, session: FakeSession
) -> None:
    schema.values = [noise(8, 6), noise(8, 6, seed=2), noise(8, 6, seed=3)]
    panel.show_topic(camera)
    look("0")
    panel.refresh(session.now + 0.3)
    newest = Message(b"2", 7, 40, schema)
    past = session.topic(camera.topic, camera.connection).copied()
    past.newest = newest
    session.topics.look_back(session.topics.live.copied([past]))

    session.receive("/cam/image", b"1")
    QTest.qWait(20)

    assert panel.feed.message is newest


def test_a_picture_of_another_time_comes_before_what_is_said_of_it_which_does_not_wait_for_long(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey, session: FakeSession
) -> None:
    schema.values = [noise(8, 6)]
    panel.show_topic(camera)
    look("0")
    session.topics.thinned[camera] = 2.0
    said = ImagesWording.THINNED(rate="2.00 Hz")

    session.topics.jump = 1
    panel.refresh(session.now + 0.5)
    assert said not in facts(panel)
    panel.refresh(session.now + 0.52)
    assert said in facts(panel)

    # also while time is dragged
    del session.topics.thinned[camera]
    for jump in range(2, 60):
        session.topics.jump = jump
        panel.refresh(session.now + 0.52 + 0.016 * jump)
    assert said not in facts(panel)


def test_a_picture_that_is_held_stays_whatever_time_is_gone_to(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey, session: FakeSession
) -> None:
    schema.values = [noise(8, 6)]
    panel.show_topic(camera)
    look("0")
    panel.pause.setChecked(True)

    session.topics.unheard.add(camera)
    look()

    assert panel.view.rendered is not None


def test_a_thinned_picture_says_so_also_where_facts_are_hidden(
    panel: ImagePanel, schema: ImageSchema, look: Look, camera: TopicKey, session: FakeSession
) -> None:
    schema.values = [noise(8, 6)]
    panel.show_topic(camera)
    panel.show_facts(False)
    session.topics.thinned[camera] = 2.0
    look("0")

    assert ImagesWording.THINNED(rate="2.00 Hz") in facts(panel)
