"""The layouts that come with the program, measured on a real window."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtWidgets import QApplication, QDockWidget

from app.model.layout import PanelRequest
from app.model.schema import Field, FieldKind, Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.widgets.dock_places import is_in_front
from app.ui.window.layouts.arrangement import docks_of
from app.ui.window.main_window import MainWindow
from tests.app.ui.conftest import OpenWindow
from tests.app.ui.window.layouts.conftest import add_topics
from tests.fakes.geometry import GeometrySchema, add_topic
from tests.fakes.session import URI, FakeSession, JsonSchema

NAMES = ("Drive", "Look for faults", "Watch")
SIZES = ((840, 600), (1280, 700), (1440, 900), (2560, 1440))


def show(window: MainWindow, name: str) -> dict[str, QDockWidget]:
    """Show a layout; return the docks that can be seen, by name."""
    window.layouts.show_by_name(name)
    for _ in range(3):
        QApplication.processEvents()
        window.refresher.tick()
    return {name: dock for name, dock in docks_of(window).items() if dock.isVisible() and dock.visibleRegion()}


@pytest.mark.usefixtures("robot")
async def test_to_drive_the_camera_has_half_of_the_width_the_map_a_third_and_driving_a_strip(
    open_window: OpenWindow,
) -> None:
    window = open_window(width=1440, height=900)
    docks = show(window, "Drive")

    assert set(docks) == {"picture-1", "topview-1", "drive", "lane-1"}
    assert docks["picture-1"].width() >= 0.5 * 1440
    assert docks["topview-1"].width() >= 0.3 * 1440
    assert docks["drive"].height() <= 220
    assert docks["drive"].y() > docks["picture-1"].geometry().bottom()
    assert window.work_page.is_folded


async def test_a_layout_that_is_opened_without_a_robot_leaves_the_window_to_the_start_page_until_one_is_there(
    open_window: OpenWindow, session: FakeSession
) -> None:
    window = open_window(width=1440, height=900)
    assert not {"picture-1", "topview-1", "lane-1"} & set(show(window, "Drive"))
    assert window.start_page.width() > 1000
    session.set_state(ConnectionState.CONNECTED)
    add_topics(session)
    window.refresh(0.0)
    for _ in range(3):
        QApplication.processEvents()
    docks = docks_of(window)

    assert docks["picture-1"].width() >= 0.5 * 1440
    assert docks["topview-1"].width() >= 0.3 * 1440


@pytest.mark.usefixtures("robot")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
async def test_nothing_lies_over_another_in_any_layout_and_size(
    open_window: OpenWindow, name: str, size: tuple[int, int]
) -> None:
    window = open_window(width=size[0], height=size[1])
    docks = show(window, name)

    assert (window.width(), window.height()) == size
    for dock in docks.values():
        assert window.rect().contains(dock.geometry())
    for one, other in itertools.combinations([*docks.values(), window.centralWidget()], 2):
        assert not one.geometry().intersects(other.geometry())


@pytest.mark.usefixtures("robot")
async def test_to_watch_there_are_picture_map_battery_states_and_the_list_with_alerts(
    open_window: OpenWindow, session: FakeSession
) -> None:
    fields = [Field(name, FieldKind.FLOAT, "float") for name in ("current", "voltage")]
    session.add_topics("/battery", schema=JsonSchema("Battery", {"Battery": fields}, roles=[Role.BATTERY]))
    session.add_topics("/mode", schema=JsonSchema("Text", {"Text": [Field("data", FieldKind.STRING, "string")]}))
    window = open_window(width=1440, height=900)
    session.receive("/mode", {"data": "driving"})
    docks = show(window, "Watch")
    plots = window.plot_docks.panels["plots"].ensure_panel()
    states = window.state_docks.panels["lane-1"]

    assert set(docks) == {"picture-1", "topview-1", "plots", "lane-1"}
    assert not window.work_page.is_folded
    assert window.connections.isVisible()
    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")
    assert [curve.spec.path for curve in plots.curves] == ["voltage"]
    assert [str(row.spec.path) for row in states.rows.all] == ["data"]
    assert plots.time_window.span_s == states.time_window.span_s == 300.0


def is_folded(window: MainWindow) -> bool:
    """Whether the list is folded now."""
    return window.work_page.is_folded


@pytest.mark.usefixtures("robot")
async def test_the_list_is_folded_as_each_layout_has_it_and_as_it_was_on_the_way_back(window: MainWindow) -> None:
    show(window, "Watch")
    show(window, "Drive")
    assert is_folded(window)
    window.layouts.go_back()
    assert not is_folded(window)
    window.layouts.go_back()
    assert is_folded(window)
    window.layouts.save("Mine")
    show(window, "Watch")
    show(window, "Mine")

    assert is_folded(window)


@pytest.mark.usefixtures("robot")
async def test_to_look_for_faults_diagnostics_are_in_front_as_soon_as_the_robot_has_them(
    open_window: OpenWindow, session: FakeSession
) -> None:
    window = open_window(width=1440, height=900)
    assert "diagnostics" not in show(window, "Look for faults")
    assert window.layouts.current_layout().panel_requests == (PanelRequest("diagnostics", Role.DIAGNOSTICS),)

    # nothing moves while a robot does
    pilot = window.docks.drive.client
    pilot.set_others_move(others_move=True)
    add_topic(session, "/diagnostics", GeometrySchema(Role.DIAGNOSTICS))
    window.layouts.refresh(0.0)
    assert docks_of(window)["diagnostics"].isHidden()

    pilot.set_others_move(others_move=False)
    for _ in range(3):
        QApplication.processEvents()
        window.layouts.refresh(0.0)
        window.refresher.tick()
    docks = docks_of(window)
    assert is_in_front(docks["diagnostics"])
    assert docks["log"] in window.tabifiedDockWidgets(docks["diagnostics"])
    layout = window.layouts.current_layout()
    assert "diagnostics" in layout.panels
    assert layout.panel_requests == ()

    # who closes it has it closed
    docks["diagnostics"].hide()
    add_topic(session, "/diagnostics_agg", GeometrySchema(Role.DIAGNOSTICS))
    window.layouts.refresh(0.0)
    assert docks["diagnostics"].isHidden()
