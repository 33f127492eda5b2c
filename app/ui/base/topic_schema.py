"""The schema of a topic, also before its first message."""

from __future__ import annotations

from app.model.schema import Schema
from app.model.topics import Topic
from app.session.errors import SessionError
from app.ui.base.session_view import SessionView


def schema_of(session: SessionView, topic: Topic) -> Schema | None:
    """Return the schema of a topic, as far as known without any message."""
    if topic.schema is not None or not topic.info.type_name:
        return topic.schema
    try:
        return session.schema_of(topic.key.connection, topic.info.type_name)
    except SessionError:
        return None
