"""Every dialog of the program, and how an operator comes to it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.dialogs import ask_for_save_path
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.robot.calls import CallsPanel
from app.ui.robot.parameters import ParametersPanel
from app.ui.selftest.selftest_dialog import SelftestDialog
from app.ui.window.main_window import MainWindow
from app.ui.window.preference_rows import FolderField
from app.ui.window.preferences_dialog import PreferencesDialog
from tests.fakes.ros_robot import ROBOT, STRING
from tests.fakes.session import ENGINE, GALILEO, FakeSession, JsonSchema

Opener = Callable[[MainWindow, Path], object]

_ODOM: Final = TopicKey(ROBOT, "/odom")


def _plot(main: MainWindow) -> Any:
    main.plot_docks.plot_fields([(_ODOM, "x")])
    return main.plot_docks.show_current().grid.cells[0]


def _curve(main: MainWindow, _: Path) -> None:
    cell = _plot(main)
    cell.edit(cell.plot.curves[0])


def _states(main: MainWindow, _: Path) -> None:
    main.state_docks.show_fields([(TopicKey(ROBOT, "/chatter"), "data")])
    (panel,) = main.state_docks.panels.values()
    panel.show_transitions(panel.rows.all[0])


def _braking(main: MainWindow, _: Path) -> None:
    panel = main.top_view_docks.open()
    assert panel is not None
    panel.menu.ask_deceleration()


def _element(main: MainWindow, _: Path) -> None:
    tree = main.inspector.tree
    tree.values.set_schema(JsonSchema("Scan", {"Scan": [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]}))
    tree.values.set_message({"ranges": list(range(500))}, 0.0)
    tree.setCurrentIndex(tree.values.index(0, 0))
    tree.ask_for_element()


def _parameter(main: MainWindow, _: Path) -> None:
    panel = main.robot_docks.show("parameters")
    assert isinstance(panel, ParametersPanel)
    panel.refresh(1.0)
    panel.ask_to_add()


def _preset(main: MainWindow, _: Path) -> None:
    panel = main.robot_docks.show("calls")
    assert isinstance(panel, CallsPanel)
    panel.editor.start_message(STRING)
    panel.editor._ask_for_name()


def _token(main: MainWindow, _: Path) -> None:
    assert main._connector is not None
    cast("FakeSession", main._session).set_state(ConnectionState.REFUSED, "the robot refuses", connection=GALILEO)
    main._connector.ask_for_token(GALILEO)


def _names(main: MainWindow) -> ConnectDialog:
    assert main._connector is not None
    main._connector.ask_for_address(ENGINE)
    return next(dialog for dialog in main.findChildren(ConnectDialog) if dialog.isVisible())


def _file_of_names(main: MainWindow, _: Path) -> None:
    dialog = _names(main)
    dialog.names.file.click()
    dialog.hide()


def _names_of_file(main: MainWindow, folder: Path) -> None:
    file = folder / "names.txt"
    file.write_text("rover\n", "utf-8")
    dialog = _names(main)
    dialog.read_names_file(file)
    # what is tried is the one before it
    dialog.hide()


def _preferences(main: MainWindow) -> PreferencesDialog:
    main.actions_of_window.preferences.trigger()
    return next(dialog for dialog in main.findChildren(PreferencesDialog) if dialog.isVisible())


def _folder(main: MainWindow, _: Path) -> None:
    dialog = _preferences(main)
    dialog.findChildren(FolderField)[0].button.click()
    # what is tried is the one before it
    dialog.hide()


def _import(main: MainWindow, _: Path) -> None:
    dialog = _preferences(main)
    dialog.transfer.ask_for_import()
    dialog.hide()


def _diagnosis(main: MainWindow, _: Path) -> None:
    assert main._connector is not None
    main._connector.diagnose(ROBOT)


def _rate(main: MainWindow, _: Path) -> None:
    cast("FakeSession", main._session).links.named[ROBOT] = ("/odom",)
    main.topics._ask_rate(_ODOM)


# how an operator comes to it, by the module that shows it and what it is
OPENERS: Final[dict[str, Opener]] = {
    "dialogs: a question": lambda main, _: main.operations.ask_to_disconnect(ROBOT),
    "dialogs: an error": lambda main, _: dialogs.show_warning(main, main._themes, "it could not be done", "Try again."),
    "help_menu: about": lambda main, _: main.actions_of_window.about.trigger(),
    "help_menu: keys": lambda main, _: main.actions_of_window.keys_of_pane.trigger(),
    "guide_dialog: the guide": lambda main, _: main.actions_of_window.guide.trigger(),
    "main_window: preferences": lambda main, _: main.actions_of_window.preferences.trigger(),
    "preference_rows: a folder": _folder,
    "settings_transfer: a file": _import,
    "whats_new: the changes": lambda main, _: main.actions_of_window.whats_new.trigger(),
    "connect_dialog: a file of names": _file_of_names,
    "connect_dialog: what a file of names tells": _names_of_file,
    "topics_panel: how often to ask": _rate,
    "dialogs: where to write": lambda main, folder: ask_for_save_path(
        main, main._themes, "Save image", folder / "view.png", "PNG (*.png)", lambda _: None
    ),
    "incident_watch: a report": lambda main, _: main.actions_of_window.report_problem.trigger(),
    "incident_watch: a run before": lambda main, _: main.incidents.show_run("Teledeck ended", "all of it"),
    # opened before a robot is armed, and left open; its process does nothing
    "selftest_dialog: the checks": lambda main, _: dialogs.show_dialog(
        SelftestDialog(main._themes, main, [sys.executable, "-c", "input()"]), "installation"
    ),
    "opening: recordings": lambda main, _: main.actions_of_window.open_recording.trigger(),
    "compare_panel: recordings": lambda main, _: main.docks.compare.show().ask_to_add(),
    "control: topics to record": lambda main, _: main.actions_of_window.recording.choose.trigger(),
    "control: how much to keep": lambda main, _: main.actions_of_window.recording.keep.trigger(),
    "layout_manager: open": lambda main, _: main.layouts.ask_to_open(),
    "layout_manager: share": lambda main, _: main.layouts.ask_to_share(),
    "layout_manager: a name": lambda main, _: main.layouts.ask_to_save(),
    "robot_connector: an address": lambda main, _: main.ask_to_connect(),
    "robot_connector: a token": _token,
    "robot_connector: a diagnosis": _diagnosis,
    "robot_connector: a topic": lambda main, _: main.operations.ask_for_topic(ROBOT),
    "parameters: a parameter": _parameter,
    "value_tree: an element": _element,
    "message_editor: a preset": _preset,
    "cell: a curve": _curve,
    "cell: a picture": lambda main, _: _plot(main)._ask_look("png"),
    "cell: the axis": lambda main, _: (cell := _plot(main))._ask_range(cell.plot.values),
    "cell: a threshold": lambda main, _: _plot(main)._ask_threshold(above=True),
    "panel: states": _states,
    "panel: braking": _braking,
    "dock: a pad": lambda main, _: main.docks.drive.set_up_pad(),
    "dock: profiles": lambda main, _: main.docks.drive.edit_profiles(),
}
