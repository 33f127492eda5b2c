"""Generator of the modules of protos/*/ from their .proto files, and check that they are up to date.

python -m protos.generate            writes every *_pb2.py and *_pb2.pyi, removes those without a .proto file
python -m protos.generate --check    writes nothing, exits 1 if that would change anything
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent

_MODULES = ("protos/*/*_pb2.py", "protos/*/*_pb2.pyi")


class GenerationError(Exception):
    """The compiler rejected a .proto file; it has said why on standard error."""


def generated(root: Path = ROOT) -> dict[str, str]:
    """Generate the modules of the .proto files under `root`: their texts by path relative to `root`."""
    sources = sorted(path.relative_to(root).as_posix() for path in root.glob("protos/*/*.proto"))
    well_known = Path(protoc.__file__).parent / "_proto"
    with tempfile.TemporaryDirectory() as folder:
        outputs = [f"--python_out={folder}", f"--pyi_out={folder}"]
        code = protoc.main(["protoc", f"-I{root}", f"-I{well_known}", *outputs, *sources])
        if code != 0:
            raise GenerationError(f"protoc ended with exit code {code}")
        return modules(Path(folder))


def modules(root: Path) -> dict[str, str]:
    """The text of every generated module that stands under `root`, by its path relative to `root`."""
    paths = sorted(path for pattern in _MODULES for path in root.glob(pattern))
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def stale(root: Path = ROOT) -> list[str]:
    """The modules under `root` that are missing, differ from what the .proto files give, or have no .proto file."""
    have, want = modules(root), generated(root)
    return sorted(name for name in have.keys() | want.keys() if have.get(name) != want.get(name))


def write(root: Path = ROOT) -> None:
    """Write the generated modules under `root`, and remove those without a .proto file."""
    want = generated(root)
    for name, text in want.items():
        (root / name).write_text(text, encoding="utf-8", newline="\n")
    for name in modules(root).keys() - want.keys():
        (root / name).unlink()


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m protos.generate", description="Regenerate the protobuf modules.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if a module is not up to date")
    if not parser.parse_args(arguments).check:
        write(root)
        return 0
    names = stale(root)
    for name in names:
        sys.stderr.write(f"{name} is not what its .proto file gives: run python -m protos.generate\n")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
