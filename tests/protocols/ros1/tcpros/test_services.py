from __future__ import annotations

import pytest

from protocols.errors import RosLocalError
from protocols.ros1.tcpros.services import RosService, RosServices

JOIN = RosService("/join", "test/Join", "f" * 32, "test/JoinRequest", "test/JoinResponse")


def test_a_service_is_served_once() -> None:
    services = RosServices()
    services.add(JOIN)
    with pytest.raises(RosLocalError, match="/join is served already"):
        services.add(JOIN)
    assert list(services) == [JOIN]
    assert services.get("/join") is JOIN

    services.remove("/join")
    services.remove("/join")
    assert services.get("/join") is None


@pytest.mark.parametrize("md5", ["*", "f" * 32])
def test_a_caller_may_mean_any_type(md5: str) -> None:
    assert JOIN.refusal_reason(md5) == ""


def test_a_caller_must_not_mean_another_type() -> None:
    assert JOIN.refusal_reason("0") == f"md5sums do not match: [0] vs. [{'f' * 32}]"
    assert RosService("/any", "test/Any", "*", "", "").refusal_reason("0") == ""
