"""The topics of joint states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.model.schema import Role
from app.model.topics import Topic, TopicKey

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

# parts of the names of command topics, whose messages look like states
_COMMANDING: Final = ("command", "cmd", "desired", "goal", "modify", "reference", "setpoint", "target")


def has_joints(topics: Topics, topic: Topic) -> bool:
    """Whether a topic holds joint states, as far as known."""
    schema = topics.schema_of_topic(topic)
    return schema is not None and Role.JOINT in schema.roles() and not _is_command(topic)


def joint_topics(topics: Topics, robot: str) -> tuple[TopicKey, ...]:
    """All topics of a robot that hold joint states now, in the order of their names."""
    # there may be ten thousand topics, but of a few types
    known: dict[str, bool] = {}
    found: list[TopicKey] = []
    for topic in topics.live.topics:
        if topic.key.connection != robot:
            continue
        name = topic.info.type_name
        if topic.schema is not None or name not in known:
            schema = topics.schema_of_topic(topic)
            known[name] = schema is not None and Role.JOINT in schema.roles()
        if known[name] and not _is_command(topic):
            found.append(topic.key)
    return tuple(sorted(found, key=lambda key: key.topic))


def _is_command(topic: Topic) -> bool:
    """Whether a topic is a command by its name; never where topics have no subscribers: commands are read there too."""
    last = topic.info.name.rpartition("/")[2].lower()
    return topic.info.subscribers is not None and any(word in last for word in _COMMANDING)
