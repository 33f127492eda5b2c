from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.net.tasks import TaskPool
from app.program.licenses import LicensedPart
from app.ui.base.theme import Themes
from app.ui.window import about
from app.ui.window.about import AboutDialog
from app.version import VERSION, Build
from app.wording.ui.window import WindowWording
from tests.fakes.waiting import eventually

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
async def dialog(qtbot: QtBot, themes: Themes) -> AsyncIterator[AboutDialog]:
    tasks = TaskPool("window")
    dialog = AboutDialog(themes, tasks.spawn)
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.close()
    await tasks.cancel()


def shown(dialog: AboutDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel)]


async def test_it_says_of_a_package_which_one_it_is(
    qtbot: QtBot, themes: Themes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(about, "build", lambda: Build(COMMIT, "2026-11-23T20:00:00+00:00", "deb"))
    dialog = AboutDialog(themes, TaskPool("window").spawn)
    qtbot.addWidget(dialog)

    assert {COMMIT, "a .deb package"} <= set(shown(dialog))
    assert COMMIT in dialog.text
    assert "2026-11-23T20:00:00+00:00" in dialog.text


async def test_it_says_of_sources_that_they_are(dialog: AboutDialog) -> None:
    assert WindowWording.SOURCE_CODE() in shown(dialog)


async def test_all_versions_are_copied_as_text(dialog: AboutDialog) -> None:
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().splitlines()

    assert f"Version: {VERSION}" in lines
    assert f"Qt: {qVersion()}" in lines
    assert any(line.startswith("Python: 3.") for line in lines)


async def test_links_are_opened_by_the_desktop(dialog: AboutDialog) -> None:
    (words,) = [label for label in dialog.findChildren(QLabel) if "<a " in label.text()]

    assert words.openExternalLinks()
    assert words.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByKeyboard


async def test_licences_are_read_when_they_are_looked_at(dialog: AboutDialog) -> None:
    assert dialog.licenses.list.topLevelItemCount() == 0
    dialog.tabs.setCurrentWidget(dialog.licenses)
    await eventually(lambda: dialog.licenses.list.topLevelItemCount() > 20, "the parts")

    assert dialog.licenses.text.toPlainText()


async def test_one_that_is_closed_meanwhile_is_not_filled(qtbot: QtBot, themes: Themes) -> None:
    del qtbot
    reading: list[Coroutine[Any, Any, None]] = []
    dialog = AboutDialog(themes, lambda work, _: reading.append(work))
    dialog.tabs.setCurrentWidget(dialog.licenses)
    Shiboken.delete(dialog)

    await reading[0]


async def test_parts_are_found_by_name_and_licence_and_the_first_is_shown(dialog: AboutDialog, tmp_path: Path) -> None:
    text = tmp_path / "LICENSE"
    text.write_text("You may.\n", encoding="utf-8")
    view = dialog.licenses
    view.show_parts(
        [
            LicensedPart("aiohttp", "3", "Apache-2.0"),
            LicensedPart("keyring", "25", "MIT", (str(text),)),
            LicensedPart("zlib", "1", ""),
        ]
    )
    assert view.name.text() == "Apache-2.0"

    view.filter.setText("mit KEY")
    assert view.name.text() == "MIT"
    assert view.text.toPlainText() == "You may.\n"
    view.filter.setText("nothing")
    assert view.text.toPlainText() == ""
    view.filter.clear()
    assert view.name.text() == "MIT"
