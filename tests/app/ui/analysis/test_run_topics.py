"""The choice of a topic or a field of a run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from app.model.topics import TopicKey
from app.ui.analysis.run_topics import open_run_topics
from app.ui.base.theme import Themes
from app.ui.widgets.command_palette import CommandPalette
from tests.fakes.runs import FakeRuns

Chosen = list[tuple[TopicKey, str]]


@pytest.fixture
def chosen() -> Chosen:
    return []


@pytest.fixture
def palette(window: QMainWindow, themes: Themes, chosen: Chosen) -> CommandPalette:
    runs = FakeRuns()
    runs.put({"/imu": (), "/odom": ()}, "slow")
    runs.put({"/imu": ()}, "fast")
    window.show()
    open_run_topics(
        window,
        themes,
        runs.runs,
        lambda key: ["x"] if key.topic == "/imu" else [],
        lambda key, path: chosen.append((key, path)),
    )
    (found,) = window.findChildren(CommandPalette)
    return found


def test_topics_of_all_runs_are_listed_at_first(palette: CommandPalette) -> None:
    shown = [
        palette.model.index(row).data(int(Qt.ItemDataRole.UserRole)).text for row in range(palette.model.rowCount())
    ]

    assert shown == ["/imu", "/odom", "/imu"]


def test_a_field_is_found_by_its_name_and_chosen_with_its_run(palette: CommandPalette, chosen: Chosen) -> None:
    palette.field.setText("imu x fast")
    palette.field.entered.emit()

    assert chosen == [(TopicKey("run:2", "/imu"), "x")]


def test_a_topic_is_chosen_without_a_field(palette: CommandPalette, chosen: Chosen) -> None:
    palette.field.setText("odom")
    palette.field.entered.emit()

    assert chosen == [(TopicKey("run:1", "/odom"), "")]
