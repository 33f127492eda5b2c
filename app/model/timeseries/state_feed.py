"""The sink that turns the messages of a topic into histories of states; see `Session.listen`."""

from __future__ import annotations

from collections.abc import Callable

from app.model.messages.stamps import stamp_s
from app.model.schema import DecodeError, Extractor, FieldPath, Payload, Schema, UnknownFieldError
from app.model.timeseries.feeds import TimeBase, read_nothing
from app.model.timeseries.state_fields import NotAStateError, StateNamer, state_namer
from app.model.timeseries.states import LONGEST_WORD, StateHistory
from app.model.topics import Batch

StateFieldFault = UnknownFieldError | NotAStateError


class StateFeed:
    """Reads the wanted fields of every message of one topic, from all its publishers.

    It is called in the link thread, everything else is for the reader. A value that was not sent, or can't be read, is
    no state.

    Args:
        schema: returns the schema that the topic has now; it may change, or be None.

    Attributes:
        base: the origin of the states' times.
        unstamped: the number of messages without a stamp; by stamp they are left out.
        faults: the number of values that could not be read.
    """

    def __init__(self, schema: Callable[[], Schema | None], base: TimeBase = TimeBase.RECEIPT) -> None:
        self.base = base
        self.unstamped = 0
        self.faults = 0
        self._schema_now = schema
        self._histories: dict[FieldPath, StateHistory] = {}
        self._errors: dict[FieldPath, StateFieldFault] = {}
        # the writer's: replaced as a whole when the fields or the schema change
        self._wanted: tuple[tuple[FieldPath, StateHistory], ...] = ()
        self._made_of: tuple[Schema | None, object] = (None, None)
        self._readers: tuple[tuple[Extractor, StateNamer, StateHistory], ...] = ()

    @property
    def fields(self) -> tuple[FieldPath, ...]:
        """The fields that are read now."""
        return tuple(self._histories)

    def set_fields(self, paths: tuple[FieldPath, ...]) -> None:
        """Set the fields to read; the histories of other fields are dropped."""
        self._histories = {path: self._histories.get(path) or StateHistory() for path in paths}
        self._wanted = tuple(self._histories.items())

    def history(self, path: FieldPath) -> StateHistory:
        """The history of a field. Raises KeyError for a field that is not read."""
        return self._histories[path]

    def error(self, path: FieldPath) -> StateFieldFault | None:
        """The error why a field has no states in the present messages."""
        return self._errors.get(path)

    def __call__(self, batch: Batch, now: float, received_ns: int) -> None:
        """Read messages that arrived together; called in the link thread."""
        del now
        schema, wanted = self._schema_now(), self._wanted
        if self._made_of != (schema, wanted):
            self._make_readers(schema, wanted)
        if schema is None:
            return
        time_s = received_ns / 1e9
        for payload in batch:
            if self.base is TimeBase.STAMP:
                of_message_s = stamp_s(schema, payload)
                if of_message_s is None:
                    self.unstamped += 1
                    continue
                time_s = of_message_s
            for read, words, history in self._readers:
                history.append(time_s, self._word(read, words, payload))

    def _word(self, read: Extractor, words: StateNamer, payload: Payload) -> str | None:
        try:
            value = read(payload)
        except DecodeError:
            self.faults += 1
            return None
        # only the beginning of a long text is kept, so it need not be read to its end
        if isinstance(value, str | bytes | memoryview):
            value = value[: 4 * LONGEST_WORD]
        return None if value is None else words(value)

    def _make_readers(self, schema: Schema | None, wanted: tuple[tuple[FieldPath, StateHistory], ...]) -> None:
        readers: list[tuple[Extractor, StateNamer, StateHistory]] = []
        errors: dict[FieldPath, StateFieldFault] = {}
        for path, history in wanted:
            read: Extractor = read_nothing
            words: StateNamer = str
            if schema is not None:
                try:
                    read, words = schema.extractor(path), state_namer(schema, path)
                except (UnknownFieldError, NotAStateError) as error:
                    read, errors[path] = read_nothing, error
            readers.append((read, words, history))
        self._readers = tuple(readers)
        self._errors = errors
        self._made_of = (schema, wanted)
