"""A rospy node that publishes one latched picture of every encoding, each on a topic of its name.

Usage: pictures.py JPEG-FILE RVL-FILE

Rows have three bytes of padding. Numbers of 16 bits, and floating ones, come in both orders of bytes: those whose
highest comes first on a topic that ends with _be. What the bytes are, `image_bytes` says; the test knows it too.
"""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import rospy
from sensor_msgs.msg import CompressedImage, Image

WIDTH, HEIGHT, PAD = 7, 5, 3

# bytes of a pixel, and of one of its numbers
ENCODINGS = {
    "rgb8": (3, 1),
    "bgr8": (3, 1),
    "rgba8": (4, 1),
    "bgra8": (4, 1),
    "mono8": (1, 1),
    "mono16": (2, 2),
    "rgb16": (6, 2),
    "bgr16": (6, 2),
    "16UC1": (2, 2),
    "32FC1": (4, 4),
    "bayer_rggb8": (1, 1),
    "bayer_bggr8": (1, 1),
    "bayer_gbrg8": (1, 1),
    "bayer_grbg8": (1, 1),
    "bayer_rggb16": (2, 2),
    "bayer_bggr16": (2, 2),
    "bayer_gbrg16": (2, 2),
    "bayer_grbg16": (2, 2),
    "yuv422": (2, 1),
    "rgba16": (8, 2),
    "bgra16": (8, 2),
    "8SC1": (1, 1),
    "16SC1": (2, 2),
}

# brightness first, then the rows of colour behind it: how many, their bytes, and their step in steps of brightness
PLANES = {
    "nv21": ((HEIGHT + 1) // 2, (WIDTH + 1) // 2 * 2, 1),
    "nv24": (HEIGHT, 2 * WIDTH, 2),
}


def image_bytes(count: int, *, floating: bool, big: bool) -> bytes:
    """Bytes that differ from one to the next; floating numbers from 0 to 5."""
    if not floating:
        return bytes((place * 37 + (place >> 4) * 11 + 5) & 255 for place in range(count))
    order = ">" if big else "<"
    return b"".join(struct.pack(order + "f", place * 7 % 50 / 10) for place in range(count // 4)) + bytes(count % 4)


def image(encoding: str, *, big: bool) -> Image:
    """A picture of an encoding."""
    pixel, _ = ENCODINGS[encoding]
    step = WIDTH * pixel + PAD
    message = Image(width=WIDTH, height=HEIGHT, step=step, encoding=encoding, is_bigendian=int(big))
    rows = []
    for row in range(HEIGHT):
        content = image_bytes((row + 1) * WIDTH * pixel, floating=encoding == "32FC1", big=big)
        rows.append(content[row * WIDTH * pixel :] + b"\xee" * PAD)
    message.data = b"".join(rows)
    return message


def planar(encoding: str) -> Image:
    """A picture with its colours behind its brightness."""
    rows, width, steps = PLANES[encoding]
    step = WIDTH + PAD
    content = image_bytes(HEIGHT * WIDTH + rows * width, floating=False, big=False)
    light = [content[row * WIDTH :][:WIDTH] + b"\xee" * PAD for row in range(HEIGHT)]
    colors = [content[HEIGHT * WIDTH + row * width :][:width].ljust(steps * step, b"\xee") for row in range(rows)]
    return Image(width=WIDTH, height=HEIGHT, step=step, encoding=encoding, data=b"".join(light + colors))


def png(depth: int, color: int, rows: list[bytes]) -> bytes:
    """A PNG of so many bits; colour 0 is gray, 2 is red, green and blue."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, color, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def compressed(jpeg: bytes, rvl: bytes) -> dict[str, CompressedImage]:
    """Pictures as files, and distances by compressedDepth."""
    colors, numbers = (image_bytes(WIDTH * HEIGHT * size, floating=False, big=False) for size in (3, 2))
    rgb = png(8, 2, [colors[row * 3 * WIDTH :][: 3 * WIDTH] for row in range(HEIGHT)])
    gray = png(16, 0, [numbers[row * 2 * WIDTH :][: 2 * WIDTH] for row in range(HEIGHT)])
    return {
        "jpeg": CompressedImage(format="bgr8; jpeg compressed bgr8", data=jpeg),
        "png": CompressedImage(format="bgr8; png compressed bgr8", data=rgb),
        "depth16": CompressedImage(format="16UC1; compressedDepth png", data=struct.pack("<iff", 0, 0, 0) + gray),
        "rvl": CompressedImage(
            format="16UC1; compressedDepth rvl", data=struct.pack("<iffii", 0, 0, 0, WIDTH, HEIGHT) + rvl
        ),
        "depth32": CompressedImage(format="32FC1; compressedDepth png", data=struct.pack("<iff", 1, 500, 0.5) + gray),
    }


def main() -> None:
    rospy.init_node("pictures")
    jpeg, rvl = (Path(name).read_bytes() for name in rospy.myargv()[1:])
    messages = dict(compressed(jpeg, rvl))
    messages |= {f"i_{encoding}": planar(encoding) for encoding in PLANES}
    for encoding, (_, number) in ENCODINGS.items():
        messages[f"i_{encoding}"] = image(encoding, big=False)
        if number > 1:
            messages[f"i_{encoding}_be"] = image(encoding, big=True)
    # to be held: a publisher that nobody holds is taken back
    publishers = []
    for name, message in messages.items():
        publisher = rospy.Publisher(f"/pictures/{name}", type(message), queue_size=1, latch=True)
        publisher.publish(message)
        publishers.append(publisher)
    rospy.spin()
    sys.exit()


if __name__ == "__main__":
    main()
