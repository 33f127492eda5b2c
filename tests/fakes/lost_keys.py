"""Ways in which a window may not hear, or not understand, that a key which drives went up; on a real X server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tests.fakes.driven_robot import clock
from tests.fakes.x11 import ALT, ALT_GR, CAPS_LOCK, NUM_LOCK, PAD_8, SHIFT, Screen, W

# shorter than Qt waits before it believes that the focus is gone
_GRAB_S: Final = 0.08


@dataclass(frozen=True, slots=True)
class LostKey:
    """What happens while a key is held.

    Attributes:
        let_go: ends with nothing down any more; when the key went up, by the clock of driving.
        layout: what the keyboard has: a layout, its variant and an option.
        key: the one that is held, by its place.
    """

    let_go: Callable[[Screen], float]
    layout: tuple[str, str, str] = ("us", "", "")
    key: int = W


def _beside(*keys: int, held: int = W) -> Callable[[Screen], float]:
    """Other keys go down and up, then the one that was held."""

    def let_go(screen: Screen) -> float:
        screen.click(*keys)
        screen.release(held)
        return clock()

    return let_go


def _within(key: int) -> Callable[[Screen], float]:
    """The one that was held goes up while another is down."""

    def let_go(screen: Screen) -> float:
        screen.press(key)
        screen.release(W, key)
        return clock()

    return let_go


def _while_another_program_has_the_keys(screen: Screen) -> float:
    with screen.grabbed():
        screen.release(W)
        let_go_at = clock()
        time.sleep(_GRAB_S)
    return let_go_at


LOST_KEYS: Final[Mapping[str, LostKey]] = {
    "layout by Shift and Alt": LostKey(_beside(SHIFT, ALT), ("us,ru", "", "grp:alt_shift_toggle")),
    "layout by Caps Lock": LostKey(_beside(CAPS_LOCK), ("us,ru", "", "grp:caps_toggle")),
    "Caps Lock": LostKey(_beside(CAPS_LOCK)),
    "Num Lock": LostKey(_beside(NUM_LOCK, held=PAD_8), key=PAD_8),
    "a hot key of another program": LostKey(_while_another_program_has_the_keys),
    "Shift": LostKey(_within(SHIFT)),
    "AltGr": LostKey(_within(ALT_GR), ("de", "", "")),
}
