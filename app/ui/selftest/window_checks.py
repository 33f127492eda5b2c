"""The checks of the window, done for `teledeck selftest --gui` by a process of its own, on a demo robot.

A new check is a function of the window and a line in `WINDOW_CHECKS`. The checks are reported on standard output, a
line of JSON before each and its finding after it; the process ends with its standard input.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Final

import PySide6
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt, qVersion
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QGuiApplication,
    QIcon,
    QImage,
    QImageReader,
    QImageWriter,
    QPainter,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from app.config.preference_values import LanguageChoice
from app.demo.demo_process import CAMERA_TOPIC, CHANGING_FIELD
from app.model.doctor import said_words
from app.model.topics import TopicKey
from app.model.value_text import json_line
from app.program.check import Check, CheckFailed, CheckSkipped, run_check
from app.resources import root
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.base.language import language_of, translations_of
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.window.main_window import MainWindow
from app.wording.names import in_a_row
from app.wording.program import ProgramWording
from app.wording.selftest import WindowCheckWording
from app.wording.ui.preferences import PreferenceLabels

# a window that shows nothing of a robot has fewer colours, edges of letters included
MIN_COLORS: Final = 50
POLL_S: Final = 0.05
_SIZE: Final = (1280, 800)
_GLYPH_PX: Final = 48
# two letters each, as different as possible
_LETTERS: Final[Mapping[str, str]] = {"Latin": "Rt", "Chinese": "话题", "signs": "→…"}
_FONT_PACKAGES: Final = {"Chinese": "fonts-noto-cjk"}
_FIRST_HAN: Final = "\N{CJK UNIFIED IDEOGRAPH-4E00}"
_FORMATS: Final = ("PNG", "JPG")
_INPUT, _OUTPUT = 0, 1


@dataclass(frozen=True, slots=True)
class DemoWindow:
    """The object of the checks: the window, and its connection to the demo robot."""

    window: MainWindow
    connection: str


def run_window_checks(uri: str, run_window: Callable[..., int], spawn: Spawn) -> int:
    """Run the window on the demo robot at `uri`, check it and close it; the exit code tells nothing of the checks."""
    threading.Thread(target=_end_with_input, name="standard input", daemon=True).start()
    preferences = Preferences()
    # what the demo robot says is not to take the place of the user's last minutes
    preferences.set_value("black_box", False)
    return run_window(
        [uri], preferences=preferences, trial=True, size=_SIZE, on_ready=lambda: spawn(_run_checks(uri), "checks")
    )


async def screen(shown: DemoWindow) -> str:
    """Check the screen on which Qt paints."""
    platform = QGuiApplication.platformName()
    screens = [
        WindowCheckWording.SCREEN(
            width=found.size().width(), height=found.size().height(), percent=found.devicePixelRatio() * 100
        )
        for found in QGuiApplication.screens()
    ]
    told = {"qt": qVersion(), "pyside": PySide6.__version__, "platform": platform, "screens": in_a_row(screens)}
    if not screens:
        raise CheckFailed(WindowCheckWording.NO_SCREENS(**told), WindowCheckWording.NO_SCREENS_TIP())
    if platform in {"offscreen", "minimal"}:
        raise CheckSkipped(WindowCheckWording.SCREENS_UNSEEN(**told), WindowCheckWording.SCREENS_UNSEEN_TIP())
    handle = shown.window.windowHandle()
    if handle is None or not handle.isExposed():
        raise CheckSkipped(WindowCheckWording.WINDOW_COVERED(**told), WindowCheckWording.WINDOW_COVERED_TIP())
    return WindowCheckWording.SCREENS(**told)


async def fonts(shown: DemoWindow) -> str:
    """Check that letters are drawn, rather than boxes."""
    for script, letters in _LETTERS.items():
        if _drawn_letter(shown.window, letters[0]) == _drawn_letter(shown.window, letters[1]):
            package = _FONT_PACKAGES.get(script, "fonts-dejavu-core")
            raise CheckFailed(
                WindowCheckWording.NO_LETTERS(script=script, letters=letters),
                WindowCheckWording.NO_LETTERS_TIP(package=package),
            )
    return WindowCheckWording.FONTS(family=QFontInfo(shown.window.font()).family(), scripts=in_a_row(_LETTERS))


async def languages(shown: DemoWindow) -> str:
    """Check that the window speaks the language that it should, and can speak all others."""
    names = {LanguageChoice.ENGLISH: PreferenceLabels.ENGLISH(), LanguageChoice.CHINESE: PreferenceLabels.CHINESE()}
    for language, name in names.items():
        for file, translation in translations_of(language).items():
            if translation.isEmpty():
                raise CheckFailed(
                    WindowCheckWording.TRANSLATION_MISSING(file=file, language=name),
                    ProgramWording.INSTALL_AGAIN_TIP(),
                )
    # the checks are a trial, without the choices of the user
    spoken = language_of(LanguageChoice.SYSTEM)
    titles = [action.text() for action in shown.window.menuBar().actions() if action.text()]
    if spoken is LanguageChoice.CHINESE:
        english = [title for title in titles if max(title) < _FIRST_HAN]
        if english:
            raise CheckFailed(
                WindowCheckWording.NOT_TRANSLATED(text=english[0], language=names[spoken]),
                ProgramWording.INSTALL_AGAIN_TIP(),
            )
    return WindowCheckWording.LANGUAGES(language=names[spoken], title=titles[0].replace("&", ""), count=len(names))


async def icons(shown: DemoWindow) -> str:
    """Check that every icon can be drawn."""
    del shown
    files = sorted((root() / "icons").glob("*.svg"))
    for file in files:
        image = _blank(_GLYPH_PX)
        painter = QPainter(image)
        QSvgRenderer(str(file)).render(painter)
        painter.end()
        if image == _blank(_GLYPH_PX):
            raise CheckFailed(WindowCheckWording.ICON_NOT_DRAWN(icon=file.name), ProgramWording.INSTALL_AGAIN_TIP())
    own = QIcon(str(root() / "icons" / "teledeck.svg")).pixmap(_GLYPH_PX, _GLYPH_PX)
    if not files or own.isNull():
        raise CheckFailed(WindowCheckWording.NO_SVG(), ProgramWording.INSTALL_AGAIN_TIP())
    return WindowCheckWording.ICONS(count=len(files))


async def image_files(shown: DemoWindow) -> str:
    """Check that the formats of compressed images that robots send can be written and read."""
    del shown
    image = _blank(_GLYPH_PX)
    image.fill(QColor("orange"))
    for kind in _FORMATS:
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.ReadWrite)
        written = QImageWriter(buffer, kind.encode()).write(image)
        buffer.seek(0)
        if not written or QImageReader(buffer, kind.encode()).read().size() != image.size():
            raise CheckFailed(WindowCheckWording.FORMAT_NOT_READ(format=kind), ProgramWording.INSTALL_AGAIN_TIP())
    return WindowCheckWording.FORMATS(formats=in_a_row(_FORMATS))


async def topics(shown: DemoWindow) -> str:
    """Check that the list shows the topics of the demo robot."""
    window, camera = shown.window, TopicKey(shown.connection, CAMERA_TOPIC)
    await _wait_until(lambda: window.topics.model.index_of(camera).isValid())
    if not window.was_painted:
        raise CheckFailed(WindowCheckWording.NOT_PAINTED(), WindowCheckWording.NOT_PAINTED_TIP())
    return WindowCheckWording.PAINTED()


async def views(shown: DemoWindow) -> str:
    """Check that a camera's image and a plot are drawn."""
    window, camera = shown.window, TopicKey(shown.connection, CAMERA_TOPIC)
    window.image_docks.show_topic(camera)
    window.plot_docks.plot_fields([(TopicKey(camera.connection, CHANGING_FIELD[0]), CHANGING_FIELD[1])])
    panel = next(panel for panel in window.image_docks.panels.values() if panel.key == camera)
    await _wait_until(lambda: _colors(panel.grab()) >= MIN_COLORS)
    plot = next(iter(window.plot_docks.panels.values()))
    before = plot.grab().toImage()
    # new values move the plot
    await _wait_until(lambda: plot.grab().toImage() != before)
    screenshot = window.grab()
    if screenshot.isNull() or _colors(screenshot) < MIN_COLORS:
        raise CheckFailed(WindowCheckWording.NO_CONTENT(), WindowCheckWording.NO_CONTENT_TIP())
    return WindowCheckWording.DRAWN(width=screenshot.width(), height=screenshot.height())


async def analysis(shown: DemoWindow) -> str:
    """Check that a spectrum is calculated and drawn: the library for it is loaded by nothing else."""
    docks = shown.window.analysis_docks
    docks.analyse_fields([(TopicKey(shown.connection, CHANGING_FIELD[0]), CHANGING_FIELD[1])])
    page = next(iter(docks.panels.values())).page

    def is_drawn() -> bool:
        if CHART_LIBRARY.fault:
            raise CheckFailed(
                WindowCheckWording.CHARTS_NOT_DRAWN(reason=CHART_LIBRARY.fault), ProgramWording.INSTALL_AGAIN_TIP()
            )
        return page.report is not None and page.chart is not None

    await _wait_until(is_drawn)
    return WindowCheckWording.SPECTRUM()


WINDOW_CHECKS: Final[tuple[Check[DemoWindow], ...]] = (
    Check("screen", screen),
    Check("fonts", fonts),
    Check("languages", languages),
    Check("icons", icons),
    Check("image files", image_files),
    Check("topic list", topics, timeout_s=15.0),
    Check("views", views, timeout_s=15.0),
    Check("analysis", analysis, timeout_s=15.0),
)


# internals


async def _run_checks(uri: str) -> None:
    window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))
    shown = DemoWindow(window, uri)
    try:
        for check in WINDOW_CHECKS:
            # the parent ends what hangs, but not before the check could time out by itself
            _report({"begin": check.name, "timeout_s": check.timeout_s + 1.0})
            finding = await run_check(check, shown)
            _report(asdict(finding) | {"said": said_words(finding)})
    finally:
        window.close_at_once()


def _report(line: object) -> None:
    os.write(_OUTPUT, json_line(line).encode() + b"\n")


def _end_with_input() -> None:
    """Wait for the end of the parent, and end, whatever the window does."""
    while os.read(_INPUT, 1024):
        pass
    os._exit(1)


async def _wait_until(reached: Callable[[], bool]) -> None:
    """Wait until `reached` is true; the timeout of the check is the bound."""
    while not reached():  # noqa: ASYNC110 - of what is drawn nothing tells
        await asyncio.sleep(POLL_S)


def _blank(size: int) -> QImage:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def _drawn_letter(window: MainWindow, letter: str) -> QImage:
    image = _blank(2 * _GLYPH_PX)
    font = window.font()
    font.setPixelSize(_GLYPH_PX)
    painter = QPainter(image)
    painter.setPen(Qt.GlobalColor.black)
    painter.setFont(font)
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, letter)
    painter.end()
    return image


def _colors(pixmap: QPixmap) -> int:
    """Return the number of colours at sampled points of a screenshot."""
    small = pixmap.toImage().scaled(160, 100)
    return len({small.pixel(x, y) for x in range(small.width()) for y in range(small.height())})
