from __future__ import annotations

from pathlib import Path

import pytest

from protos import generate

MINIMAL = 'syntax = "proto2";\npackage tried;\nmessage Thing {\n  optional int32 size = 1;\n}\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with one .proto file and what it gives."""
    (tmp_path / "protos" / "tried").mkdir(parents=True)
    (tmp_path / "protos" / "tried" / "thing.proto").write_text(MINIMAL)
    generate.write(tmp_path)
    return tmp_path


def test_the_modules_in_the_tree_are_what_their_proto_files_give() -> None:
    assert "protos/gazebo/transport_pb2.pyi" in generate.modules(generate.ROOT)
    assert generate.stale() == []


def test_write_makes_a_module_and_its_stub(tree: Path) -> None:
    assert list(generate.modules(tree)) == ["protos/tried/thing_pb2.py", "protos/tried/thing_pb2.pyi"]
    assert "size: int" in (tree / "protos/tried/thing_pb2.pyi").read_text()


def test_check_accepts_a_tree_that_is_up_to_date(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["--check"], tree) == 0
    assert not capsys.readouterr().err


def test_check_names_the_modules_of_a_proto_file_that_has_changed(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "protos/tried/thing.proto").write_text(MINIMAL.replace("size", "width"))
    before = generate.modules(tree)

    assert generate.main(["--check"], tree) == 1
    said = capsys.readouterr().err
    assert "protos/tried/thing_pb2.py " in said
    assert "protos/tried/thing_pb2.pyi " in said
    assert generate.modules(tree) == before


def test_check_names_a_module_that_is_missing(tree: Path) -> None:
    (tree / "protos/tried/thing_pb2.pyi").unlink()

    assert generate.stale(tree) == ["protos/tried/thing_pb2.pyi"]
    assert generate.main(["--check"], tree) == 1


def test_check_names_a_module_whose_proto_file_is_gone(tree: Path) -> None:
    (tree / "protos/tried/gone_pb2.py").write_text("")

    assert generate.stale(tree) == ["protos/tried/gone_pb2.py"]


def test_writing_brings_everything_up_to_date_and_leaves_other_files_alone(tree: Path) -> None:
    (tree / "protos/tried/thing.proto").write_text(MINIMAL.replace("size", "width"))
    (tree / "protos/tried/gone_pb2.py").write_text("")
    (tree / "protos/tried/registry.py").write_text("ours")

    assert generate.main([], tree) == 0
    assert generate.stale(tree) == []
    assert "width: int" in (tree / "protos/tried/thing_pb2.pyi").read_text()
    assert not (tree / "protos/tried/gone_pb2.py").exists()
    assert (tree / "protos/tried/registry.py").read_text() == "ours"


def test_a_proto_file_that_does_not_compile_changes_nothing(tree: Path) -> None:
    (tree / "protos/tried/thing.proto").write_text("message {")
    before = generate.modules(tree)

    with pytest.raises(generate.GenerationError):
        generate.write(tree)
    assert generate.modules(tree) == before
