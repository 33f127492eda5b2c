"""Services asked and called through a whole connection."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from app.config.run_settings import Settings
from app.net.errors import LinkError
from protocols.errors import DecodeError, EncodeError, LocalProtocolError, ProtocolError
from protocols.ros1.messages.standard_types import find_service
from protocols.ros1_errors import RosRemoteError
from tests.fakes.ros1_station import FakeMaster, FakeService, Station
from tests.fakes.waiting import TIMEOUT_S

SET_BOOL = find_service("std_srvs/SetBool")
assert SET_BOOL is not None
HEADER = {"callerid": "/server", "type": "std_srvs/SetBool", "md5sum": SET_BOOL.md5}


def answered(body: bytes) -> bytes:
    return b"\x01" + len(body).to_bytes(4, "little") + body


def yes(_request: bytes) -> bytes:
    """{success: true, message: "ok"}."""
    return answered(b"\x01\x02\x00\x00\x00ok")


@pytest.fixture
async def service(master: FakeMaster) -> AsyncIterator[FakeService]:
    async with FakeService("/lamp", HEADER, yes) as service:
        service.register(master)
        yield service


async def test_a_call_sends_the_request_and_gives_the_answer(station: Station, service: FakeService) -> None:
    answer = await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)

    assert answer == {"success": True, "message": "ok"}
    assert service.requests == [b"\x01"]
    assert service.headers[-1]["md5sum"] == HEADER["md5sum"]
    assert service.headers[-1]["callerid"] == station.name


async def test_what_is_left_out_of_a_request_is_zero(station: Station, service: FakeService) -> None:
    await station.connection._access.call_service("/lamp", {}, TIMEOUT_S)

    assert service.requests == [b"\x00"]


async def test_a_probe_tells_the_type_and_both_shapes_and_calls_nothing(station: Station, service: FakeService) -> None:
    shape = await station.connection._access.probe_service("/lamp", TIMEOUT_S)

    assert shape.type_name == "std_srvs/SetBool"
    assert [field.name for field in shape.request.fields()] == ["data"]
    assert [field.name for field in shape.response.fields()] == ["success", "message"]
    assert not service.requests
    assert service.headers[0]["probe"] == "1"


async def test_a_service_that_fails_gives_its_own_words(station: Station, service: FakeService) -> None:
    service.answer = lambda _: b"\x00\x0b\x00\x00\x00out of bulb"

    with pytest.raises(RosRemoteError, match="/lamp failed: out of bulb"):
        await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)


async def test_a_request_that_does_not_fit_is_not_sent(station: Station, service: FakeService) -> None:
    with pytest.raises(EncodeError):
        await station.connection._access.call_service("/lamp", {"data": "x"}, TIMEOUT_S)
    assert not service.requests


async def test_a_service_of_an_unknown_type_can_be_looked_at_and_not_called(
    station: Station, service: FakeService
) -> None:
    service.header = HEADER | {"type": "our_msgs/Do"}

    shape = await station.connection._access.probe_service("/lamp", TIMEOUT_S)
    assert not shape.request.known
    with pytest.raises(LocalProtocolError, match="our_msgs/Do is not known here"):
        await station.connection._access.call_service("/lamp", {}, TIMEOUT_S)


async def test_a_service_of_another_version_names_both(station: Station, service: FakeService) -> None:
    service.header = HEADER | {"md5sum": "0" * 32}

    with pytest.raises(LocalProtocolError, match="0{32}.*" + HEADER["md5sum"]):
        await station.connection._access.call_service("/lamp", {}, TIMEOUT_S)


async def test_an_operators_own_service_can_be_called(
    master: FakeMaster, service: FakeService, make_station: Callable[..., Station]
) -> None:
    files = (("our_msgs/srv/Do.srv", "bool data\n---\nbool success\nstring message\n"),)
    station = make_station(master.uri, Settings(message_files=files))
    service.header = HEADER | {"type": "our_msgs/Do"}

    assert (await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S))["message"] == "ok"


async def test_a_service_that_nobody_serves_is_said(station: Station) -> None:
    with pytest.raises(ProtocolError, match=r"no provider|unknown"):
        await station.connection._access.call_service("/nothing", {}, TIMEOUT_S)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (lambda _: None, ProtocolError),
        (lambda _: b"\x07", RosRemoteError),
        (lambda _: b"\x01\xff\xff\xff\xff", ProtocolError),
        (lambda _: answered(b"\x01"), DecodeError),
        (lambda _: answered(b"\x01\x02\x00\x00\x00okmore"), DecodeError),
    ],
    ids=["hangs up", "no answer's first byte", "4 GB", "short", "long"],
)
async def test_an_answer_that_is_none_is_said(
    station: Station, service: FakeService, answer: Callable[[bytes], bytes | None], error: type[Exception]
) -> None:
    service.answer = answer

    with pytest.raises(error):
        await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)
    assert station.state == "connected"


async def test_a_service_that_does_not_answer_is_given_up_in_time(station: Station, service: FakeService) -> None:
    service.answer = lambda _: b"\x01"

    with pytest.raises(ProtocolError):
        await station.connection._access.call_service("/lamp", {"data": True}, 0.3)


async def test_a_provider_that_is_gone_is_said(station: Station, master: FakeMaster) -> None:
    async with FakeService("/lamp", HEADER, yes) as service:
        service.register(master)

    with pytest.raises(LinkError, match="nothing listens"):
        await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)
