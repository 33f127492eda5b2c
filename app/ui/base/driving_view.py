"""Interfaces of driving for views, implemented by `app.session.driving`, `app.drive.supervisor` and fakes of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    # importing it at run time would load what the first window does not need
    from app.config.profile import Profile
    from app.drive.control.values import DriveSource, Reason, Stick
    from app.drive.messages.pad_commands import SetupCommand
    from app.drive.supervisor.drive_state import DriveState


class HandleView(Protocol):
    """Interface of `app.drive.supervisor.drive_supervisor.DriveSupervisor` for views. No method waits."""

    @property
    def state(self) -> DriveState:
        """State as it is known now."""

    def beat(self) -> None:
        """Send a sign of life, with the held inputs; called every 50 ms, by the interface thread only."""

    def arm(self, *, unwatched: bool = False) -> None:
        """Ask to arm; `unwatched`: even without a watchdog."""

    def disarm(self, reason: Reason) -> None:
        """Send zeros, and disarm."""

    def move(self, source: DriveSource, stick: Stick | None) -> None:
        """Set the position of an input's stick from now on; None for one that is not held."""

    def stop(self) -> None:
        """Stop the robot, and latch STOP."""

    def clear(self) -> None:
        """Do one of the two steps of clearing STOP."""

    def set_speed(self, fraction: float) -> None:
        """Set the fraction of the limits that may be used, 0 to 1."""

    def set_seen(self, *, seen: bool) -> None:
        """Set whether the operator can see who else drives: while not, nothing is armed anew."""

    def use_profile(self, profile: Profile) -> None:
        """Use another profile, which disarms."""

    def set_up(self, command: SetupCommand) -> None:
        """Send a command of a pad's setup, which disarms."""


class DrivingView(Protocol):
    """Interface of `app.session.driving.Driving`, the session's part of driving."""

    @property
    def handle(self) -> HandleView:
        """Handle of the one robot that is driven."""

    async def drive(self, connection_id: str, topic: str, type_name: str, profile: Profile) -> bool:
        """Make a robot ready to be driven, instead of the one before; True if it is. Raises SessionError."""

    async def leave(self) -> None:
        """Stop driving any robot."""
