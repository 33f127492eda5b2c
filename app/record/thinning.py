"""Thinned pictures: of each topic with images the newest, a few times a second, as small as a file of JPEG."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from app.model.messages.values import ImageGroup, RawImage
from app.model.schema import Payload, RecordedSchema, Role
from app.model.topics import Message, Topic, TopicKey
from app.record.channels import ChannelTable
from app.record.picture_files import PICTURE_SCHEMA, make_picture
from app.record.tap import EACH_BYTES, LONG_BYTES, HandedOver

# between two pictures of a topic: those that have to be made, and those that are small files already
RAW_S: Final = 0.5
COMPRESSED_S: Final = 0.2
# the topics with images are looked for so often
_FIND_S: Final = 1.0
# of all pictures that a file begins with: less than the smallest file may have
MAX_REPEATED_BYTES: Final = 16 << 20

_LOGGER = logging.getLogger(__name__)

# makes the message of an image, which came at a time
MakePicture = Callable[[RawImage, int], bytes]


class PictureSource:
    """The pictures of a run, thinned. It is asked by the thread that writes them, and so never holds up a link.

    Args:
        channels: gives channels their numbers.
        topics: gives all topics that may have messages.
        is_wanted: whether pictures of a topic are kept; any thread.
        make_picture: makes the message of an image.

    Attributes:
        dropped: the number of pictures that could not be made.
        images: the channels of images as they came: none.
    """

    def __init__(
        self,
        channels: ChannelTable,
        topics: Callable[[], Iterable[Topic]],
        is_wanted: Callable[[TopicKey], bool],
        make_picture: MakePicture = make_picture,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.dropped = 0
        self.images: set[int] = set()
        self._channels = channels
        self._topics = topics
        self._is_wanted = is_wanted
        self._make_picture = make_picture
        self._clock = clock
        self._found: list[Topic] = []
        self._find_s = float("-inf")
        # of each topic when the next picture is due, and the number of the last one
        self._due: dict[TopicKey, tuple[float, int]] = {}
        # the last picture of each topic, by the number of its channel
        self._newest: dict[Topic, tuple[int, Message]] = {}
        self._failed: set[TopicKey] = set()
        self._round: Iterator[Topic] | None = None

    def take(self) -> HandedOver | None:
        """Return the next picture that is due; None when each topic had its turn."""
        if self._round is None:
            self._find()
            self._round = iter(self._found)
        for topic in self._round:
            made = self._take_from(topic)
            if made is not None:
                return made
        self._round = None
        return None

    def newest(self) -> Iterator[tuple[int, Message]]:
        """Yield the last picture of each topic that is subscribed to, for a file to begin with.

        A camera that stands still may have sent one alone, which would go with the first file.
        """
        for topic, (channel, message) in self._newest.items():
            if topic.live and self._is_wanted(topic.key):
                yield channel, message

    def _find(self) -> None:
        now = self._clock()
        if now < self._find_s:
            return
        self._find_s = now + _FIND_S
        self._found = [topic for topic in self._topics() if _has_images(topic)]
        known = {topic.key for topic in self._found}
        self._due = {key: due for key, due in self._due.items() if key in known}
        self._failed &= known
        self._newest = {topic: kept for topic, kept in self._newest.items() if topic in self._found}

    def _take_from(self, topic: Topic) -> HandedOver | None:
        newest, now = topic.newest, self._clock()
        due_s, number = self._due.get(topic.key, (now, 0))
        if newest is None or not topic.live or newest.number == number or now < due_s:
            return None
        if not self._is_wanted(topic.key) or Role.IMAGE not in newest.schema.roles():
            return None
        try:
            image = newest.schema.read(Role.IMAGE, newest.payload)
            if isinstance(image, ImageGroup):
                image = image.images[0]
            if isinstance(image, RawImage):
                made, interval_s = self._picture(topic, newest, image), RAW_S
            else:
                made, interval_s = self._as_it_is(topic, newest), COMPRESSED_S
        except Exception as error:  # noqa: BLE001 - an image that nobody can read is no fault of the others
            self._note(topic.key, error)
            made, interval_s = None, RAW_S
        # each keeps its beat, but what was late is not made up for
        self._due[topic.key] = max(due_s + interval_s, now + interval_s / 2), newest.number
        return made

    def _picture(self, topic: Topic, message: Message, image: RawImage) -> HandedOver | None:
        payload = self._make_picture(image, message.received_ns)
        return self._handed_over(topic, message, PICTURE_SCHEMA, payload)

    def _as_it_is(self, topic: Topic, message: Message) -> HandedOver | None:
        # its memory is free for the next ones, but this one may be repeated
        return self._handed_over(topic, message, message.schema.recorded(), bytes(message.payload))

    def _handed_over(
        self, topic: Topic, message: Message, schema: RecordedSchema, payload: Payload
    ) -> HandedOver | None:
        channel = self._channels.number_of(topic.key, schema, thinned=True)
        if not channel:
            return None
        self._keep(topic, channel, message._replace(payload=payload))
        nbytes, is_long = len(payload) + EACH_BYTES, len(payload) > LONG_BYTES
        return HandedOver([channel], [message.received_ns], [message.number], [payload], nbytes, is_long)

    def _keep(self, topic: Topic, channel: int, picture: Message) -> None:
        """Keep a picture as the newest of its topic, as far as all have room together."""
        self._newest.pop(topic, None)
        others = sum(len(message.payload) for _, message in self._newest.values())
        if others + len(picture.payload) <= MAX_REPEATED_BYTES:
            self._newest[topic] = channel, picture

    def _note(self, key: TopicKey, error: Exception) -> None:
        self.dropped += 1
        if key not in self._failed:
            self._failed.add(key)
            _LOGGER.warning("pictures of %s are not kept: %s", key.topic, error)


def _has_images(topic: Topic) -> bool:
    newest = topic.newest
    return topic.live and newest is not None and Role.IMAGE in newest.schema.roles()
