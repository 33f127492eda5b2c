"""The status text of an image view, and the text where there is no image."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.model.status import ConnectionState
from app.model.topics import Topic, TopicKey
from app.ui.base.text import format_age, format_count, format_rate, say, topic_text, with_tip
from app.ui.images.image_feed import ImageFeed
from app.ui.images.image_frame import ViewedImage
from app.ui.images.overlay import format_moment
from app.wording.ui.images import ImagesWording
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

# seconds; a live camera sends at least this often: an image older than that is not current
SILENT_S: Final = 2.0

# of the arriving images; if fewer are shown the rate says so
_MIN_SHOWN_FRACTION: Final = 0.8


def staleness_reason(links: Links, topics: Topics, key: TopicKey | None, topic: Topic | None) -> str:
    """Return why the image is not current; empty if it may be current."""
    status = links.shown_status(key.connection) if key is not None else None
    if key is None or status is None or status.state is not ConnectionState.CONNECTED:
        return say(ImagesWording.STALE_NOT_CONNECTED())
    if topics.store.get(key) is None:
        return say(ImagesWording.STALE_TOPIC_GONE())
    if topic is not None and topic.info.publishers == 0:
        return say(ImagesWording.STALE_UNPUBLISHED())
    return ""


def is_silent(frame: ViewedImage, topic: Topic | None, now: float) -> bool:
    """Whether no image has come for longer than usual; an image of a topic that sends only once is never old."""
    rate_hz = topic.rate_hz if topic is not None else None
    if rate_hz is None or (topic is not None and topic.info.on_change):
        return False
    return _age_s(frame, topic, now) > max(SILENT_S, 3 / rate_hz if rate_hz else 0.0)


def image_facts(
    frame: ViewedImage,
    topic: Topic | None,
    feed: ImageFeed,
    now: float,
    stale_reason: str,
    *,
    silent: bool,
    thinned_hz: float | None = None,
) -> tuple[tuple[str, str], ...]:
    """Return size, format, rate and age of the image, and why it is not current; each with a colour role.

    With `thinned_hz` no more images than that were kept in a second.
    """
    width, height = frame.size
    age_s = _age_s(frame, topic, now)
    rates = "" if stale_reason or feed.held or silent else _rates(topic, feed, now)
    if thinned_hz is not None:
        rates = say(ImagesWording.THINNED(rate=format_rate(thinned_hz)))
    # milliseconds do not matter for an old image
    age = format_age(age_s) if stale_reason or silent else format_moment(age_s)
    return (
        (f"{width} \N{MULTIPLICATION SIGN} {height}", "text"),
        (frame.label, "muted"),
        (rates, "text"),
        (age, "warn" if stale_reason or silent else "text"),
        (_held(frame, topic) if feed.held else stale_reason, "warn"),
    )


def _age_s(frame: ViewedImage, topic: Topic | None, now: float) -> float:
    """Return the age of an image; where time stands, as in the past, that of its topic is as it was then."""
    is_newest = topic is not None and topic.newest is frame.message
    return now - (topic.last_arrival_s if topic is not None and is_newest else frame.arrival_s)


def _rates(topic: Topic | None, feed: ImageFeed, now: float) -> str:
    rate_hz, shown_hz = topic.rate_hz if topic is not None else None, feed.rate_hz(now)
    rate = format_rate(rate_hz)
    if rate_hz and 0 < shown_hz < _MIN_SHOWN_FRACTION * rate_hz:
        rate += say(ImagesWording.SHOWN(rate=format_rate(round(shown_hz, 1))))
    return rate


def _held(frame: ViewedImage, topic: Topic | None) -> str:
    newer = topic.messages - frame.message.number if topic is not None else 0
    if newer <= 0:
        return say(ImagesWording.HELD())
    return say(ImagesWording.HELD_NEWER(count=format_count(newer)))


def empty_state_text(
    links: Links,
    topics: Topics,
    key: TopicKey | None,
    topic: Topic | None,
    robot_name: Callable[[str], str],
    *,
    some: bool,
    fault: bool,
) -> tuple[str, str, str]:
    """Return title, hint and icon for a view without an image.

    Args:
        links: of the session.
        topics: of the session.
        key: the topic, None where none was chosen.
        topic: the topic in the store, if it is known.
        robot_name: returns the operator's name for a robot.
        some: whether there are topics to choose from.
        fault: whether images come and can't be shown.
    """
    if key is None:
        return _no_topic(some=some)
    if topics.nobody_listened(key):
        return say(WidgetsWording.NOBODY_LISTENED()), say(WidgetsWording.NOBODY_LISTENED_TIP()), "picture"
    status = links.shown_status(key.connection)
    title, hint = say(ImagesWording.NOT_CONNECTED()), ""
    if status is None:
        hint = say(ImagesWording.SHOWN_WHEN_CONNECTED(topic=topic_text(key.topic), robot=robot_name(key.connection)))
    elif status.state is not ConnectionState.CONNECTED:
        hint = status.reason
    elif topics.store.get(key) is None:
        title = say(ImagesWording.TOPIC_MISSING())
        hint = say(ImagesWording.SHOWN_WHEN_OFFERED())
    elif topic is not None and topic.info.fault:
        title, hint = say(ImagesWording.UNREADABLE()), with_tip(topic.info.fault)
    elif topic is not None and topic.info.publishers == 0:
        title = say(ImagesWording.NOBODY_PUBLISHES())
        hint = say(ImagesWording.SHOWN_WHEN_PUBLISHED())
    elif fault:
        title = say(ImagesWording.NONE_SHOWABLE())
        hint = say(ImagesWording.NONE_SHOWABLE_TIP())
    else:
        title = say(ImagesWording.WAITING())
        hint = say(ImagesWording.WAITING_TIP())
    return title, hint, "waiting"


def _no_topic(*, some: bool) -> tuple[str, str, str]:
    if some:
        title = say(ImagesWording.NO_TOPIC())
        hint = say(ImagesWording.CHOOSE_TOPIC())
    else:
        title = say(ImagesWording.NONE_YET())
        hint = say(ImagesWording.NONE_YET_TIP())
    return title, hint, "picture"
