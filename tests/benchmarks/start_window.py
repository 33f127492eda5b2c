"""One start of a window, in a process of its own: prints when it was shown and usable.

Both in milliseconds since the time given, and in milliseconds of processor time.

python start_window.py bare|app MONOTONIC_NS
"""

from __future__ import annotations

import functools
import sys
import time


def _report(name: str) -> None:
    elapsed_ms = (time.monotonic_ns() - int(sys.argv[2])) / 1e6
    sys.stdout.write(f"{name} {elapsed_ms:.3f}\n{name}_cpu {time.process_time() * 1e3:.3f}\n")
    sys.stdout.flush()


def bare() -> int:
    """An empty window of Qt's: less is not possible."""
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication, QMainWindow

    class Window(QMainWindow):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
            super().paintEvent(event)
            _report("bare")
            QApplication.exit()

    application = QApplication(sys.argv[:1])
    window = Window()
    window.show()
    return application.exec()


def app() -> int:
    """The program, as the console script starts it."""
    from app import __main__ as script
    from app import main as desktop

    def shown() -> None:
        _report("shown")

    def ready() -> None:
        from PySide6.QtCore import QTimer

        # when the event loop has nothing more to do, all is laid out and painted
        QTimer.singleShot(0, usable)

    def usable() -> None:
        from PySide6.QtWidgets import QApplication

        _report("ready")
        QApplication.closeAllWindows()

    desktop.run = functools.partial(desktop.run, on_shown=shown, on_ready=ready)
    return script.main([])


if __name__ == "__main__":
    sys.exit({"bare": bare, "app": app}[sys.argv[1]]())
