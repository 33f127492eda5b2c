"""A recorder of the black box at work, to which things happen: disks that fill up, go away or stand still.

python -m tests.peers.record_run FOLDER SECONDS [AT_S COMMAND]...

Writes 1,000 messages of 1,000 bytes a second into FOLDER, each of which begins with its number, and runs each command
in a shell when its time has come, the first ones (at 0) before the recorder begins. Says as lines of JSON: `begun`, and
at the end how many were `given` and `lost`, each `trouble` that was shown, in order, and how late (`late_ms`) each step
of the thread was that takes messages.
"""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from app.model.topics import Delivery, Topic, TopicKey, TopicStore
from app.record.channels import ChannelTable
from app.record.mcap_writer import McapWriter
from app.record.own_channels import OWN_CHANNELS, OwnChannels
from app.record.recorder import Recorder, RecorderThread
from app.record.segments import BoxLimits, SegmentFolder
from app.record.tap import RecordTap
from protocols.frames import FrameBatch
from tests.fakes.session import JsonSchema

STEP_S: Final = 0.01
EACH_STEP: Final = 10
BYTES: Final = 1_000
# all that the disk has
LIMITS: Final = BoxLimits(900.0, 10**9, 0)


def _say(**values: object) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


class _Feed:
    """What gives numbered messages to a tap."""

    def __init__(self, tap: RecordTap) -> None:
        self.given = 0
        self.late_ms: list[float] = []
        self._tap = tap
        self._topic: Topic = TopicStore().get_or_create(TopicKey("ros1://robot", "/count"))
        self._schema = JsonSchema("std_msgs/UInt64")
        # they can't be made shorter
        self._rest = random.Random(1).randbytes(BYTES - 8)

    def run(self, duration_s: float, happenings: list[tuple[float, str]]) -> None:
        begun_s = due_s = time.monotonic()
        while due_s < begun_s + duration_s:
            due_s += STEP_S
            time.sleep(max(0.0, due_s - time.monotonic()))
            self.late_ms.append(max(0.0, time.monotonic() - due_s) * 1e3)
            for _ in range(EACH_STEP):
                self._give()
            while happenings and due_s - begun_s >= happenings[0][0]:
                subprocess.Popen(["/bin/sh", "-ec", happenings.pop(0)[1]])
        self._tap.hand_over(time.monotonic())

    def _give(self) -> None:
        self.given += 1
        payload = struct.pack("<Q", self.given) + self._rest
        batch = FrameBatch(payload, [0], [len(payload)], len(payload))
        delivery = Delivery(batch, self._schema, time.monotonic(), time.time_ns())
        self._topic.receive(delivery)
        self._tap.put(self._topic, delivery)


def main() -> None:
    """Run with what the command line says."""
    folder, duration_s = Path(sys.argv[1]), float(sys.argv[2])
    happenings = [(float(at_s), command) for at_s, command in zip(sys.argv[3::2], sys.argv[4::2], strict=True)]
    while happenings and not happenings[0][0]:
        subprocess.run(["/bin/sh", "-ec", happenings.pop(0)[1]], check=True)
    channels = ChannelTable(OWN_CHANNELS)
    tap = RecordTap(channels)
    feed = _Feed(tap)
    troubles: list[str] = []

    def make() -> Recorder:
        return Recorder(
            SegmentFolder(folder), tap, channels, OwnChannels({}), lambda: (), LIMITS, McapWriter, troubles.append
        )

    thread = RecorderThread(make, tap.long_came)
    thread.start()
    _say(begun=True)
    feed.run(duration_s, happenings)
    thread.stop(20.0)
    recorder = thread.recorder
    assert recorder is not None
    _say(given=feed.given, lost=recorder.state.lost, troubles=troubles, late_ms=feed.late_ms)


if __name__ == "__main__":
    main()
