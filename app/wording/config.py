"""Sentences of profiles, settings and other JSON."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class JsonWording(Catalogue):
    """The sentences about JSON that can't be used."""

    IN_FIELD = "“{field}”: {reason}"
    KEY_TWICE = "the key “{key}” stands there twice"
    NOT_FINITE = "{number} is no finite number"
    TOO_LARGE = "a number is too large"
    TOO_MANY = "no more than {limit} are allowed"
    AND_LATER = "{field} and later"


@enum.unique
class ProfileWording(Catalogue):
    """The sentences about profiles and their files."""

    NO_AXIS = "“{name}” is no axis of a pad: {axis}"
    WRITE_AXIS = "Write leftx, righty, axis0 …"
    NO_BUTTON = "“{name}” is no button of a pad: {button}"
    WRITE_BUTTON = "Write a, leftshoulder, button0 …"
    SAME_AXIS = "the same axis can't be both “forward” and “turn”"
    NO_HOLD_OR_STOP = "a pad needs a button to hold, and one for STOP"
    INPUT_TWICE = "an axis or a button of the pad is used twice"
    ONE_SIDE_EMPTY = "“{side}” is empty, and the other side is not"
    NAME_BOTH_SIDES = "Name those of both sides."
    JOINT_ON_BOTH_SIDES = "{joint} can't be a wheel on both sides"
    BAD_VALUE = "“{name}” can't be that: {fault}"
    NAMES_TOO_LONG = "the names in this profile are too long together"
    TAKE_SHORTER = "Take shorter ones."
    BAD_ON_STOP = "“joint_on_stop” must be zero or hold"
    EFFORT_WITHOUT_JOINT = "“joint_effort” needs a joint"
    NAME_JOINT = "Name the joint."
    EFFORT_WITHOUT_STOP = "“joint_effort” needs “joint_on_stop”"
    SAY_HOW_IT_STANDS = (
        "Say how the joint stands: by no effort (zero), under which an arm may fall, or where it is (hold)."
    )
    BAD_NAME = "this can't be the name of a profile"
    USE_LETTERS = "Use letters, digits, spaces, points and hyphens, {limit} of them at the most."
    OTHER_VERSION = "this profile is of another version"
    TAKE_NEWER = "Take a newer Teledeck."
    TOO_LONG = "this is no profile: it is longer than {limit_kib} KiB"
    NO_JSON = "this is no profile: {error}"
    NO_PROFILE = "there is no profile {path}"
    NAME_ANOTHER = "Name one that there is, or a file."
    NOT_READ = "{path} can't be read: {error}"
    FAULT_OF = "{name}: {reason}"
    OUT_OF_RANGE = "“{name}” must be a number from {low:g} to {most:g}"
    NO_SIGN = "“{name}” must be 1 or -1"
    TOO_MANY_JOINTS = "“{side}” may name {limit} joints, each of them once"
    BLANK_AROUND = "it begins or ends with a blank"
    COMMA = "commas separate names"
    EMPTY = "it is empty"
    BAD_JOINT = "“{side}” holds what can't be the name of a joint: {why}"
    NOT_WRITTEN = "{path} can't be written: {error}"
    FILE_GONE = "this file is not there any more"
    NAME_TAKEN = "there is a profile of this name"
    TAKE_ANOTHER = "Take another name."
    USUAL_KEEPS_NAME = "the usual profile keeps its name"
    DUPLICATE = "Duplicate it."
    NOT_PUT_ASIDE = "{path} can't be put aside: {error}"
    FILE_DELETED = "the file was deleted meanwhile"
    FILE_CHANGED = "the file was changed meanwhile"
    BY_SOMEBODY_ELSE = "Somebody else, or another program, did it."
    NOT_DELETED = "{path} can't be deleted: {error}"


@enum.unique
class KeyWording(Catalogue):
    """The sentences about keys of actions: why an action can't have a key, and what is wrong with saved ones."""

    NO_KEY = "“{text}” is not a key."
    STOPS = "{key} is reserved: the space bar stops the robot."
    DRIVES = "{key} is reserved: it drives the robot."
    ESCAPES = "{key} is reserved: it closes and cancels."
    IN_VIEWS = "{key} is reserved: views use it."
    IN_TEXT = "{key} is reserved: text fields and views use it."
    OPENS_MENU = "{key} is reserved: Alt opens the menus."
    OPENS_LAYOUT = "{key} is reserved: it opens a layout."
    NEEDS_CONTROL = "{key} needs Ctrl as well, or a function key: text fields and views use other keys."
    NO_ACTION = "The saved keys of “{name}” are not used: no action of this name can have keys."
    NOT_USED = "A saved key of “{action}” is not used. {reason}"
    TAKEN = "{key} is the key of “{action}”."


@enum.unique
class SettingsWording(Catalogue):
    """The sentences about the settings of a run and of the user."""

    BAD_FRAME_LIMIT = "frame_limit_bytes must be 1 KiB to 2 GiB, not {limit_bytes}"
    BAD_TIMEOUT = "connect_timeout_s must be 0 to 600 s, not {timeout_s}"
    BAD_PORT = "{name} must be 0 to 65535, not {port}"
    NO_FILES = "{folder} holds no {kind} file"
    NO_FOLDER = "{folder} is no folder"
    NAME_FOLDER = "Name the folder in which your {kind} files are."
    TOO_MANY_FILES = "{folder} holds too many {kind} files"
    NAME_OWN_FOLDER = "Name only the folder with your own."
    FILE_NOT_READ = "{path} can't be read: {error}"
    FILE_NOT_UTF8 = "{path} is not UTF-8: {reason} at byte {start}"
    TOO_LONG = "it is longer than {limit_mib} MiB"
    NO_OBJECT = "it is no object"
    BAD_FORMAT = "format: it is no number from 1 on"
    WRITTEN_TOO_LONG = "they are longer than {limit_mib} MiB"
    NOT_READ = "The settings can't be read: {path}: {error}"
    LEFT_AS_THEY_ARE = "They are left as they are."
    NO_FILE = "The settings can't be read: {path} is no file"
    PUT_IT_AWAY = "Put it away."
    NEWER = "The settings are those of a newer Teledeck ({path})"
    NEWER_IS_LEFT = (
        "What this one understands of them is used, and the file is left as it is: what you change is forgotten "
        "with the window."
    )
    AND_MORE = "{faults}; and {count} more"
    SOME_NOT_READ = "Some settings can't be read, and are as in a new program: {faults}"
    SOME_REPLACED = "Some settings could not be read, and are as in a new program: {faults}"
    KEPT_AS = "Kept as {path}"
    SOME_OLD_NOT_READ = "Some settings of the version before could not be read: {faults}"
    NO_HOME = "this user has no home folder"
    NOT_KEPT = "Settings can't be kept: {why}"
    FORGOTTEN = "What you change is forgotten with the window."
