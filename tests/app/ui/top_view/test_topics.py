from __future__ import annotations

import subprocess
import sys

import pytest

from app.model.schema import Role
from app.model.topics import TopicInfo, TopicKey
from app.session.errors import SessionError
from app.ui.top_view.topics import default_topics, drawable_topics, is_drawable, role_of, stacking_height
from tests.fakes.geometry import GeometrySchema, add_topic
from tests.fakes.session import URI, FakeSession


def test_only_what_has_a_place_can_be_drawn(session: FakeSession) -> None:
    for role in (Role.GRID, Role.SCAN, Role.PATH, Role.POSE, Role.TWIST, Role.IMAGE, Role.TRANSFORMS):
        add_topic(session, role.name, GeometrySchema(role))

    assert {key.topic for key in drawable_topics(session.topics)} == {"GRID", "SCAN", "PATH", "POSE", "TWIST"}
    assert not is_drawable(session.topics, session.topic("IMAGE"))
    assert role_of(None) is None


def test_what_is_known_of_a_type_is_known_of_topics_that_nobody_heard(session: FakeSession) -> None:
    session.topics.schemas["test.SCAN"] = GeometrySchema(Role.SCAN)
    for name in ("/a", "/b"):
        session.topics.store.get_or_create(TopicKey(URI, name)).info = TopicInfo(name, "test.SCAN", 1, 0)
    session.topics.store.get_or_create(TopicKey(URI, "/c"))
    session.topics.store.touch()

    assert [key.topic for key in drawable_topics(session.topics)] == ["/a", "/b"]


def test_commands_are_not_where_a_robot_is(session: FakeSession) -> None:
    add_topic(session, "/cmd", GeometrySchema(Role.POSE))
    session.topics.motion_types.add("test.POSE")

    assert drawable_topics(session.topics) == {}
    assert not is_drawable(session.topics, session.topic("/cmd"))


def test_a_robot_that_goes_meanwhile_is_no_error(session: FakeSession, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_arguments: object) -> None:
        raise SessionError("there is no such connection")

    session.topics.store.get_or_create(TopicKey(URI, "/a")).info = TopicInfo("/a", "test.SCAN", 1, 0)
    add_topic(session, "/b", GeometrySchema(Role.SCAN))
    monkeypatch.setattr(session.topics, "schema_of", gone)
    monkeypatch.setattr(session.topics, "commands_motion", gone)

    assert [key.topic for key in drawable_topics(session.topics)] == ["/b"]


def test_one_begins_with_one_pose_and_all_that_it_sees(session: FakeSession) -> None:
    for name in ("/pose/info", "/pose", "/robot/odom"):
        add_topic(session, name, GeometrySchema(Role.POSE))
    for number in range(6):
        add_topic(session, f"/scan{number}", GeometrySchema(Role.SCAN))
    add_topic(session, "/map", GeometrySchema(Role.GRID))
    add_topic(session, "/speed", GeometrySchema(Role.TWIST))
    add_topic(session, "/odom", GeometrySchema(Role.POSE), "ros1://other:1")
    topics = [key.topic for key in default_topics(session.topics, URI)]

    assert topics == ["/map", "/scan0", "/scan1", "/scan2", "/scan3", "/speed", "/robot/odom"]


def test_what_tells_its_speed_too_is_the_robots_own(session: FakeSession) -> None:
    add_topic(session, "/odom", GeometrySchema(Role.POSE))
    add_topic(session, "/a/long/name", GeometrySchema(Role.POSE, also=[Role.TWIST]))
    add_topic(session, "/speed", GeometrySchema(Role.TWIST))

    assert [key.topic for key in default_topics(session.topics, URI)] == ["/a/long/name"]


def test_a_map_lies_lowest() -> None:
    heights = [stacking_height(role) for role in (Role.GRID, Role.PATH, Role.SCAN, Role.POSE, None)]

    assert heights == sorted(set(heights))


def test_to_list_them_loads_nothing_large() -> None:
    code = "import sys, app.ui.top_view.topics, app.ui.top_view.docks; sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
