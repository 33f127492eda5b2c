from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.model.reference_runs import MAX_RUNS, RunPlace
from app.record.addresses import recording_uri
from app.wording.record import ReferenceWording
from app.wording.ui.compare import RunListWording
from tests.app.ui.compare.conftest import BEFORE_S, BEGIN_S, ODOM, Bench, odom_of_run
from tests.app.ui.robot.conftest import opens_a_menu
from tests.tools.sentences import shows

S = 1_000_000_000
YARD = Path("/recordings/yard.mcap")
OTHER = Path("/recordings/other.bag")


def offer(bench: Bench, *paths: Path) -> None:
    """Let recordings be there."""
    bench.session.runs.files |= {path: {ODOM.topic: odom_of_run(BEFORE_S)} for path in paths}


def drop(bench: Bench, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, buttons, keys = QPointF(5, 5), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    bench.panel.dropEvent(QDropEvent(place, Qt.DropAction.CopyAction, data, buttons, keys))
    bench.refresh()


def test_without_runs_it_says_what_to_do(bench: Bench) -> None:
    bench.refresh()
    assert bench.panel.empty.isVisible()
    assert shows(bench.panel.empty.hint, RunListWording.NONE_HINT, most=MAX_RUNS)
    assert not bench.panel.remove_button.isEnabled()


def test_recordings_are_added_each_as_a_run_and_the_last_is_selected(bench: Bench) -> None:
    offer(bench, YARD, OTHER)
    bench.panel.add([(YARD,), (OTHER,)])
    bench.refresh()
    assert [run.name for run in bench.session.runs.runs] == ["yard.mcap", "other.bag"]
    current = bench.panel.current
    assert current is not None
    assert current.name == "other.bag"
    assert not bench.panel.empty.isVisible()


def test_a_run_of_another_day_is_laid_in_sight_at_once(bench: Bench) -> None:
    bench.drive()
    offer(bench, YARD)
    bench.panel.add([(YARD,)])
    bench.refresh()
    assert bench.run().place == RunPlace(round((BEGIN_S - BEFORE_S) * S))


def test_a_run_that_was_added_before_anything_is_plotted_is_laid_in_sight_then(bench: Bench) -> None:
    offer(bench, YARD)
    bench.panel.add([(YARD,)])
    bench.refresh()
    assert bench.run().place == RunPlace()
    bench.drive()
    bench.refresh()
    assert bench.run().place == RunPlace(round((BEGIN_S - BEFORE_S) * S))


def test_a_run_that_was_laid_somewhere_meanwhile_stays_there(bench: Bench) -> None:
    offer(bench, YARD)
    bench.panel.add([(YARD,)])
    bench.refresh()
    bench.session.runs.change("run:1", place=RunPlace(5 * S))
    bench.drive()
    bench.refresh()
    assert bench.run().place == RunPlace(5 * S)


def test_one_that_can_not_be_read_is_told_and_the_others_are_added(bench: Bench) -> None:
    offer(bench, YARD)
    bench.panel.add([(Path("/recordings/bad.mcap"),), (YARD,)])
    bench.refresh()
    assert len(bench.session.runs.runs) == 1
    assert shows(bench.panel.notice.texts[2], ReferenceWording.EMPTY, name="bad.mcap")


def test_no_more_are_added_than_there_can_be(bench: Bench) -> None:
    for _ in range(MAX_RUNS):
        bench.put()
    assert not bench.panel.add_button.isEnabled()
    offer(bench, YARD)
    drop(bench, YARD)
    assert shows(bench.panel.notice.texts[2], ReferenceWording.TOO_MANY, most=MAX_RUNS)


def test_files_and_folders_are_dropped_on_it(bench: Bench, tmp_path: Path) -> None:
    offer(bench, YARD, tmp_path)
    drop(bench, YARD, tmp_path)
    assert [run.paths for run in bench.session.runs.runs] == [(YARD,), (tmp_path,)]
    drop(bench, Path("/pictures/cat.png"))
    assert shows(bench.panel.notice.texts[2], RunListWording.NO_RECORDINGS)


def test_a_removal_is_undone_with_name_and_place(bench: Bench) -> None:
    offer(bench, YARD)
    bench.panel.add([(YARD,)])
    bench.refresh()
    place = RunPlace(7 * S)
    bench.session.runs.change("run:1", name="the yard", place=place, is_shown=False)
    bench.refresh()
    bench.panel.remove_button.click()
    assert not bench.session.runs.runs
    bench.panel.removals.undo_last()
    bench.refresh()
    run = bench.run()
    assert (run.name, run.place, run.is_shown) == ("the yard", place, False)
    bench.panel.removals.redo()
    assert not bench.session.runs.runs


def test_all_are_removed_and_come_back_together(bench: Bench) -> None:
    offer(bench, YARD, OTHER)
    bench.panel.add([(YARD,), (OTHER,)])
    bench.refresh()
    bench.panel.clear_button.click()
    assert not bench.session.runs.runs
    bench.panel.removals.undo_last()
    bench.refresh()
    assert [run.paths for run in bench.session.runs.runs] == [(YARD,), (OTHER,)]


def test_an_alignment_is_undone(bench: Bench) -> None:
    bench.put()
    bench.panel.alignment.lay_to_now()
    bench.panel.removals.undo_last()
    assert bench.run().place == RunPlace()
    bench.panel.removals.redo()
    assert bench.run().place.offset_ns == round((bench.now_s - BEFORE_S) * S)


def test_recordings_that_were_opened_last_are_offered(bench: Bench) -> None:
    offer(bench, YARD)
    bench.recent = ["ros1://robot:11311", recording_uri([YARD])]
    bench.panel.recent.choices.aboutToShow.emit()
    (entry,) = bench.panel.recent.choices.actions()
    entry.trigger()
    bench.refresh()
    assert bench.run().paths == (YARD,)


def test_the_last_minutes_are_added_once_they_are_a_file(bench: Bench) -> None:
    offer(bench, YARD)
    bench.panel.keep_button.click()
    assert not bench.session.runs.runs
    bench.kept[0](YARD)
    bench.refresh()
    assert bench.run().paths == (YARD,)


def test_a_run_is_hidden_and_shown_again(bench: Bench) -> None:
    bench.put()
    bench.panel.toggle_shown()
    assert not bench.run().is_shown
    bench.panel.toggle_shown()
    assert bench.run().is_shown


def test_a_row_is_copied_and_renamed(bench: Bench) -> None:
    bench.put("yard")
    bench.panel.copy()
    assert QGuiApplication.clipboard().text().startswith("yard\t")
    QTest.keyClick(bench.panel.tree, Qt.Key.Key_F2)
    assert bench.panel.tree.state() is bench.panel.tree.State.EditingState


@opens_a_menu
def test_a_click_with_the_right_button_offers_what_can_be_done(bench: Bench) -> None:
    bench.put("yard")
    bench.panel.tree.customContextMenuRequested.emit(QPoint(2, 2))
    menu = next(menu for menu in bench.panel.findChildren(QMenu) if menu.isVisible())
    (show,) = [action for action in menu.actions() if action.isCheckable()]
    assert show.isChecked()
    show.trigger()
    assert not bench.run().is_shown


def test_pages_stand_beside_the_list_where_there_is_room(bench: Bench) -> None:
    bench.put()
    bench.panel.resize(2000, 300)
    assert bench.panel._splitter.orientation() is Qt.Orientation.Horizontal
    bench.panel.resize(400, 700)
    assert bench.panel._splitter.orientation() is Qt.Orientation.Vertical


def test_curves_of_runs_are_let_go_while_it_can_not_be_seen(bench: Bench) -> None:
    bench.drive()
    bench.put()
    bench.panel.alignment.search()
    bench.refresh()
    bench.panel.alignment.cancel_search()
    bench.panel.hide()
    assert not bench.session.runs._kept
