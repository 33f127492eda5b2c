"""Fields of a robot that have states, and those among them that say how the robot is, which a new panel shows."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

from app.model.schema import DecodeError, FieldPath, Role, UnknownFieldError
from app.model.timeseries.states import NotAStateError, state_fields, state_reader
from app.model.topics import Topic, TopicKey
from app.session.errors import SessionError

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

Fields = list[tuple[TopicKey, str]]

# number of default fields
_FIRST: Final = 6
# default fields of one topic
_OF_TOPIC: Final = 2
# topics that are listened to for default fields
_LISTENED: Final = 16
# topics with these roles tell the condition of the robot, whatever their names
_ROLES: Final = frozenset({Role.BATTERY, Role.WORLD})
# parts of names of topics and fields that say how a robot is; “model” does not stand for “mode”
_WORDS: Final = "state|status|mode(?!l)|activity|phase|health|diagnostic"
_CONDITION: Final = re.compile(_WORDS)
# the same, and those of topics that say what happens to it
_TOPIC: Final = re.compile(rf"{_WORDS}|battery|bumper|charging|dock|e_?stop|emergency|(?<!de)fault")
# fields of these names identify a thing, or the form of data, and never change
_LABELS: Final = frozenset({"name", "id", "location", "serial_number", "is_dense", "is_bigendian"})
# topics with these roles have states too, but are better shown as images, poses or lines
_OTHERS: Final = frozenset(Role) - _ROLES - {Role.DIAGNOSTICS}


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
    return schema is not None and not _roles(topics, topic) & _OTHERS and bool(state_fields(schema))


def suggested_topics(topics: Topics, robot: str) -> dict[TopicKey, list[str]]:
    """Return the topics that may say how a robot is, best first, with the fields that do; none while they are unknown.

    Whether they say anything is known only when they are listened to, which costs the robot next to nothing.
    """
    known = topics_with_states(topics, robot)
    ranked: list[tuple[int, str, TopicKey, list[str]]] = []
    for topic in topics.store.topics:
        key, info = topic.key, topic.info
        if key.connection != robot or info.cost or info.publishers == 0:
            continue
        named = _tells_condition(key.topic.rpartition("/")[2])
        if not (named or key in known) or (roles := _roles(topics, topic)) & _OTHERS:
            continue
        if topics.schema_of_topic(topic) is None:
            ranked.append((0, key.topic, key, []))
            continue
        ranks = {path: _rank(path, roles, named=named) for path in known.get(key, ())}
        paths = [path for path, rank in ranks.items() if rank is not None][:_OF_TOPIC]
        if paths:
            ranked.append((min(rank for rank in ranks.values() if rank is not None), key.topic, key, paths))
    ranked.sort(key=lambda each: each[:2])
    return {key: paths for _, _, key, paths in ranked[:_LISTENED]}


def default_fields(topics: Topics, suggested: dict[TopicKey, list[str]]) -> Fields:
    """Return the default fields of a robot: of its suggested topics those that have said something."""
    said = [(key, path) for key, paths in suggested.items() for path in paths if _has_said(topics, key, path)]
    return said[:_FIRST]


def _rank(path: str, roles: frozenset[Role], *, named: bool) -> int | None:
    """Return the rank of a field, 0 the best; None for a field that does not say how the robot is."""
    if path.rpartition(".")[2] in _LABELS:
        return None
    if roles & _ROLES:
        return 2
    if named and "." not in path:
        return 0
    return 1 if _CONDITION.search(path.rpartition(".")[2].lower()) else None


# there may be ten thousand topics, but of a few names
@functools.lru_cache(4096)
def _tells_condition(name: str) -> bool:
    """Whether a topic says how a robot is, by the last part of its name."""
    return _TOPIC.search(name.lower()) is not None


def _has_said(topics: Topics, key: TopicKey, path: str) -> bool:
    """Whether the newest message of a topic has a state in a field."""
    topic = topics.store.get(key)
    message = topic.newest if topic is not None else None
    if message is None:
        return False
    try:
        read, _ = state_reader(message.schema, FieldPath.parse(path))
        return read(message.payload) is not None
    except (DecodeError, NotAStateError, UnknownFieldError):
        return False


def _roles(topics: Topics, topic: Topic) -> frozenset[Role]:
    try:
        if topics.commands_motion(topic.key, topic.info.type_name):
            return _OTHERS
    except SessionError:
        return frozenset()
    schema = topics.schema_of_topic(topic)
    return schema.roles() if schema is not None else frozenset()
