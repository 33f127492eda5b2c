from __future__ import annotations

from dataclasses import replace

import pytest

from app.model.messages.frame_tree import MAX_FRAMES
from app.model.messages.frame_watch import (
    RECENT_NS,
    FrameFault,
    FrameFaultKind,
    FrameRecord,
    FrameWatch,
    is_static_topic,
    roots_of,
)
from app.model.messages.values import TransformFault
from app.wording.model import FrameWording, MessageWording
from tests.fakes.geometry import pose
from tests.tools.sentences import tells

SECOND = 1_000_000_000
NOW = 1_700_000_000 * SECOND


def told(watch: FrameWatch, name: str, now_ns: int = NOW) -> list[FrameFaultKind]:
    return [fault.kind for fault in watch.all_faults(now_ns, {}, ()).get(name, ())]


def take(
    watch: FrameWatch,
    at_ns: int,
    parent: str = "odom",
    sender: str = "/base",
    *,
    stamp_ns: int | None = None,
    topic: str = "/tf",
) -> None:
    stamp_ns = at_ns if stamp_ns is None else stamp_ns
    watch.take(replace(pose(1.0, frame=parent, name="base"), stamp_ns=stamp_ns), topic, at_ns, sender, at_ns)


def taken(count: int = 10, rate_hz: int = 10) -> FrameWatch:
    watch = FrameWatch()
    for number in range(count):
        take(watch, NOW - (count - number) * SECOND // rate_hz)
    return watch


def record(watch: FrameWatch) -> FrameRecord:
    return watch.records["base"]


def test_a_frame_that_comes_as_it_should_has_no_fault() -> None:
    watch = taken()

    assert told(watch, "base") == []
    assert record(watch).rate_hz(NOW) == pytest.approx(10.0)
    assert (record(watch).parent, record(watch).sender, record(watch).count) == ("odom", "/base", 10)


def test_the_rate_falls_in_a_silence() -> None:
    assert record(taken()).rate_hz(NOW + 4 * SECOND) == pytest.approx(1 / 4.1)


def test_a_static_transform_has_no_rate_and_is_never_old() -> None:
    watch = FrameWatch()
    for number in range(3):
        take(watch, NOW + number, stamp_ns=1, topic="/tf_static")

    assert record(watch).is_static
    assert record(watch).rate_hz(NOW) is None
    assert told(watch, "base", NOW + 100 * RECENT_NS) == []


@pytest.mark.parametrize(("topic", "static"), [("/tf", False), ("/tf_static", True), ("/robot/tf_static", True)])
def test_what_holds_for_ever_is_known_by_its_topic(topic: str, *, static: bool) -> None:
    assert is_static_topic(topic) is static


def test_two_parents_are_told_until_one_of_them_is_silent() -> None:
    watch = taken()
    take(watch, NOW, "map")

    assert told(watch, "base") == [FrameFaultKind.TWO_PARENTS]
    take(watch, NOW + RECENT_NS, "map")
    assert told(watch, "base", NOW + RECENT_NS) == []


def test_two_nodes_that_send_one_frame_are_named() -> None:
    watch = taken()
    take(watch, NOW, sender="/other")
    (fault,) = watch.all_faults(NOW, {}, ())["base"]

    assert fault.kind is FrameFaultKind.TWO_SENDERS
    assert tells(fault.text, FrameWording.TWO_SENDERS, names="/base, /other")


def test_of_a_static_frame_a_node_that_has_ended_does_not_count() -> None:
    watch = FrameWatch()
    for sender in ("/static_1", "/static_2"):
        take(watch, NOW, sender=sender, topic="/tf_static")
    assert told(watch, "base", NOW + 100 * RECENT_NS) == [FrameFaultKind.TWO_SENDERS]

    watch.keep_senders(["/static_2", "/base"])
    assert told(watch, "base") == []


@pytest.mark.parametrize(
    ("ahead_s", "kinds"),
    [
        (0.5, []),
        (1.5, [FrameFaultKind.AHEAD]),
        (-9.0, []),
        (-11.0, [FrameFaultKind.OLD]),
    ],
)
def test_stamps_far_from_the_clock_are_told(ahead_s: float, kinds: list[FrameFaultKind]) -> None:
    watch = FrameWatch()
    take(watch, NOW, stamp_ns=NOW + int(ahead_s * SECOND))

    assert told(watch, "base") == kinds
    assert told(watch, "base", NOW + RECENT_NS) == []


def test_a_stamp_that_goes_back_is_told_but_not_that_of_another_node() -> None:
    watch = taken()
    take(watch, NOW, sender="/other", stamp_ns=NOW - SECOND)
    assert FrameFaultKind.GOES_BACK not in told(watch, "base")

    take(watch, NOW, stamp_ns=NOW - SECOND)
    assert FrameFaultKind.GOES_BACK in told(watch, "base")


def test_without_a_clock_no_stamp_is_judged() -> None:
    watch = FrameWatch()
    watch.take(replace(pose(name="base"), stamp_ns=NOW), "/tf", NOW, "/base", None)

    assert told(watch, "base") == []


def test_what_was_left_out_has_a_row_and_a_reason() -> None:
    watch = FrameWatch()
    reason = MessageWording.POSITION_NOT_FINITE()
    watch.take_fault(TransformFault("base", "odom", reason), "/tf", NOW, "/base")
    (fault,) = watch.all_faults(NOW, {}, ())["base"]

    assert (record(watch).parent, record(watch).transform) == ("odom", None)
    assert fault.kind is FrameFaultKind.LEFT_OUT
    assert tells(fault.text, FrameWording.LEFT_OUT, reason=reason)


def test_what_is_wrong_with_a_static_transform_is_told_until_the_next_comes() -> None:
    watch = FrameWatch()
    take(watch, NOW, topic="/tf_static")
    odd = TransformFault("base", "odom", MessageWording.NO_QUATERNION(), is_left_out=False)
    watch.take_fault(odd, "/tf_static", NOW, "/base")
    assert told(watch, "base", NOW + 100 * RECENT_NS) == [FrameFaultKind.ODD]

    take(watch, NOW, topic="/tf_static")
    assert told(watch, "base") == []


def test_a_refused_transform_places_nothing() -> None:
    watch = taken()
    reason = MessageWording.FRAME_IN_ITSELF(frame="base")
    watch.take(replace(pose(9.0, frame="base", name="base"), stamp_ns=NOW), "/tf", NOW, "/odd", NOW, reason)

    assert told(watch, "base") == [FrameFaultKind.LOOP]
    assert record(watch).parent == "odom"


def test_frames_that_are_silent_or_stand_apart_are_told_with_the_worst_first() -> None:
    watch = FrameWatch()
    take(watch, NOW, stamp_ns=NOW + 2 * SECOND)
    faults = watch.all_faults(NOW, {"base": 4.0}, ("map", "world"))

    assert [fault.kind for fault in faults["base"]] == [FrameFaultKind.SILENT, FrameFaultKind.AHEAD]
    assert faults["world"] == (FrameFault(FrameFaultKind.NOT_JOINED, FrameWording.NOT_JOINED(count=2)),)
    assert watch.all_faults(NOW, {}, ("map",)).keys() == {"base"}


def test_transforms_without_a_name_are_counted() -> None:
    watch = FrameWatch()
    watch.take_fault(TransformFault("", "odom", MessageWording.FRAME_NO_TEXT()), "/tf", NOW, "")

    assert (watch.unnamed, watch.records) == (1, {})


def test_there_are_no_more_records_than_frames_of_a_tree() -> None:
    watch = FrameWatch()
    for number in range(MAX_FRAMES + 10):
        watch.take(pose(name=f"frame {number}"), "/tf", NOW, "", NOW)

    assert len(watch.records) == MAX_FRAMES


def test_few_parents_and_senders_are_remembered() -> None:
    watch = FrameWatch()
    for number in range(100):
        take(watch, NOW, f"parent {number}", f"/node {number}")
    texts = [fault.text for fault in watch.all_faults(NOW, {}, ())["base"]]

    assert all(text.count(", ") == 7 for text in texts)


def test_roots_are_in_no_frame_and_have_frames_in_them() -> None:
    assert roots_of([("odom", "map"), ("base", "odom"), ("beacon", "dock")]) == ["dock", "map"]
