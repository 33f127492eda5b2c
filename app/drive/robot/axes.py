"""Free axes of a robot beside its base: their messages, and the sender of all commands to base and axes together."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from typing_extensions import override

from app.config.profile import FreeAxis, Profile, fault_of_axes
from app.connections.base import CommandSender, CommandSenderState
from app.drive.control.limits import slew_number
from app.drive.control.values import ZERO, OutgoingCommand, Velocity
from app.drive.robot.targets import Target, TargetError, driven_scheme
from app.wording.drive import DriveWording
from protocols.errors import EncodeError, LocalProtocolError

# the key of the base's own message among those of all topics
BASE: Final = ""
# zeros of one stop are no further apart
_ONE_STOP_S: Final = 0.5
# however long nothing was commanded, an axis goes no further at once than between two repeats
_LONGEST_STEP_S: Final = 0.05
# a number that no integer is
_FRACTION: Final = 0.5

_HEADER: Final = {"header": "auto"}

_Numbered = tuple[int, FreeAxis]


@dataclass(frozen=True, slots=True)
class AxisTopic:
    """A topic of free axes: all of them stand in each of its messages.

    Attributes:
        axes: the axes, each with its number in the profile.
        whole: the numbers of the axes whose fields are integers.
        has_header: whether the messages have a header, which is stamped with the time of the robot's clock.
    """

    topic: str
    type_name: str
    axes: tuple[_Numbered, ...]
    whole: frozenset[int] = frozenset()
    has_header: bool = False

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of its axes in the profile."""
        return frozenset(number for number, _ in self.axes)

    def message(self, values: Sequence[float] = ()) -> Mapping[str, Any]:
        """Make the message of the values of all axes of the profile; without values they are neutral."""
        return _filled(self, {number: values[number] if values else axis.neutral for number, axis in self.axes})

    def checked(self, sender: CommandSender) -> AxisTopic:
        """Return the same with what is found by encoding. Nothing is written.

        Raises:
            LocalProtocolError: a range is too wide.
            TargetError: a field is in the header, which has the time.
        """
        found = self
        with contextlib.suppress(LocalProtocolError):
            sender.prepare(_HEADER, 0, moves=False)
            found = replace(found, has_header=True)
        for _, axis in self.axes:
            if found.has_header and axis.field.partition(".")[0] == "header":
                raise TargetError(
                    DriveWording.NO_AXIS_FIELD(field=axis.field, axis=axis.name), DriveWording.NAME_AXIS_TOPIC()
                )
        for number, axis in self.axes:
            try:
                sender.prepare(_filled(found, {number: _FRACTION}), 0, moves=False)
            except EncodeError:
                found = replace(found, whole=found.whole | {number})
            for value in (axis.least, axis.most):
                sender.prepare(_filled(found, {number: value}), 0, moves=False)
        return found


@dataclass(frozen=True, slots=True)
class AxisValues:
    """The values of the free axes with one command.

    Attributes:
        resting: those that they have once it is written and nobody holds any.
        shares: the shares that the command asks for.
        stops: whether it is a stop.
        at_s: when it was made.
    """

    values: tuple[float, ...]
    resting: tuple[float, ...]
    shares: tuple[float, ...]
    stops: bool
    at_s: float


class AxisRests:
    """The values of the free axes: those that are held, and those at which the others stand. Pure: times are numbers.

    At a stop an axis has its value for that, or the position that it has then. It keeps that until it is moved again,
    and whoever lets go of it then has it neutral. Shares are slewed from neutral: an axis that stands elsewhere when it
    is pushed goes from there to meet its share, and waits for it while a share that grows has not come so far.

    Args:
        measure: returns the position of an axis by its number, as measured just now; None where it is not known.
    """

    def __init__(self, axes: Sequence[FreeAxis], measure: Callable[[int], float | None]) -> None:
        self._axes = axes
        self._measure = measure
        self._told = [axis.neutral for axis in axes]
        # the numbers of those that were told anything
        self._commanded: set[int] = set()
        self._shares = [0.0] * len(axes)
        self._at_s = -math.inf
        self._rests = [axis.neutral for axis in axes]
        self._stopped_at = -math.inf

    @property
    def resting(self) -> tuple[float, ...]:
        """The values of all axes while nobody holds any."""
        return tuple(self._rests)

    def at_stop(self, now: float) -> tuple[float, ...]:
        """Return the values of all axes if they are stopped now, or those of the stop that is under way."""
        if 0.0 <= now - self._stopped_at <= _ONE_STOP_S:
            return self.resting
        return tuple(self._stopped(number, axis) for number, axis in enumerate(self._axes))

    def renew(self) -> None:
        """Have the next zero take the values anew, as of another stop."""
        self._stopped_at = -math.inf

    def values(self, send: OutgoingCommand, now: float) -> AxisValues:
        """Return the values of all axes with a command, which counts only by `note_written`."""
        stops = send.velocity.is_zero and not send.released
        if stops:
            # where each is now: others may have moved it since the last stop
            rests = list(self.at_stop(now))
        else:
            # whoever drives something else moves none of them
            rests = [
                rest if number in self._commanded else self._first(number, axis)
                for number, (rest, axis) in enumerate(zip(self._rests, self._axes, strict=True))
            ]
        values = list(rests)
        shares = tuple(_share(send.velocity.free, number) for number in range(len(self._axes)))
        for number, axis in enumerate(self._axes):
            if shares[number]:
                told = self._told[number] if number in self._commanded else rests[number]
                values[number] = self._pushed(number, axis, told, shares[number], now)
                rests[number] = axis.neutral
        return AxisValues(tuple(values), tuple(rests), shares, stops, now)

    def note_written(self, command: AxisValues, unwritten: frozenset[int] = frozenset()) -> None:
        """Take the values that are written now, without those of the axes of these numbers."""
        written = [number for number in range(len(self._axes)) if number not in unwritten]
        for number in written:
            self._told[number], self._rests[number] = command.values[number], command.resting[number]
            self._shares[number] = command.shares[number]
        self._commanded.update(written)
        self._at_s = command.at_s
        if command.stops:
            self._stopped_at = command.at_s
        elif any(command.shares[number] for number in written):
            self._stopped_at = -math.inf

    def _pushed(self, number: int, axis: FreeAxis, told: float, share: float, now: float) -> float:
        """Return the value of an axis that is pushed, and was told another before."""
        wanted, before = axis.value(share), self._shares[number]
        if told == axis.value(before):
            return wanted
        grows = share * before >= 0.0 and abs(share) > abs(before)
        if grows and (told - wanted) * share > 0.0:
            return told
        elapsed_s = min(max(now - self._at_s, 0.0), _LONGEST_STEP_S)
        goal = wanted - axis.neutral
        away = slew_number(told - axis.neutral, goal, axis.rate_s, elapsed_s)
        # sums are rounded
        return wanted if away == goal else min(max(axis.neutral + away, min(told, wanted)), max(told, wanted))

    def _stopped(self, number: int, axis: FreeAxis) -> float:
        if not axis.holds:
            return axis.stop_value
        measured = self._measure(number)
        last = self._told[number] if number in self._commanded else axis.stop_value
        return last if measured is None else min(max(measured, axis.least), axis.most)

    def _first(self, number: int, axis: FreeAxis) -> float:
        return self._stopped(number, axis) if axis.holds else axis.neutral


def axis_topics(address: str, profile: Profile, resolve: Callable[[str], str], base: str) -> tuple[AxisTopic, ...]:
    """Return the topics that the free axes of a profile have beside the base's. Raises TargetError.

    `resolve` returns the full name of a topic, and `base` is that of the base's commands.
    """
    if profile.axes and not driven_scheme(address).has_free_axes:
        raise TargetError(DriveWording.NO_FREE_AXES(), DriveWording.NAME_AXIS_TOPIC())
    by_topic: dict[str, list[_Numbered]] = {}
    for number, axis in enumerate(profile.axes):
        topic = resolve(axis.topic) if axis.topic else base
        if topic != base:
            by_topic.setdefault(topic, []).append((number, axis))
        elif axis.topic:
            # two senders on one topic would contradict each other
            raise TargetError(DriveWording.AXIS_TOPIC_TAKEN(axis=axis.name), DriveWording.NAME_AXIS_TOPIC())
    # by their full names, two of the profile's topics may be one
    if fault := fault_of_axes([(topic, axis) for topic, axes in by_topic.items() for _, axis in axes]):
        raise TargetError(fault, DriveWording.NAME_AXIS_TOPIC())
    return tuple(AxisTopic(topic, axes[0][1].type_name, tuple(axes)) for topic, axes in by_topic.items())


def check_base_axes(target: Target, profile: Profile) -> None:
    """Check that the base's messages have the fields of its axes, and leave them alone. Raises TargetError."""
    still = target.fill(ZERO, profile)
    # a message in which all that the base has is something else
    moved = target.fill(Velocity(0.1, 0.2, 0.3, 0.4), profile)
    for _, axis in _of_base(profile):
        at = _at(still, axis.field)
        tip = DriveWording.NAME_AXIS_TOPIC()
        if isinstance(at, bool) or not isinstance(at, int | float):
            raise TargetError(DriveWording.NO_AXIS_FIELD(field=axis.field, axis=axis.name), tip)
        if at != _at(moved, axis.field) or _shares_rotation(still, moved, axis.field):
            raise TargetError(DriveWording.AXIS_FIELD_TAKEN(field=axis.field, axis=axis.name), tip)


def with_base_axes(message: Mapping[str, Any], values: Sequence[float], profile: Profile) -> Mapping[str, Any]:
    """Return the base's message with the values of its free axes, or neutral ones; the same where it has none."""
    found = message
    for number, axis in _of_base(profile):
        found = _replaced(found, axis.field.split("."), values[number] if values else axis.neutral)
    return found


class AxesCommandSender(CommandSender):
    """The sender of commands to a base and its free axes, each topic by a sender of its own.

    A command is a mapping of topics to messages, where `BASE` is the base's; a topic that is left out gets none. A
    command has arrived when all of them have theirs, while how good the link is, and what is under way, is that of the
    base. A topic that stands waits for nothing, whatever others move.

    Attributes:
        topic, type_name: those of the base.
    """

    def __init__(self, base: CommandSender, axes: Mapping[str, CommandSender]) -> None:
        self.topic, self.type_name = base.topic, base.type_name
        self._parts = {BASE: base, **axes}
        self._epochs: tuple[int, ...] = ()
        self._epoch = 0

    @override
    def prepare(self, command: Mapping[str, Any], number: int, *, moves: bool) -> Callable[[], None]:
        return self.prepare_parts(command, number, command if moves else ())

    @override
    def prepare_parts(self, command: Mapping[str, Any], number: int, moving: Collection[str]) -> Callable[[], None]:
        # all are encoded before any is written
        writes: list[Callable[[], None]] = []
        unprepared: list[LocalProtocolError | OSError] = []
        for topic, part in self._parts.items():
            if topic not in command:
                continue
            try:
                writes.append(part.prepare(command[topic], number, moves=topic in moving))
            except LocalProtocolError as error:
                if moving:
                    raise
                unprepared.append(error)

        def write() -> None:
            errors = list(unprepared)
            for one in writes:
                try:
                    one()
                except (LocalProtocolError, OSError) as error:
                    # the others have their stop all the same
                    errors.append(error)
            if errors:
                raise errors[0]

        return write

    @override
    def stand_by(self, command: Mapping[str, Any]) -> None:
        for topic, message in command.items():
            self._parts[topic].stand_by(message)

    @override
    def state(self) -> CommandSenderState:
        by_topic = {topic: part.state() for topic, part in self._parts.items()}
        base, states = by_topic[BASE], list(by_topic.values())
        axes = {topic: state for topic, state in by_topic.items() if topic != BASE}
        self.topic = self._parts[BASE].topic
        epochs = tuple(state.epoch for state in states)
        if epochs != self._epochs:
            self._epochs, self._epoch = epochs, self._epoch + 1
        obeyed = [state.last_obeyed for state in states if state.last_obeyed is not None]
        return replace(
            base,
            epoch=self._epoch,
            # whoever has axes only is no robot that takes the commands
            receivers=(*base.receivers, *names_by_topic(axes, "receivers")) if base.receivers else (),
            arrived=min(state.arrived for state in states),
            advertisers=names_of_all(state.advertisers for state in states),
            last_obeyed=min(obeyed, default=None),
            missed=names_by_topic(by_topic, "missed"),
            onlookers=names_by_topic(by_topic, "onlookers"),
            axes=axes,
        )

    @property
    @override
    def has_lost_receiver(self) -> bool:
        return any(part.has_lost_receiver for part in self._parts.values())

    @override
    def give_up_lost(self) -> None:
        for part in self._parts.values():
            part.give_up_lost()

    @override
    async def reconnect(self) -> None:
        lost = [part for part in self._parts.values() if part.has_lost_receiver]
        if not (lost or self._parts[BASE].state().receivers):
            # an axis that misses nobody is no reason to disturb a base that is there
            lost = [part for part in self._parts.values() if not part.state().receivers]
        if lost and lost[0].renews_all:
            lost = [min(lost, key=lambda part: len(part.state().receivers))]
        for result in await asyncio.gather(*(part.reconnect() for part in lost), return_exceptions=True):
            if isinstance(result, BaseException):
                raise result

    @override
    async def close(self) -> None:
        # a part that takes its time, or fails, keeps none of the others from telling its axis to stand
        for result in await asyncio.gather(*(part.close() for part in self._parts.values()), return_exceptions=True):
            if isinstance(result, BaseException):
                raise result


def names_of_all(each: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return all names, each once, for one node may be known by several topics."""
    return tuple(dict.fromkeys(name for names in each for name in names))


def names_by_topic(by_topic: Mapping[str, CommandSenderState], what: str) -> tuple[str, ...]:
    """Return the names of all topics; those of axes with their topic, for one node may take several."""
    return tuple(
        name if topic == BASE else f"{name} ({topic})"
        for topic, state in by_topic.items()
        for name in getattr(state, what)
    )


def _filled(topic: AxisTopic, values: Mapping[int, float]) -> Mapping[str, Any]:
    """Make the message of a topic with the values of these axes."""
    made: dict[str, Any] = dict(_HEADER) if topic.has_header else {}
    for number, axis in topic.axes:
        if number in values:
            value = values[number]
            _put(made, axis.field, _whole(value, axis) if number in topic.whole else _number(value))
    return made


def _of_base(profile: Profile) -> list[_Numbered]:
    return [(number, axis) for number, axis in enumerate(profile.axes) if not axis.topic]


def _share(free: Sequence[float], number: int) -> float:
    return free[number] if number < len(free) else 0.0


def _number(value: float) -> float:
    # an integer is what all fields of numbers take
    return int(value) if float(value).is_integer() else value


def _whole(value: float, axis: FreeAxis) -> int:
    """Return the nearest integer that is within the range of an axis."""
    return min(max(round(value), math.ceil(axis.least)), math.floor(axis.most))


def _put(made: dict[str, Any], field: str, value: float) -> None:
    *parts, last = field.split(".")
    for part in parts:
        made = made.setdefault(part, {})
    made[last] = value


def _at(message: object, field: str) -> object:
    for part in field.split("."):
        message = message.get(part) if isinstance(message, Mapping) else None
    return message


def _replaced(message: Mapping[str, Any], path: Sequence[str], value: float) -> Mapping[str, Any]:
    """Return a message with one number that is another; the message itself stays as it is."""
    first, rest = path[0], path[1:]
    return {**message, first: _replaced(message[first], rest, value) if rest else value}


def _shares_rotation(still: object, moved: object, field: str) -> bool:
    """Return whether a field is a part of a quaternion that the base turns by."""
    rotation = field.rpartition(".")[0]
    one, other = (_at(message, rotation) for message in (still, moved))
    return bool(rotation) and isinstance(one, Mapping) and "w" in one and one != other
