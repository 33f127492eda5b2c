"""Navigation that tests make by hand: what is known of goals, and what was sent."""

from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import override

from app.model.navigation import FlatPose, GoalPhase, GoalReport, NavigationState, OwnGoal
from app.net.link_thread import LinkThread
from app.session.commands import Commands
from app.session.connections import OpenConnections
from app.session.errors import SessionError
from app.session.navigation import Navigation

READY = NavigationState(
    ("/move_base",),
    "/move_base",
    "map",
    ready=True,
    report=GoalReport(heard=True),
    pose_topic="/initialpose",
    pose_ready=True,
)
PLACE = FlatPose("map", 2.0, 1.0, 0.5)


def with_goal(
    phase: GoalPhase = GoalPhase.ACTIVE, text: str = "", at: FlatPose | None = None, *, under_way: bool | None = None
) -> GoalReport:
    """What is known of a goal of ours in a phase."""
    goal = OwnGoal("/teledeck-1", PLACE, phase, text, at)
    moves = not phase.is_over if under_way is None else under_way
    return GoalReport(heard=True, goal=goal, under_way=moves, cancelling=phase is GoalPhase.CANCELLING)


class FakeNavigation(Navigation):
    """Navigation of no robot.

    Attributes:
        known: what is known, by connection.
        sent: what was sent, in order.
        error: why the next thing can't be sent.
        watched: which robot each view looks at.
        unwatched: the robots whose goals nobody would call off.
    """

    def __init__(self, link: LinkThread, connections: OpenConnections, commands: Commands) -> None:
        super().__init__(link, connections, commands)
        self.known: dict[str, NavigationState] = {}
        self.sent: list[tuple[str, object]] = []
        self.error: SessionError | None = None
        self.watched: dict[str, str | None] = {}
        self.unwatched: set[str] = set()

    @override
    def watch(self, owner: str, connection_id: str | None) -> None:
        self.watched[owner] = connection_id

    @override
    def apply(self) -> None:
        pass

    @override
    def state(self, connection_id: str) -> NavigationState | None:
        return self.known.get(connection_id)

    @property
    @override
    def states(self) -> Mapping[str, NavigationState]:
        return dict(self.known)

    @override
    def is_unwatched(self, connection_id: str) -> bool:
        return connection_id in self.unwatched

    @override
    def choose_server(self, connection_id: str, name: str) -> None:
        self.sent.append((f"server {connection_id}", name))

    @override
    async def set_goal(self, connection_id: str, pose: FlatPose, server: str = "") -> None:
        self._take(f"goal {connection_id}", pose)

    @override
    async def set_initial_pose(self, connection_id: str, pose: FlatPose) -> None:
        self._take(f"pose {connection_id}", pose)

    @override
    def cancel(self, connection_id: str) -> None:
        self.sent.append(("cancel", connection_id))

    @override
    def give_up(self, connection_id: str) -> None:
        self.sent.append(("give up", connection_id))

    @override
    def stop(self) -> None:
        self.sent.append(("stop", None))

    @override
    def withdraw(self) -> None:
        self.sent.append(("withdraw", None))

    def _take(self, what: str, pose: FlatPose) -> None:
        if self.error is not None:
            raise self.error
        self.sent.append((what, pose))
