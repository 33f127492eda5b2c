"""Navigation of one robot by goals, as connections offer it."""

from __future__ import annotations

import abc
import enum
from collections.abc import Callable, Collection, Mapping

from app.model.navigation import FlatPose, NavigationState


class CallOff(enum.Enum):
    """Stages of goals that are called off in place of a process that has died."""

    UNHEARD = "unheard"  # their server is silent, or not known yet
    UNCONFIRMED = "unconfirmed"  # their server is heard, and has not said that it has none of them
    EXPECTED = "expected"  # it has none of them, but one that it has never named may still come


class Navigator(abc.ABC):
    """Navigation of one robot by goals. On the link loop, but any thread may read the state.

    Attributes:
        state: what is known now; replaced as a whole.
        on_held: called at each change with the ids of the goals of ours that the robot may have, by server; with None
            at the end, which leaves it those of the last call.
    """

    state: NavigationState
    on_held: Callable[[Mapping[str, Collection[str]] | None], None] | None = None

    @property
    @abc.abstractmethod
    def called_off(self) -> Mapping[str, CallOff]:
        """How far the goals are that are called off, by server; without those that are done with."""

    @abc.abstractmethod
    def want(self, *, watched: bool, commanded: bool) -> None:
        """Set whether somebody looks at the robot's goals, and whether commands to it are allowed.

        Nothing is sent, nor announced, before commands are allowed. Where they are no longer, a goal of ours is
        cancelled first. A goal that is under way is watched in any case.
        """

    @abc.abstractmethod
    def choose_server(self, name: str) -> None:
        """Choose which of several servers gets goals."""

    @abc.abstractmethod
    def set_goal(self, pose: FlatPose, server: str = "") -> None:
        """Send the robot to a place; by a certain server where that is named, which has to be the chosen one.

        Raises LocalProtocolError where nobody would get the goal, or another server would.
        """

    @abc.abstractmethod
    def set_initial_pose(self, pose: FlatPose) -> None:
        """Tell the robot where it is. Raises LocalProtocolError where nobody would hear it, or a goal is under way."""

    @abc.abstractmethod
    def cancel_all(self) -> None:
        """Cancel all goals of all servers, of whoever they are, and go on until none is under way any more."""

    @abc.abstractmethod
    def give_up(self) -> None:
        """Give up the cancellations that have not been confirmed for long: the operator sees that the robot stands."""

    @abc.abstractmethod
    def call_off(self, goals: Mapping[str, Collection[str]]) -> None:
        """Cancel goals of another process of ours, which has died, by their ids, until their servers have none of them.

        Args:
            goals: the ids, by server.
        """

    @abc.abstractmethod
    def withdraw(self) -> None:
        """Cancel the goals that were set from here, and go on until none of them is under way any more."""
