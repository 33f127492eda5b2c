"""The decoders that the operator chose for bytes without a type, kept for each robot and topic."""

from __future__ import annotations

import logging

from app.model.topics import DecoderChoice, TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.session_view import SessionView

_LOGGER = logging.getLogger(__name__)


class DecoderSettings:
    """Reads and saves the decoder choices of topics."""

    def __init__(self, session: SessionView, preferences: Preferences) -> None:
        self._session = session
        self._preferences = preferences

    def choice_for(self, key: TopicKey) -> DecoderChoice | None:
        """Return the decoders to choose from for a topic; None where there is no choice, or no such connection."""
        from app.session.session import SessionError  # noqa: PLC0415 - loads every protocol

        try:
            return self._session.decoder_of(key)
        except SessionError:
            return None

    def type_names(self, key: TopicKey, decoder: str) -> tuple[str, ...]:
        """Return the names of types that a decoder knows."""
        from app.session.session import SessionError  # noqa: PLC0415 - as above

        try:
            return self._session.decoder_types(key.connection, decoder)
        except SessionError:
            return ()

    def choose(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        """Decode a topic this way from now on, and in later runs. Raises SessionError if that is not possible."""
        self._session.set_decoder(key, decoder, type_name)
        self._preferences.set_decoder(key.connection, key.topic, decoder, type_name)

    def apply_saved(self, connection_id: str) -> None:
        """Apply the saved decoders of a robot."""
        from app.session.session import SessionError  # noqa: PLC0415 - as above

        for topic, (decoder, type_name) in self._preferences.decoders(connection_id).items():
            try:
                self._session.set_decoder(TopicKey(connection_id, topic), decoder, type_name)
            except SessionError as error:
                # the files of its type may not have been given this time
                text = "%s is not read as %s %s any more: %s"
                _LOGGER.log(logging.WARNING, text, topic, decoder, type_name, error.reason)
