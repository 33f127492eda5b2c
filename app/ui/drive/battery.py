"""Battery of the robot that is driven: from its own status, else from the newest message of a battery topic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.model.messages.values import Battery
from app.model.schema import DecodeError, Role
from app.model.status import ConnectionState
from app.model.topics import Message, Topic, TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.text import battery_text, format_age, is_battery_low, say
from app.wording.ui.drive import DrivePanelWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

OWNER: Final = "drive battery"

# there may be ten thousand topics
_LOOK_S: Final = 1.0
# robots send it every second or every few; an older value may have changed
OUTDATED_S: Final = 15.0


@dataclass(frozen=True, slots=True)
class BatteryText:
    """Text about a battery, for the panel.

    Attributes:
        text: empty where nothing is known.
        is_low: whether the charge is low.
        is_old: whether the robot has not sent its charge lately.
    """

    text: str = ""
    is_low: bool = False
    is_old: bool = False


class BatteryMonitor:
    """Monitor of the battery of the robot that is driven. It subscribes only while the panel is visible.

    Args:
        is_seen: tells whether the panel is visible.
    """

    def __init__(self, topics: Topics, is_seen: Callable[[], bool]) -> None:
        self._topics = topics
        self._is_seen = is_seen
        self._robot: str | None = None
        self._key: TopicKey | None = None
        self._due_s = 0.0
        self._message: Message | None = None
        self._battery: Battery | None = None

    def read(self, info: ConnectionInfo | None, now: float) -> BatteryText:
        """Return the battery text for this robot; `now` is monotonic, in seconds."""
        told = info.condition.battery if info is not None and info.condition is not None else None
        robot = info.id if info is not None and told is None else None
        if robot != self._robot or now >= self._due_s:
            self._robot, self._due_s = robot, now + _LOOK_S
            self.update_subscriptions()
        if info is None:
            return BatteryText()
        lost = info.status.state is not ConnectionState.CONNECTED
        if told is not None:
            return _battery_text(told, None, old=lost)
        topic = self._topics.live.get(self._key) if self._key is not None else None
        if topic is None or (battery := self._read(topic)) is None:
            return BatteryText()
        age_s = max(now - topic.last_arrival_s, 0.0)
        return _battery_text(battery, age_s, old=lost or age_s > OUTDATED_S)

    def update_subscriptions(self) -> None:
        """Subscribe to the robot's battery topic, and to nothing while the panel is hidden."""
        key = self._find(self._robot) if self._robot is not None else None
        if key != self._key:
            self._key, self._message, self._battery = key, None, None
        self._topics.set_subscriptions(OWNER, {key} if key is not None and self._is_seen() else set())

    def _find(self, robot: str) -> TopicKey | None:
        """Return the battery topic: the known one as long as it exists, else the first by name."""
        tells: dict[str, bool] = {}
        found = []
        for topic in self._topics.live.topics:
            if topic.key.connection != robot:
                continue
            kind = topic.info.type_name
            if kind not in tells:
                schema = self._topics.schema_of_topic(topic)
                tells[kind] = schema is not None and Role.BATTERY in schema.roles()
            if tells[kind]:
                found.append(topic.key)
        return self._key if self._key in found else min(found, key=lambda key: key.topic, default=None)

    def _read(self, topic: Topic) -> Battery | None:
        message = topic.newest
        if message is not self._message and message is not None:
            self._message, self._battery = message, _battery_of(message)
        return self._battery


def _battery_of(message: Message) -> Battery | None:
    if Role.BATTERY not in message.schema.roles():
        return None
    try:
        value = message.schema.read(Role.BATTERY, message.payload)
    except DecodeError:
        # the inspector shows what is wrong with the message
        return None
    return value if isinstance(value, Battery) else None


def _battery_text(battery: Battery, age_s: float | None, *, old: bool) -> BatteryText:
    words = battery_text(battery)
    if words and old and age_s is not None:
        words = say(DrivePanelWording.OLD_BATTERY(battery=words, age=format_age(age_s)))
    return BatteryText(words, is_battery_low(battery), old)
