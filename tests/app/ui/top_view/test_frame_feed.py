from __future__ import annotations

import pytest

from app.model.messages.frame_tree import NoFramePathError
from app.model.messages.values import Transforms
from app.model.schema import DecodeError, Role
from app.ui.top_view.frame_feed import MAX_WAITING, FrameFeed, FrameSilence, SilenceTracker
from app.wording.model import MessageWording
from app.wording.ui.top_view import TopViewWording
from tests.fakes.geometry import GeometrySchema, add_topic, pose, transforms
from tests.fakes.session import URI, FakeSession


def told(*moments_s: float) -> SilenceTracker:
    silences = SilenceTracker()
    for moment_s in moments_s:
        silences.add("odom", moment_s)
    return silences


def by_rate(rate_hz: float, count: int = 20) -> SilenceTracker:
    return told(*(number / rate_hz for number in range(count)))


def test_what_came_again_and_again_and_no_longer_comes_is_silent() -> None:
    silences = by_rate(10, 21)

    assert silences.silent_at(3.9) == {}
    assert silences.silent_at(4.5) == {"odom": FrameSilence("odom", 2.5)}
    silences.add("odom", 5.0)
    assert silences.silent_at(5.1) == {}


def test_what_comes_slowly_may_be_silent_for_longer() -> None:
    silences = by_rate(1.0, 20)

    assert silences.silent_at(22.5) == {}
    assert silences.silent_at(23.5)["odom"].age_s == pytest.approx(4.5)


@pytest.mark.parametrize(
    "moments_s",
    [
        (0.0,),
        tuple(number / 100 for number in range(50)),
        tuple(600.0 * number for number in range(12)),
    ],
    ids=["once", "repeated at once", "at each start of the robot"],
)
def test_what_stands_still_is_never_silent(moments_s: tuple[float, ...]) -> None:
    assert told(*moments_s).silent_at(100_000.0) == {}


def test_while_nobody_listened_nothing_was_silent() -> None:
    silences = by_rate(10, 21)
    silences.restart(60.0)

    assert silences.silent_at(61.5) == {}
    assert silences.silent_at(63.0)["odom"].age_s == pytest.approx(3.0)


ROBOTS = frozenset((URI,))


@pytest.fixture
def feed(session: FakeSession) -> FrameFeed:
    moving = transforms(pose(1.0, frame="map", name="odom"), pose(2.0, frame="odom", name="base"))
    other = transforms(pose(5.0, frame="base", name="arm"))
    add_topic(session, "/tf", GeometrySchema(Role.TRANSFORMS, moving, other, DecodeError("broken")))
    add_topic(session, "/tf_static", GeometrySchema(Role.TRANSFORMS, transforms(pose(0.2, frame="base", name="laser"))))
    session.add_topics("/text")
    return FrameFeed(session.topics, "top")


def test_all_transforms_of_the_robots_that_are_shown_are_wanted(feed: FrameFeed) -> None:
    feed.find_topics(frozenset())
    assert not feed.wanted
    feed.find_topics(ROBOTS)

    assert [key.topic for key in feed.wanted] == ["/tf", "/tf_static"]


def test_no_message_is_missed(feed: FrameFeed, session: FakeSession) -> None:
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    session.receive("/tf", b"0", b"1")
    session.receive("/tf_static", b"0")
    feed.refresh(session.now)
    frames = feed.frames_of(URI)

    assert frames.lookup("map", "laser").translation_m[0] == pytest.approx(3.2)
    assert frames.lookup("map", "arm").translation_m[0] == pytest.approx(8.0)
    assert feed.names == ["arm", "base", "laser", "map", "odom"]


def test_transforms_are_read_by_the_definition_by_which_they_were_sent(feed: FrameFeed, session: FakeSession) -> None:
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    session.receive("/tf", b"0")
    add_topic(session, "/tf", GeometrySchema(Role.TRANSFORMS, transforms(pose(3.0, frame="base", name="mast"))))
    session.receive("/tf", b"0")
    feed.refresh(session.now)

    assert feed.names == ["base", "map", "mast", "odom"]


def test_what_was_told_before_it_listened_counts(feed: FrameFeed, session: FakeSession) -> None:
    session.receive("/tf_static", b"0")
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)

    assert "laser" in feed.frames_of(URI)


def test_nobody_listens_while_nobody_looks(feed: FrameFeed, session: FakeSession) -> None:
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    assert len(session.topics.sinks) == 2
    feed.listen(seen=False)

    assert session.topics.sinks == {}


def test_what_can_not_be_read_and_what_came_too_fast_is_counted(feed: FrameFeed, session: FakeSession) -> None:
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    session.receive("/tf", b"2")
    feed.refresh(session.now)
    assert feed.unreadable == 1
    session.receive("/tf", *[b"0"] * (MAX_WAITING + 7))

    assert feed.dropped == 7


def test_a_pose_says_where_a_frame_stands_unless_a_transform_does(feed: FrameFeed, session: FakeSession) -> None:
    key = add_topic(session, "/odom", GeometrySchema(Role.POSE))
    feed.add_pose(pose(9.0, frame="odom", name="base"), key)
    feed.add_pose(pose(9.0, frame="odom"), key)
    assert feed.frames_of(URI).lookup("odom", "base").translation_m[0] == 9.0
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    session.receive("/tf", b"0")
    feed.refresh(session.now)
    assert feed.frames_of(URI).lookup("odom", "base").translation_m[0] == 2.0
    feed.remove_poses(key)
    assert feed.frames_of(URI).lookup("odom", "base").translation_m[0] == 2.0


def test_robots_do_not_share_their_frames(feed: FrameFeed, session: FakeSession) -> None:
    key = add_topic(session, "/odom", GeometrySchema(Role.POSE), "ros1://other:11311")
    feed.add_pose(pose(frame="odom", name="base"), key)

    with pytest.raises(NoFramePathError):
        feed.frames_of(URI).lookup("odom", "base")
    feed.find_topics(ROBOTS)
    assert feed.names == []


def test_transforms_that_no_longer_come_are_silent_on_the_ways_that_need_them(
    feed: FrameFeed, session: FakeSession
) -> None:
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    session.receive("/tf_static", b"0")
    for _ in range(20):
        session.receive("/tf", b"0")
        feed.refresh(session.now)
        session.now += 0.1
    assert feed.silent == {}
    feed.refresh(session.now + 3.0)

    silence = feed.silence(URI, "map", "laser")
    assert silence is not None
    assert silence.age_s == pytest.approx(3.1)
    assert feed.silence(URI, "base", "laser") is None
    assert feed.silence(URI, "map", "moon") is None
    assert feed.silence("ros1://other:11311", "map", "laser") is None


def test_while_nobody_looks_no_transform_becomes_silent(feed: FrameFeed, session: FakeSession) -> None:
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    for _ in range(20):
        session.receive("/tf", b"0")
        feed.refresh(session.now)
        session.now += 0.1
    feed.listen(seen=False)
    session.now += 60.0
    feed.listen(seen=True)
    feed.refresh(session.now)
    assert feed.silent == {}
    feed.refresh(session.now + 3.0)

    assert set(feed.silent[URI]) == {"odom", "base"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (transforms(pose(frame="base", name="map")), MessageWording.FRAMES_IN_CIRCLE(frame="map", parent="base")),
        (DecodeError("a transform has a frame without a name"), "a transform has a frame without a name"),
        (Transforms((), 3), TopViewWording.TRANSFORMS_SENSELESS(count=3)),
    ],
    ids=["circle", "unreadable", "not finite"],
)
def test_why_transforms_are_left_out_is_told_as_long_as_they_are(
    session: FakeSession, value: object, reason: str
) -> None:
    good = transforms(pose(1.0, frame="map", name="odom"), pose(2.0, frame="odom", name="base"))
    key = add_topic(session, "/tf", GeometrySchema(Role.TRANSFORMS, good, value))
    feed = FrameFeed(session.topics, "top")
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    session.receive("/tf", b"0")
    told = []
    for later_s in (0.0, 0.1, 2.9, 3.2):
        feed.refresh(session.now + later_s)
        told.append(feed.fault)
        if not later_s:
            session.receive("/tf", b"1")

    assert told == [None, (key, reason), (key, reason), None]


def test_transforms_that_come_too_fast_are_told(feed: FrameFeed, session: FakeSession) -> None:
    feed.find_topics(ROBOTS)
    feed.listen(seen=True)
    session.receive("/tf", *[b"0"] * (MAX_WAITING + 7))
    feed.refresh(session.now)

    assert feed.fault is not None
    assert (feed.fault[0].topic, feed.fault[1]) == ("/tf", TopViewWording.TRANSFORMS_TOO_FAST())


def test_nothing_falls_silent_while_the_past_stands(session: FakeSession) -> None:
    frames = FrameFeed(session.topics, "top")
    frames._silences[URI] = by_rate(10, 21)
    frames.refresh(4.5)
    assert list(frames.silent) == [URI]

    session.topics.jump = 1
    frames.refresh(60.0)
    assert frames.silent == {}
    session.topics.jump = None
    frames.refresh(61.0)
    assert frames.silent == {}
