"""What there are pictures of beside `tests.scenes.window`: robots whose topics have to be named."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.model.topics import PollRate
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.connect.names import NamesFileDialog
from app.ui.topics.topic_dialogs import RateDialog
from tests.fakes.session import ENGINE, FakeSession
from tests.scenes.window import Scene, Stage

NAMING_SCENES: dict[str, Scene] = {}


def _scene(scene: Scene) -> Scene:
    NAMING_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def naming_session_of(name: str) -> FakeSession:
    """What the window of such a scene is opened on."""
    del name
    return FakeSession()


@_scene
async def names(stage: Stage) -> QWidget:
    """A robot that can't list its topics, which was there before."""
    stage.preferences.add_recent_uri(ENGINE)
    stage.preferences.set_address(ENGINE, f"{ENGINE}?packs=rover,rover::chassis,rover::left_hinge")
    return await _open_dialog(stage)


@_scene
async def names_of_none(stage: Stage) -> QWidget:
    """The same, of which nothing was named."""
    return await _open_dialog(stage)


@_scene
async def names_of_a_file(stage: Stage) -> QWidget:
    """What the configuration of an experiment tells of."""
    dialog = await _open_dialog(stage)
    engines = [
        {"EngineName": "gazebo", "EngineType": "gazebo_grpc", "ServerAddress": "10.0.0.7:9004"},
        {"EngineName": "yard", "EngineType": "gazebo_json"},
        {"EngineName": "brain", "EngineType": "nest_json"},
    ]
    topics = ["rover", "rover::chassis", "rover::head::camera", "rover::left_hinge", "rover::right_hinge"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "simulation_config.json"
        file.write_text(json.dumps({"EngineConfigs": engines, "DataPacks": topics}), "utf-8")
        dialog.read_names_file(file)
    await stage.look()
    return next(shown for shown in dialog.findChildren(NamesFileDialog) if shown.isVisible())


@_scene
async def rate(stage: Stage) -> QWidget:
    """How often a topic is asked for."""
    dialog = RateDialog("rover::chassis", PollRate(20.0, 20.0, 1.0, 200.0), stage.window)
    dialog.show()
    await stage.look()
    return dialog


async def _open_dialog(stage: Stage) -> ConnectDialog:
    await stage.look()
    opened = ConnectDialog(
        stage.session.links,
        stage.session.topics,
        stage.session.finder,
        Stage.spawn,
        stage.themes,
        stage.preferences,
        stage.window,
        environ={},
        uri=ENGINE,
    )
    opened.show()
    await stage.look()
    return opened
