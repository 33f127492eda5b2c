from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DecodeError
from protocols.nrp.experiment import MAX_FILE_BYTES, Experiment, read_experiment
from protocols.nrp.packs import MAX_PACKS
from protocols.nrp.wording import NrpWireWording
from protocols.wording import ProtocolWording
from tests.tools.sentences import Said, says, taken_or_refused

CONFIG: dict[str, Any] = {
    "SimulationName": "husky",
    "EngineConfigs": [
        {
            "EngineType": "gazebo_grpc",
            "EngineName": "gazebo",
            "GazeboWorldFile": "world.sdf",
            "ServerAddress": "10.0.0.7:9104",
            "DataPackNames": ["rover", "rover::chassis"],
        },
        {"EngineType": "gazebo_json", "EngineName": "yard"},
        {"EngineType": "python_json", "EngineName": "brain", "ServerAddress": "localhost:9005"},
    ],
    "DataPackProcessingFunctions": [
        {"Name": "tf", "FileName": "tf.py", "dataPacks": [{"name": "cone", "engineName": "yard"}]},
    ],
    "Watched": ["rover::head::camera", "see a::b", "std::/no", {"deep": {"Topic": "rover::left_hinge"}}],
}


def read(value: object) -> Experiment:
    return read_experiment(json.dumps(value).encode())


def test_engines_of_a_configuration_have_addresses_by_their_type_and_server() -> None:
    engines = read(CONFIG).engines

    assert [(each.name, each.type, str(each.uri)) for each in engines] == [
        ("gazebo", "gazebo_grpc", "nrp+grpc://10.0.0.7:9104"),
        ("yard", "gazebo_json", "nrp+json://localhost:9002"),
        ("brain", "python_json", "None"),
    ]


def test_names_are_found_wherever_they_stand_and_with_the_engine_that_they_stand_with() -> None:
    experiment = read(CONFIG)

    assert set(experiment.packs) == {"rover", "rover::chassis", "cone", "rover::head::camera", "rover::left_hinge"}
    assert [each.packs for each in experiment.engines] == [("rover", "rover::chassis"), ("cone",), ()]


@pytest.mark.parametrize("address", ["http://robot:9300", "robot:9300"])
def test_an_address_may_have_a_scheme_of_its_own(address: str) -> None:
    engines = read({"EngineConfigs": [{"EngineType": "gazebo_json", "ServerAddress": address}]}).engines

    assert str(engines[0].uri) == "nrp+json://robot:9300"


def test_an_engine_whose_address_means_nothing_is_told_without_one() -> None:
    engines = read({"EngineConfigs": [{"EngineType": "gazebo_grpc", "ServerAddress": "a b:x"}]}).engines

    assert engines[0].uri is None


def test_a_plain_text_is_a_list_of_names() -> None:
    text = "# what the rover has\nrover, rover::chassis\r\n\n  rover::left_hinge  # a joint\nrover\n"

    assert read_experiment(b"\xef\xbb\xbf" + text.encode()) == Experiment(
        (), ("rover", "rover::chassis", "rover::left_hinge")
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", says(NrpWireWording.FILE_EMPTY)),
        (b"# nothing\n", says(NrpWireWording.FILE_EMPTY)),
        (b"{}", says(NrpWireWording.FILE_EMPTY)),
        (b"\xff\xfe\x00", says(NrpWireWording.FILE_NO_TEXT)),
        (b'{"EngineConfigs": [', says(NrpWireWording.FILE_NO_JSON)),
        (b"[" * 200_000, says(NrpWireWording.FILE_NO_JSON, reason=NrpWireWording.NESTED_TOO_DEEPLY())),
        (
            b"a\x00b",
            says(
                NrpWireWording.AT_LINE,
                line=1,
                reason=NrpWireWording.PACK_NAME_INVALID(pack="a�b", reason=ProtocolWording.NAME_CHARACTER(number=0)),
            ),
        ),
        (b"x" * 5000, says(NrpWireWording.LINE_TOO_LONG, line=1)),
        (b"x\n" * MAX_FILE_BYTES, says(NrpWireWording.FILE_TOO_LONG)),
        (
            "\n".join(f"n{number}" for number in range(MAX_PACKS + 1)).encode(),
            says(NrpWireWording.FILE_PACKS, limit=256),
        ),
        (json.dumps({"EngineConfigs": [{}] * 100}).encode(), says(NrpWireWording.FILE_ENGINES, limit=64)),
    ],
)
def test_what_is_no_such_file_is_refused_with_a_reason(data: bytes, said: Said) -> None:
    with pytest.raises(DecodeError, check=said) as raised:
        read_experiment(data)
    assert raised.value.tip


def test_what_is_nested_without_an_end_is_not_followed() -> None:
    deep: object = {"Topic": "a::b"}
    for _ in range(200):
        deep = [deep]

    assert read({"near": "a::c", "far": deep}).packs == ("a::c",)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("a::b"),
    lambda below: (
        st.lists(below, max_size=4)
        | st.dictionaries(
            st.sampled_from(["EngineConfigs", "EngineName", "EngineType", "ServerAddress", "DataPacks", "name", "x"]),
            below,
            max_size=5,
        )
    ),
    max_leaves=30,
)


@given(value=_JSON)
def test_whatever_json_holds_it_is_read_or_refused(value: object) -> None:
    try:
        experiment = read(value)
    except DecodeError:
        return
    assert all(name.strip() == name and name for name in experiment.packs)


@given(data=st.binary(max_size=300))
def test_whatever_a_file_holds_it_is_read_or_refused(data: bytes) -> None:
    with taken_or_refused(DecodeError):
        experiment = read_experiment(data)
        assert experiment.engines or experiment.packs
        assert all(name.strip() == name and name.isprintable() for name in experiment.packs)
