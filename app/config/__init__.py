"""What a run and a robot may be told to do differently: frozen values, validated when they are made."""

from __future__ import annotations

from app.config.settings import Given, Settings, read_message_files, read_proto_files

__all__ = ["Given", "Settings", "read_message_files", "read_proto_files"]
