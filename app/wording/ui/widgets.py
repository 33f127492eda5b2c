"""Sentences of widgets that know no robot."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from protocols.sentence import Catalogue


class WidgetsWording(Catalogue):
    """The sentences about numbers, files, clocks, and what was done or not."""

    SENTENCE = "{text}."
    FOLLOWED = "{first} {second}"
    LISTED = "{first}, {second}"
    LISTED_APART = "{first}; {second}"
    TITLED = "{title}: {text}"
    WITH_TIP = "{text}. {tip}"
    VIEW_FAILED = "“{view}” could not be updated ({error})"
    VIEW_FAILED_TIP = "It may show old values. Teledeck tries again every second. The log has the error."
    VIEW_CLOSED = "{file} was not saved because the view was closed"
    VIEW_CLOSED_TIP = "Bring the view back with Undo, then save again."
    NOT_SAVED = "Not saved"
    SAVED = "Saved"
    NOT_WRITTEN = "{path} can't be written: {reason}"
    TIME_UNKNOWN = "Simulated time, no data yet"
    TIME = "Simulated time {time}"
    RECORDED_TIME = "Recorded time {time}"
    TIME_WENT_BACK = "{text}, went back"
    TIME_STILL = "{text}, unchanged for {age}"
    NOT_DONE = "Failed"
    NOTE = "Note"
    UNDO = "Undo"
    DISMISS = "Dismiss"
    TAKES = "Listening to the robot"
    TAKES_TIP = "This ends when the view is closed."
    NO_NUMBER_YET = "Enter a number"
    COMMA = "“{text}”: use a point instead of a comma"
    NO_NUMBER = "“{text}” is not a number"
    TOO_LARGE = "“{text}” is too large"
    CONCEAL = "Hide"
    REVEAL = "Show the text"
    EMPTY_NAME = "(empty name)"
    CHARGING = "charging"
    BYTES = "{count} bytes"
    COMMAND_PALETTE = "Command palette"
    TYPE_A_COMMAND_A = "Type a command, a robot or a topic"
    NO_MATCHES = "No matches."
    RESTORE = "Restore"
    MAXIMISE = "Maximise"
    DOCK = "Dock"
    OPEN_IN_A_SEPARATE = "Open in a separate window"
    CLOSE = "Close"
    VIEW_MENU = "View menu"
    LEFT_SIDE = "Left side"
    RIGHT_SIDE = "Right side"
    BOTTOM = "Bottom"
    SPLIT = "Split"
    BESIDE_THE_OTHER_TABS = "Beside the other tabs"
    BELOW_THE_OTHER_TABS = "Below the other tabs"
    MOVE_TO = "Move to"
    TAB_GROUP_OF = "Tab group of “{title}”"
    CLOCK_TIP = (
        "The robot uses its own time, as in a simulation or a recording.\nStamps use that time; ages use the clock "
        "of this computer."
    )
    OK = "OK"
    NOTED = "Got it"
    CONTINUE_EDITING = "Continue editing"
    CHANGE_NOTHING = "Change nothing ({key})."
    MORE_TOOLS = "More tools"
    COPY_ROWS_KEY = "Copy the selected rows"
    COPY_LINES_KEY = "Copy the selected lines, or all"
    WHEEL = "Wheel"
    DRAG = "Drag"
    CLICK = "Click"
    DOUBLE_CLICK = "Double click"
    LETTERS = "Letters"
    FAULT = "Fault"
    COPY = "&Copy"
    CHECK_AGAIN = "Check &again"
    CHECK = "Check"
    FOUND = "Found"
    COLUMNS = "Columns"
    CLEAR_TEXT = "Clear the text"
    SEARCH_SIGN = "Search"
    DOCK_TABS = "Tabs of docks"
    RESULTS = "Results of the checks"
    FROM_TO = "From {low} to {high}"
    WITH_KEY = "{text} ({key})"


class NamesWording(Catalogue):
    """The row in which names stand, which is another one than that of texts in languages other than English."""

    ROW = "{first}, {second}"


def in_a_row(texts: Iterable[str], code: Catalogue = NamesWording.ROW) -> str:
    """Return texts as a sentence in which they stand in a row, names unless another code is given; empty for none."""
    parts = list(texts)
    return functools.reduce(lambda first, second: code(first=first, second=second), parts) if parts else ""
