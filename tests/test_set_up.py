"""`packaging/set_up.sh` on machines that lack things; the tools that it asks are fakes that write down their calls."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# what the script needs of any system
TOOLS = ("cat", "cmp", "dirname", "grep", "head", "mktemp", "mv", "readlink", "rm", "sed", "sh")


@dataclass(frozen=True, slots=True)
class Machine:
    """A folder with a copy of the script, and the only folder of programs that it finds."""

    root: Path

    def add(self, name: str, script: str) -> None:
        """Have a program, a line of sh; each of its calls is written down first."""
        path = self.root / "bin" / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.root}/calls"\n{script}\n', encoding="utf-8")
        path.chmod(0o755)

    def add_python(self, name: str, version: str, *, has_venv: bool = True) -> None:
        """Have a Python, which is never asked for more than its version and whether it can make an environment."""
        minor = int(version.split(".")[1])
        self.add(
            name,
            f'case "$*" in -V) echo "Python {version}" ;;'
            f" *version_info*) exit {int(minor < 11)} ;;"
            f" *ensurepip*) exit {int(not has_venv)} ;; *) exit 7 ;; esac",
        )

    def add_apt(self, offers: dict[str, str], *, installed: bool = False) -> None:
        """Have Debian's tools; `offers` is what can be had, `installed` whether Qt's libraries are there."""
        shown = " ".join(f"{name}) echo 'Version: {version}' ;;" for name, version in offers.items())
        self.add("apt-cache", f'case "$2" in {shown} *) ;; esac')
        self.add("apt-get", "exit 0")
        self.add(
            "dpkg", 'test "$1" != --compare-versions || test "$(printf "3.11\\n$2\\n" | sort -V | head -n 1)" = 3.11'
        )
        answer = 'case "$4" in *-venv*) ;; *) echo installed ;; esac' if installed else "exit 1"
        self.add("dpkg-query", answer)

    def set_up(self, **environment: str) -> tuple[int, str]:
        """Run it; the exit code and what it said."""
        done = subprocess.run(
            [self.root / "bin/sh", self.root / "packaging/set_up.sh", "run"],
            env={"PATH": str(self.root / "bin"), **environment},
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert not done.stdout
        return done.returncode, done.stderr

    def calls(self, name: str) -> list[str]:
        """With which arguments a program was called."""
        lines = (self.root / "calls").read_text(encoding="utf-8").splitlines()
        return [line.removeprefix(f"{name} ") for line in lines if line.startswith(f"{name} ")]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "bin").mkdir()
    (tmp_path / "packaging").mkdir()
    shutil.copy(ROOT / "packaging/set_up.sh", tmp_path / "packaging")
    for tool in (*TOOLS, "printf", "sort", "test"):
        found = shutil.which(tool)
        assert found, tool
        (tmp_path / "bin" / tool).symlink_to(found)
    made = Machine(tmp_path)
    made.add("id", "echo 0")
    made.add("env", 'shift; "$@"')
    return made


def test_too_old_a_python_is_told_before_any_package_is_asked_for(machine: Machine) -> None:
    machine.add_python("python3", "3.10.12")
    machine.add_apt({"python3": "3.10.6-1~22.04"})

    code, said = machine.set_up()

    assert code == 1
    assert "Python 3.11 or newer is needed; python3 here is Python 3.10.12." in said
    assert "apt-get install python3.11 python3.11-venv" in said
    assert machine.calls("apt-get") == ["-q -o Acquire::Retries=5 update"]


def test_no_python_at_all_is_told_in_the_same_way(machine: Machine) -> None:
    machine.add_apt({})

    code, said = machine.set_up()

    assert code == 1
    assert "python3 here is missing." in said
    assert machine.calls("apt-get") == ["-q -o Acquire::Retries=5 update"]


@pytest.mark.parametrize(
    ("offers", "package"),
    [
        ({"python3": "3.13.5-1", "python3.14": "3.14.0-1"}, "python3"),
        ({"python3": "3.10.6-1~22.04", "python3.11": "3.11.0~rc1-1~22.04"}, "python3.11"),
    ],
)
def test_a_newer_python_among_the_packages_is_added_with_them(
    machine: Machine, offers: dict[str, str], package: str
) -> None:
    machine.add_apt(offers)

    machine.set_up()

    (install,) = (call for call in machine.calls("apt-get") if " install " in call)
    assert install.endswith(f" {package} {package}-venv")


def test_a_python_that_was_named_by_its_path_and_is_missing_is_added_by_its_name(machine: Machine) -> None:
    machine.add_apt({"python3": "3.11.2-1+b1"})

    machine.set_up(TELEDECK_PYTHON=str(machine.root / "bin/python3"))

    (install,) = (call for call in machine.calls("apt-get") if " install " in call)
    assert install.endswith(" python3 python3-venv")


def test_without_leave_to_add_packages_the_python_is_told_and_nothing_is_asked_for(machine: Machine) -> None:
    machine.add_python("python3", "3.10.12")
    machine.add_apt({"python3.11": "3.11.0~rc1-1~22.04"})

    code, said = machine.set_up(TELEDECK_SYSTEM_PACKAGES="no")

    assert code == 1
    assert "Python 3.11 or newer is needed" in said
    assert machine.calls("apt-get") == []


def test_the_python_that_was_named_is_taken(machine: Machine) -> None:
    machine.add_python("python3", "3.11.2")
    machine.add_python("python3.13", "3.13.5")

    said = machine.set_up(TELEDECK_PYTHON="python3.13")[1]

    assert "making .venv with Python 3.13.5" in said
    assert machine.calls("python3") == []


def test_on_another_system_the_python_is_told_before_its_libraries(machine: Machine) -> None:
    machine.add_python("python3", "3.10.12")

    code, said = machine.set_up()

    assert code == 1
    assert said.startswith("teledeck: Python 3.11 or newer is needed")
    assert "xkbcommon" not in said


@pytest.mark.parametrize("name", ["python3", "python3.12"])
def test_a_python_without_venv_is_told_with_the_package_that_has_it(machine: Machine, name: str) -> None:
    machine.add_python(name, "3.12.3", has_venv=False)
    machine.add_apt({}, installed=True)

    code, said = machine.set_up(TELEDECK_SYSTEM_PACKAGES="no")

    assert code == 1
    assert "Python 3.12.3 here can't make .venv" in said
    assert f"apt-get install {name}-venv" in said
    assert not any("-m venv" in call for call in machine.calls(name))


@pytest.mark.parametrize("named", [False, True], ids=["found", "named by its path"])
def test_the_package_that_makes_environments_is_added_where_only_that_is_missing(
    machine: Machine, *, named: bool
) -> None:
    machine.add_python("python3", "3.11.2", has_venv=False)
    machine.add_apt({"python3": "3.11.2-1"}, installed=True)

    machine.set_up(**({"TELEDECK_PYTHON": str(machine.root / "bin/python3")} if named else {}))

    (install,) = (call for call in machine.calls("apt-get") if " install " in call)
    assert install.endswith("--no-install-recommends python3-venv")
