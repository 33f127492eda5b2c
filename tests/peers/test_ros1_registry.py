"""Our registry of a ROS 1 graph against rosmaster's own, call by call."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from protocols.ros1.graph import xmlrpc_api
from protocols.ros1.graph.master import MasterRegistry
from tests.peers.ros1_fixtures import require_ros1
from tests.peers.ros1_server import PYTHON

NODES = ("/a", "/ns/b", "/a/b")
URIS = ("http://x:1/", "http://y:2/", "rosrpc://x:3", "ftp://no", "", 5)
TOPICS = ("/t", "t", "~t", "/t/u", "/", "", "a b", "a:b", 7, "//t//", "/a/t/")
TYPES = ("*", "p/A", "p/B", "bad", "a/b/c", "", 3)
KEYS = ("/p", "p", "~p", "/p/q", "/p/q/r", "/", "q", "", 5, "/a/p", "p/q", "//p//q/")
VALUES: tuple[Any, ...] = (1, "s", {}, {"q": 1}, {"q": {"r": 2, "s": "x"}}, [1], None, False, {"p": {"q": 1}})
SERVICES = ("/s", "s", "~s")

ARGUMENTS: dict[str, tuple[tuple[Any, ...], ...]] = {
    "registerPublisher": (TOPICS, TYPES, URIS),
    "registerSubscriber": (TOPICS, TYPES, URIS),
    "unregisterPublisher": (TOPICS, URIS),
    "unregisterSubscriber": (TOPICS, URIS),
    "registerService": (SERVICES, URIS, URIS),
    "unregisterService": (SERVICES, URIS),
    "lookupService": (SERVICES,),
    "lookupNode": ((*NODES, "none", 5),),
    "getPublishedTopics": (("", "/t", "/a", "/", 5, "t"),),
    "getTopicTypes": (),
    "getSystemState": (),
    "setParam": (KEYS, VALUES),
    "getParam": (KEYS,),
    "deleteParam": (KEYS,),
    "hasParam": (KEYS,),
    "searchParam": (KEYS,),
    "getParamNames": (),
    "subscribeParam": (URIS, KEYS),
    "unsubscribeParam": (URIS, KEYS),
}
# those that change much come more often
METHODS = (*ARGUMENTS, "registerPublisher", "registerSubscriber", "registerService", "setParam", "setParam")
RUNS, CALLS = 100, 40

Ask = Callable[[str, list[Any]], list[Any]]


@pytest.fixture
def rosmaster() -> Iterator[Ask]:
    """Calls of the real one: the answer, and whom it would tell what."""
    require_ros1()
    script = Path(__file__).with_name("rosmaster_oracle.py")
    with subprocess.Popen([PYTHON, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        asked, answers = process.stdin, process.stdout
        assert asked is not None
        assert answers is not None

        def ask(method: str, arguments: list[Any]) -> list[Any]:
            asked.write(json.dumps([method, arguments]) + "\n")
            asked.flush()
            answer: list[Any] = json.loads(answers.readline())
            return answer

        yield ask


def arguments_of(method: str, rng: random.Random) -> list[Any]:
    """Such as are right, and now and then such as are not."""
    arguments = [rng.choice(NODES), *(rng.choice(choices) for choices in ARGUMENTS[method])]
    fault = rng.random()
    if fault < 0.03:
        arguments.pop()
    elif fault < 0.05:
        arguments.append(1)
    elif fault < 0.07:
        arguments[0] = 5
    return arguments


def plain(value: Any) -> Any:
    """As it is when it has been sent."""
    return json.loads(json.dumps(value))


def in_any_order(told: list[Any]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in told)


def is_odd(method: str, message: str) -> bool:
    """What rosmaster answers differently by accident: an error of its own, and words that depend on the past."""
    return (method == "deleteParam" and "invalid arguments" in message) or "is not a provider of" in message


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(3))
def test_every_call_is_answered_and_told_on_as_by_rosmaster(rosmaster: Ask, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(RUNS):
        rosmaster("reset", [])
        registry = MasterRegistry("http://robot:11311/", 1)
        past: list[Any] = []
        for _ in range(CALLS):
            method = rng.choice(METHODS)
            arguments = arguments_of(method, rng)
            past.append((method, arguments))
            theirs, told = rosmaster(method, arguments)
            ours = plain(xmlrpc_api.call(registry.methods, method, arguments))
            notified = plain([(one.uri, one.method, one.arguments) for one in registry.take_notifications()])

            assert ours == theirs or is_odd(method, theirs[1]), past
            assert in_any_order(notified) == in_any_order(told), past
