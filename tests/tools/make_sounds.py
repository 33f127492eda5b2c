"""`python -m tests.tools.make_sounds`: makes the sounds in resources/sounds, each a few short tones.

The short and the long one go down, the double one is one tone twice, so that all are told apart without looking.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from typing import Final

from app.resources import resource

RATE_HZ: Final = 22_050
_LOUDNESS: Final = 0.5
# short enough for no click, long enough to be no buzz
_EDGE_S: Final = 0.008

# frequency and seconds of each tone; 0 Hz is silence
TONES: Final = {
    "short": ((880.0, 0.1), (0.0, 0.02), (587.33, 0.14)),
    "long": ((880.0, 0.12), (0.0, 0.03), (587.33, 0.12), (0.0, 0.03), (440.0, 0.22)),
    "double": ((659.26, 0.14), (0.0, 0.08), (659.26, 0.14)),
}


def _tone(frequency_hz: float, seconds: float) -> list[int]:
    count = round(RATE_HZ * seconds)
    edge = _EDGE_S * RATE_HZ
    return [
        round(
            0x7FFF
            * _LOUDNESS
            * min(1.0, at / edge, (count - at) / edge)
            * math.sin(2 * math.pi * frequency_hz * at / RATE_HZ)
        )
        for at in range(count)
    ]


def sound(name: str) -> bytes:
    """A file of PCM, 16 bit, one channel."""
    samples = [sample for tone in TONES[name] for sample in _tone(*tone)]
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(RATE_HZ)
        writer.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


if __name__ == "__main__":
    for name in TONES:
        resource("sounds", f"{name}.wav").write_bytes(sound(name))
