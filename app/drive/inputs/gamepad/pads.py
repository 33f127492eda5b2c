"""The pads of this computer as an input source: they are plugged in and pulled out at any time.

One of them drives, the first that can; STOP is obeyed from all. A pad that is gone has no input state from the same
poll on.

    plugged in ──> open, read, nothing driven ──> every mapped axis moved once ──> seen: may be armed
         any poll in which it does not answer ──> gone: closed, and PAD_GONE if it was the pad that drives
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from typing_extensions import override

from app.config.feedback import FeedbackPattern
from app.config.profile import PadMapping
from app.drive.control.controller import LATE_S
from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import REST_TICK_S, DriveSource, InputState, Outcome, Reason
from app.drive.inputs.gamepad.mapping.calibration import AxisCalibration, calibrated
from app.drive.inputs.gamepad.mapping.layout import (
    AXES,
    PadLayout,
    PadLayoutError,
    PadReading,
    RawPad,
    SeenAxes,
    doubled_input,
    mapped_axes,
    missing_roles,
    parse_layout,
    read_pad,
)
from app.drive.inputs.gamepad.rumble import RumblePlan
from app.drive.inputs.gamepad.sdl import Joystick, JoystickId, JoystickState, PadsUnavailable, Sdl
from app.drive.inputs.gamepad.store import KnownPad, PadStore
from app.wording.drive import PadWording

_LOGGER = logging.getLogger(__name__)

# more pads than this are not opened
MAX_PADS: Final = 16

# SDL reports whatever moves; should it ever not, the move is seen by then
READ_AGAIN_S: Final = 0.1

_UNTOUCHED: Final = PadReading()


@dataclass(frozen=True, slots=True)
class PadStatus:
    """The state of a pad, for views.

    Attributes:
        trouble: why the pad can't drive, with what to do; empty if it can.
        layout: the mapping, as it was saved or as SDL has it.
        state: the raw state, for the wizard and the calibration; `raw` is the same, calibrated.
        axes: all axes, by SDL's names where it has some, and their positions as driving reads them; None for an axis
            that has not moved yet.
        numbers: the positions of the device's axes, by their numbers: what driving reads as “axis0” and so on.
        unseen: the numbers of the axes that must be moved once before arming.
        drives: this is the pad that drives.
        aside: the pad is being mapped or calibrated.
    """

    instance: JoystickId
    guid: str
    name: str
    trouble: str
    layout: PadLayout
    state: JoystickState
    raw: RawPad
    reading: PadReading
    axes: tuple[tuple[str, float | None], ...]
    numbers: tuple[float | None, ...]
    unseen: tuple[int, ...]
    drives: bool
    aside: bool
    virtual: bool


class Gamepads(InputSource):
    """All pads. Where pads can't be used, there are none, and `trouble` says why.

    Attributes:
        trouble: why no pad can be used; empty if pads can be used.
        tip: what the operator can do about that.
        rumble: how pads rumble at stops, by the robot's profile.
    """

    name = "pad"

    def __init__(self, mapping: PadMapping, store: PadStore, start: Callable[[], Sdl] = Sdl) -> None:
        self.trouble = self.tip = ""
        self.sdl: Sdl | None = None
        self.rumble = RumblePlan()
        self._mapping = mapping
        self._store = store
        self._pads: dict[JoystickId, _Pad] = {}
        self._failed: set[JoystickId] = set()
        self._driving: JoystickId | None = None
        self._reasons: list[Reason] = []
        # presses of STOP on pads that are gone, since the last poll
        self._last_stops = 0
        self._polled_at: float | None = None
        self._read_at: float | None = None
        try:
            self.sdl = start()
        except PadsUnavailable as error:
            self.trouble, self.tip = error.reason, error.tip
            _LOGGER.info("no pads: %s", error.reason)

    @property
    def statuses(self) -> tuple[PadStatus, ...]:
        """The states of all pads as of the last poll."""
        return tuple(pad.status(drives=pad.instance == self._driving) for pad in self._pads.values())

    @property
    def mapping(self) -> PadMapping:
        """The mapping of the robot's profile."""
        return self._mapping

    def known(self, guid: str) -> KnownPad:
        """Return the saved settings of a device; defaults where there are none."""
        return self._store.known(guid)

    @property
    def are_there(self) -> bool:
        """Whether there was any pad at the last poll."""
        return bool(self._pads)

    @property
    def is_held(self) -> bool:
        """Whether the button that must be held to drive is down on the pad that drives."""
        pad = self._pads.get(self._driving) if self._driving is not None else None
        return pad is not None and pad.is_held

    def has_news(self) -> bool:
        """Return whether a pad has moved, come or gone since the last poll; this costs a tenth of a poll."""
        return self.sdl is not None and self.sdl.has_news()

    @override
    def poll(self, now: float) -> SourceInputs:
        if self.sdl is None:
            return SourceInputs()
        there = self.sdl.update()
        read_s = math.inf if self._read_at is None else now - self._read_at
        anew = self.sdl.had_news or not 0.0 <= read_s < READ_AGAIN_S
        if anew:
            self._read_at = now
        self._look(there, anew=anew)
        self._go_on_rumbling(now)
        heard = [(pad, *pad.poll()) for pad in self._pads.values()]
        # what was pressed while this program stood still may have been let go of long ago; only STOP counts
        late = self._polled_at is not None and now - self._polled_at > REST_TICK_S + LATE_S
        self._polled_at = now
        self._choose_driver()
        hands: list[InputState] = []
        arm, clears, steps, marks = False, 0, 0, 0
        for pad, reading, edges in heard:
            if pad.instance == self._driving:
                hands.append(pad.input_state(reading, now))
                arm, clears = edges.arm and not late, int(edges.clear and not late)
                steps = (edges.faster and not late) - edges.slower
                marks = int(edges.mark and not late)
        last_stops, self._last_stops = self._last_stops, 0
        stop = last_stops > 0 or any(reading.stop or edges.stop for _, reading, edges in heard)
        presses = last_stops + sum(edges.stop_again for _, _, edges in heard)
        reasons, self._reasons = tuple(self._reasons), []
        return SourceInputs(
            tuple(hands),
            arm=arm,
            stop=stop,
            presses=presses,
            clears=clears,
            reasons=reasons,
            speed_steps=steps,
            marks=marks,
        )

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        # a stop is felt
        self.rumble.feel(outcome.news, self._driving, self._pads, now)
        self._go_on_rumbling(now)

    def try_rumble(self, pattern: FeedbackPattern, now: float) -> None:
        """Have the pad that drives rumble, or all of them where none does, to feel what a pattern is like."""
        self.rumble.try_pattern(pattern, list(self._pads) if self._driving is None else [self._driving], now)
        self._go_on_rumbling(now)

    def _go_on_rumbling(self, now: float) -> None:
        for instance, strength, seconds in self.rumble.due(now):
            if instance in self._pads:
                self._pads[instance].device.rumble(strength, seconds)

    def choose_pad(self, instance: JoystickId) -> None:
        """Have another pad drive; a pad that is not there, or can't drive, changes nothing."""
        pad = self._pads.get(instance)
        if pad is not None and pad.can_drive() and instance != self._driving:
            if self._driving is not None:
                self._reasons.append(Reason.BY_OPERATOR)
            self._driving = instance

    def use_mapping(self, mapping: PadMapping) -> None:
        """Read pads as another profile says. The change of the profile disarms."""
        self._mapping = mapping
        for pad in self._pads.values():
            pad.use_mapping(mapping)

    def put_aside(self, instance: JoystickId, *, aside: bool) -> None:
        """Put a pad aside to map or calibrate it: meanwhile it drives nothing; its STOP is still obeyed."""
        pad = self._pads.get(instance)
        if pad is None or pad.aside == aside:
            return
        pad.aside = aside
        if instance == self._driving and aside:
            self._reasons.append(Reason.BY_OPERATOR)
            self._driving = None

    def teach(self, guid: str, *, mapping: str | None = None, axes: tuple[AxisCalibration, ...] | None = None) -> None:
        """Save a mapping or a calibration, and use it from now on. Disarms. Raises PadFileError."""
        known = self._store.known(guid)
        known = replace(known, mapping=known.mapping if mapping is None else mapping)
        known = replace(known, axes=known.axes if axes is None else axes)
        for pad in self._pads.values():
            if pad.device.info.guid == guid:
                known = replace(known, name=pad.device.info.name)
                pad.learn(known)
                if pad.instance == self._driving:
                    self._reasons.append(Reason.BY_OPERATOR)
        self._store.save(known)

    @override
    def close(self) -> None:
        for pad in self._pads.values():
            pad.device.close()
        self._pads.clear()
        self._driving = None
        if self.sdl is not None:
            self.sdl.close()
            self.sdl = None

    def _look(self, there: tuple[JoystickId, ...], *, anew: bool) -> None:
        """Open new pads, close pads that are gone; with `anew` the others, which may have moved, are read."""
        gone = [name for name, pad in self._pads.items() if name not in there or not pad.read(anew=anew)]
        for instance in gone:
            self._forget(instance)
        self._failed.intersection_update(there)
        for instance in there:
            if instance not in self._pads and instance not in self._failed and len(self._pads) < MAX_PADS:
                self._open(instance)

    def _open(self, instance: JoystickId) -> None:
        device = self.sdl.open(instance) if self.sdl is not None else None
        numbers = None if device is None else device.read()
        if device is None or numbers is None:
            # most likely there is no right to read it; not tried again before it was pulled out
            self._failed.add(instance)
            _LOGGER.info("a pad can't be opened: %s", self.sdl.error() if self.sdl is not None else "")
            return
        self._pads[instance] = _Pad(device, numbers, self._store.known(device.info.guid), self._mapping)

    def _forget(self, instance: JoystickId) -> None:
        pad = self._pads.pop(instance)
        # a STOP may be the last that was pressed on it
        self._last_stops += self.sdl is not None and pad.has_stop(self.sdl.take_pressed(instance))
        pad.device.close()
        if instance == self._driving:
            self._driving = None
            self._reasons.append(Reason.PAD_GONE)

    def _choose_driver(self) -> None:
        driving = self._pads.get(self._driving) if self._driving is not None else None
        if driving is not None and driving.can_drive():
            return
        self._driving = next((pad.instance for pad in self._pads.values() if pad.can_drive()), None)


@dataclass(frozen=True, slots=True)
class _Presses:
    stop: bool = False
    stop_again: bool = False
    arm: bool = False
    clear: bool = False
    faster: bool = False
    slower: bool = False
    mark: bool = False


class _Pad:
    """An open device with its saved settings and the mapping of the robot's profile."""

    def __init__(self, device: Joystick, numbers: JoystickState, known: KnownPad, mapping: PadMapping) -> None:
        self.device = device
        self.instance = device.info.instance
        self.aside = False
        self._mapping = mapping
        self._numbers = numbers
        self._moved = True
        self._seen = SeenAxes(numbers.axes)
        self.learn(known)

    def learn(self, known: KnownPad) -> None:
        """Change to other settings: another mapping of the device, another calibration."""
        text = known.mapping or self.device.info.mapping
        try:
            self._layout = parse_layout(text) if text else PadLayout()
        except PadLayoutError as error:
            # SDL supports more than this program, or an environment variable gave it something odd
            _LOGGER.info("the mapping of %s is not used: %s", self.device.info.name, error)
            self._layout = PadLayout()
        self._axes = known.axes
        self._axis_names = self._named_axes()
        self.use_mapping(self._mapping)

    def use_mapping(self, mapping: PadMapping) -> None:
        """Read the device as another profile says. A button that is held now counts as pressed before."""
        self._mapping = mapping
        self._raw = self._calibrated()
        self._lacking = missing_roles(mapping, self._layout, self._raw)
        self._doubled = doubled_input(mapping, self._layout)
        self._wanted = mapped_axes(mapping, self._layout)
        self._reading = read_pad(mapping, self._layout, self._raw)

    def read(self, *, anew: bool) -> bool:
        """Return whether the device is still there; with `anew` it is read, else its state stays."""
        self._moved = anew
        if not anew:
            return self.device.is_there
        numbers = self.device.read()
        if numbers is None:
            return False
        self._numbers = numbers
        self._seen.feed(numbers.axes)
        self._raw = self._calibrated()
        return True

    def poll(self) -> tuple[PadReading, _Presses]:
        """Return the reading, and what was pressed since the last call, however shortly."""
        last = self._reading
        if not self._moved:
            return last, _Presses(stop=last.stop)
        reading = self._reading = read_pad(self._mapping, self._layout, self._raw)
        tapped = self._tapped(self._numbers.pressed) if self._numbers.pressed else _UNTOUCHED
        return reading, _Presses(
            stop=reading.stop or tapped.stop,
            stop_again=tapped.stop or (reading.stop and not last.stop),
            arm=(reading.arm or tapped.arm) and not last.arm,
            clear=(reading.clear or tapped.clear) and not last.clear,
            faster=(reading.faster or tapped.faster) and not last.faster,
            slower=(reading.slower or tapped.slower) and not last.slower,
            mark=(reading.mark or tapped.mark) and not last.mark,
        )

    def has_stop(self, pressed: frozenset[int]) -> bool:
        """Return whether STOP is among buttons by number."""
        return self._tapped(pressed).stop

    def input_state(self, reading: PadReading, now: float) -> InputState:
        """Make the input state of a reading."""
        return InputState(
            DriveSource.PAD,
            reading.stick,
            now,
            held=reading.hold,
            seen=not self._unseen(),
            device=f"{self.device.info.name} ({self.instance})",
        )

    @property
    def is_held(self) -> bool:
        """Whether the button that must be held to drive was down at the last reading."""
        return self._reading.hold

    def can_drive(self) -> bool:
        """Return whether the pad has all inputs that driving needs, none for two functions, and is not put aside."""
        return not self.aside and not self._lacking and self._doubled is None

    def status(self, *, drives: bool) -> PadStatus:
        """Return the state for views."""
        facts = self.device.info
        unseen = set(self._seen.unseen(frozenset(range(len(self._raw.axes)))))
        return PadStatus(
            instance=self.instance,
            guid=facts.guid,
            name=facts.name,
            trouble=self._trouble(),
            layout=self._layout,
            state=self._numbers,
            raw=self._raw,
            reading=self._reading,
            axes=tuple(
                (name, None if unseen.intersection(indexes) else self._layout.axis(name, self._raw))
                for name, indexes in self._axis_names.items()
            ),
            numbers=tuple(None if index in unseen else value for index, value in enumerate(self._raw.axes)),
            unseen=self._unseen(),
            drives=drives,
            aside=self.aside,
            virtual=facts.virtual,
        )

    def _named_axes(self) -> dict[str, tuple[int, ...]]:
        """Return the names of all axes, each with the device's axes that it comes from."""
        raw = self._calibrated()
        named = {name: tuple(self._layout.raw_axes(name)) for name in AXES if self._layout.has(name, raw)}
        others = set(range(len(raw.axes))).difference(*named.values())
        return named | {f"axis{index}": (index,) for index in sorted(others)}

    def _trouble(self) -> str:
        if not self._lacking:
            return "" if self._doubled is None else self._doubled.trouble
        if not self._layout.bindings:
            return PadWording.UNKNOWN_PAD()
        return PadWording.PAD_LACKS(roles=", ".join(self._lacking))

    def _calibrated(self) -> RawPad:
        numbers = self._numbers
        return RawPad(calibrated(numbers.axes, self._axes), numbers.buttons, numbers.hats)

    def _tapped(self, pressed: frozenset[int]) -> PadReading:
        buttons = RawPad(buttons=tuple(number in pressed for number in range(len(self._numbers.buttons))))
        return read_pad(self._mapping, self._layout, buttons)

    def _unseen(self) -> tuple[int, ...]:
        return tuple(self._seen.unseen(self._wanted))
