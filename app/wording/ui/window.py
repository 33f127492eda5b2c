"""Sentences of the main window."""

from __future__ import annotations

from protocols.sentence import Catalogue


class LayoutManagerWording(Catalogue):
    """The sentences about layouts, their files, and what of them can't be shown."""

    WRITTEN = "{file} was written."
    FILE_NOT_WRITTEN = "{file} could not be written: {reason}"
    FILE_NOT_OPENED = "{file} can't be opened: {reason}"
    TOO_MANY = "there are {count} layouts already"
    TOO_MANY_TIP = "Delete one that is not needed any more."
    TOO_LARGE = "the layout is too large"
    NOT_WRITTEN = "the layout could not be written: {reason}"
    NOT_DELETED = "the layout could not be deleted: {reason}"
    NOT_READ = "the file could not be read: {reason}"
    NO_VIEW = "“{name}” is the name of no view."
    VIEW_NOT_SHOWN = "“{title}” can't be shown: {reason}."
    OTHER_VERSION = "“{title}” was saved by another version of Teledeck."
    PARTLY_UNDERSTOOD = "“{title}”: not all of “{part}” could be understood."


class WindowWording(Catalogue):
    """The sentences of the window itself."""

    SAFE_MODE_TITLE = "Teledeck (safe mode)"
    CONNECT_TO = "Connect to {name}"
    NO_CHANGELOG = "Nothing is told of the changes: the changelog is not there."
