"""What there are pictures of beside `tests.scenes.window`: what the program says of itself."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from app.config.feedback import FeedbackPattern
from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.ui.help.guide_dialog import open_guide
from app.ui.window.about import AboutDialog
from app.ui.window.keys_page import KeysPage
from app.ui.window.preference_rows import FolderField
from app.ui.window.preferences_dialog import PreferencesDialog
from app.ui.window.update_notice import UpdateNotice
from app.ui.window.whats_new import announce_black_box
from app.wording.ui.preferences import PreferenceLabels
from app.wording.ui.window import LayoutManagerWording
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
    dialog.show_page(PreferenceLabels.KEYS)
    (page,) = dialog.findChildren(KeysPage)
    page.select("log")
    page.set_key(0, QKeySequence("Ctrl+O"))
    await stage.look()
    return dialog


async def _show_preferences(stage: Stage, page: PreferenceLabels) -> PreferencesDialog:
    stage.window.actions_of_window.preferences.trigger()
    dialog = stage.dialog()
    assert isinstance(dialog, PreferencesDialog)
    dialog.show_page(page)
    await stage.look()
    return dialog


@_scene
async def preferences(stage: Stage) -> QWidget:
    """The preferences, with a unit and the size of text changed."""
    dialog = await _show_preferences(stage, PreferenceLabels.APPEARANCE)
    stage.preferences.set_value("text_percent", 120)
    await stage.look()
    stage.preferences.set_value("text_percent", 100)
    return dialog


@_scene
async def preferences_folders(stage: Stage) -> QWidget:
    """The folders in the preferences, one of which does not exist."""
    dialog = await _show_preferences(stage, PreferenceLabels.FOLDERS)
    field = dialog.findChildren(FolderField)[1]
    field.field.setText("/nowhere")
    field.field.editingFinished.emit()
    await stage.look()
    return dialog


@_scene
async def preferences_sounds(stage: Stage) -> QWidget:
    """The sounds in the preferences, one switched off."""
    stage.preferences.set_value("sound_input", FeedbackPattern.OFF)
    return await _show_preferences(stage, PreferenceLabels.SOUNDS)


@_scene
async def preferences_history(stage: Stage) -> QWidget:
    """The history in the preferences."""
    return await _show_preferences(stage, PreferenceLabels.HISTORY)


@_scene
async def preferences_black_box(stage: Stage) -> QWidget:
    """The black box in the preferences."""
    return await _show_preferences(stage, PreferenceLabels.BLACK_BOX)


@_scene
async def preferences_search(stage: Stage) -> QWidget:
    """The preferences that have a word."""
    dialog = await _show_preferences(stage, PreferenceLabels.APPEARANCE)
    dialog.search.setText("alarm")
    await stage.look()
    return dialog


@_scene
async def pane_ring(stage: Stage) -> QWidget:
    """The ring of the pane that was gone to by key."""
    stage.window.topics.filter.setFocus()
    stage.window.panes.next()
    await stage.look()
    return stage.window


@_scene
async def guide_page(stage: Stage) -> QWidget:
    """The page of the guide about plots, with its table."""
    dialog = open_guide(stage.themes, stage.preferences, stage.window, "user-guide#plots")
    await stage.look()
    return dialog


@_scene
async def guide_search(stage: Stage) -> QWidget:
    """What a search in the guide has found."""
    dialog = open_guide(stage.themes, stage.preferences, stage.window)
    dialog.search.setText(say(LayoutManagerWording.LAYOUT_WORD()))
    dialog.show_hit(1)
    await stage.look()
    return dialog


@_scene
async def palette_at_first(stage: Stage) -> QWidget:
    """The palette before anything is typed, with what can be done with the topic of the row."""
    await stage.show_imu()
    stage.preferences.set_choice("palette", "plots.show log")
    stage.window.open_palette()
    await stage.look()
    return stage.window


@_scene
async def group_selected(stage: Stage) -> QWidget:
    """The row of a namespace: the inspector says what can be done with it."""
    await stage.select("/gazebo/default/scene")
    tree = stage.window.topics.tree
    tree.setCurrentIndex(tree.currentIndex().parent())
    await stage.look()
    return stage.window


@_scene
async def tour_begins(stage: Stage) -> QWidget:
    """The first card of the tour."""
    stage.window.actions_of_window.tour.trigger()
    await stage.look()
    return stage.window


@_scene
async def tour_of_verbs(stage: Stage) -> QWidget:
    """The card about what can be done with a topic."""
    await stage.show_imu()
    stage.window.actions_of_window.tour.trigger()
    tour = stage.window.help_menu.tour
    assert tour is not None
    tour.card.next.click()
    tour.card.next.click()
    await stage.look()
    return stage.window


@_scene
async def tour_offered(stage: Stage) -> QWidget:
    """The offer of the tour at the first start."""
    stage.window.offer_tour()
    await stage.look()
    return stage.window


@_scene
async def told_of_black_box(stage: Stage) -> QWidget:
    """What is told once of the black box."""
    kept = Preferences(stage.preferences.layouts_folder.parent / "kept.json")
    announce_black_box(kept, stage.window.news, stage.window.actions_of_window.preferences.trigger)
    await stage.look()
    return stage.window
