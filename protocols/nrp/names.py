"""Names of DataPacks: `model`, `model::link`, `model::joint`, `model::link::camera`."""

from __future__ import annotations

from typing import Final

from protocols.errors import LocalProtocolError
from protocols.names import name_fault, printable_name

SEPARATOR: Final = "::"
# the most DataPacks of one engine that are read; each is asked for by itself at first
MAX_PACKS: Final = 256

_TIP: Final = "Write it as the engine is configured: rover, rover::chassis, rover::left_hinge, rover::head::camera."


def check_name(text: str) -> str:
    """Return a name without blanks around it. Raises LocalProtocolError if it can't be that of a DataPack."""
    name = text.strip()
    if not name:
        raise LocalProtocolError("the name of a DataPack is empty", _TIP)
    fault = name_fault(name)
    if fault:
        raise LocalProtocolError(f"“{printable_name(name)}” can't be the name of a DataPack: {fault}", _TIP)
    if "," in name:
        raise LocalProtocolError(
            f"“{printable_name(name)}” can't be the name of a DataPack: commas separate names", _TIP
        )
    return name


def may_be_camera(name: str) -> bool:
    """Whether a name may be a camera's, by the number of its parts; a link of a model within a model has as many."""
    return name.count(SEPARATOR) >= 2
