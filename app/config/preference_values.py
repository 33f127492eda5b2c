"""The values of the preferences, but the theme and the keys; part of the settings file, and of its export."""

from __future__ import annotations

import enum
from typing import Annotated, Final

import msgspec

from app.config.feedback import FeedbackPattern, StopClass
from app.model.messages.shown_units import AngleUnit, ShownUnits, SpeedUnit

# the least and the largest size of text, in percent of the system's
TEXT_PERCENT: Final = (80, 200)
# memory of the curves of all plots, in MB, and the minutes that plots and states keep
MEMORY_MB: Final = (32, 4096)
HISTORY_MIN: Final = (1, 1440)
# the same of the black box: time, and room on the disk
BOX_MIN: Final = (1, 1440)
BOX_MB: Final = (200, 100_000)

_LONGEST_PATH: Final = 4096


class SaveFolder(enum.Enum):
    """A folder in which files are saved; the value is the name of its preference."""

    EXPORTS = "export_folder"
    IMAGES = "image_folder"
    REPORTS = "report_folder"


_Folder = Annotated[str, msgspec.Meta(max_length=_LONGEST_PATH)]


class LanguageChoice(enum.Enum):
    """A language of the window, or that of the system; the values of languages are the names of their files."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


class SystemChoice(enum.Enum):
    """Whether something is on: always, never, or where the system asks for it."""

    SYSTEM = "system"
    ALWAYS = "always"
    NEVER = "never"

    def decide(self, system: bool) -> bool:  # noqa: FBT001 - what the system asks for
        """Return whether it is on."""
        return system if self is SystemChoice.SYSTEM else self is SystemChoice.ALWAYS


class PreferenceValues(msgspec.Struct, frozen=True, omit_defaults=True):
    """Values of the user.

    Attributes:
        language: the language of the window.
        text_percent: the size of text, in percent of the system's.
        large_targets: whether the controls that drive are large enough for fingers.
        dashed_curves: whether dashes tell curves apart, beside their colours.
        reduced_motion: whether nothing in the window moves by itself.
        angle: the unit in which angles are shown.
        speed: the unit in which speeds are shown.
        plot_memory_mb: the memory of the curves of all plots together, in 10^6 bytes.
        history_min: the minutes that curves and states keep.
        black_box: whether the last minutes of what robots say are kept.
        black_box_min: the minutes that are kept.
        black_box_mb: the most room on the disk for them, in 10^6 bytes.
        black_box_pictures: whether pictures are among them.
        export_folder: offered for exported files before any was saved; empty for the system's folder of documents.
        image_folder: the same for pictures; empty for the system's folder of pictures.
        report_folder: the same for reports and logs; empty for the home folder.
        alarm: whether anything sounds.
        sound_operator, sound_link, sound_robot, sound_input, sound_computer: the sound of a stop, for each class of
            reasons; that of the link also where it gets poor.
        arm_by_keys: whether two keys that are held and released together arm the robot.
        keep_tokens: whether typed tokens are kept in the key store of the system, unless it is said otherwise.
    """

    language: LanguageChoice = LanguageChoice.SYSTEM
    text_percent: Annotated[int, msgspec.Meta(ge=TEXT_PERCENT[0], le=TEXT_PERCENT[1])] = 100
    large_targets: SystemChoice = SystemChoice.SYSTEM
    dashed_curves: bool = False
    reduced_motion: SystemChoice = SystemChoice.SYSTEM
    angle: AngleUnit = AngleUnit.USUAL
    speed: SpeedUnit = SpeedUnit.METRES_PER_SECOND
    plot_memory_mb: Annotated[int, msgspec.Meta(ge=MEMORY_MB[0], le=MEMORY_MB[1])] = 256
    history_min: Annotated[int, msgspec.Meta(ge=HISTORY_MIN[0], le=HISTORY_MIN[1])] = 60
    black_box: bool = True
    black_box_min: Annotated[int, msgspec.Meta(ge=BOX_MIN[0], le=BOX_MIN[1])] = 15
    black_box_mb: Annotated[int, msgspec.Meta(ge=BOX_MB[0], le=BOX_MB[1])] = 2000
    black_box_pictures: bool = True
    export_folder: _Folder = ""
    image_folder: _Folder = ""
    report_folder: _Folder = ""
    alarm: bool = True
    sound_operator: FeedbackPattern = FeedbackPattern.LONG
    sound_link: FeedbackPattern = FeedbackPattern.DOUBLE
    sound_robot: FeedbackPattern = FeedbackPattern.DOUBLE
    sound_input: FeedbackPattern = FeedbackPattern.LONG
    sound_computer: FeedbackPattern = FeedbackPattern.LONG
    arm_by_keys: bool = True
    keep_tokens: bool = True

    def sound(self, stop_class: StopClass) -> FeedbackPattern:
        """Return the sound of a class of stops; off where nothing is to sound."""
        pattern: FeedbackPattern = getattr(self, f"sound_{stop_class.value}")
        return pattern if self.alarm else FeedbackPattern.OFF

    @property
    def units(self) -> ShownUnits:
        """The chosen units."""
        return ShownUnits(self.angle, self.speed)
