"""Addresses of recordings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.record.addresses import is_recording, recording_name, recording_paths, recording_uri

NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1).filter(
    lambda name: name.strip() not in {"", ".", ".."}
)


@pytest.mark.skipif(os.name == "nt", reason="names are freer where a path has no drive")
@given(st.lists(st.lists(NAMES, min_size=1, max_size=3), min_size=1, max_size=3))
def test_an_address_names_the_paths_that_it_was_made_of(paths: list[list[str]]) -> None:
    made = tuple(Path("/", *names) for names in paths)
    assert recording_paths(recording_uri(made)) == made


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_may_have_bytes_that_are_no_text() -> None:
    path = Path("/", os.fsdecode(b"\xff.mcap"))
    assert recording_paths(recording_uri([path])) == (path,)


@pytest.mark.skipif(os.name == "nt", reason="absolute paths have a drive there")
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:/a/50%25 #1?.mcap", "/a/50%25 #1?.mcap"),
        ("file:///a/50%25%20%231.mcap", "/a/50% #1.mcap"),
        (" file:/a/b.bag ", "/a/b.bag"),
        ("FILE:/a/../b.bag", "/b.bag"),
    ],
)
def test_a_path_is_taken_as_it_is_typed_and_a_url_as_it_is_quoted(uri: str, path: str) -> None:
    assert recording_paths(uri) == (Path(path),)


def test_a_path_is_made_whole() -> None:
    assert recording_paths("file:a.mcap") == recording_paths("file://a.mcap") == (Path.cwd() / "a.mcap",)
    assert recording_uri([Path("a.mcap")]) == recording_uri([Path.cwd() / "a.mcap"])


def test_an_address_without_a_path_names_none() -> None:
    assert recording_paths("file:") == recording_paths("file://") == ()


def test_a_recording_is_called_by_its_first_file() -> None:
    assert recording_name("file:///a/my%20run.mcap?and=/b.mcap") == "my run.mcap"


def test_a_recording_is_known_by_the_end_of_its_name() -> None:
    assert all(map(is_recording, ("a.mcap", "A.BAG", "a.mcap.part")))
    assert not any(map(is_recording, ("a.mcap.txt", "mcap", "")))
