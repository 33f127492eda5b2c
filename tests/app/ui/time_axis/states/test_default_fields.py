from __future__ import annotations

from app.model.schema import Field, FieldKind, Role
from app.model.topics import TopicKey
from app.ui.time_axis.states.default_fields import default_fields, has_states, topics_with_states
from tests.fakes.session import URI, FakeSession, JsonSchema

STATUS = TopicKey(URI, "/status")
TEXT = (Field("text", FieldKind.STRING, "string"),)


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
    found = default_fields(session.topics, URI)

    assert found == [(STATUS, "mode"), (STATUS, "docked"), (TopicKey(URI, "/world"), "paused")]


def test_one_does_not_begin_with_the_name_of_a_battery(session: FakeSession) -> None:
    fields = (Field("name", FieldKind.STRING, "string"), Field("full", FieldKind.BOOLEAN, "bool"))
    session.add_topics("/battery", schema=JsonSchema("Battery", {"Battery": fields}, roles=[Role.BATTERY]))
    found = default_fields(session.topics, URI)

    assert found == [(STATUS, "mode"), (STATUS, "docked"), (TopicKey(URI, "/battery"), "full")]


def test_what_moves_a_robot_or_is_a_picture_is_not_offered(session: FakeSession) -> None:
    session.add_topics("/command", schema=JsonSchema("Command", {"Command": TEXT}))
    session.topics.motion_types.add("Command")
    session.add_topics("/camera", schema=JsonSchema("Image", {"Image": TEXT}, roles=[Role.IMAGE]))

    assert has_states(session.topics, session.topic("/status"))
    assert not has_states(session.topics, session.topic("/odom"))
    assert not has_states(session.topics, session.topic("/command"))
    assert not has_states(session.topics, session.topic("/camera"))


def test_a_robot_without_words_has_no_beginning(session: FakeSession) -> None:
    assert default_fields(session.topics, "gazebo://other:1") == []
