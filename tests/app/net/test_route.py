from __future__ import annotations

import pytest

from app.net.route import is_local_address, local_address


def test_the_way_to_this_machine_is_loopback() -> None:
    assert local_address("127.0.0.1", 11311) == "127.0.0.1"


def test_there_is_no_way_to_what_is_no_address() -> None:
    with pytest.raises(OSError, match=r"not known|nodename|Name or service|failure"):
        local_address("not an address", 1)


@pytest.mark.parametrize(("address", "ours"), [("127.0.0.1", True), ("192.0.2.1", False), ("nonsense here", False)])
def test_an_address_of_this_machine_is_told_from_others(address: str, ours: bool) -> None:  # noqa: FBT001
    assert is_local_address(address) is ours
