"""The folder of profiles."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.config.profile import MAX_NAME_LENGTH, PROFILE_SUFFIX, Limits, Profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import (
    DEFAULT_PROFILE,
    ProfileChangedError,
    ProfileFile,
    ProfileFolder,
    find_profile,
    load_profile,
    profile_names,
    profiles_folder,
    save_profile,
)
from app.wording.config import ProfileWording
from protocols.sentence import code_of
from tests.fakes.unprivileged import without_rights
from tests.tools.sentences import says, tells

SLOW = Profile(name="slow", limits=Limits(linear_m_s=0.1))


@pytest.fixture
def folder(tmp_path: Path) -> ProfileFolder:
    return ProfileFolder(tmp_path / "profiles")


def files(folder: ProfileFolder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())


def test_a_profile_is_kept_under_its_name(tmp_path: Path) -> None:
    path = save_profile(SLOW, tmp_path / "profiles")

    assert path == tmp_path / "profiles" / f"slow{PROFILE_SUFFIX}"
    assert load_profile("slow", tmp_path / "profiles") == load_profile(str(path)) == SLOW
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_in_the_folder_the_name_of_the_file_is_that_of_the_profile(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}{PROFILE_SUFFIX}").write_text('{"name": "two"}', encoding="utf-8")
    (tmp_path / f"nameless{PROFILE_SUFFIX}").write_text("{}", encoding="utf-8")

    assert [load_profile(name, tmp_path).name for name in ("one", "two", "nameless")] == ["one", "two", "nameless"]


def test_a_profile_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, check=says(ProfileWording.NO_PROFILE)):
        load_profile("nobody", tmp_path)


def test_a_profile_that_cannot_be_read_or_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / f"folder{PROFILE_SUFFIX}").mkdir()
    (tmp_path / "file").write_text("")

    with pytest.raises(ProfileError, check=says(ProfileWording.NOT_READ)):
        load_profile("folder", tmp_path)
    with pytest.raises(ProfileError, check=says(ProfileWording.NOT_WRITTEN)):
        save_profile(SLOW, tmp_path / "file")


def test_a_file_that_is_no_profile_is_named(tmp_path: Path) -> None:
    (tmp_path / f"bad{PROFILE_SUFFIX}").write_text(json.dumps({"rate_hz": 0}))

    with pytest.raises(ProfileError, check=says(ProfileWording.FAULT_OF, name=f"bad{PROFILE_SUFFIX}")) as caught:
        load_profile("bad", tmp_path)
    assert tells(caught.value.reason, ProfileWording.OUT_OF_RANGE, name="rate_hz")


def test_it_is_among_what_the_user_has_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert ProfileFolder().path == profiles_folder()
    assert profiles_folder().name == "profiles"


def test_profiles_are_named_by_their_files_the_usual_one_first(tmp_path: Path) -> None:
    assert profile_names(tmp_path / "none") == ["default"]
    slow = Profile(name="a slow one", limits=Limits(linear_m_s=0.1))
    save_profile(slow, tmp_path)
    assert profile_names(tmp_path) == ["default", "a slow one"]
    assert find_profile("a slow one", tmp_path) == slow


def test_what_is_no_file_is_no_profile(tmp_path: Path) -> None:
    (tmp_path / f"folder{PROFILE_SUFFIX}").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / f"pipe{PROFILE_SUFFIX}")
    (tmp_path / PROFILE_SUFFIX).write_bytes(b"{}")
    assert profile_names(tmp_path) == ["default"]


def test_the_usual_profile_needs_no_file_and_is_read_from_one_where_there_is(tmp_path: Path) -> None:
    assert find_profile("default", tmp_path) == DEFAULT_PROFILE
    own = Profile(limits=Limits(linear_m_s=0.2))
    save_profile(own, tmp_path)
    assert find_profile("default", tmp_path) == own


def test_a_profile_that_is_not_there_or_broken_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ProfileError):
        find_profile("none", tmp_path)
    save_profile(Profile(), tmp_path).write_text("{", encoding="utf-8")
    with pytest.raises(ProfileError):
        find_profile("default", tmp_path)


def test_the_usual_one_is_read_without_a_file(folder: ProfileFolder) -> None:
    read = folder.read("default")
    assert (read.data, read.profile) == (None, DEFAULT_PROFILE)


def test_what_is_saved_is_read(folder: ProfileFolder) -> None:
    saved = folder.save(SLOW)
    assert folder.read("slow") == saved
    assert saved.profile == SLOW
    assert files(folder) == [f"slow{PROFILE_SUFFIX}"]


@pytest.mark.parametrize("data", [b"{", b'{"unknown": 1}', b"\xff", b'{"limits": {"linear_m_s": 1e308}}'])
def test_a_broken_file_is_read_with_its_bytes_and_why_it_is_none(folder: ProfileFolder, data: bytes) -> None:
    folder.save(SLOW).path.write_bytes(data)
    read = folder.read("slow")
    assert (read.data, read.profile) == (data, None)
    assert read.error is not None
    assert read.error.reason


def test_a_file_that_is_gone_or_can_not_be_opened_is_told_of(folder: ProfileFolder) -> None:
    gone = folder.read("none")
    assert gone.profile is None
    assert gone.error is not None
    (folder.path / f"folder{PROFILE_SUFFIX}").mkdir(parents=True)
    trouble = folder.read("folder").error
    assert trouble is not None
    assert code_of(trouble.reason) is ProfileWording.NOT_READ


def test_a_file_whose_name_no_profile_can_have_is_read_as_broken(folder: ProfileFolder) -> None:
    path = folder.save(SLOW).path
    path.rename(path.with_name(f"\u00e9t\u00e9{PROFILE_SUFFIX}"))
    assert folder.names == ["default", "\u00e9t\u00e9"]
    read = folder.read("\u00e9t\u00e9")
    assert read.data is not None
    assert read.error is not None
    assert read.error.field == "name"


def test_the_name_of_the_file_counts(folder: ProfileFolder) -> None:
    path = folder.save(SLOW).path
    path.with_name(f"other{PROFILE_SUFFIX}").write_bytes(path.read_bytes())
    assert folder.read("other").profile == replace(SLOW, name="other")


@pytest.mark.parametrize("name", ["slow", "SLOW", "default", "Default", "", "../x", "a/b"])
def test_a_name_is_free_where_no_other_has_it_in_capitals_or_not(folder: ProfileFolder, name: str) -> None:
    folder.save(SLOW)
    with pytest.raises(ProfileError) as error:
        folder.check_free(name)
    assert error.value.field == "name"
    folder.check_free("slower")
    folder.check_free("slow", but="slow")


def test_a_free_name_has_a_number_where_it_is_taken(folder: ProfileFolder) -> None:
    assert folder.free_name("slow") == "slow"
    folder.save(SLOW)
    assert folder.free_name("slow") == "slow 2"
    folder.save(replace(SLOW, name="slow 2"))
    assert folder.free_name("slow") == "slow 3"
    long = "n" * MAX_NAME_LENGTH
    folder.save(replace(SLOW, name=long))
    assert folder.free_name(long) == "n" * (MAX_NAME_LENGTH - 2) + " 2"


def test_a_new_profile_takes_no_place_of_another(folder: ProfileFolder) -> None:
    kept = folder.save(SLOW)
    with pytest.raises(ProfileError):
        folder.save(replace(SLOW, rate_hz=50.0))
    assert folder.read("slow") == kept


def test_a_renamed_profile_leaves_nothing_behind(folder: ProfileFolder) -> None:
    before = folder.save(SLOW)
    folder.save(replace(SLOW, name="Slow"), before)
    assert files(folder) == [f"Slow{PROFILE_SUFFIX}"]


def test_the_usual_one_keeps_its_name(folder: ProfileFolder) -> None:
    with pytest.raises(ProfileError, check=says(ProfileWording.USUAL_KEEPS_NAME)):
        folder.save(replace(DEFAULT_PROFILE, name="other"), folder.read("default"))


@pytest.mark.parametrize("theirs", [b"{}", None])
def test_a_file_that_somebody_else_changed_is_not_overwritten_unseen(
    folder: ProfileFolder, theirs: bytes | None
) -> None:
    before = folder.save(SLOW)
    if theirs is None:
        before.path.unlink()
    else:
        before.path.write_bytes(theirs)
    mine = replace(SLOW, rate_hz=50.0)
    with pytest.raises(ProfileChangedError):
        folder.save(mine, before)
    assert (before.path.read_bytes() if before.path.exists() else None) == theirs

    folder.save(mine, before, anyway=True)
    assert folder.read("slow").profile == mine
    asides = before.path.parent.glob(before.path.name + ".kept-*")
    assert [aside.read_bytes() for aside in asides] == ([] if theirs is None else [theirs])


def test_a_profile_of_that_name_that_somebody_else_made_meanwhile_is_not_overwritten(folder: ProfileFolder) -> None:
    usual = folder.read("default")
    usual.path.parent.mkdir(parents=True)
    usual.path.write_bytes(b"{}")
    with pytest.raises(ProfileChangedError):
        folder.save(replace(DEFAULT_PROFILE, rate_hz=50.0), usual)


def test_what_was_deleted_can_be_had_back_to_the_byte(folder: ProfileFolder) -> None:
    path = folder.save(SLOW).path
    path.write_bytes(b'{ "rate_hz":   50 }')
    file = folder.read("slow")
    folder.delete(file)
    assert folder.names == ["default"]
    folder.restore(file)
    assert path.read_bytes() == b'{ "rate_hz":   50 }'
    with pytest.raises(ProfileError):
        folder.restore(file)


def test_a_file_that_somebody_else_changed_is_not_deleted_unseen(folder: ProfileFolder) -> None:
    file = folder.save(SLOW)
    file.path.write_bytes(b"{}")
    with pytest.raises(ProfileChangedError):
        folder.delete(file)
    assert file.path.exists()


def test_what_is_put_aside_is_no_profile_and_never_takes_the_place_of_what_was(folder: ProfileFolder) -> None:
    asides = []
    for number in range(3):
        file = folder.save(replace(SLOW, rate_hz=20.0 + number))
        asides.append((folder.put_aside(file), file.data))
    assert folder.names == ["default"]
    assert [aside.read_bytes() for aside, _ in asides] == [data for _, data in asides]


def test_a_disk_that_refuses_is_told_of(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_bytes(b"")
    folder = ProfileFolder(place / "profiles")
    lost = ProfileFile("slow", folder.path / f"slow{PROFILE_SUFFIX}", b"{}")
    assert folder.names == ["default"]
    acts = (
        (lambda: folder.save(SLOW), ProfileWording.NOT_WRITTEN),
        (lambda: folder.restore(lost), ProfileWording.NOT_WRITTEN),
        (lambda: folder.put_aside(lost), ProfileWording.NOT_PUT_ASIDE),
    )
    for act, code in acts:
        with pytest.raises(ProfileError, check=says(code)):
            act()


def test_a_folder_that_can_not_be_written_is_said() -> None:
    with without_rights() as folder:
        (folder / "profiles").mkdir()
        (folder / "profiles").chmod(0o555)
        with pytest.raises(ProfileError, check=says(ProfileWording.NOT_WRITTEN)):
            ProfileFolder(folder / "profiles").save(SLOW)
