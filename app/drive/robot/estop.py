"""The robot's own E-stop, as the robot tells it: the field of a topic that the profile names.

Every message is read, not only the newest: a press that is shorter than the time between two looks counts as well. What
a node tells holds until it tells something else, if it keeps its last message for later subscribers (a latched topic);
else for some times the usual interval of its messages.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from app.config.estop_condition import parse_condition
from app.config.profile import Profile
from app.connections.base import Connection
from app.drive.control.values import EstopState
from app.drive.robot.targets import driven_scheme
from app.model.schema import DecodeError, FieldPath, Payload, Schema, UnknownFieldError
from app.model.topics import Delivery

# a message that is late by as many intervals as this is missing
INTERVALS: Final = 3.0
# what nobody repeats within this is not known for longer; a topic is to be sent at least every few seconds
LEAST_S: Final = 1.0
MOST_S: Final = 10.0
# while the interval is not known yet
FIRST_S: Final = 3.0
# so many intervals are remembered: the longest of them is the usual one
_GAPS: Final = 8
# of one topic; a hostile robot may have more, of which the newest count
MAX_SENDERS: Final = 64

# whether the E-stop is pressed by a payload; None where that does not tell
PressedReader = Callable[[Payload], bool | None]


@dataclass(slots=True)
class _Told:
    """The last word of one node, when it came, and how often the node speaks."""

    pressed: bool | None
    at_s: float
    gaps: deque[float] = field(default_factory=lambda: deque(maxlen=_GAPS))

    def is_known(self, now: float) -> bool:
        """Whether that still holds, of a node that has to repeat it."""
        limit_s = min(max(INTERVALS * max(self.gaps), LEAST_S), MOST_S) if self.gaps else FIRST_S
        return now - self.at_s <= limit_s


class EstopReadings:
    """The words of all nodes that send the topic. Pure: times are numbers."""

    def __init__(self) -> None:
        self._told: dict[str, _Told] = {}
        self._was_heard = False
        # pressed since the last look, whatever was told after that
        self._was_pressed = False

    def take(self, sender: str, pressed: bool | None, at_s: float) -> None:  # noqa: FBT001 - what was told
        """Take in a message of a node; None for one that does not tell."""
        self._was_heard = True
        self._was_pressed = self._was_pressed or pressed is True
        told = self._told.pop(sender, None)
        if told is None:
            told = _Told(pressed, at_s)
        elif 0.0 < at_s - told.at_s <= MOST_S:
            # a longer gap was a silence
            told.gaps.append(at_s - told.at_s)
        told.pressed, told.at_s = pressed, at_s
        # the one that told last is the last
        self._told[sender] = told
        while len(self._told) > MAX_SENDERS:
            del self._told[next(iter(self._told))]

    def state(self, now: float, senders: Mapping[str, bool] | None = None) -> EstopState:
        """Return the state now.

        `senders` are the nodes that send the topic, each with whether it keeps its last message; None where that is not
        known. What a node told that is gone counts no more. One that says pressed is believed, whatever others say, and
        one that said so and is silent is not known to be released.
        """
        if senders is not None:
            self._told = {name: told for name, told in self._told.items() if name in senders}
        known: list[bool | None] = []
        silent: list[bool | None] = []
        for name, told in self._told.items():
            keeps = senders is not None and senders[name]
            (known if keeps or told.is_known(now) else silent).append(told.pressed)
        was_pressed, self._was_pressed = self._was_pressed, False
        if was_pressed or True in known:
            return EstopState.PRESSED
        if not known or True in silent:
            return EstopState.SILENT if self._was_heard else EstopState.UNHEARD
        return EstopState.UNREADABLE if None in known else EstopState.RELEASED


class EstopListener:
    """The listener to the robot's own E-stop, on the running loop.

    Args:
        scheme: the scheme of the robot's address.
    """

    def __init__(self, connection: Connection, scheme: str, profile: Profile) -> None:
        self._connection = connection
        # an engine is asked for each message, by the links that commands go by
        self._can_listen = not driven_scheme(scheme).by_joints
        self._named = ("", "", "")
        self._readings = EstopReadings()
        self._readers: dict[int, tuple[Schema, PressedReader]] = {}
        self.use_profile(profile)

    @property
    def wanted(self) -> Mapping[str, bool]:
        """The topic to subscribe to, as `Connection.set_wanted` takes it; empty for none."""
        return {self._named[0]: True} if self._named[0] and self._can_listen else {}

    def use_profile(self, profile: Profile) -> bool:
        """Listen to what a profile names; return whether that is another topic than before."""
        before, self._named = self._named, (profile.estop_topic, profile.estop_field, profile.estop_when)
        if before == self._named:
            return False
        self._readings, self._readers = EstopReadings(), {}
        if before[0] != self._named[0] and self._can_listen:
            if before[0]:
                self._connection.set_sinks(before[0], ())
            if self._named[0]:
                self._connection.set_sinks(self._named[0], (self._take,))
        return before[0] != self._named[0]

    def state(self) -> EstopState:
        """Return the state now."""
        name = self._named[0]
        if not name:
            return EstopState.NONE
        if not self._can_listen:
            return EstopState.UNHEARD
        return self._readings.state(asyncio.get_running_loop().time(), self._senders)

    @property
    def _senders(self) -> Mapping[str, bool] | None:
        return self._connection.senders_of(self._connection.resolve(self._named[0]))

    def _take(self, delivery: Delivery) -> None:
        senders = self._senders
        if senders is not None and delivery.sender not in senders:
            # published by ourselves, as a lock of STOP
            return
        read = self._reader_of(delivery.schema)
        for payload in delivery.payloads:
            self._readings.take(delivery.sender, read(payload), delivery.arrived_s)

    def _reader_of(self, schema: Schema) -> PressedReader:
        known = self._readers.get(id(schema))
        if known is None:
            if len(self._readers) >= MAX_SENDERS:
                self._readers.clear()
            # the schema is held, so that no other one gets its id
            known = self._readers[id(schema)] = (schema, pressed_reader(schema, *self._named[1:]))
        return known[1]


def pressed_reader(schema: Schema, path: str, when: str) -> PressedReader:
    """Return a function that reads from a payload whether the E-stop is pressed; None where that does not tell."""
    condition = parse_condition(when)
    try:
        where = FieldPath.parse(path)
        extract, shape = schema.extractor(where), schema.check(where)
    except UnknownFieldError:
        return lambda payload: None  # noqa: ARG005 - whatever comes
    names = {number: name for name, number in shape.enum_names}

    def read(payload: Payload) -> bool | None:
        try:
            value = extract(payload)
        except DecodeError:
            return None
        name = names.get(value, "") if isinstance(value, int) and not isinstance(value, bool) else ""
        return None if condition is None or value is None else condition.is_pressed(value, name)

    return read
