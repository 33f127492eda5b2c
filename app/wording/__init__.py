"""The sentences that people read, each with a code; what views, which may not import protocols, need of them."""

from protocols.sentence import Catalogue, Sentence, sentence_of

__all__ = ["Catalogue", "Sentence", "sentence_of"]
