from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.program.guide import Guide, read_book
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.help.guide_dialog import GuideDialog, open_guide
from app.ui.window.main_window import MainWindow
from app.wording.ui.help import GuideWording
from tests.tools.sentences import shows

_USER_GUIDE = """\
# User guide

Begin here: [plots](#plots), [stop](safety.md#stop), [far](https://example.org/x).

## Plots

A plot stops by Space.

### Curves

One more line.

"""
_SAFETY = """\
# Safety

Words.

## Stop

Stop is stop.
"""


@pytest.fixture
def dialog(qtbot: QtBot, themes: Themes, preferences: Preferences) -> GuideDialog:
    pages = [*read_book("user-guide", _USER_GUIDE), *read_book("safety", _SAFETY)]
    dialog = GuideDialog(themes, preferences, guide=Guide(pages))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.open_at("user-guide#user-guide")
    return dialog


def _chosen(dialog: GuideDialog) -> str:
    item = dialog.contents.currentItem()
    return item.text(0) if item is not None else ""


def test_links_are_followed_and_gone_back_from(dialog: GuideDialog) -> None:
    dialog.text.followed.emit("#plots")
    dialog.text.followed.emit("safety.md#stop")
    assert (dialog.address, _chosen(dialog)) == ("safety#stop", "Stop")

    dialog.back.click()
    dialog.back.click()
    assert (dialog.address, _chosen(dialog)) == ("user-guide#user-guide", "User guide")
    assert not dialog.back.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert dialog.address == "user-guide#plots"
    dialog.text.followed.emit("safety.md")
    assert not dialog.forward.isEnabled()


def test_a_link_out_of_the_guide_is_for_the_browser(dialog: GuideDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    dialog.text.followed.emit("https://example.org/x")
    dialog.text.followed.emit("development.md")

    assert opened == ["https://example.org/x"]
    assert dialog.address == "user-guide#user-guide"


def test_the_contents_choose_a_page_and_a_heading_in_it(dialog: GuideDialog) -> None:
    plots = dialog.contents.topLevelItem(1)
    assert plots is not None
    dialog.contents.setCurrentItem(plots.child(0))

    assert dialog.address == "user-guide#plots"
    assert _chosen(dialog) == "Curves"


def test_a_search_shows_the_first_place_and_keys_go_through_all(dialog: GuideDialog) -> None:
    dialog.search.setFocus()
    QTest.keyClicks(dialog.search, "stop")
    assert [(hit.page.address, hit.paragraph.text) for hit in dialog.hits] == [
        ("user-guide#user-guide", "Begin here: plots, stop, far."),
        ("user-guide#plots", "A plot stops by Space."),
        ("safety#stop", "Stop"),
        ("safety#stop", "Stop is stop."),
    ]
    assert shows(dialog.count.text(), GuideWording.ONE_HIT)

    seen = []
    for key in (Qt.Key.Key_F3, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Return):
        QTest.keyClick(dialog.search, key)
        seen.append(dialog.address)
    assert seen == ["user-guide#plots", "safety#stop", "safety#stop", "user-guide#user-guide"]
    QTest.keyClick(dialog.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert dialog.address == "safety#stop"
    # the stops of a search are no pages that were read
    dialog.back.click()
    assert dialog.address == "user-guide#user-guide"


def test_a_search_without_a_hit_says_so_and_escape_ends_it_before_the_guide(dialog: GuideDialog) -> None:
    dialog.search.setFocus()
    QTest.keyClicks(dialog.search, "zebra")
    assert dialog.nothing.isVisible()
    assert not dialog.next_hit.isVisible()

    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.contents.isVisible()
    assert dialog.search.text() == ""
    QTest.keyClick(dialog.text, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_guide_that_is_missing_says_so(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    dialog = GuideDialog(themes, preferences, guide=Guide([]))
    qtbot.addWidget(dialog)
    dialog.open_at("user-guide#plots")

    assert shows(dialog.text.toPlainText(), GuideWording.MISSING)


async def test_one_guide_is_open_and_keeps_its_size(
    window: MainWindow, themes: Themes, preferences: Preferences
) -> None:
    first = open_guide(themes, preferences, window, "user-guide#plots")
    assert open_guide(themes, preferences, window, "user-guide#states") is first
    assert first.address == "user-guide#states"
    first.resize(640, 480)
    first.close()

    assert open_guide(themes, preferences, window).size().toTuple() == (640, 480)
    assert not first.isModal()
