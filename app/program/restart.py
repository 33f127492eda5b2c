"""Restart of the program: with the same arguments, on the same robots."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.program.installation import command_line

# addresses may hold tokens, and a command line can be read by any user of the machine
_ROBOTS: Final = "TELEDECK_ROBOTS"
# more were never shown in one window
_MAX_ROBOTS: Final = 200


@dataclass(frozen=True, slots=True)
class RestartState:
    """The robots with which the program starts again.

    Attributes:
        uris: the addresses of robots, with their tokens.
        demo: whether it starts a demo robot.
    """

    uris: tuple[str, ...] = ()
    demo: bool = False

    def __repr__(self) -> str:
        return f"{len(self.uris)} addresses"


def restart_program(reopening: RestartState) -> None:
    """Start the program as it was started. To be called when everything else has ended. Raises OSError."""
    import subprocess  # noqa: PLC0415 - hardly ever needed

    told = json.dumps({"uris": reopening.uris, "demo": reopening.demo})
    # otherwise the new bundle takes itself for a child of this process
    environ = {**os.environ, _ROBOTS: told, "PYINSTALLER_RESET_ENVIRONMENT": "1"}
    subprocess.Popen(  # noqa: S603 - ourselves
        [*command_line(with_window=True), *sys.argv[1:]], env=environ, stdin=subprocess.DEVNULL, start_new_session=True
    )


def take_restart_state() -> RestartState | None:
    """Take the robots of the previous run out of the environment; None if this run is no restart."""
    told = os.environ.pop(_ROBOTS, None)
    try:
        given = json.loads(told) if told is not None else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(given, dict):
        return None
    return RestartState(_texts(given.get("uris")), given.get("demo") is True)


def _texts(values: object) -> tuple[str, ...]:
    listed: Iterable[object] = values if isinstance(values, list) else ()
    return tuple(value for value in listed if isinstance(value, str))[:_MAX_ROBOTS]
