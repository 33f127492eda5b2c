"""Publishing from the window: drafts of messages, the editor, repetition."""
