from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray

from app.ui.drive.kept import Kept, KeptChoices
from app.ui.preferences import Preferences
from tests.app.ui.drive.conftest import OTHER, ROBOT


def test_what_each_robot_was_driven_by_is_remembered_from_run_to_run(preferences: Preferences) -> None:
    kept = KeptChoices(preferences)
    assert kept.of(ROBOT) == Kept("", "default")
    kept.keep(ROBOT, Kept("/joy_vel", "slow"))
    kept.save()
    assert KeptChoices(preferences).of(ROBOT) == Kept("/joy_vel", "slow")
    assert KeptChoices(preferences).of(OTHER) == Kept()


def test_a_profile_that_has_another_name_stays_that_of_all_its_robots(preferences: Preferences) -> None:
    kept = KeptChoices(preferences)
    kept.keep(ROBOT, Kept("/a", "slow"))
    kept.keep(OTHER, Kept("/b", "fast"))
    kept.rename("slow", "slower")
    assert (kept.of(ROBOT), kept.of(OTHER)) == (Kept("/a", "slower"), Kept("/b", "fast"))


def test_the_robots_of_longest_ago_are_forgotten(preferences: Preferences) -> None:
    kept = KeptChoices(preferences)
    for number in range(30):
        kept.keep(f"ros1://robot{number}", Kept("/a"))
    kept.keep("ros1://robot12", Kept("/b"))
    kept.save()
    again = KeptChoices(preferences)
    assert again.of("ros1://robot0") == Kept()
    assert again.of("ros1://robot12") == Kept("/b")
    assert again.of("ros1://robot29") == Kept("/a")


@pytest.mark.parametrize("told", [b"{", b"[]", b"\xff", b'{"ros1://rover:11311": 5}', b"[" * 5000])
def test_what_can_not_be_read_is_as_if_nothing_was_kept(preferences: Preferences, told: bytes) -> None:
    preferences.set_layout("drive", QByteArray(told))
    assert KeptChoices(preferences).of(ROBOT) == Kept()
