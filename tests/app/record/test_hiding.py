"""Hiding of addresses and secrets in recorded bytes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType

import pytest

from app.record.hiding import Hider, addresses_in


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("ros1://10.0.0.7:11311", b'{"id":"ros1://10.0.0.7:11311","text":"10.0.0.7 is silent."}'),
        ("ros1://rover.local:11311", b"http://rover.local:11311/ and rover.local"),
        ("gazebo://jackal", b"jackal:11345, gazebo://jackal/ and gazebo://me@jackal"),
        ("nrp+https://user@[fe80::1]:443/x", b"at fe80::1, not there"),
    ],
)
def test_the_host_of_a_robot_is_replaced_and_nothing_moves(address: str, data: bytes) -> None:
    hidden = Hider([address])(data)
    host = address.partition("://")[2].rpartition("@")[2].strip("[").partition("]")[0]
    host = host if "::" in host else host.partition(":")[0]
    assert host.encode() not in hidden.replace(b"jackal/base", b"")
    assert len(hidden) == len(data)


def test_what_only_looks_like_it_stays_the_same_object() -> None:
    hide = Hider(["ros1://10.0.0.7:1", "gazebo://jackal"])
    for data in (b"10.0.0.70", b"110.0.0.7", b"10.0.0.7.5", b"jackal/base_link", b"my-jackal:x", b"nothing"):
        assert hide(data) is data


def test_in_our_own_words_a_host_is_hidden_that_stands_alone_but_no_field() -> None:
    hide = Hider(["ros1://rover:11311", "ros1://arm:1", "gazebo://drive", "ros1://10.0.0.7:1"], ["hunter2"])
    data = b'{"rover": 1, "text":"rover is gone, as /rover/odom; rovers, my-rover, arm drive 10.0.0.7 hunter2"}'
    hidden = hide.in_words(data)
    assert len(hidden) == len(data)
    assert hidden.startswith(b'{"rover": 1, ')
    assert hidden.count(b"rover") == 3
    assert b"arm drive" in hidden
    assert not any(secret in hidden for secret in (b"10.0.0.7", b"hunter2"))
    assert hide(data).count(b"rover") == 5


def test_the_addresses_in_a_text_are_found() -> None:
    data = b'[["ros1://rover:11311",{"reason":"http://arm-nuc:40001/ refused (nrp+https://[fe80::1]:443)"}]] no://'
    assert list(addresses_in(data)) == ["ros1://rover:11311", "http://arm-nuc:40001/", "nrp+https://[fe80::1]:443"]


def test_this_computer_and_files_are_no_robots() -> None:
    hide = Hider(["ros1://127.0.0.1:1", "ros1://localhost:1", "ros1://[::1]:1", "file:///a/b.mcap", "demo:", ""])
    data = b"127.0.0.1 localhost ::1 /a/b.mcap"
    assert hide(data) is data


def test_two_robots_stay_two() -> None:
    hidden = Hider(["ros1://10.0.0.7:1", "ros1://10.0.0.8:1"])(b"10.0.0.7 10.0.0.8")
    first, second = hidden.split()
    assert first != second


def test_a_secret_is_replaced_wherever_it_stands() -> None:
    assert Hider([], ["hunter2", "x"]).text("xhunter2x") == "x*******x"


def test_where_two_overlap_nothing_of_either_is_left() -> None:
    hide = Hider(["ros1://10.0.0.7:1", "gazebo://rover", "ros1://rover.local:1"], ["7 key", "0.0.7"])
    hidden = hide(b"10.0.0.7 key")
    assert not any(part in hidden for part in (b"10.", b"0.7", b"key"))
    assert b"rover" not in hide(b"http://rover.local:1/ http://rover:1/")


@pytest.mark.parametrize("shift", range(-10, 4))
def test_what_stands_across_pieces_is_found(shift: int) -> None:
    said = b"at 10.0.0.7 "
    for piece in (1 << 16, 1 << 17, 1 << 20):
        data = b"." * (piece + shift) + b" " + said * 3 + b"." * piece
        hidden = Hider(["ros1://10.0.0.7:1"])(data)
        assert b"10.0.0.7" not in hidden
        assert len(hidden) == len(data)
        assert hidden.count(b" robot-1- ") == 3


def longest_call_s(run: Callable[[], object]) -> float:
    """The longest that one call from Python holds the interpreter, as time of the processor."""
    longest = began = 0.0

    def watch(_frame: FrameType, event: str, _called: object) -> None:
        nonlocal longest, began
        if event == "c_call":
            began = time.thread_time()
        elif event == "c_return":
            longest = max(longest, time.thread_time() - began)

    sys.setprofile(watch)
    try:
        run()
    finally:
        sys.setprofile(None)
    return longest


@pytest.mark.parametrize("said", [b"", b"http://10.0.0.7:11311/"])
def test_other_threads_run_while_much_is_hidden(said: bytes) -> None:
    hide = Hider(["ros1://10.0.0.7:11311", "gazebo://jackal"], ["hunter2"])
    half = b'{"name":"jackal/base","x":1.0025}' * (1 << 16)
    assert longest_call_s(lambda: hide(half + said + half)) < 0.02
