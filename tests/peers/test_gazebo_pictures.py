"""The camera of a real gzserver and of the demo robot: right to the pixel, as Gazebo's tool and protobuf read it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import numpy as np
import pytest
from google.protobuf import text_format
from numpy.typing import NDArray
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.main import make_application
from app.model.topics import Delivery, TopicKey
from app.ui.images.image_panel import ImagePanel
from app.ui.topics.topic_verbs import TopicVerb
from protos.gazebo import images_pb2
from tests.peers.gazebo_server import GazeboServer, start_teledeck
from tests.peers.gazebo_window import IMAGE, Deck, until

pytestmark = pytest.mark.timeout(180)

Pixels = NDArray[np.uint8]


@pytest.fixture
async def deck(qapp: QApplication, tmp_path: Path) -> AsyncIterator[Deck]:
    assert make_application() is qapp
    deck = Deck(qapp, tmp_path)
    deck.open()
    yield deck
    await deck.close()


@pytest.fixture
def demo_uri() -> Iterator[str]:
    process = start_teledeck("demo", "--serve", "--json", "--seed", "1", "--wander")
    assert process.stdout is not None
    with process.stdout:
        yield json.loads(process.stdout.readline())["gazebo"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
        assert process.stderr is not None
        with process.stderr:
            assert process.stderr.read() == ""


def pixels_of(message: images_pb2.ImageStamped) -> Pixels:
    image = message.image
    assert image.pixel_format == 3
    rows = np.frombuffer(image.data, np.uint8).reshape(image.height, image.step)
    return rows[:, : 3 * image.width].reshape(image.height, image.width, 3)


def shown(panel: ImagePanel) -> Pixels:
    rendered = panel.view.rendered
    assert rendered is not None
    # painted from where it lies, it has another order and depth
    image = rendered.image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(bytes(image.constBits()), np.uint8).reshape(image.height(), -1, 4)
    return rows[:, : image.width(), 2::-1]


async def open_picture(deck: Deck, uri: str) -> ImagePanel:
    await deck.look_at(uri, IMAGE)
    deck.window.topics.verb_asked.emit(TopicVerb.IMAGE, TopicKey(uri, IMAGE))
    (panel,) = deck.window.image_docks.panels.values()
    await until(lambda: panel.view.rendered is not None)
    return panel


async def test_a_picture_of_gzserver_is_what_its_own_tool_prints(deck: Deck, gazebo: GazeboServer) -> None:
    panel = await open_picture(deck, gazebo.uri)
    taken: dict[tuple[int, int], bytes] = {}

    def keep(delivery: Delivery) -> None:
        for payload in delivery.payloads:
            stamp = images_pb2.ImageStamped.FromString(bytes(payload)).time
            taken[stamp.sec, stamp.nsec] = bytes(payload)

    key = TopicKey(gazebo.uri, IMAGE)
    deck.session.topics.set_sink("test", key, keep)
    printed = await asyncio.to_thread(gazebo.gz, "topic", "-e", IMAGE, "-d", "3")
    deck.session.topics.set_sink("test", key, None)
    texts = [f"time {{{text}" for text in re.split(r"^time \{", printed, flags=re.MULTILINE)[1:-1]]
    theirs = [text_format.Parse(text, images_pb2.ImageStamped()) for text in texts]
    both = [each for each in theirs if (each.time.sec, each.time.nsec) in taken]
    assert both, f"of {len(theirs)} printed and {len(taken)} taken"

    for message in both:
        ours = images_pb2.ImageStamped.FromString(taken[message.time.sec, message.time.nsec])
        assert (pixels_of(ours) == pixels_of(message)).all()
    # the red wall
    picture = shown(panel)
    assert picture.shape == (120, 160, 3)
    red, green, blue = (int(level) for level in picture[60, 80])
    assert red > 2 * max(green, blue)


@pytest.mark.parametrize("turns", [0, 1])
async def test_the_window_shows_every_pixel_of_gzserver(deck: Deck, gazebo: GazeboServer, turns: int) -> None:
    panel = await open_picture(deck, gazebo.uri)
    await assert_right(panel, turns)


async def test_the_window_shows_every_pixel_of_the_demo_robot(deck: Deck, demo_uri: str) -> None:
    panel = await open_picture(deck, demo_uri)
    for _ in range(10):
        before = panel.view.rendered
        await until(lambda before=before: panel.view.rendered is not before)  # type: ignore[misc]
        await assert_right(panel, 0)


async def assert_right(panel: ImagePanel, turns: int) -> None:
    if turns:
        panel.view.turn(turns)
        await until(lambda: panel.view.rendered is not None and panel.view.rendered.request.turns == turns)
    rendered = panel.view.rendered
    assert rendered is not None
    wanted = pixels_of(images_pb2.ImageStamped.FromString(bytes(rendered.frame.message.payload)))
    assert (shown(panel) == np.rot90(wanted, -turns)).all()
    for x, y in ((0, 0), (159, 119), (80, 60)):
        color = panel.view._color_at(x, y)
        assert color is not None
        assert (color.red(), color.green(), color.blue()) == tuple(wanted[y, x])
