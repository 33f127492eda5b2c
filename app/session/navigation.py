"""Navigation by goals as views use it: goals and initial poses, behind the lock of commands; STOP is behind none."""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from app.connections.navigator import Navigator
from app.model.navigation import FlatPose, NavigationState
from app.net.link_thread import LinkThread
from app.program import installation
from app.session.commands import Commands
from app.session.connections import OpenConnections
from app.session.errors import SessionError, translated_errors
from app.wording.session import SessionWording

if TYPE_CHECKING:
    from app.session.goal_watchdogs import GoalWatchdogs

_LOGGER = logging.getLogger(__name__)


class Navigation:
    """Navigation of all robots of a session. Any thread may call it, and await it on any loop.

    Args:
        address_of: returns the address of a connection, with its tokens, for the processes that call off goals where
            this program dies; None to start none.
    """

    def __init__(
        self,
        link: LinkThread,
        connections: OpenConnections,
        commands: Commands,
        address_of: Callable[[str], str] | None = None,
    ) -> None:
        self._link = link
        self._address_of = address_of
        self._watchdogs: GoalWatchdogs | None = None
        # the robots whose goals could not be told to any process
        self._untold: set[str] = set()
        self._connections = connections
        self._commands = commands
        self._watchers: dict[str, str] = {}
        connections.add_applier(self._apply)

    def watch(self, owner: str, connection_id: str | None) -> None:
        """Keep the goals of a robot known for `owner`, a view; None ends that."""
        if self._watchers.get(owner) == connection_id:
            return
        if connection_id is None:
            self._watchers.pop(owner, None)
        else:
            self._watchers[owner] = connection_id
        self.apply()

    def apply(self) -> None:
        """Tell the robots whether commands to them are allowed; what was set is cancelled where they are no longer."""
        self._link.call(self._apply)

    def state(self, connection_id: str) -> NavigationState | None:
        """The state of a robot's goals; None where its protocol knows none."""
        connection = self._connections.get(connection_id)
        return connection.navigator.state if connection is not None and connection.navigator is not None else None

    @property
    def states(self) -> Mapping[str, NavigationState]:
        """The states of the goals of all robots whose protocol knows goals, by connection."""
        return {each.id: each.navigator.state for each in self._connections.all if each.navigator is not None}

    def is_unwatched(self, connection_id: str) -> bool:
        """Whether nobody would call off the goals that a robot has of us, if this program died."""
        watchdogs = self._watchdogs
        return connection_id in self._untold or (watchdogs is not None and watchdogs.has_failed(connection_id))

    def choose_server(self, connection_id: str, name: str) -> None:
        """Choose which of several servers gets goals."""
        navigator = self._navigator(connection_id)
        self._link.call(navigator.choose_server, name)

    async def set_goal(self, connection_id: str, pose: FlatPose, server: str = "") -> None:
        """Send a robot to a place, by no other server than that, where one is named. Raises SessionError.

        By a program that was updated no goal is set: the process that calls it off would be of another version.
        """
        if installation.is_replaced():
            raise SessionError(SessionWording.GOAL_UPDATED(), SessionWording.GOAL_UPDATED_TIP())
        told = {"pose": pose, "server": server}
        await self._do("set_goal", connection_id, told, lambda navigator: navigator.set_goal(pose, server))

    async def set_initial_pose(self, connection_id: str, pose: FlatPose) -> None:
        """Tell a robot where it is. Raises SessionError."""
        told = {"pose": pose}
        await self._do("set_initial_pose", connection_id, told, lambda navigator: navigator.set_initial_pose(pose))

    def cancel(self, connection_id: str) -> None:
        """Cancel all goals of a robot until none is under way, if commands are allowed or one of them is ours."""
        navigator = self._navigator(connection_id)
        self._commands.note("cancel_goals", connection_id)
        self._link.call(navigator.cancel_all)

    def give_up(self, connection_id: str) -> None:
        """Give up the cancellations that a robot has not confirmed for long: the operator sees that it stands."""
        self._link.call(self._navigator(connection_id).give_up)

    def stop(self) -> None:
        """Cancel all goals of all robots until none is under way: STOP. Never waits, and needs nothing else to work."""
        self._for_all(lambda navigator: navigator.cancel_all())

    def withdraw(self) -> None:
        """Cancel what was set from here, and nothing else."""
        self._for_all(lambda navigator: navigator.withdraw())

    # inside

    def _for_all(self, act: Callable[[Navigator], None]) -> None:
        for connection in self._connections.all:
            if connection.navigator is not None:
                self._link.call(act, connection.navigator)

    async def _do(
        self, what: str, connection_id: str, told: Mapping[str, object], act: Callable[[Navigator], None]
    ) -> None:
        navigator = self._navigator(connection_id)
        self._commands.check(connection_id)

        async def do() -> None:
            # STOP, or the lock, may have come meanwhile
            self._commands.check(connection_id)
            self._commands.note(what, connection_id, **told)
            act(navigator)

        with translated_errors():
            await self._link.run(do())

    def _navigator(self, connection_id: str) -> Navigator:
        """The navigator of a connection. Raises SessionError if there is none."""
        navigator = self._connections.find(connection_id).navigator
        if navigator is None:
            raise SessionError(SessionWording.NO_GOALS(connection=connection_id), SessionWording.GOALS_ROS1())
        return navigator

    def _hold(
        self, address_of: Callable[[str], str], connection_id: str, goals: Mapping[str, Collection[str]] | None
    ) -> None:
        """Have a process of its own call off the goals of ours that a robot has, if this program dies. Never raises."""
        try:
            # the connection may have been ended a moment ago, which cancels them
            with contextlib.suppress(SessionError):
                if self._watchdogs is not None or goals is not None:
                    self._make_watchdogs(address_of).hold(connection_id, goals)
        except Exception as error:  # noqa: BLE001 - whatever it is, the goal has to be watched and cancelled by us
            _LOGGER.warning("nobody is told which goals %s has, to call them off: %s", connection_id, error)
            self._untold.add(connection_id)
        else:
            self._untold.discard(connection_id)

    def _make_watchdogs(self, address_of: Callable[[str], str]) -> GoalWatchdogs:
        if self._watchdogs is None:
            # who only looks at robots does not wait for it
            from app.session.goal_watchdogs import GoalWatchdogs  # noqa: PLC0415

            self._watchdogs = GoalWatchdogs(address_of)
        return self._watchdogs

    def _apply(self) -> None:
        watched, address_of = set(self._watchers.values()), self._address_of
        for connection in self._connections.running():
            if connection.navigator is not None:
                commanded = self._commands.allows(connection.id)
                if address_of is not None:
                    connection.navigator.on_held = functools.partial(self._hold, address_of, connection.id)
                    if commanded and self._watchdogs is None:
                        # it is loaded now: the files may be others when there is a goal
                        self._hold(address_of, connection.id, {})
                connection.navigator.want(watched=connection.id in watched, commanded=commanded)
