from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.config.preference_values import LanguageChoice
from app.model.topics import TopicKey
from app.ui.base.action_base import PALETTE_NAME_PROPERTY, action_name
from app.ui.base.language import set_language
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.topics.topic_verbs import TopicVerb
from app.ui.widgets.command_palette import CommandPalette, PaletteEntry
from app.ui.window import palette
from app.ui.window.actions import Actions
from app.ui.window.main_window import MainWindow
from app.wording.ui.topics import TopicsWording, TopicVerbWording
from app.wording.ui.window import WindowWording
from tests.fakes.session import URI, FakeSession


def plain(action: QAction) -> str:
    """The text of an action without the mark of the letter that chooses it."""
    return action.text().replace("&", "")


def test_every_action_that_can_be_done_is_offered_by_a_name_that_stands_alone(
    themes: Themes, qapp: QApplication
) -> None:
    actions = Actions(themes, qapp)
    actions.disconnect_robot.setEnabled(False)
    actions.undo.setEnabled(True)
    entries = list(palette.action_entries(dict.fromkeys(actions.all, ""), themes))
    names = [entry.text for entry in entries]

    assert {plain(actions.connect_robot), plain(actions.quit)} <= set(names)
    assert {action.property(PALETTE_NAME_PROPERTY) for action in actions.themes.values()} <= set(names)
    assert plain(actions.disconnect_robot) not in names
    assert len(names) == len(set(names))
    assert not any("&" in name for name in names)
    assert all(not entry.icon.isNull() for entry in entries)
    connect = plain(actions.connect_robot)
    assert next(entry.detail for entry in entries if entry.text == connect) == "Ctrl+O"


def test_an_action_is_triggered_by_its_entry(themes: Themes) -> None:
    action = QAction("&Save && close")
    triggered: list[None] = []
    action.triggered.connect(lambda: triggered.append(None))
    (entry,) = palette.action_entries({action: "save"}, themes)
    entry.run()

    assert entry.text == "Save & close"
    assert len(triggered) == 1
    assert entry.key == "save"


def test_robots_are_offered_by_name_with_their_address(themes: Themes) -> None:
    chosen: list[str] = []
    names = {"gazebo://a:1": "Rover"}
    rover, other = palette.robot_entries(
        ["gazebo://a:1", "gazebo://b:1"], lambda uri: names.get(uri, uri), themes, chosen.append
    )
    other.run()

    assert (rover.text, rover.detail) == (WindowWording.CONNECT_TO(name="Rover"), "gazebo://a:1")
    assert (other.text, other.detail) == (WindowWording.CONNECT_TO(name="gazebo://b:1"), "")
    assert chosen == ["gazebo://b:1"]


def test_topics_are_offered_with_their_type(themes: Themes, session: FakeSession) -> None:
    session.add_topics("/a/imu", "/a/odom")
    chosen: list[TopicKey] = []
    imu, odom = palette.topic_entries(session.topics.store.topics, themes, chosen.append)
    odom.run()

    assert (imu.text, imu.detail) == ("/a/imu", "Numbers")
    assert chosen == [TopicKey(URI, "/a/odom")]


def _entry(text: str, themes: Themes, key: str = "") -> PaletteEntry:
    return PaletteEntry(text, "", themes.icon("command"), lambda: None, key)


def test_before_anything_is_typed_what_was_used_last_is_first_and_quit_is_last(
    themes: Themes, preferences: Preferences
) -> None:
    commands = [_entry(name, themes, name.lower()) for name in ("Connect", "Quit", "Log", "Plots")]
    topics = [_entry(f"/topic{number}", themes) for number in range(palette.MAX_TOPICS + 5)]
    verb, robot = _entry("Plot: /odom", themes), _entry("Connect to rover", themes)
    for entry in (commands[2], commands[1], verb, commands[3]):
        palette.remember(entry, preferences)

    assert palette.recent_keys(preferences) == ["plots", "log"]
    listed = palette.first_entries(palette.recent_keys(preferences), commands, [verb], [robot], topics)
    assert [entry.text for entry in listed] == [
        *("Plots", "Log", "Plot: /odom", "Connect to rover"),
        *(topic.text for topic in topics[: palette.MAX_TOPICS]),
        *("Connect", "Quit"),
    ]


def test_only_the_last_commands_are_remembered_each_once(themes: Themes, preferences: Preferences) -> None:
    for number in (*range(palette.MAX_RECENT + 2), 3):
        palette.remember(_entry("x", themes, f"key{number}"), preferences)

    assert palette.recent_keys(preferences) == ["key3", "key7", "key6", "key5", "key4", "key2"]


def test_the_verbs_of_a_topic_name_it(themes: Themes) -> None:
    done: list[object] = []
    key = TopicKey(URI, "/odom")
    plot, inspect = palette.verb_entries(
        key, [TopicVerb.PLOT, TopicVerb.INSPECT], themes, lambda verb, topic: done.append((verb, topic))
    )
    plot.run()

    assert plot.text == TopicVerbWording.OF_TOPIC(verb=TopicsWording.PLOT_NUMBERS(), topic="/odom")
    assert inspect.key == ""
    assert done == [(TopicVerb.PLOT, key)]


async def test_the_palette_of_the_window_remembers_what_was_chosen(
    window: MainWindow, preferences: Preferences
) -> None:
    window.open_palette()
    (shown,) = window.findChildren(CommandPalette)
    QTest.keyClicks(shown.field, "show or hide the log")
    assert shown.list.height() < shown.list.sizeHintForRow(0) * 4
    QTest.keyClick(shown.field, Qt.Key.Key_Return)

    assert palette.recent_keys(preferences) == ["log"]


def test_an_action_is_found_by_its_english_name_and_by_what_people_call_it(themes: Themes, qapp: QApplication) -> None:
    set_language(qapp, LanguageChoice.CHINESE)
    try:
        actions = Actions(themes, qapp)
    finally:
        set_language(qapp, LanguageChoice.ENGLISH)
    actions.drive.stop.setEnabled(True)
    entries = list(palette.action_entries(dict.fromkeys(actions.all, ""), themes))
    window = QWidget()
    shown = CommandPalette(entries, themes, window)

    def found(query: str) -> list[str]:
        shown.field.setText(query)
        return [shown.model.index(row).data(Qt.ItemDataRole.UserRole).text for row in range(shown.model.rowCount())]

    stop = action_name(actions.drive.stop)
    assert stop in found("急停")
    assert stop in found("stop")
    assert action_name(actions.guide) in found("帮助")
