from __future__ import annotations

import protocols.errors
import protocols.schema
from app.model import schema


def test_what_views_get_is_what_protocols_have() -> None:
    for name in schema.__all__:
        origin = protocols.schema if hasattr(protocols.schema, name) else protocols.errors
        assert getattr(schema, name) is getattr(origin, name)


def test_a_field_path_can_be_written_and_read_by_views() -> None:
    path = schema.FieldPath.parse("pose[1].position.x")

    assert path.select({"pose": [{}, {"position": {"x": 2.5}}]}) == 2.5
    assert str(path) == "pose[1].position.x"
