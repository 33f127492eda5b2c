"""Sentences of profiles that are edited, and of pads that are set up."""

from __future__ import annotations

from protocols.sentence import Catalogue


class ProfilesWording(Catalogue):
    """The sentences about profiles that are edited, and their fields."""

    UNSAVED = "“{name}” has changes that are not saved."
    SAVED = "Saved as {path}."
    DELETED = "“{name}” is deleted."
    RESET = "“{name}” has its first values again."
    MADE_USUAL = "It has the usual values now. What was there is kept as {path}."
    RESTORED = "“{name}” is there again."
    NOW_DRIVES = "{robot} is driven by “{name}” now, and disarmed."
    TITLE_OF_ROBOT = "Profiles: {robot}"
    TITLE = "Profiles"
    NEW_NAME = "new profile"
    COPY_NAME = "{name} copy"
    KEEPS_NAME = "The usual profile keeps its name. Duplicate it."
    NO_ROBOT = "There is no robot."
    DRIVES = "{robot} is driven by it."
    DRIVE_BY_IT = "Drive {robot} by it."
    IN_USE = "{name} (in use)"
    NOT_SAVED = "{name} (not saved)"
    NOTHING_TO_SAVE = "There is nothing that could be saved."
    MEND_FIRST = "Mend first what is marked: {count}."
    UNCHANGED = "Nothing is changed."
    UNUSABLE = "“{name}” can't be used"
    SAVE_TIP = "Write the file (Ctrl+S)."
    NO_FILE = "There is no file of it yet."
    NAME_IT = "Name it, or it is left out."
    STOP_ACTIONS = "ROS 1 only. They come after the zeros, and are waited for by nothing."
    STOP_ACTIONS_ELSEWHERE = "ROS 1 only: on this robot, of another protocol, nothing of it is done."
    BETWEEN = "{low} to {high} {unit}"
    TYPE_OF_TOPIC = "As the topic has it"
    PAD_FORWARD = "forward"
    PAD_TURN = "turn"
    PAD_HOLD = "held to drive"
    PAD_TURBO = "turbo"
    PAD_STOP = "STOP"
    PAD_ARM = "arm"
    PAD_CLEAR = "clear"
    INVERTED = " (the other way round)"
    TYPES_TAKEN = "This robot can't be driven by that: it takes {types}."
    TOPIC_UNKNOWN = "This robot does not tell of this topic now."
    TOPIC_CARRIES = "On this robot it carries {type}."
    NODE_UNKNOWN = "This robot has no node of this name now."


class PadSetupWording(Catalogue):
    """The sentences about the pad that is set up."""

    NO_ROBOT = "No robot is driven"
    NO_PAD = "No pad is plugged in"
    PLUG_IN = "Plug one in by cable or by its receiver: it is found by itself."
    STEP = "Step {step} of {steps}"
    DRIVES = "drives"
    SET_UP = "set up here"
    AXIS = "Axis {number}"
    NO_BUTTON = "No button is pressed"
    BUTTONS = "Pressed: button {buttons}"
