from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QImage

from app.model.messages.values import CompressedImage
from app.model.schema import DecodeError
from app.ui.images import image_frame
from app.ui.images.image_feed import MAX_INLINE_S, ImageFeed, ImageRenderer
from app.ui.images.image_frame import RenderedImage, RenderRequest
from app.ui.images.qt_images import UnpackedImage, unpack_image
from app.ui.images.view_state import Coloring
from app.ui.images.viewport import Rectangle
from tests.fakes.images import ImageSchema, noise, packed
from tests.fakes.session import FakeSession

LIMIT_S = 20.0


class Watcher:
    """Looks at a topic, as a panel does."""

    def __init__(self) -> None:
        self.session = FakeSession()
        self.schema = ImageSchema(noise(8, 6))
        self.session.add_topics("/cam", schema=self.schema)
        self.took_s = 0.0
        self._stopwatch_s = 0.0
        self.feed = ImageFeed(self._stopwatch)
        self.shown: RenderedImage | None = None
        self.wish = RenderRequest(1, Rectangle(0, 0, 1000, 1000), 0, Coloring())
        self.now = 0.0

    def _stopwatch(self) -> float:
        self._stopwatch_s += self.took_s
        return self._stopwatch_s

    def receive(self, *messages: str) -> None:
        for message in messages:
            self.session.receive("/cam", message.encode())

    def renew(self) -> RenderedImage | None:
        self.now += 0.016
        topic = self.session.topic("/cam")
        found = self.feed.refresh(topic, 0, lambda _size: self.wish, self.shown, self.now)
        self.shown = found or self.shown
        return found

    def wait(self) -> RenderedImage | None:
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline:
            found = self.renew()
            if found is not None or not self.feed.busy:
                return found
            time.sleep(0.001)
        raise TimeoutError

    @property
    def number(self) -> int:
        assert self.shown is not None
        return self.shown.frame.message.number


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    watcher = Watcher()
    yield watcher
    watcher.feed.close()


def eventually_done(feed: ImageFeed) -> bool:
    """Whether what is done beside is ready, without taking it."""
    future = feed._renderer._future
    return future is not None and future.result(LIMIT_S) is not None


def jpeg() -> CompressedImage:
    image = QImage(16, 12, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    return packed(image, "jpeg")


def test_pixels_are_shown_at_once_and_only_once(watcher: Watcher) -> None:
    assert watcher.renew() is None
    watcher.receive("0")
    assert watcher.renew() is not None
    assert watcher.renew() is None
    watcher.receive("0", "0", "0")
    assert watcher.renew() is not None

    assert watcher.number == 4
    assert watcher.feed.skipped == 2


def test_those_that_came_before_the_first_look_after_it_began_are_passed_over(watcher: Watcher) -> None:
    assert watcher.renew() is None
    watcher.receive("0", "0", "0")
    watcher.renew()

    assert watcher.number == 3
    assert watcher.feed.skipped == 2


def test_those_that_came_before_anybody_looked_are_not_missed(watcher: Watcher) -> None:
    watcher.receive("0", "0", "0")
    watcher.renew()
    watcher.feed.read_again()
    watcher.renew()

    assert watcher.number == 3
    assert watcher.feed.skipped == 0


def test_one_that_was_shown_and_is_rendered_anew_is_not_passed_over_by_the_next(watcher: Watcher) -> None:
    watcher.took_s = 0.01
    watcher.schema.values = [jpeg()]
    watcher.receive("0")
    assert watcher.wait() is not None
    # turned for the first time it is done at once, and known to take long from then on
    watcher.wish = RenderRequest(1, Rectangle(0, 0, 1000, 1000), 1, Coloring())
    assert watcher.renew() is not None
    watcher.wish = RenderRequest(1, Rectangle(0, 0, 1000, 1000), 3, Coloring())
    assert watcher.renew() is None
    assert eventually_done(watcher.feed)
    watcher.schema.values = [noise(8, 6)]
    watcher.receive("0")
    watcher.renew()

    assert watcher.number == 2
    assert watcher.feed.skipped == 0


def test_another_wish_renders_the_same_frame_again(watcher: Watcher) -> None:
    watcher.receive("0")
    watcher.renew()
    watcher.wish = RenderRequest(1, Rectangle(0, 0, 1000, 1000), 1, Coloring())
    found = watcher.renew()

    assert found is not None
    assert found.image.width() == 6
    assert watcher.number == 1


def test_while_one_is_unpacked_those_that_come_are_passed_over_but_the_newest(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, unpacked = threading.Event(), []
    watcher.took_s = 0.01

    def slow(encoded: CompressedImage, factor: int) -> UnpackedImage:
        unpacked.append(threading.current_thread() is threading.main_thread())
        assert go_on.wait(LIMIT_S)
        return unpack_image(encoded, factor)

    monkeypatch.setattr(image_frame, "unpack_image", slow)
    watcher.schema.values = [jpeg()]
    watcher.receive("0")
    assert watcher.renew() is None
    assert watcher.feed.busy
    for _ in range(5):
        watcher.receive("0")
        assert watcher.renew() is None
    go_on.set()
    assert watcher.wait() is not None
    assert watcher.number == 1
    watcher.wait()

    assert watcher.number == 6
    assert unpacked == [False, False]
    assert watcher.feed.skipped == 4


def test_one_that_was_ready_when_a_newer_one_was_shown_at_once_is_passed_over(watcher: Watcher) -> None:
    watcher.schema.values = [jpeg()]
    watcher.receive("0")
    assert watcher.renew() is None
    assert eventually_done(watcher.feed)
    # it has pixels, which take no time
    watcher.schema.values = [noise(8, 6)]
    watcher.receive("0")
    assert watcher.renew() is not None

    assert watcher.number == 2
    assert watcher.feed.skipped == 1


def test_a_broken_file_is_tried_once(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def broken(encoded: CompressedImage, factor: int) -> UnpackedImage:
        tried.append((encoded, factor))
        raise DecodeError("broken")

    monkeypatch.setattr(image_frame, "unpack_image", broken)
    watcher.schema.values = [jpeg(), noise(4, 4)]
    watcher.receive("0")
    watcher.wait()
    for _ in range(5):
        watcher.wait()
    assert len(tried) == 1
    assert watcher.feed.error is not None
    assert watcher.feed.error.reason == "broken"

    watcher.receive("1")
    assert watcher.renew() is not None
    assert watcher.feed.error is None


def test_what_is_held_stays_and_is_rendered_as_it_is_wanted(watcher: Watcher) -> None:
    watcher.receive("0")
    watcher.renew()
    watcher.feed.held = True
    watcher.receive("0")
    assert watcher.renew() is None
    watcher.wish = RenderRequest(1, Rectangle(0, 0, 1000, 1000), 2, Coloring())
    assert watcher.renew() is not None
    assert watcher.number == 1

    watcher.feed.held = False
    watcher.renew()
    assert watcher.number == 2


def test_a_result_for_a_topic_that_was_left_is_thrown_away(watcher: Watcher) -> None:
    watcher.schema.values = [jpeg()]
    watcher.receive("0")
    assert watcher.renew() is None
    watcher.feed.reset()
    deadline = time.monotonic() + LIMIT_S
    while watcher.feed.busy and time.monotonic() < deadline:
        assert watcher.feed.refresh(None, 0, lambda _size: watcher.wish, None, 0.0) is None

    assert watcher.feed.frame is None


def test_the_rate_is_that_of_pictures_that_were_shown(watcher: Watcher) -> None:
    assert watcher.feed.rate_hz(0.0) == 0
    for _ in range(20):
        watcher.receive("0", "0")
        watcher.renew()
        watcher.wish = RenderRequest(1, Rectangle(0, 0, 1000, 1000), (watcher.wish.turns + 1) % 4, Coloring())
        watcher.renew()

    assert watcher.feed.rate_hz(watcher.now) == pytest.approx(1 / 0.032, rel=0.01)
    assert watcher.feed.rate_hz(watcher.now + 10) == 0


class FakeStopwatch:
    """Each job takes `took_s`."""

    def __init__(self) -> None:
        self.took_s = 0.0
        self._now = 0.0

    def __call__(self) -> float:
        self._now += self.took_s / 2
        return self._now


@pytest.fixture
def stopwatch() -> FakeStopwatch:
    return FakeStopwatch()


@pytest.fixture
def renderer(stopwatch: FakeStopwatch) -> Iterator[ImageRenderer[str]]:
    renderer: ImageRenderer[str] = ImageRenderer(stopwatch)
    yield renderer
    renderer.close()


def taken(renderer: ImageRenderer[str]) -> str | None:
    deadline = time.monotonic() + LIMIT_S
    while time.monotonic() < deadline:
        found = renderer.take_result()
        if found is not None or not renderer.busy:
            return found
        time.sleep(0.001)
    raise TimeoutError


def thread() -> str:
    return threading.current_thread().name


def test_what_is_short_is_done_at_once(renderer: ImageRenderer[str]) -> None:
    assert renderer.run(thread, "kind", long=False) == threading.current_thread().name
    assert not renderer.busy


def test_what_is_long_is_done_beside(renderer: ImageRenderer[str]) -> None:
    assert renderer.run(thread, "kind", long=True) is None
    assert renderer.busy
    assert str(taken(renderer)).startswith("picture")
    assert renderer.take_result() is None


def test_it_is_free_when_its_result_was_taken(renderer: ImageRenderer[str]) -> None:
    renderer.run(thread, "kind", long=True)
    taken(renderer)

    assert not renderer.busy


def test_what_turns_out_to_be_long_is_done_beside_next_time_and_back_when_it_is_short_again(
    renderer: ImageRenderer[str], stopwatch: FakeStopwatch
) -> None:
    stopwatch.took_s = 4 * MAX_INLINE_S
    here = threading.current_thread().name
    assert renderer.run(thread, "kind", long=False) == here
    assert renderer.run(thread, "other", long=False) == here
    stopwatch.took_s = 0.0
    where = []
    for _ in range(8):
        found = renderer.run(thread, "kind", long=False) or taken(renderer)
        where.append(found == here)

    assert not where[0]
    assert where[-1]


def test_one_thing_at_a_time(renderer: ImageRenderer[str]) -> None:
    renderer.run(thread, "kind", long=True)
    with pytest.raises(RuntimeError, match="job"):
        renderer.run(thread, "kind", long=True)
    taken(renderer)


@pytest.mark.parametrize("long", [False, True])
def test_what_a_job_raises_is_raised_where_it_is_asked_for(renderer: ImageRenderer[str], long: bool) -> None:  # noqa: FBT001
    def fail() -> str:
        raise ValueError("broken")

    def both() -> None:
        renderer.run(fail, "kind", long=long)
        taken(renderer)

    with pytest.raises(ValueError, match="broken"):
        both()
    assert not renderer.busy


def test_closing_waits_for_nobody(renderer: ImageRenderer[str]) -> None:
    go_on = threading.Event()
    renderer.run(lambda: str(go_on.wait(LIMIT_S)), "kind", long=True)
    renderer.close()

    assert not renderer.busy
    go_on.set()
