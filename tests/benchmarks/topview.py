"""What a frame of the top view costs the interface thread: four scans, a large map, a long trail, all in one view.

By processor time of the thread, of 1280 x 720 pixels. A view that stands still keeps its floor; one that follows a
robot paints all of it anew, and one that turns with it turns the map too.
"""

from __future__ import annotations

import os
import time
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from app.main import make_application
from app.model.messages.geometry import Transform
from app.model.messages.values import Grid
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.cells import CellMap, grid_affine
from app.ui.top_view.scene import GridItem, Item, LayerStyle, Mark, PointsItem, PoseItem, Scene
from app.ui.top_view.state import GRAY
from tests.benchmarks.common import Budget, Figure, Section, Spread

SIDE: Final = 4000
RESOLUTION_M: Final = 0.05
SCANS: Final = 4
POINTS: Final = 1000
TRAIL: Final = 10_000
SIZE: Final = (1280, 720)
ROUNDS: Final = 7
FRAMES: Final = 20
BUDGET_MS: Final = 4.0


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    preferences = Preferences()
    canvas = TopViewCanvas(Themes(app, preferences))
    canvas.resize(*SIZE)
    canvas.show()
    cells, steps_ms = make_cells()
    canvas.show_scene(make_scene(cells))
    canvas.pointer = QPointF(20.0, 40.0)
    still = _frames(canvas, moves=False, turn_rad=0.0)
    follows = _frames(canvas, moves=True, turn_rad=0.0)
    turns = _frames(canvas, moves=True, turn_rad=0.4)
    canvas.close()
    figures = [
        Figure("longest step of taking a new map", Spread((max(steps_ms),)), "ms", note=f"{len(steps_ms)} steps"),
    ]
    budgets = [
        Budget("a frame of a view that stands still", still, "ms", at_most=BUDGET_MS),
        Budget("a frame that follows the robot", follows, "ms", at_most=BUDGET_MS),
        Budget("a frame that turns with the robot", turns, "ms", at_most=BUDGET_MS),
    ]
    title = f"top view: {SCANS} scans of {POINTS:,} points, a map of {SIDE} x {SIDE} cells, a trail of {TRAIL:,} points"
    return [Section(title, figures, budgets)]


def make_cells() -> tuple[CellMap, list[float]]:
    """A map like one of a building: rooms of some metres, with noise, and how long each step of taking it took."""
    rng = np.random.default_rng(1)
    cells = np.zeros((SIDE, SIDE), np.uint8)
    cells[::97] = cells[1::97] = 100
    cells[:, ::131] = cells[:, 1::131] = 100
    cells[rng.random((SIDE, SIDE)) < 0.02] = 100
    cells[: SIDE // 5] = 255
    grid = Grid(SIDE, SIDE, RESOLUTION_M, memoryview(cells.tobytes()))
    made, steps_ms = CellMap(grid), []
    done = False
    while not done:
        began = time.thread_time()
        done = made.step()
        steps_ms.append((time.thread_time() - began) * 1e3)
    return made, steps_ms


def make_scene(cells: CellMap) -> Scene:
    rng = np.random.default_rng(2)
    corner = -SIDE * RESOLUTION_M / 2
    items: list[Item] = [
        GridItem(
            LayerStyle(GRAY, 1.0),
            cells,
            grid_affine(Transform.from_xy_yaw(corner, corner, 0.0).planar_matrix, cells.grid),
        )
    ]
    angles = np.linspace(-2.3, 2.3, POINTS)
    fan = np.column_stack((np.cos(angles), np.sin(angles)))
    for number in range(SCANS):
        points = fan * (5 + number + rng.normal(0, 0.05, POINTS))[:, None]
        items.append(
            PointsItem(LayerStyle(number + 1, 1.0), points, Transform.from_xy_yaw(0.0, 0.0, 0.1).planar_matrix)
        )
    way = np.linspace(0, 60, TRAIL)
    trail = np.column_stack((way * np.cos(way) * 0.1, way * np.sin(way) * 0.1))
    robot = Mark(0.0, 0.0, 0.4, "base_link")
    items.append(PoseItem(LayerStyle(5, 1.0), (robot,), trail, Transform().planar_matrix, 0.8, 1.1, followed=True))
    return Scene(tuple(items), (), "map", robot)


def _frames(canvas: TopViewCanvas, *, moves: bool, turn_rad: float) -> Spread:
    """Milliseconds of a frame, a median of each round."""
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    canvas.viewport.zoom(40 / canvas.viewport.scale)
    canvas.viewport.turn_to(turn_rad)
    for _ in range(3):
        canvas.render(image)
    rounds = []
    for _ in range(ROUNDS):
        taken = []
        for frame in range(FRAMES):
            canvas.viewport.look_at(0.01 * frame if moves else 0.0, 0.0)
            began = time.thread_time()
            canvas.render(image)
            taken.append((time.thread_time() - began) * 1e3)
        rounds.append(float(np.median(taken)))
    return Spread(tuple(rounds))
