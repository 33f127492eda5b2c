from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind, Role
from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.topics.topic_verbs import OPENING, TOPIC_VERBS, TopicVerb, VerbBar, verbs_of
from app.ui.topics.topics_panel import TopicsPanel
from app.ui.window.main_window import MainWindow
from tests.fakes.session import URI, FakeSession, JsonSchema


@pytest.fixture
def panel(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> TopicsPanel:
    panel = TopicsPanel(session.links, session.topics, themes, preferences)
    qtbot.addWidget(panel)
    panel.resize(360, 500)
    panel.show()
    session.set_state(ConnectionState.CONNECTED)
    numbers = {"test.Pose": [Field("x", FieldKind.FLOAT, "double")]}
    session.add_topics("/a/pose", schema=JsonSchema("test.Pose", numbers))
    session.add_topics("/a/image", schema=JsonSchema("test.msgs.Picture", roles=[Role.IMAGE]))
    panel.refresh(1.0)
    return panel


def _select(panel: TopicsPanel, *path: str) -> None:
    node = next(node for node in panel.model.groups() if node.path[-1] == path[-1]) if len(path) == 1 else None
    if node is not None:
        panel.tree.setCurrentIndex(panel.model.index_of_node(node))


def _shown(bar: VerbBar) -> set[TopicVerb]:
    return {verb for verb, button in bar.buttons.items() if not button.isHidden()}


def test_every_verb_has_a_row_and_what_enter_does_shows_something() -> None:
    assert list(TOPIC_VERBS) == list(TopicVerb)
    assert set(OPENING) < set(TopicVerb)


def test_a_topic_has_the_verbs_that_it_can_and_no_others(panel: TopicsPanel, session: FakeSession) -> None:
    for name, can, cannot in (
        ("/a/pose", TopicVerb.PLOT, TopicVerb.IMAGE),
        ("/a/image", TopicVerb.IMAGE, TopicVerb.PLOT),
    ):
        panel.show_topic(session.topic(name).key)
        verbs = verbs_of(session.topics, panel.current_node)
        assert {can, TopicVerb.INSPECT, TopicVerb.MEASURE} <= set(verbs)
        assert cannot not in verbs
        assert _shown(panel.verbs) == set(verbs)
        assert list(verbs) == [verb for verb in TopicVerb if verb in verbs]


@pytest.mark.parametrize(("role", "verb"), [(Role.TRANSFORMS, TopicVerb.FRAMES), (Role.LOG_LINE, TopicVerb.CONSOLE)])
def test_a_role_has_the_panel_that_shows_it(
    panel: TopicsPanel, session: FakeSession, role: Role, verb: TopicVerb
) -> None:
    session.add_topics("/told", schema=JsonSchema("test.Told", roles=[role]))
    panel.refresh(2.0)
    panel.show_topic(session.topic("/told").key)

    assert verb in panel.verbs.shown


def test_without_a_row_the_bar_says_what_to_do_and_is_as_high(panel: TopicsPanel, session: FakeSession) -> None:
    assert not panel.verbs.hint.isHidden()
    assert _shown(panel.verbs) == set()
    height = panel.verbs.height()
    panel.show_topic(session.topic("/a/pose").key)

    assert panel.verbs.hint.isHidden()
    assert panel.verbs.height() == height


def test_below_a_group_all_can_be_measured(panel: TopicsPanel) -> None:
    groups: list[tuple[str, int]] = []
    panel.group_selected.connect(lambda name, count: groups.append((name, count)))
    _select(panel, URI)

    assert _shown(panel.verbs) == {TopicVerb.MEASURE}
    panel.verbs.buttons[TopicVerb.MEASURE].click()
    assert panel.measuring.count == 2
    assert groups == [("robot", 2)]


def test_a_button_asks_for_its_verb_with_the_topic_of_the_row(panel: TopicsPanel, session: FakeSession) -> None:
    asked: list[object] = []
    panel.verb_asked.connect(lambda verb, key: asked.append((verb, key)))
    key = session.topic("/a/pose").key
    panel.show_topic(key)
    panel.verbs.buttons[TopicVerb.PLOT].click()

    assert asked == [(TopicVerb.PLOT, key)]


def test_verbs_follow_what_becomes_known_of_a_topic(panel: TopicsPanel, session: FakeSession) -> None:
    session.add_topics("/late")
    panel.refresh(2.0)
    panel.show_topic(session.topic("/late").key)
    assert TopicVerb.PLOT not in _shown(panel.verbs)
    numbers = {"test.Pose": [Field("x", FieldKind.FLOAT, "double")]}
    session.add_topics("/late", schema=JsonSchema("test.Pose", numbers))
    session.topics.store.touch()
    panel.refresh(3.0)

    assert TopicVerb.PLOT in _shown(panel.verbs)


@pytest.mark.parametrize("verb", [verb for verb in TopicVerb if verb is not TopicVerb.MEASURE])
async def test_the_window_does_each_verb_without_arming_or_sending(
    window: MainWindow, session: FakeSession, verb: TopicVerb
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/pose")
    window.refresh(0.0)
    window.topics.refresh(0.0)
    key = session.topic("/a/pose").key
    window.topics.show_topic(key)
    window.topics.do_with(verb, key)

    docks = {
        TopicVerb.IMAGE: lambda: window.image_docks.docks,
        TopicVerb.TOP_VIEW: lambda: window.top_view_docks.docks,
        TopicVerb.JOINTS: lambda: "joints" in window.robot_docks.panels,
        TopicVerb.FRAMES: lambda: "frames" in window.robot_docks.panels,
        TopicVerb.CONSOLE: lambda: "console" in window.robot_docks.panels,
        TopicVerb.PLOT: lambda: window.plot_docks.docks,
        TopicVerb.STATES: lambda: True,
        TopicVerb.INSPECT: window.inspector_dock.isVisible,
        TopicVerb.ANALYSE: lambda: window.analysis_docks.docks,
        TopicVerb.PUBLISH: lambda: "calls" in window.robot_docks.panels,
        TopicVerb.DRIVE: window.docks.drive.dock.isVisible,
    }
    assert docks[verb]()
    assert not session.commands.allows(URI)
