"""The sentences of this installation: of its checks, its updates, its start, and its demo robot."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class ProgramWording(Catalogue):
    """The sentences about this program itself."""

    # checks
    BUSY_TIP = "Close what keeps this computer busy, and run it again. If it stays so, please report it."
    CHECK_FAILED = "the check itself failed: {kind}: {error}"
    REPORT_TIP = "Please report it."
    INSTALL_AGAIN_TIP = "Install Teledeck again."
    NOT_ENDED = "it did not end within {timeout_s:g} s"

    # updates and the start
    UPDATED = "Teledeck was updated"
    WITH_TIP = "{text}. {tip}"
    UPDATED_TIP = "Start it again."
    UPDATED_START_AGAIN = "Teledeck was updated: start it again"
    NOT_STARTED_AGAIN = "it could not be started again: {error}. Start it by hand."
    LIBRARIES_TIP = "On Debian and Ubuntu: sudo apt install {libraries}"
    PLATFORM_UNKNOWN = (
        "QT_QPA_PLATFORM names “{platform}”, which Qt does not have here. Unset it, or name one of these: {known}."
    )
    NO_SCREEN = (
        "there is no screen to open a window on. Start it on a desktop, or over ssh -X; `teledeck --help` lists what "
        "goes without."
    )
    PICTURE_NOT_DRAWN = "the picture can't be drawn: {error}"
    WINDOW_NOT_OPENED = "the window can't be opened: {error}"

    HAD_STOOD_STILL = "it had stood still for a while"

    # the demo robot
    DEMO_NOT_STARTED = "the demo robot could not be started: {error}"
    DEMO_ENDED = "the demo robot was ended while it started"
    DEMO_NOT_IN_TIME = "the demo robot did not start within {timeout_s:g} s"
    DEMO_FAILED = "the demo robot could not start"
    DEMO_FAILED_BECAUSE = "the demo robot could not start: {reason}"
