"""The folder of profiles, with a file for each: list, read, save, rename, delete, but overwrite no changes unseen."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from app.config.atomic_file import set_aside, write_atomically
from app.config.folders import config_folder, read_beginning
from app.config.profile import (
    MAX_BYTES,
    MAX_NAME_LENGTH,
    PROFILE_SUFFIX,
    Profile,
    check_profile_name,
    format_profile,
    parse_profile,
)
from app.config.profile_checks import ProfileError
from app.wording.config import ProfileWording

DEFAULT_PROFILE: Final = Profile()


def load_profile(name: str, folder: Path | None = None) -> Profile:
    """Load the profile of this name, or from this file. Raises ProfileError.

    In the folder of profiles, the name of the file is the profile's name, whatever the file says, so names are unique.
    """
    if name.endswith(PROFILE_SUFFIX):
        return _loaded(Path(name))
    return replace(_loaded(profile_path(name, folder)), name=name)


def profile_path(name: str, folder: Path | None = None) -> Path:
    """The path of the profile of this name. Raises ProfileError if it can't be a name."""
    check_profile_name(name)
    return (config_folder() / "profiles" if folder is None else folder) / (name + PROFILE_SUFFIX)


def _loaded(path: Path) -> Profile:
    try:
        return parse_profile(read_beginning(path, MAX_BYTES + 1))
    except FileNotFoundError as error:
        raise ProfileError(ProfileWording.NO_PROFILE(path=path), ProfileWording.NAME_ANOTHER()) from error
    except OSError as error:
        raise ProfileError(ProfileWording.NOT_READ(path=path, error=error.strerror or str(error))) from error
    except ProfileError as error:
        raise ProfileError(
            ProfileWording.FAULT_OF(name=path.name, reason=error.reason), error.tip, error.field
        ) from error


class ProfileChangedError(ProfileError):
    """The file is not as it was read: another program has written or deleted it meanwhile."""


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """A profile file as it was read.

    Attributes:
        name: of the profile, from the name of the file.
        path: of the file, which need not exist.
        data: its content; None if there is no file, or it can't be read.
        profile: the profile in it; None if it is no valid profile.
        error: the reason if there is no profile.
    """

    name: str
    path: Path
    data: bytes | None = None
    profile: Profile | None = None
    error: ProfileError | None = None


def profiles_folder() -> Path:
    """The user's folder of profiles."""
    return config_folder() / "profiles"


def profile_names(folder: Path | None = None) -> list[str]:
    """The names of all profiles, the default one first."""
    place = profiles_folder() if folder is None else folder
    try:
        # other things than files may never end
        names = sorted(
            path.name.removesuffix(PROFILE_SUFFIX) for path in place.glob(f"*{PROFILE_SUFFIX}") if path.is_file()
        )
    except OSError:
        names = []
    return [DEFAULT_PROFILE.name, *(name for name in names if name not in {DEFAULT_PROFILE.name, ""})]


def find_profile(name: str, folder: Path | None = None) -> Profile:
    """Find the profile of a name. Raises ProfileError."""
    # the default profile may have a file like any other, but need not
    if name == DEFAULT_PROFILE.name and not profile_path(name, folder).exists():
        return DEFAULT_PROFILE
    return load_profile(name, folder)


def save_profile(profile: Profile, folder: Path | None = None) -> Path:
    """Save a profile under its name, completely or not at all. Raises ProfileError."""
    path = profile_path(profile.name, folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [format_profile(profile)])
    except OSError as error:
        raise ProfileError(ProfileWording.NOT_WRITTEN(path=path, error=error.strerror or str(error))) from error
    return path


class ProfileFolder:
    """A folder of profiles. Its files are small and on this computer, so they are read and written without a thread.

    Args:
        path: the folder, which need not exist; the user's own if not given.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = profiles_folder() if path is None else path

    @property
    def names(self) -> list[str]:
        """The names of all profiles in the folder, the default one first."""
        return profile_names(self.path)

    def read(self, name: str) -> ProfileFile:
        """Read a file, whatever is in it. Never raises."""
        path = self.path / (name + PROFILE_SUFFIX)
        data = None
        try:
            data = _bytes_of(path)
            check_profile_name(name)
            if data is not None:
                return ProfileFile(name, path, data, replace(parse_profile(data), name=name))
        except ProfileError as error:
            return ProfileFile(name, path, data, None, error)
        if name == DEFAULT_PROFILE.name:
            return ProfileFile(name, path, None, DEFAULT_PROFILE)
        return ProfileFile(name, path, None, None, ProfileError(ProfileWording.FILE_GONE()))

    def check_free(self, name: str, but: str = "") -> None:
        """Check that a profile can have this name, and no other than `but` has it. Raises ProfileError."""
        check_profile_name(name)
        # some systems don't tell capitals from small letters in the names of files
        if name.casefold() in {taken.casefold() for taken in self.names if taken != but}:
            raise ProfileError(ProfileWording.NAME_TAKEN(), ProfileWording.TAKE_ANOTHER(), "name")

    def free_name(self, wish: str) -> str:
        """An unused name: the wanted one, or that with a number."""
        for number in itertools.count(1):
            tail = "" if number == 1 else f" {number}"
            name = wish[: MAX_NAME_LENGTH - len(tail)].rstrip(" .") + tail
            try:
                self.check_free(name)
            except ProfileError:
                continue
            return name
        raise AssertionError

    def possible_name(self, name: str) -> str:
        """The name if a profile can have it; else an unused name."""
        try:
            check_profile_name(name)
        except ProfileError:
            return self.free_name("profile")
        return name

    def neighbour(self, name: str) -> str:
        """The profile to select after this one is deleted."""
        names = self.names
        if name not in names or name == DEFAULT_PROFILE.name:
            return DEFAULT_PROFILE.name
        place = names.index(name)
        return names[place + 1] if place + 1 < len(names) else names[place - 1]

    def save(self, profile: Profile, before: ProfileFile | None = None, *, anyway: bool = False) -> ProfileFile:
        """Save a profile in place of `before`, or as a new one.

        Args:
            profile: to be saved.
            before: the file that was read.
            anyway: also where the file has changed; the changed file is then put aside.

        Raises:
            ProfileChangedError: the file is not as it was in `before`.
            ProfileError: the name is taken, or the file can't be written.
        """
        if before is None or before.name != profile.name:
            self.check_free(profile.name, "" if before is None else before.name)
        if before is not None:
            if before.name == DEFAULT_PROFILE.name != profile.name:
                raise ProfileError(ProfileWording.USUAL_KEEPS_NAME(), ProfileWording.DUPLICATE(), "name")
            self._look_again(before, anyway=anyway)
        path = save_profile(profile, self.path)
        if before is not None and before.name != profile.name:
            _delete(before.path, but=path)
        return ProfileFile(profile.name, path, format_profile(profile), profile)

    def delete(self, file: ProfileFile) -> None:
        """Delete a file. Raises ProfileChangedError if it is not as it was read, or ProfileError."""
        self._look_again(file, anyway=False)
        _delete(file.path)

    def restore(self, file: ProfileFile) -> None:
        """Restore a deleted file byte by byte. Raises ProfileError if its name is taken."""
        if file.data is None:
            return
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with file.path.open("xb") as written:
                written.write(file.data)
        except OSError as error:
            raise ProfileError(
                ProfileWording.NOT_WRITTEN(path=file.path, error=error.strerror or str(error))
            ) from error

    def put_aside(self, file: ProfileFile) -> Path:
        """Rename a file so that it is no profile any more; returns its new path. Raises ProfileError."""
        try:
            return set_aside(file.path, "kept")
        except OSError as error:
            raise ProfileError(
                ProfileWording.NOT_PUT_ASIDE(path=file.path, error=error.strerror or str(error))
            ) from error

    def _look_again(self, before: ProfileFile, *, anyway: bool) -> None:
        now = _bytes_of(before.path)
        if now == before.data:
            return
        if not anyway:
            words = ProfileWording.FILE_DELETED() if now is None else ProfileWording.FILE_CHANGED()
            raise ProfileChangedError(words, ProfileWording.BY_SOMEBODY_ELSE())
        if now is not None:
            self.put_aside(before)


def _bytes_of(path: Path) -> bytes | None:
    """The content of a file, up to one byte more than allowed; None if there is no file. Raises ProfileError."""
    try:
        return read_beginning(path, MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProfileError(ProfileWording.NOT_READ(path=path, error=error.strerror or str(error))) from error


def _delete(path: Path, but: Path | None = None) -> None:
    """Delete a file unless it is the file `but` by another name. Raises ProfileError."""
    try:
        if but is None or not path.exists() or not path.samefile(but):
            path.unlink(missing_ok=True)
    except OSError as error:
        raise ProfileError(ProfileWording.NOT_DELETED(path=path, error=error.strerror or str(error))) from error
