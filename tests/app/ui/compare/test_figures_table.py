from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.model.analysis.comparison import ComparedCurve
from app.model.reference_runs import ReferenceRun, RunPlace
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.compare.comparison import ComparedPair
from app.ui.compare.figures_table import FigureColumn, FiguresModel, cell_text, exported_csv, exported_json
from app.ui.compare.run_curves import PlottedCurve
from app.wording.ui.compare import FiguresWording
from tests.app.ui.compare.conftest import BEGIN_S, ODOM

FIGURES = ComparedCurve(100, 12.0, 3.0, 0.123456, 0.2, -0.5, BEGIN_S, 0.04, 0.125)
RUN = ReferenceRun("run:1", 0, "yard", (), 0, 1, {"/odom": "a"}, place=RunPlace(1_500_000_000))


def pair(path: str, figures: ComparedCurve | None = FIGURES, unit: str = "m", note: str = "") -> ComparedPair:
    curve = PlottedCurve(CurveSpec(ODOM, path), path, unit, TimeBase.RECEIPT)
    return ComparedPair(curve, RUN, figures, note, is_fault=bool(note))


def test_figures_are_told_with_their_units() -> None:
    told = [cell_text(pair("x"), column) for column in FigureColumn]
    assert told[:5] == ["/odom x", "yard", "0.1235 m", "0.2 m", "-0.5 m"]
    assert told[6:] == ["40 ms", "12.5 %", "12 s", ""]


def test_pairs_are_sorted_by_numbers_and_those_without_come_last(themes: Themes) -> None:
    model = FiguresModel(themes)
    other = replace(FIGURES, mean=-2.0, lag_s=None)
    model.show_pairs([pair("a", None, note="no topic"), pair("b"), pair("c", other)])

    def paths() -> list[str]:
        found = (model.pair(model.index(row, 0)) for row in range(3))
        return [pair.curve.name for pair in found if pair is not None]

    model.sort(FigureColumn.MEAN, Qt.SortOrder.AscendingOrder)
    assert paths() == ["c", "b", "a"]
    model.sort(FigureColumn.MEAN, Qt.SortOrder.DescendingOrder)
    assert paths() == ["b", "c", "a"]
    model.sort(FigureColumn.CURVE, Qt.SortOrder.AscendingOrder)
    assert paths() == ["a", "b", "c"]


def test_rows_that_stay_are_not_reset(themes: Themes) -> None:
    model = FiguresModel(themes)
    assert model.show_pairs([pair("x")])
    assert not model.show_pairs([pair("x", replace(FIGURES, mean=9.0))])
    assert model.index(0, FigureColumn.MEAN).data() == "9 m"
    assert model.show_pairs([pair("y")])
    assert model.index_of(pair("y").key).isValid()
    assert not model.index_of(pair("x").key).isValid()


def test_rows_that_are_the_same_are_not_sorted_again(themes: Themes, monkeypatch: pytest.MonkeyPatch) -> None:
    model = FiguresModel(themes)
    model.show_pairs([pair("y"), pair("x")])
    monkeypatch.setattr("app.ui.compare.figures_table.cell_text", lambda *_: pytest.fail("sorted"))
    assert not model.show_pairs([pair("y"), pair("x")])
    shown = model.pair(model.index(0, 0))
    assert shown is not None
    assert shown.curve.name == "x"


def test_the_table_is_copied_with_its_heads(themes: Themes) -> None:
    model = FiguresModel(themes)
    model.show_pairs([pair("x")])
    heads, row = model.as_text().split("\n")
    assert len(heads.split("\t")) == len(row.split("\t")) == len(FigureColumn)


def test_all_figures_are_exported_as_csv() -> None:
    told = exported_csv([pair("x"), pair("y", None, note="it has none")], {"m": 0.1})
    first, second = csv.DictReader(io.StringIO(told.decode()))
    assert (first["curve"], first["unit"], first["tolerance"]) == ("x", "m", "0.1")
    assert float(first["most_at_s"]) == BEGIN_S
    assert (second["mean"], second["error"]) == ("", "it has none")


def test_figures_and_places_are_exported_as_json() -> None:
    told = json.loads(exported_json([pair("x")], {"m": 0.1}))
    assert told["runs"] == [{"run": "yard", "files": [], "offset_s": 1.5, "drift_s_per_s": 0.0, "stamp_offset_s": None}]
    assert told["curves"][0]["apart_share"] == 0.125


@pytest.mark.parametrize("name", ["=1+2", "caf\udce9", 'a"b,c\n'])
def test_names_of_any_kind_are_exported(name: str) -> None:
    curve = PlottedCurve(CurveSpec(TopicKey("", f"/{name}"), "x"), name, "", TimeBase.STAMP)
    strange = ComparedPair(curve, replace(RUN, name=name), FIGURES)
    (row,) = csv.DictReader(io.StringIO(exported_csv([strange], {}).decode()))
    assert not row["run"].startswith("=")
    assert json.loads(exported_json([strange], {}))["curves"][0]["run"] == name


def test_what_is_missing_of_the_time_is_told_in_the_tip(themes: Themes) -> None:
    model = FiguresModel(themes)
    model.show_pairs([pair("x")])
    tip = model.index(0, FigureColumn.COMPARED).data(Qt.ItemDataRole.ToolTipRole)
    assert FiguresWording.MISSING(missing="3 s") in tip
