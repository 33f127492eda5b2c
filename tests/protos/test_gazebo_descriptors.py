from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from protos.gazebo.registry import load_all

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "gazebo.msgs"


class Declared(NamedTuple):
    number: int
    label: str
    type: str
    default: str | float | None


Messages = dict[str, dict[str, Declared]]
Enums = dict[str, dict[str, int]]


def read_table() -> tuple[Messages, Enums]:
    messages: Messages = {}
    enums: Enums = {}
    with (ROOT / "tests/data/gazebo-msgs.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            owner, name, number = row["message"], row["field"], int(row["number"])
            if row["label"] == "enum":
                assert name not in enums.setdefault(owner, {})
                enums[owner][name] = number
            else:
                assert name not in messages.setdefault(owner, {})
                default = default_of(row["type"], row["options"].removeprefix("default=")) if row["options"] else None
                messages[owner][name] = Declared(number, row["label"], row["type"], default)
    return messages, enums


def default_of(type_name: str, text: str) -> str | float:
    # a descriptor spells 0.785 with all its digits
    return float(text) if type_name in {"double", "float"} else text


def declared(field: FieldDescriptorProto) -> Declared:
    label = FieldDescriptorProto.Label.Name(field.label).removeprefix("LABEL_").lower()
    scalar = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    type_name = field.type_name.removeprefix(".") or scalar
    default = default_of(type_name, field.default_value) if field.HasField("default_value") else None
    return Declared(field.number, label, type_name, default)


def loaded_files() -> Iterator[FileDescriptorProto]:
    pool = load_all()
    for path in sorted((ROOT / "protos/gazebo").glob("*.proto")):
        file = FileDescriptorProto()
        pool.FindFileByName(path.relative_to(ROOT).as_posix()).CopyToProto(file)
        yield file


def nested(scope: str, messages: Iterable[DescriptorProto]) -> Iterator[tuple[str, DescriptorProto]]:
    for message in messages:
        name = f"{scope}.{message.name}"
        yield name, message
        yield from nested(name, message.nested_type)


FILES = list(loaded_files())
DESCRIPTORS = [pair for file in FILES for pair in nested(file.package, file.message_type)]
LOADED_MESSAGES: Messages = {
    name: {field.name: declared(field) for field in message.field} for name, message in DESCRIPTORS
}


def loaded_enums() -> Enums:
    found: list[tuple[str, EnumDescriptorProto]] = [(file.package, enum) for file in FILES for enum in file.enum_type]
    found += [(name, enum) for name, message in DESCRIPTORS for enum in message.enum_type]
    return {f"{scope}.{enum.name}": {value.name: value.number for value in enum.value} for scope, enum in found}


LOADED_ENUMS = loaded_enums()
MESSAGES, ENUMS = read_table()


def test_the_table_has_145_messages_and_15_enums() -> None:
    assert (len(MESSAGES), len(ENUMS)) == (145, 15)


def test_every_message_of_the_table_is_loaded_and_no_other() -> None:
    assert len(DESCRIPTORS) == len(LOADED_MESSAGES)
    assert LOADED_MESSAGES.keys() == MESSAGES.keys()


def test_every_enum_of_the_table_is_loaded_and_no_other() -> None:
    assert LOADED_ENUMS.keys() == ENUMS.keys()


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_has_the_numbers_labels_types_and_defaults_of_the_table(name: str) -> None:
    assert LOADED_MESSAGES[name] == MESSAGES[name]


@pytest.mark.parametrize("name", ENUMS)
def test_an_enum_has_the_names_and_numbers_of_the_table(name: str) -> None:
    assert LOADED_ENUMS[name] == ENUMS[name]


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_is_found_by_its_full_name_in_the_pool(name: str) -> None:
    assert load_all().FindMessageTypeByName(name).full_name == name


@pytest.mark.parametrize("name", ENUMS)
def test_an_enum_is_found_by_its_full_name_in_the_pool(name: str) -> None:
    assert load_all().FindEnumTypeByName(name).full_name == name


def test_every_file_is_proto2_of_the_one_package_without_options_or_extensions() -> None:
    assert len(FILES) > 1
    for file in FILES:
        assert (file.package, file.syntax) == (PACKAGE, ""), file.name  # proto2 is the syntax that goes without saying
        assert not [*file.extension, *file.service], file.name
        assert not file.HasField("options"), file.name


def test_no_message_has_packed_or_deprecated_fields_oneofs_or_extensions() -> None:
    for name, message in DESCRIPTORS:
        assert not [*message.extension, *message.extension_range, *message.oneof_decl], name
        assert not message.HasField("options"), name
        assert not [field.name for field in message.field if field.HasField("options")], name
