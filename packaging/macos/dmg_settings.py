"""dmgbuild's settings: a disk image with the program, and a way to where programs are kept.

Never run: see docs/packaging.md.
"""

# ruff: noqa: A001, F821 - dmgbuild names its settings, and gives `defines`: what its caller names by -D
# mypy: ignore-errors

from pathlib import Path

application = defines["app"]
name = Path(application).name

format = "ULFO"
files = [application]
symlinks = {"Applications": "/Applications"}
icon = defines["icon"]
icon_locations = {name: (140, 140), "Applications": (380, 140)}
window_rect = ((200, 200), (520, 320))
icon_size = 96
default_view = "icon-view"
