"""Which pictures of a topic are kept, and as what."""

from __future__ import annotations

import pytest

from app.model.messages.values import CompressedImage, ImageGroup, RawImage
from app.model.schema import DecodeError
from app.model.topics import Delivery, Topic, TopicKey, TopicStore
from app.record.channels import ChannelTable
from app.record.picture_files import PICTURE_SCHEMA
from app.record.tap import EACH_BYTES, LONG_BYTES, HandedOver
from app.record.thinning import COMPRESSED_S, MAX_REPEATED_BYTES, RAW_S, PictureSource
from tests.app.record.test_tap import SCHEMA, batch
from tests.fakes.images import ImageSchema, plain

IMAGE = plain(4, 4, (1, 2, 3))
FILE = CompressedImage("jpeg", memoryview(b"a file"))


class Cameras:
    """Topics whose images a test makes."""

    def __init__(self) -> None:
        self.store = TopicStore()
        self.channels = ChannelTable()
        self.now_s = 100.0
        self.left_out: set[TopicKey] = set()
        self.made: list[tuple[RawImage, int]] = []
        self.source = PictureSource(
            self.channels,
            lambda: self.store.with_messages,
            lambda key: key not in self.left_out,
            self._make,
            lambda: self.now_s,
        )

    def _make(self, image: RawImage, received_ns: int) -> bytes:
        self.made.append((image, received_ns))
        return b"small"

    def receive(self, schema: ImageSchema, *payloads: bytes, topic: str = "/camera", is_live: bool = True) -> Topic:
        """Let images arrive now."""
        known = self.store.get_or_create(TopicKey("ros1://robot", topic))
        known.live = is_live
        known.receive(Delivery(batch(*payloads), schema, self.now_s, int(self.now_s * 1e9)))
        self.store.touch()
        return known

    def taken(self) -> list[HandedOver]:
        """The pictures of one round."""
        found = []
        while (lists := self.source.take()) is not None:
            found.append(lists)
        return found


def test_of_images_the_newest_is_kept_twice_a_second() -> None:
    cameras, schema = Cameras(), ImageSchema(IMAGE)
    kept = []
    for number in range(32):
        cameras.receive(schema, b"0", b"0")
        kept += [(number, lists.numbers, lists.payloads) for lists in cameras.taken()]
        cameras.now_s += RAW_S / 8
    assert kept == [(number, [2 * number + 2], [b"small"]) for number in (0, 8, 16, 24)]
    assert cameras.made[0] == (IMAGE, 100 * 10**9)


def test_an_image_is_kept_once() -> None:
    cameras = Cameras()
    cameras.receive(ImageSchema(IMAGE), b"0")
    assert len(cameras.taken()) == 1
    cameras.now_s += 10.0
    assert cameras.taken() == []


def test_what_is_a_file_already_is_kept_as_it_is_and_more_often() -> None:
    cameras, schema = Cameras(), ImageSchema(FILE)
    kept = 0
    for _ in range(50):
        cameras.receive(schema, b"0")
        found = cameras.taken()
        kept += len(found)
        assert all(lists.payloads == [b"0"] for lists in found)
        cameras.now_s += COMPRESSED_S / 5
    assert kept == pytest.approx(10, abs=1)
    assert cameras.made == []
    (channel,) = cameras.channels.thinned.all
    assert channel.schema == schema.recorded()
    assert channel.metadata["thinned_of"] == "/camera"


@pytest.mark.parametrize(("size", "is_long"), [(LONG_BYTES, False), (LONG_BYTES + 1, True)])
def test_a_picture_counts_as_any_message_does_and_a_long_one_is_set_aside(size: int, is_long: bool) -> None:  # noqa: FBT001
    cameras = Cameras()
    cameras.receive(ImageSchema(FILE), b"0".rjust(size))
    (lists,) = cameras.taken()
    assert (lists.nbytes, lists.has_long) == (size + EACH_BYTES, is_long)


def test_a_picture_says_of_which_topic_it_is_and_stands_in_no_other_file() -> None:
    cameras = Cameras()
    cameras.receive(ImageSchema(IMAGE), b"0")
    (lists,) = cameras.taken()
    (channel,) = cameras.channels.thinned.all
    assert lists.channels == [channel.number]
    assert channel.schema == PICTURE_SCHEMA
    assert (channel.topic, channel.metadata["thinned_of"]) == ("/camera", "/camera")
    assert cameras.channels.all == []


def test_of_a_group_the_first_image_is_kept() -> None:
    cameras = Cameras()
    cameras.receive(ImageSchema(ImageGroup((IMAGE, FILE))), b"0")
    assert len(cameras.taken()) == 1
    assert cameras.made[0][0] is IMAGE


def test_a_topic_that_is_left_out_or_nobody_subscribes_to_gives_none() -> None:
    cameras = Cameras()
    topic = cameras.receive(ImageSchema(IMAGE), b"0")
    cameras.left_out.add(topic.key)
    cameras.receive(ImageSchema(IMAGE), b"0", topic="/other", is_live=False)
    cameras.store.get_or_create(TopicKey("ros1://robot", "/text")).receive(Delivery(batch(b"1"), SCHEMA, 0.0, 0))
    assert cameras.taken() == []
    cameras.left_out.clear()
    assert len(cameras.taken()) == 1


@pytest.mark.expects_log("are not kept")
def test_an_image_that_nobody_can_read_is_counted_and_stops_no_other() -> None:
    cameras = Cameras()
    cameras.receive(ImageSchema(DecodeError("broken")), b"0", topic="/broken")
    cameras.receive(ImageSchema(IMAGE), b"0")
    assert len(cameras.taken()) == 1
    assert cameras.source.dropped == 1


def test_a_camera_that_comes_later_is_found() -> None:
    cameras = Cameras()
    cameras.receive(ImageSchema(IMAGE), b"0")
    assert len(cameras.taken()) == 1
    cameras.receive(ImageSchema(IMAGE), b"0", topic="/late")
    cameras.now_s += 1.0
    assert len(cameras.taken()) == 1


def test_the_last_picture_of_each_topic_is_known_as_long_as_it_is_subscribed_to_and_wanted() -> None:
    cameras = Cameras()
    still = cameras.receive(ImageSchema(IMAGE), b"0", topic="/still")
    moving = cameras.receive(ImageSchema(FILE), b"0", topic="/moving")
    cameras.taken()
    cameras.now_s += 1.0
    cameras.receive(ImageSchema(FILE), b"00", topic="/moving")
    cameras.taken()
    said = {channel: (message.number, message.payload) for channel, message in cameras.source.newest()}
    names = {channel.number: channel.topic for channel in cameras.channels.thinned.all}
    assert {names[channel]: told for channel, told in said.items()} == {"/still": (1, b"small"), "/moving": (2, b"00")}
    still.live = False
    cameras.left_out.add(moving.key)
    assert list(cameras.source.newest()) == []


def test_pictures_that_are_known_take_no_more_than_their_room() -> None:
    cameras = Cameras()
    size = MAX_REPEATED_BYTES // 3 + 1
    for name in ("/one", "/two", "/three"):
        cameras.receive(ImageSchema(FILE), b"0".rjust(size), topic=name)
    assert len(cameras.taken()) == 3
    assert len(list(cameras.source.newest())) == 2
