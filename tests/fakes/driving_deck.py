"""The program itself, with a hand that connects, arms and drives ahead with a key as soon as it is there.

    python -m tests.fakes.driving_deck URI [armed]

Offscreen; or, with `armed`, on the screen that there is, and the keys are left to somebody else: it says “armed” on
standard output. The end of standard input closes the window, as its own cross does.
"""

from __future__ import annotations

import asyncio
import os
import sys

from PySide6.QtWidgets import QApplication

from app import main
from app.ui.window.main_window import MainWindow
from tests.fakes.cockpit import Cockpit
from tests.fakes.driven_robot import go_first


async def _drive(window: MainWindow, uri: str, *, keys: bool) -> None:
    session = window._session
    assert session is not None
    cockpit = Cockpit(window, session)
    await cockpit.choose(uri)
    await cockpit.arm()
    if keys:
        cockpit.hold_w()
    else:
        os.write(1, b"armed\n")


def _begin(uri: str, *, keys: bool) -> None:
    """On the loop of the window, as soon as every panel can be used."""
    window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))
    loop = asyncio.get_running_loop()
    hand = loop.create_task(_drive(window, uri, keys=keys), name="hand")

    def close() -> None:
        if not os.read(0, 1024):
            loop.remove_reader(0)
            hand.cancel()
            window.close()

    loop.add_reader(0, close)


if __name__ == "__main__":
    go_first()
    by_itself = sys.argv[2:] != ["armed"]
    os.environ["QT_QPA_PLATFORM"] = "offscreen" if by_itself else "xcb"
    sys.exit(main.run([], on_ready=lambda: _begin(sys.argv[1], keys=by_itself)))
