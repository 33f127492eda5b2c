"""A window that drives a robot while the program is replaced under it.

    python -m tests.fakes.updated_window ADDRESS

Says `moves` when it drives, waits for a line on standard input, and then does all that driving needs to end: STOP, two
steps of clearing, an arming that has to be refused, the end of the program. Each step that was done is a word on
standard output. Whatever is loaded meanwhile is a part of the other version.
"""

from __future__ import annotations

import asyncio
import sys

import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.drive.control.values import Reason, Stage
from app.main import make_application
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.program.installation import CHECK_INTERVAL_S, ReplacementWatch
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from app.ui.window.update_notice import UpdateNotice
from tests.fakes.cockpit import LEFT, Cockpit
from tests.fakes.waiting import eventually


def _say(word: str) -> None:
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


async def _run(window: MainWindow, themes: Themes, uri: str) -> None:
    link, tasks = LinkThread(), TaskPool("window")
    link.start()
    session = Session(link)
    window.open(session, tasks.spawn)
    watch = ReplacementWatch()
    window.refresher.add(UpdateNotice(window, themes, lambda: watch.is_replaced), CHECK_INTERVAL_S)
    cockpit = Cockpit(window, session)
    await cockpit.choose(uri)
    await cockpit.arm()
    surface = cockpit.panel.ui.surface
    surface.setFocus()
    QTest.keyPress(surface, Qt.Key.Key_W)
    _say("moves")
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await eventually(lambda: "updated" in window.news.bars, "the notice")
    assert cockpit.stage is Stage.ARMED
    _say("told")
    await _end(cockpit)
    window.close()
    await session.close()
    await tasks.cancel()
    watch.close()
    link.stop()
    _say("ended")


async def _end(cockpit: Cockpit) -> None:
    drive = cockpit.window.docks.drive
    QTest.mouseClick(drive.stop_button, LEFT)
    await eventually(lambda: cockpit.stage is Stage.STOPPED, "STOP")
    _say("stopped")
    drive.client.clear()
    drive.client.clear()
    await eventually(lambda: cockpit.stage is Stage.DISARMED, "cleared")
    QTest.keyRelease(cockpit.panel.ui.surface, Qt.Key.Key_W)
    drive.client.arm()

    def is_refused() -> bool:
        state = drive.client.state
        return state is not None and state.report is not None and state.report.refusal is Reason.UPDATED

    await eventually(is_refused, "a refusal")
    _say("refused")


def main() -> None:
    """Until it has ended, or failed."""
    app = make_application()
    app.setQuitOnLastWindowClosed(False)
    preferences = Preferences()
    themes = Themes(app, preferences)
    window = MainWindow(themes, preferences)
    window.resize(1366, 768)
    window.show()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(_run(window, themes, sys.argv[1]))


if __name__ == "__main__":
    main()
