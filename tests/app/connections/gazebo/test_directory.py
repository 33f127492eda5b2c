"""What a master has told, as the store gets to know it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.connections.gazebo import directory as module
from app.connections.gazebo.directory import TopicDirectory
from app.model.topics import TopicInfo, TopicStore
from protocols.gazebo.packets import PublisherRecord

INT = "gazebo.msgs.Int"


def record(topic: str, port: int = 1, msg_type: str = INT) -> PublisherRecord:
    return PublisherRecord(topic, msg_type, "127.0.0.1", port)


@pytest.fixture
def store() -> TopicStore:
    return TopicStore()


@pytest.fixture
def directory(store: TopicStore) -> TopicDirectory:
    return TopicDirectory("gazebo://robot:11345", store)


def infos(directory: TopicDirectory, store: TopicStore, *wanted: str) -> list[TopicInfo]:
    directory.publish(wanted)
    return [topic.info for topic in store.topics]


def test_published_listed_and_wanted_topics_are_told_in_the_order_of_their_names(
    directory: TopicDirectory, store: TopicStore
) -> None:
    directory.add(record("/c", 1))
    directory.add(record("/c", 2))
    directory.set_listed(["/a", "/c"])
    directory.set_type("/a", "gazebo.msgs.Pose")

    assert infos(directory, store, "/b") == [
        TopicInfo("/a", "gazebo.msgs.Pose", publishers=0),
        TopicInfo("/b", "", publishers=0),
        TopicInfo("/c", INT, publishers=2),
    ]


def test_a_publisher_is_removed_by_topic_and_address_whatever_its_type(
    directory: TopicDirectory, store: TopicStore
) -> None:
    directory.add(record("/a", 1))
    directory.add(record("/a", 2))
    directory.add(record("/b", 1))
    directory.remove(record("/a", 1, ""))
    directory.remove(record("/never", 1))

    assert directory.publishers("/a") == {record("/a", 2)}
    assert [info.publishers for info in infos(directory, store)] == [1, 1]


def test_a_publisher_without_a_type_does_not_hide_the_type(directory: TopicDirectory) -> None:
    directory.add(record("/a", 1))
    directory.add(record("/a", 2, ""))

    assert directory.type_of("/a") == INT


def test_types_of_topics_that_are_no_longer_heard_of_are_forgotten(directory: TopicDirectory) -> None:
    directory.add(record("/a"))
    directory.remove(record("/a"))
    directory.set_listed([])

    assert directory.type_of("/a") == ""


def test_only_listed_topics_lack_a_type_and_only_they_can_learn_one(directory: TopicDirectory) -> None:
    directory.set_listed(["/b", "/a"])
    directory.add(record("/c"))
    assert directory.without_type() == ("/a", "/b")

    directory.set_type("/a", INT)
    directory.set_type("/b", "")
    directory.set_type("/elsewhere", INT)
    assert directory.without_type() == ("/b",)
    assert directory.type_of("/elsewhere") == ""


def test_more_publishers_than_the_limit_cost_no_memory(
    directory: TopicDirectory, store: TopicStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_RECORDS", 3)
    for port in range(5):
        directory.add(record(f"/t{port}", port))
    assert len(infos(directory, store)) == 3

    directory.remove(record("/t0", 0))
    directory.add(record("/new"))
    assert directory.publishers("/new")
    assert directory.type_of("/t4") == ""


def test_a_new_list_of_publishers_replaces_the_old(directory: TopicDirectory, store: TopicStore) -> None:
    directory.add(record("/a"))
    directory.replace([record("/b")])

    assert [info.name for info in infos(directory, store)] == ["/b"]


class TestNamespaces:
    def test_the_first_is_what_a_tilde_stands_for(self, directory: TopicDirectory) -> None:
        directory.set_namespaces(("rover", "/gazebo"))
        directory.add_namespace("later")
        directory.add_namespace("later")

        assert directory.resolve("~/x") == "/gazebo/rover/x"
        assert directory.namespaces == ("rover", "/gazebo", "later")
        assert not directory.namespaces_assumed

    def test_those_from_before_count_until_a_restarted_server_names_one(self, directory: TopicDirectory) -> None:
        directory.set_namespaces(("rover",))
        directory.set_namespaces(())
        directory.assume_namespace("default")
        assert directory.resolve("~/x") == "/gazebo/rover/x"

        directory.add_namespace("moon")
        assert directory.namespaces == ("moon",)

    def test_an_assumed_one_gives_way_to_the_first_that_is_named(self, directory: TopicDirectory) -> None:
        directory.assume_namespace("default")
        assert directory.resolve("~/x") == "/gazebo/default/x"
        assert directory.namespaces_assumed

        directory.add_namespace("moon")
        directory.add_namespace("mars")
        assert directory.namespaces == ("moon", "mars")


def test_the_same_names_are_new_only_after_something_else_was_told(directory: TopicDirectory) -> None:
    assert directory.set_listed([])
    assert not directory.set_listed([])
    assert directory.set_listed(["/a", "/b"])
    assert not directory.set_listed(["/b", "/a"])
    directory.set_type("/a", INT)
    assert directory.set_listed(["/a", "/b"])
    assert not directory.set_listed(["/a", "/b"])
    tellings: list[Callable[[], None]] = [
        lambda: directory.add(record("/a")),
        lambda: directory.remove(record("/a")),
        lambda: directory.replace([record("/b")]),
    ]
    for tell in tellings:
        tell()
        assert directory.set_listed(["/a", "/b"])
        assert not directory.set_listed(["/a", "/b"])


def test_types_of_topics_that_come_and_go_between_equal_lists_are_forgotten(directory: TopicDirectory) -> None:
    directory.set_listed(["/a"])
    for number in range(5):
        directory.add(record(f"/gone{number}"))
        directory.remove(record(f"/gone{number}"))
    directory.set_listed(["/a"])

    assert [directory.type_of(f"/gone{number}") for number in range(5)] == [""] * 5
