from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.ui.widgets.labels import ElidedLabel


def test_a_text_without_room_is_told_whole_as_a_tool_tip(qtbot: QtBot) -> None:
    label = ElidedLabel("/gazebo/default/rover/chassis/imu")
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.grab()
    assert label.toolTip() == ""

    label.resize(60, label.height())
    label.grab()
    assert label.toolTip() == "/gazebo/default/rover/chassis/imu"


def test_it_gives_way_but_keeps_the_room_for_some_characters(qtbot: QtBot) -> None:
    label = ElidedLabel("x" * 200)
    qtbot.addWidget(label)
    narrow = label.minimumSizeHint().width()
    label.set_min_characters(20)

    assert narrow < label.minimumSizeHint().width() < label.sizeHint().width()


def test_markup_is_shown_as_it_is(qtbot: QtBot) -> None:
    label = ElidedLabel("<b>bold</b>")
    qtbot.addWidget(label)
    plain = ElidedLabel("bold")
    qtbot.addWidget(plain)

    assert label.sizeHint().width() > plain.sizeHint().width()
