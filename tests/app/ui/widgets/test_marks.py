"""Marks on a time axis."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter

from app.model.marks import MarkLine, TimeMark
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink
from app.ui.widgets.marks import (
    draw_mark_lines,
    mark_at,
    mark_labels,
    mark_name,
    mark_tip,
    marks_within,
    spoken_marks,
)


def lines(*times_s: float, words: str = "") -> tuple[MarkLine, ...]:
    """Marks at these times."""
    return tuple(MarkLine(at_s, TimeMark(round(at_s * 1e9), n, words)) for n, at_s in enumerate(times_s, 1))


def x_of(at_s: float) -> float:
    """A column, ten for each second."""
    return 10 * at_s


def test_only_marks_that_are_seen_are_drawn_and_not_more_than_one_can_tell_apart() -> None:
    assert marks_within(lines(1.0, 2.0, 3.0, 4.0), (2.0, 3.0)) == lines(1.0, 2.0, 3.0)[1:]
    many = lines(*(number / 1000 for number in range(1000)))
    assert list(marks_within(many, (0.0, 1.0)))[-1] == many[-1]
    assert len(marks_within(many, (0.0, 1.0))) < 500


def test_the_pointer_finds_the_mark_that_is_nearest() -> None:
    marks = lines(1.0, 1.3)
    assert mark_at(marks, 11.0, x_of) is marks[0].mark
    assert mark_at(marks, 12.0, x_of) is marks[1].mark
    assert mark_at(marks, 30.0, x_of) is None
    assert mark_at((), 30.0, x_of) is None


def test_a_mark_is_told_by_its_words_and_its_tip_by_all() -> None:
    plain, described = TimeMark(10**18, 3), TimeMark(10**18, 3, "slipped")
    assert "3" in mark_name(plain)
    assert mark_name(described) == "slipped"
    assert mark_tip(described) == f"{mark_tip(plain)}\nslipped"


def test_few_of_many_marks_are_read_out_and_the_others_counted() -> None:
    marks = lines(*range(20), words="slipped")
    told = spoken_marks(marks)
    assert told[1:] == ["slipped"] * 5
    assert "15" in told[0]
    assert spoken_marks(marks[:2]) == ["slipped"] * 2


def test_names_cover_neither_each_other_nor_the_edge(themes: Themes) -> None:
    del themes
    metrics = QFontMetrics(QFont())
    within = QRect(0, 0, 1000, 100)
    marks = lines(*(number * 1.5 for number in range(66)), words="the left wheel slipped on the ramp")
    boxes = sorted((box.left(), box.right()) for box, _ in mark_labels(metrics, marks, x_of, within))
    assert len(boxes) > 3
    assert all(right < left for (_, right), (left, _) in itertools.pairwise(boxes))
    assert boxes[0][0] >= 0
    assert boxes[-1][1] <= 1000


def test_the_newest_mark_has_its_name_also_at_the_edge(themes: Themes) -> None:
    del themes
    ((box, text),) = mark_labels(QFontMetrics(QFont()), lines(99.9), x_of, QRect(0, 0, 1000, 100))
    assert "1" in text
    assert box.right() < 999.0
    assert mark_labels(QFontMetrics(QFont()), lines(0.5), x_of, QRect(0, 0, 10, 100)) == []


def test_a_name_before_its_line_is_never_behind_that_of_another(themes: Themes) -> None:
    del themes
    # there is room for a name between the two lines, where it would be taken for that of the first
    ((box, text),) = mark_labels(QFontMetrics(QFont()), lines(90.0, 99.9), x_of, QRect(0, 0, 1000, 100))
    assert "1" in text
    assert 900.0 < box.left() < box.right() < 999.0


def test_a_line_has_a_flag_so_that_it_is_not_known_by_its_color_alone(themes: Themes) -> None:
    image = QImage(100, 60, QImage.Format.Format_RGB32)
    image.fill(themes.current.color("base"))
    painter = QPainter(image)
    draw_mark_lines(painter, themes.current, [50.0], [(5, 55)])
    painter.end()
    accent = themes.current.color("accent").rgb()
    rows = {y: [x for x in range(100) if image.pixel(x, y) == accent] for y in range(60)}
    assert max(len(columns) for columns in rows.values()) > 3
    assert rows[40] == [50]
    assert rows[2] == []


def test_a_link_without_marks_gives_none() -> None:
    assert TimeLink().marks(True) == ()
