from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.json_document import JsonError, convert_json
from app.model.schema import Field, FieldKind, FieldPath
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.timeseries.feeds import SeriesFeed
from app.model.topics import TopicKey
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.time_axis.plots.data import OWNER, PlotData
from app.ui.time_axis.plots.plot import MAX_CURVES, MAX_CURVES_IN_ALL, Plot, PlotKind, SavedPlot, Threshold
from tests.fakes.session import URI, FakeSession, JsonSchema

ODOM = TopicKey(URI, "/odom")


def _curve(plot: Plot, path: str = "x", **more: object) -> PlotCurve:
    curve = plot.add(CurveSpec(ODOM, path, **more))  # type: ignore[arg-type]
    assert curve is not None
    return curve


def restored(state: object, data: PlotData, room: int = MAX_CURVES_IN_ALL) -> Plot:
    return Plot.restored(convert_json(state, SavedPlot), data, room)


def test_every_curve_has_a_color_of_its_own(data: PlotData) -> None:
    plot = Plot(data)
    curves = [_curve(plot, path) for path in "abc"]
    plot.remove(curves[1])

    assert [curve.spec.color for curve in curves] == [0, 1, 2]
    assert _curve(plot, "d").spec.color == 1


def test_what_is_shown_already_is_not_shown_twice(data: PlotData) -> None:
    plot = Plot(data)
    _curve(plot)

    assert plot.add(CurveSpec(ODOM, "x")) is None
    assert plot.add(CurveSpec(ODOM, "x", transform=CurveTransform(scale=2.0))) is not None


def test_there_are_not_more_curves_than_can_be_told_apart(data: PlotData) -> None:
    plot = Plot(data)
    for number in range(MAX_CURVES):
        _curve(plot, f"f{number}")

    assert plot.add(CurveSpec(ODOM, "another")) is None


def test_many_curves_come_and_go_as_one(session: FakeSession, data: PlotData, monkeypatch: pytest.MonkeyPatch) -> None:
    told = [CurveSpec(ODOM, f"f{number}").as_json() for number in range(MAX_CURVES)]
    asked: list[int] = []
    set_fields = SeriesFeed.set_fields

    def counted(feed: SeriesFeed, paths: tuple[FieldPath, ...]) -> None:
        asked.append(len(paths))
        set_fields(feed, paths)

    monkeypatch.setattr(SeriesFeed, "set_fields", counted)
    plot = restored({"curves": told}, data)
    session.receive("/odom", {f"f{number}": number for number in range(MAX_CURVES)})
    plot.drain()
    assert [curve.newest_value for curve in plot.curves] == list(range(MAX_CURVES))
    plot.close()

    assert asked == [MAX_CURVES, 0]
    assert (data.curves, data.budget.used_bytes, session.topics.sinks) == (0, 0, {})


@pytest.mark.parametrize(("room", "shown"), [(MAX_CURVES_IN_ALL, MAX_CURVES), (3, 3), (0, 0)])
def test_saved_curves_that_there_is_no_room_for_are_left_out_and_stay_saved(
    data: PlotData, room: int, shown: int
) -> None:
    told = [CurveSpec(ODOM, f"f{number}").as_json() for number in range(MAX_CURVES + 7)]
    plot = restored({"curves": told}, data, room)

    assert [curve.spec.as_json() for curve in plot.curves] == told[:shown]
    assert [spec.as_json() for spec in plot.left_out] == told[shown:]
    assert plot.state()["curves"] == told
    assert data.curves == shown


def test_plots_that_share_their_data_have_no_more_curves_than_can_be_drawn(data: PlotData) -> None:
    plots = [Plot(data) for _ in range(MAX_CURVES_IN_ALL // MAX_CURVES + 1)]
    for plot in plots[:-1]:
        for number in range(MAX_CURVES):
            _curve(plot, f"f{number}")
    assert plots[-1].is_full
    assert plots[-1].add(CurveSpec(ODOM, "another")) is None
    plots[0].close()

    assert plots[-1].add(CurveSpec(ODOM, "another")) is not None


def test_a_curve_that_comes_back_has_all_that_came_meanwhile(session: FakeSession, data: PlotData) -> None:
    plot = Plot(data)
    curve = _curve(plot)
    session.receive("/odom", {"x": 1})
    place = plot.remove(curve)
    session.receive("/odom", {"x": 2})
    plot.insert([curve.spec], place, as_list=False)
    plot.drain()

    (curve,) = plot.curves
    assert curve.values is not None
    assert curve.values.series.samples().values.tolist() == [1.0, 2.0]


def test_a_changed_transform_keeps_the_history(session: FakeSession, data: PlotData) -> None:
    plot = Plot(data)
    curve = _curve(plot)
    session.receive("/odom", {"x": 1}, {"x": 2})
    curve.change(CurveSpec(ODOM, "x", transform=CurveTransform(scale=10.0)))
    plot.drain()

    assert curve.newest_value == 20.0
    curve.change(CurveSpec(ODOM, "x", color=3))
    plot.drain()
    assert curve.newest_value == 2.0


def test_two_plots_of_one_field_both_hear_of_what_came(session: FakeSession, data: PlotData) -> None:
    plots = [Plot(data), Plot(data)]
    for plot in plots:
        _curve(plot)
    session.receive("/odom", {"x": 1})

    assert [plot.drain() for plot in plots] == [True, True]
    assert [plot.drain() for plot in plots] == [False, False]


def test_a_closed_plot_wants_nothing(session: FakeSession, data: PlotData) -> None:
    plot = Plot(data)
    _curve(plot)
    plot.close()

    assert session.topics.wants[OWNER] == set()


def test_lists_are_shown_as_they_are_now(session: FakeSession, data: PlotData) -> None:
    schema = JsonSchema("test.Scan", {"test.Scan": [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]})
    session.add_topics("/scan", schema=schema)
    plot = Plot(data)
    curve = plot.add(CurveSpec(TopicKey(URI, "/scan"), "ranges"))
    assert curve is not None
    assert plot.kind is PlotKind.PROFILE
    session.receive("/scan", {"ranges": [1, 2, 3]})

    assert plot.drain()
    assert not plot.drain()
    assert curve.samples is not None
    assert curve.samples.values.tolist() == [1.0, 2.0, 3.0]
    plot.set_kind(PlotKind.XY)
    assert plot.kind is PlotKind.PROFILE
    plot.close()
    assert session.topics.wants[OWNER] == set()


def test_lists_whose_type_was_not_known_are_shown_once_it_is(session: FakeSession, data: PlotData) -> None:
    scan = TopicKey(URI, "/scan")
    session.add_topics("/scan")
    session.topic("/scan").schema = None
    plot = Plot(data)
    plot.add(CurveSpec(scan, "ranges"))
    assert not plot.show_lists()
    session.topic("/scan").schema = JsonSchema(
        "test.Scan", {"test.Scan": [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]}
    )
    number = plot.add(CurveSpec(scan, "angle_min"))
    assert number is not None
    assert not plot.show_lists()
    plot.remove(number)
    assert plot.show_lists()
    assert not plot.show_lists()
    session.receive("/scan", {"ranges": [1, 2, 3]})
    plot.drain()

    assert plot.kind is PlotKind.PROFILE
    assert plot.curves[0].samples is not None
    assert plot.curves[0].samples.values.tolist() == [1.0, 2.0, 3.0]
    assert data.curves == 1
    plot.close()
    data.hold(())
    assert session.topics.wants[OWNER] == set()


def test_a_threshold_is_broken_by_the_newest_value(session: FakeSession, data: PlotData) -> None:
    plot = Plot(data)
    curve = _curve(plot)
    plot.thresholds = [Threshold(5.0), Threshold(-5.0, above=False)]
    for value, broken in ((0, []), (6, [Threshold(5.0)]), (-6, [Threshold(-5.0, above=False)])):
        session.receive("/odom", {"x": value})
        plot.drain()

        assert [threshold for known, threshold in plot.exceeded if known is curve] == broken


def test_no_value_breaks_no_threshold() -> None:
    assert not Threshold(1.0).is_exceeded_by(math.nan)


def test_when_the_last_message_came_is_known(session: FakeSession, data: PlotData) -> None:
    curve = _curve(Plot(data))
    assert curve.received_s is None
    session.receive("/odom", {"x": 1})

    assert curve.received_s == session.now


def test_a_plot_comes_back_from_what_was_saved(data: PlotData) -> None:
    plot = Plot(data)
    _curve(plot, transform=CurveTransform(CurveTransformKind.MEAN))
    _curve(plot, "y")
    plot.thresholds = [Threshold(2.0, above=False)]
    plot.values.fix(-1.0, 3.0)
    plot.set_kind(PlotKind.XY)
    plot.values.fix(-1.0, 3.0)
    plot.across.fix(0.0, 2.0)

    again = restored(json.loads(json.dumps(plot.state())), data)

    assert again.state() == plot.state()
    assert again.across.fixed == (0.0, 2.0)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "pie"},
        {"kind": []},
        {"curves": {}},
        {"curves": [5]},
        {"curves": [{}] * (MAX_CURVES + 1)},
        {"curves": [CurveSpec(ODOM, "x").as_json()] * 1001},
        {"thresholds": 1},
        {"thresholds": [1]},
        {"thresholds": [{"value": "x"}]},
        {"values": [1]},
        {"values": [1, 1]},
        {"values": ["a", "b"]},
        {"across": [2, 2]},
    ],
)
def test_what_is_no_plot_is_refused_and_wants_nothing(
    session: FakeSession, data: PlotData, change: dict[str, object]
) -> None:
    with pytest.raises(JsonError):
        restored({**Plot(data).state(), **change}, data)

    assert not session.topics.wants.get(OWNER)


@given(
    st.dictionaries(
        st.sampled_from(["kind", "values", "across", "thresholds", "curves"]),
        st.recursive(
            st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3), max_leaves=5
        ),
    )
)
def test_anything_saved_is_a_plot_or_refused(state: dict[str, object]) -> None:
    data = PlotData(FakeSession().links, FakeSession().topics)
    try:
        plot = restored(state, data)
    except JsonError:
        return
    assert restored(plot.state(), data).state() == plot.state()
