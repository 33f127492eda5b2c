from __future__ import annotations

import subprocess
import sys

import pytest

from tests.tools import monkey

_TRY_EVERY_WAY = """
import sys
from PySide6.QtWidgets import QApplication, QFileDialog
from tests.tools import monkey

app = QApplication(sys.argv[:1])
monkey._refuse_file_dialogs()
dialog = QFileDialog()
for show in (dialog.open, dialog.show, dialog.exec, lambda: dialog.setVisible(True)):
    show()
    assert not [each for each in app.topLevelWidgets() if each.isVisible()], show
for ask in (QFileDialog.getOpenFileName, QFileDialog.getSaveFileName):
    assert ask(None, "title") == ("", ""), ask
assert QFileDialog.getOpenFileNames(None, "title") == ([], "")
assert QFileDialog.getExistingDirectory(None, "title") == ""
"""


def test_root_may_not_play() -> None:
    assert "root" in monkey.refusal(0)
    assert monkey.refusal(1000) == ""


def test_it_ends_with_2_and_says_why(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)

    assert monkey.main() == 2
    assert "does not play as root" in capsys.readouterr().err


def test_a_run_that_grew_or_did_too_little_is_not_well() -> None:
    most, fewest = monkey.MAX_GROWTH_BYTES, 10 * monkey.MIN_ACTS_A_MINUTE
    assert monkey.judged(fewest, 10.0, most) == []
    assert monkey.judged(fewest, 10.0, most + 1) == ["25 MB more are allocated"]
    (problem,) = monkey.judged(fewest - 1, 10.0, 0)
    assert problem.startswith(f"only {fewest - 1} acts in 10 minutes")


def test_no_file_dialog_is_ever_shown() -> None:
    """In a process of its own: what is replaced stays replaced."""
    run = subprocess.run(
        [sys.executable, "-c", _TRY_EVERY_WAY],
        cwd=monkey.ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (run.returncode, run.stderr.replace("This plugin does not support propagateSizeHints()\n", "")) == (0, "")
