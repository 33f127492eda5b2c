"""Sentences of the dialogs by which a robot is connected to."""

from __future__ import annotations

from protocols.sentence import Catalogue


class ConnectWording(Catalogue):
    """The sentences about addresses, robots that were found, names and tokens."""

    NOT_AN_ADDRESS = "Not an address"
    CONNECTED_ALREADY = "There is a connection already"
    TRIED_AGAIN = "It is tried again by itself until it is reached."
    NAME_TOPICS = "Name what is to be read, here or later: such a robot can't list what it has."
    CONNECTS_TO = "Connects to"
    FILE_NOT_READ = "{file} can't be read: {why}"
    BROADCASTS_IGNORED = "{count} broadcasts made no sense, or were of too many robots"
    NOT_FINDING = "Robots can't be found: {problem}."
    NONE_FOUND = "No robot has made itself known on this network yet ({sign})."
    ONLY_SOME_KINDS = "Only some kinds do; any can be reached by its address."
    LOOKING = "Looking for robots on this network…"
    KINDS_NOT_READ = "Can't be read: {kinds}"
    NO_TOPICS_IN_FILE = "The file names no topics: type them in."
    CHOSEN = "{count} of {all} chosen"
    ASKING_KEY_STORE = "Looking for the token of {robot} in the key store of this system…"
    SEE_LOG = "The log may say more."
    TITLE_OF_ROBOT = "Token of {name}"
    NOT_KEPT = "This system has no key store, so the token is not kept: it is asked for each time."
    START_DEMO = "Start the demo robot"
    DEMO_STARTS = "The demo robot starts…"
    DEMO_ROBOT = "Demo robot"
