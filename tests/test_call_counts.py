"""The counted ways of a message and of a key: that they are whole, and that nothing else is counted."""

from __future__ import annotations

from types import CodeType
from typing import Final

from app.connections.ros1.command_sender import RosCommandSender
from app.drive.process.drive_loop import DriveLoop
from app.model.timeseries.series import Series
from app.model.topics import Topic
from app.net.tcp import CoreLink
from app.ui.drive.stick import DriveStick
from tests.tools.call_counts import CallRecorder, Chain, count_key, count_message, table

# of a key; a rule that is off for a profile asks nothing at each step
MOST_CALLS: Final = 230


def _codes(chain: Chain) -> list[CodeType]:
    return [call.code for call in chain.calls]


async def test_a_message_goes_from_the_socket_to_the_samples_by_the_store() -> None:
    message = await count_message()

    codes = _codes(message)
    assert codes[0] is CoreLink.get_buffer.__code__
    assert codes.count(Topic.receive.__code__) == 1
    assert codes[-1] is Series.append.__code__
    assert message.depth > 1
    assert any(code.co_filename.startswith("<generated for") for code in codes)


async def test_a_key_goes_from_the_stick_by_the_drive_loop_to_the_robot(qapp: object) -> None:
    del qapp
    key = await count_key()

    assert _codes(key.window)[0] is DriveStick.event.__code__
    assert DriveLoop._send.__code__ in _codes(key.process)
    assert _codes(key.connection)[0] is RosCommandSender.prepare.__code__
    assert CoreLink.flush.__code__ in _codes(key.connection)
    assert f"| key W: all the way | {key.ncalls} |" in table(key.window, key)
    assert key.ncalls <= MOST_CALLS


def test_only_our_own_functions_are_recorded() -> None:
    with CallRecorder() as recorder:
        _codes(Chain((), 0))
        sorted([2, 1], key=lambda number: -number)

    assert [call for turn in recorder.turns for call in turn.calls] == []
