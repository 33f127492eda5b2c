from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import GalileoLocalError
from protocols.galileo.packets import decode_connect
from protocols.galileo.uri import GalileoUri, is_ipv4, parse_galileo_uri
from protocols.galileo.wording import GalileoWireWording
from tests.tools.sentences import says

LAN = "galileo://192.168.0.132:3547/cmd_vel?token=abc"
WAN = "galileo://AAAAAAAA.3547.robot1.bwbot.org:3547/galileo/status?token=abc&galileo_proxy_token=p+q"


def frames(text: str) -> list[bytes]:
    return [frame[1:-1] for frame in parse_galileo_uri(text).connect_frames()]


def test_a_literal_address_is_dialled_itself() -> None:
    uri = parse_galileo_uri(LAN)

    assert (uri.is_wan, uri.destination) == (False, ("192.168.0.132", 3547))
    assert frames(LAN) == [b"udp://192.168.0.132:3547/cmd_vel?token=abc"]


def test_a_name_is_that_of_the_proxy_whose_port_is_another_while_the_uri_keeps_its_own() -> None:
    uri = parse_galileo_uri(WAN)

    assert (uri.is_wan, uri.destination) == (True, ("AAAAAAAA.3547.robot1.bwbot.org", 10427))
    assert frames(WAN)[0] == (
        b"udp://AAAAAAAA.3547.robot1.bwbot.org:3547/galileo/status?token=abc&galileo_proxy_token=p%20q"
    )


def test_the_proxy_s_port_in_the_uri_is_the_second_choice() -> None:
    first, second = frames(WAN)

    assert second == first.replace(b"org:3547/", b"org:10427/")
    assert len(frames("galileo://a.b:10427/x")) == 1


@pytest.mark.parametrize(
    ("query", "is_wan", "port"),
    [
        ("wan=no", False, 3547),
        ("wan=YES", True, 10427),
        ("send_port=4000", True, 4000),
        ("wan=no&send_port=4000", False, 4000),
    ],
)
def test_way_and_port_can_be_set(query: str, is_wan: bool, port: int) -> None:  # noqa: FBT001 - a row
    uri = parse_galileo_uri(f"galileo://rover.lan/odom?token=t&{query}")

    assert (uri.is_wan, uri.destination[1]) == (is_wan, port)
    assert uri.connect_frames()[0] == b"\x01udp://rover.lan:3547/odom?token=t\0"


def test_a_literal_address_can_be_that_of_a_proxy() -> None:
    assert parse_galileo_uri("galileo://10.0.0.1/odom?wan=yes").destination == ("10.0.0.1", 10427)


def test_this_machine_is_no_proxy() -> None:
    assert parse_galileo_uri("galileo://localhost:4711/odom").destination == ("localhost", 4711)


def test_the_token_is_sent_also_where_there_is_none() -> None:
    assert frames("galileo://10.0.0.1/odom") == [b"udp://10.0.0.1:3547/odom?token="]


@pytest.mark.parametrize("path", ["/galileo/status", "//galileo/status", "/galileo/status/", "/galileo%2Fstatus"])
def test_slashes_around_the_path_are_not_sent(path: str) -> None:
    assert frames(f"galileo://10.0.0.1:3547{path}") == [b"udp://10.0.0.1:3547/galileo/status?token="]


def test_what_is_not_plain_is_encoded() -> None:
    uri = GalileoUri("10.0.0.1", 3547, "a b/ü?", token="a+b=c&d/e#f", parameters=(("x y", "1&2"),))  # noqa: S106 - made up

    assert uri.connect_frames() == (
        b"\x01udp://10.0.0.1:3547/a%20b/%C3%BC%3F?token=a%2Bb%3Dc%26d%2Fe%23f&x%20y=1%262\0",
    )


def test_what_is_no_unicode_is_sent_as_a_question_mark() -> None:
    assert frames("galileo://10.0.0.1/\ud800?token=\udfff") == [b"udp://10.0.0.1:3547/%3F?token=%3F"]


def test_further_parameters_are_sent_in_their_order() -> None:
    assert frames("galileo://10.0.0.1/o?b=2&token=t&a=1") == [b"udp://10.0.0.1:3547/o?token=t&b=2&a=1"]


def test_one_robot_has_many_topics() -> None:
    uri = parse_galileo_uri(LAN)

    assert uri.with_path("/odom/").connect_frames() == (b"\x01udp://192.168.0.132:3547/odom?token=abc\0",)
    assert uri.with_token("").token == ""


def test_without_a_topic_nothing_can_be_asked_for() -> None:
    assert parse_galileo_uri("galileo://10.0.0.1").path == ""
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.NO_TOPIC)):
        parse_galileo_uri("galileo://10.0.0.1").connect_frames()


SECRETS = "galileo://10.0.0.1:3547/odom?token=SECRET&galileo_proxy_token=SECRET&pin=SECRET&wan=no&send_port=4000"


def test_what_is_shown_of_an_address_holds_no_secret() -> None:
    uri = parse_galileo_uri(SECRETS)

    assert "SECRET" not in f"{uri} {uri!r} {uri.redacted}"
    assert parse_galileo_uri(uri.redacted) == GalileoUri("10.0.0.1", 3547, "odom", wan=False, send_port=4000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "galileo:",
        "galileo://",
        "galileo:///odom?token=SECRET",
        "ros1://h/odom?token=SECRET",
        "galileo://h:0/odom?token=SECRET",
        "galileo://h:70000/odom?token=SECRET",
        "galileo://h:x/odom?token=SECRET",
        "galileo://me:SECRET@h/odom",
        "galileo://[::1]/odom?token=SECRET",
        "galileo://h/odom?token=SECRET#part",
        "galileo://h/odom?wan=SECRET",
        "galileo://h/odom?send_port=SECRET",
        "galileo://h/odom?" + "&".join(f"{number}=SECRET" for number in range(40)),
    ],
)
def test_what_is_no_address_is_refused_without_telling_its_secrets(text: str) -> None:
    with pytest.raises(GalileoLocalError) as caught:
        parse_galileo_uri(text)

    assert "SECRET" not in f"{caught.value} {caught.value.tip}"
    assert caught.value.tip


@pytest.mark.parametrize("host", ["1.2.3", "256.1.1.1", "1.2.3.4.", "01.2.3.4", "::1", "a", ""])
def test_only_four_numbers_are_a_literal_address(host: str) -> None:
    assert not is_ipv4(host)
    assert is_ipv4("255.0.0.1")


NAMES = st.text(min_size=1, max_size=8).filter(lambda text: text.strip("/") == text)


@given(path=NAMES, token=st.text(max_size=12), further=st.dictionaries(NAMES, st.text(max_size=5), max_size=3))
def test_a_robot_reads_what_was_meant(path: str, token: str, further: dict[str, str]) -> None:
    uri = GalileoUri("10.0.0.1", 3547, path, token, parameters=tuple(further.items()))
    try:
        (frame,) = uri.connect_frames()
    except GalileoLocalError:
        return
    request = decode_connect(frame)

    assert request.path == path
    assert request.parameters == {"token": token} | further


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    for start in ("", "galileo://h", "galileo://h/?"):
        try:
            uri = parse_galileo_uri(start + text)
        except GalileoLocalError:
            continue
        assert parse_galileo_uri(uri.redacted).destination == uri.destination


@pytest.mark.parametrize("rest", ["odom&token=sesame", "odom;Token=sesame", "odom%3Ftoken=sesame", "token=sesame"])
def test_a_token_that_slipped_into_the_topic_is_not_taken_for_a_part_of_it(rest: str) -> None:
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.TOKEN_IN_TOPIC)) as caught:
        parse_galileo_uri(f"galileo://10.0.0.1/{rest}")

    assert "sesame" not in f"{caught.value.reason} {caught.value.tip}"
