from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.demo.nrp_grpc import NAMES
from app.demo.nrp_packs import ANTENNA, CAMERA, LINK, MODEL
from app.demo.serve import DemoOptions, DemoServer
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from protocols.errors import LocalProtocolError
from protocols.nrp.mqtt_wire import decode_message
from protocols.nrp.packs import DataPack, values_of
from tests.fakes.nrp_broker import Broker, pack_message
from tests.fakes.nrp_engine import HOST, joint
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually
from tests.tools.sentences import says


@pytest.fixture
async def broker() -> AsyncIterator[Broker]:
    async with Broker() as broker:
        yield broker


@pytest.fixture
async def published(broker: Broker) -> AsyncIterator[DemoServer]:
    """A demo robot that publishes to it."""
    demo = DemoServer(DemoOptions(seed=1, broker=f"{HOST}:{broker.port}"))
    await demo.start()
    yield demo
    await demo.close()


def newest(broker: Broker, name: str) -> DataPack:
    payload = [payload for topic, payload in broker.published if topic == f"demo/get/{name}"][-1]
    pack = decode_message(name, payload)
    assert isinstance(pack, DataPack)
    return pack


async def test_all_that_it_knows_is_published(published: DemoServer, broker: Broker) -> None:
    await eventually(lambda: {topic for topic, _ in broker.published} == {f"demo/get/{name}" for name in NAMES})

    assert published.uris["nrp+mqtt"] == f"nrp+mqtt://{HOST}:{broker.port}/demo"
    pose = published.simulation.rover.pose
    values = newest(broker, LINK)
    assert values.engine == "demo"
    assert values_of(values.type, values.payload)["position"][:2] == pytest.approx([pose.x, pose.y], abs=1e-6)
    assert [newest(broker, name).type for name in (MODEL, LINK, ANTENNA, CAMERA)] == [
        "Model",
        "Link",
        "Joint",
        "Camera",
    ]


async def test_joint_obeys_what_is_published_to_it(published: DemoServer, broker: Broker) -> None:
    await eventually(lambda: broker.links == 1)
    nan = float("nan")
    broker.publish(f"demo/set/{LINK}", pack_message(ANTENNA, joint(nan, 0.5, nan)))
    broker.publish(f"demo/set/{ANTENNA}", b"rubbish")
    broker.publish("demo/set/lost", pack_message("lost", joint(nan, 0.5, nan)))
    broker.publish(f"demo/set/{ANTENNA}", pack_message(ANTENNA, joint(nan, 0.5, nan)))

    await eventually(lambda: published.simulation.antenna.motion().velocity == pytest.approx(0.5))


async def test_broker_that_is_started_again_gets_more(published: DemoServer, broker: Broker) -> None:
    await eventually(lambda: broker.published)
    await broker.stop()
    broker.published.clear()
    await broker.start()

    await eventually(lambda: broker.published)
    assert published.simulation.ticks


async def test_broker_that_is_not_there_is_said_and_so_is_none(broker: Broker) -> None:
    nowhere = DemoServer(DemoOptions(broker=f"{HOST}:{free_port()}"))
    with pytest.raises(LinkError, check=says(LinkWording.NOTHING_LISTENS)):
        await nowhere.start()
    with pytest.raises(LocalProtocolError):
        DemoServer(DemoOptions(broker="no broker"))
    assert broker.published == []
