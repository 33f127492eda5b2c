"""The program itself, with a hand that connects, arms and drives ahead with a key as soon as it is there.

    python -m tests.fakes.driving_deck URI [armed | ready | mode]

Offscreen; or, with one of these words, on the screen that there is, and the keys are left to somebody else: it says the
word on standard output as soon as the robot is armed, as it can be armed and the stick has the keys, or as it is armed
in drive mode and a text field has the keys. The end of standard input closes the window, as its own cross does, and
what is asked then is confirmed after ANSWER_S.
"""

from __future__ import annotations

import asyncio
import os
import sys

from PySide6.QtWidgets import QApplication, QMessageBox

from app import main
from app.ui.window.main_window import MainWindow
from tests.fakes.cockpit import Cockpit
from tests.fakes.driven_robot import go_first
from tests.fakes.waiting import eventually

# longer than a robot may move on that is stopped by the press: one that only the end stops is told apart by it
ANSWER_S = 1.0


async def _drive(window: MainWindow, uri: str, word: str) -> None:
    session = window._session
    assert session is not None
    cockpit = Cockpit(window, session)
    await cockpit.choose(uri)
    if word == "ready":
        await eventually(lambda: cockpit.panel.status_text.can_arm, "a robot that can be armed", 30)
        cockpit.panel.setFocus()
    else:
        await cockpit.arm()
    if word == "mode":
        await eventually(window.actions_of_window.drive.mode.isEnabled, "drive mode")
        window.actions_of_window.drive.mode.trigger()
        window.topics.filter.setFocus()
        assert window.docks.drive.mode.is_on
    if word:
        os.write(1, f"{word}\n".encode())
    else:
        cockpit.hold_w()


def _begin(uri: str, word: str) -> None:
    """On the loop of the window, as soon as every panel can be used."""
    window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))
    loop = asyncio.get_running_loop()
    hand = loop.create_task(_drive(window, uri, word), name="hand")

    def confirm() -> None:
        for box in window.findChildren(QMessageBox):
            box.accept()

    def close() -> None:
        if not os.read(0, 1024):
            loop.remove_reader(0)
            hand.cancel()
            if not window.close():
                loop.call_later(ANSWER_S, confirm)

    loop.add_reader(0, close)


if __name__ == "__main__":
    go_first()
    wanted = (*sys.argv[2:], "")[0]
    os.environ["QT_QPA_PLATFORM"] = "xcb" if wanted else "offscreen"
    sys.exit(main.run([], on_ready=lambda: _begin(sys.argv[1], wanted)))
