from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.ui.analysis.chart_image import Drawable, save_chart_image
from app.ui.base.theme import DARK, LIGHT
from tests.fakes.analyses import histogram_result, spectrum_result, timing_result

RESULTS: dict[str, Drawable] = {
    "spectrum": spectrum_result(),
    "density": spectrum_result(density=True),
    "counts": histogram_result()[0],
    "distribution": histogram_result(),
    "timing": timing_result(),
}


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("dark", [True, False])
def test_every_result_is_drawn_in_both_looks(qapp: QApplication, tmp_path: Path, name: str, *, dark: bool) -> None:
    del qapp
    file = tmp_path / "result.png"
    save_chart_image(file, RESULTS[name], "/imu x", dark)
    image = QImage(str(file))
    colors = {image.pixelColor(x, y).name() for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}

    assert image.pixelColor(3, 3).name() == (DARK if dark else LIGHT).base
    assert len(colors) > 5


def test_a_picture_that_cannot_be_written_is_told(qapp: QApplication, tmp_path: Path) -> None:
    del qapp
    with pytest.raises(FileNotFoundError):
        save_chart_image(tmp_path / "none" / "result.png", spectrum_result(), "", True)


def test_it_needs_no_application_of_its_caller(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from app.ui.analysis.chart_image import save_chart_image
from tests.fakes.analyses import timing_result
save_chart_image(Path(sys.argv[1]), timing_result(), "/imu", False)
"""
    file = tmp_path / "timing.png"
    done = subprocess.run([sys.executable, "-c", code, file], check=False, timeout=60, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert QImage(str(file)).width() == 2000
