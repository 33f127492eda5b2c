"""The numbers and names of channels."""

from __future__ import annotations

from app.model.schema import RecordedSchema
from app.model.topics import TopicKey
from app.record.channels import MAX_CHANNELS, ChannelTable

ROBOT, OTHER = "ros1://robot:11311", "ros1://other:11311"
STRING = RecordedSchema("std_msgs/String", "ros1", "ros1msg", b"string data")
UNKNOWN = RecordedSchema("odd/Type", "ros1")


def test_a_topic_keeps_its_number_while_its_schema_is_the_same() -> None:
    table = ChannelTable()
    again = RecordedSchema("std_msgs/String", "ros1", "ros1msg", b"string data")
    number = table.number_of(TopicKey(ROBOT, "/a"), STRING)
    assert table.number_of(TopicKey(ROBOT, "/a"), again) == number
    assert len(table.all) == 1
    assert table.find(TopicKey(ROBOT, "/a"), again) == number
    assert table.find(TopicKey(ROBOT, "/b"), again) == 0


def test_another_definition_of_a_topic_is_another_channel_of_the_same_name() -> None:
    table = ChannelTable()
    numbers = [table.number_of(TopicKey(ROBOT, "/a"), schema) for schema in (STRING, UNKNOWN)]
    assert numbers == [1, 2]
    assert [channel.topic for channel in table.all] == ["/a", "/a"]


def test_topics_of_one_type_share_its_schema_and_a_type_without_definition_has_none() -> None:
    table = ChannelTable()
    for topic, schema in (("/a", STRING), ("/b", STRING), ("/c", UNKNOWN)):
        table.number_of(TopicKey(ROBOT, topic), schema)
    assert [channel.schema_number for channel in table.all] == [1, 1, 0]
    assert [channel.metadata["type"] for channel in table.all] == ["std_msgs/String", "std_msgs/String", "odd/Type"]


def test_the_same_name_at_another_robot_has_its_address_before_it() -> None:
    table = ChannelTable()
    table.number_of(TopicKey(ROBOT, "/a"), STRING)
    table.number_of(TopicKey(OTHER, "/a"), STRING)
    table.number_of(TopicKey(OTHER, "/b"), STRING)
    assert [channel.topic for channel in table.all] == ["/a", "/other:11311/a", "/b"]
    assert [channel.metadata["connection"] for channel in table.all] == [ROBOT, OTHER, OTHER]


def test_our_own_channels_come_first_and_are_json() -> None:
    table = ChannelTable(("alerts", "log"))
    assert [(channel.number, channel.topic) for channel in table.all] == [(1, "teledeck/alerts"), (2, "teledeck/log")]
    assert {channel.schema.message_encoding for channel in table.all} == {"json"}
    assert table.number_of(TopicKey(ROBOT, "/a"), STRING) == 3


def test_beyond_the_most_numbers_there_are_none() -> None:
    table = ChannelTable()
    for number in range(MAX_CHANNELS):
        table.number_of(TopicKey(ROBOT, f"/{number}"), UNKNOWN)
    assert table.number_of(TopicKey(ROBOT, "/more"), UNKNOWN) == 0
    assert table.number_of(TopicKey(ROBOT, "/0"), UNKNOWN) == 1


def test_a_topic_has_all_the_numbers_of_its_definitions() -> None:
    table = ChannelTable(("log",))
    for topic, schema in (("/a", STRING), ("/b", STRING), ("/a", UNKNOWN)):
        table.number_of(TopicKey(ROBOT, topic), schema)
    assert table.numbers_of({TopicKey(ROBOT, "/a"), TopicKey(OTHER, "/b")}) == {2, 4}


def test_thinned_pictures_have_numbers_of_their_own_in_a_list_of_their_own() -> None:
    table = ChannelTable()
    key = TopicKey(ROBOT, "/camera")
    whole, thinned = table.number_of(key, STRING), table.number_of(key, STRING, thinned=True)
    assert table.number_of(key, STRING, thinned=True) == thinned == whole + 1
    assert [channel.number for channel in table.all] == [whole]
    (channel,) = table.thinned.all
    assert (channel.number, channel.topic, channel.metadata["thinned_of"]) == (thinned, "/camera", "/camera")
    assert table.find(key, STRING) == whole
