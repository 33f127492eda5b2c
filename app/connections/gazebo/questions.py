"""Questions to the Gazebo master that somebody awaits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from app.model.topic_store import TopicInfo
from protocols.gazebo.master import MasterSession
from protocols.gazebo.packets import TopicInfo as MasterTopicInfo


class LinkLostError(Exception):
    """The link was lost before the answer came: wait for the next one and ask again."""


class Link(Protocol):
    """What questions need of the link to the master."""

    def command(self, give: Callable[[MasterSession, float], None]) -> bool:
        """Give commands to the session; False if there is none that takes them."""


class Questions:
    """Hands the answers of a master, which come in the order of the questions, to those who wait for them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._greeted = asyncio.Event()
        self._closed = False
        self._lists: list[asyncio.Future[tuple[str, ...]]] = []
        self._infos: dict[str, list[asyncio.Future[MasterTopicInfo]]] = {}

    async def wait_greeted(self) -> None:
        """Wait until questions can be asked. Raises LinkLostError if they never can be again."""
        await self._greeted.wait()
        if self._closed:
            raise LinkLostError

    async def list_topics(self) -> tuple[TopicInfo, ...]:
        """All topics with their counts; all asked at once, which costs no more than one. Raises LinkLostError."""
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
        """What the master knows of one topic. Raises LinkLostError."""
        answer: asyncio.Future[MasterTopicInfo] = asyncio.get_running_loop().create_future()
        self._infos.setdefault(topic, []).append(answer)
        self._command(lambda session, now: session.ask_topic_info(topic, now))
        return await answer

    def _command(self, give: Callable[[MasterSession, float], None]) -> None:
        if not self._link.command(give):
            raise LinkLostError

    # answers

    def link_greeted(self) -> None:
        """Questions can be asked."""
        self._greeted.set()

    def link_lost(self) -> None:
        """No answer comes any more."""
        self._greeted.clear()
        waiting: list[asyncio.Future[Any]] = [*self._lists]
        for answers in self._infos.values():
            waiting.extend(answers)
        self._lists.clear()
        self._infos.clear()
        for future in waiting:
            if not future.done():
                future.set_exception(LinkLostError())
                # those who were cancelled meanwhile will not look
                future.exception()

    def close(self) -> None:
        """No link will be made again."""
        self.link_lost()
        self._closed = True
        self._greeted.set()

    def topics(self, topics: tuple[str, ...]) -> None:
        """The names of all topics have come."""
        waiting, self._lists = self._lists, []
        for future in waiting:
            if not future.done():
                future.set_result(topics)

    def topic_info(self, topic: str, info: MasterTopicInfo) -> None:
        """The answer on one topic has come."""
        for future in self._infos.pop(topic, []):
            if not future.done():
                future.set_result(info)
