from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from app.model.reference_runs import RunPlace
from app.model.schema import Field, FieldKind, FieldPath, UnknownFieldError
from app.model.status import ConnectionState
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.timeseries.feeds import TimeBase
from app.model.topics import Message, TopicKey
from app.session.reference_runs import ReferenceRuns
from app.ui.base.text import say
from app.ui.time_axis.plots.data import OWNER, PlotData, array_samples
from app.wording.record import ReferenceWording
from app.wording.ui.time_axis import PlotWording, TimeAxisWording
from app.wording.ui.widgets import WidgetsWording
from tests.fakes.backfill import FakeBackfill, schema_of
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.waiting import eventually


class StrictSchema(JsonSchema):
    """Has only the fields that it was given."""

    def check(self, path: FieldPath) -> Field:
        if str(path) not in {field.name for field in self.fields()}:
            raise UnknownFieldError(f"there is no {path}")
        return super().check(path)


ODOM, GOAL = TopicKey(URI, "/odom"), TopicKey(URI, "/goal")


def test_a_curve_gets_every_message_from_when_it_is_wanted(session: FakeSession, data: PlotData) -> None:
    values = data.acquire(CurveSpec(ODOM, "x"))
    session.receive("/odom", {"x": 1}, {"x": 2})
    values.drain()

    assert session.topics.wants[OWNER] == {ODOM}
    assert values.series.samples().values.tolist() == [1.0, 2.0]


def test_a_field_of_two_curves_is_read_once_and_as_long_as_one_needs_it(session: FakeSession, data: PlotData) -> None:
    one = data.acquire(CurveSpec(ODOM, "x"))
    other = data.acquire(CurveSpec(ODOM, expression="x * 2"))
    data.release(one)
    session.receive("/odom", {"x": 3})
    other.drain()
    assert other.series.samples().values.tolist() == [6.0]
    data.release(other)

    assert session.topics.wants[OWNER] == set()
    assert not session.topics.sinks
    assert data.budget.used_bytes == 0


def test_an_expression_listens_to_all_of_its_topics(session: FakeSession, data: PlotData) -> None:
    data.acquire(CurveSpec(ODOM, expression="x - {/goal:x}"))

    assert session.topics.wants[OWNER] == {ODOM, GOAL}


def test_a_topic_that_is_not_there_yet_is_waited_for(session: FakeSession, data: PlotData) -> None:
    values = data.acquire(CurveSpec(TopicKey(URI, "/late"), "x"))
    session.add_topics("/late")
    session.receive("/late", {"x": 5})
    values.drain()

    assert values.series.samples().values.tolist() == [5.0]


_ODOM = (
    Field("x", FieldKind.MESSAGE, "test.P"),
    Field("word", FieldKind.STRING, "string"),
    Field("ranges", FieldKind.FLOAT, "double", repeated=True),
    Field("speed", FieldKind.FLOAT, "double"),
)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        (CurveSpec(ODOM, "speed"), ""),
        (CurveSpec(ODOM, "x"), "x leads to no scalar"),
        (CurveSpec(ODOM, "word"), PlotWording.IS_TEXT(path="word")),
        (CurveSpec(ODOM, "ranges"), PlotWording.IS_LIST(path="ranges")),
        (CurveSpec(ODOM, expression="speed + ranges"), PlotWording.IS_LIST(path="ranges")),
    ],
)
def test_why_there_is_no_number_is_told_once_a_message_came(
    session: FakeSession, data: PlotData, spec: CurveSpec, told: str
) -> None:
    session.add_topics("/odom", schema=JsonSchema("test.Odom", {"test.Odom": _ODOM}))
    data.acquire(spec)
    session.receive("/odom", {"x": {}, "word": "on", "ranges": [1.0], "speed": 1.0})

    assert data.fault(spec) == told


def test_an_expression_says_of_which_topic_nothing_came(session: FakeSession, data: PlotData) -> None:
    spec = CurveSpec(ODOM, expression="x - {/goal:x}")
    data.acquire(spec)
    session.receive("/odom", {"x": 1.0})
    assert data.fault(spec) == PlotWording.NOTHING_CAME(topic="/goal")
    session.receive("/goal", {"x": 1.0})

    assert data.fault(spec) == ""


def test_a_curve_that_is_not_shown_has_no_fault(data: PlotData) -> None:
    assert data.fault(CurveSpec(ODOM, "x")) == ""


def test_messages_without_a_time_of_their_own_are_why_there_is_nothing_by_stamp(
    session: FakeSession, data: PlotData
) -> None:
    data.base = TimeBase.STAMP
    spec = CurveSpec(ODOM, "x")
    data.acquire(spec)
    assert data.fault(spec) == ""
    session.receive("/odom", {"x": 1.0})

    assert data.fault(spec) == TimeAxisWording.NO_STAMPS()


def test_why_there_is_no_list_is_told_once_a_message_came(session: FakeSession, data: PlotData) -> None:
    session.add_topics("/odom", schema=StrictSchema("test.Odom", {"test.Odom": _ODOM}))
    assert data.list_fault(ODOM, "speed") == ""
    session.receive("/odom", {"speed": 1.0})

    assert data.list_fault(ODOM, "speed") == PlotWording.NO_LIST(path="speed")
    assert data.list_fault(ODOM, "sped") not in {"", PlotWording.NO_LIST(path="sped")}


def test_a_robot_that_cannot_be_heard_is_lost(session: FakeSession, data: PlotData) -> None:
    assert not data.is_lost(ODOM)
    session.set_state(ConnectionState.LOST)
    assert data.is_lost(ODOM)

    assert data.is_lost(TopicKey("gazebo://another:1", "/odom"))


def test_a_list_is_told_from_an_element_of_it(session: FakeSession, data: PlotData) -> None:
    fields = [Field("ranges", FieldKind.FLOAT, "double", repeated=True), Field("x", FieldKind.FLOAT, "double")]
    session.add_topics("/scan", schema=JsonSchema("test.Scan", {"test.Scan": fields}))
    key = TopicKey(URI, "/scan")

    assert data.is_array(key, "ranges")
    assert not data.is_array(key, "ranges[3]")
    assert not data.is_array(key, "x")
    assert not data.is_array(TopicKey(URI, "/nothing"), "ranges")


def _message(value: object) -> Message:
    return Message(json.dumps(value).encode(), 1, 0, JsonSchema("test.Scan"))


def test_the_unit_of_a_curve_is_that_of_its_schema_else_that_of_type_and_name(
    session: FakeSession, data: PlotData
) -> None:
    vector = [Field(name, FieldKind.FLOAT, "float64") for name in "xyz"]
    types = {
        "geometry_msgs/AccelStamped": [
            Field("accel", FieldKind.MESSAGE, "geometry_msgs/Accel"),
            Field("level", FieldKind.FLOAT, "float64", unit="mm"),
        ],
        "geometry_msgs/Accel": [Field("linear", FieldKind.MESSAGE, "geometry_msgs/Vector3")],
        "geometry_msgs/Vector3": vector,
    }
    session.add_topics("/odom", schema=JsonSchema("geometry_msgs/AccelStamped", types))
    slope = CurveTransform(CurveTransformKind.DERIVATIVE)

    def unit(path: str, transform: CurveTransform | None = None, topic: str = "/odom") -> str:
        return data.unit(CurveSpec(TopicKey(URI, topic), path, transform=transform or CurveTransform()))

    assert unit("accel.linear.x") == "m/s²"
    assert unit("accel.linear.x", slope) == "m/s³"
    assert unit("level") == "mm"
    assert unit("other") == ""
    # nothing is known of it but its name
    assert unit("twist.linear.x", topic="/later") == "m/s"
    assert data.unit(CurveSpec(TopicKey(URI, "/odom"), expression="level * 2")) == ""


def test_a_list_is_drawn_over_its_places() -> None:
    samples = array_samples(_message({"ranges": [1.5, 2.5]}), "ranges")

    assert samples is not None
    assert samples.times.tolist() == [0.0, 1.0]
    assert samples.values.tolist() == [1.5, 2.5]


@pytest.mark.parametrize("value", [{}, {"ranges": 5}, {"ranges": ["a"]}, {"ranges": [[1], [2]]}, {"ranges": [{}]}])
def test_what_is_no_list_of_numbers_is_not_drawn(value: object) -> None:
    assert array_samples(_message(value), "ranges") is None


def test_a_message_that_cannot_be_read_is_not_drawn() -> None:
    assert array_samples(Message(b"{", 1, 0, JsonSchema("test.Scan")), "ranges") is None


def test_a_quaternion_is_shown_by_its_yaw_and_another_message_by_its_numbers(
    session: FakeSession, data: PlotData
) -> None:
    numbers = {name: Field(name, FieldKind.FLOAT, "double") for name in "xyzw"}
    types = {
        "test.Odom": [
            Field("pose", FieldKind.MESSAGE, "Pose"),
            Field("poses", FieldKind.MESSAGE, "Pose", repeated=True),
        ],
        "Pose": [
            Field("name", FieldKind.STRING, "string"),
            Field("position", FieldKind.MESSAGE, "Point"),
            Field("orientation", FieldKind.MESSAGE, "Quaternion"),
        ],
        "Point": [numbers[name] for name in "xyz"],
        "Quaternion": [*numbers.values()],
    }
    key = TopicKey(URI, "/pose")
    session.add_topics("/pose", schema=JsonSchema("test.Odom", types))

    yaw = CurveTransform(CurveTransformKind.YAW)
    assert data.curve_specs(key, "pose.orientation") == [CurveSpec(key, "pose.orientation", transform=yaw)]
    assert data.curve_specs(key, "poses[3].orientation") == [CurveSpec(key, "poses[3].orientation", transform=yaw)]
    assert [spec.path for spec in data.curve_specs(key, "pose.position")] == [f"pose.position.{name}" for name in "xyz"]
    assert [spec.path for spec in data.curve_specs(key, "pose")][:2] == ["pose.position.x", "pose.position.y"]
    for whole in ("pose.position.x", "poses", "pose.name"):
        assert data.curve_specs(key, whole) == [CurveSpec(key, whole)]


def test_a_field_of_a_type_that_is_not_known_is_shown_as_it_is(data: PlotData) -> None:
    key = TopicKey(URI, "/nothing")

    assert data.curve_specs(key, "a.b") == [CurveSpec(key, "a.b")]


def test_a_list_of_a_time_by_which_nobody_had_listened_says_so(session: FakeSession, data: PlotData) -> None:
    session.topics.unheard.add(ODOM)

    assert data.nobody_listened(ODOM)
    assert data.list_fault(ODOM, "speed") == WidgetsWording.NOBODY_LISTENED()


# runs that are laid beneath


async def test_a_curve_of_a_run_gets_what_the_run_has_and_subscribes_to_nothing(
    session: FakeSession, tmp_path: Path
) -> None:
    runs = ReferenceRuns()
    run = await runs.add([write_recording(tmp_path / "run.mcap", count_up("/odom", 5, 10.0))])
    data = PlotData(session.links, session.topics, runs=runs)
    one, twice = (
        data.acquire(CurveSpec(run.key("/odom"), "n")),
        data.acquire(CurveSpec(run.key("/odom"), expression="n * 2")),
    )
    await eventually(lambda: one.drain() or len(one.series.samples().times))
    twice.drain()

    assert one.series.samples().values.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert twice.series.samples().values.tolist() == [0.0, 2.0, 4.0, 6.0, 8.0]
    assert session.topics.wants[OWNER] == set()
    assert not session.topics.sinks
    assert (data.is_lost(run.key("/odom")), data.fault(one.spec)) == (False, "")
    runs.change(run.id, place=RunPlace(3 * S))
    twice.drain()
    assert twice.series.samples().times[0] == pytest.approx(START_NS / 1e9 + 3)
    assert twice.series.samples().values.tolist() == [0.0, 2.0, 4.0, 6.0, 8.0]
    data.release(one)
    data.release(twice)
    assert runs.budget.used_bytes == 0
    runs.remove(run.id)
    assert data.is_lost(run.key("/odom"))
    await runs.close()


async def test_a_long_curve_of_a_run_is_there_once_it_lies_where_the_run_does(
    session: FakeSession, tmp_path: Path
) -> None:
    runs = ReferenceRuns(few=0)
    run = await runs.add([write_recording(tmp_path / "run.mcap", count_up("/odom", 5, 10.0))])
    data = PlotData(session.links, session.topics, runs=runs)
    values = data.acquire(CurveSpec(run.key("/odom"), "n"))
    (field,) = values.spec.fields
    assert not data.is_laid(field)
    await eventually(lambda: data.is_laid(field))
    values.drain()
    assert values.series.samples().values.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    data.release(values)
    await runs.close()


async def test_what_a_run_has_not_is_told(session: FakeSession, tmp_path: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([write_recording(tmp_path / "run.mcap", count_up("/odom", 5, 10.0))])
    data = PlotData(session.links, session.topics, runs=runs)
    values = data.acquire(CurveSpec(run.key("/odom"), "missing"))
    await eventually(lambda: values.drain() or data.fault(values.spec) or len(values.series.samples().times))
    assert all(math.isnan(value) for value in values.series.samples().values.tolist())
    lacking = data.acquire(CurveSpec(run.key("/other"), "n"))
    await eventually(lambda: data.fault(lacking.spec))
    assert data.fault(lacking.spec) == say(ReferenceWording.NO_TOPIC(topic="/other"))
    await runs.close()


@pytest.fixture
def backfill(session: FakeSession) -> FakeBackfill:
    session.topics.backfill = FakeBackfill()
    return session.topics.backfill


def test_what_was_kept_of_a_field_is_asked_for_when_it_begins_to_be_kept(
    data: PlotData, backfill: FakeBackfill
) -> None:
    specs = [CurveSpec(ODOM, "x"), CurveSpec(ODOM, expression="x + y"), CurveSpec(ODOM, expression="x - {/goal:x}")]
    with data.batched(specs):
        values = [data.acquire(spec) for spec in specs]
    assert backfill.asked == [(ODOM, {"x", "y"}), (GOAL, {"x"})]
    data.release(values[0])
    data.acquire(specs[0])
    assert len(backfill.asked) == 2
    data.acquire(CurveSpec(ODOM, "z"))

    assert backfill.asked[2:] == [(ODOM, {"z"})]


def test_a_curve_is_drawn_from_what_was_kept_before_it_was_added(
    session: FakeSession, data: PlotData, backfill: FakeBackfill
) -> None:
    session.now = 1000.0
    values = data.acquire(CurveSpec(ODOM, expression="x * 2"))
    session.receive("/odom", {"x": 3})
    values.drain()
    backfill.fill(ODOM, schema_of(session, "/odom"), (998.0, b'{"x":1}'), (999.0, b'{"x":2}'))
    session.now = 1001.0
    session.receive("/odom", {"x": 4})
    values.drain()

    assert values.series.samples().values.tolist() == [2.0, 4.0, 6.0, 8.0]
    assert values.series.samples().times.tolist() == [998.0, 999.0, 1000.0, 1001.0]


def test_by_another_time_what_was_kept_is_asked_for_anew(data: PlotData, backfill: FakeBackfill) -> None:
    spec = CurveSpec(ODOM, "x")
    data.release(data.acquire(spec))
    data.base = TimeBase.STAMP
    data.acquire(spec)

    assert backfill.asked == [(ODOM, {"x"})] * 2


def test_of_a_run_nothing_is_asked_for(data: PlotData, backfill: FakeBackfill) -> None:
    data.acquire(CurveSpec(TopicKey("run:1", "/odom"), "x"))

    assert backfill.asked == []
