from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from app.connections.ros1.converters import READERS
from app.model.schema import Field, FieldKind, Role, Schema
from app.model.topics import TopicKey
from app.ui.time_axis.states.default_fields import (
    Fields,
    default_fields,
    has_states,
    suggested_topics,
    topics_with_states,
)
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.schema import Ros1Schema
from tests.fakes.deliveries import delivery
from tests.fakes.session import URI, FakeSession, JsonSchema

STATUS = TopicKey(URI, "/status")
ROS = "ros1://rover:11311"
TEXT = (Field("text", FieldKind.STRING, "string"),)
FLAG = (Field("data", FieldKind.BOOLEAN, "bool"),)


def shown(session: FakeSession, robot: str = URI) -> Fields:
    return default_fields(session.topics, suggested_topics(session.topics, robot))


def suggested(session: FakeSession) -> list[str]:
    return [key.topic for key in suggested_topics(session.topics, URI)]


def test_all_fields_with_states_are_found_of_one_robot_or_all(session: FakeSession) -> None:
    session.add_topics("/mode", schema=JsonSchema("Text", {"Text": TEXT}), connection="gazebo://other:1")
    other = TopicKey("gazebo://other:1", "/mode")

    assert topics_with_states(session.topics) == {STATUS: ["mode", "docked", "note"], other: ["text"]}
    assert topics_with_states(session.topics, URI) == {STATUS: ["mode", "docked", "note"]}


def test_one_begins_with_what_is_called_a_state(session: FakeSession) -> None:
    session.add_topics("/chatter", schema=JsonSchema("Text", {"Text": TEXT}))
    paused = (Field("paused", FieldKind.BOOLEAN, "bool"),)
    session.add_topics("/world", schema=JsonSchema("World", {"World": paused}, roles=[Role.WORLD]))
    camera = (Field("mode", FieldKind.STRING, "string"),)
    session.add_topics("/camera/status", schema=JsonSchema("Image", {"Image": camera}, roles=[Role.IMAGE]))
    session.receive("/status", {"mode": 1, "docked": False})
    session.receive("/world", {"paused": True})
    session.receive("/chatter", {"text": "a"})
    session.receive("/camera/status", {"mode": "a"})

    assert shown(session) == [(STATUS, "mode"), (STATUS, "docked"), (TopicKey(URI, "/world"), "paused")]


def test_what_has_said_nothing_is_listened_to_and_not_shown(session: FakeSession) -> None:
    session.add_topics("/bumper", schema=JsonSchema("Bool", {"Bool": FLAG}))
    assert suggested(session) == ["/bumper", "/status"]
    assert shown(session) == []
    session.receive("/bumper", {"data": True})
    # a field that was not sent is no state either
    session.receive("/status", {"mode": 1})

    assert shown(session) == [(TopicKey(URI, "/bumper"), "data"), (STATUS, "mode")]


def test_the_switches_of_a_simulator_say_nothing_of_the_robot(session: FakeSession) -> None:
    file = (
        Field("size_units", FieldKind.ENUM, "Units", enum_names=(("B", 1), ("KB", 2))),
        Field("record_resources", FieldKind.BOOLEAN, "bool"),
    )
    log = (Field("log_file", FieldKind.MESSAGE, "File"),)
    session.add_topics("/log/status", schema=JsonSchema("Log", {"Log": log, "File": file}))
    control = (Field("paused", FieldKind.BOOLEAN, "bool"),)
    session.add_topics("/log/control", schema=JsonSchema("Control", {"Control": control}))
    camera = (Field("save_enabled", FieldKind.BOOLEAN, "bool"),)
    session.add_topics("/sensor", schema=JsonSchema("Sensor", {"Sensor": camera}))

    assert suggested(session) == ["/status"]


def test_a_topic_whose_type_is_not_known_is_listened_to_by_its_name(session: FakeSession) -> None:
    for name in ("/robot/mode", "/diagnostics", "/mobile_base/events/bumper", "/chatter"):
        session.topics.store.get_or_create(TopicKey(URI, name), "my_msgs/Any")

    assert sorted(suggested(session)) == ["/diagnostics", "/mobile_base/events/bumper", "/robot/mode", "/status"]


@pytest.mark.parametrize("change", [{"cost": "it films"}, {"publishers": 0}])
def test_what_costs_something_or_nobody_sends_is_left_alone(session: FakeSession, change: dict[str, object]) -> None:
    topic = session.topic("/status")
    topic.info = replace(topic.info, **change)  # type: ignore[arg-type] # of the parameters above

    assert suggested(session) == []


def test_one_does_not_begin_with_the_name_of_a_battery(session: FakeSession) -> None:
    fields = (Field("name", FieldKind.STRING, "string"), Field("full", FieldKind.BOOLEAN, "bool"))
    session.add_topics("/battery", schema=JsonSchema("Battery", {"Battery": fields}, roles=[Role.BATTERY]))
    session.receive("/status", {"mode": 1, "docked": True})
    session.receive("/battery", {"name": "a", "full": True})

    assert shown(session) == [(STATUS, "mode"), (STATUS, "docked"), (TopicKey(URI, "/battery"), "full")]


def test_what_moves_a_robot_or_is_a_picture_is_not_offered(session: FakeSession) -> None:
    session.add_topics("/command", schema=JsonSchema("Command", {"Command": TEXT}))
    session.topics.motion_types.add("Command")
    session.add_topics("/camera", schema=JsonSchema("Image", {"Image": TEXT}, roles=[Role.IMAGE]))

    assert has_states(session.topics, session.topic("/status"))
    assert not has_states(session.topics, session.topic("/odom"))
    assert not has_states(session.topics, session.topic("/command"))
    assert not has_states(session.topics, session.topic("/camera"))


def test_a_robot_without_words_has_no_beginning(session: FakeSession) -> None:
    assert suggested_topics(session.topics, "gazebo://other:1") == {}


DIAGNOSTICS = """DiagnosticStatus[] status
================================================================================
MSG: diagnostic_msgs/DiagnosticStatus
byte OK=0
byte WARN=1
byte ERROR=2
byte STALE=3
byte level
string name
"""


def ros_schema(type_name: str, definition: str) -> Schema:
    return Ros1Schema(parse_message(type_name, definition), READERS.get(type_name, {}))


def text(words: str) -> bytes:
    return struct.pack("<I", len(words)) + words.encode()


def test_mode_bumper_and_diagnostics_of_a_ros_robot_are_found(session: FakeSession) -> None:
    mode = ros_schema("rover_msgs/Mode", "uint8 IDLE=0\nuint8 AUTO=1\nuint8 mode\n")
    bumper = ros_schema("kobuki_msgs/BumperEvent", "uint8 RELEASED=0\nuint8 PRESSED=1\nuint8 state\n")
    levels = ros_schema("diagnostic_msgs/DiagnosticArray", DIAGNOSTICS)
    said = {
        "/mode": (mode, b"\x01"),
        "/bumper": (bumper, b"\x00"),
        "/diagnostics": (levels, struct.pack("<I", 2) + b"\x00" + text("left") + b"\x02" + text("right")),
    }
    for name, (schema, _) in said.items():
        session.topics.store.get_or_create(TopicKey(ROS, name), schema.name)
    assert shown(session, ROS) == []
    for name, (schema, payload) in said.items():
        session.topic(name, ROS).receive(delivery(payload, schema=schema))

    assert [(key.topic, path) for key, path in shown(session, ROS)] == [
        ("/bumper", "state"),
        ("/diagnostics", "status"),
        ("/mode", "mode"),
    ]
