"""Parts of the window and the session by which views act on the robot in view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.theme import Themes

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands


@dataclass(frozen=True, slots=True)
class RobotTools:
    """Tools that the panels of a robot and the drive dock share; what else one needs, it is given by itself."""

    commands: Commands
    robot: CurrentRobot
    switch: CommandSwitch
    themes: Themes
    preferences: Preferences
    spawn: Spawn
