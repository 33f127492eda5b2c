"""Names, addresses and secrets are replaced, in every spelling, by words that stay the same."""

from __future__ import annotations

import base64
import html
import json
import time
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.faults.redaction import (
    MAX_LINE_CHARACTERS,
    MAX_NAMES,
    REDACTED,
    Redactor,
    redact_secrets,
    replace_secret,
    unescape,
)


def test_known_values_and_what_stands_behind_a_name_are_blotted_out() -> None:
    assert (
        redact_secrets("galileo://h/odom?token=abc: s3ntinel said no", ["s3ntinel"])
        == f"galileo://h/odom?token={REDACTED} {REDACTED} said no"
    )


@pytest.mark.parametrize(
    "line",
    [
        'TOKEN = "s3ntinel"',
        "token=  s3ntinel",
        '{"token": "with s3ntinel and \\" s3ntinel"}',
        r'"{\"token\": \"with s3ntinel\"}"',
        "password='with s3ntinel'",
        'Authorization: "Basic with s3ntinel"',
    ],
)
def test_what_stands_behind_a_name_is_blotted_out_to_its_end(line: str) -> None:
    assert "s3ntinel" not in redact_secrets(line)
    assert redact_secrets(f"{line} and more").endswith(" and more")


def test_a_value_that_is_too_short_would_blot_out_everything() -> None:
    assert redact_secrets("abcabc token=a", ["a"]) == f"abcabc token={REDACTED}"


def test_of_what_is_encoded_together_with_a_secret_nothing_is_left() -> None:
    code = base64.b64encode(b"user:s3ntinel:x").decode()

    assert replace_secret(f"<{code}>", "s3ntinel", REDACTED) == f"<{REDACTED}>"


def test_what_is_longer_is_blotted_out_before_a_part_of_it() -> None:
    assert redact_secrets("s3ntinel-2", ["s3ntinel", "s3ntinel-2"]) == REDACTED


@pytest.mark.parametrize("line", ["a%20b", "a\\u0020b", "a\\x20b", "a&#32;b", "a&#x20;b", "a%2520b", "a%U0020b"])
def test_every_way_to_spell_a_character_is_known(line: str) -> None:
    assert unescape(line) == "a b"


@given(st.text())
def test_any_text_can_be_looked_through(text: str) -> None:
    assert isinstance(redact_secrets(text, [text, "s3ntinel"]), str)
    assert isinstance(unescape(text), str)


HOMES = "/home"
SCHEMES = ("galileo", "ros1")
USERS = r"C:\\Users"
TOKEN = 'a/b+c"d e=ü-s3ntinel'  # noqa: S105 - made up


def _redacted(*texts: str, redactor: Redactor | None = None) -> str:
    redactor = redactor or Redactor(schemes=SCHEMES)
    for text in texts:
        redactor.learn(text)
    return "\n".join(redactor.redact(text) for text in texts)


def test_the_same_host_has_the_same_name_in_every_text() -> None:
    said = _redacted(
        "galileo://rover-7.example.org:3547/odom is lost", "at ROVER-7.example.org, 10.1.2.3 and 10.1.2.4", "10.1.2.4"
    )

    assert said == "galileo://robot-1:3547/odom is lost\nat robot-1, host-1 and host-2\nhost-2"


def test_a_part_of_another_word_is_no_name() -> None:
    said = _redacted("ros1://ann:11311", "anniversary, ann-2, /ann/cmd_vel, channel")

    assert said == "ros1://robot-1:11311\nanniversary, robot-1-2, /robot-1/cmd_vel, channel"


@pytest.mark.parametrize("address", ["fe80::1ff:fe23:4567:890a", "2001:db8::7", "10.20.30.40", "02:42:ac:11:00:02"])
def test_addresses_are_found_wherever_they_stand(address: str) -> None:
    said = _redacted(
        f"[{address}] from {address}, http://[{address}]:80/",
        quote(f"x {address}", safe=""),
        json.dumps({"a": f"({address})"}),
    )

    assert address not in said
    assert quote(address, safe="") not in said


@pytest.mark.parametrize("before", ["\\n", "\\\\r\\\\n", "\\t", "\\u000a", "\\x0a", "%0A", "\x1b[1;31m", "\\u001b[31m"])
@pytest.mark.parametrize("name", ["10.20.30.40", "annegret", "rover-7.example.org"])
def test_the_end_of_a_line_that_is_escaped_hides_no_name(before: str, name: str) -> None:
    redactor = Redactor(schemes=SCHEMES, users=["annegret"], robots=["ros1://rover-7.example.org:11311"])

    assert name not in _redacted(f'{{"text": "refused{before}{name}\\nby it"}}', redactor=redactor)


@pytest.mark.parametrize("unit", ["\\", "%25", "&", ":", "a.", "token\\", "a://"])
def test_a_line_of_one_thing_over_and_over_takes_no_time(unit: str) -> None:
    redactor = Redactor(users=["annegret"], secret_values=["s3ntinel"])
    text = unit * (MAX_LINE_CHARACTERS // len(unit))
    began = time.process_time()
    _redacted(text, redactor=redactor)

    assert time.process_time() - began < 1.0


def test_this_machine_itself_and_what_only_looks_like_an_address_stay() -> None:
    text = "gazebo://localhost:11345 127.0.0.1 ::1 0.0.0.0 at 12:34:56, app.ui.panels:12, std::vector, 300.1.2.3, gazebo://HOST:1"

    assert _redacted(text) == text


def test_folders_and_names_of_users_are_replaced() -> None:
    redactor = Redactor(users=["annegret"], homes=[f"{HOMES}/annegret"], machines=["annes-laptop"])

    said = _redacted(rf"{HOMES}/annegret/x annegret@annes-laptop {USERS}\\bob\\y {HOMES}/carl/z", redactor=redactor)

    assert said == rf"~/x user@this-machine {USERS}\\user-2\\y {HOMES}/user-3/z"


def _spellings(value: str) -> dict[str, str]:
    escaped = json.dumps(value)[1:-1]
    return {
        "plain": value,
        "JSON": escaped,
        "JSON in JSON": json.dumps(escaped)[1:-1],
        "every letter escaped": "".join(f"\\u{ord(letter):04X}" for letter in value),
        "percent": quote(value, safe=""),
        "percent of percent": quote(quote(value, safe=""), safe=""),
        "lower percent": "".join(f"%{byte:02x}" for byte in value.encode()),
        "some percent": quote(value, safe='/+"='),
        "HTML": html.escape(value),
        "bytes of Python": repr(value.encode())[2:-1],
        "base64": base64.b64encode(value.encode()).decode(),
        "base64 of more": base64.b64encode(f"x{value}yz".encode()).decode(),
        "base64 of still more": base64.urlsafe_b64encode(f"ab{value}".encode()).decode(),
        "digits": value.encode().hex(),
    }


@pytest.mark.parametrize("spelling", _spellings(""))
@pytest.mark.parametrize("value", [TOKEN, "abcd1234", "Zeichen-ö-€"])
def test_a_token_is_taken_out_however_it_is_spelled(value: str, spelling: str) -> None:
    spelled = _spellings(value)[spelling]

    said = Redactor(secret_values=[value]).redact(f"before {spelled} after")

    assert spelled not in said
    assert said.startswith("before ")
    assert said.endswith(" after")


@pytest.mark.parametrize(
    "text",
    [
        "galileo://h/odom?token=s3ntinel&x=1",
        "galileo%3A%2F%2Fh%2Fodom%3Ftoken%3Ds3ntinel",
        '{"token": "s3ntinel"}',
        r'"{\"galileo_proxy_token\": \"s3ntinel\"}"',
        "Authorization: Bearer s3ntinel",
        "PASSWORD=s3ntinel",
        "mqtt://someone:s3ntinel@broker.example.org/x",
        "mqtt://someone:pass@s3ntinel@broker.example.org/x",
    ],
)
def test_a_token_that_nobody_knows_is_found_by_its_name(text: str) -> None:
    assert "s3ntinel" not in _redacted(text)


@pytest.mark.parametrize("name", ["Grüner Rover", "R2/D2", "rover&co"])
def test_names_of_robots_are_replaced_however_they_are_spelled(name: str) -> None:
    redactor = Redactor(names=[name])
    for spelled in (name, json.dumps(name), quote(name, safe=""), html.escape(name), repr(name.encode())):
        said = redactor.redact(f"<{spelled}>")
        assert "robot-name-1" in said
        assert spelled not in said


def test_a_host_with_the_name_of_a_protocol_is_replaced_in_addresses_only() -> None:
    redactor = Redactor(schemes=["toy1+udp"], robots=["toy1+udp://toy:1"])

    assert redactor.redact("toy1+udp://toy:1 by app.connections.toy") == "toy1+udp://robot-1:1 by app.connections.toy"


def test_addresses_beyond_those_that_are_told_apart_are_replaced_too() -> None:
    text = " ".join(f"10.{number // 250}.{number % 250}.7" for number in range(MAX_NAMES + 10))

    said = _redacted(text)

    assert "10." not in said.replace("host-10", "")
    assert "other-host" in said


def test_names_of_hosts_beyond_those_that_are_told_apart_are_replaced_too() -> None:
    hosts = [f"rover-{number}.example.org" for number in range(MAX_NAMES + 10)]

    said = _redacted("\n".join(f"lost ros1://{host}:11311" for host in hosts), "arm.local", "ros1://localhost:11311")

    assert "rover" not in said
    assert "arm" not in said
    assert "lost ros1://robot-1:11311\n" in said
    assert "lost ros1://other-host:11311" in said
    assert said.endswith("\nros1://localhost:11311")


@given(st.text(), st.text(min_size=4).filter(lambda value: "…" not in value))
def test_whatever_stands_around_a_secret_it_is_taken_out(around: str, value: str) -> None:
    assert value not in Redactor(secret_values=[value]).redact(f"{around}{value}{around}")


@given(st.text(alphabet='%\\&#xu:;/.?@=0123456789abcdefüHOST[]{} \n"'))
def test_no_text_is_too_odd(text: str) -> None:
    redactor = Redactor(users=["anna"], names=["rover"], secret_values=["token-1"])
    redactor.learn(text)

    assert isinstance(redactor.redact(text), str)
