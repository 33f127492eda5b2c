"""Export of all settings to one file, and their import, which is asked for, and can be undone or had back by a copy."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec.structs import asdict, replace
from PySide6.QtWidgets import QWidget

from app.config.atomic_file import write_atomically
from app.config.folders import read_beginning
from app.config.preference_values import SaveFolder
from app.config.profile import Profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import ProfileFile, save_profile
from app.config.settings_bundle import MAX_BYTES, SUFFIX, BundleError, LoadedBundle, read_bundle
from app.model.errors import UserFacingError
from app.model.layout import Layout, LayoutFileError
from app.ui.base import dialogs
from app.ui.base.action_base import without_mnemonic
from app.ui.base.text import followed, listed_names, say
from app.ui.widgets.question_bar import Answer, QuestionBar
from app.ui.window.layouts.layout_views import KINDS
from app.ui.window.preference_rows import THEME, PreferenceTools
from app.version import VERSION
from app.wording import Catalogue
from app.wording.ui.actions import ActionWording
from app.wording.ui.preferences import PreferenceLabels, PreferencesWording
from app.wording.ui.window import WindowWording

# what is remembered of views, by the name of its switch or choice; what people call it
REMEMBERED: Final[Mapping[str, Catalogue]] = {
    "history": ActionWording.SHOW_HISTORY_OF_THE,
    "world": ActionWording.WORLD_BAR,
    "side-bar": ActionWording.TOPIC_LIST,
    "plots-linked": ActionWording.LINK_THE_TIME_OF,
    "log-level": PreferenceLabels.LOG_LEVEL,
    "console-level": PreferenceLabels.CONSOLE_LEVEL,
    "diagnostics-level": PreferenceLabels.DIAGNOSTICS_LEVEL,
    "frames-view": PreferenceLabels.FRAMES_AS_A_LIST,
    "palette": PreferenceLabels.LAST_COMMANDS,
}

# names that a question lists
_MAX_NAMES: Final = 6


class SettingsTransfer:
    """Writes and reads files of all settings.

    Args:
        parent: the dialog from which that is asked for.
        question: asks in it, and tells the result.
        labels: what people call each preference.
        imported: called after an import with what takes back all of it but preferences, theme and keys.
    """

    def __init__(
        self,
        tools: PreferenceTools,
        parent: QWidget,
        question: QuestionBar,
        labels: dict[str, str],
        imported: Callable[[Callable[[], None]], object],
    ) -> None:
        self._tools = tools
        self._imported = imported
        self._parent = parent
        self._question = question
        self._labels = labels

    def ask_to_export(self) -> None:
        """Ask for a file, and write all settings to it."""
        title, name = say(WindowWording.EXPORT_SETTINGS()), Path(f"teledeck{SUFFIX}")
        dialogs.ask_for_save_path(self._parent, self._tools.themes, title, name, _kinds(), self.export, SUFFIX)

    def export(self, file: Path) -> None:
        """Write all settings to a file, and tell the result."""
        try:
            self._write(file)
        except OSError as error:
            words = PreferencesWording.NOT_EXPORTED(file=file.name, reason=error.strerror or str(error))
            self._question.show_message(say(words), bad=True)
        else:
            self._question.show_message(say(PreferencesWording.EXPORTED(file=file)))

    def ask_for_import(self) -> None:
        """Ask for a file, and then whether what it changes is wanted."""
        folder = self._tools.preferences.save_folder(SaveFolder.EXPORTS)
        dialog = dialogs.FileDialog(self._parent, say(WindowWording.IMPORT_SETTINGS()), folder, _kinds())
        dialog.setFileMode(dialogs.FileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.offer(Path(chosen)))
        dialogs.show_dialog(dialog, "import", replace=True)

    def offer(self, file: Path) -> None:
        """Read a file, say what it changes, and import it if that is wanted; or say why it can't be used."""
        try:
            loaded = read_bundle(read_beginning(file, MAX_BYTES + 1), KINDS)
        except OSError as error:
            self._refuse(file, UserFacingError(error.strerror or str(error)))
        except BundleError as error:
            self._refuse(file, error)
        else:
            changes = list(self.changes(loaded))
            if not changes:
                self._question.show_message(say(PreferencesWording.NOTHING_NEW(file=file.name)))
                return
            words = say(PreferencesWording.ASK_IMPORT(file=file.name, changes="\n".join(map(say, changes))))
            cancel = Answer(say(WindowWording.CANCEL()), lambda: None)
            self._question.ask(words, Answer(say(WindowWording.IMPORT_WORD()), lambda: self.take(loaded)), cancel)

    def changes(self, loaded: LoadedBundle) -> Iterable[str]:
        """Yield a sentence for each kind of settings that a file changes, with the names of what it changes."""
        tools, settings = self._tools, loaded.settings
        now = asdict(tools.preferences.values)
        values = [name for name, value in asdict(settings.preferences).items() if value != now[name]]
        values = [THEME, *values] if settings.theme is not tools.themes.choice else values
        if values:
            yield PreferencesWording.CHANGED_VALUES(names=_listed(self._labels[name] for name in values))
        views = [name for name, on in settings.switches.items() if tools.preferences.switch(name) != on]
        views += [name for name, word in settings.choices.items() if tools.preferences.choice(name) != word]
        views = [name for name in views if name in REMEMBERED]
        if views:
            yield PreferencesWording.CHANGED_VIEWS(
                names=_listed(without_mnemonic(say(REMEMBERED[name]())) for name in views)
            )
        before = tools.preferences.action_keys
        keys = [name for name in {**before, **settings.keys} if before.get(name) != settings.keys.get(name)]
        if keys:
            known = tools.keys.actions
            unknown = say(PreferencesWording.UNKNOWN_ACTION())
            names = dict.fromkeys(tools.keys.name(name) if name in known else unknown for name in keys)
            yield PreferencesWording.CHANGED_KEYS(names=_listed(names))
        robots = [uri for uri in settings.recent_uris if uri not in tools.preferences.recent_uris]
        robots += [uri for uri, robot in settings.robots.items() if tools.preferences.has_other_settings(uri, robot)]
        robots += [uri for uri, driven in settings.driven.items() if tools.preferences.driven_by(uri) != driven]
        if robots:
            yield PreferencesWording.CHANGED_ROBOTS(
                names=_listed(map(tools.preferences.robot_name, dict.fromkeys(robots)))
            )
        layouts = [layout.name for layout in loaded.layouts if tools.layouts.own.get(layout.name) != layout]
        if layouts:
            yield PreferencesWording.CHANGED_LAYOUTS(names=_listed(layouts))
        profiles = [profile.name for profile in loaded.profiles if tools.profiles.read(profile.name).profile != profile]
        if profiles:
            yield PreferencesWording.CHANGED_PROFILES(names=_listed(profiles))

    def take(self, loaded: LoadedBundle) -> None:
        """Save a copy of all settings, then import those of a file, and tell the result."""
        tools, settings = self._tools, loaded.settings
        backup = self._backup_file()
        try:
            backup.parent.mkdir(parents=True, exist_ok=True)
            self._write(backup)
        except OSError as error:
            # nothing is changed that could not be had back
            words = PreferencesWording.NOT_EXPORTED(file=backup.name, reason=error.strerror or str(error))
            self._question.show_message(say(words), bad=True)
            return
        stored, reason = self._store_files(loaded)
        # what nobody can be told of stays as it is
        switches = {name: on for name, on in settings.switches.items() if name in REMEMBERED}
        choices = {name: word for name, word in settings.choices.items() if name in REMEMBERED}
        take_back = tools.preferences.take_settings(replace(settings, switches=switches, choices=choices))
        tools.themes.choose(settings.theme)
        tools.keys.choose(settings.keys)
        self._imported(lambda: self._take_back(stored, take_back))
        if reason:
            self._question.show_message(say(PreferencesWording.PARTLY_IMPORTED(reason=reason, backup=backup)), bad=True)
        else:
            self._question.show_message(say(PreferencesWording.IMPORTED(backup=backup)))

    def _store_files(self, loaded: LoadedBundle) -> tuple[list[Callable[[], None]], str]:
        """Store layouts and profiles; return what takes each back, and why one was not stored, empty if all were."""
        tools, reason = self._tools, ""
        stored: list[Callable[[], None]] = []
        for layout in loaded.layouts:
            former_layout = tools.layouts.own.get(layout.name)
            if former_layout != layout:
                try:
                    tools.layouts.store(layout)
                    stored.append(functools.partial(self._take_layout_back, layout, former_layout))
                except LayoutFileError as error:
                    reason = reason or error.reason
        for profile in loaded.profiles:
            former = tools.profiles.read(profile.name)
            if former.profile != profile:
                try:
                    save_profile(profile, tools.profiles.path)
                    stored.append(functools.partial(self._take_profile_back, tools.profiles.read(profile.name), former))
                except ProfileError as error:
                    reason = reason or error.reason
        if stored:
            tools.files_changed()
        return stored, reason

    def _take_back(self, stored: Sequence[Callable[[], None]], take_settings_back: Callable[[], None]) -> None:
        """Take back what was imported, but for what was changed since, and tell the result."""
        reason = ""
        for take_back in stored:
            try:
                take_back()
            except (LayoutFileError, ProfileError) as error:
                reason = reason or error.reason
        take_settings_back()
        if stored:
            self._tools.files_changed()
        if reason:
            self._question.show_message(say(PreferencesWording.PARTLY_TAKEN_BACK(reason=reason)), bad=True)
        else:
            self._question.show_message(say(PreferencesWording.TAKEN_BACK()))

    def _take_layout_back(self, layout: Layout, former: Layout | None) -> None:
        layouts = self._tools.layouts
        if layouts.own.get(layout.name) != layout:
            return
        if former is None:
            layouts.delete(layout.name)
        else:
            layouts.store(former)

    def _take_profile_back(self, written: ProfileFile, former: ProfileFile) -> None:
        profiles = self._tools.profiles
        if profiles.read(written.name).data != written.data:
            return
        profiles.delete(written)
        profiles.restore(former)

    def _backup_file(self) -> Path:
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        return self._tools.preferences.layouts_folder.parent / "backups" / f"{stamp}{SUFFIX}"

    def _write(self, file: Path) -> None:
        tools = self._tools
        files = (tools.profiles.read(name) for name in tools.profiles.names)
        # a profile that can't be read stays where it is, as does the usual one that has no file
        profiles: list[Profile] = [one.profile for one in files if one.profile is not None and one.data is not None]
        data = tools.preferences.bundle(tools.layouts.own.values(), profiles, VERSION)
        write_atomically(file, [data], private=True)

    def _refuse(self, file: Path, error: UserFacingError) -> None:
        reason = followed(say(error.reason), say(error.tip))
        self._question.show_message(say(PreferencesWording.NOT_IMPORTED(file=file.name, reason=reason)), bad=True)


def _kinds() -> str:
    return say(WindowWording.SETTINGS(suffix=SUFFIX))


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    told = listed_names(every[:_MAX_NAMES])
    left = len(every) - _MAX_NAMES
    return say(PreferencesWording.AND_MORE(names=told, count=left)) if left > 0 else told
