"""The definitions of protobuf types in files."""

from __future__ import annotations

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from protocols.errors import DefinitionError
from protocols.protobuf.definitions import MAX_DEFINITION, comments_in, find_type
from protocols.protobuf.schema import recorded_type
from protocols.wording import DefinitionWording
from tests.protocols.oracle import gazebo_type
from tests.tools.sentences import says


@pytest.mark.parametrize("comment", ["", "seen on Monday"])
def test_a_recorded_type_is_found_again_with_its_comment(comment: str) -> None:
    told = recorded_type(gazebo_type("LaserScanStamped"), comment)
    found = find_type(told.name, told.definition)
    assert [field.name for field in found.fields] == [field.name for field in gazebo_type("LaserScanStamped").fields]
    assert comments_in(told.definition) == ({comment} if comment else frozenset())


def test_channels_of_one_definition_share_its_types() -> None:
    told = recorded_type(gazebo_type("Pose"))
    assert find_type(told.name, told.definition) is find_type(told.name, bytes(bytearray(told.definition)))


def test_what_is_wrong_with_a_definition_is_said() -> None:
    told = recorded_type(gazebo_type("Pose"))
    with pytest.raises(DefinitionError, check=says(DefinitionWording.NOT_IN_IT, type_name="odd.Type")):
        find_type("odd.Type", told.definition)
    with pytest.raises(DefinitionError, check=says(DefinitionWording.BROKEN, type_name="odd.Type")):
        find_type("odd.Type", b"\xff")
    with pytest.raises(DefinitionError, check=says(DefinitionWording.TOO_LONG, limit=MAX_DEFINITION)):
        find_type("odd.Type", bytes(MAX_DEFINITION + 1))
    lacking = FileDescriptorSet.FromString(told.definition)
    missing = lacking.file[0].name
    del lacking.file[0]
    with pytest.raises(DefinitionError) as caught:
        find_type(told.name, lacking.SerializeToString())
    reason = caught.value.reason
    assert says(DefinitionWording.BROKEN, reason=DefinitionWording.FILE_MISSING(file=missing))(caught.value), reason
