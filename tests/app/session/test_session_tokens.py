from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.session.session_tokens import AddressTokens, address_tokens, redact_address, with_token
from protocols.galileo.uri import parse_galileo_uri

ROBOT = "galileo://10.0.0.7:3547/odom"
KEY = "galileo://10.0.0.7:3547"


@pytest.mark.parametrize("uri", ["gazebo://robot:11345", "ros1://robot", "", "galileo", "galileo.local/?token=a"])
def test_only_addresses_of_robots_with_tokens_have_an_access(uri: str) -> None:
    assert address_tokens(uri) is None
    assert with_token(uri, "abc") == uri


@pytest.mark.parametrize(
    ("uri", "clean", "token", "proxy_token"),
    [
        (ROBOT, ROBOT, "", ""),
        (f"{ROBOT}?token=abc", ROBOT, "abc", ""),
        (f"{ROBOT}?wan=no&token=abc", f"{ROBOT}?wan=no", "abc", ""),
        (f"{ROBOT}?token=abc&send_port=5", f"{ROBOT}?send_port=5", "abc", ""),
        (f"{ROBOT}?galileo_proxy_token=x&token=y", ROBOT, "y", "x"),
        (f"{ROBOT}?TOKEN=a%26b+c", ROBOT, "a&b c", ""),
        (f"{ROBOT}?token=", f"{ROBOT}?token=", "", ""),
        ("galileo://host:99999/x?token=abc", "galileo://host:99999/x", "abc", ""),
        ("GALILEO:?token=abc", "GALILEO:", "abc", ""),
    ],
)
def test_tokens_are_told_apart_from_an_address_even_where_it_makes_no_sense(
    uri: str, clean: str, token: str, proxy_token: str
) -> None:
    access = address_tokens(uri)

    assert access is not None
    assert (access.uri, access.token, access.proxy_token) == (clean, token, proxy_token)


@pytest.mark.parametrize(
    "uri",
    [
        "galileo://10.0.0.7",
        "galileo://10.0.0.7:3547/odom",
        "galileo://10.0.0.7/galileo/status?wan=no",
        " galileo://10.0.0.7?token=x",
    ],
)
def test_all_addresses_of_one_robot_share_what_is_kept(uri: str) -> None:
    access = address_tokens(uri)

    assert access is not None
    assert (access.key, access.proxy_key) == (KEY, "")


def test_a_robot_behind_a_proxy_has_a_second_token() -> None:
    access = address_tokens("galileo://Ab12.3547.robot1.bwbot.org/odom")

    assert access is not None
    assert access.has_proxy
    assert access.key == "galileo://ab12.3547.robot1.bwbot.org:3547"
    assert access.proxy_key == f"{access.key} proxy"


def test_what_is_not_understood_has_no_key() -> None:
    access = address_tokens("galileo://a b")

    assert access is not None
    assert (access.key, access.proxy_key) == ("", "")


def test_an_access_does_not_show_what_it_holds() -> None:
    assert "abc" not in repr(AddressTokens(ROBOT, "abc", "abc"))


@settings(deadline=None)
@given(
    token=st.text(min_size=1, max_size=40), proxy_token=st.text(max_size=40), options=st.sampled_from(["", "?wan=no"])
)
def test_a_token_that_is_put_in_comes_out_again_and_is_what_the_protocol_reads(
    token: str, proxy_token: str, options: str
) -> None:
    uri = with_token(f"{ROBOT}{options}", token, proxy_token)
    access, parsed = address_tokens(uri), parse_galileo_uri(uri)

    assert access is not None
    assert (access.token, access.proxy_token, access.uri) == (token, proxy_token, f"{ROBOT}{options}")
    assert (parsed.token, parsed.proxy_token, parsed.parameters) == (token, proxy_token, ())


def test_another_token_takes_the_place_of_the_first_and_none_changes_nothing() -> None:
    assert with_token(f"{ROBOT}?token=old", "new") == f"{ROBOT}?token=new"
    assert with_token(f"{ROBOT}?token=old&wan=no", "", "p") == f"{ROBOT}?wan=no&token=old&galileo_proxy_token=p"
    assert with_token(ROBOT, "") == ROBOT


def test_any_text_can_be_shown_without_the_secrets_in_it() -> None:
    assert "s3cret" not in redact_address("“galieo://h?token=s3cret&password=s3cret” makes no sense")
