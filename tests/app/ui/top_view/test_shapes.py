from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPen
from pytestqt.qtbot import QtBot

from app.ui.base.theme import DARK, HIGH_CONTRAST, Theme
from app.ui.top_view.shapes import ghost_icon, layer_icon, point_lines, set_dashes
from app.ui.top_view.state import COLORS
from protocols.schema import Role

COLOR = QColor("#ff0000")
ROLES = (Role.SCAN, Role.PATH, Role.POSE, Role.GRID)


def picture(role: Role | None, number: int, theme: Theme) -> bytes:
    image = layer_icon(role, COLOR, number, theme).pixmap(QSize(24, 24)).toImage()
    return bytes(image.constBits())


def test_the_icon_tells_by_its_shape_what_a_layer_draws(qtbot: QtBot) -> None:
    del qtbot
    assert len({picture(role, 0, DARK) for role in ROLES}) == len(ROLES)
    assert picture(None, 0, DARK) == picture(Role.GRID, 0, DARK)


@pytest.mark.parametrize("role", [Role.SCAN, Role.PATH])
def test_shapes_tell_apart_layers_of_one_kind_where_colours_are_not_enough(qtbot: QtBot, role: Role) -> None:
    del qtbot
    assert len({picture(role, number, HIGH_CONTRAST) for number in range(COLORS)}) == COLORS
    assert len({picture(role, number, DARK) for number in range(COLORS)}) == 1


def test_points_have_a_shape_at_their_place(qtbot: QtBot) -> None:
    del qtbot
    places = np.array(((10.0, 20.0), (30.0, 40.0)))
    assert point_lines(places, 1, DARK) == []
    assert point_lines(places, 0, HIGH_CONTRAST) == []
    lines = point_lines(places, 1, HIGH_CONTRAST)
    assert len(lines) == 4
    assert {(line.center().x(), line.center().y()) for line in lines} == {(10.0, 20.0), (30.0, 40.0)}


def test_dashes_are_as_long_with_any_pen(qtbot: QtBot) -> None:
    del qtbot
    assert set_dashes(QPen(COLOR, 2.0), 1, DARK).style() is Qt.PenStyle.SolidLine
    lengths = {
        tuple(part * width for part in set_dashes(QPen(COLOR, width), 1, HIGH_CONTRAST).dashPattern())
        for width in (1.0, 2.0, 4.0)
    }
    assert len(lengths) == 1


def test_a_ghost_is_the_outline_of_what_a_robot_is(qtbot: QtBot) -> None:
    del qtbot
    image = ghost_icon(COLOR).pixmap(QSize(24, 24)).toImage()

    assert image.pixelColor(14, 12).alpha() == 0
    assert bytes(image.constBits()) != picture(Role.POSE, 0, DARK)
    assert any(image.pixelColor(x, 12).red() > 200 for x in range(24))
