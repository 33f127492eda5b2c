"""What there are pictures of beside `tests.scenes.window`: views of cameras."""

from __future__ import annotations

import math
import struct
import time

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from app.demo.simulation import Simulation
from app.model.messages.values import PixelFormat, RawImage
from app.model.schema import DecodeError
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.images.image_panel import ImagePanel
from app.wording.connections import GazeboWording
from tests.fakes.images import ImageSchema
from tests.fakes.rover import rover_session
from tests.fakes.session import URI, FakeSession
from tests.scenes.window import Scene, Stage

IMAGE_SCENES: dict[str, Scene] = {}

CAMERA, DEPTH = "/gazebo/default/rover/chassis/camera/image", "/gazebo/default/rover/chassis/depth/image"


def _scene(scene: Scene) -> Scene:
    IMAGE_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def _camera() -> RawImage:
    simulation = Simulation(1, (640, 480))
    return RawImage(640, 480, 3 * 640, PixelFormat.RGB8, memoryview(simulation.camera_image()))


def _depth() -> RawImage:
    """A floor, a wall and a ball, with a strip where nothing was measured."""
    width, height = 160, 120
    rows = []
    for y in range(height):
        for x in range(width):
            distance = min(1.2 / max((y - 50) / 60, 0.01), 4.5)
            if math.hypot(x - 60, y - 60) < 22:
                distance = 1.6 - 0.3 * math.sqrt(1 - (math.hypot(x - 60, y - 60) / 22) ** 2)
            rows.append(math.nan if 37 <= x < 41 and y < 100 else distance)
    return RawImage(width, height, 4 * width, PixelFormat.FLOAT32, memoryview(struct.pack(f"<{len(rows)}f", *rows)))


def picture_session_of(name: str) -> FakeSession:
    """The rover, with cameras."""
    del name
    session = rover_session()
    session.add_topics(CAMERA, schema=ImageSchema(_camera(), DecodeError(GazeboWording.PICTURE_EMPTY())))
    session.add_topics(DEPTH, schema=ImageSchema(_depth()))
    return session


async def _show(stage: Stage, topic: str) -> ImagePanel:
    key = TopicKey(URI, topic)
    stage.window.image_docks.show_topic(key)
    await stage.look()
    stage.session.now = time.monotonic()
    stage.session.receive(topic, b"0")
    stage.session.topic(topic).rate_hz = 30.0
    await stage.look()
    return next(panel for panel in stage.window.image_docks.panels.values() if panel.key == key)


@_scene
async def pictures(stage: Stage) -> QWidget:
    """A camera, and distances with the pixel below the pointer."""
    await _show(stage, CAMERA)
    panel = await _show(stage, DEPTH)
    QTest.mouseMove(panel.view, QPoint(panel.view.width() // 2, panel.view.height() // 2))
    return stage.window


@_scene
async def picture_lost(stage: Stage) -> QWidget:
    """The robot has gone."""
    await _show(stage, CAMERA)
    stage.session.set_state(ConnectionState.LOST, GazeboWording.MASTER_STALE())
    stage.session.now -= 12
    await stage.look()
    return stage.window


@_scene
async def picture_fault(stage: Stage) -> QWidget:
    """What came last can't be shown."""
    await _show(stage, CAMERA)
    stage.session.receive(CAMERA, b"1")
    await stage.look()
    return stage.window


@_scene
async def picture_zoomed(stage: Stage) -> QWidget:
    """Held, and looked at from near."""
    panel = await _show(stage, CAMERA)
    panel.view.viewpoint.zoom_to(6)
    panel.pause.setChecked(True)
    stage.session.receive(CAMERA, b"0")
    QTest.mouseMove(panel.view, QPoint(panel.view.width() // 2, panel.view.height() // 3))
    await stage.look()
    return stage.window


@_scene
async def picture_empty(stage: Stage) -> QWidget:
    """Nothing was chosen."""
    stage.window.image_docks.open()
    await stage.look()
    return stage.window


@_scene
async def picture_menu(stage: Stage) -> QMenu:
    """What can be done with distances."""
    panel = await _show(stage, DEPTH)
    return panel.menu.open(panel.view.mapToGlobal(QPoint(20, 20)))
