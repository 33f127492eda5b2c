from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from app.model.topics import TopicKey
from app.ui.help.guide_dialog import GuideDialog
from app.ui.help.help_pages import HELP_PAGES
from app.ui.window.main_window import MainWindow
from app.wording.ui.help import TourWording
from tests.app.ui.conftest import OpenWindow
from tests.fakes.session import URI
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows


def _guide(window: MainWindow) -> GuideDialog:
    (dialog,) = [dialog for dialog in window.findChildren(GuideDialog) if dialog.isVisible()]
    return dialog


async def test_f1_opens_the_page_of_what_has_the_focus(window: MainWindow) -> None:
    window.plot_docks.plot_fields([(TopicKey(URI, "/odom"), "x")])
    window.plot_docks.show_current().focus_plot()
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F1)

    assert _guide(window).address == HELP_PAGES["PlotsPanel"]


@pytest.mark.parametrize("action", ["connect_robot", "about"])
async def test_f1_in_a_dialog_opens_the_page_about_that_also_in_a_text_field(window: MainWindow, action: str) -> None:
    getattr(window.actions_of_window, action).trigger()
    (dialog,) = [each for each in window.findChildren(QDialog) if each.isVisible()]
    dialog.activateWindow()
    await eventually(lambda: QApplication.activeWindow() is dialog, "the dialog has the focus")
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_F1)

    assert _guide(window).address == HELP_PAGES[type(dialog).__name__]


async def test_the_first_start_offers_the_tour_once(open_window: OpenWindow) -> None:
    first = open_window()
    first.offer_tour()
    bar = first.news.bars["tour"]
    assert shows(bar.words.text(), TourWording.OFFER)
    first.close()
    second = open_window()
    second.offer_tour()

    assert "tour" not in second.news.bars


async def test_the_tour_ends_with_the_window(window: MainWindow) -> None:
    window.actions_of_window.tour.trigger()
    window.close()

    assert window.help_menu.tour is None
    assert not [timer.interval() for timer in window.findChildren(QTimer) if timer.isActive()]
