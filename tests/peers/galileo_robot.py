"""The demo robot's Galileo side alone, at an address of its own: HOST PORT. Prints its clients whenever they change."""

from __future__ import annotations

import asyncio
import json
import sys

from app.demo.galileo import DemoGalileoRobot
from app.demo.simulation import TICK_S, Simulation


async def main(host: str, port: int) -> None:
    """Serve until the process is ended."""
    simulation = Simulation(1)
    robot = DemoGalileoRobot(simulation)
    await robot.start(port, host)
    said: tuple[bytes, ...] | None = None
    while True:
        if robot.session.clients != said:
            said = robot.session.clients
            print(json.dumps([client_id.hex() for client_id in said]), flush=True)  # noqa: T201
        await asyncio.sleep(TICK_S)
        if simulation.step(TICK_S):
            robot.on_tick()
        robot.publish_pending()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
