from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.ui.base.refresh import RefreshFaults
from app.ui.base.spoken import SpokenView, SpokenViews, announce


class Counting(SpokenView, QWidget):
    """A painted view that counts how often it is asked."""

    asked = 0

    @override
    def spoken_text(self) -> str:
        self.asked += 1
        return f"asked {self.asked}"


@pytest.fixture
def view(qtbot: QtBot) -> Counting:
    window, view = QWidget(), Counting()
    layout = QVBoxLayout(window)
    layout.addWidget(view)
    qtbot.addWidget(window)
    window.show()
    return view


@pytest.fixture
def reader() -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.usefixtures("reader")
def test_a_view_that_can_be_seen_is_described_as_it_is_now(view: Counting) -> None:
    views = SpokenViews(view.window(), RefreshFaults())
    assert views.can_be_seen()
    views.refresh(0.0)
    assert view.accessibleDescription() == "asked 1"
    views.refresh(1.0)
    assert view.accessibleDescription() == "asked 2"
    view.hide()
    views.refresh(2.0)
    assert view.asked == 2


class Faulty(SpokenView, QWidget):
    @override
    def spoken_text(self) -> str:
        raise ValueError("nothing to say")


@pytest.mark.expects_log("Faulty can't be refreshed")
@pytest.mark.usefixtures("reader")
def test_a_view_that_can_not_be_described_leaves_the_others_theirs(qtbot: QtBot) -> None:
    window, faulty, good = QWidget(), Faulty(), Counting()
    layout = QVBoxLayout(window)
    layout.addWidget(faulty)
    layout.addWidget(good)
    qtbot.addWidget(window)
    window.show()
    SpokenViews(window, RefreshFaults()).refresh(0.0)
    assert good.accessibleDescription() == "asked 1"


def test_without_a_screen_reader_no_view_is_asked(view: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    QAccessible.setActive(False)
    assert not SpokenViews(view.window(), RefreshFaults()).can_be_seen()
    told: list[object] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", told.append)
    announce(view, "stopped")
    assert not told


@pytest.mark.usefixtures("reader")
def test_what_is_announced_interrupts(view: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[QAccessibleAnnouncementEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", told.append)
    announce(view, "stopped")
    assert [event.message() for event in told] == ["stopped"]
    assert told[0].politeness() is QAccessible.AnnouncementPoliteness.Assertive
