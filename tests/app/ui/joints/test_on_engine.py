"""A joint of a real engine that is moved from the window: the demo robot's antenna."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.demo.nrp_packs import ANTENNA
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Refresher
from app.ui.base.theme import Themes
from app.ui.joints.panel import INTERVAL_S, JointsPanel
from tests.app.ui.robot.conftest import Surroundings
from tests.fakes.waiting import eventually


@pytest.fixture(scope="module")
def robot() -> Iterator[dict[str, str]]:
    """The addresses of the demo robot, in a process of its own."""
    command = [sys.executable, "-m", "app", "demo", "--serve", "--json", "--until-stdin-ends"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())
        process.communicate()


@pytest.fixture
async def session() -> AsyncIterator[Session]:
    link = LinkThread()
    link.start()
    session = Session(link)
    yield session
    await session.close()
    link.stop()


@pytest.mark.parametrize("wire", ["nrp+grpc", "nrp+json"])
async def test_a_joint_is_where_it_was_told_to_be_at_the_speed_that_was_asked_for_and_stays_at_stop(
    robot: dict[str, str], session: Session, qtbot: QtBot, themes: Themes, preferences: Preferences, wire: str
) -> None:
    uri = session.links.connect(robot[wire])
    tasks = TaskPool("view")
    surroundings = Surroundings(session, themes, preferences, tasks)  # type: ignore[arg-type]
    surroundings.current = uri
    qtbot.addWidget(surroundings.window)
    surroundings.window.show()
    panel = JointsPanel(
        surroundings.tools.topics,
        surroundings.tools.graphs,
        surroundings.tools.robot_tools,
        surroundings.tools.show_topic,
        surroundings.window,
    )
    panel.show()
    refresher = Refresher()
    refresher.add(panel, INTERVAL_S)
    refresher.start()
    await eventually(lambda: any(row.name == ANTENNA and row.heard_s for row in panel.model.rows), "the antenna")
    surroundings.allow()
    row = next(row for row in panel.model.rows if row.name == ANTENNA)
    panel.table.selectRow(list(panel.model.rows).index(row))
    strip = panel.strip

    strip.speed.setValue(1.0)
    strip.target.setValue(0.3)
    assert strip.go.isEnabled(), strip.status_text.text()
    strip.go.click()
    await eventually(lambda: row.position == pytest.approx(0.3, abs=0.01), f"0.3 rad, not {row.position}")
    await eventually(lambda: not surroundings.lock.moves, "the end of the move")

    strip.target.setValue(-1.0)
    strip.go.click()
    await eventually(lambda: row.position is not None and row.position < 0.1, "the way back")
    surroundings.lock.stopped.emit()
    stopped_at = row.position
    assert stopped_at is not None
    await eventually(lambda: row.velocity == pytest.approx(0.0, abs=0.01), "a joint that stands")
    assert stopped_at - 0.3 < (row.position or 0.0) < stopped_at + 0.05

    refresher.stop()
    await panel.moves.close()
    panel.hide()
    panel.update_subscriptions()
    await tasks.cancel()
