from __future__ import annotations

import pytest

from app.model.schema import Field, FieldKind, Role, Schema
from app.ui.topics.topic_contents import LARGEST_BYTES, NewestValues, TopicKinds, kind_icon
from tests.fakes.session import URI, FakeSession, JsonSchema

TEXT = Field("data", FieldKind.STRING, "string")
NUMBER = Field("data", FieldKind.FLOAT, "double")
HEADER = Field("header", FieldKind.MESSAGE, "Header")
LEVEL = Field("level", FieldKind.INTEGER, "int8", enum_names=(("OK", 0), ("WARN", 1)))


class RoleSchema(JsonSchema):
    """A type that can be shown in roles."""

    def __init__(self, *roles: Role) -> None:
        super().__init__("T")
        self._shown_as = frozenset(roles)

    def roles(self) -> frozenset[Role]:
        return self._shown_as


class FakeClock:
    """A clock that tests set; each look at it takes as long as they say."""

    def __init__(self) -> None:
        self.now_s, self.step_s = 1000.0, 0.0

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


@pytest.mark.parametrize(
    ("roles", "icon"),
    [
        ((Role.IMAGE,), "picture"),
        ((Role.SCAN,), "scan"),
        ((Role.POSE, Role.TWIST), "pose"),
        ((Role.GRID_UPDATE,), "map"),
        ((Role.DIAGNOSTICS,), "diagnostics"),
        ((), "message"),
    ],
)
def test_a_topic_has_the_icon_of_what_tells_most_of_it(roles: tuple[Role, ...], icon: str) -> None:
    assert kind_icon(RoleSchema(*roles)) == icon


def test_every_role_has_an_icon() -> None:
    assert "message" not in {kind_icon(RoleSchema(role)) for role in Role}


@pytest.mark.parametrize(
    ("fields", "icon"),
    [
        ((HEADER, TEXT), "text"),
        ((HEADER, NUMBER), "number"),
        ((TEXT, NUMBER), "number"),
        ((HEADER,), "message"),
    ],
)
def test_other_topics_have_the_icon_of_their_fields(fields: tuple[Field, ...], icon: str) -> None:
    schema = JsonSchema("T", {"T": fields, "Header": ()})

    assert kind_icon(schema) == icon


def test_a_type_that_nobody_knows_has_the_icon_of_a_message() -> None:
    unknown = JsonSchema("T", {"T": (NUMBER,)})
    unknown.known = False

    assert kind_icon(unknown) == kind_icon(None) == "message"


def test_a_type_is_looked_at_once(session: FakeSession) -> None:
    asked: list[str] = []

    def schema_of(topic: object) -> Schema:
        asked.append(str(topic))
        return RoleSchema(Role.SCAN)

    session.add_topics("/a", "/b", schema=JsonSchema("T"))
    kinds = TopicKinds(schema_of)

    assert [kinds.icon(session.topic(name)) for name in ("/a", "/b", "/a")] == ["scan"] * 3
    assert len(asked) == 1


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def values(clock: FakeClock, session: FakeSession) -> NewestValues:
    session.add_topics("/a", "/b", schema=JsonSchema("T", {"T": (LEVEL,)}))
    return NewestValues(clock)


def test_a_topic_without_messages_has_no_value(values: NewestValues, session: FakeSession) -> None:
    assert values.text(session.topic("/a")) == ""


def test_the_newest_value_is_read_no_more_often_than_it_can_be_read(
    values: NewestValues, session: FakeSession, clock: FakeClock
) -> None:
    topic = session.topic("/a")
    session.receive("/a", {"level": 1})
    assert values.text(topic) == "1 · WARN"

    session.receive("/a", {"level": 0})
    assert values.text(topic) == "1 · WARN"
    clock.now_s += 0.3
    assert values.text(topic) == "0 · OK"


def test_values_that_take_long_wait_for_their_share_of_the_time(
    values: NewestValues, session: FakeSession, clock: FakeClock
) -> None:
    first, second = session.topic("/a"), session.topic("/b")
    session.receive("/a", {"level": 1})
    session.receive("/b", {"level": 1})
    clock.step_s = 0.01
    assert values.text(first) == "1 · WARN"
    clock.step_s = 0.0
    assert values.text(second) == ""

    clock.now_s += 1.0
    assert values.text(second) == "1 · WARN"


def test_large_messages_and_broken_ones_and_unknown_types_have_no_value(
    values: NewestValues, session: FakeSession, clock: FakeClock
) -> None:
    topic = session.topic("/a")
    session.receive("/a", {"text": "x" * LARGEST_BYTES})
    assert values.text(topic) == ""

    unknown = JsonSchema("U")
    unknown.known = False
    session.add_topics("/u", schema=unknown)
    session.receive("/u", {"1": [2]})
    clock.now_s += 1.0
    assert values.text(session.topic("/u")) == ""


def test_the_value_of_another_robot_is_its_own(values: NewestValues, session: FakeSession, clock: FakeClock) -> None:
    other = "gazebo://other:1"
    session.add_topics("/a", connection=other, schema=JsonSchema("T"))
    session.receive("/a", {"level": 1})
    clock.now_s += 1.0

    assert values.text(session.topic("/a", other)) == ""
    assert values.text(session.topic("/a", URI)) == "1 · WARN"
