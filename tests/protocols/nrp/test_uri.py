from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import LocalProtocolError
from protocols.nrp.packs import MAX_PACKS
from protocols.nrp.uri import NrpTransport, NrpUri, parse_nrp_uri
from protocols.nrp.wording import NrpWireWording
from protocols.wording import ProtocolWording
from tests.tools.sentences import Said, says


def test_each_wire_has_its_scheme_and_its_port() -> None:
    assert parse_nrp_uri("nrp+grpc://sim") == NrpUri(NrpTransport.GRPC, "sim", 9004)
    assert parse_nrp_uri("NRP+JSON://10.0.0.7/") == NrpUri(NrpTransport.JSON, "10.0.0.7", 9002)
    assert parse_nrp_uri("nrp+json://sim:9010").port == 9010


def test_packs_are_named_in_the_address_once_each() -> None:
    uri = parse_nrp_uri("nrp+grpc://sim:9004?packs=rover,rover::chassis,rover::chassis,,&rate=50")

    assert uri.packs == ("rover", "rover::chassis")
    assert uri.rate_hz == 50.0


def test_names_with_blanks_and_signs_are_the_same_in_each_spelling() -> None:
    uri = parse_nrp_uri("nrp+grpc://sim?packs=my%20robot::l%2B1,a::b+c")

    assert uri.packs == ("my robot::l+1", "a::b+c")
    assert parse_nrp_uri(str(uri)) == uri


def test_normal_form_leaves_out_what_is_usual() -> None:
    assert str(parse_nrp_uri("nrp+grpc://sim?rate=20")) == "nrp+grpc://sim:9004"
    assert str(parse_nrp_uri("nrp+json://sim?packs=a::b,c&rate=5")) == "nrp+json://sim:9002?packs=a::b,c&rate=5"


def test_broker_is_named_with_an_engine_or_for_all() -> None:
    assert parse_nrp_uri("nrp+mqtt://broker/gazebo") == NrpUri(NrpTransport.MQTT, "broker", 1883, path="gazebo")
    assert str(parse_nrp_uri("nrp+mqtt://broker:1884/my%20engine/")) == "nrp+mqtt://broker:1884/my%20engine"
    assert str(parse_nrp_uri("nrp+mqtt://broker/")) == "nrp+mqtt://broker:1883"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nrp+grpc://", says(NrpWireWording.ADDRESS_INVALID)),
        ("nrp+mqtt://broker/a/b", says(NrpWireWording.ENGINE_INVALID, reason=NrpWireWording.ENGINE_SLASH())),
        ("nrp+mqtt://broker/a%2Bb", says(NrpWireWording.ENGINE_INVALID, reason=NrpWireWording.ENGINE_WILDCARD())),
        ("nrp+mqtt://broker/gazebo?packs=a", says(NrpWireWording.BROKER_PARAMETERS)),
        ("nrp+mqtt://user:word@broker/gazebo", says(NrpWireWording.ADDRESS_INVALID)),
        ("nrp+grpc://[::1]:9004", says(NrpWireWording.ADDRESS_INVALID)),
        ("nrp+grpc://user@sim", says(NrpWireWording.ADDRESS_INVALID)),
        ("nrp+grpc://sim/path", says(NrpWireWording.ADDRESS_PART, part="/path")),
        ("nrp+grpc://sim:0", says(NrpWireWording.ADDRESS_PORT, port=0)),
        ("nrp+grpc://sim:99999", says(NrpWireWording.ADDRESS_PORT, port=99999)),
        ("nrp+grpc://sim?rate=0", says(NrpWireWording.ADDRESS_RATE, rate="0")),
        ("nrp+grpc://sim?rate=nan", says(NrpWireWording.ADDRESS_RATE, rate="nan")),
        ("nrp+grpc://sim?rate=201", says(NrpWireWording.ADDRESS_RATE, rate="201")),
        ("nrp+grpc://sim?rate=fast", says(NrpWireWording.ADDRESS_RATE, rate="fast")),
        ("nrp+grpc://sim?pack=a", says(NrpWireWording.ADDRESS_PART, part="pack")),
        (
            "nrp+grpc://sim?packs=a%0Ab",
            says(NrpWireWording.PACK_NAME_INVALID, reason=ProtocolWording.NAME_CHARACTER(number=10)),
        ),
        (
            "nrp+grpc://sim?packs=" + ",".join(map(str, range(MAX_PACKS + 1))),
            says(NrpWireWording.ADDRESS_PACKS, count=257),
        ),
        ("nrp+grpc://sim?" + "&".join("rate=2" for _ in range(33)), says(NrpWireWording.TOO_MANY_PARAMETERS, limit=32)),
    ],
)
def test_address_that_cannot_be_is_refused_in_words(text: str, said: Said) -> None:
    with pytest.raises(LocalProtocolError, check=said):
        parse_nrp_uri(text)


@given(st.sampled_from(("nrp+grpc://", "nrp+mqtt://b/", "nrp+json://h?packs=", "nrp+json://h?", "")), st.text())
def test_any_text_is_an_address_or_refused(begin: str, text: str) -> None:
    try:
        uri = parse_nrp_uri(begin + text)
    except LocalProtocolError:
        return
    assert parse_nrp_uri(str(uri)) == uri
