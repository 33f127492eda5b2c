from __future__ import annotations

from typing import Any

import pytest

from protocols.errors import LocalProtocolError
from protocols.publications import PublicationTable
from protocols.publishing import Fanout


class Published(Fanout[Any]):
    def __init__(self, topic: str) -> None:
        super().__init__()
        self.topic = topic


def test_a_topic_is_served_once_and_until_it_is_removed() -> None:
    table: PublicationTable[Published] = PublicationTable()
    first, second = Published("/a"), Published("/b")
    table.add(first)
    table.add(second)

    with pytest.raises(LocalProtocolError, match="/a is published already"):
        table.add(Published("/a"))
    assert list(table) == [first, second]
    assert table.get("/a") is first
    table.remove("/a")
    table.remove("/never")
    assert table.get("/a") is None
    assert list(table) == [second]


def test_it_may_be_changed_while_it_is_gone_through() -> None:
    table: PublicationTable[Published] = PublicationTable()
    for topic in "abc":
        table.add(Published(topic))
    for publication in table:
        table.remove(publication.topic)

    assert list(table) == []
