"""Sentences of a session."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class SessionWording(Catalogue):
    """The sentences about connections, driving and kept tokens."""

    LOCKED = "{connection} is only looked at"
    ALLOW_COMMANDS = "Allow commands to it first."
    DRIVING_NOT_STARTED = "driving could not be started"
    ONLY_TOPICS = "{connection} has no nodes, services or parameters: its protocol knows only topics"
    TAKE_ROS1 = "A ros1:// address has them."
    UNLOCK_KEYS = "Unlock it and try again, or type the token in."
    TYPE_IT_IN = "Type the token in; it is used for this connection and not kept."
    NO_KEY_STORE = "This system has no key store, so the token is not kept"
    ASKED_EACH_TIME = "It is asked for each time."
    KEY_STORE = "The key store of this system"
    KEYS_LOCKED = "{store} is locked"
    KEYS_FAILED = "{store} failed ({kind})"
    SEE_LOG = "The log {path} may say more."
    UNKNOWN_SCHEME = "“{uri}” begins with no scheme that is known"
    KNOWN_SCHEMES = "Known are: {known}"
    NO_CONNECTION = "there is no connection {connection}"
    MAY_BE_CLOSED = "It may have been closed."
