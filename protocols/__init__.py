"""Sans-IO protocol cores: bytes and `now` in; bytes, events and the next deadline out. No socket, clock or thread."""
