from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.json_document import JsonError
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.topics import TopicKey

KEY = TopicKey("gazebo://robot:11345", "/odom")


def test_a_curve_of_a_field_reads_that_field() -> None:
    (field,) = CurveSpec(KEY, "pose.x").fields

    assert (field.key, str(field.path)) == (KEY, "pose.x")


def test_fields_of_an_expression_may_be_of_other_topics() -> None:
    fields = CurveSpec(KEY, expression="pose.x - {/goal:x}").fields

    assert [(field.key.topic, str(field.path)) for field in fields] == [("/odom", "pose.x"), ("/goal", "x")]


def test_the_yaw_of_a_quaternion_needs_its_four_parts() -> None:
    spec = CurveSpec(KEY, "pose.orientation", transform=CurveTransform(CurveTransformKind.YAW))

    assert {str(field.path).rpartition(".")[2] for field in spec.fields} == {"x", "y", "z", "w"}


@pytest.mark.parametrize("name", ["imu-q", "e", "a/b-2", "pose[3].deep" + "er" * 100])
def test_the_yaw_is_that_of_the_field_whatever_its_name_is(name: str) -> None:
    spec = CurveSpec(KEY, name, transform=CurveTransform(CurveTransformKind.YAW))
    assert {str(field.path) for field in spec.fields} == {f"{name}.{axis}" for axis in "xyzw"}
    parts = {"x": 0.0, "y": 0.0, "z": math.sin(0.5), "w": math.cos(0.5)}
    expression = spec.parsed
    assert expression is not None
    values = [np.array([parts[str(field.path)[-1]]]) for field in expression.fields]

    assert expression.evaluate(values) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("transform", "label"),
    [
        (CurveTransform(), "v"),
        (CurveTransform(CurveTransformKind.DERIVATIVE), "derivative(v)"),
        (CurveTransform(scale=3.6), "3.6·v"),
        (CurveTransform(CurveTransformKind.MEAN, 2.0, -1.5), "2·mean(v, 1 s) - 1.5"),
        (CurveTransform(CurveTransformKind.MEAN, window_s=0.25), "mean(v, 0.25 s)"),
    ],
)
def test_the_label_says_what_was_made_of_it(transform: CurveTransform, label: str) -> None:
    assert CurveSpec(KEY, "v", transform=transform).label == label


def test_fields_of_an_expression_may_be_of_topics_of_any_name() -> None:
    spec = CurveSpec(KEY, expression='a + {"": b} + {/gazebo/my lab/x:c} + {"/a:{b}": d}')

    assert [field.key.topic for field in spec.fields] == [KEY.topic, "", "/gazebo/my lab/x", "/a:{b}"]


@pytest.mark.parametrize(
    "spec",
    [
        CurveSpec(KEY, "pose.x", color=3, visible=False),
        CurveSpec(KEY, expression="a + {/b:c}", transform=CurveTransform(CurveTransformKind.MEAN, 2.0, 1.0, 5.0)),
        CurveSpec(TopicKey("gazebo://a:1", ""), "pose.x"),
        CurveSpec(TopicKey("gazebo://a:1", "/gazebo/my lab/x"), expression='a + {"": b} + {/ünï/%20:c}'),
    ],
)
def test_a_curve_comes_back_from_what_was_saved(spec: CurveSpec) -> None:
    assert CurveSpec.from_json(json.loads(json.dumps(spec.as_json()))) == spec


@pytest.mark.parametrize(
    "change",
    [
        {"path": "", "expression": ""},
        {"path": "x", "expression": "y"},
        {"path": "a..b"},
        {"path": 5},
        {"path": "x" * 2000},
        {"path": "", "expression": "1 +"},
        {"path": "", "expression": "1 + 2"},
        {"path": "", "expression": "a", "transform": "yaw"},
        {"transform": "twice"},
        {"scale": "2"},
        {"scale": True},
        {"scale": float("nan")},
        {"offset": float("inf")},
        {"offset": 10**400},
        {"window_s": 0},
        {"window_s": 1e9},
        {"topic": None},
    ],
)
def test_what_is_no_curve_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(JsonError):
        CurveSpec.from_json({**CurveSpec(KEY, "pose.x").as_json(), **change})


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from(sorted(CurveSpec(KEY, "x").as_json())), _JSON) | _JSON)
def test_anything_saved_is_a_curve_or_refused(state: object) -> None:
    try:
        spec = CurveSpec.from_json(state)
    except JsonError:
        return
    assert CurveSpec.from_json(spec.as_json()) == spec
