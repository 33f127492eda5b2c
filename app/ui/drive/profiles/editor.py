"""Dialog to edit the profiles of robots, a file each.

It is not modal. Opening it disarms, and so does every change of the profile by which a robot is driven. It sends
nothing to any robot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.config.profile import Profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import DEFAULT_PROFILE, ProfileChangedError, ProfileFile, ProfileFolder
from app.drive.control.values import Reason
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import followed, say, with_tip
from app.ui.base.theme import Themes
from app.ui.drive.client import DriveClient
from app.ui.drive.profiles.draft import profile_values, read_draft
from app.ui.drive.profiles.editor_ui import ProfileEditorState, ProfileEditorUi, ProfileEntry
from app.ui.drive.profiles.hints import collect_hints
from app.ui.drive.selector import DriveSelector
from app.ui.widgets.question_bar import Answer, keep_editing
from app.wording.ui.profiles import ProfilesWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.graphs import Graphs

_KEPT: Final = "profile-editor"
_SIZE: Final = QSize(900, 680)


class ProfileEditor(OrderedDialog):
    """Editor of profiles; show it with `start`.

    Signals:
        set_up_requested: a pad is to be set up.
        saved: there are other profiles than before, or another profile is used.

    Attributes:
        ui: the widgets of the dialog.
        is_changed: whether there are changes that are not saved.
    """

    set_up_requested: Final = Signal()
    saved: Final = Signal()

    def __init__(
        self,
        graphs: Graphs,
        themes: Themes,
        preferences: Preferences,
        pilot: DriveClient,
        choosing: DriveSelector,
        parent: QWidget | None = None,
        folder: ProfileFolder | None = None,
    ) -> None:
        super().__init__(parent)
        self._graphs = graphs
        self._preferences = preferences
        self._pilot = pilot
        self._choosing = choosing
        self._folder = folder or ProfileFolder()
        # None where the edited profile has no file yet, and needs one
        self._file: ProfileFile | None = None
        self._before: dict[str, Any] = profile_values(DEFAULT_PROFILE)
        self._profile: Profile | None = DEFAULT_PROFILE
        self._wrong = 0
        self._standing = ProfileEditorState()
        self.is_changed = False
        self.ui = ProfileEditorUi(themes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.ui)
        # only now that the button has a dialog, which would choose another default
        self.ui.save.setDefault(True)
        self._connect()
        dialogs.resize_for_text(self, _SIZE, themes)
        kept = preferences.widget_state(_KEPT)
        if not kept.isEmpty():
            self.restoreGeometry(kept)

    # for the window

    def start(self) -> None:
        """Disarm, and show the dialog in front of everything, with the profile by which the robot is driven."""
        self._pilot.disarm(Reason.BY_OPERATOR)
        self._choosing.refresh()
        if not self.isVisible():
            name = self._choosing.wanted_profile
            self._open(name if name in self._folder.names else DEFAULT_PROFILE.name)
            self.ui.list.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh(0.0)
        self.show()
        self.activateWindow()

    def can_be_seen(self) -> bool:
        """Whether a refresh would be seen."""
        return self.isVisible()

    def refresh(self, now: float) -> None:
        """Show what the robot has now, as its topics come and go."""
        del now
        self._choosing.refresh()
        robot = self._choosing.robot
        graph = self._graphs.graph(robot) if robot is not None else None
        self.ui.form.show_hints(collect_hints(robot, self._choosing.topic_infos, graph))
        self._check()

    def discard(self) -> None:
        """Discard what is not saved, and close."""
        self.is_changed = False
        super().reject()

    def ask_before_leaving(self, then: Callable[[], object]) -> None:
        """Call `then` once nothing is unsaved; the operator is asked what to do with unsaved changes."""
        if not self.is_changed:
            then()
        else:
            self.ui.bar.ask(
                say(ProfilesWording.UNSAVED(name=self._before["name"])),
                Answer(
                    say(ProfilesWording.SAVE()),
                    lambda: then() if self.save() else None,
                    self._standing.save_obstacle,
                    enabled=self._profile is not None,
                ),
                Answer(say(ProfilesWording.DISCARD()), lambda: self._discard_and(then)),
                keep_editing(),
            )

    # overrides of QDialog

    def reject(self) -> None:
        """Close, after a question if something is unsaved; Escape answers an open question first."""
        if self.ui.bar.asking:
            self.ui.bar.decline()
        else:
            self.ask_before_leaving(super().reject)

    def done(self, result: int) -> None:
        """Put away the question, and keep the geometry."""
        self.ui.bar.dismiss()
        self._preferences.set_widget_state(_KEPT, QByteArray(self.saveGeometry()))
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        """Read the files again when the window gets active: they may have changed meanwhile."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.isVisible():
            self._look_again()

    # what the operator does

    def start_profile(self, profile: Profile) -> None:
        """Start editing a profile that has no file yet."""
        self.ui.bar.dismiss_message()
        self._file = None
        self._show_profile(profile)
        self._rename()

    def save(self, *, anyway: bool = False) -> bool:
        """Write the file; True if that was done. Errors are shown."""
        self._check()
        profile, before = self._profile, self._file
        if profile is None or (before is not None and not self.is_changed):
            return False
        used = before is not None and self._is_used(before.name)
        try:
            saved = self._folder.save(profile, before, anyway=anyway)
        except ProfileChangedError as error:
            self._ask_whose(error)
            return False
        except ProfileError as error:
            self._complain(error)
            return False
        if before is not None:
            self._preferences.rename_profile(before.name, saved.name)
        words = say(ProfilesWording.SAVED(path=saved.path))
        self._file = saved
        self._show_profile(profile)
        self._say(words, saved.name if used else "")
        return True

    def use_shown_profile(self) -> None:
        """Have the robot driven by the profile that is shown."""
        if self._file is not None and self._file.profile is not None:
            self._say("", self._file.name)

    def delete(self) -> None:
        """Delete the file that is shown, which can be undone."""
        file = self._file
        if file is None:
            self.ask_before_leaving(lambda: self._open(self._choosing.profile_name))
            return
        if file.data is None:
            return
        used, after = self._is_used(file.name), self._folder.neighbour(file.name)
        try:
            self._folder.delete(file)
        except ProfileError as error:
            self._open(file.name)
            self._complain(error)
            return
        self._open(after)
        undo = Answer(
            say(ProfilesWording.UNDO()), lambda: self.ask_before_leaving(lambda: self._restore(file, used=used))
        )
        code = ProfilesWording.RESET if file.name == DEFAULT_PROFILE.name else ProfilesWording.DELETED
        self._say(say(code(name=file.name)), DEFAULT_PROFILE.name if used else "", undo)

    def replace_broken(self) -> None:
        """Replace a file that can't be read by the default values; the file is kept under another name."""
        file = self._file
        if file is None or file.data is None:
            return
        used = self._is_used(file.name)
        try:
            aside = self._folder.put_aside(file)
            name = self._folder.possible_name(file.name)
            if name != DEFAULT_PROFILE.name:
                self._folder.save(replace(DEFAULT_PROFILE, name=name))
        except ProfileError as error:
            self._complain(error)
            return
        self._open(name)
        self._say(say(ProfilesWording.MADE_USUAL(path=aside)), name if used else "")

    # internals

    def _restore(self, file: ProfileFile, *, used: bool) -> None:
        try:
            self._folder.restore(file)
        except ProfileError as error:
            self._complain(error)
            return
        self._open(file.name)
        words = say(ProfilesWording.RESTORED(name=file.name))
        self._say(words, file.name if used else "")

    def _say(self, words: str, use: str = "", *answers: Answer) -> None:
        """Show what was done; drive by the profile that `use_shown_profile` names, as it is now, which disarms."""
        if use:
            self._choosing.use_profile(use)
            robot, told = self._choosing.robot, ""
            if robot is not None:
                name = self._preferences.robot_name(robot)
                told = say(ProfilesWording.NOW_DRIVES(robot=name, name=use))
            words = followed(words, told, self._choosing.profile_error)
        self.ui.bar.show_message(words, *answers, bad=bool(use and self._choosing.profile_error))
        self._check()
        self.saved.emit()

    def _complain(self, error: ProfileError) -> None:
        self.ui.bar.show_message(with_tip(error.reason, error.tip), bad=True)

    def _ask_whose(self, error: ProfileChangedError) -> None:
        name = self._before["name"]
        self.ui.bar.ask(
            with_tip(error.reason, error.tip),
            Answer(
                say(ProfilesWording.USE_THEIR_VERSION()),
                lambda: self._open(name if name in self._folder.names else DEFAULT_PROFILE.name),
                say(ProfilesWording.THEIRS_TIP()),
            ),
            Answer(
                say(ProfilesWording.SAVE_MY_VERSION()),
                lambda: self.save(anyway=True),
                say(ProfilesWording.MINE_TIP()),
            ),
            keep_editing(),
        )

    def _discard_and(self, then: Callable[[], object]) -> None:
        self.is_changed = False
        then()

    def _is_used(self, name: str) -> bool:
        return name in {self._choosing.profile_name, self._choosing.wanted_profile}

    # what is shown

    def _open(self, name: str) -> None:
        """Show the profile of a file as it is now."""
        self.ui.bar.dismiss_message()
        file = self._file = self._folder.read(name)
        if file.profile is not None:
            self._show_profile(file.profile)
            return
        self._before = {"name": file.name}
        self._profile, self.is_changed = None, False
        self.ui.show_broken(file)
        self._check()

    def _show_profile(self, profile: Profile) -> None:
        self._before = profile_values(profile)
        can_rename = self._file is None or self._file.name != DEFAULT_PROFILE.name
        self.ui.form.show_values(self._before, can_rename=can_rename)
        self.ui.show_form()
        self._check()

    def _choose(self, name: str) -> None:
        # the list goes on showing the open profile until that is left
        self._show_list()
        self.ask_before_leaving(lambda: self._open(name))

    def _look_again(self) -> None:
        """Show the files as they are now, unless there are unsaved changes."""
        if not self.is_changed and self._file is not None and not self.ui.bar.asking:
            name = self._file.name if self._file.name in self._folder.names else DEFAULT_PROFILE.name
            if self._differs(self._folder.read(name)):
                self._open(name)
        self._show_list()

    def _differs(self, now: ProfileFile) -> bool:
        file = self._file
        return file is None or (now.name, now.data) != (file.name, file.data)

    def _written(self) -> None:
        """Take a change by the operator."""
        self.ui.bar.dismiss_message()
        self._check()

    def _check(self) -> None:
        """Read the draft as a file is read, and show the result."""
        face, file = self.ui, self._file
        if not face.is_broken:
            values = face.form.values
            self._profile, errors = read_draft(values)
            try:
                self._folder.check_free(values["name"], "" if file is None else file.name)
            except ProfileError as error:
                if file is None or values["name"] != file.name:
                    errors.setdefault(error.field, error)
                    self._profile = None
            self.is_changed = values != self._before
            self._wrong = len(errors)
            face.form.show_errors(errors)
        self._show_list()
        self._show_state()

    def _show_list(self) -> None:
        used = self._choosing.profile_name if self._choosing.robot is not None else ""
        entries = [ProfileEntry(name, is_used=name == used) for name in self._folder.names]
        current = self._before["name"]
        if self._file is None:
            entries.append(ProfileEntry(current, is_saved=False))
        self.ui.list.show_entries(entries, current)

    def _show_state(self) -> None:
        name = self._robot_name()
        self._standing = ProfileEditorState(
            self._file,
            is_changed=self.is_changed,
            error_count=self._wrong,
            robot=name,
            is_used=bool(name) and self._before["name"] == self._choosing.profile_name and self._file is not None,
            is_only=self._folder.names == [DEFAULT_PROFILE.name],
        )
        self.ui.show_state(self._standing)
        title = say(ProfilesWording.TITLE_OF_ROBOT(robot=name)) if name else say(ProfilesWording.TITLE())
        self.setWindowTitle(f"{title}[*]")
        self.setWindowModified(self.is_changed)

    def _robot_name(self) -> str:
        robot = self._choosing.robot
        return self._preferences.robot_name(robot) if robot is not None else ""

    # layout

    def _connect(self) -> None:
        face = self.ui
        face.form.changed.connect(self._written)
        face.form.set_up_requested.connect(self.set_up_requested)
        face.list.chosen.connect(self._choose)
        face.list.new_wanted.connect(lambda: self.ask_before_leaving(self._new))
        face.list.duplicate_wanted.connect(lambda: self.ask_before_leaving(self._duplicate))
        face.list.rename_wanted.connect(self._rename)
        face.list.delete_wanted.connect(self.delete)
        face.list.use_wanted.connect(self.use_shown_profile)
        face.anew.clicked.connect(self.replace_broken)
        face.again.clicked.connect(lambda: self._open(self._before["name"]))
        face.folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder.path))))
        face.revert.clicked.connect(self._revert)
        face.save.clicked.connect(self._save)
        face.leave.clicked.connect(self.reject)
        for key, button in (
            (QKeySequence(QKeySequence.StandardKey.Save), face.save),
            (QKeySequence(QKeySequence.StandardKey.New), face.list.new),
            (QKeySequence("Ctrl+D"), face.list.duplicate),
            (QKeySequence("F2"), face.list.rename),
        ):
            QShortcut(key, self).activated.connect(button.click)
        self._pilot.selection_changed.connect(self._follow)
        self._pilot.polled.connect(self._show_pads)
        face.form.rumble.try_wanted.connect(self._pilot.try_rumble)

    def _follow(self) -> None:
        """Show that something else is driven, or nothing any more."""
        if self.isVisible():
            self.refresh(0.0)

    def _show_pads(self, state: DriveState | None) -> None:
        """Show what the sticks of the pads ask for now."""
        if self.isVisible():
            report = state.report if state is not None and state.phase is DrivePhase.RUNNING else None
            used = self._profile.pad_in_use if self._profile is not None else None
            self.ui.form.show_pads(report.pads if report is not None else (), used)

    def _new(self) -> None:
        self.start_profile(replace(DEFAULT_PROFILE, name=self._folder.free_name(say(ProfilesWording.NEW_NAME()))))

    def _duplicate(self) -> None:
        # of what was saved last: unsaved changes were asked for before
        profile = self._file.profile if self._file is not None else None
        wish = say(ProfilesWording.COPY_NAME(name=self._before["name"]))
        self.start_profile(replace(profile or DEFAULT_PROFILE, name=self._folder.free_name(wish)))

    def _rename(self) -> None:
        self.ui.form.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ui.form.name.selectAll()

    def _save(self) -> None:
        self.save()

    def _revert(self) -> None:
        self.ui.bar.dismiss_message()
        self.ui.form.show_values(self._before, can_rename=self._file is None or self._file.name != DEFAULT_PROFILE.name)
        self._check()
