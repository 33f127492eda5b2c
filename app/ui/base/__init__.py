"""What all views share: theme, texts, refresh, the session as views know it."""
