"""The mapping wizard: it asks for one movement after the other and makes a mapping string of SDL's. Pure.

It knows neither a device nor a view: it is fed with raw readings and says what it waits for.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from app.drive.inputs.gamepad.mapping.layout import MAX_CHARACTERS, PadInputKind, RawPad, parse_layout, split_mapping
from app.model.errors import UserFacingError
from app.wording.drive import PadWording

# an axis that went this far was meant, and an axis that came back this close to its rest was let go of
_PUSHED: Final = 0.6
_LET_GO: Final = 0.2

# a device is read at 100 Hz; an input that is held for a tenth of a second was no brush in passing
_HELD_SAMPLES: Final = 10

# an axis whose rest is nearer to an end than to the middle goes in one direction only: a trigger
_NEAR_END: Final = 0.5


class MappingWizardError(UserFacingError):
    """The input that was moved can't be the answer."""


@dataclass(frozen=True, slots=True)
class MappingQuestion:
    """A movement that is asked for.

    Attributes:
        name: the name of the input on a usual pad, as the profiles of robots expect it.
        sign: for an axis, its sign in SDL in this direction; 0 for a button.
    """

    name: str
    text: str
    sign: int = 0
    optional: bool = False


QUESTIONS: Final = (
    MappingQuestion("lefty", PadWording.PUSH_DRIVE(), -1),
    MappingQuestion("leftx", PadWording.PUSH_TURN(), 1),
    MappingQuestion("leftshoulder", PadWording.PRESS_HOLD()),
    MappingQuestion("b", PadWording.PRESS_STOP()),
    MappingQuestion("rightshoulder", PadWording.PRESS_TURBO(), optional=True),
    MappingQuestion("start", PadWording.PRESS_ARM(), optional=True),
    MappingQuestion("back", PadWording.PRESS_CLEAR(), optional=True),
    MappingQuestion("x", PadWording.PRESS_SLOW(), optional=True),
    MappingQuestion("dpup", PadWording.PRESS_FASTER(), optional=True),
    MappingQuestion("dpdown", PadWording.PRESS_SLOWER(), optional=True),
    # for profiles that mark by it
    MappingQuestion("y", PadWording.PRESS_MARK(), optional=True),
    # for profiles that drive by both sticks, or to the sides
    MappingQuestion("righty", PadWording.PUSH_OTHER_AHEAD(), -1, optional=True),
    MappingQuestion("rightx", PadWording.PUSH_OTHER_RIGHT(), 1, optional=True),
)


class WizardPhase(enum.Enum):
    """The phases of the wizard, by what it waits for."""

    # an axis that was never moved may stand elsewhere than it reports
    REST = PadWording.WIZARD_REST()
    MOVE = "move"  # the question's words
    LET_GO = PadWording.LET_GO()
    DONE = "Done."


@dataclass(frozen=True, slots=True)
class _MovedInput:
    kind: PadInputKind
    index: int
    sign: int = 0
    mask: int = 0

    @property
    def place(self) -> tuple[PadInputKind, int, int]:
        """The identity of the input, the same for both directions of an axis."""
        return self.kind, self.index, self.mask


class MappingWizard:
    """The mapping of one device. Meanwhile the device must not drive anything: the caller sees to that."""

    def __init__(self, guid: str, name: str, platform: str) -> None:
        self._head = f"{guid},{_plain(name)},"
        self._tail = f"platform:{platform},"
        split_mapping(self._head)
        self._answers: list[tuple[MappingQuestion, _MovedInput | None]] = []
        self._rest: RawPad | None = None
        self._candidate: _MovedInput | None = None
        self._samples = 0
        self.phase = WizardPhase.REST

    @property
    def question(self) -> MappingQuestion | None:
        """The current question; None when all were answered."""
        return QUESTIONS[len(self._answers)] if len(self._answers) < len(QUESTIONS) else None

    @property
    def text(self) -> str:
        """The text of what the operator is to do."""
        return self.question.text if self.question and self.phase is WizardPhase.MOVE else self.phase.value

    def feed(self, raw: RawPad) -> None:
        """Take a reading. Raises MappingWizardError if the input that was moved is no answer; the question stays."""
        moved = [] if self._rest is None else _moved(self._rest, raw, _PUSHED)
        if self.phase is WizardPhase.REST:
            self._wait_for_rest(raw)
        elif self.phase is WizardPhase.LET_GO and self._rest is not None and not _moved(self._rest, raw, _LET_GO):
            self.phase = WizardPhase.MOVE if self.question else WizardPhase.DONE
        elif self.phase is WizardPhase.MOVE:
            self._wait_for_move(moved)

    def skip(self) -> None:
        """Skip the question. Raises MappingWizardError for a question that must be answered."""
        if self.question is None or not self.question.optional:
            raise MappingWizardError(PadWording.ANSWER_NEEDED(), PadWording.NO_DRIVING_WITHOUT())
        self._answer(None)
        self.phase = WizardPhase.LET_GO

    def back(self) -> None:
        """Return to the question before."""
        if self._answers:
            self._answers.pop()
            self._candidate, self._samples = None, 0
            self.phase = WizardPhase.LET_GO if self._rest is not None else WizardPhase.REST

    def mapping(self) -> str:
        """Return the mapping string. Raises MappingWizardError while a question is open."""
        if self.question is not None:
            raise MappingWizardError(PadWording.NOT_ALL_ANSWERED(), PadWording.ANSWER_OR_SKIP())
        pairs = [self._pair(question, found) for question, found in self._answers if found is not None]
        text = self._head + "".join(f"{pair}," for pair in pairs) + self._tail
        parse_layout(text)
        return text

    def _wait_for_rest(self, raw: RawPad) -> None:
        if self._rest is not None and not _moved(self._rest, raw, _LET_GO) and not any(raw.buttons):
            self._samples += 1
        else:
            self._rest, self._samples = raw, 0
        if self._samples >= _HELD_SAMPLES:
            self._samples = 0
            self.phase = WizardPhase.MOVE

    def _wait_for_move(self, moved: list[_MovedInput]) -> None:
        if len(moved) != 1 or moved[0] != self._candidate:
            # two inputs at a time are no answer: the wizard waits until one is left
            self._candidate, self._samples = (moved[0] if len(moved) == 1 else None), 0
            return
        self._samples += 1
        if self._samples < _HELD_SAMPLES:
            return
        found = moved[0]
        self._candidate, self._samples = None, 0
        self.phase = WizardPhase.LET_GO
        self._check(found)
        self._answer(found)

    def _check(self, found: _MovedInput) -> None:
        assert self.question is not None  # noqa: S101 - only asked while it is
        if found.place in {answer.place for _, answer in self._answers if answer is not None}:
            raise MappingWizardError(PadWording.USED_ALREADY(), PadWording.MOVE_ANOTHER())
        if self.question.sign and found.kind is not PadInputKind.AXIS:
            raise MappingWizardError(PadWording.IS_BUTTON(), PadWording.PUSH_STICK())
        if self.question.sign and self._one_sided(found.index):
            raise MappingWizardError(PadWording.ONE_DIRECTION(), PadWording.PUSH_RETURNING_STICK())

    def _answer(self, found: _MovedInput | None) -> None:
        assert self.question is not None  # noqa: S101 - only asked while it is
        self._answers.append((self.question, found))

    def _one_sided(self, index: int) -> bool:
        return self._rest is not None and abs(self._rest.axes[index]) > _NEAR_END

    def _pair(self, question: MappingQuestion, found: _MovedInput) -> str:
        if found.kind is PadInputKind.BUTTON:
            return f"{question.name}:b{found.index}"
        if found.kind is PadInputKind.HAT:
            return f"{question.name}:h{found.index}.{found.mask}"
        if question.sign:
            return f"{question.name}:a{found.index}" + ("" if found.sign == question.sign else "~")
        if self._one_sided(found.index):
            # SDL takes the upper half of the range for pressed
            return f"{question.name}:a{found.index}" + ("" if found.sign > 0 else "~")
        return f"{question.name}:{'+' if found.sign > 0 else '-'}a{found.index}"


def _moved(rest: RawPad, raw: RawPad, far: float) -> list[_MovedInput]:
    """Return all inputs that are not as they were at rest."""
    found = [
        _MovedInput(PadInputKind.AXIS, index, sign=1 if now > before else -1)
        for index, (before, now) in enumerate(zip(rest.axes, raw.axes, strict=False))
        if abs(now - before) >= far
    ]
    found += [
        _MovedInput(PadInputKind.BUTTON, index)
        for index, (before, now) in enumerate(zip(rest.buttons, raw.buttons, strict=False))
        if now and not before
    ]
    found += [
        _MovedInput(PadInputKind.HAT, index, mask=mask)
        for index, (before, now) in enumerate(zip(rest.hats, raw.hats, strict=False))
        for mask in (1, 2, 4, 8)
        if now & mask and not before & mask
    ]
    return found


def _plain(name: str) -> str:
    """Return a name as it can stand in a mapping string."""
    plain = "".join(char for char in name if char.isprintable() and char != ",").strip()
    return plain[: MAX_CHARACTERS // 8] or "Pad"
