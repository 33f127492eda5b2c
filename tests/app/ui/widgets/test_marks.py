"""Marks on a time axis."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter

from app.model.marks import MarkLine, TimeMark
from app.model.reference_runs import ReferenceRun
from app.ui.base.run_colors import run_color
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink
from app.ui.widgets.marks import (
    draw_mark_lines,
    draw_marks,
    mark_labels,
    mark_name,
    mark_tip,
    marks_at,
    marks_within,
    spoken_marks,
)
from app.wording.ui.time_axis import TimeAxisWording


def lines(*times_s: float, words: str = "") -> tuple[MarkLine, ...]:
    """Marks at these times."""
    return tuple(MarkLine(at_s, TimeMark(round(at_s * 1e9), n, words)) for n, at_s in enumerate(times_s, 1))


RUN = ReferenceRun("run:2", 1, "the slower one of Friday", (), 0, 0)


def of_run(*times_s: float, words: str = "") -> tuple[MarkLine, ...]:
    """Marks of a run at these times."""
    return tuple(line._replace(run=RUN) for line in lines(*times_s, words=words))


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
    assert marks_at(marks, 11.0, x_of) == [marks[0]]
    assert marks_at(marks, 12.0, x_of) == [marks[1]]
    assert marks_at(marks, 30.0, x_of) == []
    assert marks_at((), 30.0, x_of) == []


def test_of_marks_in_one_column_the_pointer_finds_all() -> None:
    marks = (*lines(1.0), *of_run(1.0, 1.02), *lines(1.3))
    assert marks_at(marks, 11.0, x_of) == list(marks[:3])


def test_a_mark_is_told_by_its_words_and_its_tip_by_all() -> None:
    plain, described = TimeMark(10**18, 3), TimeMark(10**18, 3, "slipped")
    assert "3" in mark_name(plain)
    assert mark_name(described) == "slipped"
    assert mark_tip(MarkLine(1.0, described)) == f"{mark_tip(MarkLine(1.0, plain))}\nslipped"


def test_a_mark_of_a_run_is_told_with_the_name_of_the_run(themes: Themes) -> None:
    del themes
    (line,) = of_run(1.0, words="slipped")
    assert RUN.name in mark_tip(line)
    assert "slipped" in mark_tip(line)
    (told,) = spoken_marks([line])
    assert told == TimeAxisWording.OF_RUN(run=RUN.name, what="slipped")
    ((_, text),) = mark_labels(QFontMetrics(QFont()), [line], x_of, QRect(0, 0, 1000, 100))
    # a long name of a run leaves room for that of the mark
    assert "slipped" in text
    assert text.startswith(RUN.name[:6])
    assert RUN.name not in text
    ((_, text),) = mark_labels(QFontMetrics(QFont()), [line], x_of, QRect(0, 0, 110, 100))
    assert text == "slipped"


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


def test_the_line_of_a_run_is_dashed_in_its_color_below_those_of_now_and_has_a_square_at_its_foot(
    themes: Themes,
) -> None:
    theme = themes.current
    image = QImage(100, 60, QImage.Format.Format_RGB32)
    image.fill(theme.color("base"))
    painter = QPainter(image)
    draw_marks(painter, theme, (*of_run(3.0, 5.0), *lines(5.0)), x_of, [(5, 55)])
    painter.end()
    accent, color = theme.color("accent").rgb(), run_color(theme, RUN.number).rgb()
    dashed = [y for y in range(5, 40) if image.pixel(30, y) == color]
    assert 10 < len(dashed) < 25
    assert [image.pixel(50, y) for y in range(15, 40)] == [accent] * 25
    assert max(sum(image.pixel(x, y) == color for x in range(20, 40)) for y in range(40, 56)) > 4
    assert all(image.pixel(x, 8) != color for x in range(31, 40))


def test_the_line_of_the_past_lies_above_marks_in_the_color_of_the_frames_of_the_past(themes: Themes) -> None:
    theme = themes.current
    image = QImage(100, 60, QImage.Format.Format_RGB32)
    image.fill(theme.color("base"))
    painter = QPainter(image)
    past = MarkLine(5.0, TimeMark(5, 0, "Past"), is_past=True)
    draw_marks(painter, theme, (past, *lines(3.0, 5.0)), x_of, [(5, 55)])
    painter.end()
    assert mark_tip(past).startswith("Past: ")
    assert image.pixel(50, 40) == theme.color("warn").rgb()
    assert image.pixel(30, 40) == theme.color("accent").rgb()


def test_lines_of_very_many_marks_of_runs_are_drawn_without_feet(themes: Themes) -> None:
    theme = themes.current
    image = QImage(800, 60, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw_marks(painter, theme, of_run(*range(80)), x_of, [(0, 59)])
    painter.end()
    color = run_color(theme, RUN.number).rgb()
    assert not any(image.pixel(x, y) == color for x in range(12, 18) for y in range(60))
    assert sum(image.pixel(10, y) == color for y in range(60)) in range(20, 50)


def test_a_link_without_marks_gives_none() -> None:
    assert TimeLink().marks(True) == ()
