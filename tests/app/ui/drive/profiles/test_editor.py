from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollArea

from app.config.profile import PROFILE_SUFFIX, Limits, Profile
from app.config.profile_folder import ProfileFolder, load_profile, profile_names, save_profile
from app.config.user_settings import LastDriven
from app.drive.control.values import Reason, Stage
from app.ui.drive.guard import DriveGuard
from app.ui.drive.profiles.editor import ProfileEditor
from app.ui.drive.profiles.form import ProfileForm
from app.ui.drive.selector import DriveSelector
from app.wording.config import ProfileWording
from app.wording.drive import DriveWording
from app.wording.ui.profiles import ProfilesWording
from app.wording.ui.widgets import WidgetsWording
from tests.app.ui.drive.conftest import OTHER, ROBOT, TWIST, Cockpit, add_robot
from tests.fakes.session import JsonSchema
from tests.tools.sentences import shows

SLOW = Profile(name="slow", limits=Limits(linear_m_s=0.1))
FAST = Profile(name="fast", limits=Limits(linear_m_s=1.0))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class Desk:
    """The window for profiles, and the robot that is driven meanwhile."""

    def __init__(self, cockpit: Cockpit) -> None:
        self.cockpit = cockpit
        self.choosing = DriveSelector(
            cockpit.tools.topics, cockpit.tools.robot, cockpit.tools.preferences, cockpit.pilot
        )
        self.editor = ProfileEditor(
            cockpit.tools.graphs,
            cockpit.tools.themes,
            cockpit.tools.preferences,
            cockpit.pilot,
            self.choosing,
            cockpit.window,
        )
        self.said = cockpit.handle.said

    async def drive(self, profile: Profile | None = None, **changes: object) -> None:
        """Drive the robot by a profile, which is saved first."""
        add_robot(self.cockpit.session, ROBOT, "/cmd_vel", "/joy_vel")
        self.cockpit.allow()
        self.choosing.refresh()
        if profile is not None:
            save_profile(profile)
            self.choosing.use_profile(profile.name)
        self.choosing.select_default()
        await asyncio.sleep(0)
        self.cockpit.handle.tell(**changes)
        self.cockpit.pilot.beat()
        self.said.clear()

    def open(self) -> None:
        """Have it shown, and have the keys."""
        self.editor.start()
        QApplication.processEvents()

    @property
    def form(self) -> ProfileForm:
        return self.editor.ui.form

    @property
    def told(self) -> str:
        bar = self.editor.ui.bar
        return "" if bar.isHidden() else bar.words.text()

    @property
    def names(self) -> list[str]:
        names = self.editor.ui.list.list
        return [names.item(row).text() for row in range(names.count())]

    @property
    def shown(self) -> str:
        item = self.editor.ui.list.list.currentItem()
        return item.text() if item is not None else ""

    def choose(self, row: int) -> None:
        """As by a click or an arrow."""
        self.editor.ui.list.list.setCurrentRow(row)

    def answer(self, text: str) -> None:
        """Press a button of the bar."""
        next(button for button in self.editor.ui.bar.buttons if button.text() == text).click()

    def set_speed(self, value: float) -> None:
        self.form._numbers["linear_m_s"].setValue(value)


@pytest.fixture
def desk(cockpit: Cockpit) -> Iterator[Desk]:
    desk = Desk(cockpit)
    yield desk
    desk.editor.discard()


# what there is


async def test_where_none_was_saved_yet_the_usual_values_are_shown_and_said_to_be(desk: Desk) -> None:
    desk.open()
    assert desk.names == [ProfilesWording.IN_USE(name="default")]
    assert desk.form.values["limits"]["linear_m_s"] == 0.3
    assert desk.editor.ui.note.isVisible()
    assert desk.editor.ui.status.text() == ProfilesWording.NO_FILE()
    assert profile_names() == ["default"]


async def test_it_begins_with_the_profile_by_which_the_robot_is_driven(desk: Desk) -> None:
    save_profile(FAST)
    await desk.drive(SLOW)
    desk.cockpit.tools.preferences.set_robot_name(ROBOT, "Rover in the hall")
    desk.open()
    assert desk.names == ["default", "fast", ProfilesWording.IN_USE(name="slow")]
    assert desk.shown == ProfilesWording.IN_USE(name="slow")
    assert desk.form.values["limits"]["linear_m_s"] == 0.1
    assert desk.editor.windowTitle() == ProfilesWording.TITLE_OF_ROBOT(robot="Rover in the hall") + "[*]"
    assert not desk.editor.ui.note.isVisible()


async def test_without_a_robot_profiles_can_be_written_all_the_same(desk: Desk) -> None:
    await desk.cockpit.session.links.disconnect(ROBOT)
    desk.cockpit.current = None
    desk.open()
    assert desk.editor.windowTitle() == ProfilesWording.TITLE() + "[*]"
    assert desk.names == ["default"]
    desk.set_speed(0.2)
    assert desk.editor.save()
    assert load_profile("default").limits.linear_m_s == 0.2
    assert not desk.editor.ui.list.use.isEnabled()


async def test_another_one_is_shown_when_it_is_chosen(desk: Desk) -> None:
    save_profile(SLOW)
    desk.open()
    desk.choose(1)
    assert (desk.shown, desk.form.name.text()) == ("slow", "slow")
    assert not desk.editor.is_changed


# safety


async def test_to_open_it_disarms(desk: Desk) -> None:
    await desk.drive(stage=Stage.ARMED)
    desk.open()
    assert desk.said == [Reason.BY_OPERATOR]


async def test_neither_it_nor_its_question_holds_up_another_window(desk: Desk) -> None:
    await desk.drive()
    desk.open()
    desk.set_speed(0.2)
    desk.editor.reject()
    assert desk.editor.ui.bar.asking
    assert not desk.editor.isModal()
    assert QApplication.activeModalWidget() is None


async def test_space_stops_while_it_has_the_keys_and_is_not_written(desk: Desk) -> None:
    guard = DriveGuard(desk.cockpit.pilot, desk.cockpit.window, desk.cockpit.mode)
    await desk.drive(SLOW, stage=Stage.ARMED)
    desk.open()
    desk.said.clear()
    line = desk.form.topic.lineEdit()
    assert line is not None
    for place in (desk.form.name, line, desk.editor.ui.list.new, desk.form.linear_reversed):
        QTest.keyClick(place, Qt.Key.Key_Space)
    assert set(desk.said) == {"stop"}
    assert len(desk.said) == 4
    assert not desk.editor.is_changed
    guard.close()


async def test_enter_in_a_field_saves_and_on_a_button_presses_that(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.open()
    face = desk.editor.ui
    QTest.keyClick(desk.form.name, Qt.Key.Key_Return)
    assert (desk.told, desk.names) == ("", ["default", ProfilesWording.IN_USE(name="slow")])
    desk.set_speed(0.2)
    QTest.keyClick(desk.form.topic, Qt.Key.Key_Return)
    assert load_profile("slow").limits.linear_m_s == 0.2
    desk.set_speed(0.3)
    face.revert.setFocus()
    QTest.keyClick(face.revert, Qt.Key.Key_Return)
    assert desk.form.values["limits"]["linear_m_s"] == 0.2
    desk.set_speed(0.3)
    desk.form.name.setFocus()
    QTest.keyClick(desk.form.name, Qt.Key.Key_Return)
    assert load_profile("slow").limits.linear_m_s == 0.3


async def test_enter_never_arms(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.open()
    desk.set_speed(0.2)
    face = desk.editor.ui
    for place in (face.list.list, desk.form.name, desk.form.topic, face.list.rename, face.save, face.leave):
        QTest.keyClick(place, Qt.Key.Key_Return)
    assert "arm" not in desk.said


async def test_what_is_saved_of_the_profile_in_use_disarms_and_is_driven_by(desk: Desk) -> None:
    await desk.drive(SLOW, stage=Stage.ARMED)
    desk.open()
    desk.cockpit.handle.tell(stage=Stage.ARMED)
    desk.said.clear()
    desk.set_speed(0.2)
    assert desk.said == []
    QTest.keyClick(desk.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    # the process disarms whoever is told of another profile
    assert desk.said == [replace(SLOW, limits=Limits(linear_m_s=0.2))]
    assert shows(desk.told, ProfilesWording.NOW_DRIVES, robot="rover", name="slow")


async def test_what_is_saved_of_another_profile_tells_the_robot_nothing(desk: Desk) -> None:
    save_profile(FAST)
    await desk.drive(SLOW)
    desk.open()
    desk.choose(1)
    desk.said.clear()
    desk.set_speed(2.0)
    assert desk.editor.save()
    assert desk.said == []
    assert load_profile("fast").limits.linear_m_s == 2.0


async def test_another_topic_of_the_profile_in_use_is_driven_by_anew(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.open()
    desk.said.clear()
    desk.cockpit.driving.driven.clear()
    desk.form.topic.setEditText("/joy_vel")
    assert desk.editor.save()
    await asyncio.sleep(0)
    assert desk.said == [Reason.TOPIC_CHANGED]
    assert desk.cockpit.driving.driven == [(ROBOT, "/joy_vel", TWIST, replace(SLOW, topic="/joy_vel"))]


async def test_a_topic_of_another_type_is_saved_but_not_driven_by_and_that_is_said(desk: Desk) -> None:
    desk.cockpit.session.add_topics("/scan", connection=ROBOT, schema=JsonSchema("sensor_msgs/LaserScan"))
    await desk.drive(SLOW)
    desk.open()
    desk.form.topic.setEditText("/scan")
    assert desk.editor.save()
    assert DriveWording.NO_SUCH_TYPE(type_name="sensor_msgs/LaserScan") in desk.told
    choice = desk.cockpit.pilot.selection
    assert choice is not None
    assert (choice.topic, choice.profile.topic) == ("/cmd_vel", "/scan")


async def test_another_profile_is_driven_by_when_that_is_asked_for(desk: Desk) -> None:
    save_profile(FAST)
    await desk.drive(SLOW)
    desk.open()
    assert not desk.editor.ui.list.use.isEnabled()
    desk.choose(1)
    desk.said.clear()
    desk.editor.ui.list.use.click()
    assert desk.said == [FAST]
    assert desk.names == ["default", ProfilesWording.IN_USE(name="fast"), "slow"]
    assert not desk.editor.ui.list.use.isEnabled()


# what is written


async def test_what_is_wrong_is_said_at_once_and_not_saved(desk: Desk, profiles: Path) -> None:
    await desk.drive(SLOW)
    desk.open()
    before = (profiles / f"slow{PROFILE_SUFFIX}").read_bytes()
    desk.form.node.setEditText("n" * 2000)
    face = desk.editor.ui
    assert not face.save.isEnabled()
    assert face.status.text() == face.save.toolTip() == ProfilesWording.MEND_FIRST(count=1)
    assert not desk.editor.save()
    QTest.keyClick(desk.form.name, Qt.Key.Key_Return)
    QTest.keyClick(desk.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert (profiles / f"slow{PROFILE_SUFFIX}").read_bytes() == before
    desk.form.node.setEditText("/base")
    assert face.save.isEnabled()
    assert desk.editor.isWindowModified()
    assert desk.editor.save()
    assert not face.save.isEnabled()
    assert face.save.toolTip() == ProfilesWording.UNCHANGED()
    assert not desk.editor.isWindowModified()


@pytest.mark.parametrize(
    "name", ["fast", "FAST", "default", "a/b", "..", "", "   ", "\N{ROBOT FACE}", "n" * 61, "a\tb"]
)
async def test_a_name_that_can_not_be_is_refused_at_its_field(desk: Desk, name: str, profiles: Path) -> None:
    save_profile(FAST)
    await desk.drive(SLOW)
    desk.open()
    desk.form.name.setText(name)
    desk.form.name.textEdited.emit(name)
    assert not desk.editor.ui.save.isEnabled()
    assert desk.form.name.property("wrong")
    assert not desk.editor.save()
    assert files(profiles) == [f"fast{PROFILE_SUFFIX}", f"slow{PROFILE_SUFFIX}"]


async def test_revert_goes_back_to_what_was_saved_last(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.open()
    assert not desk.editor.ui.revert.isEnabled()
    desk.set_speed(0.2)
    desk.editor.ui.revert.click()
    assert desk.form.values["limits"]["linear_m_s"] == 0.1
    assert not desk.editor.is_changed


async def test_a_new_one_has_the_usual_values_and_no_file_before_it_is_saved(desk: Desk) -> None:
    desk.open()
    QTest.keyClick(desk.editor, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert desk.names == [ProfilesWording.IN_USE(name="default"), ProfilesWording.NOT_SAVED(name="new profile")]
    assert desk.editor.focusWidget() is desk.form.name
    assert desk.form.name.selectedText() == "new profile"
    assert profile_names() == ["default"]
    QTest.keyClicks(desk.form.name, "rover 2")
    assert desk.editor.save()
    assert profile_names() == ["default", "rover 2"]
    assert desk.shown == "rover 2"
    desk.editor.ui.list.new.click()
    assert desk.editor.save()
    desk.editor.ui.list.new.click()
    assert desk.form.name.text() == "new profile 2"


async def test_a_duplicate_has_the_values_of_the_other(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.open()
    QTest.keyClick(desk.editor, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert desk.form.name.text() == "slow copy"
    assert desk.editor.save()
    assert load_profile("slow copy") == replace(SLOW, name="slow copy")
    assert desk.choosing.profile_name == "slow"


async def test_a_new_one_that_was_not_saved_can_be_dropped(desk: Desk) -> None:
    desk.open()
    desk.editor.ui.list.new.click()
    desk.editor.ui.list.delete.click()
    assert desk.names == [ProfilesWording.IN_USE(name="default")]


async def test_one_that_is_renamed_stays_that_of_its_robots(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.cockpit.tools.preferences.set_driven_by(OTHER, LastDriven("/a", "slow"))
    desk.open()
    desk.said.clear()
    QTest.keyClick(desk.editor, Qt.Key.Key_F2)
    QTest.keyClicks(desk.form.name, "slower")
    assert desk.editor.save()
    assert profile_names() == ["default", "slower"]
    assert desk.said == [replace(SLOW, name="slower")]
    driven_by = desk.cockpit.tools.preferences.driven_by
    assert driven_by(OTHER).profile == driven_by(ROBOT).profile == "slower"
    assert desk.shown == ProfilesWording.IN_USE(name="slower")


async def test_the_usual_one_keeps_its_name_and_goes_back_to_its_first_values(desk: Desk) -> None:
    desk.open()
    face = desk.editor.ui
    assert not face.list.rename.isEnabled()
    assert not face.list.delete.isEnabled()
    desk.set_speed(0.2)
    assert desk.editor.save()
    face.list.delete.click()
    assert desk.form.values["limits"]["linear_m_s"] == 0.3
    assert profile_names() == ["default"]
    assert shows(desk.told, ProfilesWording.RESET, name="default")
    desk.answer("Undo")
    assert desk.form.values["limits"]["linear_m_s"] == 0.2


async def test_one_that_is_deleted_can_be_had_back_and_the_robot_is_driven_by_the_usual_one_meanwhile(
    desk: Desk,
) -> None:
    await desk.drive(SLOW)
    desk.open()
    desk.said.clear()
    desk.editor.ui.list.list.setFocus()
    QTest.keyClick(desk.editor.ui.list.list, Qt.Key.Key_Delete)
    assert profile_names() == ["default"]
    assert desk.said == [Profile()]
    assert shows(desk.told, ProfilesWording.DELETED, name="slow")
    desk.answer("Undo")
    assert load_profile("slow") == SLOW
    assert desk.said == [Profile(), SLOW]
    assert desk.shown == ProfilesWording.IN_USE(name="slow")


async def test_undo_is_offered_until_something_else_is_told(desk: Desk) -> None:
    save_profile(FAST)
    await desk.drive(SLOW)
    desk.open()
    desk.editor.delete()
    desk.choose(0)
    desk.set_speed(0.25)
    desk.editor.ui.revert.click()
    desk.editor.ui.list.new.click()
    assert shows(desk.told, ProfilesWording.DELETED, name="slow")
    desk.form.frame.setText("base")
    desk.form.frame.textEdited.emit("base")
    desk.answer("Undo")
    assert desk.told == ProfilesWording.UNSAVED(name="new profile")
    desk.answer("Discard")
    assert load_profile("slow") == SLOW
    assert desk.shown == ProfilesWording.IN_USE(name="slow")


# what is not saved


async def test_what_is_not_saved_is_asked_for_before_it_is_closed(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.open()
    desk.set_speed(0.2)
    desk.form.frame.setFocus()
    QTest.keyClick(desk.form.frame, Qt.Key.Key_Escape)
    assert desk.told == ProfilesWording.UNSAVED(name="slow")
    assert not desk.editor.ui.list.isEnabled()
    QTest.keyClick(desk.editor, Qt.Key.Key_Escape)
    assert desk.told == ""
    assert desk.editor.isVisible()
    assert desk.editor.ui.list.isEnabled()
    assert desk.editor.focusWidget() is desk.form.frame
    assert desk.form.values["limits"]["linear_m_s"] == 0.2

    assert not desk.editor.close()
    desk.answer("Save")
    assert not desk.editor.isVisible()
    assert load_profile("slow").limits.linear_m_s == 0.2
    desk.open()
    desk.set_speed(0.3)
    desk.editor.ui.leave.click()
    desk.answer("Discard")
    assert not desk.editor.isVisible()
    assert load_profile("slow").limits.linear_m_s == 0.2


async def test_what_is_not_saved_is_asked_for_before_another_one_is_shown(desk: Desk) -> None:
    save_profile(FAST)
    await desk.drive(SLOW)
    desk.open()
    desk.set_speed(0.2)
    desk.choose(0)
    assert desk.shown == ProfilesWording.IN_USE(name="slow")
    desk.answer(WidgetsWording.CONTINUE_EDITING())
    assert (desk.shown, desk.form.name.text()) == (ProfilesWording.IN_USE(name="slow"), "slow")
    desk.choose(1)
    desk.answer("Discard")
    assert (desk.shown, desk.form.name.text()) == ("fast", "fast")
    assert load_profile("slow") == SLOW


async def test_what_is_wrong_can_be_discarded_but_not_saved_at_the_end(desk: Desk) -> None:
    desk.open()
    desk.form.node.setEditText("n" * 2000)
    desk.editor.reject()
    save = desk.editor.ui.bar.buttons[0]
    assert (save.isEnabled(), save.toolTip()) == (False, ProfilesWording.MEND_FIRST(count=1))
    desk.answer("Discard")
    assert not desk.editor.isVisible()


async def test_what_is_being_written_stays_when_it_is_opened_again(desk: Desk) -> None:
    desk.open()
    desk.set_speed(0.2)
    desk.open()
    assert desk.form.values["limits"]["linear_m_s"] == 0.2
    assert desk.editor.is_changed


# the disk


async def test_a_file_that_somebody_else_changed_is_not_overwritten_unseen(desk: Desk) -> None:
    await desk.drive(SLOW)
    desk.open()
    desk.set_speed(0.2)
    theirs = save_profile(replace(SLOW, rate_hz=50.0))
    assert not desk.editor.save()
    assert shows(desk.told, ProfileWording.FILE_CHANGED)
    desk.answer(WidgetsWording.CONTINUE_EDITING())
    assert load_profile("slow").rate_hz == 50.0
    assert desk.form.values["limits"]["linear_m_s"] == 0.2

    assert not desk.editor.save()
    desk.answer(ProfilesWording.SAVE_MY_VERSION())
    assert load_profile("slow").limits.linear_m_s == 0.2
    assert b'"rate_hz": 50.0' in next(theirs.parent.glob(theirs.name + ".kept-*")).read_bytes()

    desk.set_speed(0.25)
    save_profile(replace(SLOW, rate_hz=60.0))
    assert not desk.editor.save()
    desk.answer(ProfilesWording.USE_THEIR_VERSION())
    assert desk.form.values["rate_hz"] == 60.0
    assert not desk.editor.is_changed


async def test_a_file_that_was_deleted_meanwhile_is_written_again_if_that_is_wanted(desk: Desk, profiles: Path) -> None:
    await desk.drive(SLOW)
    desk.open()
    desk.set_speed(0.2)
    (profiles / f"slow{PROFILE_SUFFIX}").unlink()
    assert not desk.editor.save()
    assert shows(desk.told, ProfileWording.FILE_DELETED)
    desk.answer(ProfilesWording.SAVE_MY_VERSION())
    assert load_profile("slow").limits.linear_m_s == 0.2


async def test_what_became_of_the_files_is_seen_when_it_has_the_keys_again(desk: Desk, profiles: Path) -> None:
    await desk.drive(SLOW)
    desk.open()
    save_profile(FAST)
    save_profile(replace(SLOW, rate_hz=50.0))
    QApplication.sendEvent(desk.editor, QEvent(QEvent.Type.ActivationChange))
    assert desk.names == ["default", "fast", ProfilesWording.IN_USE(name="slow")]
    assert desk.form.values["rate_hz"] == 50.0
    (profiles / f"slow{PROFILE_SUFFIX}").unlink()
    QApplication.sendEvent(desk.editor, QEvent(QEvent.Type.ActivationChange))
    assert desk.shown == "default"


def forbid(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"")


async def test_a_disk_that_refuses_is_told_of_and_nothing_is_lost(desk: Desk, profiles: Path) -> None:
    desk.open()
    desk.set_speed(0.2)
    forbid(profiles)
    assert not desk.editor.save()
    assert "can't be" in desk.told
    assert desk.editor.is_changed


async def test_a_broken_file_is_not_lost_and_says_where_it_is_and_what_is_wrong(
    desk: Desk, profiles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.drive(SLOW)
    path = save_profile(SLOW)
    path.write_text('{"limits": {"linear_m_s": 1e308}}', encoding="utf-8")
    desk.open()
    face = desk.editor.ui
    assert face.is_broken
    assert face.broken.title == ProfilesWording.UNUSABLE(name="slow")
    assert face.broken.hint == f"{ProfileWording.OUT_OF_RANGE(name='linear_m_s', low=0.01, most=10)}."
    assert face.path.text() == str(path)
    assert not any(button.isEnabled() for button in (face.save, face.revert, face.list.duplicate, face.list.use))
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    face.folder.click()
    assert opened == [QUrl.fromLocalFile(str(profiles))]

    path.write_text('{"limits": {"linear_m_s": 0.4}}', encoding="utf-8")
    face.again.click()
    assert face.stack.currentWidget() is not face.broken
    assert desk.form.values["limits"]["linear_m_s"] == 0.4


@pytest.mark.parametrize("name", ["slow", "default"])
async def test_whoever_begins_anew_keeps_what_was_there(desk: Desk, name: str) -> None:
    await desk.drive(replace(SLOW, name=name))
    path = save_profile(replace(SLOW, name=name))
    path.write_bytes(b"{ my notes")
    desk.open()
    desk.said.clear()
    desk.editor.ui.anew.click()
    assert desk.form.values["limits"]["linear_m_s"] == 0.3
    (aside,) = path.parent.glob(path.name + ".kept-*")
    assert aside.read_bytes() == b"{ my notes"
    assert str(aside) in desk.told
    assert desk.said == [Profile(name=name)]


async def test_a_file_that_no_profile_can_be_named_by_is_shown_and_begun_anew_under_another_name(
    desk: Desk, profiles: Path
) -> None:
    path = save_profile(SLOW)
    path.rename(path.with_name(f"\u00e9t\u00e9{PROFILE_SUFFIX}"))
    desk.open()
    desk.choose(1)
    assert desk.editor.ui.is_broken
    desk.editor.ui.anew.click()
    assert profile_names() == ["default", "profile"]
    assert [".kept-" in name for name in files(profiles)] == [False, True]


async def test_a_broken_file_of_the_robot_is_driven_by_once_it_is_mended(desk: Desk) -> None:
    path = save_profile(SLOW)
    path.write_bytes(b"{")
    await desk.drive()
    desk.cockpit.tools.preferences.set_driven_by(ROBOT, LastDriven("/cmd_vel", "slow"))
    desk.open()
    assert desk.shown == "slow"
    desk.said.clear()
    desk.editor.replace_broken()
    assert desk.said == [Profile(name="slow")]


async def test_it_remembers_how_large_it_was(desk: Desk, cockpit: Cockpit) -> None:
    desk.open()
    desk.editor.resize(780, 560)
    desk.editor.close()
    again = ProfileEditor(
        cockpit.tools.graphs,
        cockpit.tools.themes,
        cockpit.tools.preferences,
        cockpit.pilot,
        desk.choosing,
        cockpit.window,
        ProfileFolder(),
    )
    assert (again.width(), again.height()) == (780, 560)
    again.deleteLater()


async def test_no_two_letters_for_alt_are_the_same(desk: Desk) -> None:
    desk.open()
    texts = [label.text() for label in desk.editor.findChildren(QLabel) if label.isVisible()]
    texts += [button.text() for button in desk.editor.findChildren(QAbstractButton) if button.isVisible()]
    letters = [match.group(1).lower() for text in texts if (match := re.search(r"&(\w)", text))]
    assert len(letters) > 10
    assert sorted(letters) == sorted(set(letters))


async def test_it_fits_a_small_screen_and_scrolls_within(desk: Desk) -> None:
    desk.open()
    # a screen of 1366x768 with twice as many pixels as points
    desk.editor.resize(683, 340)
    QApplication.processEvents()
    assert (desk.editor.width(), desk.editor.height()) == (683, 340)
    area = desk.editor.ui.findChild(QScrollArea)
    assert area is not None
    for field in (desk.form.set_up, desk.form.name, desk.form.type_name, desk.form.stops.add):
        field.setFocus(Qt.FocusReason.TabFocusReason)
        area.ensureWidgetVisible(field)
        assert not field.visibleRegion().isEmpty()
