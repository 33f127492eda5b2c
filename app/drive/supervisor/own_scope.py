"""A scope of systemd for the watchdog alone, which keeps it alive where memory runs out."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import Final

_LOGGER = logging.getLogger(__name__)

SCOPE_TIMEOUT_S: Final = 5.0
# -1000 would be never; root need not be the owner of the machine
OOM_SCORE: Final = -900
_OOM_SCORE_FILE: Final = Path("/proc/self/oom_score_adj")


def move_to_own_scope(score_file: Path = _OOM_SCORE_FILE) -> None:
    """Move this process to a scope of its own, and have the kernel end it last. Waits for the system; raises nothing.

    A system that runs out of memory ends the process that has most of it, and on a desktop of Linux often all that was
    started together: the whole scope of the window. So the user's systemd is asked for a scope of its own, and the
    kernel to end other processes first, which only root may ask for. Where neither can be asked, the log says so.
    """
    if sys.platform != "linux":
        return
    try:
        score_file.write_text(str(OOM_SCORE), encoding="ascii")
    except OSError as error:
        _LOGGER.info("the kernel can't be asked to spare the watchdog: %s", error.strerror or error)
    try:
        name = _start_scope()
    except Exception as error:  # noqa: BLE001 - whatever a bus or its library comes up with
        _LOGGER.info("the watchdog has no scope of its own: %s", error)
    else:
        _LOGGER.info("the watchdog is in a scope of its own: %s", name)


def _start_scope() -> str:
    """Start the scope; return its name. Raises whatever the bus or its library raises."""
    from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - not needed before, and on one system
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415
    from jeepney.wrappers import unwrap_msg  # noqa: PLC0415

    name = f"teledeck-watchdog-{os.getpid()}.scope"
    manager = DBusAddress(
        "/org/freedesktop/systemd1", bus_name="org.freedesktop.systemd1", interface="org.freedesktop.systemd1.Manager"
    )
    properties = [
        ("Description", ("s", "Teledeck: sends zeros when driving fails")),
        ("PIDs", ("au", [os.getpid()])),
    ]
    with open_dbus_connection(bus="SESSION", auth_timeout=SCOPE_TIMEOUT_S) as connection:
        message = new_method_call(manager, "StartTransientUnit", "ssa(sv)a(sa(sv))", (name, "fail", properties, []))
        unwrap_msg(connection.send_and_get_reply(message, timeout=SCOPE_TIMEOUT_S))
    return name
