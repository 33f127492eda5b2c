from __future__ import annotations

import re
import time

import pytest

from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.topics import TopicKey
from app.ui.time_axis.plots.names import axis_title, curve_names, file_stem
from tests.fakes.session import URI

FAR = "ros1://far:11311"
ODOM, GOAL = TopicKey(URI, "/odom"), TopicKey(URI, "/goal")

_SLOPE = CurveTransform(CurveTransformKind.DERIVATIVE)


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        ([CurveSpec(ODOM, "x"), CurveSpec(ODOM, "y")], ["x", "y"]),
        ([CurveSpec(ODOM, "x"), CurveSpec(GOAL, "x")], ["odom x", "goal x"]),
        (
            [CurveSpec(TopicKey(URI, "/a/odom"), "x"), CurveSpec(TopicKey(URI, "/b/odom"), "x")],
            ["/a/odom x", "/b/odom x"],
        ),
        ([CurveSpec(ODOM, "x"), CurveSpec(TopicKey(FAR, "/odom"), "x")], ["robot:11345 x", "far:11311 x"]),
        # an axis alone says nothing, and the rest of a long path nothing more
        ([CurveSpec(ODOM, "pose.pose.position.x")], ["position.x"]),
        ([CurveSpec(ODOM, "status.voltage")], ["voltage"]),
        (
            [CurveSpec(ODOM, "twist.twist.linear.x"), CurveSpec(ODOM, "goal.linear.x"), CurveSpec(ODOM, "a.level")],
            ["twist.linear.x", "goal.linear.x", "level"],
        ),
        (
            [CurveSpec(ODOM, "wheels[0].speed"), CurveSpec(ODOM, "wheels[1].speed")],
            ["wheels[0].speed", "wheels[1].speed"],
        ),
        # the topic only for those that need it
        (
            [CurveSpec(ODOM, "linear.x"), CurveSpec(GOAL, "linear.x"), CurveSpec(GOAL, "voltage")],
            ["odom linear.x", "goal linear.x", "voltage"],
        ),
        (
            [CurveSpec(ODOM, "linear.x"), CurveSpec(ODOM, "linear.x", transform=_SLOPE)],
            ["linear.x", "derivative(linear.x)"],
        ),
        ([CurveSpec(ODOM, "x", name="forward"), CurveSpec(GOAL, "x", name="goal")], ["forward", "goal"]),
        ([CurveSpec(ODOM, expression="x * 2"), CurveSpec(GOAL, expression="x * 2")], ["odom x * 2", "goal x * 2"]),
    ],
)
def test_names_are_as_short_as_tells_curves_apart(specs: list[CurveSpec], names: list[str]) -> None:
    assert curve_names(specs) == names


@pytest.mark.parametrize(
    ("paths", "units", "title"),
    [
        (["linear.x"], ["m/s"], "linear.x (m/s)"),
        (["level"], [""], "level"),
        (["linear.x", "linear.y"], ["m/s", "m/s"], "linear (m/s)"),
        (["linear.x", "other.y"], ["m/s", "m/s"], "m/s"),
        (["linear.x", "angular.z"], ["m/s", "rad/s"], "m/s, rad/s"),
        (["linear.x", "level"], ["m/s", ""], ""),
        (["a", "b"], ["", ""], ""),
        (["a", "b", "c", "d"], ["m", "s", "V", "A"], ""),
    ],
)
def test_the_title_of_an_axis_says_what_its_curves_have_in_common(
    paths: list[str], units: list[str], title: str
) -> None:
    specs = [CurveSpec(ODOM, path) for path in paths]

    assert axis_title(specs, units, curve_names(specs)) == title


def test_the_name_of_a_file_tells_topic_field_and_time() -> None:
    at_s = time.mktime((2026, 11, 26, 7, 5, 9, 0, 0, -1))
    moment = "20261126-070509"

    assert file_stem([CurveSpec(ODOM, "pose.x"), CurveSpec(ODOM, "yaw")], at_s) == f"odom-pose-x-yaw-{moment}"
    assert file_stem([CurveSpec(ODOM, "x"), CurveSpec(GOAL, "x")], at_s) == f"odom-goal-{moment}"
    assert file_stem([], at_s) == f"plot-{moment}"
    longest = file_stem([CurveSpec(TopicKey(URI, "/" + "long/" * 99), "x")], at_s)
    assert re.fullmatch(r"[A-Za-z0-9-]{1,100}", longest)
