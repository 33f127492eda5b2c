"""Setting up a pad from the first push to the file, on SDL's virtual pads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.config.profile import PadMapping
from app.drive.control.input_source import SourceInputs
from app.drive.control.values import TICK_S, Reason
from app.drive.inputs.gamepad.pads import Gamepads
from app.drive.inputs.gamepad.sdl import VirtualPad
from app.drive.inputs.gamepad.setup import PadSetup
from app.drive.inputs.gamepad.store import PadStore, load_pads
from app.drive.messages.pad_commands import SetupAction, SetupCommand
from app.drive.messages.pad_setup_report import SetupReport, SetupStage
from app.wording.drive import PadWording
from protocols.sentence import code_of


class Bench:
    """A pad, and the hands of whoever sets it up."""

    def __init__(self, path: Path, *, stick: bool = True, mapping: PadMapping | None = None) -> None:
        self.path = path
        self.pads = Gamepads(mapping or PadMapping(), PadStore.open(path))
        assert self.pads.sdl is not None
        self.pad = VirtualPad(self.pads.sdl, "Some stick", stick=stick)
        self.setup = PadSetup(self.pads)
        self.now = 0.0
        self.heard: list[SourceInputs] = []
        self.tick()

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            self.now += TICK_S
            self.heard += [self.pads.poll(self.now), self.setup.poll(self.now)]

    def do(self, act: SetupAction, *, names: bool = False) -> None:
        number = self.pads.statuses[0].instance if names else None
        self.setup.apply(SetupCommand(act, number))
        self.tick()

    def begin(self) -> None:
        self.do(SetupAction.BEGIN, names=True)

    @property
    def told(self) -> SetupReport:
        report = self.setup.report
        assert report is not None
        return report

    def drives(self) -> bool:
        return self.pads.statuses[0].drives

    def stage(self) -> SetupStage:
        return self.told.stage

    @property
    def reasons(self) -> list[Reason]:
        found = [reason for heard in self.heard for reason in heard.reasons]
        self.heard.clear()
        return found

    def sweep(self, *axes: int, far: float = 0.9) -> None:
        """Through rest and the ends of some axes, up to where Next would be pressed."""
        self.begin()
        self.do(SetupAction.NEXT)
        self.tick(110)
        assert self.stage() is SetupStage.SWEEP
        for axis in axes:
            for value in (far, -far, 0.0):
                self.pad.axis(f"axis{axis}", value)
                self.tick()

    def calibrate(self) -> None:
        self.sweep(0, 1)
        self.do(SetupAction.NEXT)
        self.tick(12)

    def push(self, axis: int, value: float) -> None:
        self.pad.axis(f"axis{axis}", value)
        self.tick(15)
        self.pad.axis(f"axis{axis}", 0.0)
        self.tick(3)

    def press(self, button: int) -> None:
        self.pad.button(f"button{button}")
        self.tick(15)
        self.pad.button(f"button{button}", pressed=False)
        self.tick(3)

    def skip(self, count: int) -> None:
        for _ in range(count):
            self.do(SetupAction.SKIP)
            self.tick(2)

    def map(self) -> None:
        self.calibrate()
        self.push(1, -0.9)
        self.push(0, 0.9)
        self.press(4)
        self.press(2)
        self.press(5)
        self.skip(2)
        self.press(0)
        self.skip(5)
        assert self.stage() is SetupStage.SUMMARY


MakeBench = Callable[..., Bench]


@pytest.fixture
def make_bench(tmp_path: Path) -> Iterator[MakeBench]:
    made: list[Bench] = []

    def make(*, stick: bool = True, mapping: PadMapping | None = None) -> Bench:
        made.append(Bench(tmp_path / "pads.json", stick=stick, mapping=mapping))
        return made[-1]

    yield make
    for bench in made:
        bench.pad.unplug()
        bench.pads.close()


@pytest.fixture
def bench(make_bench: MakeBench) -> Bench:
    return make_bench()


def test_nothing_is_told_while_nobody_sets_up_a_pad(bench: Bench) -> None:
    assert bench.setup.report is None
    bench.do(SetupAction.NEXT)
    bench.do(SetupAction.SAVE)
    assert bench.setup.report is None
    assert not bench.path.exists()


def test_a_pad_that_is_not_there_is_not_set_up(bench: Bench) -> None:
    bench.setup.apply(SetupCommand(SetupAction.BEGIN, 999))
    bench.tick()
    assert bench.setup.report is None


def test_to_begin_disarms_and_the_pad_drives_nothing_meanwhile(make_bench: MakeBench) -> None:
    bench = make_bench(stick=False)
    assert bench.drives()
    bench.heard.clear()
    bench.begin()

    assert Reason.BY_OPERATOR in bench.reasons
    assert not bench.drives()
    bench.pad.axis("lefty", -1.0)
    bench.pad.button("leftshoulder")
    bench.tick()
    assert not any(heard.input_states for heard in bench.heard)


def test_its_stop_is_heard_all_the_same(make_bench: MakeBench) -> None:
    bench = make_bench(stick=False)
    bench.begin()
    bench.heard.clear()
    bench.pad.button("b")
    bench.tick()
    assert any(heard.stop for heard in bench.heard)


def test_from_the_first_push_to_the_file(bench: Bench) -> None:
    bench.map()

    assert bench.told.found == (
        ("drive", "axis 1"),
        ("turn", "axis 0"),
        ("hold to drive", "button 4"),
        ("STOP", "button 2"),
        ("turbo", "button 5"),
        ("slow", "button 0"),
    )
    bench.do(SetupAction.SAVE)
    assert bench.stage() is SetupStage.SAVED
    (kept,) = load_pads(bench.path)
    assert "lefty:a1,leftx:a0,leftshoulder:b4,b:b2,rightshoulder:b5,x:b0," in kept.mapping
    assert (kept.axes[0].low, kept.axes[0].high) == (round(-0.9 * 32768), round(0.9 * 32767))
    assert bench.drives()


def test_what_was_found_can_be_tried_before_it_is_kept(bench: Bench) -> None:
    bench.map()
    bench.pad.axis("axis1", -0.9)
    bench.pad.button("button4")
    bench.tick(2)

    wish = bench.told.preview
    assert wish is not None
    assert (wish.forward, wish.hold, wish.stop) == (1.0, True, False)
    assert bench.told.pressed == (4,)
    assert not bench.drives()


def test_whoever_saves_is_disarmed(bench: Bench) -> None:
    bench.map()
    bench.heard.clear()
    bench.do(SetupAction.SAVE)
    assert Reason.BY_OPERATOR in bench.reasons


def test_whoever_leaves_has_changed_nothing_and_is_disarmed(bench: Bench) -> None:
    bench.map()
    bench.heard.clear()
    bench.do(SetupAction.CANCEL)

    assert bench.setup.report is None
    assert not bench.path.exists()
    assert not bench.pads.statuses[0].aside
    assert Reason.BY_OPERATOR in bench.reasons


def test_what_was_saved_can_be_undone(bench: Bench) -> None:
    bench.map()
    bench.do(SetupAction.SAVE)
    assert "undo" in bench.told.acts
    bench.do(SetupAction.UNDO)

    (kept,) = load_pads(bench.path)
    assert (kept.mapping, kept.axes) == ("", ())
    assert "undo" not in bench.told.acts
    assert bench.pads.statuses[0].trouble


def test_a_pad_can_be_had_as_it_was_before_anything_was_taught(bench: Bench) -> None:
    bench.map()
    bench.do(SetupAction.SAVE)
    bench.do(SetupAction.CANCEL)
    bench.do(SetupAction.RESTORE, names=True)

    assert bench.stage() is SetupStage.SAVED
    assert load_pads(bench.path)[0].mapping == ""
    bench.do(SetupAction.UNDO)
    assert "leftshoulder:b4" in load_pads(bench.path)[0].mapping


def test_the_buttons_can_be_left_what_they_are(make_bench: MakeBench) -> None:
    bench = make_bench(stick=False)
    bench.calibrate()
    assert "keep" in bench.told.acts
    bench.do(SetupAction.KEEP)
    bench.do(SetupAction.SAVE)

    (kept,) = load_pads(bench.path)
    assert kept.mapping == ""
    assert kept.axes[0].high == round(0.9 * 32767)


def test_a_stick_that_nobody_knows_has_no_buttons_to_be_left(bench: Bench) -> None:
    bench.calibrate()
    assert "keep" not in bench.told.acts
    bench.do(SetupAction.KEEP)
    assert bench.stage() is SetupStage.MAP


def test_a_pad_that_is_held_is_watched_anew_until_it_rests(bench: Bench) -> None:
    bench.begin()
    bench.do(SetupAction.NEXT)
    bench.tick(50)
    bench.pad.axis("axis0", 0.8)
    bench.tick(60)
    assert bench.stage() is SetupStage.REST
    assert bench.told.trouble == PadWording.PAD_MOVED()
    bench.tick(110)
    assert bench.stage() is SetupStage.SWEEP
    assert bench.told.trouble == ""


def test_a_sweep_of_nothing_or_of_half_a_way_is_refused_and_goes_on(bench: Bench) -> None:
    bench.sweep()
    bench.do(SetupAction.NEXT)
    assert (bench.stage(), bench.told.trouble) == (SetupStage.SWEEP, PadWording.NOTHING_MOVED())
    bench.pad.axis("axis0", 0.2)
    bench.tick()
    bench.do(SetupAction.NEXT)
    assert bench.told.trouble == PadWording.MOVED_ONLY_A_PART(axis=0)
    for value in (0.9, -0.9, 0.0):
        bench.pad.axis("axis0", value)
        bench.tick()
    assert bench.told.axes[0][1] == pytest.approx(0.9, abs=0.01)
    bench.do(SetupAction.NEXT)
    assert bench.stage() is SetupStage.MAP


def test_the_same_button_twice_is_refused(bench: Bench) -> None:
    bench.calibrate()
    bench.push(1, -0.9)
    bench.push(0, 0.9)
    bench.press(4)
    bench.press(4)
    assert bench.told.trouble == PadWording.USED_ALREADY()
    bench.press(2)
    assert bench.told.trouble == ""


def test_every_step_can_be_taken_back(bench: Bench) -> None:
    bench.map()
    bench.do(SetupAction.BACK)
    assert bench.stage() is SetupStage.MAP
    for _ in range(20):
        bench.do(SetupAction.BACK)
        bench.tick(2)
    assert bench.stage() is SetupStage.WAKE
    assert "back" not in bench.told.acts


def test_only_what_may_be_left_out_can_be(bench: Bench) -> None:
    bench.calibrate()
    assert "skip" not in bench.told.acts
    bench.do(SetupAction.SKIP)
    assert bench.told.trouble == PadWording.ANSWER_NEEDED()


def test_a_pad_that_is_pulled_out_ends_it(bench: Bench) -> None:
    bench.sweep(0)
    bench.pad.unplug()
    bench.tick(2)
    assert bench.stage() is SetupStage.GONE
    bench.do(SetupAction.SAVE)
    assert not bench.path.exists()


def test_what_the_profile_still_lacks_is_said_before_it_is_kept(make_bench: MakeBench) -> None:
    bench = make_bench(mapping=PadMapping(stop=("y",)))
    bench.map()
    assert bench.told.trouble == PadWording.PROFILE_FINDS_NOTHING(roles="stop")


def test_what_would_have_two_functions_is_said_before_it_is_kept(make_bench: MakeBench) -> None:
    bench = make_bench(mapping=PadMapping(turn="axis1"))
    bench.map()
    assert code_of(bench.told.trouble) is PadWording.INPUT_DOUBLED


def test_a_file_that_can_not_be_written_is_told(bench: Bench) -> None:
    bench.map()
    # the file beside it by which others are kept away, which root may not write either
    bench.path.with_name(f"{bench.path.name}.lock").mkdir()
    bench.do(SetupAction.SAVE)
    assert bench.stage() is SetupStage.SAVED
    assert code_of(bench.told.trouble) is PadWording.FILE_NOT_WRITTEN
    assert bench.told.text == PadWording.NOT_KEPT()


def test_lines_that_come_quickly_do_not_shorten_how_long_it_is_watched(bench: Bench) -> None:
    bench.begin()
    bench.do(SetupAction.NEXT)
    for _ in range(300):
        bench.setup.poll(bench.now)
    assert bench.stage() is SetupStage.REST
