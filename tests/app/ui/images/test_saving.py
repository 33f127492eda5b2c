from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from app.model.images.shading import AutoRange, ColorMap, Shading
from app.model.messages.values import CompressedImage, DepthEncoding, PixelFormat, RawImage
from app.model.topics import Message
from app.ui.images.image_frame import RenderRequest, ViewedImage, render
from app.ui.images.saving import (
    file_name,
    has_numbers,
    image_as_seen,
    image_of_numbers,
    save_as_seen,
    save_numbers,
)
from app.ui.images.view_state import Coloring
from app.ui.images.viewport import Rectangle
from tests.fakes.deliveries import SCHEMA
from tests.fakes.images import colors_of, gray16, noise, packed


def frame_of(source: RawImage | CompressedImage) -> ViewedImage:
    return ViewedImage(source, 1, Message(b"", 1, 1_700_000_000_123_000_000, SCHEMA), 0.0)


def depth(values: list[float]) -> RawImage:
    data = np.array([values], "<f4").tobytes()
    return RawImage(len(values), 1, len(data), PixelFormat.FLOAT32, memoryview(data))


def numbers_in(path: Path) -> list[int]:
    image = QImage(str(path))
    assert image.format() is QImage.Format.Format_Grayscale16
    row = np.frombuffer(bytes(image.constBits()), np.uint16)
    return [int(number) for number in row[: image.width()]]


def test_a_picture_is_saved_right_to_the_pixel(tmp_path: Path) -> None:
    picture = noise(7, 5, pad=3)
    save_as_seen(tmp_path / "a.png", frame_of(picture), None, 0)
    sent = np.frombuffer(picture.pixels, np.uint8).reshape(5, -1)[:, :21].reshape(5, 7, 3)

    assert colors_of(QImage(str(tmp_path / "a.png"))) == [[tuple(pixel) for pixel in row] for row in sent.tolist()]


def test_it_is_turned_and_in_the_colors_that_are_seen() -> None:
    frame = frame_of(depth([0.0, 1.0, 2.0]))
    image = image_as_seen(frame, Shading(ColorMap.GRAY, 0, 2), 1)

    assert [color[0] for row in colors_of(image) for color in row] == [0, 128, 255]


def test_numbers_are_saved_as_they_are(tmp_path: Path) -> None:
    sent = noise(5, 1, PixelFormat.DEPTH16)
    save_numbers(tmp_path / "a.png", frame_of(sent))

    assert numbers_in(tmp_path / "a.png") == np.frombuffer(sent.pixels, "<u2").tolist()


def test_metres_are_saved_as_millimetres(tmp_path: Path) -> None:
    values = [0.0, 1.2344, float("nan"), float("inf"), -1.0, 100.0]
    save_numbers(tmp_path / "a.png", frame_of(depth(values)))

    assert numbers_in(tmp_path / "a.png") == [0, 1234, 0, 0, 0, 65535]


def test_a_jpeg_is_saved_as_it_was_sent_unless_it_was_turned(tmp_path: Path) -> None:
    image = QImage(32, 16, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    frame = frame_of(packed(image, "jpeg"))
    render(frame, RenderRequest(4, Rectangle(0, 0, 99, 99), 0, Coloring()), AutoRange())
    save_as_seen(tmp_path / "a.jpg", frame, None, 0)
    save_as_seen(tmp_path / "turned.jpg", frame, None, 1)
    save_as_seen(tmp_path / "b.png", frame, None, 0)

    assert (tmp_path / "a.jpg").read_bytes() == bytes(frame.source.data)  # type: ignore[union-attr]
    assert QImage(str(tmp_path / "turned.jpg")).height() == 32
    assert QImage(str(tmp_path / "b.png")).width() == 32


def test_a_compressed_depth_picture_keeps_its_numbers(tmp_path: Path) -> None:
    frame = frame_of(CompressedImage("png", packed(gray16([[1, 2, 4000]]), "png").data, depth=DepthEncoding()))
    save_numbers(tmp_path / "a.png", frame)

    assert numbers_in(tmp_path / "a.png") == [1, 2, 4000]


def test_a_file_without_an_ending_is_a_png(tmp_path: Path) -> None:
    save_as_seen(tmp_path / "a", frame_of(noise(2, 2)), None, 0)

    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_what_can_not_be_written_says_why_and_harms_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        save_as_seen(tmp_path / "no" / "a.png", frame_of(noise(2, 2)), None, 0)
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("kind", "numbers", "ending"),
    [
        (PixelFormat.RGB8, False, ".123.png"),
        (PixelFormat.DEPTH16, True, ".123-mm.png"),
        (PixelFormat.MONO16, True, ".123-16bit.png"),
    ],
)
def test_a_file_is_named_after_topic_and_moment(kind: PixelFormat, numbers: bool, ending: str) -> None:  # noqa: FBT001
    name = file_name("/rover/../cam ä/image", frame_of(noise(2, 2, kind)), numbers=numbers)

    assert name.startswith("rover-cam-image-202311")
    assert name.endswith(ending)
    assert file_name("//", frame_of(noise(2, 2))).startswith("picture-")


def test_colors_have_no_numbers() -> None:
    assert not has_numbers(frame_of(noise(2, 2)))
    assert not has_numbers(frame_of(noise(2, 2, PixelFormat.MONO8)))
    assert has_numbers(frame_of(noise(2, 2, PixelFormat.DEPTH16)))
    assert image_of_numbers(frame_of(noise(3, 2, PixelFormat.MONO16))).width() == 3
