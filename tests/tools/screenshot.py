"""Pictures of the window in both themes: python -m tests.tools.screenshot FOLDER.

`--scene`, `--theme` and `--size` choose what is drawn, `--dock` only one dock of it; `--words pseudo`
draws it in a made-up language with longer words, `--words chinese` in Chinese. Run it with QT_QPA_PLATFORM=offscreen
where there is no screen.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import qasync
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QDockWidget

from app.config.preference_values import LanguageChoice
from app.main import make_application
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.scenes.analysis import ANALYSIS_SCENES, analysis_session_of
from tests.scenes.compare import COMPARE_SCENES, compare_session_of
from tests.scenes.drive import DRIVE_SCENES, drive_session_of
from tests.scenes.help import HELP_SCENES
from tests.scenes.images import IMAGE_SCENES, picture_session_of
from tests.scenes.joints import JOINT_SCENES, joint_session_of
from tests.scenes.layouts import LAYOUT_SCENES, layout_session_of
from tests.scenes.names import NAMING_SCENES, naming_session_of
from tests.scenes.past import PAST_SCENES, past_session_of
from tests.scenes.plots import PLOT_SCENES, plot_session_of
from tests.scenes.recordings import RECORDING_SCENES, recording_session_of
from tests.scenes.robots import ROBOT_SCENES, robot_session_of
from tests.scenes.states import STATE_SCENES, lane_session_of
from tests.scenes.top_view import TOP_VIEW_SCENES, top_view_session_of
from tests.scenes.window import SCENES, Stage, session_of
from tests.tools.other_words import speak

_THEMES = tuple(choice.value for choice in ThemeChoice if choice is not ThemeChoice.SYSTEM)
_ALL = SCENES | ROBOT_SCENES | IMAGE_SCENES | PLOT_SCENES | TOP_VIEW_SCENES | LAYOUT_SCENES | STATE_SCENES
_ALL |= DRIVE_SCENES | JOINT_SCENES | NAMING_SCENES | HELP_SCENES | ANALYSIS_SCENES | RECORDING_SCENES | PAST_SCENES
_ALL |= COMPARE_SCENES
_SESSIONS = (
    dict.fromkeys(ROBOT_SCENES, robot_session_of)
    | dict.fromkeys(IMAGE_SCENES, picture_session_of)
    | dict.fromkeys(PLOT_SCENES, plot_session_of)
    | dict.fromkeys(TOP_VIEW_SCENES, top_view_session_of)
    | dict.fromkeys(LAYOUT_SCENES, layout_session_of)
    | dict.fromkeys(STATE_SCENES, lane_session_of)
    | dict.fromkeys(DRIVE_SCENES, drive_session_of)
    | dict.fromkeys(JOINT_SCENES, joint_session_of)
    | dict.fromkeys(NAMING_SCENES, naming_session_of)
    | dict.fromkeys(ANALYSIS_SCENES, analysis_session_of)
    | dict.fromkeys(COMPARE_SCENES, compare_session_of)
    | dict.fromkeys(RECORDING_SCENES, recording_session_of)
    | dict.fromkeys(PAST_SCENES, past_session_of)
)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--scene", action="append", choices=[*_ALL], help="all if not given")
    parser.add_argument("--theme", action="append", choices=[*_THEMES], help="dark and light if not given")
    parser.add_argument("--dock", default="", help="object name of the dock that is drawn alone")
    parser.add_argument("--text", type=int, default=100, help="size of text, in percent")
    parser.add_argument("--words", choices=["pseudo", "chinese"], help="of another language")
    return parser.parse_args()


async def _picture(
    app: QApplication,
    choice: ThemeChoice,
    language: LanguageChoice,
    scene: str,
    size: QSize,
    text_percent: int,
    dock: str,
    file: Path,
) -> None:
    preferences = Preferences()
    preferences.set_value("text_percent", text_percent)
    preferences.theme = choice
    preferences.set_value("language", language)
    themes = Themes(app, preferences)
    window = MainWindow(themes, preferences)
    window.resize(size)
    window.show()
    window.activateWindow()
    stage = Stage(window, themes, preferences, _SESSIONS.get(scene, session_of)(scene))
    stage.open()
    await stage.look()
    shown = await _ALL[scene](stage)
    await stage.look()
    drawn = window.findChild(QDockWidget, dock) if dock else shown
    if drawn is None:
        raise SystemExit(f"{scene} has no dock {dock}")
    drawn.grab().save(str(file))
    if shown is not window:
        shown.close()
    window.close_at_once()
    window.deleteLater()
    await asyncio.sleep(0.05)


async def _all(app: QApplication, arguments: argparse.Namespace) -> None:
    arguments.folder.mkdir(parents=True, exist_ok=True)
    # the guide is read in the language of the preferences
    language = LanguageChoice.CHINESE if arguments.words == "chinese" else LanguageChoice.ENGLISH
    width, height = (int(part) for part in arguments.size.split("x"))
    for scene in arguments.scene or _ALL:
        for choice in (ThemeChoice(theme) for theme in arguments.theme or ("dark", "light")):
            file = arguments.folder / f"{scene}-{choice.value}.png"
            size = QSize(width, height)
            await _picture(app, choice, language, scene, size, arguments.text, arguments.dock, file)


def main() -> None:
    """Take the pictures."""
    arguments = _arguments()
    app = make_application()
    if arguments.words:
        speak(app, arguments.words)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(_all(app, arguments))


if __name__ == "__main__":
    main()
