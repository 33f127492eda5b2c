from __future__ import annotations

from pathlib import Path

import pytest

from app.model.layout import MAX_BYTES, SUFFIX, Layout, LayoutFileError, format_layout
from app.resources import resource
from app.ui.window.layouts.layout_store import MAX_LAYOUTS, LayoutStore, read_layout_file
from app.ui.window.layouts.layout_views import KINDS
from app.wording.ui.window import LayoutManagerWording, ShippedLayouts
from tests.fakes.unprivileged import without_rights
from tests.tools.sentences import says


@pytest.fixture
def shelf(tmp_path: Path) -> LayoutStore:
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / f"1{SUFFIX}").write_bytes(format_layout(Layout("Drive")))
    return LayoutStore(tmp_path / "own", tmp_path / "shipped", KINDS)


def test_layouts_that_come_with_the_program_can_all_be_read(tmp_path: Path) -> None:
    shelf = LayoutStore(tmp_path, resource("layouts"), KINDS)

    assert shelf.names == ["Drive", "Look for faults", "Watch"]
    for file in resource("layouts").iterdir():
        assert read_layout_file(file, KINDS)[1] == []


def test_what_is_kept_is_there_in_the_next_run(shelf: LayoutStore, tmp_path: Path) -> None:
    for name in ("zebra", "Äpfel/..\\", "apple"):
        shelf.store(Layout(name, panels=("log",)))
    again = LayoutStore(tmp_path / "own", tmp_path / "shipped", KINDS)

    assert again.names == ["Drive", "Äpfel/..\\", "apple", "zebra"]
    assert again.get("apple") == Layout("apple", panels=("log",))
    assert again.get("none") is None


def test_one_of_the_operators_own_stands_for_the_one_that_came_with_the_program(shelf: LayoutStore) -> None:
    shelf.store(Layout("Drive", panels=("log",)))
    assert shelf.names == ["Drive"]
    assert shelf.get("Drive") == Layout("Drive", panels=("log",))
    shelf.delete("Drive")

    assert shelf.get("Drive") == Layout("Drive")


def older(tmp_path: Path, name: str, layout: Layout) -> Path:
    """A layout as the version before wrote it."""
    file = tmp_path / "own" / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(format_layout(layout))
    return file


DEBUG = f"debug-1a03bd2f{SUFFIX}"


def test_a_layout_by_the_former_name_of_a_shipped_one_takes_its_place(shelf: LayoutStore, tmp_path: Path) -> None:
    file = older(tmp_path, DEBUG, Layout("Debug", panels=("log",)))
    shelf.reload()
    assert shelf.own == {"Look for faults": Layout("Look for faults", panels=("log",))}
    shelf.store(Layout("Look for faults", panels=("inspector",)))
    assert shelf.get("Look for faults") == Layout("Look for faults", panels=("inspector",))
    assert file.exists()
    shelf.delete("Look for faults")

    assert shelf.own == {}
    assert not file.exists()


def test_a_layout_that_is_called_so_now_keeps_its_name(shelf: LayoutStore, tmp_path: Path) -> None:
    shelf.store(Layout("Debug", panels=("log",)))
    again = LayoutStore(tmp_path / "own", tmp_path / "shipped", KINDS)
    assert again.own == {"Debug": Layout("Debug", panels=("log",))}
    again.delete("Debug")

    assert again.own == {}


def test_a_layout_is_renamed_and_deleted(shelf: LayoutStore, tmp_path: Path) -> None:
    shelf.store(Layout("one"))
    shelf.rename("one", "two")
    assert list(shelf.own) == ["two"]
    shelf.rename("two", "two")
    assert list(shelf.own) == ["two"]
    shelf.delete("two")

    assert shelf.own == {}
    assert list((tmp_path / "own").iterdir()) == []


def test_a_file_that_can_not_be_read_is_left_alone(shelf: LayoutStore, tmp_path: Path) -> None:
    shelf.store(Layout("one"))
    bad = tmp_path / "own" / f"bad{SUFFIX}"
    bad.write_bytes(b"{")
    shelf.reload()

    assert list(shelf.own) == ["one"]
    assert bad.exists()


def test_a_file_is_not_read_further_than_a_layout_goes(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b" " * (3 * MAX_BYTES))
    with pytest.raises(LayoutFileError, match="larger"):
        read_layout_file(file, KINDS)
    with pytest.raises(LayoutFileError, check=says(LayoutManagerWording.NOT_READ)):
        read_layout_file(tmp_path / "nowhere", KINDS)


def test_what_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    shelf = LayoutStore(tmp_path / "file" / "below", tmp_path, KINDS)
    with pytest.raises(LayoutFileError, check=says(LayoutManagerWording.NOT_WRITTEN)):
        shelf.store(Layout("one"))


def test_there_is_an_end_to_layouts(shelf: LayoutStore) -> None:
    for number in range(MAX_LAYOUTS):
        shelf.own[str(number)] = Layout(str(number))
    with pytest.raises(LayoutFileError, match=str(MAX_LAYOUTS)):
        shelf.store(Layout("one more"))


def test_a_free_name_is_like_the_one_that_is_taken(shelf: LayoutStore) -> None:
    shelf.store(Layout("Drive (2)"))

    assert shelf.free_name("Drive") == "Drive (3)"
    assert shelf.free_name("other") == "other"


@pytest.mark.parametrize("there", [b"{", b'{"teledeck_layout": 99, "name": "one"}'])
def test_a_file_that_can_not_be_read_is_put_aside_for_a_layout_of_its_name(
    shelf: LayoutStore, tmp_path: Path, there: bytes
) -> None:
    shelf.store(Layout("one"))
    (file,) = (tmp_path / "own").iterdir()
    file.write_bytes(there)
    shelf.reload()
    shelf.store(Layout("one", panels=("log",)))

    assert shelf.get("one") == Layout("one", panels=("log",))
    (aside,) = (tmp_path / "own").glob("*.broken-*")
    assert aside.read_bytes() == there
    assert list(LayoutStore(tmp_path / "own", tmp_path / "shipped", KINDS).own) == ["one"]


def test_a_folder_that_can_not_be_written_is_said() -> None:
    with without_rights() as folder:
        (folder / "own").mkdir()
        (folder / "own").chmod(0o555)
        shelf = LayoutStore(folder / "own", folder / "shipped", KINDS)
        with pytest.raises(LayoutFileError) as caught:
            shelf.store(Layout("one"))
        assert str(folder / "own") in caught.value.tip


def test_every_shipped_layout_has_a_name_that_is_translated_unless_the_operator_has_one_of_it(tmp_path: Path) -> None:
    store = LayoutStore(tmp_path, resource("layouts"), KINDS)

    assert [store.title(name) for name in store.shipped] == [code.value for code in ShippedLayouts]
    assert store.title("Of a colleague") == "Of a colleague"
