"""The pictures of the README: python -m tests.tools.home_pictures FOLDER.

The window on the demo robot, which wanders, with each shipped layout, in both themes and at two sizes, in English or
with `--words chinese`. Run it with QT_QPA_PLATFORM=offscreen where there is no screen.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import qasync
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.main import make_application
from app.model.schema import FieldPath
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.tools.other_words import speak

_LAYOUTS: Final = ("Look for faults", "Drive", "Watch")
_SIZES: Final = (QSize(1440, 900), QSize(1366, 768))
_LOOK_AT: Final = ("/odom", "twist.twist.linear.x")

# until there is something to see on every plot and trail, and until what has another look is painted
_FIRST_S: Final = 31.0
_NEXT_S: Final = 2.0


@contextmanager
def _robot() -> Iterator[str]:
    """The demo robot by ROS 1, in a process of its own; its address."""
    command = [sys.executable, "-m", "app", "demo", "--serve", "--json", "--until-stdin-ends"]
    command += ["--wander", "--seed", "3", "--camera", "640x480"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield str(json.loads(process.stdout.readline())["ros1"])
        process.communicate()


async def _until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what is waited for is what a person would see
            await asyncio.sleep(0.05)


async def _open(window: MainWindow, session: Session, uri: str) -> None:
    """Connect, and look at a topic."""
    window.connect_to(uri)
    key = TopicKey(uri, _LOOK_AT[0])
    await _until(lambda: session.links.connections and window.topics.model.index_of(key).isValid())
    window.show_topic(key)
    await _until(lambda: window.inspector.model.rowCount() > 0)


def _look(window: MainWindow, uri: str) -> None:
    """Select a field; a robot that shall be driven may be told something."""
    tree, model = window.inspector.tree, window.inspector.model
    # what is folded was never asked for
    tree.expandToDepth(2)
    index = model.index_of(FieldPath.parse(_LOOK_AT[1]))
    tree.setCurrentIndex(index)
    tree.scrollTo(index)
    window.command_switch.allow(uri, allowed=window.layouts.current == "Drive")


async def _all(app: QApplication, folder: Path, uri: str) -> None:
    with tempfile.TemporaryDirectory() as home:
        preferences = Preferences(Path(home, "settings.json"))
        preferences.set_robot_name(uri, "Rover")
        themes = Themes(app, preferences)
        window, link, tasks = MainWindow(themes, preferences), LinkThread(), TaskPool("pictures")
        link.start()
        session = Session(link)
        try:
            window.resize(_SIZES[0])
            window.show()
            window.open(session, tasks.spawn)
            await _open(window, session, uri)
            for layout in _LAYOUTS:
                for size in _SIZES:
                    window.resize(size)
                    window.layouts.show_by_name(layout)
                    _look(window, uri)
                    await asyncio.sleep(_FIRST_S)
                    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
                        themes.choose(theme)
                        await asyncio.sleep(_NEXT_S)
                        shown = layout.lower().replace(" ", "-")
                        name = f"{shown}-{theme.value}-{size.width()}x{size.height()}.png"
                        window.grab().save(str(folder / name))
        finally:
            window.close()
            await session.close()
            await tasks.cancel()
            link.stop()
            window.deleteLater()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", choices=["chinese"], help="of another language")
    arguments = parser.parse_args()
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    app = make_application()
    if arguments.words:
        speak(app, arguments.words)
    with _robot() as uri, asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(_all(app, folder, uri))


if __name__ == "__main__":
    main()
