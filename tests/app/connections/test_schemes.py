"""The records of schemes: what they tell is what the protocols do."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.config.run_settings import Settings
from app.connections.scheme import Scheme
from app.connections.schemes import SCHEMES, find_scheme
from app.drive.robot.targets import DRIVEN_SCHEMES
from app.model.alerts import Alerts
from app.model.topics import TopicStore


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_the_example_of_a_scheme_is_an_address_of_it(scheme: Scheme) -> None:
    uri = scheme.example or f"{scheme.name}://robot"

    connection = scheme.open(uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)

    assert connection.id.startswith(f"{scheme.name}://")
    assert find_scheme(uri) is scheme
    assert scheme.form.startswith(f"{scheme.name}://")


@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES.values() if scheme.variable])
def test_a_scheme_alone_follows_its_variable(scheme: Scheme) -> None:
    environ = {scheme.variable: "http://elsewhere:1234"}

    connection = scheme.open(f"{scheme.name}:", TopicStore(), Alerts(), Settings(), environ, lambda: None)

    assert connection.id == f"{scheme.name}://elsewhere:1234"


def test_a_scheme_is_found_however_it_is_typed_and_not_before_its_colon() -> None:
    assert find_scheme(" ROS1://robot") is SCHEMES["ros1"]
    assert [find_scheme(uri) for uri in ("ros1", "", "rosx://robot", "filer:a")] == [None] * 4


def test_all_that_can_be_driven_can_be_connected() -> None:
    assert set(DRIVEN_SCHEMES) <= set(SCHEMES)


def test_the_registry_loads_no_connection_and_no_library() -> None:
    code = "import sys, app.cli.parser, app.session.addresses;"
    code += "slow = ('grpc', 'aiohttp', 'google.protobuf', 'asyncio');"
    code += "print([name for name in sys.modules if name.endswith('.connection') or name in slow])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
