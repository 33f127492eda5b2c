from __future__ import annotations

import base64
import re

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.config.profile import FreeAxis, Limits, PadAxis, PadMapping, Profile
from app.drive.messages.report import PadReport
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.drive.controls_map import (
    ButtonBlock,
    ControlsLabel,
    ControlsMap,
    StickBlock,
    brief_text,
    control_blocks,
    key_blocks,
    pad_blocks,
)
from app.ui.drive.keys import ARM_KEYS, WASD
from app.wording.ui.drive import DrivePanelWording as Words

SIDEWAYS = Profile(limits=Limits(lateral_m_s=0.2)).pad_in_use


@pytest.fixture
def controls(qtbot: QtBot, themes: Themes) -> ControlsMap:
    controls = ControlsMap(themes)
    qtbot.addWidget(controls)
    controls.resize(300, 300)
    controls.show()
    return controls


def test_the_sticks_and_buttons_of_a_pad_say_what_they_do() -> None:
    blocks = pad_blocks(PadMapping(turn="rightx"), steers=False, sideways=False)
    left, right = (block for block in blocks if isinstance(block, StickBlock))
    assert (left.along, left.across) == (Words.DOES_FORWARD(), "")
    assert (right.along, right.across) == ("", Words.DOES_TURN())
    buttons = {block.name: block for block in blocks if isinstance(block, ButtonBlock)}
    assert buttons["LB"].does == Words.DOES_HOLD()
    assert [block.name for block in buttons.values() if block.stops] == ["B"]
    assert {block.does for block in buttons.values()} >= {Words.DOES_TURBO(), Words.DOES_SLOW(), Words.DOES_ARM()}


def test_it_follows_the_robot_and_the_directions_of_the_profile() -> None:
    (stick, other), sideways = pad_blocks(SIDEWAYS, steers=False, sideways=True)[:2], Words.DOES_SIDEWAYS()
    assert isinstance(stick, StickBlock)
    assert other == StickBlock(("righty", "rightx"), "", sideways)
    (only,) = (b for b in pad_blocks(SIDEWAYS, steers=True, sideways=False) if isinstance(b, StickBlock))
    assert only.across == Words.DOES_STEER()
    (turned,) = (
        b
        for b in pad_blocks(PadMapping(forward_inverted=False), steers=False, sideways=False)
        if isinstance(b, StickBlock)
    )
    assert turned.along == Words.DOES_REVERSED(does=Words.DOES_FORWARD())
    numbered = pad_blocks(PadMapping("axis1", "axis0"), steers=False, sideways=False)
    assert numbered[:2] == (ButtonBlock("Axis 1", Words.DOES_FORWARD()), ButtonBlock("Axis 0", Words.DOES_TURN()))


def test_on_one_line_a_stick_is_told_by_arrows() -> None:
    up, aside = "\N{UP DOWN ARROW}", "\N{LEFT RIGHT ARROW}"
    one = pad_blocks(PadMapping(), steers=False, sideways=True)[:1]
    assert brief_text(one) == f"Left: {up} forward, {aside} turn"
    both = pad_blocks(SIDEWAYS, steers=False, sideways=True)[:2]
    assert brief_text(both) == f"Left: {up} forward, {aside} turn   Right: {aside} sideways"
    # wheels on both sides roll forward and turn, whatever the profile says
    assert Words.DOES_SIDEWAYS() not in brief_text(pad_blocks(SIDEWAYS, steers=False, sideways=False))
    numbered = pad_blocks(PadMapping("axis1", "axis0", forward_inverted=False), steers=True, sideways=False)
    assert brief_text(numbered[:2]) == "Axis 1: forward (reversed)   Axis 0: steer"
    keys = brief_text(key_blocks(steers=False, sideways=False))
    assert keys.startswith(f"{WASD}: {up} forward, {aside} turn   Shift: turbo")


def test_of_free_axes_it_is_told_by_what_each_moves() -> None:
    axes = (FreeAxis("lift", topic="/lift"), FreeAxis("tilt", field="linear.z"))
    pad = PadMapping(free=(PadAxis("righty"), PadAxis(more="dpright", less="dpleft")))
    blocks = pad_blocks(Profile(axes=axes, pad=pad).pad_in_use, axes, steers=False, sideways=False)
    assert "Right: \N{UP DOWN ARROW} lift   D-pad right D-pad left: tilt" in brief_text(blocks)


def test_the_keys_say_what_they_do() -> None:
    names = [block.name for block in key_blocks(steers=False, sideways=True) if isinstance(block, ButtonBlock)]
    assert names == ["J L", "Shift", "X", "+", "\N{MINUS SIGN}", Words.SPACE_KEY()]
    assert "J L" not in [getattr(block, "name", "") for block in key_blocks(steers=False, sideways=False)]


def test_a_deadman_and_the_chord_that_arms_are_among_the_keys() -> None:
    profile, way = Profile(deadman="v"), {"steers": False, "sideways": False}
    blocks = control_blocks(profile, has_pad=False, arms_by_keys=True, **way)
    buttons = [block for block in blocks if isinstance(block, ButtonBlock)]
    assert buttons[0] == ButtonBlock("V", Words.DOES_HOLD())
    assert buttons[-2] == ButtonBlock(" ".join(ARM_KEYS).upper(), Words.DOES_ARM())
    assert buttons[-1].stops
    without = control_blocks(profile, has_pad=False, arms_by_keys=False, **way)
    assert Words.DOES_ARM() not in [getattr(block, "does", "") for block in without]
    pad = pad_blocks(profile.pad_in_use, steers=False, sideways=False)
    assert control_blocks(profile, has_pad=True, arms_by_keys=True, **way) == pad


def test_who_hears_it_hears_all_of_it_and_every_change(controls: ControlsMap) -> None:
    controls.show_blocks(pad_blocks(PadMapping(), steers=False, sideways=False))
    assert controls.accessibleName()
    before = controls.accessibleDescription()
    assert before == controls.full_text
    for part in ("Left stick, up and down: forward", "Left stick, left and right: turn", "LB: hold to drive"):
        assert part in before.split("; ")
    controls.show_blocks(key_blocks(steers=True, sideways=False))
    assert "A and D: steer" in controls.accessibleDescription().split("; ")


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("width", [200, 300, 600])
def test_nothing_is_cut_at_any_width_and_size_of_text(controls: ControlsMap, width: int, percent: int) -> None:
    font = controls.font()
    font.setPointSizeF(font.pointSizeF() * percent / 100)
    controls.setFont(font)
    controls.show_blocks(pad_blocks(SIDEWAYS, steers=False, sideways=True))
    boxes = controls._boxes(width)
    assert max(box.right() for box in boxes) <= max(width, *(box.width() for box in boxes))
    assert max(box.bottom() for box in boxes) <= controls.heightForWidth(width)
    assert not any(a.intersects(b) for a in boxes for b in boxes if a is not b)


def test_a_stick_that_is_pushed_is_seen_to_be(controls: ControlsMap, themes: Themes) -> None:
    for theme in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        themes.choose(theme)
        blocks = pad_blocks(PadMapping(), steers=False, sideways=False)
        controls.show_blocks(blocks, PadReport("pad", (("leftx", 0.0), ("lefty", 0.0))))
        before = controls.grab().toImage()
        controls.show_blocks(blocks, PadReport("pad", (("leftx", 0.0), ("lefty", -1.0))))
        assert controls.grab().toImage() != before


def test_in_the_strip_the_map_is_a_tip(controls: ControlsMap, themes: Themes, qtbot: QtBot) -> None:
    controls.show_blocks(pad_blocks(PadMapping(), steers=False, sideways=False))
    label = ControlsLabel(themes, controls)
    qtbot.addWidget(label)
    picture = re.search(r"base64,([^\"]+)", label.map_tip())
    assert picture is not None
    image = QImage.fromData(base64.b64decode(picture[1]))
    assert image.width() > 200
    assert image.height() > 40
