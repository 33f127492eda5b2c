"""Characters that the name of a topic, a service or a node must not hold, whatever the protocol.

Robots list names that their own tools would not make: with spaces, hyphens, points, of any script, even empty ones. All
of those are read. What is left is what would harm a master, or could not be sent to it.
"""

from __future__ import annotations

import unicodedata
from typing import Final

# the longest real ones are scoped names of sensors, of some hundred characters
LONGEST_NAME: Final = 1024

# control characters, which break lines of logs and XML, and halves of a character, which are no text
_HARMFUL: Final = frozenset({"Cc", "Cs"})


def fault_of(name: str) -> str:
    """Why a name can't be told to a master, empty if it can."""
    if len(name) > LONGEST_NAME:
        return f"it has {len(name):,} characters, and {LONGEST_NAME:,} are the most"
    for character in name:
        if unicodedata.category(character) in _HARMFUL:
            return f"it holds the character U+{ord(character):04X}, which no name can hold"
    return ""


def shown_name(name: str) -> str:
    """A name for a sentence: on one line, not too long."""
    text = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in name[:81])
    return text if len(text) <= 80 else text[:80] + "…"
