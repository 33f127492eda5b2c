"""Where the operator's wishes come from: one shape for pads, the keyboard and whatever else a hand is on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from app.drive.values import Hand, Inputs, Outcome, Reason


@dataclass(frozen=True, slots=True)
class Heard:
    """What one source has said since it was last asked: see `Inputs`, which is made of these.

    Attributes:
        end: the operator wants to leave.
    """

    hands: tuple[Hand, ...] = ()
    arm: bool = False
    arm_unwatched: bool = False
    stop: bool = False
    clears: int = 0
    reasons: tuple[Reason, ...] = ()
    end: bool = False


class InputSource(Protocol):
    """One kind of device. Asked every `TICK_S` on the loop that drives; nothing here ever blocks.

    Attributes:
        name: by which the audit log tells of it.
    """

    name: str

    def poll(self, now: float) -> Heard:
        """What was said since the last call. A device that is gone has no hand here, never its last one."""
        ...

    def tell(self, outcome: Outcome, now: float) -> None:
        """What the step came to, for those that can show it or make it felt."""
        ...

    def close(self) -> None:
        """Leave everything as it was found. Can be called twice."""
        ...


def combined(
    heard: Iterable[Heard], interface_at_s: float | None = None, speed: float = 1.0, *, watchdog: bool = False
) -> Inputs:
    """What all sources together say, for one step of the controller."""
    every = tuple(heard)
    return Inputs(
        hands=tuple(hand for one in every for hand in one.hands),
        arm=any(one.arm for one in every),
        arm_unwatched=any(one.arm_unwatched for one in every),
        stop=any(one.stop for one in every),
        clears=sum(one.clears for one in every),
        reasons=tuple(reason for one in every for reason in one.reasons),
        interface_at_s=interface_at_s,
        speed=speed,
        watchdog=watchdog,
    )
