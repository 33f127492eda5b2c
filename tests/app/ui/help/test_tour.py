from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from app.model.status import ConnectionState
from app.ui.drive.drive_button import DriveButton
from app.ui.drive.stop_button import StopButton
from app.ui.help.tour import Tour
from app.ui.window.main_window import MainWindow
from app.wording.ui.help import TourWording
from tests.fakes.session import FakeSession
from tests.fakes.waiting import eventually

_SIZES = ((840, 480), (840, 600), (1280, 700), (2560, 1440))


def _tour(window: MainWindow) -> Tour:
    window.actions_of_window.tour.trigger()
    assert window.help_menu.tour is not None
    return window.help_menu.tour


def _covered(window: MainWindow, tour: Tour) -> list[QWidget]:
    card = QRect(tour.card.pos(), tour.card.size())
    buttons = [*window.findChildren(StopButton), *window.findChildren(DriveButton)]
    return [b for b in buttons if b.isVisible() and card.intersects(QRect(b.mapTo(window, QPoint()), b.size()))]


async def test_the_tour_has_five_cards_and_ends_with_the_last(window: MainWindow) -> None:
    tour = _tour(window)
    titles = []
    for _ in range(5):
        titles.append(tour.card.title.text())
        tour.card.next.click()

    assert titles == [
        *(TourWording.CONNECT(), TourWording.TOPICS(), TourWording.VIEWS(), TourWording.LAYOUTS(), TourWording.STOP())
    ]
    assert window.help_menu.tour is None
    assert not tour.card.isVisible()


async def test_one_goes_back_and_begins_anew(window: MainWindow) -> None:
    tour = _tour(window)
    assert not tour.card.back.isVisible()
    tour.card.next.click()
    tour.card.back.click()
    assert tour.step == 0
    tour.card.next.click()
    again = _tour(window)

    assert again is not tour
    assert again.step == 0
    assert not tour.card.isVisible()


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("connected", [True, False])
async def test_no_card_covers_stop_nor_what_disarms_and_each_is_whole(
    window: MainWindow,
    session: FakeSession,
    size: tuple[int, int],
    connected: bool,  # noqa: FBT001
) -> None:
    if connected:
        session.set_state(ConnectionState.CONNECTED)
        session.add_topics("/odom")
        window.refresh(0.0)
        panel = window.docks.drive.show_panel()
        # with all of its buttons, whatever can be driven
        panel.findChildren(QStackedWidget)[0].setCurrentIndex(1)
    window.resize(*size)
    QApplication.processEvents()
    tour = _tour(window)
    for _ in range(5):
        assert tour.card.isVisible()
        assert _covered(window, tour) == []
        assert window.rect().contains(QRect(tour.card.pos(), tour.card.size()))
        assert tour.card.words.height() >= tour.card.words.heightForWidth(tour.card.words.width())
        tour.card.next.click()


@pytest.mark.parametrize("what", ["stop", "disarm"])
async def test_a_card_makes_room_for_a_button_that_comes_below_it(window: MainWindow, what: str) -> None:
    tour = _tour(window)
    button = StopButton(40, 1.0, window) if what == "stop" else DriveButton(["Disarm"], "", is_safe=True)
    button.setParent(window)
    for place in (tour.card.geometry().topLeft(), QPoint(300, 300), QPoint(20, 400)):
        button.setGeometry(QRect(place, button.sizeHint()))
        button.show()
        await eventually(lambda: _covered(window, tour) == [], "the card goes away")


async def test_a_click_on_a_card_leaves_the_focus_where_it_is(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/odom")
    window.refresh(0.0)
    window.topics.filter.setFocus()
    focus = QApplication.focusWidget()
    tour = _tour(window)
    for button in itertools.chain([tour.card.next] * 3, [tour.card.back]):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert QApplication.focusWidget() is focus
    QTest.mouseClick(tour.card.words, Qt.MouseButton.LeftButton)
    QTest.mouseClick(tour.card.end, Qt.MouseButton.LeftButton)

    assert QApplication.focusWidget() is focus
    assert window.help_menu.tour is None


async def test_escape_ends_the_tour_and_means_what_it_means_besides(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/odom")
    window.refresh(0.0)
    window.topics.filter.setFocus()
    window.topics.filter.setText("odo")
    _tour(window)
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Escape)

    assert window.help_menu.tour is None
    assert window.topics.filter.text() == ""


async def test_tab_comes_to_a_card_which_enter_leafs_through(window: MainWindow) -> None:
    tour = _tour(window)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    for _ in range(40):
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab)
        if QApplication.focusWidget() is tour.card.next:
            break
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)
    assert tour.step == 1
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is tour.card.back
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)
    assert tour.step == 0


async def test_the_window_goes_on_below_a_card(window: MainWindow) -> None:
    tour = _tour(window)

    assert not tour.card.isWindow()
    assert QApplication.activeModalWidget() is None
    assert tour.ring.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


async def test_the_demo_is_offered_on_the_first_card_alone(window: MainWindow) -> None:
    tour = _tour(window)
    assert tour.card.offer.isVisible()
    tour.card.next.click()
    assert not tour.card.offer.isVisible()


async def test_a_card_is_as_wide_as_its_buttons_need(window: MainWindow) -> None:
    tour = _tour(window)
    tour.card.end.setText("End the tour of the window and go on with the work")
    tour.card.next.click()

    assert all(button.width() >= button.sizeHint().width() for button in (tour.card.end, tour.card.back))
