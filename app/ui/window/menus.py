"""The menu bar and the tool bar: the place of each action."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar, QSizePolicy, QToolBar, QWidget

from app.ui.base.text import translate
from app.ui.window.actions import Actions
from app.ui.window.layouts_actions import fill_layout_menu


def fill_menu_bar(bar: QMenuBar, actions: Actions, toggles: Sequence[QAction]) -> None:
    """Put every action into a menu; `toggles` show and hide docks."""
    menu = bar.addMenu(translate("Window", "&Session"))
    menu.addActions([actions.connect_robot, actions.start_demo, actions.disconnect_robot])
    menu.addSeparator()
    menu.addAction(actions.allow_commands)
    menu.addSeparator()
    menu.addAction(actions.quit)
    menu = bar.addMenu(translate("Window", "&World"))
    menu.addActions([actions.world.pause, actions.world.step])
    menu.addSeparator()
    menu.addActions(actions.world.resets)
    menu = bar.addMenu(translate("Window", "&Robot"))
    menu.addActions(actions.robot.all)
    menu = bar.addMenu(translate("Window", "&Drive"))
    menu.addAction(actions.drive.panel)
    menu.addSeparator()
    menu.addActions(actions.drive.commands)
    menu.addSeparator()
    menu.addActions([actions.drive.profiles, actions.drive.set_up, actions.drive.sound])
    menu = bar.addMenu(translate("Window", "&View"))
    menu.addActions([actions.palette, actions.topics.filter])
    topics = menu.addMenu(translate("Window", "&Topics"))
    topics.addActions([actions.topics.read, actions.topics.measure])
    topics.addActions([actions.topics.next_live, actions.topics.copy_command])
    topics.addSeparator()
    topics.addActions([actions.topics.expand, actions.topics.collapse])
    menu.addActions(toggles)
    menu.addAction(actions.world.bar)
    menu.addSeparator()
    menu.addActions(actions.images.all)
    menu.addActions(actions.top_views.all)
    menu.addActions(actions.plots.all)
    menu.addActions(actions.state_timelines.all)
    menu.addActions(actions.analysis.all)
    menu.addAction(actions.reopen_view)
    menu.addSeparator()
    themes = menu.addMenu(translate("Window", "Th&eme"))
    themes.addActions(list(actions.themes.values()))
    menu = actions.layouts.menu = bar.addMenu(translate("Window", "&Layout"))
    fill_layout_menu(menu, actions.layouts)
    menu = bar.addMenu(translate("Window", "&Message"))
    menu.addActions(actions.message.all)
    menu = bar.addMenu(translate("Window", "&Help"))
    menu.addActions([actions.report_problem, actions.check_installation])
    menu.addSeparator()
    menu.addActions([actions.whats_new, actions.about])


def make_tool_bar(parent: QWidget, actions: Actions, toggles: Sequence[QAction]) -> QToolBar:
    """Return the tool bar, with the toggles at its right end."""
    bar = QToolBar(translate("Window", "Tools"), parent)
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setIconSize(QSize(20, 20))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.addAction(actions.connect_robot)
    space = QWidget()
    space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(space)
    bar.addActions(toggles)
    bar.toggleViewAction().setVisible(False)
    return bar
