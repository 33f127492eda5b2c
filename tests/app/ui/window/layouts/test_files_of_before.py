"""Files that commit adf08de wrote, before modules, classes and views got their present names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.config.profile import PROFILE_VERSION, Limits, PaceShares, PadMapping, Profile, format_profile, parse_profile
from app.config.user_settings import SettingsFile, ThemeChoice
from app.model.layout import format_layout, parse_layout
from app.ui.window.layouts.layout_views import KINDS
from app.ui.window.main_window import MainWindow
from tests.fakes.session import URI

DATA = Path(__file__).parents[4] / "data" / "adf08de"
LAYOUTS = ("everything", "drive-and-look")


def layout_file(name: str) -> bytes:
    return (DATA / f"{name}.teledeck-layout.json").read_bytes()


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_keeps_every_word(name: str) -> None:
    layout, faults = parse_layout(layout_file(name), KINDS)

    assert faults == []
    assert json.loads(format_layout(layout)) == json.loads(layout_file(name))


@pytest.mark.parametrize(
    ("name", "docks"),
    [("everything", {"plots", "lane-1"}), ("drive-and-look", {"picture-1", "topview-1", "lane-1", "drive"})],
)
@pytest.mark.usefixtures("robot")
async def test_a_layout_is_shown_with_all_its_views(window: MainWindow, name: str, docks: set[str]) -> None:
    layout, _ = parse_layout(layout_file(name), KINDS)
    window.layouts.show_layout(layout)

    assert docks <= set(window.arrangement.wanted_docks())


def test_a_profile_says_what_it_said() -> None:
    data = (DATA / "tug.teledeck-profile.json").read_bytes()
    profile = parse_profile(data)

    assert profile == Profile(
        name="tug",
        limits=Limits(linear_m_s=0.5),
        pace=PaceShares(1.0, 1.0),
        pad=PadMapping(slow="", faster="", slower=""),
        topic="/cmd_vel",
        type_name="geometry_msgs/Twist",
        node="/base",
    )
    said, says = json.loads(data) | {"version": PROFILE_VERSION}, json.loads(format_profile(profile))
    for key, value in said.items():
        assert (value.items() <= says[key].items()) if isinstance(value, dict) else value == says[key]


def test_settings_are_taken_over(tmp_path: Path) -> None:
    ini = tmp_path / "Teledeck.ini"
    ini.write_bytes((DATA / "Teledeck.ini").read_bytes())
    document = SettingsFile(tmp_path / "settings.json", ini).document

    assert document.theme is ThemeChoice.LIGHT
    assert document.robots[URI].name == "Demo robot"
