from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QWidget,
)

from app.model.layout import SUFFIX, Layout, LayoutFileError, LayoutView, format_layout
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.widgets.dock_places import VIEW_PROPERTY, visible_docks
from app.ui.window.main_window import MainWindow
from app.wording.model import LayoutWording
from app.wording.ui.window import LayoutManagerWording
from protocols.sentence import Catalogue
from tests.app.ui.window.layouts.conftest import add_topics
from tests.fakes.full_disk import full_disk
from tests.fakes.questions import press_yes
from tests.fakes.session import URI, FakeSession
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

OTHER = "gazebo://other:11345"
CAMERA = LayoutView("picture", "picture-1", {"connection": URI, "topic": "/cam"})


def dialog(window: MainWindow, kind: type[QWidget]) -> Any:
    found = [each for each in window.findChildren(kind) if each.isVisible()]
    assert len(found) == 1
    return found[0]


def shown(window: MainWindow) -> set[str]:
    return set(window.arrangement.wanted_docks())


def settle(window: MainWindow) -> None:
    QApplication.sendPostedEvents()
    window.layouts.refresh(0.0)
    window.layouts.refresh(0.5)


async def activated(window: MainWindow) -> None:
    """Have the window the keyboard."""
    window.activateWindow()
    await eventually(window.isActiveWindow)
    window.refresh(0.0)


@pytest.mark.usefixtures("robot")
async def test_the_layout_to_drive_fills_itself(window: MainWindow) -> None:
    window.layouts.show_by_name("Drive")
    settle(window)

    assert shown(window) == {"picture-1", "topview-1", "drive", "lane-1"}
    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")
    assert window.top_view_docks.panels["topview-1"].view_state.layer(TopicKey(URI, "/odom")) is not None


async def test_the_layout_to_look_for_faults_opens_before_there_is_a_robot(
    window: MainWindow, session: FakeSession
) -> None:
    window.layouts.show_by_name("Look for faults")
    window.refresh(0.0)
    settle(window)
    assert shown(window) == {"inspector", "log", "plots"}
    assert window.inspector_dock.isHidden()
    session.set_state(ConnectionState.CONNECTED)
    add_topics(session)
    window.refresh(0.0)
    settle(window)
    panel = window.plot_docks.panels["plots"].panel

    assert not window.inspector_dock.isHidden()
    assert panel is not None
    assert [len(cell.plot.curves) for cell in panel.grid.cells] == [2, 0]


@pytest.mark.usefixtures("robot")
async def test_the_key_of_a_layout_fills_it_by_the_robot_of_the_current_row(
    window: MainWindow, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    add_topics(session, OTHER)
    window.refresher.tick()
    choices = window.actions_of_window.layouts.choices
    for robot in (OTHER, URI):
        window.show_topic(TopicKey(robot, "/cam"))
        choices[0].trigger()
        settle(window)
        assert window.layouts.current == "Drive"
        assert window.image_docks.panels["picture-1"].key == TopicKey(robot, "/cam")


@pytest.mark.usefixtures("robot")
async def test_where_no_row_is_current_the_first_robot_that_is_connected_is_shown(
    window: MainWindow, session: FakeSession
) -> None:
    session.set_state(ConnectionState.LOST)
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    add_topics(session, OTHER)
    window.layouts.show_by_name("Drive")
    settle(window)

    assert window.image_docks.panels["picture-1"].key == TopicKey(OTHER, "/cam")


@pytest.mark.usefixtures("robot")
async def test_the_name_of_a_layout_hides_nothing_of_the_connection(window: MainWindow) -> None:
    window.actions_of_window.layouts.choices[1].trigger()
    window.refresher.tick()

    assert "Look for faults" in window.status.note.text()
    assert "Ctrl+Alt+Z" in window.status.note.text()
    assert window.status.links.isVisible()
    assert window.statusBar().currentMessage() == ""


@pytest.mark.usefixtures("robot")
async def test_what_is_saved_is_shown_again_and_one_can_go_back(window: MainWindow) -> None:
    layouts, actions = window.layouts, window.actions_of_window.layouts
    window.image_docks.show_topic(TopicKey(URI, "/cam"))
    layouts.save("Mine")
    assert layouts.current == "Mine"
    window.image_docks.close_view("picture-1")
    window.log_dock.show()
    before = shown(window)
    actions.choices[3].trigger()
    assert shown(window) == {"inspector", "picture-1"}
    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")
    actions.back.trigger()
    assert (shown(window), window.image_docks.panels) == (before, {})
    actions.back.trigger()

    assert shown(window) == {"inspector", "picture-1"}


async def test_topics_of_a_robot_that_is_not_there_are_looked_for_on_the_only_one_of_its_kind(
    window: MainWindow, session: FakeSession
) -> None:
    window.layouts.store_layout(Layout("Mine", views=(CAMERA,)))
    window.layouts.show_by_name("Mine")
    settle(window)
    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")
    session.set_state(ConnectionState.CONNECTED, connection="galileo://10.0.0.7:3547")
    settle(window)
    assert URI in window.layouts.missing
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    settle(window)

    assert window.image_docks.panels["picture-1"].key == TopicKey(OTHER, "/cam")
    assert not window.layouts.missing


async def test_of_several_robots_the_operator_chooses(window: MainWindow, session: FakeSession) -> None:
    for connection in (OTHER, "gazebo://third:1"):
        session.set_state(ConnectionState.CONNECTED, connection=connection)
    window.layouts.store_layout(Layout("Mine", views=(CAMERA,)))
    window.layouts.show_by_name("Mine")
    settle(window)
    menu = window.actions_of_window.layouts.menu
    assert menu is not None
    menu.aboutToShow.emit()
    (choices,) = [below for below in menu.findChildren(QMenu) if "robot" in below.title()]
    choices.actions()[0].trigger()

    assert window.image_docks.panels["picture-1"].key == TopicKey(OTHER, "/cam")


async def test_views_that_were_opened_by_hand_stay_with_their_robot(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    window.image_docks.show_topic(TopicKey(URI, "/cam"))
    settle(window)

    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")


@pytest.mark.usefixtures("robot")
async def test_a_name_is_asked_for_and_another_layout_replaced_only_after_a_question(window: MainWindow) -> None:
    window.layouts.save("One")
    window.layouts.save("Two")
    window.actions_of_window.layouts.save.trigger()
    asked = dialog(window, QInputDialog)
    assert asked.textValue() == "Two"
    asked.setTextValue("One")
    window.log_dock.show()
    asked.accept()
    box = dialog(window, QMessageBox)
    assert "log" not in window.layouts.store.own["One"].panels
    press_yes(box)

    assert "log" in window.layouts.store.own["One"].panels


async def test_layouts_are_renamed_and_deleted(window: MainWindow) -> None:
    window.layouts.save("One")
    window.layouts.rename("One", "Two")
    assert (list(window.layouts.store.own), window.layouts.current) == (["Two"], "Two")
    with pytest.raises(LayoutFileError, match="already"):
        window.layouts.rename("Two", "Drive")
    window.layouts.delete_layout("Two")

    assert (list(window.layouts.store.own), window.layouts.current) == ([], "")
    assert [action.text() for action in window.actions_of_window.layouts.choices] == [
        "Drive",
        "Look for faults",
        "Watch",
    ]


async def test_on_a_full_disk_the_shared_file_of_before_stays(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / f"shared{SUFFIX}"
    file.write_text("before")
    with full_disk():
        window.layouts.share(window.layouts.current_layout("Drive"), file)
        await eventually(lambda: any(box.isVisible() for box in window.findChildren(QMessageBox)), "the reason")
    box = dialog(window, QMessageBox)

    text = box.text() + box.informativeText()
    box.close()

    assert shows(text, LayoutManagerWording.FILE_NOT_WRITTEN, file=file.name)
    assert file.read_text() == "before"


async def test_a_layout_is_shared_as_a_file_and_opened_from_one(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / f"shared{SUFFIX}"
    window.log_dock.show()
    window.layouts.share(window.layouts.current_layout("Drive"), file)
    await eventually(file.exists, "the file")
    window.log_dock.hide()
    data, place = QMimeData(), QPoint(50, 50)
    data.setUrls([QUrl.fromLocalFile(str(file))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind in (QDragEnterEvent, QDropEvent):
        assert window.layouts.eventFilter(window, kind(place, Qt.DropAction.CopyAction, data, left, none))
    await eventually(lambda: "log" in shown(window), "the layout")

    assert window.layouts.current == "Drive (2)"


async def test_a_name_that_is_typed_gets_the_suffix_by_which_layouts_are_known(
    window: MainWindow, tmp_path: Path
) -> None:
    window.actions_of_window.layouts.share.trigger()
    asked = dialog(window, QFileDialog)
    asked.findChild(QLineEdit).setText(str(tmp_path / "typed"))
    asked.accept()
    await eventually((tmp_path / f"typed{SUFFIX}").is_file, "the file")

    assert not (tmp_path / "typed").exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"{", LayoutWording.NO_JSON),
        (b'{"teledeck_layout": 1,\n"name" "x"}', LayoutWording.NO_JSON_AT_TIP),
        (None, LayoutManagerWording.NOT_READ),
        (format_layout(Layout("x", views=(CAMERA,))).replace(b'"picture"', b'"hologram"'), LayoutWording.KIND_UNKNOWN),
    ],
)
async def test_what_can_not_be_opened_is_told(
    window: MainWindow, tmp_path: Path, data: bytes | None, code: Catalogue
) -> None:
    file = tmp_path / f"x{SUFFIX}"
    if data is not None:
        file.write_bytes(data)
    window.layouts.open_files([file])
    found: Callable[[], bool] = lambda: any(box.isVisible() for box in window.findChildren(QMessageBox))  # noqa: E731
    await eventually(found, "a box")
    box = dialog(window, QMessageBox)
    text = f"{box.text()} {box.informativeText()}"
    box.close()

    assert shows(text, code)


async def test_of_several_files_the_last_one_is_seen_and_all_are_kept(window: MainWindow, tmp_path: Path) -> None:
    files = []
    for name, panels in (("One", ("log",)), ("Two", ("inspector",))):
        files.append(tmp_path / f"{name}{SUFFIX}")
        files[-1].write_bytes(format_layout(Layout(name, panels=panels)))
    window.layouts.open_files(files)
    await eventually(lambda: window.layouts.current == "Two", "the second layout")

    assert list(window.layouts.store.own) == ["One", "Two"]
    assert shown(window) == {"inspector"}


async def test_a_file_that_can_not_be_written_is_told(window: MainWindow, tmp_path: Path) -> None:
    window.layouts.share(window.layouts.current_layout("x"), tmp_path / "nowhere" / "x.json")
    await eventually(lambda: any(box.isVisible() for box in window.findChildren(QDialog)), "a box")
    box = dialog(window, QMessageBox)
    text = box.text()
    box.close()

    assert shows(text, LayoutManagerWording.FILE_NOT_WRITTEN, file="x.json")


@pytest.mark.usefixtures("robot")
@pytest.mark.parametrize("name", ["Drive", "Look for faults", "Watch"])
async def test_the_keys_go_to_the_largest_view_that_shows_something_and_never_into_a_field_or_to_a_button(
    window: MainWindow, name: str
) -> None:
    await activated(window)
    window.resize(1440, 900)
    window.topics.filter.setFocus()
    window.layouts.show_by_name(name)
    for _ in range(3):
        settle(window)
        focused = QApplication.focusWidget()
        assert not isinstance(focused, QLineEdit | QComboBox | QAbstractButton)
        assert focused is not None
        views = [dock for dock in visible_docks(window) if dock.property(VIEW_PROPERTY)]
        showing = [dock for dock in views if (dock.widget().focusProxy() or dock.widget()).isVisible()]
        largest = max(showing, key=lambda dock: dock.width() * dock.height())
        assert largest.isAncestorOf(focused)


@pytest.mark.usefixtures("robot")
async def test_where_a_layout_has_no_view_the_keys_go_to_the_list(window: MainWindow) -> None:
    await activated(window)
    window.layouts.store_layout(Layout("Bare", panels=("inspector",)))
    window.topics.filter.setFocus()
    window.layouts.show_by_name("Bare")
    settle(window)

    assert window.topics.tree.hasFocus()
    # on the way back as well
    window.layouts.show_by_name("Watch")
    settle(window)
    window.topics.filter.setFocus()
    window.layouts.go_back()
    settle(window)
    assert window.topics.tree.hasFocus()
