"""The common ground of all views: theme, texts, refresh, the session as views know it."""
