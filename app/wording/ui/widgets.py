"""Sentences of widgets that know no robot."""

from __future__ import annotations

from protocols.sentence import Catalogue


class WidgetsWording(Catalogue):
    """The sentences about numbers, files, clocks, and what was done or not."""

    VIEW_CLOSED = "{file} was not written: the view was closed meanwhile"
    VIEW_CLOSED_TIP = "Bring it back by Undo or Ctrl+Shift+T, and save again."
    NOT_SAVED = "Not saved"
    SAVED = "Saved"
    NOT_WRITTEN = "{path} can't be written: {reason}"
    TIME_UNKNOWN = "Simulated time, not told yet"
    TIME = "Simulated time {time}"
    TIME_WENT_BACK = "{text}, went back"
    TIME_STILL = "{text}, still for {age}"
    NOT_DONE = "Not done"
    NOTE = "Note"
    UNDO = "Undo"
    DISMISS = "Dismiss"
    TAKES = "Takes from the robot"
    TAKES_TIP = "It ends when this is no longer shown."
    NO_NUMBER_YET = "write a number"
    COMMA = "“{text}”: write a point, not a comma"
    NO_NUMBER = "“{text}” is no number"
    TOO_LARGE = "“{text}” is too large"
    CONCEAL = "Conceal"
    REVEAL = "Show what is typed"
