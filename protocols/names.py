"""The check of names of topics, services and nodes that is the same for every protocol, and texts fit to be shown.

Robots list names that their own tools would not make: with spaces, hyphens, points, of any script, even empty ones. All
of those are read. Only characters that would harm a master, or could not be sent to it, are refused.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from protocols.wording import ProtocolWording

# the longest real names are scoped names of sensors, of some hundred characters
MAX_NAME_LENGTH: Final = 1024

# control characters, which break lines of logs and XML, and halves of a character, which are no text
_HARMFUL: Final = frozenset({"Cc", "Cs"})

_SECRET: Final = re.compile(r"(?i)(token|password|passwd|secret|key)=[^&\s\"'<>]+")


def name_fault(name: str) -> str:
    """Say why a name can't be told to a master; return an empty text if it can."""
    if len(name) > MAX_NAME_LENGTH:
        return ProtocolWording.NAME_TOO_LONG(length=len(name), limit=MAX_NAME_LENGTH)
    for character in name:
        if unicodedata.category(character) in _HARMFUL:
            return ProtocolWording.NAME_CHARACTER(number=ord(character))
    return ""


def printable_name(name: str) -> str:
    """Return a name fit for a sentence: on one line, not too long."""
    text = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in name[:81])
    return text if len(text) <= 80 else text[:80] + "…"


def redact_options(text: str) -> str:
    """Return a text, an address or not, with the secrets behind `token=` and the like blotted out."""
    return _SECRET.sub(r"\1=…", text)
