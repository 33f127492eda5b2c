"""Checks of the demo robot: its start, reading it by each protocol, and its images."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from app.cli.selftest.demo_bench import DemoBench
from app.demo.demo_process import RAW_IMAGE_SCHEMES, DemoProcessError
from app.model.images.conversion import convert, whole_region
from app.model.messages.checks import check_image
from app.model.messages.values import RawImage
from app.model.schema import Role
from app.model.topics import Topic
from app.program.check import CheckFailed, CheckSkipped
from app.wording.names import in_a_row
from app.wording.program import ProgramWording
from app.wording.selftest import SelftestWording
from protocols.errors import ProtocolError
from protocols.sentence import sentence_of

POLL_S: Final = 0.05
# from the time of the connection on
READ_S: Final = 2.0
CONNECT_TIMEOUT_S: Final = 8.0
PICTURE_TIMEOUT_S: Final = 6.0
# expected in that time from the protocol with the fewest messages
LEAST_MESSAGES: Final = 5

_OWNER: Final = "selftest pictures"


async def start(bench: DemoBench) -> str:
    """Start the robot in a process of its own, as the window does."""
    try:
        await bench.start()
    except DemoProcessError as error:
        raise CheckFailed(sentence_of(error), SelftestWording.NO_ROBOT_SAID_TIP()) from error
    except OSError as error:
        raise CheckFailed(
            SelftestWording.NO_PROCESS(error=error.strerror or error),
            SelftestWording.NO_PROCESS_TIP(),
        ) from error
    return SelftestWording.ROBOT_RUNS(schemes=in_a_row(bench.uris))


def robot_by(bench: DemoBench, scheme: str) -> str:
    """The id of the connection by a protocol. Raises CheckSkipped if there is no robot."""
    name = bench.connection_name(scheme)
    if name is None:
        raise CheckSkipped(SelftestWording.NO_ROBOT(), SelftestWording.NO_ROBOT_TIP())
    return name


async def read(bench: DemoBench, scheme: str) -> str:
    """Read the robot by one protocol, and decode a message of each topic."""
    name = robot_by(bench, scheme)
    session = bench.session
    await _connected(bench, scheme, name)
    await asyncio.sleep(max(0.0, READ_S - bench.reading_time_s(scheme)))
    heard = [topic for topic in session.topics.store.with_messages if topic.key.connection == name]
    messages = sum(topic.messages for topic in heard)
    if messages < LEAST_MESSAGES:
        raise CheckFailed(
            SelftestWording.FEW_MESSAGES(read_s=READ_S, count=messages),
            SelftestWording.FEW_MESSAGES_TIP(),
        )
    for topic in heard:
        _decode(topic)
    nbytes = sum(topic.nbytes for topic in heard)
    return SelftestWording.MESSAGES(messages=messages, topics=len(heard), size_kb=nbytes / 1000)


async def pictures(bench: DemoBench) -> str:
    """Check the camera's image by each protocol that sends it as pixels."""
    names = {robot_by(bench, scheme): scheme for scheme in RAW_IMAGE_SCHEMES}
    session = bench.session
    until = asyncio.get_running_loop().time() + PICTURE_TIMEOUT_S
    seen: dict[str, RawImage] = {}
    try:
        while len(seen) < len(names) and asyncio.get_running_loop().time() < until:
            cameras = [topic for topic in session.topics.store.topics if _is_camera(topic)]
            session.topics.set_subscriptions(_OWNER, [topic.key for topic in cameras])
            seen |= dict(_pictures_of(cameras))
            await asyncio.sleep(POLL_S)
    finally:
        session.topics.set_subscriptions(_OWNER, ())
    missing = [scheme for name, scheme in names.items() if name not in seen]
    if missing:
        raise CheckFailed(
            SelftestWording.NO_PICTURE(schemes=in_a_row(missing), timeout_s=PICTURE_TIMEOUT_S),
            ProgramWording.REPORT_TIP(),
        )
    for name, picture in seen.items():
        _look_at(picture, names[name])
    picture = next(iter(seen.values()))
    return SelftestWording.PICTURES(width=picture.width, height=picture.height, schemes=in_a_row(names.values()))


# inside


async def _connected(bench: DemoBench, scheme: str, name: str) -> None:
    until = asyncio.get_running_loop().time() + CONNECT_TIMEOUT_S
    while bench.reading_time_s(scheme) <= 0.0:
        if asyncio.get_running_loop().time() > until:
            status = bench.session.links.status(name)
            if status is None:
                raise CheckFailed(SelftestWording.CONNECTION_GONE(), ProgramWording.REPORT_TIP())
            raise CheckFailed(
                SelftestWording.NOT_CONNECTED(connection=name, state=status.state.value, reason=status.reason),
                status.tip,
            )
        await asyncio.sleep(POLL_S)


def _decode(topic: Topic) -> None:
    message = topic.newest
    if message is None:
        return
    try:
        message.schema.decode(message.payload)
    except ProtocolError as error:
        raise CheckFailed(SelftestWording.NOT_DECODED(topic=topic.info.name, reason=error.reason), error.tip) from error


def _is_camera(topic: Topic) -> bool:
    return topic.schema is not None and Role.IMAGE in topic.schema.roles()


def _pictures_of(cameras: Iterable[Topic]) -> Iterable[tuple[str, RawImage]]:
    for topic in cameras:
        message = topic.newest
        if message is not None:
            read = message.schema.read(Role.IMAGE, message.payload)
            if isinstance(read, RawImage):
                yield topic.key.connection, read


def _look_at(picture: RawImage, scheme: str) -> None:
    """Convert an image for painting. Raises CheckFailed if that fails, or the image is of one colour."""
    try:
        raster = convert(check_image(picture), whole_region(picture), 1)
    except ProtocolError as error:
        raise CheckFailed(SelftestWording.PICTURE_NOT_SHOWN(scheme=scheme, reason=error.reason), error.tip) from error
    if len(set(bytes(raster.data[: raster.step * raster.height]))) < 2:
        raise CheckFailed(SelftestWording.ONE_COLOUR(scheme=scheme), ProgramWording.REPORT_TIP())
