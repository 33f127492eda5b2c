from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage

from app.model.messages.geometry import Transform
from app.model.messages.values import Grid, GridUpdate
from app.ui.top_view.cells import OCCUPIED, CellMap, color_table, grid_affine
from app.ui.top_view.viewport import Affine, apply_affine

WHITE, BLACK = 0xFFFFFF, 0x000000
UPRIGHT: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def cell_map(cells: np.ndarray) -> CellMap:
    height, width = cells.shape
    made = CellMap(Grid(width, height, 0.5, memoryview(cells.astype(np.uint8).tobytes())))
    while not made.step(5000):
        pass
    return made


def numbers(made: CellMap, view: Affine, size: tuple[int, int]) -> np.ndarray:
    """The ranks that are seen: their own table as colours."""
    part = made.visible_image(view, size, np.arange(256, dtype=np.uint32))
    assert part is not None
    return part.pixels


def test_cells_are_unknown_free_or_more_or_less_occupied() -> None:
    made = cell_map(np.array([[255, 0, 50, 100, 101, 200]]))

    assert numbers(made, UPRIGHT, (6, 1)).tolist() == [[0, 1, 51, OCCUPIED, 0, 0]]


def test_colours_go_from_free_to_occupied_and_unknown_is_not_seen() -> None:
    table = color_table(WHITE, BLACK, 1.0)

    assert [hex(color) for color in table[[0, 1, OCCUPIED, OCCUPIED + 1]]] == ["0x0", "0xffffffff", "0xff000000", "0x0"]
    assert hex(color_table(WHITE, BLACK, 0.5)[1]) == "0x80808080"


def test_on_a_ground_of_one_colour_nothing_needs_to_be_seen_through() -> None:
    table = color_table(WHITE, BLACK, 0.5, 0x102030)
    made = cell_map(np.zeros((4, 4)))
    part = made.visible_image(UPRIGHT, (4, 4), table)
    assert part is not None

    assert [hex(color) for color in table[[0, 1]]] == ["0xff102030", "0xff889098"]
    assert part.image.format() == QImage.Format.Format_RGB32


@pytest.mark.parametrize("shape", [(1, 1), (3, 5000), (5000, 3), (2049, 1500), (1, 70000)])
def test_smaller_copies_keep_what_is_occupied(shape: tuple[int, int]) -> None:
    cells = np.zeros(shape, np.uint8)
    places = [(0, 0), (shape[0] - 1, shape[1] - 1), (shape[0] // 2, shape[1] // 3)]
    for row, column in places:
        cells[row, column] = 100
    made = cell_map(cells)
    scale = 1 / (1 << (made.levels - 1))
    seen = numbers(made, (scale, 0, 0, scale, 0, 0), shape[::-1])

    assert max(seen.shape) <= 1024
    for row, column in places:
        assert seen[row >> (made.levels - 1), column >> (made.levels - 1)] == OCCUPIED
    assert (seen == OCCUPIED).sum() <= len(places)


def test_each_copy_is_the_most_of_four() -> None:
    cells = np.random.default_rng(1).integers(0, 101, (1100, 2100)).astype(np.uint8)
    made = cell_map(cells)
    seen = numbers(made, (0.5, 0, 0, 0.5, 0, 0), (1050, 550))

    assert (seen == cells.reshape(550, 2, 1050, 2).max((1, 3)) + 1).all()


def test_only_what_is_seen_is_made() -> None:
    made = cell_map(np.zeros((900, 900)))
    part = made.visible_image((10.0, 0.0, 0.0, 10.0, -3000.0, -3000.0), (100, 100), color_table(WHITE, BLACK, 1.0))
    assert part is not None

    assert (part.image.width(), part.image.height()) == (128, 128)
    assert apply_affine(part.affine, 0, 0) == (256, 256)
    assert made.visible_image((1, 0, 0, 1, 5000, 0), (100, 100), color_table(WHITE, BLACK, 1.0)) is None


def test_the_same_part_is_not_made_again() -> None:
    made, colors = cell_map(np.zeros((500, 500))), color_table(WHITE, BLACK, 1.0)
    first = made.visible_image(UPRIGHT, (100, 100), colors)

    assert made.visible_image((1, 0, 0, 1, -3, -4), (100, 100), colors) is first
    assert made.visible_image(UPRIGHT, (100, 100), color_table(BLACK, WHITE, 1.0)) is not first


def test_nothing_is_seen_until_it_is_ready() -> None:
    made = CellMap(Grid(2000, 2000, 0.05, memoryview(bytes(4_000_000))))

    assert not made.step(100_000)
    assert made.visible_image(UPRIGHT, (10, 10), color_table(WHITE, BLACK, 1.0)) is None
    while not made.step(500_000):
        pass
    assert made.visible_image(UPRIGHT, (10, 10), color_table(WHITE, BLACK, 1.0)) is not None


def test_a_grid_without_cells_is_ready_and_not_seen() -> None:
    made = CellMap(Grid(0, 0, 0.05, memoryview(b"")))

    assert made.step()
    assert made.visible_image(UPRIGHT, (10, 10), color_table(WHITE, BLACK, 1.0)) is None


def test_the_first_cell_begins_in_the_origin_and_the_next_follows_along_x() -> None:
    grid = Grid(4, 3, 0.5, memoryview(bytes(12)))
    affine = grid_affine(Transform.from_xy_yaw(1.0, 2.0, np.pi / 2).planar_matrix, grid)

    assert apply_affine(affine, 0, 0) == (1.0, 2.0)
    assert apply_affine(affine, 2, 0) == pytest.approx((1.0, 3.0))
    assert apply_affine(affine, 0, 2) == pytest.approx((0.0, 2.0))


def update(x: int, y: int, cells: np.ndarray) -> GridUpdate:
    height, width = cells.shape
    return GridUpdate(x, y, width, height, memoryview(cells.astype(np.uint8).tobytes()))


@pytest.mark.parametrize("seed", range(6))
def test_a_map_that_was_changed_is_that_which_is_told_whole(seed: int) -> None:
    rng = np.random.default_rng(seed)
    height, width = rng.integers(1100, 2600, 2)
    cells = rng.choice([0, 100, 255], (height, width)).astype(np.uint8)
    changed = cell_map(cells)
    for _ in range(5):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        part = rng.choice([0, 40, 255], (int(rng.integers(1, height - y + 1)), int(rng.integers(1, width - x + 1))))
        cells[y : y + part.shape[0], x : x + part.shape[1]] = part
        changed.change(update(x, y, part))
    while changed.waiting:
        changed.step(50_000)
    whole = cell_map(cells)
    for level in range(whole.levels):
        scale = 1 / (1 << level)
        view: Affine = (scale, 0, 0, scale, 0, 0)
        assert (numbers(changed, view, (width, height)) == numbers(whole, view, (width, height))).all()


def test_a_change_is_seen_at_once_and_its_steps_hold_up_no_frame() -> None:
    made = cell_map(np.zeros((900, 1000)))
    assert numbers(made, UPRIGHT, (4, 4))[0, 0] == 1
    revision = made.revision
    made.change(update(0, 0, np.full((900, 1000), 100)))
    steps = 0
    while made.waiting:
        made.step(100_000)
        steps += 1

    assert steps == 9
    assert made.revision > revision
    assert numbers(made, UPRIGHT, (4, 4))[0, 0] == OCCUPIED


def test_many_small_changes_are_not_taken_in_one_step() -> None:
    made = cell_map(np.zeros((9, 9)))
    for _ in range(50):
        made.change(update(3, 3, np.full((1, 1), 100)))
    made.step(100_000)

    assert made.waiting == 45


@pytest.mark.parametrize(("x", "y"), [(7, 0), (0, 7), (1 << 31, 0)])
def test_a_change_that_is_beside_the_map_is_none(x: int, y: int) -> None:
    made = cell_map(np.zeros((9, 9)))
    with pytest.raises(ValueError, match="3 x 3 cells"):
        made.change(update(x, y, np.zeros((3, 3))))
    made.change(update(9, 9, np.zeros((0, 0))))

    assert made.waiting == 0
