from __future__ import annotations

from protocols.ros1.messages.standard_texts import MESSAGE_TEXTS, SERVICE_TEXTS


def test_what_the_library_has_is_not_repeated() -> None:
    from rosbags.typesys import Stores, get_typestore

    known = {name.replace("/msg/", "/") for name in get_typestore(Stores.ROS1_NOETIC).fielddefs}

    assert known.isdisjoint(MESSAGE_TEXTS)


def test_every_service_has_both_sides() -> None:
    assert [name for name, text in SERVICE_TEXTS.items() if text.split("\n").count("---") != 1] == []
