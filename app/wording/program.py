"""The sentences of this installation: of its checks, its updates, its start, and its demo robot."""

from __future__ import annotations

from protocols.sentence import Catalogue


class ProgramWording(Catalogue):
    """The sentences about this program itself."""

    # checks
    BUSY_TIP = "Close other programs and try again. If it happens again, please report it."
    CHECK_FAILED = "The check itself failed: {kind}: {error}"
    REPORT_TIP = "Please report it."
    INSTALL_AGAIN_TIP = "Install Teledeck again."
    NOT_ENDED = "The check did not end within {timeout_s:g} s"

    # updates and the start
    UPDATED = "Teledeck was updated"
    WITH_TIP = "{text}. {tip}"
    UPDATED_TIP = "Restart Teledeck."
    UPDATED_START_AGAIN = "Teledeck was updated. Restart it"
    NOT_STARTED_AGAIN = "Teledeck could not restart: {error}. Start it manually."
    LIBRARIES_TIP = "On Debian and Ubuntu: sudo apt install {libraries}"
    PLATFORM_UNKNOWN = (
        "QT_QPA_PLATFORM is “{platform}”, which Qt does not have here. Unset it, or use one of these: {known}."
    )
    NO_SCREEN = (
        "No screen is available for a window. Start Teledeck on a desktop, or over ssh -X. `teledeck --help` lists "
        "the commands that need no window."
    )
    PICTURE_NOT_DRAWN = "The image can't be drawn: {error}"
    WINDOW_NOT_OPENED = "The window can't be opened: {error}"

    HAD_STOOD_STILL = "Teledeck did not respond for a while"

    # the demo robot
    DEMO_NOT_STARTED = "The demo robot could not start: {error}"
    DEMO_ENDED = "The demo robot ended while starting"
    DEMO_NOT_IN_TIME = "The demo robot did not start within {timeout_s:g} s"
    DEMO_FAILED = "The demo robot could not start"
    DEMO_FAILED_BECAUSE = "The demo robot could not start: {reason}"
