"""Requests to the Gazebo master whose answers are awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from app.connections.gazebo.master import GiveCommand
from app.model.topics import TopicInfo
from protocols.gazebo.master import MasterSession
from protocols.gazebo.packets import GazeboTopicInfo as MasterTopicInfo


class MasterLinkLostError(Exception):
    """The loss of the link before the answer came: wait for the next link and ask again."""


class MasterRequests:
    """The requests that wait for an answer of the master; answers come in the order of the questions.

    Args:
        command: gives commands to the link to the master.
    """

    def __init__(self, command: GiveCommand) -> None:
        self._give_command = command
        self._greeted = asyncio.Event()
        self._closed = False
        self._lists: list[asyncio.Future[tuple[str, ...]]] = []
        self._infos: dict[str, list[asyncio.Future[MasterTopicInfo]]] = {}

    async def wait_greeted(self) -> None:
        """Wait until questions can be asked. Raises LinkLostError if they never can be again."""
        await self._greeted.wait()
        if self._closed:
            raise MasterLinkLostError

    async def list_topics(self) -> tuple[TopicInfo, ...]:
        """Ask for all topics with their counts, all at once, which costs no more than one. Raises LinkLostError."""
        loop = asyncio.get_running_loop()
        names: asyncio.Future[tuple[str, ...]] = loop.create_future()
        self._lists.append(names)
        self._command(lambda session, now: session.ask_topics(now))
        topics = await names
        answers: dict[str, asyncio.Future[MasterTopicInfo]] = {topic: loop.create_future() for topic in topics}
        for topic, answer in answers.items():
            self._infos.setdefault(topic, []).append(answer)

        def ask(session: MasterSession, now: float) -> None:
            for topic in topics:
                session.ask_topic_info(topic, now)

        self._command(ask)
        await asyncio.gather(*answers.values())
        return tuple(
            TopicInfo(topic, info.any_type, len(info.publishers), len(info.subscribers))
            for topic, info in ((topic, answer.result()) for topic, answer in answers.items())
        )

    async def ask_topic(self, topic: str) -> MasterTopicInfo:
        """Ask for the master's record of one topic. Raises LinkLostError."""
        answer: asyncio.Future[MasterTopicInfo] = asyncio.get_running_loop().create_future()
        self._infos.setdefault(topic, []).append(answer)
        self._command(lambda session, now: session.ask_topic_info(topic, now))
        return await answer

    def _command(self, give: Callable[[MasterSession, float], None]) -> None:
        if not self._give_command(give):
            raise MasterLinkLostError

    # answers

    def link_greeted(self) -> None:
        """Record that the master has greeted: questions can be asked."""
        self._greeted.set()

    def link_lost(self) -> None:
        """End all waits with LinkLostError: the link is lost, and no answer comes any more."""
        self._greeted.clear()
        waiting: list[asyncio.Future[Any]] = [*self._lists]
        for answers in self._infos.values():
            waiting.extend(answers)
        self._lists.clear()
        self._infos.clear()
        for future in waiting:
            if not future.done():
                future.set_exception(MasterLinkLostError())
                # a waiter that was cancelled meanwhile never retrieves it
                future.exception()

    def close(self) -> None:
        """End all waits for ever: no link will be made again."""
        self.link_lost()
        self._closed = True
        self._greeted.set()

    def topics_listed(self, topics: tuple[str, ...]) -> None:
        """Hand over the names of all topics, which have come."""
        waiting, self._lists = self._lists, []
        for future in waiting:
            if not future.done():
                future.set_result(topics)

    def topic_info_answered(self, topic: str, info: MasterTopicInfo) -> None:
        """Hand over the answer on one topic, which has come."""
        for future in self._infos.pop(topic, []):
            if not future.done():
                future.set_result(info)
