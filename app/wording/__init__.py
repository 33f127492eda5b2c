"""The sentences that people read, each with a code; `Sentence` for views, which may not import protocols."""

from protocols.sentence import Sentence

__all__ = ["Sentence"]
