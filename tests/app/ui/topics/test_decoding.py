from __future__ import annotations

import pytest

from app.model.status import ConnectionState
from app.model.topics import DecoderChoice, TopicKey
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.topics.topic_settings import DecoderSettings
from tests.fakes.session import GALILEO, FakeSession

KEY = TopicKey(GALILEO, "camera")


@pytest.fixture
def decoding(session: FakeSession, preferences: Preferences) -> DecoderSettings:
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    session.topics.decoders[KEY] = DecoderChoice("bytes", ("bytes", "JPEG", "ROS 1"), frozenset({"ROS 1"}))
    return DecoderSettings(session.topics, preferences)


def test_what_is_chosen_holds_now_and_in_later_runs(
    decoding: DecoderSettings, session: FakeSession, preferences: Preferences
) -> None:
    decoding.choose(KEY, "ROS 1", "std_msgs/String")
    assert session.topics.decoders[KEY].current == "ROS 1"

    session.topics.decoders[KEY] = DecoderChoice("bytes", ("bytes", "JPEG", "ROS 1"))
    DecoderSettings(session.topics, preferences).apply_saved(GALILEO)
    assert (session.topics.decoders[KEY].current, session.topics.decoders[KEY].type_name) == (
        "ROS 1",
        "std_msgs/String",
    )


def test_the_choice_of_one_robot_is_not_that_of_another(decoding: DecoderSettings, session: FakeSession) -> None:
    decoding.choose(KEY, "JPEG")
    session.topics.decoders[KEY] = DecoderChoice("bytes", ("bytes", "JPEG"))
    decoding.apply_saved("galileo://another:3547")

    assert session.topics.decoders[KEY].current == "bytes"


def test_what_can_not_be_chosen_is_not_remembered(
    decoding: DecoderSettings, session: FakeSession, preferences: Preferences
) -> None:
    session.topics.decoder_error = SessionError("there is no such type")
    with pytest.raises(SessionError):
        decoding.choose(KEY, "ROS 1", "no/Such")

    assert preferences.decoders(GALILEO) == {}


@pytest.mark.expects_log("camera is not read as ROS 1 my/Type any more: it is not known")
def test_a_type_that_is_not_known_any_more_is_told_and_stops_no_other(
    decoding: DecoderSettings, session: FakeSession, preferences: Preferences
) -> None:
    preferences.set_decoder(GALILEO, "camera", "ROS 1", "my/Type")
    session.topics.decoder_error = SessionError("it is not known")
    decoding.apply_saved(GALILEO)

    assert session.topics.decoders[KEY].current == "bytes"


def test_a_connection_that_is_gone_offers_nothing(
    decoding: DecoderSettings, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise SessionError("there is no connection")

    monkeypatch.setattr(session.topics, "decoder_of", gone)
    monkeypatch.setattr(session.topics, "decoder_types", gone)

    assert decoding.choice_for(KEY) is None
    assert decoding.type_names(KEY, "ROS 1") == ()
