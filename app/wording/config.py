"""Sentences of profiles, settings and other JSON."""

from __future__ import annotations

from protocols.sentence import Catalogue


class JsonWording(Catalogue):
    """The sentences about JSON that can't be used."""

    IN_FIELD = "“{field}”: {reason}"
    KEY_TWICE = "The key “{key}” occurs twice"
    NOT_FINITE = "{number} is not a finite number"
    TOO_LARGE = "A number is too large"
    TOO_MANY = "At most {limit} are allowed"
    AND_LATER = "{field} and later"


class BundleWording(Catalogue):
    """The sentences about files of all settings."""

    TOO_LONG = "This is not a settings file: it is longer than {limit_mib} MiB."
    OTHER_KIND = "This is not a settings file of Teledeck: “{field}” is missing or different."
    NEWER = "A newer Teledeck wrote this file: “{field}” is {format}."
    UPDATE = "Update Teledeck, then import the file again."
    NO_FORMAT = "the number of the format is missing or wrong"
    NOT_READ = "The file can't be read: {error}."
    IN_FIELD = "The file can't be used. “{field}”: {reason}."


class ProfileWording(Catalogue):
    """The sentences about profiles and their files."""

    NO_AXIS = "“{name}” is not an axis of a gamepad: {axis}"
    WRITE_AXIS = "Write leftx, righty, axis0 …"
    NO_BUTTON = "“{name}” is not a button of a gamepad: {button}"
    WRITE_BUTTON = "Write a, leftshoulder, button0 …"
    BAD_AXIS_NAME = "A free axis needs a name of 1 to {limit} letters, without spaces around it"
    BAD_AXIS_FIELD = "The field of {axis} can't be that of a message"
    WRITE_FIELD = "Write data, linear.z …"
    AXIS_WITHOUT_TYPE = "The topic of {axis} has no type of messages"
    AXIS_ORDER = "The neutral value of {axis} must be between its least and its most, which must differ"
    AXIS_ZERO = "The value at a stop of {axis} must be between its least and its most"
    AXIS_TWICE = "Two free axes have the same name"
    AXIS_FIELD_TWICE = "Two free axes have the same topic and field"
    AXIS_TYPES = "Two free axes have the same topic and different types"
    AXIS_BASE_TOPIC = "The topic of a free axis is that of the base"
    LEAVE_TOPIC_EMPTY = "Leave it empty: the field then goes into the commands of the base."
    NO_HOLD_OR_STOP = "A gamepad needs a button to hold and one for STOP"
    INPUT_TWICE = "“{first}” and “{second}” both use {input}"
    CHOOSE_ANOTHER_INPUT = "Choose another axis or button for one of them."
    ONE_SIDE_EMPTY = "“{side}” is empty, but the other side is not"
    NAME_BOTH_SIDES = "Name the wheels of both sides."
    JOINT_ON_BOTH_SIDES = "{joint} can't be a wheel on both sides"
    BAD_VALUE = "“{name}” can't have this value: {fault}"
    NAMES_TOO_LONG = "The names in this profile are too long in total"
    TAKE_SHORTER = "Use shorter names."
    BAD_ON_STOP = "“joint_on_stop” must be zero or hold"
    BAD_DEADMAN = "“deadman” must be v or k"
    EFFORT_WITHOUT_JOINT = "“joint_effort” needs a joint"
    NAME_JOINT = "Name the joint."
    EFFORT_WITHOUT_STOP = "“joint_effort” needs “joint_on_stop”"
    SAY_HOW_IT_STANDS = (
        "Choose how the joint stops: without effort (zero), so that an arm may fall, or at the same position (hold)."
    )
    BAD_ESTOP_WHEN = "“estop_when” is not a condition"
    WRITE_ESTOP_WHEN = (
        "Write true, false, a number, bit and its number, or a word, with not before it for the opposite: up to "
        "{limit} letters."
    )
    BAD_NAME = "This can't be the name of a profile"
    USE_LETTERS = "Use up to {limit} letters, digits, spaces, periods and hyphens."
    OTHER_VERSION = "Another version of Teledeck saved this profile"
    TAKE_NEWER = "Use a newer version of Teledeck."
    TOO_LONG = "This is not a profile: it is larger than {limit_kib} KiB"
    NO_JSON = "This is not a profile: {error}"
    NO_PROFILE = "Profile {path} does not exist"
    NAME_ANOTHER = "Name an existing profile or a file."
    NOT_READ = "{path} can't be read: {error}"
    FAULT_OF = "{name}: {reason}"
    OUT_OF_RANGE = "“{name}” must be a number from {low:g} to {most:g}"
    NO_SIGN = "“{name}” must be 1 or -1"
    TOO_MANY_JOINTS = "“{side}” can name up to {limit} joints, each only once"
    BLANK_AROUND = "The name begins or ends with a space"
    COMMA = "Commas separate names"
    EMPTY = "The name is empty"
    BAD_JOINT = "“{side}” has an invalid joint name: {why}"
    NOT_WRITTEN = "{path} can't be written: {error}"
    FILE_GONE = "This file no longer exists"
    NAME_TAKEN = "A profile with this name already exists"
    TAKE_ANOTHER = "Choose another name."
    USUAL_KEEPS_NAME = "The default profile can't be renamed"
    DUPLICATE = "Duplicate it instead."
    NOT_PUT_ASIDE = "{path} can't be moved aside: {error}"
    FILE_DELETED = "Another program deleted the file"
    FILE_CHANGED = "Another program changed the file"
    BY_SOMEBODY_ELSE = "Someone may have edited it at the same time."
    NOT_DELETED = "{path} can't be deleted: {error}"


class KeyWording(Catalogue):
    """The sentences about keys of actions: why an action can't have a key, and what is wrong with saved ones."""

    NO_KEY = "“{text}” is not a key."
    STOPS = "{key} is reserved: the space bar stops the robot."
    DRIVES = "{key} is reserved: it drives the robot."
    ESCAPES = "{key} is reserved: it closes and cancels."
    IN_VIEWS = "{key} is reserved: views use it."
    IN_TEXT = "{key} is reserved: text fields and views use it."
    OPENS_MENU = "{key} is reserved: Alt opens the menus."
    NEEDS_CONTROL = "{key} needs Ctrl as well, or a function key: text fields and views use other keys."
    NO_ACTION = "The saved keys of “{name}” are not used: no action of this name can have keys."
    NOT_USED = "A saved key of “{action}” is not used. {reason}"
    TAKEN = "{key} is the key of “{action}”."


class SettingsWording(Catalogue):
    """The sentences about the settings of a run and of the user."""

    BAD_FRAME_LIMIT = "frame_limit_bytes must be 1 KiB to 2 GiB, not {limit_bytes}"
    BAD_TIMEOUT = "connect_timeout_s must be 0 to 600 s, not {timeout_s}"
    BAD_PORT = "{name} must be 0 to 65535, not {port}"
    NO_FILES = "{folder} has no {kind} file"
    NO_FOLDER = "{folder} is not a folder"
    NAME_FOLDER = "Name the folder with your {kind} files."
    TOO_MANY_FILES = "{folder} has too many {kind} files"
    NAME_OWN_FOLDER = "Name only the folder with your own files."
    FILE_NOT_READ = "{path} can't be read: {error}"
    FILE_NOT_UTF8 = "{path} is not UTF-8: {reason} at byte {start}"
    TOO_LONG = "The file is larger than {limit_mib} MiB"
    NO_OBJECT = "The value is not an object"
    BAD_FORMAT = "format: The value must be a number from 1"
    WRITTEN_TOO_LONG = "The settings are larger than {limit_mib} MiB"
    NOT_READ = "Teledeck can't read the settings in {path}: {error}"
    LEFT_AS_THEY_ARE = "The file stays unchanged."
    NO_FILE = "Teledeck can't read the settings: {path} is not a file"
    PUT_IT_AWAY = "Move it to another place."
    NEWER = "A newer version of Teledeck saved the settings ({path})"
    NEWER_IS_LEFT = (
        "This version uses what it understands and leaves the file unchanged. Your changes are lost when the window "
        "closes."
    )
    AND_MORE = "{faults}; and {count} more"
    SOME_NOT_READ = "Some settings can't be read, so the defaults apply: {faults}"
    SOME_REPLACED = "Some settings could not be read and were reset: {faults}"
    KEPT_AS = "The old file is kept as {path}"
    SOME_OLD_NOT_READ = "Some settings of the previous version could not be read: {faults}"
    NO_HOME = "This user has no home folder"
    NOT_KEPT = "Settings can't be saved: {why}"
    FORGOTTEN = "Your changes are lost when the window closes."
