"""Sentences of the check of an installation."""

from __future__ import annotations

from protocols.sentence import Catalogue


class SelftestDialogWording(Catalogue):
    """The sentences about how the checks of this installation went."""

    ROBOT_MOVES = "a robot is armed, or may be moving"
    DISARM_FIRST = "Disarm it first: the check keeps this computer busy for half a minute."
    UPDATED = "Teledeck was updated: start it again, and check then."
    FAULTS = "{faults} of {count} checks found a fault. Choose it to see what to do."
    ALL_WELL = "All is well: {count} checks."
    ENDED_EARLY = "The check ended early, after {count} checks. Check again."
    NOT_STARTED = "The check could not be started: {why}. Start Teledeck again."
