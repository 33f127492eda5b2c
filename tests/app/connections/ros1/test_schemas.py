from __future__ import annotations

import pytest

from app.connections.ros1 import schemas as module
from app.connections.ros1.schemas import RosSchemas
from app.model.schema import Role
from app.wording.connections import Ros1Wording
from protocols.errors import LocalProtocolError, MessageFileError
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.tcpros.topic_links import RosPublisherGreeted
from tests.tools.sentences import says, tells

OURS = (("our_msgs/msg/Thing.msg", "int32 code\n"), ("our_msgs/srv/Do.srv", "Thing what\n---\nbool done\n"))


def greeted(type_name: str, definition: str = "", md5: str = "*") -> RosPublisherGreeted:
    return RosPublisherGreeted(type_name, md5, definition, "/talker", False, {})


def test_a_definition_is_read_once() -> None:
    schemas = RosSchemas()

    first = schemas.for_header(greeted("x/A", "int32 a\n"))

    assert schemas.for_header(greeted("x/A", "int32 a\n")) is first
    assert schemas.for_header(greeted("x/A", "int64 a\n")) is not first
    assert not first.fault


def test_what_a_robot_says_of_itself_goes_before_what_is_known_here() -> None:
    schemas = RosSchemas()
    assert schemas.require("std_msgs/String").message_type.fields[0].name == "data"

    schemas.for_header(greeted("std_msgs/String", "string words\n"))

    assert schemas.require("std_msgs/String").message_type.fields[0].name == "words"


def test_the_operators_own_goes_before_the_standard() -> None:
    schemas = RosSchemas((("std_msgs/msg/String.msg", "string mine\n"),))

    assert schemas.require("std_msgs/String").message_type.fields[0].name == "mine"


def test_a_definition_of_another_md5_is_not_taken_for_the_publishers() -> None:
    reading = RosSchemas(OURS).for_header(greeted("our_msgs/Thing", md5="0" * 32))

    assert not reading.schema.known
    assert tells(reading.fault, Ros1Wording.DEFINITION_MISSING, type_name="our_msgs/Thing")
    assert reading.tip


def test_an_unknown_type_can_not_be_written() -> None:
    assert RosSchemas().find("our_msgs/Thing") is None
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.TYPE_UNKNOWN, type_name="our_msgs/Thing")) as caught:
        RosSchemas().require("our_msgs/Thing")
    assert tells(caught.value.tip, Ros1Wording.MSG_PATH_TIP)


def test_roles_come_with_the_type() -> None:
    schema = RosSchemas().require("sensor_msgs/Image")

    assert Role.IMAGE in schema.roles()


def test_services_are_known_by_name_and_md5() -> None:
    schemas = RosSchemas(OURS)
    known = schemas.find_service("our_msgs/Do", "*")
    assert known is not None

    assert schemas.find_service("our_msgs/Do", known.md5) is not None
    assert schemas.find_service("our_msgs/Do", "0" * 32) is None
    assert schemas.find_service("std_srvs/SetBool", "*") is not None


def test_a_service_that_asks_and_answers_nothing_needs_no_definition() -> None:
    found = RosSchemas().find_service("our_msgs/Poke", "d41d8cd98f00b204e9800998ecf8427e")

    assert found is not None
    assert not found.request.fields
    assert not found.response.fields


def test_files_that_are_no_definitions_are_said() -> None:
    with pytest.raises(MessageFileError):
        RosSchemas((("our_msgs/msg/Thing.msg", "this is no definition\n"),))


def test_ever_new_definitions_are_not_all_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SCHEMAS", 3)
    schemas = RosSchemas()
    first = schemas.for_header(greeted("x/A", "int32 a0\n"))

    for number in range(1, 5):
        schemas.for_header(greeted("x/A", f"int32 a{number}\n"))

    assert schemas.for_header(greeted("x/A", "int32 a0\n")) is not first
    assert isinstance(first.schema, Ros1Schema)


def test_definitions_that_are_long_are_kept_for_less_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_HELD", 10_000)
    schemas = RosSchemas()
    comment = "#" * 4000

    for number in range(5):
        schemas.for_header(greeted(f"x/A{number}", f"int32 a {comment}\n"))

    assert schemas.find("x/A0") is None
    assert schemas.find("x/A4") is not None
