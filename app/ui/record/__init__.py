"""Recordings that the operator asks for, and marks: their actions, notices and dialogs."""
