"""The way to a robot that a watchdog stands by on, as a test plays it."""

from __future__ import annotations

from app.config.profile import Profile
from app.drive.control.values import DriveLink, OutgoingCommand, Stage
from app.drive.robot.stop_actions import RecordEntry
from app.net.errors import LinkError


class FakeRobot:
    own_name = "/teledeck_9"
    failure: LinkError | None = None

    def __init__(self, id_: str = "ros1://robot") -> None:
        self.id = id_
        # what it was told beside zeros, with how many zeros there were by then
        self.noted: list[tuple[str, int]] = []
        self.profiles: list[Profile] = []
        self.subscribers: tuple[str, ...] = ("/base",)
        # topics of axes that nobody takes commands from, and those of them that somebody did before
        self.unheard: tuple[str, ...] = ()
        self.axes_left: tuple[str, ...] = ()
        # the values of axes with which they are to be stopped
        self.axes_at_stop: tuple[float, ...] = ()
        self.epoch = 1
        self.arrives = True
        # where a test says what has arrived
        self.arrived: int | None = None
        self.sent: list[OutgoingCommand] = []
        self.started = self.closed = False
        self.raises = False

    def start(self) -> None:
        self.started = True

    def observe_stage(self, stage: Stage, record: RecordEntry) -> None:
        self.noted.append((stage.value, len(self.sent)))
        record({"stop service": "/brake", "done": True})

    def leave_locked(self) -> None:
        self.noted.append(("left locked", len(self.sent)))

    def use_axes_at_stop(self, values: tuple[float, ...]) -> None:
        self.axes_at_stop = values

    def use_profile(self, profile: Profile) -> None:
        self.profiles.append(profile)

    def send(self, send: OutgoingCommand) -> None:
        if self.raises:
            raise LinkError("the link is gone")
        self.sent.append(send)

    def link(self) -> DriveLink:
        arrived = self.sent[-1].number if self.sent and self.arrives else 0
        arrived = arrived if self.arrived is None else self.arrived
        return DriveLink(
            connected=True,
            epoch=self.epoch,
            subscribers=self.subscribers,
            arrived=arrived,
            unheard=self.unheard,
            axes_left=self.axes_left,
        )

    async def close(self) -> None:
        self.closed = True
