"""What views know of driving. `app.session_drive` and `app.drive.handle` have these shapes; so may a test's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    # importing it at run time would load what the first window does not need
    from app.config.profile import Profile
    from app.drive.gamepad_setup_command import SetupCommand
    from app.drive.handle_state import HandleState
    from app.drive.values import Reason, Source, Velocity


class HandleView(Protocol):
    """See `app.drive.handle.Handle`. Nothing here ever waits."""

    @property
    def state(self) -> HandleState:
        """What is known now."""

    def beat(self) -> None:
        """A sign of life, with what is held; every 50 ms, by the interface thread and nobody else."""

    def arm(self, *, unwatched: bool = False) -> None:
        """Ask to arm; `unwatched`: though there is no watchdog."""

    def disarm(self, reason: Reason) -> None:
        """Zero, and disarm."""

    def move(self, velocity: Velocity, *, held: bool, source: Source) -> None:
        """What a hand asks for from now on."""

    def stop(self) -> None:
        """STOP."""

    def clear(self) -> None:
        """One of the two steps of clearing."""

    def set_speed(self, share: float) -> None:
        """The share of the limits that may be used."""

    def set_seen(self, *, seen: bool) -> None:
        """Whether the operator can see who else drives: while not, nothing is armed anew."""

    def use_profile(self, profile: Profile) -> None:
        """Drive by another profile, which disarms."""

    def set_up(self, command: SetupCommand) -> None:
        """Set up a pad, which disarms."""


class DrivingView(Protocol):
    """See `app.session_drive.Driving`."""

    @property
    def handle(self) -> HandleView:
        """Of the one robot that is driven."""

    async def drive(self, connection_id: str, topic: str, type_name: str, profile: Profile) -> bool:
        """Make a robot ready to be driven, instead of the one before; whether it is. Raises SessionError."""

    async def leave(self) -> None:
        """Drive none any more."""
