from __future__ import annotations

import pytest
from pytestqt.modeltest import ModelTester

from app.model.messages.values import LogLevel, LogLine
from app.ui.robot import console
from app.ui.robot.console import ConsoleColumn, ConsoleModel
from app.ui.widgets.filtered_rows import LineFilter
from app.wording.ui.robot import ConsoleWording


def line(text: str, level: LogLevel = LogLevel.INFO, node: str = "/base", at_ns: int = 1_500_000_000) -> LogLine:
    return LogLine(at_ns, level, node, text, "base.cpp:41")


def shown(model: ConsoleModel, column: ConsoleColumn = ConsoleColumn.TEXT) -> list[str]:
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


@pytest.fixture
def model(qtmodeltester: ModelTester) -> ConsoleModel:
    model = ConsoleModel()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    return model


def test_a_row_says_when_how_grave_who_and_what(model: ConsoleModel) -> None:
    model.append([line("first\nsecond", LogLevel.WARN)])

    assert [shown(model, column)[0] for column in ConsoleColumn] == [
        "1.500 s",
        ConsoleWording.WARNING(),
        "/base",
        "first",
    ]
    assert model.index(0, 0).data(3) == "first\nsecond\n1.500 s, Warning, /base, base.cpp:41"
    assert model.text_of(0) == "1.500 s WARN /base: first\nsecond [base.cpp:41]"


def test_where_there_is_little_room_times_are_of_whole_seconds_and_levels_signs(model: ConsoleModel) -> None:
    model.append([line("x"), line("y", at_ns=1_763_719_200_123_000_000)])
    model.is_short = True

    assert shown(model, ConsoleColumn.TIME)[0] == "1 s"
    assert shown(model, ConsoleColumn.TIME)[1].endswith(":00")
    assert model.cell(model.index(0, ConsoleColumn.LEVEL)).text == ""
    assert model.cell(model.index(0, ConsoleColumn.LEVEL)).icon == "level-info"


def test_a_clock_that_knows_the_date_is_shown_as_time_of_day(model: ConsoleModel) -> None:
    model.append([line("x", at_ns=1_763_719_200_123_000_000)])

    assert shown(model, ConsoleColumn.TIME)[0].endswith(":00.123")


@pytest.mark.parametrize("level", list(LogLevel))
def test_every_level_has_a_sign_a_word_and_a_colour(model: ConsoleModel, level: LogLevel) -> None:
    model.append([line("x", level)])
    cell = model.cell(model.index(0, ConsoleColumn.LEVEL))

    assert cell.icon == f"level-{level.name.lower()}"
    assert cell.text
    assert cell.role in {"muted", "accent", "warn", "error"}


def test_level_node_and_words_decide_what_is_shown(model: ConsoleModel) -> None:
    model.append([line("Wheel up"), line("wheel stuck", LogLevel.ERROR), line("wheel", node="/arm")])

    for wanted, expected in (
        (LineFilter(), ["Wheel up", "wheel stuck", "wheel"]),
        (LineFilter(level=LogLevel.WARN), ["wheel stuck"]),
        (LineFilter(source="/arm"), ["wheel"]),
        (LineFilter(words=("base", "up")), ["Wheel up"]),
        (LineFilter(words=("nothing",)), []),
    ):
        model.set_filter(wanted)
        assert shown(model) == expected
    model.append([line("nothing here")])
    assert shown(model) == ["nothing here"]
    assert model.nodes == {"/base", "/arm"}


def test_while_it_is_held_rows_stay_and_what_passes_is_counted(model: ConsoleModel) -> None:
    model.append([line("a")])
    model.set_filter(LineFilter(level=LogLevel.INFO))
    model.set_held(True)
    model.append([line("b"), line("c", LogLevel.DEBUG)])
    assert (shown(model), model.held_back) == (["a"], 1)

    model.set_held(False)
    assert (shown(model), model.held_back) == (["a", "b"], 0)


def test_views_are_told_once_of_all_that_came(model: ConsoleModel) -> None:
    told: list[tuple[int, int]] = []
    model.rowsInserted.connect(lambda _parent, first, last: told.append((first, last)))
    model.append([line(str(number)) for number in range(500)])
    model.append([])

    assert told == [(0, 499)]


def test_it_never_grows_beyond_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "MAX_LINES", 100)
    monkeypatch.setattr(console, "_SLACK", 50)
    model = ConsoleModel()
    for start in range(0, 1000, 7):
        model.append([line(str(number)) for number in range(start, start + 7)])
        assert model.rowCount() <= 150
    assert shown(model)[-1] == "1000"
    model.append([line("x")] * 1000)
    assert model.rowCount() <= 150


def test_what_was_cleared_is_gone(model: ConsoleModel) -> None:
    model.append([line("a")])
    model.clear()

    assert (model.rowCount(), model.is_empty, model.nodes) == (0, True, set())
