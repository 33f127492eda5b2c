"""The real program on a real screen: run under xvfb-run with QT_QPA_PLATFORM=xcb. Without a screen it fails."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPalette
from PySide6.QtWidgets import QLabel

from app.ui.base.theme import DARK, LIGHT, Theme
from app.wording.connections import LinkWording
from tests.fakes.x11 import Screen

_PATIENCE_S = 60.0


@pytest.fixture
def screen(screen: Screen) -> Screen:
    assert screen.find("Teledeck") is None
    return screen


@pytest.fixture
def address() -> Iterator[str]:
    """An address that refuses: bound, so that nobody else listens there, but not listening."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{bound.getsockname()[1]}"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def start_program(*arguments: str) -> subprocess.Popen[str]:
        environ = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
        command = [sys.executable, "-m", "app", *arguments]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, env=environ, stdout=pipe, stderr=pipe, text=True))
        return started[-1]

    yield start_program
    for process in started:
        process.kill()
        process.communicate()


def _until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"not seen on the screen: {what}"
        time.sleep(0.05)


def _look() -> QImage:
    """The whole screen, as a person would see it."""
    return QGuiApplication.primaryScreen().grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)


def _shows_window(theme: Theme) -> bool:
    """Whether a good part of the screen has the ground of the window."""
    small = _look().scaled(72, 45)
    ground = QColor(theme.window).rgb()
    return sum(small.pixel(x, y) == ground for x in range(72) for y in range(45)) > 72 * 45 // 5


def _text_rows(text: str, color: str, ground: str) -> list[bytes]:
    """The pixels of a text as a label paints it, row by row, without the ground around it."""
    label = QLabel(text)
    palette = QPalette(label.palette())
    palette.setColor(QPalette.ColorRole.Window, QColor(ground))
    palette.setColor(QPalette.ColorRole.WindowText, QColor(color))
    label.setPalette(palette)
    label.setAutoFillBackground(True)
    image = label.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    blank = QColor(ground).rgb()
    xs = [x for x in range(image.width()) if any(image.pixel(x, y) != blank for y in range(image.height()))]
    ys = [y for y in range(image.height()) if any(image.pixel(x, y) != blank for x in range(image.width()))]
    return _rows(image.copy(xs[0], ys[0], xs[-1] - xs[0] + 1, ys[-1] - ys[0] + 1))


def _rows(image: QImage) -> list[bytes]:
    pixels, step = bytes(image.constBits()), image.bytesPerLine()
    return [pixels[y * step : y * step + image.width() * 4] for y in range(image.height())]


def _shows_text(text: str, color: str, ground: str) -> bool:
    """Whether the text stands somewhere on the screen, to the pixel."""
    wanted, seen = _text_rows(text, color, ground), _rows(_look())
    for top in range(len(seen) - len(wanted)):
        start = seen[top].find(wanted[0])
        while start >= 0:
            if all(row in line[start : start + len(row)] for row, line in zip(wanted, seen[top:], strict=False)):
                return True
            start = seen[top].find(wanted[0], start + 4)
    return False


def _refusal(address: str) -> str:
    host, _, port = address.rpartition(":")
    return LinkWording.NOTHING_LISTENS(host=host, port=port)


def test_a_text_that_is_not_there_is_not_seen(screen: Screen) -> None:
    assert screen.find("Teledeck") is None
    assert not _shows_text(_refusal("127.0.0.1:1"), DARK.text, DARK.base)
    assert not _shows_window(DARK)


@pytest.mark.parametrize("way", ["SIGTERM", "SIGINT", "window"])
def test_a_robot_that_refuses_is_told_of_and_the_program_ends_well(
    screen: Screen, address: str, start: Callable[..., subprocess.Popen[str]], way: str
) -> None:
    program = start(f"gazebo://{address}")
    _until(lambda: screen.find("Teledeck"), "a window named Teledeck")
    _until(lambda: _shows_window(DARK), "the ground of the window")
    _until(lambda: _shows_text(_refusal(address), DARK.text, DARK.base), "the reason")
    tip = LinkWording.NOTHING_LISTENS_TIP()
    _until(lambda: _shows_text(tip, DARK.muted, DARK.base), "the tip")
    assert not _shows_text(f"{tip[:-1]}!", DARK.muted, DARK.base)
    assert not _shows_window(LIGHT)

    window = screen.find("Teledeck")
    assert window is not None
    if way == "window":
        screen.ask_to_close(window)
    else:
        program.send_signal(getattr(signal, way))
    output, errors = program.communicate(timeout=_PATIENCE_S)

    assert (program.returncode, output) == (0, "")
    # the warning of the log, which a terminal shows, too
    assert {line.partition(": ")[0] for line in errors.splitlines()} == {f"gazebo://{address}"}
    assert _refusal(address) in errors
    _until(lambda: screen.find("Teledeck") is None, "the end of the window")


def test_without_a_robot_it_says_how_to_begin(screen: Screen, start: Callable[..., subprocess.Popen[str]]) -> None:
    program = start()
    _until(lambda: _shows_text("No connection", DARK.text, DARK.window), "the state of the links")
    window = screen.find("Teledeck")
    assert window is not None
    screen.ask_to_close(window)
    output, errors = program.communicate(timeout=_PATIENCE_S)

    assert (program.returncode, output, errors) == (0, "", "")


def test_a_second_interrupt_ends_the_program_even_while_it_closes(
    screen: Screen, address: str, start: Callable[..., subprocess.Popen[str]]
) -> None:
    program = start(f"gazebo://{address}")
    _until(lambda: screen.find("Teledeck"), "a window named Teledeck")
    _until(lambda: _shows_window(DARK), "the ground of the window")
    started = time.monotonic()
    while program.poll() is None and time.monotonic() - started < _PATIENCE_S:
        program.send_signal(signal.SIGINT)
        time.sleep(0.002)

    # gone in good order, or ended at once by the second
    assert program.wait(_PATIENCE_S) in {0, -signal.SIGINT}
    assert time.monotonic() - started < _PATIENCE_S / 2
