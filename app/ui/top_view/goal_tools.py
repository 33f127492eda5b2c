"""Tools of a top view that send a robot to a place, and tell it where it is: nothing is sent before it is confirmed."""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QWidget

from app.model.messages.frame_tree import NoFramePathError
from app.model.messages.geometry import Transform
from app.model.navigation import FlatPose
from app.ui.base.action_base import with_key
from app.ui.base.text import say
from app.ui.base.text_size import grown
from app.ui.base.theme import Themes
from app.ui.navigation.goal_control import GoalControl, GoalText
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.scene import Mark
from app.ui.widgets.menus import add_entry, add_submenu
from app.wording.ui.navigation import NavigationWording

if TYPE_CHECKING:
    from app.ui.top_view.frame_feed import FrameFeed

_SIGN_SIZE: Final = 20
# servers in a menu
_MOST: Final = 50


class GoalTool(enum.Enum):
    """Purposes of a press in the map."""

    GOAL = "goal"
    POSE = "pose"


class GoalBar(QFrame):
    """Row above the map: what to do, the question before anything is sent, and what becomes of a goal.

    Attributes:
        send, back, done: of what was placed, or of the tool; `cancel` ends goals, `dismiss` removes the words,
            `give_up` ends a cancellation that nobody confirms.
    """

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self.setProperty("notice", True)
        self._themes = themes
        self._role = "accent"
        self.words, self._sign = QLabel(), QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.words.setSizePolicy(policy)
        self.send = self._button(NavigationWording.SEND_GOAL(), NavigationWording.SEND_GOAL_TIP())
        self.back = self._button(NavigationWording.TAKE_BACK(), NavigationWording.TAKE_BACK_TIP())
        self.done = self._button(NavigationWording.DONE(), NavigationWording.DONE_TIP())
        self.cancel = self._button(NavigationWording.CANCEL(), NavigationWording.CANCEL_TIP())
        self.dismiss = self._button(NavigationWording.DISMISS(), "")
        self.give_up = self._button(NavigationWording.GIVE_UP(), NavigationWording.GIVE_UP_TIP())
        # what sends something is no place for keys: Enter in the map is, and Space is STOP
        self.cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.give_up.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._buttons = (self.send, self.back, self.done, self.cancel, self.dismiss, self.give_up)
        grid, line = QGridLayout(self), QHBoxLayout()
        grid.setContentsMargins(10, 6, 6, 6)
        grid.setHorizontalSpacing(8)
        grid.setColumnStretch(1, 1)
        line.setSpacing(6)
        for button in self._buttons:
            line.addWidget(button)
        grid.addWidget(self._sign, 0, 0)
        grid.addWidget(self.words, 0, 1)
        grid.addLayout(line, 0, 2)
        themes.changed.connect(self._draw)
        self.setVisible(False)

    def show_text(self, words: str, role: str, *buttons: QPushButton, send: str = "") -> None:
        """Show words and these of the buttons; hide the row where there are none."""
        if send and self.send.text() != send:
            self.send.setText(send)
        for button in self._buttons:
            if button.isHidden() == (button in buttons):
                button.setVisible(button in buttons)
        if self.words.text() != words or self._role != role:
            self.words.setText(words)
            self.setAccessibleName(words)
            self._role = role
            self._draw()
        if self.isHidden() == bool(words):
            self.setVisible(bool(words))

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(say(text))
        button.setToolTip(say(tip) if tip else "")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def _draw(self) -> None:
        name = {"ok": "state-connected", "error": "alert-error", "warn": "alert-warning"}.get(self._role, "goal")
        self._sign.setPixmap(self._themes.pixmap(name, self._role, grown(_SIGN_SIZE), self.devicePixelRatioF()))


@dataclass(frozen=True, slots=True)
class _Placed:
    """Place that is not sent yet: for which robot and server, and where in the frame of its goals."""

    robot: str
    server: str
    pose: FlatPose


class GoalTools(QObject):
    """The tools of one view. What was placed is sent by its button or by Enter, and by nothing else.

    Args:
        actions: by which the tools are begun and ended.
        robot: returns the robot in the view; None for none.
        name_of: returns the name of a robot.
    """

    def __init__(
        self,
        goals: GoalControl,
        canvas: TopViewCanvas,
        bar: GoalBar,
        frames: FrameFeed,
        themes: Themes,
        actions: dict[GoalTool, QAction],
        robot: Callable[[], str | None],
        name_of: Callable[[str], str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.tool: GoalTool | None = None
        self._goals = goals
        self._canvas = canvas
        self._bar = bar
        self._frames = frames
        self._themes = themes
        self._actions = actions
        self._robot = robot
        self._name_of = name_of
        self._placed: _Placed | None = None
        # why a tool that was asked for did not begin
        self._refused = ""
        for tool, action in actions.items():
            action.toggled.connect(lambda on, tool=tool: self._toggle(tool, on=on))
        canvas.placing_changed.connect(self._take_place)
        canvas.confirmed.connect(self.send)
        canvas.placing_ended.connect(self.end)
        bar.send.clicked.connect(self.send)
        bar.back.clicked.connect(lambda: canvas.place(None))
        bar.done.clicked.connect(self.end)
        bar.cancel.clicked.connect(self._cancel)
        bar.dismiss.clicked.connect(self._dismiss)
        bar.give_up.clicked.connect(self._give_up)
        goals.changed.connect(self.refresh)
        # STOP, or the end: what was not sent is not sent any more
        goals.stopped.connect(self.end)

    # what the operator does

    def start(self, tool: GoalTool) -> None:
        """Begin with a tool, or say why that can't be."""
        obstacle = self._obstacle(tool)
        self.end()
        if obstacle:
            self._refused = _refusal(tool, obstacle)
            self.refresh()
            return
        self.tool = tool
        if self._canvas.measuring:
            self._canvas.measuring_ended.emit()
        self._canvas.set_placing(placing=True)
        self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def end(self) -> None:
        """End the tool; what was placed is taken back."""
        self.tool, self._placed, self._refused = None, None, ""
        if self._canvas.placing:
            self._canvas.set_placing(placing=False)
        self.refresh()

    def send(self) -> None:
        """Send what was placed, if nothing has come in the way meanwhile."""
        placed, tool = self._placed, self.tool
        if placed is None or tool is None or self._canvas.is_turning or self._obstacle(tool) or self._is_of_another():
            self.refresh()
            return
        self.end()
        if tool is GoalTool.GOAL:
            self._goals.send_goal(placed.robot, placed.pose, placed.server)
        else:
            self._goals.send_pose(placed.robot, placed.pose)

    def fill_menu(self, menu: QMenu) -> None:
        """Add the tools to a menu, and the servers that take goals where there are several."""
        menu.addActions(list(self._actions.values()))
        robot = self._robot()
        state = self._goals.state(robot) if robot is not None else None
        if robot is None or state is None or len(state.servers) < 2:
            return
        below = add_submenu(menu, say(NavigationWording.SERVERS()))
        for name in state.servers[:_MOST]:
            choose = functools.partial(self._goals.choose_server, robot, name)
            add_entry(below, name.replace("&", "&&"), choose, checked=name == state.server)

    # what is shown

    def refresh(self) -> None:
        """Show what may be done, what was placed, and what is known of goals."""
        robot = self._robot()
        for tool, action in self._actions.items():
            self._show_action(tool, action, self._obstacle(tool))
        if self.tool is not None and self._obstacle(self.tool):
            words = _refusal(self.tool, self._obstacle(self.tool))
            self.tool, self._placed = None, None
            self._canvas.set_placing(placing=False)
            self._refused = words
            self._show_action(GoalTool.GOAL, self._actions[GoalTool.GOAL], self._obstacle(GoalTool.GOAL))
            self._show_action(GoalTool.POSE, self._actions[GoalTool.POSE], self._obstacle(GoalTool.POSE))
        if self._is_of_another():
            self._canvas.place(None)
        self._show_marks(robot)
        self._show_bar(robot)

    # inside

    def _toggle(self, tool: GoalTool, *, on: bool) -> None:
        if on and self.tool is not tool:
            self.start(tool)
        elif not on and self.tool is tool:
            self.end()

    def _obstacle(self, tool: GoalTool) -> str:
        """Why nothing can be sent by a tool; empty if it can."""
        robot, fixed = self._robot(), self._canvas.scene.fixed_frame
        words = self._goals.goal_obstacle(robot) if tool is GoalTool.GOAL else self._goals.pose_obstacle(robot)
        if words or robot is None:
            return words
        if not fixed:
            return say(NavigationWording.NO_FRAME())
        frame = self._frame(robot)
        if self._way(robot, frame, fixed) is None:
            return say(NavigationWording.NOT_PLACED(fixed=fixed, frame=frame))
        return ""

    def _is_of_another(self) -> bool:
        """Whether what was placed is for another robot than that of now, or for another server of it."""
        placed = self._placed
        return placed is not None and (placed.robot, placed.server) != (self._robot(), self._server(placed.robot))

    def _server(self, robot: str) -> str:
        state = self._goals.state(robot)
        return state.server if state is not None else ""

    def _frame(self, robot: str) -> str:
        state = self._goals.state(robot)
        return state.frame if state is not None else ""

    def _way(self, robot: str, target: str, source: str) -> Transform | None:
        """The transform from one frame to another; None where there is none that is of now."""
        if target == source:
            return Transform.from_xy_yaw(0.0, 0.0, 0.0)
        if self._frames.silence(robot, target, source) is not None:
            return None
        try:
            return self._frames.frames_of(robot).lookup(target, source)
        except NoFramePathError:
            return None

    def _take_place(self) -> None:
        """Take what was placed in the map, in the frame of the robot's goals."""
        mark, robot = self._canvas.placed, self._robot()
        self._placed = None
        if mark is not None and robot is not None and self.tool is not None and not self._canvas.is_turning:
            frame = self._frame(robot)
            way = self._way(robot, frame, self._canvas.scene.fixed_frame)
            if way is not None:
                where = way.compose(Transform.from_xy_yaw(mark.x, mark.y, mark.yaw_rad))
                x, y, _ = where.translation_m
                self._placed = _Placed(robot, self._server(robot), FlatPose(frame, x, y, where.yaw_rad))
        self.refresh()

    def _mark(self, robot: str, pose: FlatPose) -> Mark | None:
        """Return the mark of a pose in the map; None where its place there is not known."""
        fixed = self._canvas.scene.fixed_frame
        way = self._way(robot, fixed, pose.frame) if fixed else None
        if way is None:
            return None
        where = way.compose(Transform.from_xy_yaw(pose.x_m, pose.y_m, pose.yaw_rad))
        x, y, _ = where.translation_m
        return Mark(x, y, where.yaw_rad)

    def _show_action(self, tool: GoalTool, action: QAction, obstacle: str) -> None:
        enabled, checked = not obstacle, self.tool is tool
        tip = say((NavigationWording.SET_GOAL_TIP if tool is GoalTool.GOAL else NavigationWording.SET_POSE_TIP)())
        tip = _refusal(tool, obstacle) if obstacle else with_key(tip, action)
        if action.isEnabled() != enabled:
            action.setEnabled(enabled)
        if action.toolTip() != tip:
            action.setToolTip(tip)
        if action.isChecked() != checked:
            # `_toggle` does nothing where the tool is on, or off, already
            action.setChecked(checked)

    def _show_marks(self, robot: str | None) -> None:
        state = self._goals.state(robot) if robot is not None else None
        goal = state.report.goal if state is not None else None
        shown = goal is not None and not goal.phase.is_over and robot is not None
        self._canvas.show_goal(self._mark(robot, goal.pose) if shown and goal is not None and robot else None)
        if self._placed is not None and not self._canvas.is_turning:
            mark = self._mark(self._placed.robot, self._placed.pose)
            if mark is not None and self._canvas.placed is not None and _apart(mark, self._canvas.placed):
                self._canvas.placed = mark
                self._canvas.update()

    def _show_bar(self, robot: str | None) -> None:
        bar, text = self._bar, self._goals.describe(robot) if robot is not None else GoalText()
        cancel = (bar.cancel,) if text.can_cancel else ()
        if self._placed is not None and self.tool is not None:
            ask, send = NavigationWording.ASK_GOAL, NavigationWording.SEND_GOAL
            if self.tool is GoalTool.POSE:
                ask, send = NavigationWording.ASK_POSE, NavigationWording.SEND_POSE
            name, place = self._name_of(self._placed.robot), self._place_text(self._placed.pose)
            words = say(ask(robot=name, place=place))
            state = self._goals.state(self._placed.robot)
            if self.tool is GoalTool.GOAL and state is not None and len(state.servers) > 1:
                words = say(NavigationWording.ASK_GOAL_SERVER(robot=name, place=place, server=self._placed.server))
            bar.show_text(words, "warn", bar.send, bar.back, *cancel, send=say(send()))
        elif self.tool is not None:
            goal = self.tool is GoalTool.GOAL
            words = say((NavigationWording.PRESS_FOR_GOAL if goal else NavigationWording.PRESS_FOR_POSE)())
            bar.show_text(words, "accent", bar.done, *cancel)
        elif self._refused:
            bar.show_text(self._refused, "warn", bar.dismiss, *cancel)
        else:
            ends = (bar.dismiss, text.can_dismiss), (bar.give_up, text.can_give_up)
            bar.show_text(text.words, text.role, *(button for button, can in ends if can), *cancel)

    def _place_text(self, pose: FlatPose) -> str:
        heading = self._themes.units.direction_text(pose.yaw_rad)
        return say(NavigationWording.PLACE(x=f"{pose.x_m:.2f}", y=f"{pose.y_m:.2f}", heading=heading, frame=pose.frame))

    def _cancel(self) -> None:
        robot = self._robot()
        if robot is not None:
            self._goals.cancel(robot)

    def _give_up(self) -> None:
        robot = self._robot()
        if robot is not None:
            self._goals.give_up(robot)

    def _dismiss(self) -> None:
        refused, self._refused = self._refused, ""
        robot = self._robot()
        if not refused and robot is not None:
            self._goals.dismiss(robot)
        self.refresh()


def _refusal(tool: GoalTool, obstacle: str) -> str:
    code = NavigationWording.NO_GOAL_NOW if tool is GoalTool.GOAL else NavigationWording.NO_POSE_NOW
    return say(code(obstacle=obstacle))


def _apart(one: Mark, other: Mark) -> bool:
    """Whether two marks are apart by more than rounding."""
    turned = abs(math.remainder(one.yaw_rad - other.yaw_rad, math.tau))
    return max(abs(one.x - other.x), abs(one.y - other.y), turned) > 1e-6
