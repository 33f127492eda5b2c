from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.model.messages.frame_tree import FrameTree
from app.model.messages.geometry import Transform
from app.ui.base.theme import Themes
from app.ui.frames.chain import FrameChainBar
from app.wording.model import MessageWording
from app.wording.ui.frames import FramesWording
from tests.tools.sentences import shows


def _button(text: str, tip: str, icon: str) -> QToolButton:
    button = QToolButton()
    button.setText(f"{text} {icon}")
    button.setToolTip(tip)
    return button


@pytest.fixture
def tree() -> FrameTree:
    tree = FrameTree()
    tree.add("odom", "map", Transform.from_xy_yaw(1.0, 2.0, 0.5), None)
    tree.add("base", "odom", Transform.from_xy_yaw(1.0, 0.0, 0.0), None)
    tree.add("laser", "base", Transform.from_xy_yaw(0.2, 0.0, 0.0), None)
    tree.add("beacon", "dock", Transform(), None)
    return tree


@pytest.fixture
def bar(themes: Themes, qtbot: QtBot, tree: FrameTree) -> FrameChainBar:
    bar = FrameChainBar(themes, _button)
    qtbot.addWidget(bar)
    bar.set_frames(tree.names)
    bar.resize(900, 80)
    bar.show()
    return bar


def way(bar: FrameChainBar) -> list[str]:
    return [part.strip() for part in bar.chain.text().split("\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}")]


def test_unless_chosen_it_is_the_selected_frame_in_its_root(bar: FrameChainBar, tree: FrameTree) -> None:
    assert shows(bar.transform.text(), FramesWording.CHOOSE)
    bar.show_chain(tree, "odom", "")

    assert way(bar) == ["map", "odom"]
    assert bar.transform.text().startswith("x 1.000 m, y 2.000 m")
    assert "28.6°" in bar.transform.text()
    bar.copy()
    assert shows(QGuiApplication.clipboard().text().splitlines()[0], FramesWording.IN, frame="odom", parent="map")


def test_between_two_chosen_frames_and_the_other_way_around(bar: FrameChainBar, tree: FrameTree) -> None:
    changes: list[int] = []
    bar.chosen.connect(lambda: changes.append(1))
    bar.choose(target="base", source="laser")
    bar.show_chain(tree, "odom", "")
    assert bar.transform.text().startswith("x 0.200 m")

    bar.swap.click()
    bar.show_chain(tree, "odom", "")
    assert bar.transform.text().startswith("x -0.200 m")
    assert way(bar) == ["laser", "base"]
    assert changes


def test_frames_that_nothing_joins_have_no_transform(bar: FrameChainBar, tree: FrameTree) -> None:
    bar.choose(target="map", source="beacon")
    bar.show_chain(tree, "", "")

    assert shows(bar.transform.text(), MessageWording.FRAMES_NOT_JOINED, source="beacon", target="map") or (
        "beacon" in bar.transform.text()
    )
    assert not bar.copy_button.isEnabled()


def test_a_choice_stays_when_other_frames_come_and_ends_when_its_frame_goes(
    bar: FrameChainBar, tree: FrameTree
) -> None:
    bar.choose(source="laser")
    bar.set_frames([*tree.names, "new"])
    assert bar.ends(tree, "odom") == ("laser", "map")

    bar.set_frames(["map", "odom"])
    assert bar.ends(tree, "odom") == ("odom", "map")
