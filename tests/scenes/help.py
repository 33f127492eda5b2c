"""What there are pictures of beside `tests.scenes.window`: what the program says of itself."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from app.ui.window.about import AboutDialog
from app.ui.window.keys_page import KeysPage
from app.ui.window.preferences_dialog import PreferencesDialog
from app.ui.window.update_notice import UpdateNotice
from tests.scenes.window import Scene, Stage

HELP_SCENES: dict[str, Scene] = {}


def _scene(scene: Scene) -> Scene:
    HELP_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


@_scene
async def about_licences(stage: Stage) -> QWidget:
    """The licences of everything in the program."""
    stage.window.actions_of_window.about.trigger()
    dialog = stage.dialog()
    assert isinstance(dialog, AboutDialog)
    dialog.tabs.setCurrentWidget(dialog.licenses)
    while not dialog.licenses.list.topLevelItemCount():
        await stage.look()
    dialog.licenses.filter.setText("apache")
    return dialog


@_scene
async def whats_new(stage: Stage) -> QWidget:
    """The changes of the newest versions."""
    stage.window.actions_of_window.whats_new.trigger()
    return stage.dialog()


@_scene
async def updated(stage: Stage) -> QWidget:
    """The program was updated under its window, while there is no robot."""
    stage.window.refresher.add(UpdateNotice(stage.window, stage.themes, lambda: True), 0.1)
    await stage.look()
    return stage.window


@_scene
async def keys_of_pane(stage: Stage) -> QWidget:
    """The sheet of keys, of the pane with topics."""
    stage.window.activateWindow()
    stage.window.topics.filter.setFocus()
    await stage.look()
    stage.window.keys.assign("quit", [QKeySequence("F12")])
    stage.window.actions_of_window.keys_of_pane.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def preferences_keys(stage: Stage) -> QWidget:
    """The keys in the preferences, while one is asked for that another action has."""
    stage.window.keys.assign("quit", [QKeySequence("F12")])
    stage.window.actions_of_window.preferences.trigger()
    dialog = stage.dialog()
    assert isinstance(dialog, PreferencesDialog)
    page = dialog.pages[0]
    assert isinstance(page, KeysPage)
    page.select("log")
    page.set_key(0, QKeySequence("Ctrl+O"))
    await stage.look()
    return dialog


@_scene
async def pane_ring(stage: Stage) -> QWidget:
    """The ring of the pane that was gone to by key."""
    stage.window.topics.filter.setFocus()
    stage.window.panes.next()
    await stage.look()
    return stage.window
