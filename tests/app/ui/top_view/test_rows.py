from __future__ import annotations

from app.model.messages.values import Poses
from app.model.schema import DecodeError, Role
from app.model.topics import TopicKey
from app.ui.base.theme import DARK
from app.ui.top_view.feeds import LayerFeed
from app.ui.top_view.rows import first_fault, layer_row
from app.ui.top_view.silence import FrameSilence
from app.ui.top_view.state import Layer
from tests.fakes.places import PlaceSchema, add_topic, pose
from tests.fakes.session import URI, FakeSession

KEY, OTHER = TopicKey(URI, "/it"), TopicKey(URI, "/other")


def feed_of(*values: object, heard: bool = True) -> LayerFeed:
    session = FakeSession()
    schema = PlaceSchema(Role.POSE, *values)
    add_topic(session, "/it", schema)
    if heard:
        session.receive("/it", b"0")
    feed = LayerFeed(KEY)
    feed.refresh(session.store.get(KEY), schema, session.now)
    return feed


def note(feed: LayerFeed, layer: Layer | None = None, unplaced: str = "", age_s: float | None = None) -> str:
    return layer_row(layer or Layer(KEY), feed, unplaced, age_s, "", DARK).note


def test_what_there_is_to_say_is_said() -> None:
    fine, broken = feed_of(pose()), feed_of(DecodeError("broken"))
    hidden = Layer(KEY, visible=False)

    assert note(LayerFeed(KEY)) == "not there yet"
    assert note(feed_of(heard=False)) == "waiting"
    assert note(fine) == ""
    assert note(fine, unplaced="no way") == "not placed"
    assert note(fine, hidden, unplaced="no way") == ""
    assert note(fine, age_s=7.0) == "7.0 s old"
    assert note(broken) == "can't be read"
    assert note(feed_of(Poses((pose(),), 3000))) == "3,000 left out"


def test_the_tip_tells_all() -> None:
    row = layer_row(Layer(KEY), feed_of(pose(frame="odom")), "no way", None, "Rover", DARK)

    assert row.tip == "/it\nodom\nno way"
    assert row.note == "Rover  not placed"
    assert row.faulty
    assert layer_row(Layer(KEY, place_in="laser"), feed_of(pose()), "", None, "", DARK).tip == "/it\nlaser"


def test_what_can_not_be_read_goes_before_what_can_not_be_placed() -> None:
    broken = {KEY: feed_of(DecodeError("broken", "Ask."))}
    fault = first_fault(broken, {OTHER: "no way"})
    assert fault is not None
    assert (fault.word, fault.title, fault.reason, fault.tip) == ("Can't be read", "/it and 1 more", "broken", "Ask.")

    fault = first_fault({KEY: feed_of(pose())}, {OTHER: "no way"})
    assert fault is not None
    assert (fault.word, fault.title, fault.reason) == ("Not placed", "/other", "no way")
    assert first_fault({KEY: feed_of(pose())}, {}) is None


def test_what_is_drawn_where_it_was_is_said_after_what_is_not_drawn_at_all() -> None:
    silence = FrameSilence("odom", 4.0)
    row = layer_row(Layer(KEY), feed_of(pose()), "", None, "", DARK, silence)
    assert (row.note, row.faulty) == ("place 4.0 s old", True)
    assert row.tip.endswith("no transforms of the frame “odom” come any more")

    fault = first_fault({KEY: feed_of(pose())}, {}, {KEY: silence})
    assert fault is not None
    assert (fault.word, fault.title) == ("Old place", "/it")
    assert fault.tip
    fault = first_fault({KEY: feed_of(pose())}, {OTHER: "no way"}, {KEY: silence})
    assert fault is not None
    assert (fault.word, fault.title) == ("Not placed", "/other and 1 more")


def test_transforms_that_are_left_out_are_said_where_no_layer_has_anything_worse() -> None:
    trouble = (OTHER, "the frame “map” can't stand in itself")
    fault = first_fault({KEY: feed_of(pose())}, {}, {}, trouble)
    assert fault is not None
    assert (fault.word, fault.title, fault.reason) == ("Left out", "/other", trouble[1])

    fault = first_fault({KEY: feed_of(pose())}, {}, {KEY: FrameSilence("odom", 4.0)}, trouble)
    assert fault is not None
    assert fault.word == "Old place"
