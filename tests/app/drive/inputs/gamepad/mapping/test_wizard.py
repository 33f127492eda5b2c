"""The mapping wizard: what it asks, what it takes for an answer, and what it writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.inputs.gamepad.mapping.layout import RawPad, parse_layout
from app.drive.inputs.gamepad.mapping.wizard import QUESTIONS, MappingWizard, MappingWizardError, WizardPhase
from app.wording.drive import PadWording
from tests.tools.sentences import says

GUID = "030000005e0400008e02000000007801"
ENOUGH = 12

REST = RawPad((0.0, 0.02, -1.0, 0.0), (False,) * 4, (0,))


def _with(*, axes: dict[int, float] | None = None, buttons: tuple[int, ...] = (), hat: int = 0) -> RawPad:
    values = list(REST.axes)
    for number, value in (axes or {}).items():
        values[number] = value
    return RawPad(tuple(values), tuple(number in buttons for number in range(4)), (hat,))


def _feed(wizard: MappingWizard, raw: RawPad, times: int = ENOUGH) -> None:
    for _ in range(times):
        wizard.feed(raw)


def _answer(wizard: MappingWizard, raw: RawPad) -> None:
    _feed(wizard, raw)
    _feed(wizard, REST)


def _skip_the_rest(wizard: MappingWizard) -> None:
    while wizard.question is not None:
        wizard.skip()


@pytest.fixture
def wizard() -> MappingWizard:
    wizard = MappingWizard(GUID, "A stick", "Linux")
    _feed(wizard, REST)
    return wizard


def test_it_asks_one_thing_after_the_other_and_writes_a_mapping_of_sdl(wizard: MappingWizard) -> None:
    assert wizard.text == QUESTIONS[0].text
    _answer(wizard, _with(axes={1: -0.9}))
    assert wizard.text == QUESTIONS[1].text
    _answer(wizard, _with(axes={0: -0.9}))
    _answer(wizard, _with(axes={2: 1.0}))
    _answer(wizard, _with(buttons=(3,)))
    _answer(wizard, _with(hat=4))
    _answer(wizard, _with(axes={3: -1.0}))
    wizard.skip()
    _feed(wizard, REST)
    _answer(wizard, _with(buttons=(1,)))
    _answer(wizard, _with(hat=1))
    _answer(wizard, _with(buttons=(2,)))
    _answer(wizard, _with(buttons=(0,)))
    _skip_the_rest(wizard)
    _feed(wizard, REST)

    assert wizard.phase is WizardPhase.DONE
    assert wizard.mapping() == (
        f"{GUID},A stick,lefty:a1,leftx:a0~,leftshoulder:a2,b:b3,rightshoulder:h0.4,start:-a3,x:b1,dpup:h0.1,"
        "dpdown:b2,y:b0,platform:Linux,"
    )


def test_what_it_wrote_means_what_was_moved(wizard: MappingWizard) -> None:
    _answer(wizard, _with(axes={1: 0.9}))
    _answer(wizard, _with(axes={0: -0.9}))
    _answer(wizard, _with(axes={2: 1.0}))
    _answer(wizard, _with(buttons=(3,)))
    _skip_the_rest(wizard)
    layout = parse_layout(wizard.mapping())

    assert layout.axis("lefty", _with(axes={1: 0.9})) == pytest.approx(-0.9)
    assert layout.axis("leftx", _with(axes={0: -0.9})) == pytest.approx(0.9)
    assert layout.button("leftshoulder", _with(axes={2: 1.0}))
    assert not layout.button("leftshoulder", REST)
    assert layout.button("b", _with(buttons=(3,)))


def test_it_begins_when_everything_was_let_go_of() -> None:
    wizard = MappingWizard(GUID, "A stick", "Linux")
    for value in (0.0, 0.9, 0.0, -0.9) * ENOUGH:
        wizard.feed(_with(axes={0: value}))
    _feed(wizard, _with(buttons=(1,)))
    phases = [wizard.phase]
    _feed(wizard, REST)

    assert [*phases, wizard.phase] == [WizardPhase.REST, WizardPhase.MOVE]


def test_a_movement_must_be_held_and_let_go_of(wizard: MappingWizard) -> None:
    _feed(wizard, _with(axes={1: -0.9}), 5)
    _feed(wizard, REST, 1)
    _feed(wizard, _with(axes={1: -0.9}), 5)
    assert wizard.question is QUESTIONS[0]
    _feed(wizard, _with(axes={1: -0.9}), ENOUGH * 5)

    assert (wizard.question, wizard.phase) == (QUESTIONS[1], WizardPhase.LET_GO)
    assert wizard.text == WizardPhase.LET_GO.value


def test_two_movements_at_a_time_are_no_answer(wizard: MappingWizard) -> None:
    _feed(wizard, _with(axes={0: 0.9, 1: -0.9}), ENOUGH * 3)
    assert wizard.question is QUESTIONS[0]
    _feed(wizard, _with(axes={0: 0.1, 1: -0.9}))

    assert wizard.question is QUESTIONS[1]


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (_with(buttons=(0,)), PadWording.IS_BUTTON),
        (_with(hat=1), PadWording.IS_BUTTON),
        (_with(axes={2: 1.0}), PadWording.ONE_DIRECTION),
    ],
)
def test_a_stick_is_an_axis_with_a_middle(wizard: MappingWizard, raw: RawPad, why: PadWording) -> None:
    with pytest.raises(MappingWizardError, check=says(why)):
        _feed(wizard, raw)
    _feed(wizard, REST)

    assert (wizard.question, wizard.phase) == (QUESTIONS[0], WizardPhase.MOVE)


def test_nothing_does_two_things(wizard: MappingWizard) -> None:
    _answer(wizard, _with(axes={1: -0.9}))
    with pytest.raises(MappingWizardError, check=says(PadWording.USED_ALREADY)):
        _feed(wizard, _with(axes={1: 0.9}))
    _feed(wizard, REST)

    assert wizard.question is QUESTIONS[1]


def test_there_is_no_mapping_without_a_stick_a_hold_and_a_stop(wizard: MappingWizard) -> None:
    with pytest.raises(MappingWizardError, check=says(PadWording.ANSWER_NEEDED)):
        wizard.skip()
    with pytest.raises(MappingWizardError, check=says(PadWording.NOT_ALL_ANSWERED)):
        wizard.mapping()


def test_one_goes_back_to_the_question_before(wizard: MappingWizard) -> None:
    wizard.back()
    _answer(wizard, _with(axes={1: -0.9}))
    wizard.back()
    _feed(wizard, REST)
    _answer(wizard, _with(axes={3: -0.9}))
    _answer(wizard, _with(axes={1: 0.9}))

    assert wizard.question is QUESTIONS[2]


def test_the_other_stick_may_be_asked_for_too(wizard: MappingWizard) -> None:
    _answer(wizard, _with(axes={1: -0.9}))
    _answer(wizard, _with(axes={0: 0.9}))
    _answer(wizard, _with(buttons=(0,)))
    _answer(wizard, _with(buttons=(1,)))
    while wizard.question is not None and not wizard.question.sign:
        wizard.skip()
        _feed(wizard, REST)
    with pytest.raises(MappingWizardError, check=says(PadWording.USED_ALREADY)):
        _feed(wizard, _with(axes={1: -0.9}))
    _feed(wizard, REST)
    _answer(wizard, _with(axes={3: 0.9}))
    _skip_the_rest(wizard)

    layout = parse_layout(wizard.mapping())
    # forward is up, and SDL's axes grow downwards
    assert layout.axis("righty", _with(axes={3: 0.9})) == pytest.approx(-0.9)


def test_a_name_with_commas_breaks_no_mapping() -> None:
    wizard = MappingWizard(GUID, "Pad, the\n,", "Linux")
    _feed(wizard, REST)
    _answer(wizard, _with(axes={1: -0.9}))
    _answer(wizard, _with(axes={0: 0.9}))
    _answer(wizard, _with(buttons=(0,)))
    _answer(wizard, _with(buttons=(1,)))
    _skip_the_rest(wizard)

    assert wizard.mapping().split(",")[1] == "Pad the"
    assert parse_layout(wizard.mapping()).button("b", _with(buttons=(1,)))


@given(
    st.lists(
        st.one_of(
            st.builds(_with, axes=st.dictionaries(st.integers(0, 3), st.floats(-1, 1), max_size=2)),
            st.builds(_with, buttons=st.tuples(st.integers(0, 3))),
            st.builds(_with, hat=st.integers(0, 15)),
            st.just(REST),
            st.sampled_from(["skip", "back"]),
        ),
        max_size=60,
    )
)
def test_whatever_is_moved_ends_in_a_mapping_that_can_be_read_or_in_none(moves: list[RawPad | str]) -> None:
    wizard = MappingWizard(GUID, "A stick", "Linux")
    _feed(wizard, REST)
    for move in moves:
        try:
            if isinstance(move, RawPad):
                _feed(wizard, move)
                _feed(wizard, REST)
            else:
                (wizard.skip if move == "skip" else wizard.back)()
        except MappingWizardError:
            continue
    if wizard.question is None:
        layout = parse_layout(wizard.mapping())
        assert {"lefty", "leftx", "leftshoulder", "b"} <= set(layout.bindings)
        assert not layout.button("leftshoulder", REST)
        assert abs(layout.axis("lefty", REST)) < 0.1
