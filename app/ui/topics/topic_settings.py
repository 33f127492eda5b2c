"""Settings of topics that are kept for each robot from run to run: decoders, names and poll rates.

A decoder says how bytes without a type are read. Names and rates are for robots that can't list their topics and send
no message by themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from app.model.topics import DecoderChoice, PollRate, TopicKey
from app.session.addresses import address_topic_names, with_names
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.wording.ui.topics import TopicsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

# of what is not decoded
_BYTES: Final = "bytes"

_LOGGER = logging.getLogger(__name__)


def decoder_text(decoder: str) -> str:
    """Return what a decoder is called in the language of the window: formats have the same name in all."""
    return say(TopicsWording.AS_BYTES()) if decoder == _BYTES else decoder


class DecoderSettings:
    """Reads and saves the decoder choices of topics."""

    def __init__(self, topics: Topics, preferences: Preferences) -> None:
        self._topics = topics
        self._preferences = preferences

    def choice_for(self, key: TopicKey) -> DecoderChoice | None:
        """Return the decoders to choose from for a topic; None where there is no choice, or no such connection."""
        try:
            return self._topics.decoder_of(key)
        except SessionError:
            return None

    def type_names(self, key: TopicKey, decoder: str) -> tuple[str, ...]:
        """Return the names of types that a decoder knows."""
        try:
            return self._topics.decoder_types(key.connection, decoder)
        except SessionError:
            return ()

    def choose(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        """Decode a topic this way from now on, and in later runs. Raises SessionError if that is not possible."""
        self._topics.set_decoder(key, decoder, type_name)
        self._preferences.set_decoder(key.connection, key.topic, decoder, type_name)

    def apply_saved(self, connection_id: str) -> None:
        """Apply the saved decoders of a robot."""
        for topic, (decoder, type_name) in self._preferences.decoders(connection_id).items():
            try:
                self._topics.set_decoder(TopicKey(connection_id, topic), decoder, type_name)
            except SessionError as error:
                # the files of its type may not have been given this time
                text = "%s is not read as %s %s any more: %s"
                _LOGGER.log(logging.WARNING, text, topic, decoder, type_name, error.reason)


class TopicNameSettings:
    """Reads and saves names and poll rates of topics in the preferences of each robot."""

    def __init__(self, links: Links, topics: Topics, preferences: Preferences) -> None:
        self._links = links
        self._topics = topics
        self._preferences = preferences

    def with_saved_names(self, uri: str) -> str:
        """Return an address with the saved names, if it contains none."""
        named = address_topic_names(uri)
        if named is None or named.is_told or not named.key:
            return uri
        address = self._preferences.address(named.key)
        names = self.saved_names(named.key)
        return address if uri.strip() == named.key and address else with_names(uri, names) if names else uri

    def saved_names(self, robot: str) -> tuple[str, ...]:
        """Return the names that were read of a robot last."""
        named = address_topic_names(self._preferences.address(robot))
        return named.names if named is not None else ()

    def used_names(self, robot: str) -> list[str]:
        """Return all names that were ever read of a robot, as far as saved; newest first."""
        return self._preferences.used_names(robot)

    def on_connected(self, robot: str, uri: str) -> None:
        """Save the names of a robot that was connected by this address, and apply its saved poll rates."""
        named = address_topic_names(uri)
        if named is not None:
            names = (*(self._names(robot) or ()), *named.names)
            self._save_names(robot, with_names(named.uri, dict.fromkeys(names)), named.names)
        for topic, rate_hz in self._preferences.poll_rates(robot).items():
            try:
                self._topics.set_poll_rate(TopicKey(robot, topic), rate_hz)
            except SessionError as error:
                _LOGGER.log(logging.WARNING, "%s is not asked for as often as before: %s", topic, error.reason)

    def can_name_topics(self, robot: str) -> bool:
        """Whether the topics of a robot are named by the operator."""
        return self._names(robot) is not None

    def is_named(self, key: TopicKey) -> bool:
        """Whether a topic was named by the operator."""
        return key.topic in (self._names(key.connection) or ())

    def add_topic(self, key: TopicKey) -> None:
        """List a topic from now on, and in later runs. Raises SessionError if that is not possible."""
        names = self._names(key.connection)
        if names is not None and key.topic not in names:
            self._set(key.connection, (*names, key.topic), (key.topic,))

    def remove_topic(self, key: TopicKey) -> None:
        """List a topic no more. Raises SessionError if that is not possible."""
        names = self._names(key.connection)
        if names is not None:
            self._set(key.connection, tuple(name for name in names if name != key.topic), ())

    def poll_rate_of(self, key: TopicKey) -> PollRate | None:
        """Return the poll rate of a topic; None where it is not polled, or where there is no such robot any more."""
        try:
            return self._topics.poll_rate_of(key)
        except SessionError:
            return None

    def set_poll_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        """Set the poll rate of a topic, now and in later runs; None for the default. Raises SessionError."""
        self._topics.set_poll_rate(key, rate_hz)
        self._preferences.set_poll_rate(key.connection, key.topic, rate_hz)

    # internals

    def _info(self, robot: str) -> ConnectionInfo | None:
        return next((info for info in self._links.connections if info.id == robot), None)

    def _names(self, robot: str) -> tuple[str, ...] | None:
        info = self._info(robot)
        return info.named if info is not None else None

    def _set(self, robot: str, names: tuple[str, ...], new: Iterable[str]) -> None:
        self._links.name_topics(robot, names)
        info = self._info(robot)
        if info is not None:
            self._save_names(robot, with_names(info.address, names), new)

    def _save_names(self, robot: str, address: str, new: Iterable[str]) -> None:
        self._preferences.set_address(robot, address)
        self._preferences.add_used_names(robot, new)
