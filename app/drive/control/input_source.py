"""Input sources: one interface for pads, keyboards, lines of a pipe and events of the system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from app.drive.control.limits import is_neutral
from app.drive.control.values import DriveSource, Inputs, InputState, Outcome, Reason


@dataclass(frozen=True, slots=True)
class SourceInputs:
    """The inputs of one source since it was last polled. `Inputs` combines those of all sources, under the same names.

    Attributes:
        presses: how often STOP was pressed, where the source knows, which may have several buttons, on several devices.
        speed_steps: by how many steps the operator wants to be faster, or slower; acts, as with `arm`.
        marks: how often the operator marked the moment; the robot never hears of it.
        end: the operator wants to end driving.
    """

    input_states: tuple[InputState, ...] = ()
    arm: bool = False
    arm_unwatched: bool = False
    stop: bool = False
    presses: int = 0
    clears: int = 0
    reasons: tuple[Reason, ...] = ()
    speed_steps: int = 0
    marks: int = 0
    end: bool = False


class InputSource(ABC):
    """A source of inputs, such as a kind of device. Polled every `TICK_S` on the loop that drives; nothing here blocks.

    Attributes:
        name: the name of the source in the audit log.
    """

    name: str

    @abstractmethod
    def poll(self, now: float) -> SourceInputs:
        """Return the inputs since the last call. A device that is gone has no input state there, never its last one."""

    @abstractmethod
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        """Take the outcome of the step, to show it or make it felt."""

    @abstractmethod
    def close(self) -> None:
        """Restore everything as it was found. Can be called twice."""


class ReturnCount:
    """The count of the acts by which the operator returns from the past: Arm, or a stick that was moved.

    Attributes:
        number: how many there were.
    """

    def __init__(self) -> None:
        self.number = 0
        # None while views show now
        self._pushed: frozenset[tuple[DriveSource, str]] | None = None

    def step(self, heard: Iterable[SourceInputs], *, past: bool) -> None:
        """Take what was heard since the last step; a stick that was held before does not count."""
        if not past:
            self._pushed = None
            return
        every = tuple(heard)
        before, self._pushed = (
            self._pushed,
            frozenset(
                (hand.source, hand.device)
                for one in every
                for hand in one.input_states
                if hand.seen and not is_neutral(hand)
            ),
        )
        is_moved = before is not None and not self._pushed <= before
        self.number += is_moved or any(one.arm or one.arm_unwatched for one in every)


def combined_inputs(
    heard: Iterable[SourceInputs], interface_at_s: float | None = None, speed: float = 1.0, *, watchdog: bool = False
) -> Inputs:
    """Combine the inputs of all sources, for one step of the controller."""
    every = tuple(heard)
    return Inputs(
        input_states=tuple(hand for one in every for hand in one.input_states),
        arm=any(one.arm for one in every),
        arm_unwatched=any(one.arm_unwatched for one in every),
        stop=any(one.stop for one in every),
        clears=sum(one.clears for one in every),
        reasons=tuple(reason for one in every for reason in one.reasons),
        interface_at_s=interface_at_s,
        speed=speed,
        watchdog=watchdog,
    )
