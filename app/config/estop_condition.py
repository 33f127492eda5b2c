"""The condition under which a robot's own E-stop counts as pressed, as a profile writes it. Pure.

- `true`, `false`: a boolean; of a number, whether it is not zero.
- `bit 3`: the bit of this number, from 0, of an integer is set.
- `2`: the number is this one.
- `EMERGENCY`: a text has this word, whatever its case, or an enum has the value of this name.
- `not` and any of these: that does not hold.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

MAX_LENGTH: Final = 64
MAX_BIT: Final = 63
USUAL: Final = "true"
EXAMPLES: Final = (USUAL, "false", "bit 0", "not bit 0")
# the field of a std_msgs/Bool
USUAL_FIELD: Final = "data"

_CONDITION: Final = re.compile(r"(?P<inverted>not +)?(?:bit +(?P<bit>[0-9]{1,2})|(?P<word>\S(?:.*\S)?))", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_FLAGS: Final[Mapping[str, bool]] = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class EstopCondition:
    """A condition of a value.

    Attributes:
        holds: returns whether it holds of a value; None for a value that it says nothing of. The name of an enum's
            value is the second argument.
        inverted: whether pressed is what does not hold.
    """

    holds: Callable[[object, str], bool | None]
    inverted: bool = False

    def is_pressed(self, value: object, name: str = "") -> bool | None:
        """Return whether the E-stop is pressed by this value; None where the value does not tell."""
        found = self.holds(value, name)
        return None if found is None else found != self.inverted


def parse_condition(text: str) -> EstopCondition | None:
    """Parse a condition, of which an empty text is the usual one; None for a text that is none."""
    match = _CONDITION.fullmatch(text.strip() or USUAL)
    if match is None or len(text) > MAX_LENGTH or not text.isprintable():
        return None
    inverted, bit, word = match["inverted"] is not None, match["bit"], match["word"] or ""
    if word.lower() in {"bit", "not"} or word.lower().startswith("bit "):
        # more likely a slip than a word that a robot sends
        return None
    if bit is not None:
        number = int(bit)
        return EstopCondition(lambda value, _: _bit(value, number), inverted) if number <= MAX_BIT else None
    flag = _FLAGS.get(word.lower())
    if flag is not None:
        return EstopCondition(lambda value, _: None if (found := _flag(value)) is None else found is flag, inverted)
    if _NUMBER.fullmatch(word):
        wanted = int(word)
        return EstopCondition(lambda value, _: _equals(value, wanted), inverted)
    has_word = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return EstopCondition(lambda value, name: _has_word(has_word, value, name), inverted)


def _flag(value: object) -> bool | None:
    if isinstance(value, int):
        return bool(value)
    return bool(value) if isinstance(value, float) and math.isfinite(value) else None


def _bit(value: object, number: int) -> bool | None:
    whole = _whole(value)
    return None if whole is None else bool(whole >> number & 1)


def _equals(value: object, wanted: int) -> bool | None:
    if isinstance(value, float):
        return value == wanted if math.isfinite(value) else None
    whole = _whole(value)
    return None if whole is None else whole == wanted


def _whole(value: object) -> int | None:
    """Return a number that is whole; a protocol without integers sends it as a float."""
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value.is_integer() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _has_word(word: re.Pattern[str], value: object, name: str) -> bool | None:
    text = name or value
    return word.search(text) is not None if isinstance(text, str) else None
