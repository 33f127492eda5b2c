"""Fields of a robot that have states, and the defaults among them that a new panel shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.model.schema import Role
from app.model.timeseries.states import is_state_name, state_fields
from app.model.topics import Topic, TopicKey
from app.session.errors import SessionError

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

Fields = list[tuple[TopicKey, str]]

# number of default fields
_FIRST: Final = 4
# default fields of one topic
_OF_TOPIC: Final = 2
# topics with these roles tell the condition of the robot, whatever their names
_ROLES: Final = frozenset({Role.BATTERY, Role.WORLD})
# fields of these names identify a thing, and never change
_LABELS: Final = frozenset({"name", "id", "location", "serial_number"})
# topics with these roles have states too, but are better shown as images, poses or lines
_OTHERS: Final = frozenset(Role) - _ROLES


def topics_with_states(topics: Topics, robot: str | None = None) -> dict[TopicKey, list[str]]:
    """Return all topics that are known to have states, with their fields that have."""
    known: dict[tuple[str, str], list[str]] = {}
    found: dict[TopicKey, list[str]] = {}
    for topic in topics.store.topics:
        if robot is not None and topic.key.connection != robot:
            continue
        # there may be ten thousand topics, but of a few types
        kind = (topic.key.connection, topic.info.type_name)
        if topic.schema is not None or kind not in known:
            schema = topics.schema_of_topic(topic)
            known[kind] = state_fields(schema) if schema is not None else []
        if known[kind]:
            found[topic.key] = known[kind]
    return found


def has_states(topics: Topics, topic: Topic) -> bool:
    """Whether a topic has states, and no role that another view shows better."""
    schema = topics.schema_of_topic(topic)
    return schema is not None and not _roles(topics, topic.key) & _OTHERS and bool(state_fields(schema))


def default_fields(topics: Topics, robot: str) -> Fields:
    """Return the default fields of a robot: those whose name or role says that they tell its condition."""
    ranked: list[tuple[int, str, TopicKey, str]] = []
    for key, paths in topics_with_states(topics, robot).items():
        roles = _roles(topics, key)
        if roles & _OTHERS:
            continue
        for path in paths[:_OF_TOPIC]:
            rank = 0 if is_state_name(key.topic) else 1 if is_state_name(path) else 3
            if roles & _ROLES and path.rpartition(".")[2] not in _LABELS:
                rank = min(rank, 2)
            if rank < 3:
                ranked.append((rank, key.topic, key, path))
    ranked.sort(key=lambda each: each[:2])
    return [(key, path) for _, _, key, path in ranked[:_FIRST]]


def _roles(topics: Topics, key: TopicKey) -> frozenset[Role]:
    topic = topics.store.get(key)
    schema = topics.schema_of_topic(topic) if topic is not None else None
    try:
        if topic is None or schema is None or topics.commands_motion(key, topic.info.type_name):
            return _OTHERS
    except SessionError:
        return frozenset()
    return schema.roles()
