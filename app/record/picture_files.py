"""Small pictures for the black box: JPEG of any image, as messages of type `foxglove.CompressedImage`."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, timestamp_pb2

from app.model.images import conversion
from app.model.images.shading import AutoRange, ColorMap, Shading
from app.model.messages.checks import check_image
from app.model.messages.values import PixelFormat, RawImage
from app.model.schema import RecordedSchema

# of a picture; a larger image is thinned to every second row and column, or third
MAX_PIXELS: Final = 1_000_000
QUALITY: Final = 75

_NAME: Final = "foxglove.CompressedImage"
_FILE: Final = "foxglove/CompressedImage.proto"

# how many bytes a pixel has, and what the library calls them; of RGB32 the lowest byte comes first
_COLORS: Final = {
    conversion.RasterFormat.RGB24: (3, "RGB"),
    conversion.RasterFormat.BGR24: (3, "BGR"),
    conversion.RasterFormat.RGBA32: (4, "RGBA"),
    conversion.RasterFormat.RGB32: (4, "BGRA"),
    conversion.RasterFormat.GRAY8: (1, "GRAY"),
}


def make_picture(image: RawImage, received_ns: int) -> bytes:
    """Return the message of an image, as a small file.

    Raises:
        DecodeError: the image is not valid.
        ImportError: the library that makes JPEG can't be loaded.
    """
    # what can't be loaded costs pictures, and nothing else
    from simplejpeg import encode_jpeg  # noqa: PLC0415

    check_image(image)
    factor = max(1, math.ceil(math.sqrt(image.width * image.height / MAX_PIXELS)))
    raster = conversion.convert(image, conversion.whole_region(image), factor, _shading(image))
    pixels, colors = _pixels(raster)
    # what needs no conversion was not thinned
    left = max(1, factor // raster.factor)
    jpeg = encode_jpeg(np.ascontiguousarray(pixels[::left, ::left]), QUALITY, colors, "420")
    seconds, nanos = divmod(received_ns if image.stamp_ns is None else image.stamp_ns, 1_000_000_000)
    message = _MESSAGE(data=jpeg, format="jpeg")
    message.timestamp.seconds, message.timestamp.nanos = seconds, nanos
    made: bytes = message.SerializeToString()
    return made


def _shading(image: RawImage) -> Shading | None:
    """Return how numbers become colours: distances over the range that the image has, brightness as it is."""
    kind = image.format
    if kind not in conversion.SINGLE_CHANNEL or kind in conversion.GRAY_FORMATS:
        return None
    low, high = AutoRange().next_range(conversion.pixel_array(image), has_zero=kind is not PixelFormat.DEPTH16)
    return Shading(ColorMap.GRAY if kind not in conversion.METRES_PER_UNIT else ColorMap.TURBO, low, high)


def _pixels(raster: conversion.Raster) -> tuple[Any, str]:
    """Return the pixels of a raster by row, column and byte, and what their bytes are."""
    if raster.format is conversion.RasterFormat.GRAY16:
        return (_rows(raster, 2).view(np.uint16) >> 8).astype(np.uint8), "GRAY"
    if raster.format is conversion.RasterFormat.INDEXED8:
        table = np.array(raster.colors, "<u4").view(np.uint8).reshape(-1, 4)
        return table[_rows(raster, 1)[:, :, 0]], "BGRA"
    nbytes, colors = _COLORS[raster.format]
    return _rows(raster, nbytes), colors


def _rows(raster: conversion.Raster, nbytes: int) -> Any:
    """Return a view of a raster's bytes, without what rows are filled up with."""
    data = np.frombuffer(raster.data, np.uint8)
    shape, steps = (raster.height, raster.width, nbytes), (raster.step, nbytes, 1)
    return np.lib.stride_tricks.as_strided(data, shape, steps, writeable=False)


def _described() -> tuple[Any, RecordedSchema]:
    """Return the class of the messages, and its description for files."""
    field_type = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(
        name=_FILE, package="foxglove", syntax="proto3", dependency=["google/protobuf/timestamp.proto"]
    )
    message = file.message_type.add(name="CompressedImage")
    for number, name, kind in (
        (1, "timestamp", field_type.TYPE_MESSAGE),
        (4, "frame_id", field_type.TYPE_STRING),
        (2, "data", field_type.TYPE_BYTES),
        (3, "format", field_type.TYPE_STRING),
    ):
        field = message.field.add(name=name, number=number, type=kind, label=field_type.LABEL_OPTIONAL)
        if kind == field_type.TYPE_MESSAGE:
            field.type_name = ".google.protobuf.Timestamp"
    imported = descriptor_pb2.FileDescriptorProto()
    timestamp_pb2.DESCRIPTOR.CopyToProto(imported)
    pool = descriptor_pool.DescriptorPool()
    for each in (imported, file):
        pool.Add(each)
    files = descriptor_pb2.FileDescriptorSet(file=[imported, file])
    schema = RecordedSchema(_NAME, "protobuf", "protobuf", files.SerializeToString(deterministic=True))
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(_NAME)), schema


_MESSAGE, PICTURE_SCHEMA = _described()
