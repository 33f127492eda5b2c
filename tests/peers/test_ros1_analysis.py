"""`teledeck analyse` on what a real rospy publishes, over a bad way of known badness."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from app.wording.commands import CommandWording
from tests.fakes import jitter_relay, sine_talker
from tests.fakes.command import ROOT
from tests.fakes.jitter_relay import Disturbance, Due, Schedule
from tests.fakes.turns import go_ahead
from tests.peers.gazebo_server import start_process
from tests.peers.ros1_fixtures import running_ros1
from tests.peers.ros1_server import Node, Ros1, wait_for
from tests.tools.sentences import shows

Floats = npt.NDArray[np.float64]

pytestmark = pytest.mark.timeout(120)

IMU = "sensor_msgs/Imu"
FIELD = "linear_acceleration.z"
RATE_HZ = 100.0
# neither falls on a line of any spectrum of some seconds
FREQUENCY_HZ, AMPLITUDE = 3.37, 0.8

BAD = Disturbance(
    seed=7, delay_s=0.02, jitter_s=0.004, burst_every_s=2.0, burst_s=0.18, overtaken=0.03, overtaken_s=0.025
)
SECONDS = 9.0
TRIES = 3
# what a machine that does more than this adds to a time
BUSY_S = 0.03


def script(module: Any) -> str:
    """A node that is one of our fakes, as `Ros1.rospy` wants it named."""
    return str(Path(module.__file__).with_suffix(""))


@pytest.fixture(scope="module")
def graph(ros1_nodes: Path) -> Iterator[Ros1]:
    """A graph in which nobody publishes yet."""
    with running_ros1(ros1_nodes) as ros1:
        yield ros1


@pytest.fixture(scope="module")
def relay(graph: Ros1) -> Node:
    """What makes /rough of /smooth, and tells how."""
    node = graph.rospy(script(jitter_relay), "/smooth", "/rough", IMU, json.dumps(asdict(BAD)), name="/jitter_relay")
    wait_for(lambda: node.name in graph.subscribers("/smooth"), "the relay")
    return node


def start_talker(graph: Ros1, topic: str) -> Node:
    """A sine at 100 Hz."""
    wave = (str(RATE_HZ), str(FREQUENCY_HZ), str(AMPLITUDE))
    return graph.rospy(script(sine_talker), topic, *wave, name=f"{topic}_talker")


@dataclass(frozen=True)
class Answer:
    """What `teledeck analyse --json` printed, and how it ended."""

    code: int
    told: dict[str, Any]
    err: str


def start_analysis(*arguments: str) -> subprocess.Popen[str]:
    """The command, running; before what else keeps the machine busy, as the nodes do."""
    command = [sys.executable, "-m", "app", "analyse", *arguments, "--json"]
    process = start_process(command, cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True)
    go_ahead(process.pid)
    return process


def analysed(*arguments: str) -> Answer:
    """Run it to its end."""
    process = start_analysis(*arguments)
    out, err = process.communicate(timeout=60)
    [line] = out.splitlines() or ["{}"]
    return Answer(process.returncode, json.loads(line), err)


@dataclass(frozen=True)
class Looked:
    """What was found, by name, and what the relay did meanwhile.

    Attributes:
        sent: what the relay handed on while the timing was looked at.
    """

    answers: dict[str, Answer]
    sent: list[dict[str, Any]]

    @property
    def gaps_s(self) -> Floats:
        """Between what was handed on."""
        return np.diff([message["sent_ns"] for message in self.sent]) / 1e9

    @property
    def held(self) -> int:
        """How often messages were held and let go together."""
        return int((np.diff([int(message["held"]) for message in self.sent]) == 1).sum())

    @property
    def is_calm(self) -> bool:
        """Whether the machine let the relay do what it was told, and held nothing up itself."""
        return bool((self.gaps_s > BUSY_S).sum() <= self.held + 1 and self.gaps_s.max() < BAD.burst_s + BUSY_S)


@pytest.fixture(scope="module")
def looked(graph: Ros1, relay: Node) -> Looked:
    """What is asked of a graph that nothing is done to, all at the same time; again where the machine stood still."""
    for _ in range(TRIES):
        with graph.nodes_until_then():
            looked = look(graph, relay)
        if looked.is_calm:
            break
    return looked


def look(graph: Ros1, relay: Node) -> Looked:
    """Ask. The sine begins when all listen: their start disturbs nothing then."""
    asked = {
        "timing": ("/rough", "--timing", "--max-gap", "0.1"),
        "spectrum of /rough": ("/rough", FIELD, "--spectrum"),
        "spectrum of /smooth": ("/smooth", FIELD, "--spectrum", "--max-gap", "9", "--min-rate", "20"),
        "histogram": ("/smooth", FIELD, "--histogram", "--min-rate", "120"),
    }
    waits = ("--seconds", str(SECONDS), "--timeout", "50")
    with ThreadPoolExecutor(len(asked)) as pool:
        running = {name: pool.submit(analysed, graph.uri, *rest, *waits) for name, rest in asked.items()}
        wait_for(lambda: len(ours(graph, "/rough")) == len(ours(graph, "/smooth")) == 2, "all of us")
        start_talker(graph, "/smooth")
        answers = {name: future.result() for name, future in running.items()}
    return Looked(answers, sent_within(relay, answers["timing"].told))


def sent_within(relay: Node, told: dict[str, Any]) -> list[dict[str, Any]]:
    """What the relay says that it sent in the time that was looked at."""
    # it is told after it was sent, and may have come by then
    begin_ns = told["began_ns"] - 2_000_000
    end_ns = told["began_ns"] + int(told["seconds"] * 1e9)
    sent = [json.loads(line) for line in relay.all_lines()]
    return [message for message in sent if begin_ns <= message["sent_ns"] <= end_ns]


def turned_back(stamps_ns: list[int]) -> int:
    """How many messages come behind one that is of a later time."""
    return int((np.array(stamps_ns) < np.maximum.accumulate(stamps_ns)).sum())


def test_the_timing_finds_rate_gap_bursts_order_and_delay_as_they_were_made(looked: Looked) -> None:
    told, truth, gaps_s = looked.answers["timing"].told, looked.sent, looked.gaps_s
    timing = told["timing"]

    assert told["stamped"] is True
    # one more or less at each end
    assert told["messages"] == pytest.approx(len(truth), abs=2)
    assert timing["nominal_hz"] == pytest.approx(RATE_HZ, rel=0.05)
    assert timing["rate_hz"] == pytest.approx(len(gaps_s) / gaps_s.sum(), rel=0.02)
    assert timing["longest_gap_s"] == pytest.approx(gaps_s.max(), abs=BUSY_S)
    # what is held is silence for as long
    assert timing["longest_gap_s"] > BAD.burst_s - 1.5 / RATE_HZ
    reordered = turned_back([message["stamp_ns"] for message in truth])
    assert reordered > 0.01 * len(truth)
    assert timing["reordered"] == pytest.approx(reordered, abs=1)
    assert looked.held >= 3
    # a machine that stands still makes bursts, too, all the time
    if looked.is_calm:
        assert timing["bursts"]["count"] == pytest.approx(looked.held, abs=1)
        assert timing["bursts"]["held_s"] == pytest.approx(BAD.burst_s, abs=BUSY_S)
    assert timing["bursts"]["count"] >= looked.held - 1
    assert timing["delay"]["offset_s"] == pytest.approx(BAD.delay_s, abs=BUSY_S)
    assert timing["findings"][0]["code"] == "nominal learned"


def test_a_gap_that_is_too_long_is_exit_3(looked: Looked) -> None:
    answer = looked.answers["timing"]

    assert answer.code == 3
    assert answer.told["longest_gap_s"] > 0.1
    [sentence] = answer.told["exceeded"]
    assert shows(sentence, CommandWording.SILENT, max_gap_s=0.1)
    assert sentence in answer.err


def test_a_rate_that_is_too_low_is_exit_3(looked: Looked) -> None:
    answer = looked.answers["histogram"]

    assert answer.code == 3
    assert 20 < answer.told["rate_hz"] < 120
    assert shows(answer.err, CommandWording.TOO_SLOW_RATE, min_rate_hz=120)


def test_a_topic_that_keeps_both_limits_is_exit_0(looked: Looked) -> None:
    answer = looked.answers["spectrum of /smooth"]

    assert (answer.code, answer.err, answer.told["exceeded"]) == (0, "", [])


@pytest.mark.parametrize("topic", ["/smooth", "/rough"])
def test_a_sine_is_found_within_a_hundredth_however_badly_it_comes(looked: Looked, topic: str) -> None:
    """By its stamps."""
    peak = looked.answers[f"spectrum of {topic}"].told["spectrum"]["peaks"][0]

    assert peak["frequency_hz"] == pytest.approx(FREQUENCY_HZ, rel=0.01)
    assert peak["amplitude"] == pytest.approx(AMPLITUDE, rel=0.01)


def test_the_values_of_a_sine_are_spread_as_they_must_be(looked: Looked) -> None:
    told = looked.answers["histogram"].told
    shape = told["histogram"]

    assert shape["count"] == sum(shape["counts"]) == told["messages"]
    assert shape["rms"] == pytest.approx(AMPLITUDE / np.sqrt(2), rel=0.05)
    assert (shape["least"], shape["greatest"]) == (
        pytest.approx(-AMPLITUDE, rel=0.01),
        pytest.approx(AMPLITUDE, rel=0.01),
    )


def test_a_topic_that_falls_silent_is_exit_3_for_both_reasons(graph: Ros1) -> None:
    """The silence is not between two messages."""
    limits = ("--max-gap", "0.5", "--min-rate", "90")
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(analysed, graph.uri, "/short", "--timing", "--seconds", "4", "--timeout", "50", *limits)
        wait_for(lambda: bool(ours(graph, "/short")), "us")
        node = start_talker(graph, "/short")
        graph.wait_for_publisher("/short", node.name)
        time.sleep(1.5)
        node.kill()
        answer = asked.result()

    assert answer.code == 3
    assert answer.told["longest_gap_s"] > 1
    assert len(answer.told["exceeded"]) == 2
    assert answer.err.count("teledeck: /short ") == 2


def test_stopped_early_it_looks_at_what_came(graph: Ros1) -> None:
    with graph.nodes_until_then():
        node = start_talker(graph, "/endless")
        graph.wait_for_publisher("/endless", node.name)
        process = start_analysis(graph.uri, "/endless", "--timing", "--seconds", "60")
        wait_for(lambda: bool(ours(graph, "/endless")), "us")
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    told = json.loads(out)

    assert (process.returncode, err) == (0, "")
    assert told["stopped"] is True
    assert told["seconds"] < 60
    assert told["timing"]["rate_hz"] == pytest.approx((told["messages"] - 1) / told["seconds"], rel=0.3)


def ours(graph: Ros1, topic: str) -> list[str]:
    """The commands of ours that are registered as subscribers."""
    return [name for name in graph.subscribers(topic) if name.startswith("/teledeck_")]


# the relay itself, without a graph


def plan(disturbance: Disturbance, count: int = 1000) -> list[Due]:
    """When messages of 100 Hz are due."""
    schedule = Schedule(disturbance)
    return [schedule.due(number / RATE_HZ) for number in range(count)]


def test_a_way_that_is_good_changes_nothing() -> None:
    assert [due.time_s for due in plan(Disturbance())] == [number / RATE_HZ for number in range(1000)]


def test_the_same_seed_is_the_same_way_and_another_is_another() -> None:
    assert plan(BAD) == plan(BAD)
    assert plan(BAD) != plan(Disturbance(**asdict(BAD) | {"seed": 8}))


def test_jitter_and_bursts_turn_nothing_round() -> None:
    times = [due.time_s for due in plan(Disturbance(jitter_s=0.1, burst_every_s=1.0, burst_s=0.2))]

    assert times == sorted(times)
    assert all(time_s >= number / RATE_HZ for number, time_s in enumerate(times))


def test_a_burst_is_silence_and_then_all_at_once() -> None:
    planned = plan(Disturbance(burst_every_s=2.0, burst_s=0.2), count=450)
    held = [due.time_s for due in planned if due.held]

    assert len(held) == pytest.approx(2 * 20, abs=2)
    assert sorted({round(time_s, 6) for time_s in held}) == [2.0, 4.0]


def test_so_many_are_overtaken_as_were_asked_for() -> None:
    planned = plan(Disturbance(overtaken=0.1, overtaken_s=0.025), count=10_000)

    assert sum(due.overtaken for due in planned) == pytest.approx(1000, rel=0.1)
    assert all(
        due.time_s == pytest.approx(number / RATE_HZ + 0.025 * due.overtaken) for number, due in enumerate(planned)
    )
