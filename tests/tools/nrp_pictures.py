"""The pictures of NRP-core's page: python -m tests.tools.nrp_pictures FOLDER.

The window on an engine over gRPC that stands in for NRP-core's, with a rover that drives in a circle, or over JSON
(`--json`), or paused (`--paused`); in both themes, in English or with `--words chinese`. Run it with
QT_QPA_PLATFORM=offscreen where there is no screen.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import tempfile
import threading
from pathlib import Path
from typing import Final, Self

import qasync
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.main import make_application
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.fakes.nrp_engine import Data, GrpcEngine, JsonEngine, camera, joint
from tests.fakes.waiting import eventually
from tests.tools.other_words import speak

_SIZE: Final = QSize(1440, 900)
_EYE: Final = "rover::head::camera"
_NAMES: Final = ("rover", "rover::chassis", _EYE, "rover::left_hinge", "rover::right_hinge", "rover::gripper")
_SPEED_M_S: Final = 0.3
_RADIUS_M: Final = 1.5
_STEP_S: Final = 0.01
_FRAME_S: Final = 0.1
_SIDES: Final = (160, 120)

# until there is something to see on trail and plot, and until what has another look is painted
_FIRST_S: Final = 12.0
_NEXT_S: Final = 1.0
# until what stands still is told to
_STILL_S: Final = 5.0

Engine = GrpcEngine | JsonEngine


class Simulation:
    """A rover that drives in a circle, told to an engine at each step."""

    def __init__(self, engine: Engine) -> None:
        self.paused = threading.Event()
        self._engine = engine
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulation")

    def __enter__(self) -> Self:
        self._tell(0.0)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        steps = 0
        while not self._ended.wait(_STEP_S):
            if not self.paused.is_set():
                steps += 1
                self._tell(steps * _STEP_S)

    def _tell(self, time_s: float) -> None:
        turned = time_s * _SPEED_M_S / _RADIUS_M
        kind, state = _state(turned)
        wheel = time_s * _SPEED_M_S / 0.1
        packs: dict[str, Data] = {
            "rover": ("Model" if self._engine.scheme == "nrp+grpc" else kind, state),
            "rover::chassis": (kind, state),
            "rover::left_hinge": joint(wheel % math.tau, 2.8 + 0.1 * math.sin(3 * time_s), 0.4),
            "rover::right_hinge": joint(wheel * 1.1 % math.tau, 3.2 + 0.1 * math.cos(3 * time_s), 0.5),
        }
        if time_s % _FRAME_S < _STEP_S:
            packs[_EYE] = camera(*_SIDES, 3, _picture(turned))
        self._engine.packs |= packs


def _state(turned: float) -> tuple[str, dict[str, tuple[float, ...]]]:
    x, y = _RADIUS_M * math.sin(turned), _RADIUS_M * (1 - math.cos(turned))
    values = {
        "position": (x, y, 0.1),
        "rotation": (0.0, 0.0, math.sin(turned / 2), math.cos(turned / 2)),
        "linearVelocity": (_SPEED_M_S * math.cos(turned), _SPEED_M_S * math.sin(turned), 0.0),
        "angularVelocity": (0.0, 0.0, _SPEED_M_S / _RADIUS_M),
    }
    return "Link", values


def _picture(turned: float) -> bytes:
    """A sky over a floor with stripes that go by."""
    width, height = _SIDES
    sky = bytes((120, 160, 200)) * width * (height // 2)
    rows = (_row(width, row / (height / 2), turned) for row in range(1, height - height // 2 + 1))
    return sky + b"".join(rows)


def _row(width: int, near: float, turned: float) -> bytes:
    stripes = (int((column / width - 0.5) / near * 6 + turned * 4) % 2 for column in range(width))
    return b"".join(bytes((110, 100, 80)) if dark else bytes((170, 160, 130)) for dark in stripes)


async def _all(app: QApplication, folder: Path, engine: Engine, simulation: Simulation, *, pause: bool) -> None:
    with tempfile.TemporaryDirectory() as home:
        preferences = Preferences(Path(home, "settings.json"))
        preferences.set_robot_name(engine.uri, "Rover")
        themes = Themes(app, preferences)
        window, link_thread, tasks = MainWindow(themes, preferences), LinkThread(), TaskPool("pictures")
        link_thread.start()
        session = Session(link_thread)
        try:
            window.resize(_SIZE)
            window.show()
            window.open(session, tasks.spawn)
            window.connect_to(f"{engine.uri}?packs={','.join(_NAMES)}")
            await _look(window, engine.uri)
            if pause:
                simulation.paused.set()
                await asyncio.sleep(_STILL_S)
            for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
                themes.choose(theme)
                await asyncio.sleep(_NEXT_S)
                window.grab().save(str(folder / f"nrp-{theme.value}.png"))
        finally:
            window.close()
            await session.close()
            await tasks.cancel()
            link_thread.stop()
            window.deleteLater()


async def _look(window: MainWindow, robot: str) -> None:
    chassis = TopicKey(robot, "rover::chassis")
    await eventually(lambda: window.topics.model.index_of(chassis).isValid(), "the list of topics")
    window.top_view_docks.show_topic(chassis)
    window.image_docks.show_topic(TopicKey(robot, _EYE))
    window.topics.measuring.toggle((robot,))
    window.show_topic(chassis)
    await asyncio.sleep(_FIRST_S)


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--paused", action="store_true")
    parser.add_argument("--words", choices=["chinese"], help="of another language")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    app = make_application()
    if arguments.words:
        speak(app, arguments.words)
    engine: Engine = JsonEngine() if arguments.json else GrpcEngine()
    with (
        engine,
        Simulation(engine) as simulation,
        asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner,
    ):
        runner.run(_all(app, folder, engine, simulation, pause=arguments.paused))


if __name__ == "__main__":
    main()
