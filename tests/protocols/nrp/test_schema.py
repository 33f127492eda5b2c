from __future__ import annotations

import struct

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from protocols.errors import DecodeError, UnknownFieldError
from protocols.nrp.packs import PackType, Values, encode_values
from protocols.nrp.schema import W_REBUILT, DataPackSchema
from protocols.nrp.wording import NrpWireWording
from protocols.schema import FieldKind, FieldPath, Role, Schema
from protocols.wording import FieldWording
from tests.tools.sentences import Said, says

LINK = encode_values(
    PackType.LINK,
    {
        "position": [1.0, 2.0, 3.0],
        "rotation": [0.0, 0.0, 0.0, 1.0],
        "linear_velocity": [0.5, 0.0, 0.0],
        "angular_velocity": [0.0, 0.0, 0.25],
    },
)
CAMERA = b"\x08\x02\x10\x01\x18\x03\x22\x06abcdef"


def extracted(schema: Schema, path: str, payload: bytes) -> object:
    return schema.extractor(FieldPath.parse(path))(payload)


def test_fields_have_one_name_each_and_their_lengths() -> None:
    assert [(field.name, field.kind, field.length) for field in DataPackSchema(PackType.MODEL).fields()] == [
        ("position", FieldKind.FLOAT, 3),
        ("rotation", FieldKind.FLOAT, 4),
        ("linear_velocity", FieldKind.FLOAT, 3),
        ("angular_velocity", FieldKind.FLOAT, 3),
    ]
    assert DataPackSchema(PackType.JOINT).fields("Joint") == DataPackSchema(PackType.JOINT).fields()
    with pytest.raises(KeyError):
        DataPackSchema(PackType.JOINT).fields("Link")


def test_single_values_are_read() -> None:
    link, camera = DataPackSchema(PackType.LINK), DataPackSchema(PackType.CAMERA)

    assert extracted(link, "position[1]", LINK) == 2.0
    assert extracted(link, "rotation[3]", LINK) == 1.0
    assert extracted(camera, "image_width", CAMERA) == 2
    assert extracted(camera, "image_data", CAMERA) == b"abcdef"


def test_number_that_was_not_sent_is_zero_and_not_missing() -> None:
    schema = DataPackSchema(PackType.JOINT)

    assert extracted(schema, "velocity", b"") == 0.0
    assert schema.decode(b"") == {"position": 0.0, "velocity": 0.0, "effort": 0.0}


def test_w_that_was_rebuilt_is_marked() -> None:
    schema = DataPackSchema(PackType.LINK, w_rebuilt=True)

    assert schema.fields()[-1].name == W_REBUILT
    assert schema.decode(LINK)[W_REBUILT] is True
    assert extracted(schema, W_REBUILT, LINK) is True
    assert W_REBUILT not in DataPackSchema(PackType.LINK).decode(LINK)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("positon[0]", says(FieldWording.UNKNOWN, nearest="position")),
        ("position", says(FieldWording.NOT_SINGLE)),
        ("position[3]", says(NrpWireWording.TOO_FEW_NUMBERS, field="position", length=3)),
        ("position[0][0]", says(NrpWireWording.NOTHING_BELOW)),
        ("position.x", says(NrpWireWording.NO_FIELD_BELOW)),
    ],
)
def test_path_that_leads_to_no_value_is_refused(path: str, said: Said) -> None:
    with pytest.raises(UnknownFieldError, check=said):
        DataPackSchema(PackType.LINK).extractor(FieldPath.parse(path))


def test_scalar_has_no_elements() -> None:
    with pytest.raises(UnknownFieldError, check=says(NrpWireWording.NO_LIST_BELOW)):
        DataPackSchema(PackType.JOINT).check(FieldPath.parse("velocity[0]"))


def test_part_of_a_bad_pack_is_not_shown() -> None:
    with pytest.raises(DecodeError, check=says(NrpWireWording.LIST_LENGTH, field="rotation")):
        extracted(DataPackSchema(PackType.LINK), "position[0]", b"\x0a\x0c" + struct.pack("<3f", 1.0, 2.0, 3.0))


def test_roles_are_those_that_were_given() -> None:
    def speed(values: Values) -> object:
        return values["linear_velocity"][0]

    schema = DataPackSchema(PackType.LINK, {Role.TWIST: speed})

    assert schema.roles() == {Role.TWIST}
    assert schema.read(Role.TWIST, LINK) == 0.5
    assert schema.stamp_ns(LINK) is None
    with pytest.raises(KeyError):
        schema.read(Role.POSE, LINK)


def test_every_field_is_told_with_its_unit_and_as_the_documentation_and_both_wires_spell_it() -> None:
    spelt = {
        "position": ("m", "position", "pos"),
        "rotation": ("", "rotation", "rot"),
        "linear_velocity": ("m/s", "linearVelocity", "lin_vel"),
        "angular_velocity": ("rad/s", "angularVelocity", "ang_vel"),
        "image_width": ("pixels", "imageWidth", "image_width"),
        "image_data": ("", "imageData", "image_data"),
    }
    fields = {field.name: field for kind in (PackType.LINK, PackType.CAMERA) for field in DataPackSchema(kind).fields()}
    for name, (unit, message, attribute) in spelt.items():
        assert fields[name].unit == unit
        assert message in fields[name].note
        assert attribute in fields[name].note
    assert [field.unit for field in DataPackSchema(PackType.JOINT).fields()] == ["rad or m", "rad/s or m/s", "N m or N"]


def test_rotation_without_w_is_marked_in_the_field_itself() -> None:
    told = {field.name: field for field in DataPackSchema(PackType.LINK, w_rebuilt=True).fields()}
    sent = {field.name: field for field in DataPackSchema(PackType.LINK).fields()}

    assert (told["rotation"].mark, sent["rotation"].mark) == (NrpWireWording.MARK_REBUILT(), "")
    assert NrpWireWording.REBUILT() in told["rotation"].note
    assert told["position"] == sent["position"]


@pytest.mark.parametrize("kind", list(PackType))
def test_by_its_recorded_definition_a_stranger_reads_the_packs(kind: PackType) -> None:
    told = DataPackSchema(kind).recorded()
    assert (told.message_encoding, told.encoding) == ("protobuf", "protobuf")
    pool = descriptor_pool.DescriptorPool()
    for file in FileDescriptorSet.FromString(told.definition).file:
        pool.Add(file)
    assert pool.FindMessageTypeByName(told.name).name == kind.value
