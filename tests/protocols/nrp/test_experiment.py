from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import LocalProtocolError
from protocols.nrp.experiment import MAX_BYTES, EngineConfig, read_experiment
from protocols.nrp.names import MAX_PACKS
from protocols.nrp.uri import Wire, parse_uri

CONFIG = {
    "SimulationName": "husky",
    "EngineConfigs": [
        {
            "EngineType": "gazebo_grpc",
            "EngineName": "gazebo",
            "ServerAddress": "sim.local:9014",
            "GazeboWorldFile": "husky.world",
        },
        {"EngineType": "gazebo_json", "EngineName": "physics"},
        {"EngineType": "ros_bridge", "EngineName": "other"},
        {
            "EngineType": "datatransfer_grpc_engine",
            "EngineName": "recorder",
            "dumps": [{"DataPackName": "husky", "network": True}, {"name": "husky::base::camera", "file": True}],
        },
    ],
    "DataPackProcessingFunctions": [{"Name": "tf_1", "FileName": "transceiver.py"}],
    "StatusFunction": {"Name": "std::vector of things", "FileName": "http://host/x::y"},
    "Wheels": {"husky::left_wheel": {}, "husky::right_wheel": {}},
}


def read(config: Any) -> Any:
    return read_experiment(json.dumps(config).encode())


def test_engines_are_found_with_their_types_and_addresses() -> None:
    experiment = read(CONFIG)

    assert experiment.engines[:3] == (
        EngineConfig("gazebo", "gazebo_grpc", "sim.local:9014", Wire.GRPC),
        EngineConfig("physics", "gazebo_json", "", Wire.JSON),
        EngineConfig("other", "ros_bridge", "", None),
    )
    assert [engine.uri for engine in experiment.engines] == [
        "nrp+grpc://sim.local:9014",
        "nrp+json://localhost:9002",
        "",
        "",
    ]
    assert parse_uri(experiment.engines[0].uri).host == "sim.local"


def test_names_of_packs_are_found_once_each_in_their_order() -> None:
    assert read({**CONFIG, "Again": "husky::left_wheel"}).packs == (
        "husky",
        "husky::base::camera",
        "husky::left_wheel",
        "husky::right_wheel",
    )


def test_no_more_names_are_offered_than_can_be_read() -> None:
    assert len(read({f"m::j{index}": 0 for index in range(2 * MAX_PACKS)}).packs) == MAX_PACKS


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"[" * 5000, b"\xff\xfe", b" " * (MAX_BYTES + 1)])
def test_what_is_no_configuration_is_refused(text: bytes) -> None:
    with pytest.raises(LocalProtocolError, match="configuration"):
        read_experiment(text)


def test_what_lies_too_deep_is_not_looked_at() -> None:
    config: Any = "m::deep"
    for _ in range(60):
        config = [config]

    assert read({"a": "m::shallow", "b": config}).packs == ("m::shallow",)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(("EngineConfigs", "DataPackName", "dumps", "x")), JSON))
def test_any_json_is_a_configuration(config: Any) -> None:
    experiment = read(config)

    assert all(isinstance(name, str) and name for name in experiment.packs)
