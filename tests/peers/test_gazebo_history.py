"""Curves and states of the demo robot that begin in the window with what the black box has kept before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from app.config.folders import CONFIG_VARIABLE
from app.model.topics import TopicKey
from app.ui.time_axis.plots.curves import PlotCurve
from tests.peers.gazebo_window import Deck, deck, until

__all__ = ("deck",)

pytestmark = pytest.mark.timeout(180)

IMU = "/gazebo/default/rover/chassis/imu/imu"
LOOKED_AT_S = 10.0


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))


@pytest.fixture
async def uri(deck: Deck, folder: None) -> AsyncIterator[str]:
    """The demo robot, whose IMU the inspector has shown for a while."""
    del folder
    box = deck.session.black_box
    box.start()
    uri = await deck.session.links.start_demo()
    await deck.look_at(uri, IMU)
    await until(lambda: box.is_ready and deck.session.topics.totals.messages > 0)
    await asyncio.sleep(LOOKED_AT_S)
    yield uri
    await box.close()


def curves(deck: Deck) -> list[PlotCurve]:
    panels = [docked.panel for docked in deck.window.docks.plots.panels.values()]
    return [curve for panel in panels if panel is not None for curve in panel.curves]


def span_s(curve: PlotCurve) -> float:
    """How long before now the history of a curve begins."""
    samples = curve.samples
    return time.time() - samples.times[0] if samples is not None and len(samples.times) else 0.0


async def test_a_curve_shows_what_came_while_the_inspector_alone_had_looked(deck: Deck, uri: str) -> None:
    key = TopicKey(uri, IMU)
    deck.window.docks.plots.plot_fields([(key, "linear_acceleration.z"), (key, "orientation.w")])
    await until(lambda: len(curves(deck)) == 2 and all(span_s(curve) > LOOKED_AT_S - 1 for curve in curves(deck)))
    await asyncio.sleep(1.0)
    first, other = (curve.samples for curve in curves(deck))
    assert first is not None
    assert other is not None

    # none of them twice and none missing, but for what came before the box was ready and since the last frame
    live = deck.session.topics.live.get(key)
    assert live is not None
    assert live.messages - 30 <= len(first.times) <= live.messages
    assert (np.diff(first.times) >= 0).all()
    assert not len(first.gaps)
    assert first.times[:100].tolist() == other.times[:100].tolist()


async def test_a_curve_that_is_added_in_the_past_has_its_history(deck: Deck, uri: str) -> None:
    deck.session.deck.move(-round(5e9))
    await until(lambda: deck.session.deck.is_past)
    deck.window.docks.plots.plot_fields([(TopicKey(uri, IMU), "linear_acceleration.z")])

    await until(lambda: any(span_s(curve) > LOOKED_AT_S - 1 for curve in curves(deck)))
