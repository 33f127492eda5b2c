"""Topics that can be drawn in a top view, and the defaults among them that a new view shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData

from app.model.schema import Role, Schema
from app.model.topics import Topic, TopicKey, TopicStore
from app.session.errors import SessionError
from app.ui.base.text import say
from app.ui.time_axis.fields import fields_from_mime
from app.wording.ui.top_view import TopViewWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

# roles in which a topic can be drawn, the preferred first
ROLES: Final = (Role.GRID, Role.SCAN, Role.PATH, Role.POSE, Role.TWIST)
# stacking order: higher layers are drawn above lower ones
_HEIGHTS: Final = {Role.GRID: 0, Role.PATH: 1, Role.SCAN: 2, Role.TWIST: 3, Role.POSE: 4}
# default topics of one role
_MOST: Final = 4


def role_of(schema: Schema | None) -> Role | None:
    """Return the role in which messages are drawn; None if they can't be."""
    roles = schema.roles() if schema is not None else frozenset()
    return next((role for role in ROLES if role in roles), None)


def is_drawable(topics: Topics, topic: Topic) -> bool:
    """Whether a topic can be drawn, as far as known."""
    return role_of(topics.schema_of_topic(topic)) is not None and not _is_command(topics, topic)


def stacking_height(role: Role | None) -> int:
    """Return the stacking height of a role: higher ones are drawn above lower ones."""
    return _HEIGHTS.get(role, 5) if role is not None else 5


def drawable_topics(topics: Topics, store: TopicStore | None = None) -> dict[TopicKey, Role]:
    """Return all topics of a store that can be drawn, with their roles; without one of the time that views show."""
    # there may be ten thousand topics, but of a few types
    known: dict[tuple[str, str], Role | None] = {}
    found: dict[TopicKey, Role] = {}
    for topic in (store or topics.store).topics:
        kind = (topic.key.connection, topic.info.type_name)
        if topic.schema is not None or kind not in known:
            known[kind] = role_of(topics.schema_of_topic(topic))
        role = known[kind]
        if role is not None and not _is_command(topics, topic):
            found[topic.key] = role
    return found


def default_topics(topics: Topics, connection: str) -> list[TopicKey]:
    """Return the default topics of a robot: its maps, scans and paths, and one pose; the lowest first."""
    mine = {key: role for key, role in drawable_topics(topics).items() if key.connection == connection}
    keys = sorted(mine, key=lambda key: (stacking_height(mine[key]), key.topic))
    chosen = [key for role in (Role.GRID, Role.PATH, Role.SCAN) for key in keys if mine[key] is role]
    chosen = [key for key in chosen if [mine[each] for each in chosen[: chosen.index(key)]].count(mine[key]) < _MOST]
    poses = [key for key in keys if mine[key] is Role.POSE]
    if poses:
        chosen.append(min(poses, key=lambda key: _rank(topics, key)))
        speeds = [key for key in keys if mine[key] is Role.TWIST]
        if speeds and not _tells_speed(topics, chosen[-1]):
            chosen.insert(-1, speeds[0])
    return chosen


def _rank(topics: Topics, key: TopicKey) -> tuple[bool, bool, int]:
    """Return a sort key that prefers the robot's own pose: with a speed, or odometry by name."""
    return not _tells_speed(topics, key), "odom" not in key.topic, len(key.topic)


def _tells_speed(topics: Topics, key: TopicKey) -> bool:
    topic = topics.store.get(key)
    schema = topics.schema_of_topic(topic) if topic is not None else None
    return schema is not None and Role.TWIST in schema.roles()


def _is_command(topics: Topics, topic: Topic) -> bool:
    """Whether a topic commands the robot: such a pose or speed is a goal, not where the robot is."""
    try:
        return topics.commands_motion(topic.key, topic.info.type_name)
    except SessionError:
        return False


def topics_from_mime(data: QMimeData) -> list[TopicKey]:
    """Return the topics in dragged data, or those of dragged fields, each once."""
    return list(dict.fromkeys(key for key, _ in fields_from_mime(data)))


def role_name(role: str) -> str:
    """Return the word for a role in which topics are drawn."""
    names = {
        "grid": say(TopViewWording.MAP()),
        "scan": say(TopViewWording.SCAN()),
        "path": say(TopViewWording.PATH()),
        "pose": say(TopViewWording.POSE()),
        "twist": say(TopViewWording.SPEED()),
    }
    return names.get(role, role)
