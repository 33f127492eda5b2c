"""Setting up a pad: its rest, its ranges and its mapping, saved for all pads of the model at the operator's word.

The setup runs where pads are read, as often as they are, so no short push is missed. Meanwhile the pad drives nothing,
and beginning as well as every end of the setup disarms, whatever drives: a pad is not mapped while the robot is driven.

    WAKE -> REST -> SWEEP -> MAP -> SUMMARY -> SAVED          GONE from everywhere, if it is pulled out
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from typing import Final

from typing_extensions import override

from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import TICK_S, Outcome, Reason
from app.drive.inputs.gamepad.mapping.calibration import AxisCalibration, CalibrationStep, Calibrator, calibrated
from app.drive.inputs.gamepad.mapping.layout import (
    PadLayout,
    PadLayoutError,
    RawPad,
    doubled_input,
    missing_roles,
    parse_layout,
    read_pad,
    split_mapping,
)
from app.drive.inputs.gamepad.mapping.wizard import QUESTIONS, MappingWizard, WizardPhase
from app.drive.inputs.gamepad.pads import Gamepads, PadStatus
from app.drive.inputs.gamepad.sdl import JoystickId
from app.drive.inputs.gamepad.store import KnownPad, PadFileError
from app.drive.messages.pad_commands import SetupAction, SetupCommand
from app.drive.messages.pad_setup_report import SetupPreview, SetupReport, SetupStage
from app.model.errors import UserFacingError
from app.wording.drive import PadWording

# lines of a pipe wake the process oftener than this, and both models count the readings that they are fed
_FEED_S: Final = 0.9 * TICK_S

_WORDS: Final = {
    SetupStage.WAKE: PadWording.WAKE(),
    SetupStage.REST: CalibrationStep.REST.value,
    SetupStage.SWEEP: PadWording.SWEEP_THEN_NEXT(),
    SetupStage.SUMMARY: PadWording.TRY_IT(),
    SetupStage.SAVED: PadWording.SAVED(),
    SetupStage.GONE: PadWording.PULLED_OUT(),
}

_ROLES: Final = {
    "lefty": PadWording.ROLE_DRIVE(),
    "leftx": PadWording.ROLE_TURN(),
    "leftshoulder": PadWording.ROLE_HOLD(),
    "b": PadWording.ROLE_STOP(),
    "rightshoulder": PadWording.ROLE_TURBO(),
    "x": PadWording.ROLE_SLOW(),
    "dpup": PadWording.ROLE_FASTER(),
    "dpdown": PadWording.ROLE_SLOWER(),
    "y": PadWording.ROLE_MARK(),
    "start": PadWording.ROLE_ARM(),
    "back": PadWording.ROLE_CLEAR(),
    "righty": PadWording.ROLE_OTHER_AHEAD(),
    "rightx": PadWording.ROLE_OTHER_ACROSS(),
}
_INPUTS: Final = {"a": PadWording.AXIS, "b": PadWording.BUTTON, "h": PadWording.HAT}

# the three steps before the first question, and the summary
_BEFORE: Final = 3
_STEPS: Final = _BEFORE + len(QUESTIONS) + 1


class PadSetup(InputSource):
    """The input source that sets up one pad at a time, polled after the pads."""

    name = "pad setup"

    def __init__(self, pads: Gamepads) -> None:
        self._pads = pads
        self._run: _Run | None = None
        self._undo: KnownPad | None = None
        self._reasons: list[Reason] = []

    @property
    def report(self) -> SetupReport | None:
        """The progress of the setup; None while no pad is set up."""
        return None if self._run is None else self._run.report(self._pads, can_undo=self._undo is not None)

    def apply(self, command: SetupCommand) -> None:
        """Carry out a command; one that is not possible now changes nothing, and the report says why."""
        if command.act in {SetupAction.BEGIN, SetupAction.RESTORE}:
            self._begin(command)
        elif command.act is SetupAction.CANCEL:
            self._leave()
        elif self._run is not None:
            acts: Mapping[SetupAction, Callable[[_Run], None]] = {
                SetupAction.NEXT: _Run.go_on,
                SetupAction.SKIP: _Run.skip,
                SetupAction.BACK: _Run.back,
                SetupAction.KEEP: _Run.keep_buttons,
                SetupAction.SAVE: self._save,
                SetupAction.UNDO: self._take_back,
            }
            self._run.attempt(acts[command.act])

    @override
    def poll(self, now: float) -> SourceInputs:
        run = self._run
        if run is not None:
            run.hear(self._status(run.instance), now)
        reasons, self._reasons = tuple(self._reasons), []
        return SourceInputs(reasons=reasons)

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        pass

    @override
    def close(self) -> None:
        # what was not saved is lost
        self._run = None

    # inside

    def _status(self, instance: JoystickId) -> PadStatus | None:
        return next((status for status in self._pads.statuses if status.instance == instance), None)

    def _begin(self, command: SetupCommand) -> None:
        status = self._status(-1 if command.pad is None else command.pad)
        if status is None:
            return
        self._leave()
        self._reasons.append(Reason.BY_OPERATOR)
        self._run = _Run(status, self._pads.known(status.guid))
        if command.act is SetupAction.RESTORE:
            self._run.attempt(self._restore)
        else:
            self._pads.put_aside(status.instance, aside=True)

    def _leave(self) -> None:
        run, self._run, self._undo = self._run, None, None
        if run is not None:
            self._pads.put_aside(run.instance, aside=False)
            self._reasons.append(Reason.BY_OPERATOR)

    def _save(self, run: _Run) -> None:
        if run.stage is SetupStage.SUMMARY:
            self._teach(run, run.result())

    def _restore(self, run: _Run) -> None:
        self._teach(run, KnownPad(run.guid))
        run.words = PadWording.RESTORED()

    def _take_back(self, run: _Run) -> None:
        before, self._undo = self._undo, None
        if before is not None:
            self._teach(run, before)
            self._undo = None
            run.words = PadWording.UNDONE()

    def _teach(self, run: _Run, known: KnownPad) -> None:
        self._undo = self._pads.known(run.guid)
        self._reasons.append(Reason.BY_OPERATOR)
        # the settings are used from now on, whether the file can be written or not
        run.end()
        self._pads.put_aside(run.instance, aside=False)
        try:
            self._pads.teach(run.guid, mapping=known.mapping, axes=known.axes)
        except PadFileError:
            run.words = PadWording.NOT_KEPT()
            raise


class _Run:
    """The setup of one pad, step by step."""

    def __init__(self, status: PadStatus, known: KnownPad) -> None:
        self.instance = status.instance
        self.guid = status.guid
        self.name = status.name
        self.stage = SetupStage.WAKE
        self.words = ""
        self._known = known
        self._status = status
        self._calibrating = Calibrator()
        self._axes: tuple[AxisCalibration, ...] = ()
        self._wizard: MappingWizard | None = None
        # the mapping that holds if the pad is not mapped anew
        self._mapping = known.mapping
        self._used_layout = status.layout
        self._trouble: UserFacingError | None = None
        self._fed_at: float | None = None

    # what comes

    def hear(self, status: PadStatus | None, now: float) -> None:
        """Take the state of the pad now; None if it is not there."""
        if self.stage in {SetupStage.SAVED, SetupStage.GONE}:
            return
        if status is None:
            self.stage = SetupStage.GONE
            return
        self._status = status
        if self._fed_at is None or not 0.0 <= now - self._fed_at < _FEED_S:
            self._fed_at = now
            try:
                self._feed()
            except UserFacingError as error:
                self._trouble = error

    def attempt(self, act: Callable[[_Run], None]) -> None:
        """Carry out an act, or keep the error that says why it can't be done."""
        self._trouble = None
        try:
            act(self)
        except UserFacingError as error:
            self._trouble = error

    def _feed(self) -> None:
        if self.stage in {SetupStage.REST, SetupStage.SWEEP}:
            self._calibrating.feed(self._status.state.axes)
            if self.stage is SetupStage.REST and self._calibrating.step is CalibrationStep.SWEEP:
                self.stage, self._trouble = SetupStage.SWEEP, None
        elif self.stage is SetupStage.MAP and self._wizard is not None:
            before = self._wizard.question
            self._wizard.feed(self._raw)
            if self._wizard.question is not before:
                self._trouble = None
            if self._wizard.phase is WizardPhase.DONE:
                self.stage = SetupStage.SUMMARY

    # what the operator does

    def go_on(self) -> None:
        """Go on to the next step: the operator has done what was asked. Raises CalibrationError."""
        if self.stage is SetupStage.WAKE:
            self._calibrating = Calibrator()
            self.stage = SetupStage.REST
        elif self.stage is SetupStage.SWEEP:
            self._axes = self._calibrating.finish()
            self._ask()

    def skip(self) -> None:
        """Skip a question. Raises MappingWizardError."""
        if self.stage is SetupStage.MAP and self._wizard is not None:
            self._wizard.skip()

    def back(self) -> None:
        """Go back one step; from the first question and before it, to the beginning."""
        wizard = self._wizard
        if self.stage is SetupStage.SUMMARY:
            self.stage = SetupStage.MAP
            if wizard is None:
                self._ask()
            else:
                wizard.back()
        elif self.stage is SetupStage.MAP and wizard is not None and wizard.question is not QUESTIONS[0]:
            wizard.back()
        elif self.stage in {SetupStage.REST, SetupStage.SWEEP, SetupStage.MAP}:
            self.stage, self._wizard, self._axes = SetupStage.WAKE, None, ()

    def keep_buttons(self) -> None:
        """Keep the mapping as it was, and take the calibration only."""
        if self.stage is SetupStage.MAP and self._used_layout.bindings:
            self._wizard = None
            self.stage = SetupStage.SUMMARY

    def end(self) -> None:
        """End the setup."""
        self.stage = SetupStage.SAVED

    def result(self) -> KnownPad:
        """Return the new settings. Raises MappingWizardError where they can't be saved."""
        mapping = self._mapping if self._wizard is None else self._wizard.mapping()
        return KnownPad(self.guid, self.name, mapping, self._axes)

    # what is told

    def report(self, pads: Gamepads, *, can_undo: bool) -> SetupReport:
        """Return the progress."""
        trouble = self._trouble or self._lack(pads)
        return SetupReport(
            pad=self.instance,
            name=self.name,
            stage=self.stage,
            text=self._words(),
            trouble=trouble.reason if trouble else "",
            tip=trouble.tip if trouble else "",
            step=self._step(),
            steps=_STEPS,
            acts=tuple(act.value for act in self._acts(can_undo=can_undo)),
            axes=tuple(zip(self._raw.axes, self._progress(), strict=True)),
            pressed=tuple(index for index, down in enumerate(self._status.state.buttons) if down),
            preview=self._wish(pads),
            found=self._found(),
        )

    def _words(self) -> str:
        if self.stage is SetupStage.MAP and self._wizard is not None:
            return self._wizard.text if self._wizard.phase is not WizardPhase.REST else WizardPhase.LET_GO.value
        return self.words or _WORDS[self.stage]

    def _step(self) -> int:
        if self.stage is SetupStage.MAP and self._wizard is not None:
            question = self._wizard.question
            return _BEFORE + 1 + (len(QUESTIONS) - 1 if question is None else QUESTIONS.index(question))
        steps = {SetupStage.WAKE: 1, SetupStage.REST: 2, SetupStage.SWEEP: 3}
        return steps.get(self.stage, _STEPS)

    def _acts(self, *, can_undo: bool) -> list[SetupAction]:
        stage, acts = self.stage, []
        if stage in {SetupStage.REST, SetupStage.SWEEP, SetupStage.MAP, SetupStage.SUMMARY}:
            acts.append(SetupAction.BACK)
        if stage in {SetupStage.WAKE, SetupStage.SWEEP}:
            acts.append(SetupAction.NEXT)
        if stage is SetupStage.MAP and self._wizard is not None:
            question = self._wizard.question
            if question is QUESTIONS[0] and self._used_layout.bindings:
                acts.append(SetupAction.KEEP)
            if question is not None and question.optional and self._wizard.phase is WizardPhase.MOVE:
                acts.append(SetupAction.SKIP)
        if stage is SetupStage.SUMMARY:
            acts.append(SetupAction.SAVE)
        if stage is SetupStage.SAVED and can_undo:
            acts.append(SetupAction.UNDO)
        return acts

    def _progress(self) -> tuple[float, ...]:
        progress = self._calibrating.progress if self.stage is SetupStage.SWEEP else ()
        axes = self._raw.axes
        return progress if len(progress) == len(axes) else (0.0,) * len(axes)

    def _wish(self, pads: Gamepads) -> SetupPreview | None:
        if self.stage is not SetupStage.SUMMARY:
            return None
        reading = read_pad(pads.mapping, self._layout(), self._raw)
        stick = reading.stick
        held = {name: getattr(reading, name) for name in ("hold", "turbo", "stop", "slow", "faster", "slower")}
        return SetupPreview(stick.forward, stick.turn, **held)

    def _found(self) -> tuple[tuple[str, str], ...]:
        if self.stage is not SetupStage.SUMMARY or self._wizard is None:
            return ()
        _, _, pairs = split_mapping(self._wizard.mapping())
        found = [pair.lstrip("+-").partition(":") for pair in pairs]
        return tuple((_ROLES[name], _input_words(value)) for name, _, value in found if name in _ROLES)

    def _lack(self, pads: Gamepads) -> UserFacingError | None:
        if self.stage is not SetupStage.SUMMARY:
            return None
        lacking = missing_roles(pads.mapping, self._layout(), self._raw)
        if not lacking:
            doubled = doubled_input(pads.mapping, self._layout())
            return None if doubled is None else UserFacingError(doubled.trouble)
        return UserFacingError(PadWording.PROFILE_FINDS_NOTHING(roles=", ".join(lacking)), PadWording.GO_BACK())

    def _layout(self) -> PadLayout:
        if self._wizard is None:
            return self._used_layout
        try:
            return parse_layout(self._wizard.mapping())
        except PadLayoutError:
            return PadLayout()

    @property
    def _raw(self) -> RawPad:
        numbers = self._status.state
        return RawPad(calibrated(numbers.axes, self._axes), numbers.buttons, numbers.hats)

    def _ask(self) -> None:
        self._wizard = MappingWizard(self.guid, self.name, platform.system())
        self.stage = SetupStage.MAP


def _input_words(value: str) -> str:
    """Describe an input of a mapping string, such as “a1~”."""
    plain = value.strip("+-~")
    kind, number = _INPUTS.get(plain[:1]), plain[1:].partition(".")[0]
    return number if kind is None else kind(number=number)
