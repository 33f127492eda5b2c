from __future__ import annotations

from PySide6.QtCore import QMimeData

from app.model.topics import TopicKey
from app.ui.time_axis.fields import fields_to_mime
from app.ui.top_view.topics import topics_from_mime


def test_a_topic_is_dropped_once_whatever_is_dragged_of_it() -> None:
    odom, scan = TopicKey("robot", "/odom"), TopicKey("robot", "/scan")

    assert topics_from_mime(fields_to_mime([(odom, "x"), (scan, "ranges"), (odom, "y")])) == [odom, scan]


def test_what_is_something_else_is_no_topic() -> None:
    data = QMimeData()
    data.setText("/odom")

    assert topics_from_mime(data) == []
