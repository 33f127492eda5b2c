from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from PySide6.QtWidgets import QDialog, QDockWidget, QWidget

import app.ui
from app.program.guide import installed_guide
from app.ui.help.help_pages import FIRST_PAGE, HELP_PAGES, page_for
from app.ui.robot.robot_panel import RobotPanel
from app.ui.window.main_window import MainWindow
from tests.fakes.session import FakeSession


def _classes() -> Iterator[type]:
    for found in pkgutil.walk_packages(app.ui.__path__, "app.ui."):
        if not found.ispkg:
            module = importlib.import_module(found.name)
            yield from (
                kind
                for kind in vars(module).values()
                if getattr(kind, "__module__", "") == found.name and isinstance(kind, type)
            )


def _is_helped(kind: type) -> bool:
    """Whether a class is a dialog, what a robot has beside topics, or a view of which there may be many."""
    is_view = all(hasattr(kind, name) for name in ("state", "restore", "update_subscriptions", "close_down"))
    is_panel = issubclass(kind, RobotPanel) and kind is not RobotPanel
    return issubclass(kind, QWidget) and (issubclass(kind, QDialog) or is_panel or is_view)


def test_every_view_panel_and_dialog_has_a_page() -> None:
    kinds = [kind for kind in _classes() if _is_helped(kind)]
    without = {kind.__name__ for kind in kinds if not {each.__name__ for each in kind.__mro__} & HELP_PAGES.keys()}

    assert len(kinds) > 25
    # what states and analyses share, and dialogs
    assert without - {"TimeAxisPanel", "OrderedDialog"} == set()


def test_every_row_of_the_table_is_a_class_and_a_place_in_the_guide() -> None:
    guide = installed_guide()
    names = {kind.__name__ for kind in _classes()}

    assert HELP_PAGES.keys() - names == set()
    assert [page for page in HELP_PAGES.values() if guide.place(page) is None] == []


async def test_every_pane_of_the_window_has_a_page_of_its_own(window: MainWindow, session: FakeSession) -> None:
    session.add_topics("/odom")
    window.refresh(0.0)
    docks = [dock for dock in window.findChildren(QDockWidget) if dock.widget() is not None]

    assert len(docks) > 1
    assert [dock.objectName() for dock in docks if page_for(dock) == FIRST_PAGE] == []
    assert page_for(window.topics.filter) == HELP_PAGES["TopicsPanel"]
    assert page_for(window.world) == HELP_PAGES["WorldBar"]
    assert page_for(None) == page_for(window) == FIRST_PAGE
