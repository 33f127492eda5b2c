"""How bytes without a type are read, as the operator chose: for each robot and topic, from run to run."""

from __future__ import annotations

import logging

from app.model.decoding import DecoderChoice
from app.model.topic_store import TopicKey
from app.ui.preferences import Preferences
from app.ui.session_view import SessionView

_LOGGER = logging.getLogger(__name__)


class Decoding:
    """See the module."""

    def __init__(self, session: SessionView, preferences: Preferences) -> None:
        self._session = session
        self._preferences = preferences

    def of(self, key: TopicKey) -> DecoderChoice | None:
        """The choice of a topic; None where there is nothing to choose, or no such connection any more."""
        from app.session import SessionError  # noqa: PLC0415 - loads every protocol

        try:
            return self._session.decoder_of(key)
        except SessionError:
            return None

    def types(self, key: TopicKey, decoder: str) -> tuple[str, ...]:
        """The names of types that a decoder knows."""
        from app.session import SessionError  # noqa: PLC0415 - as above

        try:
            return self._session.decoder_types(key.connection, decoder)
        except SessionError:
            return ()

    def choose(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        """Read a topic this way from now on, and in later runs. Raises SessionError if that can't be."""
        self._session.set_decoder(key, decoder, type_name)
        self._preferences.set_decoder(key.connection, key.topic, decoder, type_name)

    def apply(self, connection_id: str) -> None:
        """Read the topics of a robot as they were read before."""
        from app.session import SessionError  # noqa: PLC0415 - as above

        for topic, (decoder, type_name) in self._preferences.decoders(connection_id).items():
            try:
                self._session.set_decoder(TopicKey(connection_id, topic), decoder, type_name)
            except SessionError as error:
                # the files of its type may not have been named this time
                text = "%s is not read as %s %s any more: %s"
                _LOGGER.log(logging.WARNING, text, topic, decoder, type_name, error.reason)
