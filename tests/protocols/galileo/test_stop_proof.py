"""The proof by itself; over random networks, `tests.tools.drive_network` has it fail if it ever claims too much."""

from __future__ import annotations

import pytest

from protocols.galileo.packets import Opcode, decode_frame
from protocols.galileo.stop_proof import (
    GIVES_NO_ID_S,
    LASTS_S,
    PONGS,
    RENEW_AFTER_S,
    RENEW_EVERY_S,
    UNDER_WAY_S,
    ZEROS,
    StopProof,
)
from tests.protocols.galileo.lossy import Network, Way


def stopped(network: Network, seconds: float, began_at: float | None = None) -> float | None:
    """Zeros at 20 Hz for so long: when the stop was proven."""
    began_at = network.now if began_at is None else began_at
    proven: list[float] = []

    def zero(now: float) -> None:
        network.client.send_text("0")
        network.client.stop_sent(began_at, now)
        if network.client.stop_arrived:
            proven.append(now)

    network.run(seconds, zero)
    return proven[0] if proven else None


def test_it_needs_an_id_that_is_new_since_the_stop_began() -> None:
    proof = StopProof(10.0, 10.0)
    for number in range(10 * PONGS):
        proof.zero_sent(10.0 + number * 0.05)
        proof.pong_received(10.0 + number * 0.05)

    assert not proof.arrived


@pytest.mark.parametrize(
    ("pongs", "zeros", "seconds", "arrived"),
    [
        (PONGS, ZEROS, LASTS_S, True),
        (PONGS - 1, ZEROS, LASTS_S, False),
        (PONGS, ZEROS - 1, LASTS_S, False),
        (PONGS, ZEROS, LASTS_S - 0.01, False),
    ],
)
def test_it_needs_many_answers_many_zeros_and_time(pongs: int, zeros: int, seconds: float, *, arrived: bool) -> None:
    proof = StopProof(10.0, 10.0)
    proof.id_changed(11.0, fresh=True)
    for _ in range(zeros):
        proof.zero_sent(11.0)
    for _ in range(pongs):
        proof.pong_received(11.0 + seconds)

    assert proof.arrived is arrived


def test_another_id_is_asked_for_after_the_first_zeros_and_again_until_there_is_one() -> None:
    proof = StopProof(10.0, 10.0)
    asked = []
    for step in range(200):
        now = 10.0 + step / 100
        proof.zero_sent(now)
        if proof.must_ask(now):
            asked.append(now)

    assert asked == pytest.approx([10.0 + RENEW_AFTER_S + RENEW_EVERY_S * number for number in range(4)], abs=0.011)
    proof.id_changed(12.0, fresh=True)
    assert not proof.must_ask(13.0)


def test_who_sends_no_zeros_any_more_asks_for_nothing() -> None:
    proof = StopProof(10.0, 10.0)
    proof.zero_sent(10.0)

    assert not proof.must_ask(12.0)
    proof.check_silence(12.0 + GIVES_NO_ID_S)
    assert proof.silent_until == 0.0


def test_on_an_ordinary_network_it_takes_little_more_than_two_seconds() -> None:
    network = Network(Way(0.02, 0.0, 0.01, 0.005), Way(0.02, 0.0, 0.01, 0.005))
    network.run(3.0)
    begun = network.now

    proven_at = stopped(network, 4.0)

    assert proven_at is not None
    assert 2.0 < proven_at - begun < 3.0
    assert network.client.generation == 1


def test_a_motion_from_before_means_nothing_any_more_when_it_comes_late() -> None:
    network = Network()
    network.run(3.0)
    network.there.held_until = network.now + 6.0
    network.client.send_text("late")
    network.settle()
    network.there.held_until = 0.0
    assert stopped(network, 4.0) is not None
    texts = len(network.heard)

    network.run(4.0)

    # as it is, the robot has dropped it
    assert all(b"late" not in getattr(event, "payload", b"") for _, event in network.heard[texts - 1 :])
    assert network.robot.counters.wrong_id > 0


def test_the_end_of_the_session_of_before_is_said_again_and_again() -> None:
    network = Network()
    network.run(3.0)
    before = network.client.ids[0]
    closes = []
    take = network.robot.receive_data

    def watch(data: bytes, now: float, source: tuple[str, int]) -> None:
        if data[0] == 2:
            frame = decode_frame(data)
            if frame.opcode is Opcode.CLOSE and frame.client_id == before:
                closes.append(now)
        take(data, now, source)

    network.robot.receive_data = watch  # type: ignore[method-assign]
    stopped(network, 4.0)

    assert len(closes) > 10


def test_an_answer_to_connect_is_taken_for_a_proof_only_while_one_is_wanted() -> None:
    network = Network()
    network.run(3.0)
    network.there.delay_s = 1.0
    stopped(network, 0.5)
    before, generation = network.client.ids[0], network.client.generation
    network.client.send_text("0.3")
    network.client.end_stop()

    network.run(3.0)

    assert network.client.ids[0] == before
    assert network.client.generation == generation
    # the robot was told to forget the other
    assert network.robot.clients == (before,)


def test_a_robot_that_refuses_another_session_is_asked_nothing_until_all_of_before_has_come() -> None:
    network = Network()
    network.run(3.0)
    begun = network.now
    network.robot._admit = lambda _: False

    proven_at = stopped(network, 40.0)

    assert proven_at is not None
    assert 2 * UNDER_WAY_S + GIVES_NO_ID_S < proven_at - begun < 2 * UNDER_WAY_S + GIVES_NO_ID_S + 4.0


def test_so_is_one_that_gives_the_same_id_again() -> None:
    network = Network()
    network.run(3.0)
    begun = network.now
    client_id = network.client.ids[0]
    network.robot._new_id = lambda: client_id  # type: ignore[method-assign]

    proven_at = stopped(network, 40.0)

    assert proven_at is not None
    assert proven_at - begun > 2 * UNDER_WAY_S


def test_while_nothing_comes_there_nothing_is_proven_by_what_was_held_up_on_the_way_back() -> None:
    network = Network()
    network.run(3.0)
    network.back.held_until = network.now + 0.45
    network.run(0.25)
    network.there.loss = 1.0

    assert stopped(network, 0.6) is None
    network.run(2.0)
    assert not network.client.stop_arrived


def test_a_session_after_another_proves_by_itself() -> None:
    network = Network()
    network.run(3.0)
    began_at = network.now
    network.client.close()
    network.run(0.1)
    network.former_ids = network.client.ids
    network.connect()
    network.run(0.1)
    generation = network.client.generation

    assert stopped(network, 3.0, began_at) is not None
    assert network.client.generation == generation


def test_a_robot_that_was_started_again_is_another_generation_whatever_is_to_be_proven() -> None:
    network = Network()
    network.run(3.0)
    generation = network.client.generation
    network.restart_robot()

    assert stopped(network, 8.0) is not None
    assert network.client.generation > generation
