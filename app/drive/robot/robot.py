"""The robot that is driven: its connection, the command sender, and the state of the link."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from app.config.profile import Profile
from app.config.run_settings import Settings
from app.connections.base import CommandSender, CommandSenderState, Connection
from app.connections.schemes import SCHEMES
from app.drive.control.pacing import OWED_S, ZERO_EVERY_S
from app.drive.control.values import BASE_PART, ZERO, DriveLink, OutgoingCommand, Stage, Velocity
from app.drive.robot.axes import (
    BASE,
    AxesCommandSender,
    AxisRests,
    AxisTopic,
    AxisValues,
    axis_topics,
    check_base_axes,
    names_by_topic,
    names_of_all,
    with_base_axes,
)
from app.drive.robot.axis_positions import AxisPositions
from app.drive.robot.estop import EstopListener
from app.drive.robot.odometry import FRESH_FOR_S, Odometry
from app.drive.robot.stop_actions import RecordEntry, StopActions
from app.drive.robot.targets import (
    DRIVEN_SCHEMES,
    Target,
    TargetError,
    check_joint,
    choose_target,
    driven_scheme,
    profile_topic,
)
from app.model.alerts import Alerts
from app.model.status import ConnectionState
from app.model.topics import TopicStore
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.wording.drive import DriveWording
from protocols.errors import LocalProtocolError, ProtocolError

_LOGGER = logging.getLogger(__name__)

_Result = TypeVar("_Result")

# the limit for each step of opening a command sender
ASK_TIMEOUT_S: Final = 5.0
# the limit for a step that does not keep to its own
STEP_TIMEOUT_S: Final = 2 * ASK_TIMEOUT_S
# the number of failed attempts after which that is logged, once
TOLD_AFTER: Final = 3
# the time between attempts to open a command sender
RETRY_S: Final = 0.5
# a receiver that hung up is most often back by itself; else it is dialled, less and less often
FIRST_RENEWAL_S: Final = 0.2
MOST_RENEWAL_S: Final = 10.0
# as long as it may be moving
OWED_RENEWAL_S: Final = 1.0


def open_connection(
    uri: str, store: TopicStore, settings: Settings, environ: Mapping[str, str] = os.environ
) -> Connection:
    """Make a connection, not started. Raises LocalProtocolError, TargetError for an address that can't be driven."""
    check_address(uri)
    if driven_scheme(uri).by_joints:
        # other processes read the rest of the robot, and each reading of a camera takes a frame from them
        uri = uri.partition("?")[0]
    connection = SCHEMES[scheme_of(uri)].open(uri.strip(), store, Alerts(), settings, environ, lambda: None)
    # a process that has never reached the robot may owe it the stop of another one
    connection.attempts.is_urgent = True
    return connection


def check_address(uri: str) -> None:
    """Check that a robot can be driven by an address. Raises TargetError."""
    if not driven_scheme(uri).targets:
        known = ", ".join(f"{name}://" for name in DRIVEN_SCHEMES)
        raise TargetError(DriveWording.NO_SUCH_ADDRESS(), DriveWording.KNOWN_ADDRESSES(known=known))


def scheme_of(uri: str) -> str:
    """Return the scheme that an address begins with."""
    return uri.strip().partition(":")[0].lower()


class DrivenRobot:
    """The robot that is driven, on the running loop.

    Args:
        connection: not started; closed by `close`.
        store: the topics of the connection.
        scheme: the scheme of the robot's address.
        profile: the profile that the robot is driven by.
        topic, type_name: the operator's choice, which goes before the profile's; empty where there is none.
        failed: called with the error where trying again is of no use.
        silent: ask nothing and listen to no topic, but be there to send.

    Attributes:
        topic, type_name: the topic and the type of the commands; empty before they are known.
        own_name: our name on the topic as others see it, as of the last `link`; empty where they don't, or not yet.
    """

    def __init__(
        self,
        connection: Connection,
        store: TopicStore,
        scheme: str,
        profile: Profile,
        topic: str,
        type_name: str,
        failed: Callable[[Exception], None],
        *,
        silent: bool = False,
    ) -> None:
        self.topic = self.type_name = self.own_name = ""
        self._connection = connection
        self._scheme = scheme
        self._profile = profile
        self._asked = (topic, type_name)
        self._failed = failed
        self._tasks = TaskPool(f"drive {connection.id}")
        self._helm: CommandSender | None = None
        self._target: Target | None = None
        # the topics of free axes beside that of the base
        self._axes: tuple[AxisTopic, ...] = ()
        # those of them that somebody took commands from
        self._heard_axes: frozenset[str] = frozenset()
        self._positions = AxisPositions(connection, store, Profile() if silent else profile)
        # None for a profile without free axes
        self._rests = self._make_rests(profile)
        # the values of axes with which the command sender stands by
        self._stands_by: tuple[float, ...] = ()
        self._generation = 0
        self._epochs: tuple[int, int] | None = None
        self._epoch = 0
        self._estop = EstopListener(connection, scheme, Profile() if silent else profile)
        self._odometry = Odometry(connection, store, scheme, self._listen)
        self._silent = silent
        self._stop_actions = StopActions(connection, profile, self._tasks)
        self._received = False
        self._missing_since: float | None = None
        self._renew_at = 0.0
        self._renewal_s = 0.0
        self._opening: asyncio.Task[None] | None = None
        self._number = 0
        # command senders that are left, each with its stop message as long as that has to arrive
        self._left: list[tuple[CommandSender, Mapping[str, Any] | None]] = []
        self._trouble: LinkError | None = None

    @property
    def id(self) -> str:
        """The robot's address, without secrets."""
        return self._connection.id

    @property
    def failure(self) -> LinkError | None:
        """The reason why the robot can't be reached, where the last attempt failed; None where it did not."""
        status = self._connection.status
        return LinkError(status.reason, status.tip) if status.failed else self._trouble

    @property
    def is_leaving(self) -> bool:
        """Whether a command sender that is left is not known to have delivered its last zero yet."""
        return bool(self._left)

    def start(self) -> None:
        """Begin to connect; attempts go on until `close`."""
        self._connection.start()
        if self._estop.wanted or self._positions.wanted:
            self._listen()
        self._opening = self._tasks.spawn(self._open(), "open")

    def prepare(self, send: OutgoingCommand) -> Callable[[], None]:
        """Encode a command; return what writes it when called. Both raise LocalProtocolError."""
        if self._helm is None or self._target is None:
            return _write_nothing
        commanded = self._target.commanded(send.velocity, self._profile)
        axes = None if self._rests is None else self._rests.values(send, asyncio.get_running_loop().time())
        values = () if axes is None else axes.values
        message = self._command(self._target, commanded, values, self._profile, send.waiting)
        write = self._helm.prepare_parts(message, send.number, self._moving(commanded, send.velocity.free))
        return partial(self._write, write, send, axes)

    def send(self, send: OutgoingCommand) -> None:
        """Write a command now. Raises LocalProtocolError."""
        self.prepare(send)()

    def link(self) -> DriveLink:
        """Return the state of the link now, as far as it is known."""
        helm = self._helm
        if helm is None:
            self.own_name = ""
            return DriveLink(epoch=self._epoch, estop=self._estop.state())
        state = helm.state()
        self.own_name = state.own_name
        if (self._generation, state.epoch) != self._epochs:
            self._epochs = (self._generation, state.epoch)
            self._epoch += 1
        self._look_after(helm, state)
        measured, measured_s = self._measure(state)
        connected = bool(state.receivers) or self._connection.status.state is ConnectionState.CONNECTED
        return _link_of(
            state,
            connected=connected,
            epoch=self._epoch,
            arrived=state.arrived,
            others_advertising=state.advertisers,
            measured=measured,
            measured_s=measured_s,
            last_obeyed=state.last_obeyed,
            missed=state.missed,
            onlookers=state.onlookers,
            steers=self._target is not None and self._target.steers,
            goes_sideways=self._target is None or self._target.goes_sideways,
            estop=self._estop.state(),
            **(self._axes_of(state) if state.axes else {"others_sending": state.senders}),
        )

    def axes_at_stop(self) -> tuple[float, ...]:
        """Return the values of the free axes if they were stopped now; empty where none holds its position."""
        if self._rests is None or not self._positions.wanted:
            return ()
        return self._rests.at_stop(asyncio.get_running_loop().time())

    def use_axes_at_stop(self, values: tuple[float, ...]) -> None:
        """Take the values with which the free axes are to be stopped: another process has measured them."""
        if self._rests is not None and values != self._positions.told:
            self._positions.told = values
            self._rests.renew()

    def give_up(self) -> None:
        """Wait for no receiver that is gone any longer."""
        for helm in (self._helm, *(left for left, _ in self._left)):
            if helm is not None:
                helm.give_up_lost()
        self._left = [(helm, None) for helm, _ in self._left]

    def observe_stage(self, stage: Stage, record: RecordEntry) -> None:
        """Run the profile's actions at STOP, or take them back; never waits. `record` gets their entries."""
        self._stop_actions.observe_stage(stage, record)

    def leave_locked(self) -> None:
        """Leave the lock that STOP has set: another process holds it now, and takes it back."""
        self._stop_actions.leave_locked()

    def use_profile(self, profile: Profile) -> None:
        """Drive by another profile; where that names another topic or type, the command sender is opened anew."""
        before, self._profile = self._profile, profile
        self._stop_actions.use_profile(profile)
        if not self._silent and (self._estop.use_profile(profile) | self._positions.use_profile(profile)):
            self._listen()
        if self._way_of(before) == self._way_of(profile):
            return
        # by their numbers those were of the axes of before
        self._positions.told = ()
        helm, self._helm = self._helm, None
        if helm is not None:
            rests = self._rests.resting if self._rests is not None else ()
            still = None if self._target is None else self._command(self._target, ZERO, rests, before)
            self._left.append((helm, still))
        self._rests, self._stands_by = self._make_rests(profile), ()
        self._epoch += 1
        self.topic = self.type_name = ""
        if self._opening is not None:
            self._opening.cancel()
        self._opening = self._tasks.spawn(self._open_after_leaving(), "open")

    async def close(self) -> None:
        """Close everything; a robot that may be moving is told to stand still before."""
        if self._opening is not None:
            self._opening.cancel()
        helm, self._helm = self._helm, None
        for left in (helm, *(left for left, _ in self._left)):
            if left is not None:
                await left.close()
        await self._stop_actions.close()
        await self._tasks.cancel()
        await self._connection.close()

    # inside

    def _listen(self) -> None:
        """Subscribe to all that is read of the robot beside its command topics."""
        self._connection.set_wanted({**self._odometry.wanted, **self._positions.wanted, **self._estop.wanted})

    def _write(self, write: Callable[[], None], send: OutgoingCommand, axes: AxisValues | None) -> None:
        self._number = send.number
        if axes is not None and self._rests is not None and self._helm is not None and self._target is not None:
            self._rests.note_written(axes, self._waiting_axes(send.waiting))
            self._stand_by(self._helm, self._target, self._rests.resting)
        write()

    def _moving(self, commanded: Velocity, free: Sequence[float]) -> frozenset[str]:
        """Return the topics that a command moves: those with an axis that is pushed, wherever that is by now."""
        pushed = frozenset(number for number, share in enumerate(free) if share)
        own = frozenset(one.topic for one in self._axes if pushed & one.numbers)
        moves_base = not commanded.is_zero or pushed - self._numbers_of_topics
        return own | {BASE} if moves_base else own

    def _waiting_axes(self, waiting: frozenset[int]) -> frozenset[int]:
        """Return the numbers of the axes in messages that are left out."""
        own = frozenset(number for one in self._axes if waiting & one.numbers for number in one.numbers)
        if BASE_PART in waiting:
            return own | (frozenset(range(len(self._profile.axes))) - self._numbers_of_topics)
        return own

    @property
    def _numbers_of_topics(self) -> frozenset[int]:
        return frozenset(number for one in self._axes for number in one.numbers)

    def _make_rests(self, profile: Profile) -> AxisRests | None:
        return AxisRests(profile.axes, self._positions.newest) if profile.axes else None

    def _stand_by(self, helm: CommandSender, target: Target, rests: tuple[float, ...]) -> None:
        """Have who comes, or moves at the end, be told what the axes stand at now."""
        if rests != self._stands_by:
            self._stands_by = rests
            helm.stand_by(self._command(target, ZERO, rests, self._profile))

    def _command(
        self,
        target: Target,
        commanded: Velocity,
        values: tuple[float, ...],
        profile: Profile,
        waiting: frozenset[int] = frozenset(),
    ) -> Mapping[str, Any]:
        """Make the command of base and free axes, as the command sender takes it, without motions that wait."""
        message = target.filled(commanded, profile)
        if not profile.axes:
            return message
        message = with_base_axes(message, values, profile)
        if not self._axes:
            return message
        messages = {one.topic: one.message(values) for one in self._axes if not waiting & one.numbers}
        return messages if BASE_PART in waiting else {BASE: message, **messages}

    def _axes_of(self, state: CommandSenderState) -> Mapping[str, Any]:
        """Return what a link has of free axes, by the names of `DriveLink`."""
        unheard = tuple(topic for topic, one in state.axes.items() if not one.receivers)
        self._heard_axes = self._heard_axes.union(state.axes.keys() - set(unheard))
        links = {topic: _link_of(one, connected=True, epoch=one.epoch) for topic, one in state.axes.items()}
        of_number = {number: links[one.topic] for one in self._axes for number in one.numbers}
        senders = names_of_all([state.senders, *(one.senders for one in state.axes.values())])
        return {
            "others_sending": senders,
            "others_on_axes": tuple(name for name in senders if name not in state.senders),
            "axis_subscribers": names_by_topic(state.axes, "receivers"),
            "unheard": unheard,
            "axes_left": tuple(topic for topic in unheard if topic in self._heard_axes),
            "axes": tuple(of_number.get(number) for number in range(len(self._profile.axes))),
        }

    def _way_of(self, profile: Profile) -> tuple[object, ...]:
        by_effort = f"effort, {profile.joint_on_stop}" if profile.joint_effort else ""
        way = profile_topic(self._scheme, profile), profile.type_name, profile.node, profile.joint, by_effort
        return *way, profile.axes

    def _measure(self, state: CommandSenderState) -> tuple[Velocity | None, float]:
        """Return the robot's velocity, by its joints where those are commanded, and its age in seconds."""
        target = self._target
        if target is None or target.measure is None:
            return self._odometry.newest_velocity()
        if state.joints_s > FRESH_FOR_S:
            return None, 0.0
        found = target.measure(state.joints, self._profile)
        return (found, state.joints_s) if found is not None and found.is_finite else (None, 0.0)

    async def _open_after_leaving(self) -> None:
        while self._left:
            await self._deliver()
            await self._left[0][0].close()
            del self._left[0]
        await self._open()

    async def _deliver(self) -> None:
        """Deliver the last zero of the command sender that is left: no other sender can prove that it arrived."""
        now = asyncio.get_running_loop().time
        ends_at, renew_at = now() + OWED_S, now() + FIRST_RENEWAL_S
        helm = self._left[0][0]
        while (still := self._left[0][1]) is not None and helm.state().arrived < self._number and now() < ends_at:
            helm.send(still, self._number, moves=False)
            if helm.has_lost_receiver and now() >= renew_at:
                renew_at = now() + OWED_RENEWAL_S
                await self._renew(helm)
            await asyncio.sleep(ZERO_EVERY_S)

    async def _open(self) -> None:
        failures = 0
        while True:
            try:
                await self._attempt()
            except (LocalProtocolError, TargetError) as error:
                self._failed(error)
            except ProtocolError as error:
                failures += 1
                # this is seen at a terminal, and in the log of a window
                _LOGGER.log(
                    logging.WARNING if failures == TOLD_AFTER else logging.DEBUG,
                    "%s can't be driven yet: %s",
                    self.id,
                    error.reason,
                )
                self._trouble = LinkError(error.reason, error.tip)
            except Exception as error:  # noqa: BLE001 - whatever a message does with a profile, it is not kept silent
                self._failed(error)
            else:
                self._trouble = None
                return
            await asyncio.sleep(RETRY_S)

    async def _attempt(self) -> None:
        topic, target = await self._choose()
        check_joint(self._scheme, target, self._profile)
        topics = axis_topics(self._scheme, self._profile, self._connection.resolve, topic)
        check_base_axes(target, self._profile)
        still = with_base_axes(target.message(ZERO, self._profile), (), self._profile)
        base = await self._open_sender(topic, target.type_name, still, self._profile.node)
        self._helm = await self._add_axes(base, topics) if topics else base
        self._axes = self._axes if topics else ()
        self._heard_axes = frozenset()
        self._generation += 1
        self._stands_by = ()
        self._target = target
        self._received = False
        self._missing_since = None
        self.topic, self.type_name = self._helm.topic, target.type_name
        if not (self._silent or target.measure is not None):
            self._odometry.look_for_topic(self.topic, self._tasks)
        _LOGGER.info("%s is driven by %s of type %s", self.id, self.topic, self.type_name)

    async def _open_sender(self, topic: str, type_name: str, still: Mapping[str, Any], node: str) -> CommandSender:
        return await _within(
            self._connection.open_command_sender(
                topic, type_name, ASK_TIMEOUT_S, still=still, node=node, silent=self._silent
            ),
            DriveWording.NO_ANSWER_FOR_TOPIC(topic=topic),
        )

    async def _add_axes(self, base: CommandSender, topics: Sequence[AxisTopic]) -> CommandSender:
        """Open the senders of free axes, and return the sender of all; where one can't be opened, none stays open."""
        opened = {BASE: base}
        found = []
        try:
            for one in topics:
                sender = opened[one.topic] = await self._open_sender(one.topic, one.type_name, one.message(), "")
                found.append(one.checked(sender))
                # a header is known by now, and has the time of sending
                sender.stand_by(found[-1].message())
        except BaseException:
            await asyncio.gather(*(sender.close() for sender in opened.values()), return_exceptions=True)
            raise
        self._axes = tuple(found)
        return AxesCommandSender(base, {one.topic: opened[one.topic] for one in found})

    async def _choose(self) -> tuple[str, Target]:
        """Choose the topic of the commands and their target. Raises TargetError, ProtocolError."""
        profile, (asked, type_name) = self._profile, self._asked
        type_name = type_name or profile.type_name
        if driven_scheme(self._scheme).by_joints:
            # whatever topic is asked for, a command is made of the joints that the profile names
            return choose_target(self._scheme, profile_topic(self._scheme, profile), type_name, ())
        infos = await _within(self._connection.list_topics(ASK_TIMEOUT_S), DriveWording.NO_TOPICS_TOLD())
        topic = asked or profile.topic
        # the name as the robot lists it
        return choose_target(self._scheme, self._connection.resolve(topic) if topic else "", type_name, infos)

    def _look_after(self, helm: CommandSender, state: CommandSenderState) -> None:
        """Dial receivers that were there before and are gone."""
        now = asyncio.get_running_loop().time()
        missing = bool(state.missed) or (self._received and not state.receivers)
        self._received = self._received or bool(state.receivers)
        if not missing:
            self._missing_since = None
            return
        if self._missing_since is None:
            self._missing_since = now
            self._renewal_s = FIRST_RENEWAL_S
            self._renew_at = now + self._renewal_s
        if now >= self._renew_at:
            most_s = OWED_RENEWAL_S if state.missed else MOST_RENEWAL_S
            self._renewal_s = min(2 * max(self._renewal_s, OWED_RENEWAL_S / 2), most_s)
            self._renew_at = now + self._renewal_s
            self._tasks.spawn(self._renew(helm), "renew")

    @staticmethod
    async def _renew(helm: CommandSender) -> None:
        try:
            await helm.reconnect()
        except ProtocolError as error:
            _LOGGER.info("the link to %s could not be made anew: %s", helm.topic, error.reason)


def _link_of(state: CommandSenderState, **more: Any) -> DriveLink:
    """Return the link by which the commands of a topic go, with what `more` says of it."""
    return DriveLink(
        subscribers=state.receivers,
        probe_age_s=state.probe_age_s,
        round_trip_s=state.round_trip_s,
        unacknowledged=state.unacknowledged,
        oldest_unacknowledged_s=state.oldest_s,
        unread=state.unread,
        unread_s=state.unread_s,
        **more,
    )


def _write_nothing() -> None:
    """Write nothing: the robot can't be driven yet, or no longer."""


async def _within(step: Coroutine[Any, Any, _Result], words: str) -> _Result:
    """Await a step of opening a command sender, within a limit of time. Raises LinkError."""
    try:
        async with asyncio.timeout(STEP_TIMEOUT_S):
            return await step
    except TimeoutError as error:
        raise LinkError(
            DriveWording.NOT_IN_TIME(fault=words, limit_s=STEP_TIMEOUT_S), DriveWording.ASKED_AGAIN()
        ) from error
