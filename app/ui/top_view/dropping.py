"""Topics that are dragged onto a top view."""

from __future__ import annotations

from PySide6.QtCore import QMimeData

from app.model.topics import TopicKey
from app.ui.time_axis.fields import fields_from_mime


def topics_from_mime(data: QMimeData) -> list[TopicKey]:
    """Return the topics in dragged data, or those of dragged fields, each once."""
    return list(dict.fromkeys(key for key, _ in fields_from_mime(data)))
