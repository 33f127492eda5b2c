"""The address that others are told."""

from __future__ import annotations

import pytest

from app.connections.gazebo import publisher
from app.connections.gazebo.publisher import is_loopback, own_address
from app.wording.connections import GazeboWording

WAY = "10.0.0.7"


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str) -> tuple[str, ...]:
        if host != "deck":
            raise OSError(host)
        return ("10.0.0.9", "10.0.0.10")

    monkeypatch.setattr(publisher, "resolve_host", resolve)


@pytest.mark.parametrize(
    ("environ", "address", "warning"),
    [
        ({}, WAY, None),
        ({"GAZEBO_IP": "10.0.0.8"}, "10.0.0.8", None),
        ({"GAZEBO_HOSTNAME": "deck", "GAZEBO_IP": "10.0.0.8"}, "10.0.0.9", None),
        ({"GAZEBO_HOSTNAME": "dekc", "GAZEBO_IP": "10.0.0.8"}, "10.0.0.8", GazeboWording.HOSTNAME_UNKNOWN(host="dekc")),
        ({"GAZEBO_IP": "::1"}, WAY, GazeboWording.IP_INVALID(address="::1")),
    ],
)
async def test_it_is_what_gazebos_own_programs_would_tell(
    environ: dict[str, str], address: str, warning: str | None
) -> None:
    warnings: list[str] = []

    assert await own_address(environ, WAY, warnings.append) == address
    assert len(warnings) == (warning is not None)
    assert all(warning is not None and warning in text for text in warnings)


@pytest.mark.parametrize(("address", "only_here"), [("127.0.1.1", True), ("10.0.0.7", False)])
def test_a_loopback_address_means_this_machine_alone(address: str, *, only_here: bool) -> None:
    assert is_loopback(address) is only_here
