from __future__ import annotations

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from tests.fakes.lanes import STATUS, LaneStage


def test_marks_stand_below_their_times(stage: LaneStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.look()
    ruler, view, theme = stage.panel.ruler, stage.panel.view, stage.panel.tools.themes.current
    image = ruler.grab().toImage()
    shift = view.mapTo(stage.panel, view.rect().topLeft()).x() - ruler.mapTo(stage.panel, ruler.rect().topLeft()).x()

    assert len(view.axis[1]) > 3
    for tick in view.axis[1]:
        assert image.pixelColor(round(view.x_of(tick.value)) + shift, 2) == QColor(theme.border)


def test_a_cursor_is_told_and_what_lies_between_two(stage: LaneStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.look()
    before = stage.panel.ruler.grab().toImage()
    stage.panel.cursors.put(stage.clock[0] - 20, second=False)
    one = stage.panel.ruler.grab().toImage()
    stage.panel.cursors.put(stage.clock[0] - 10, second=True)
    two = stage.panel.ruler.grab().toImage()

    assert before != one != two != before


def test_it_is_painted_anew_only_when_something_moved(stage: LaneStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.look()
    QApplication.processEvents()
    ruler = stage.panel.ruler
    updates: list[None] = []
    ruler.update = lambda: updates.append(None)  # type: ignore[assignment,method-assign] # to count
    ruler.refresh()
    assert updates == []
    stage.panel.cursors.hover_s = stage.clock[0] - 1
    ruler.refresh()

    assert updates == [None]
