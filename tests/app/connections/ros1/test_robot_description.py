from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.ros1 import robot_description
from app.connections.ros1.robot_description import MAX_CHARACTERS, MAX_DESCRIPTIONS, described_joints, read_description
from app.model.graph import Parameter
from app.model.messages.values import UNLIMITED, JointDescription, JointKind, JointLimits
from app.wording.connections import Ros1Wording
from protocols.errors import DecodeError
from tests.tools.sentences import says, taken_or_refused

ARM = """<?xml version="1.0" encoding="latin-1"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="base"/>
  <joint name="pan" type="revolute">
    <parent link="base"/><child link="a"/>
    <limit lower="-1.5" upper="1.5" velocity="2" effort="10"/>
    <safety_controller soft_lower_limit="-1" soft_upper_limit="1" k_velocity="1"/>
  </joint>
  <joint name="wheel" type="continuous"><limit lower="-1" upper="1" velocity="5" effort="0"/></joint>
  <joint name="lift" type="prismatic"><limit upper="0.4"/></joint>
  <joint name="free" type="continuous"/>
  <joint name="plate" type="fixed"/>
  <transmission name="t"><joint name="ghost" type="revolute"><limit lower="0" upper="9"/></joint></transmission>
</robot>"""


def test_joints_that_turn_or_slide_are_told_with_their_limits() -> None:
    assert read_description(ARM) == {
        "pan": JointDescription(JointKind.REVOLUTE, JointLimits(-1.5, 1.5, 2.0, 10.0)),
        "wheel": JointDescription(JointKind.REVOLUTE, JointLimits(velocity=5.0)),
        "lift": JointDescription(JointKind.PRISMATIC, JointLimits(0.0, 0.4)),
        "free": JointDescription(JointKind.REVOLUTE),
    }


@pytest.mark.parametrize("limits", ['lower="x" upper="y"', 'lower="2" upper="1"', 'lower="nan" upper="inf"', ""])
def test_limits_that_make_no_sense_are_none(limits: str) -> None:
    text = f'<robot><joint name="pan" type="revolute"><limit {limits}/></joint></robot>'
    assert read_description(text)["pan"].limits == UNLIMITED


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Ros1Wording.DESCRIPTION_NO_XML),
        ("<robot>", Ros1Wording.DESCRIPTION_NO_XML),
        ("<sdf/>", Ros1Wording.DESCRIPTION_ROOT),
        ('<!DOCTYPE robot [<!ENTITY a "aaaa">]><robot>&a;</robot>', Ros1Wording.DESCRIPTION_DOCUMENT_TYPE),
        ("<robot>" + "<a>" * 100, Ros1Wording.DESCRIPTION_TOO_DEEP),
        (" " * (MAX_CHARACTERS + 1), Ros1Wording.DESCRIPTION_TOO_LONG),
        ("<robot>\ud800</robot><robot/>", Ros1Wording.DESCRIPTION_NO_XML),
    ],
)
def test_what_is_no_description_is_refused(text: str, code: Ros1Wording) -> None:
    with pytest.raises(DecodeError, check=says(code)):
        read_description(text)


@given(st.text(max_size=200))
def test_whatever_it_is_it_is_read_or_refused(text: str) -> None:
    within = f'<robot><joint name="a" type="revolute">{text}</joint><joint name="b" type="prismatic"/></robot>'
    for each, names in ((text, set()), (within, {"a", "b"})):
        with taken_or_refused(DecodeError):
            assert names <= set(read_description(each))


def ask(parameters: dict[str, Parameter]) -> dict[str, JointDescription]:
    async def get(name: str) -> Parameter:
        return parameters[name]

    return asyncio.run(described_joints(parameters, get))


def test_descriptions_are_known_by_the_name_of_their_parameter_in_any_namespace() -> None:
    hand = '<robot><joint name="finger" type="prismatic"/><joint name="pan" type="prismatic"/></robot>'
    found = ask({"/robot_description": hand, "/arm/robot_description": ARM, "/robot_description_semantic": "<srdf/>"})

    assert found["finger"].kind is JointKind.PRISMATIC
    # that of the arm comes first
    assert found["pan"].kind is JointKind.REVOLUTE
    assert ask({"/rate": 1}) == {}


@pytest.mark.parametrize(
    ("value", "code", "values"),
    [
        (7, Ros1Wording.DESCRIPTION_NO_TEXT, {}),
        ("<sdf/>", Ros1Wording.DESCRIPTION_UNREADABLE, {"reason": Ros1Wording.DESCRIPTION_ROOT(tag="sdf")}),
    ],
)
def test_one_that_is_none_is_named(value: Parameter, code: Ros1Wording, values: dict[str, object]) -> None:
    with pytest.raises(DecodeError, check=says(code, parameter="/arm/robot_description", **values)):
        ask({"/arm/robot_description": value})


def test_no_more_are_asked_for_than_a_robot_can_have() -> None:
    one = '<robot><joint name="{}" type="continuous"/></robot>'
    found = ask({f"/{number}/robot_description": one.format(number) for number in range(20)})
    assert len(found) == MAX_DESCRIPTIONS


def test_more_joints_than_can_be_shown_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robot_description, "MAX_JOINTS", 2)
    joints = "".join(f'<joint name="{number}" type="continuous"><limit velocity="1"/></joint>' for number in range(5))
    assert list(read_description(f"<robot>{joints}</robot>")) == ["0", "1"]
