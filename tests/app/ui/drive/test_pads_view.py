from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.drive.messages.report import PadReport
from app.ui.base.theme import Themes
from app.ui.drive.pads_view import PadsView
from app.wording.ui.drive import DrivePanelWording
from tests.fakes.driving_view import PAD


def test_without_a_pad_that_is_said(themes: Themes) -> None:
    view = PadsView(themes)
    assert view.full_text == DrivePanelWording.NO_PAD()


def test_every_pad_is_named_with_its_axes_and_a_dash_for_what_has_not_told(themes: Themes) -> None:
    view = PadsView(themes)
    view.show_pads((PAD, PadReport("Stick")))
    assert view.full_text == "Wireless Controller: lefty -0.50, leftx +0.00, rightx \N{EN DASH}; Stick: "
    height = view.sizeHint().height()
    view.show_pads((PAD,))
    assert view.sizeHint().height() < height


def test_why_a_pad_can_not_drive_is_told_beside_its_name(themes: Themes) -> None:
    view = PadsView(themes)
    view.show_pads((PadReport("Stick"),))
    height, tip = view.sizeHint().height(), view.toolTip()
    view.show_pads((PadReport("Stick", trouble="It is odd"),))
    assert view.full_text == "Stick: It is odd.: "
    assert "It is odd." in view.toolTip()
    assert view.sizeHint().height() == height
    view.show_pads(())
    assert view.toolTip() == tip


def test_an_axis_that_moves_and_the_pad_that_drives_can_be_seen(themes: Themes) -> None:
    view = PadsView(themes)
    view.resize(300, 80)
    pictures = []
    for pad in (PAD, replace(PAD, axes=(("lefty", 1.7), *PAD.axes[1:])), replace(PAD, drives=False)):
        view.show_pads((pad,))
        pictures.append(view.grab().toImage())
    assert pictures[0] != pictures[1]
    assert pictures[0] != pictures[2]


def test_its_first_line_is_on_the_line_of_the_label_beside_it(themes: Themes) -> None:
    view, label = PadsView(themes), QLabel(DrivePanelWording.NO_PAD())

    def rows_of_ink(widget: QWidget) -> list[int]:
        widget.resize(200, 40)
        image = widget.grab().toImage()
        ground = image.pixelColor(0, 39)
        return [y for y in range(40) if any(image.pixelColor(x, y) != ground for x in range(200))]

    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    assert rows_of_ink(view) == rows_of_ink(label)
