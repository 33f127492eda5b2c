"""Whether a robot obeys a stop, by its own odometry; every step is checked by `tests.tools.drive_rules`, too."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from app.drive.control.obedience import BLIND_S, StopObedience
from app.drive.control.values import DriveLink, DriveSource, LinkLevel, Outcome, Reason, Stage, Stick, Velocity
from tests.tools.drive_world import LIFTING, SLOW, World

ON = Velocity(0.3, 0.0)
TURNS = Velocity(0.0, -0.5)
ASIDE = Velocity(0.0, 0.0, 0.2)
STANDS = Velocity(0.004, -0.01)
TICK_S = 0.01


def let_go(world: World) -> None:
    world.let_go()


def stop(world: World) -> None:
    world.stop()


def disarm(world: World) -> None:
    world.happen(Reason.BY_OPERATOR)


def lose_the_robot(world: World) -> None:
    world.answers = False


@pytest.fixture
def moving() -> World:
    """Driven by a pad, and telling that it moves, and will go on to."""
    world = World().driving()
    world.link = replace(world.link, measured=ON)
    return world


def unobeyed_after(world: World, seconds: float = 5.0) -> float | None:
    """How long it takes until a stop is known not to be obeyed."""
    begun = world.now
    while world.now < begun + seconds:
        if world.step().unobeyed:
            return world.now - begun
    return None


# what is told of it


@pytest.mark.parametrize("how", [let_go, stop, disarm, lose_the_robot])
@pytest.mark.parametrize("on", [ON, TURNS, ASIDE])
def test_a_stop_that_is_confirmed_and_not_obeyed_is_owed_after_a_second(
    moving: World, how: Callable[[World], None], on: Velocity
) -> None:
    moving.link = replace(moving.link, measured=on)
    how(moving)
    if how is lose_the_robot:
        moving.run(0.5)

    took_s = unobeyed_after(moving)

    assert took_s == pytest.approx(1.0, abs=0.05)
    outcome = moving.outcome
    assert outcome is not None
    assert (outcome.owed, outcome.level, outcome.reason) == (True, LinkLevel.LOST, Reason.NOT_OBEYED)
    assert outcome.news == (Reason.NOT_OBEYED,)
    assert outcome.stage is (Stage.STOPPED if how is stop else Stage.STOPPING)
    begun = moving.now
    moving.run(1.0)
    assert len(moving.sent_since(begun + 1e-6)) == 20


def test_stop_at_a_robot_that_nobody_here_has_moved_has_to_be_obeyed_too(world: World) -> None:
    world.link = replace(world.link, measured=ON)
    world.run(3.0)
    assert world.outcome is not None
    assert not world.outcome.owed
    world.stop()

    assert unobeyed_after(world) == pytest.approx(1.0, abs=0.05)


def test_nobody_arms_before_it_stands_and_what_is_armed_is_not_any_more(moving: World) -> None:
    moving.let_go()
    moving.run(0.5)
    assert moving.controller.stage is Stage.ARMED

    moving.run(1.0)
    moving.arm()
    outcome = moving.step()
    assert (outcome.stage, outcome.refusal) == (Stage.STOPPING, Reason.NOT_OBEYED)

    moving.link = replace(moving.link, measured=STANDS)
    outcome = moving.run(0.1)
    assert (outcome.stage, outcome.owed, outcome.unobeyed) == (Stage.DISARMED, False, False)
    moving.arm()
    assert moving.run(0.1).stage is Stage.ARMED


def test_who_arms_meanwhile_is_refused(moving: World) -> None:
    disarm(moving)
    moving.run(0.9)
    moving.let_go()
    moving.step()
    moving.answers = False
    moving.arm()
    moving.run(0.2)

    assert moving.outcome is not None
    assert (moving.outcome.stage, moving.outcome.refusal) == (Stage.STOPPING, Reason.NOT_OBEYED)


def test_it_is_told_to_stand_for_a_minute(moving: World) -> None:
    moving.let_go()
    outcome = moving.run(60.5)
    assert (outcome.stage, outcome.owed) == (Stage.STOPPING, True)

    outcome = moving.run(1.0)
    assert (outcome.stage, outcome.owed, outcome.unobeyed) == (Stage.DISARMED, False, False)
    assert unobeyed_after(moving) is None


def test_the_operator_can_say_that_it_stands(moving: World) -> None:
    moving.let_go()
    moving.run(2.0)
    moving.clear(2)

    outcome = moving.step()

    assert (outcome.stage, outcome.owed, outcome.unobeyed) == (Stage.DISARMED, False, False)
    assert unobeyed_after(moving) is None


def test_a_motion_after_that_begins_anew(moving: World) -> None:
    moving.let_go()
    moving.run(0.9)
    moving.hold(DriveSource.PAD, Stick(1.0))
    outcome = moving.run(2.0)
    assert (outcome.stage, outcome.unobeyed) == (Stage.ARMED, False)
    moving.let_go()

    assert unobeyed_after(moving) == pytest.approx(1.0, abs=0.05)


# what is no contradiction


@pytest.mark.parametrize("slows_m_s2", [0.05, 0.1, 0.3, 0.8])
def test_one_that_coasts_is_waited_for_and_nothing_is_said_of_it(world: World, slows_m_s2: float) -> None:
    world.slows_m_s2 = slows_m_s2
    world.driving()
    world.let_go()

    outcome = world.run(0.1)
    assert (outcome.slowing, outcome.owed) == (True, False)
    assert unobeyed_after(world, 8.0) is None
    assert world.outcome is not None
    assert (world.outcome.slowing, world.outcome.stage) == (False, Stage.ARMED)


def test_one_that_sways_where_it_stands_is_not_taken_to_move_on(world: World) -> None:
    world.driving()
    world.let_go()
    begun = world.now
    for _ in range(500):
        since = world.now - begun
        # never both at rest in one reading
        speed = Velocity(0.05 * math.sin(7.0 * since), 0.1 * math.cos(7.0 * since))
        world.link = replace(world.link, measured=speed)
        assert not world.step().unobeyed

    # whoever moves it so long afterwards is somebody else
    world.link = replace(world.link, measured=ON)
    assert unobeyed_after(world) is None


def test_one_that_drives_on_and_sways_does_not_obey(moving: World) -> None:
    moving.let_go()
    begun = moving.now
    while moving.now < begun + 1.1:
        moving.link = replace(moving.link, measured=Velocity(0.2, 0.4 * math.sin(7.0 * (moving.now - begun))))
        moving.step()

    assert moving.outcome is not None
    assert moving.outcome.unobeyed


def test_one_that_gets_slower_and_then_creeps_on_does_not_obey(world: World) -> None:
    world.slows_m_s2 = 0.2
    world.driving()
    world.let_go()
    world.run(1.0)
    assert 0.05 < world.speed_m_s < 0.15

    world.slows_m_s2 = 0.0

    assert unobeyed_after(world) == pytest.approx(1.0, abs=0.15)


def test_one_that_has_stood_and_moves_later_is_moved_by_somebody_else(moving: World) -> None:
    moving.let_go()
    moving.run(0.5)
    moving.link = replace(moving.link, measured=STANDS)
    moving.step()
    moving.link = replace(moving.link, measured=ON)

    assert unobeyed_after(moving) is None


def test_one_that_had_not_begun_to_move_has_not_stood(moving: World) -> None:
    moving.link = replace(moving.link, measured=STANDS)
    moving.step()
    moving.let_go()
    moving.run(0.2)
    moving.link = replace(moving.link, measured=ON)

    assert unobeyed_after(moving) == pytest.approx(0.8, abs=0.05)


def test_a_short_push_that_moves_nothing_is_none(moving: World) -> None:
    moving.link = replace(moving.link, measured=STANDS)
    moving.step()
    moving.let_go()

    assert unobeyed_after(moving) is None


def test_where_others_send_on_the_topic_it_may_obey_them(moving: World) -> None:
    moving.link = replace(moving.link, others_sending=("/nav",))
    moving.let_go()
    assert unobeyed_after(moving) is None

    # what it was told by them it may do for ever
    moving.link = replace(moving.link, others_sending=())
    assert unobeyed_after(moving) is None


def test_as_long_as_zeros_go_on_it_has_to_obey_as_soon_as_others_are_silent(moving: World) -> None:
    moving.link = replace(moving.link, others_sending=("/nav",))
    moving.stop()
    assert unobeyed_after(moving) is None

    moving.link = replace(moving.link, others_sending=())
    assert unobeyed_after(moving) == pytest.approx(1.0, abs=0.05)


def test_one_that_others_bring_to_stand_is_told_no_more(moving: World) -> None:
    moving.let_go()
    assert unobeyed_after(moving) is not None
    moving.link = replace(moving.link, others_sending=("/rescue",))
    assert moving.run(1.0).unobeyed

    moving.link = replace(moving.link, measured=STANDS)
    outcome = moving.step()
    assert (outcome.unobeyed, outcome.owed, outcome.send) == (False, False, None)


@pytest.mark.parametrize("measured", [None, Velocity(math.nan, 0.0), Velocity(0.0, math.inf)])
def test_of_one_that_does_not_say_how_it_moves_nothing_is_known(moving: World, measured: Velocity | None) -> None:
    moving.link = replace(moving.link, measured=measured)
    moving.let_go()

    assert unobeyed_after(moving) is None


def test_a_gap_in_what_it_says_begins_the_second_anew_and_ends_nothing_that_is_known(moving: World) -> None:
    moving.let_go()
    moving.run(0.9)
    moving.link = replace(moving.link, measured=None)
    moving.step()
    moving.link = replace(moving.link, measured=ON)
    assert unobeyed_after(moving) == pytest.approx(1.0, abs=0.05)

    moving.link = replace(moving.link, measured=None)
    assert moving.run(5.0).unobeyed


def test_what_it_does_long_after_a_stop_that_nobody_saw_is_not_held_against_it(moving: World) -> None:
    moving.link = replace(moving.link, measured=None)
    moving.let_go()
    moving.run(3.0)
    moving.link = replace(moving.link, measured=ON)

    assert unobeyed_after(moving) is None


def test_what_came_before_the_zero_says_nothing_of_what_comes_after_it(moving: World) -> None:
    moving.let_go()
    moving.step()
    begun = moving.now
    for _ in range(45):
        moving.link = replace(moving.link, measured=STANDS, measured_s=moving.now - begun + 0.1)
        moving.step()
    moving.link = replace(moving.link, measured=ON, measured_s=0.0)

    assert unobeyed_after(moving) == pytest.approx(0.55, abs=0.05)


def test_what_never_comes_again_proves_nothing(moving: World) -> None:
    moving.let_go()
    begun = moving.now
    for _ in range(300):
        # a program that counts as there, whose newest word is of half a second after the zero
        moving.link = replace(moving.link, measured_s=max(0.0, moving.now - begun - 0.5))
        assert not moving.step().unobeyed


def test_a_slow_link_has_as_much_longer(moving: World) -> None:
    moving.link = replace(moving.link, round_trip_s=0.4)
    moving.let_go()

    assert unobeyed_after(moving) == pytest.approx(1.4, abs=0.05)


def test_time_in_which_nobody_looked_does_not_count() -> None:
    looking = StopObedience()
    link = DriveLink(measured=ON)
    looking.observe(link, 100.0)
    looking.begin_stop(100.0)
    looking.record_zero(100.0)
    for now in (100.1, 100.2, 105.0, 105.0 + BLIND_S, 105.0 + 2 * BLIND_S):
        looking.observe(link, now)
    assert not looking.unobeyed


def test_a_clock_that_goes_back_is_not_waited_for() -> None:
    looking = StopObedience()
    link = DriveLink(measured=ON)
    looking.observe(link, 100.0)
    looking.begin_stop(100.0)
    for step in range(12):
        looking.record_zero(50.0 + step / 10)
        looking.observe(link, 50.0 + step / 10)

    assert looking.unobeyed


def test_the_next_process_that_begins_latched_looks_as_well() -> None:
    world = World(SLOW, latched=True)
    world.link = replace(world.link, measured=ON)

    assert unobeyed_after(world) == pytest.approx(1.0, abs=0.05)


def test_a_multiplexer_that_lets_autonomy_drive_after_the_zeros_ends_it_as_soon_as_it_obeys(moving: World) -> None:
    """Its zeros hold priority until they end and a time-out has passed; while they go on the robot gets slower."""
    moving.let_go()
    speed, last_zero_at = 0.3, moving.now
    shown: list[Outcome] = []
    for _ in range(800):
        outcome = moving.step()
        shown.append(outcome)
        if outcome.send is not None:
            last_zero_at = moving.now
        ours = moving.now - last_zero_at < 0.2
        speed = max(0.0, speed - 0.1 * TICK_S) if ours else min(0.3, speed + 0.5 * TICK_S)
        moving.link = replace(moving.link, measured=Velocity(speed, 0.0))

    assert any(outcome.unobeyed for outcome in shown)
    assert not shown[-1].unobeyed
    assert shown[-1].stage is Stage.DISARMED
    assert speed == pytest.approx(0.3)


# free axes beside the base


AXIS_ALONE = Stick(free=(1.0, 0.0))


@pytest.fixture
def lifting() -> World:
    """Driven by a pad, with a lift beside it, and telling that it moves, and will go on to."""
    world = World(LIFTING).driving()
    world.link = replace(world.link, measured=ON)
    return world


@pytest.mark.parametrize("free", [(1.0, 0.0), (0.0, -1.0)])
def test_a_base_that_moves_on_while_an_axis_is_held_does_not_obey(lifting: World, free: tuple[float, ...]) -> None:
    lifting.hold(DriveSource.PAD, Stick(free=free))

    after_s = unobeyed_after(lifting)

    assert after_s is not None
    assert 1.0 <= after_s <= 1.1
    assert lifting.outcome is not None
    assert (lifting.outcome.stage, lifting.outcome.command.is_zero) == (Stage.STOPPING, True)
    assert Reason.NOT_OBEYED in lifting.outcome.news


def test_an_axis_that_is_moved_again_and_again_hides_no_base_that_moves_on(lifting: World) -> None:
    lifting.let_go()
    begun = lifting.now
    while lifting.now < begun + 1.5 and not lifting.step().unobeyed:
        lifting.hold(DriveSource.PAD, AXIS_ALONE if round(10 * (lifting.now - begun)) % 4 == 2 else Stick())

    assert lifting.now - begun <= 1.1


def test_a_base_that_stands_while_an_axis_is_held_obeys_and_so_does_one_that_is_driven_again(lifting: World) -> None:
    lifting.hold(DriveSource.PAD, AXIS_ALONE)
    lifting.run(0.6)
    lifting.hold(DriveSource.PAD, Stick(1.0, free=(1.0,)))
    lifting.run(0.6)
    lifting.hold(DriveSource.PAD, AXIS_ALONE)
    lifting.run(0.6)
    lifting.link = replace(lifting.link, measured=Velocity())
    lifting.run(0.5)
    lifting.link = replace(lifting.link, measured=ON)

    assert unobeyed_after(lifting, 3.0) is None
    assert lifting.controller.stage is Stage.ARMED


def test_who_sends_on_the_topic_of_an_axis_hides_no_base_that_moves_on(lifting: World) -> None:
    lifting.link = replace(lifting.link, others_sending=("/camera",), others_on_axes=("/camera",))
    lifting.let_go()

    assert unobeyed_after(lifting) is not None

    other = World(LIFTING).driving()
    other.link = replace(other.link, measured=ON, others_sending=("/camera", "/nav"), others_on_axes=("/camera",))
    other.let_go()

    assert unobeyed_after(other) is None


def test_a_stop_that_begins_while_an_axis_is_held_is_owed_for_a_minute_of_its_own(lifting: World) -> None:
    lifting.delivers = False
    lifting.let_go()
    lifting.run(0.9)
    lifting.hold(DriveSource.PAD, AXIS_ALONE)
    assert unobeyed_after(lifting) is not None

    assert lifting.run(59.0, 0.1).owed
    assert not lifting.run(3.0, 0.1).owed
