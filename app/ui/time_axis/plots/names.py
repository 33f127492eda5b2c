"""Names of curves, of axes and of the files of a plot: as short as they can be and still say which is which."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from app.model.messages.field_units import with_unit
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.text import topic_text

# a name of so few letters, as that of an axis, says nothing without the one above
_BARE: Final = 2

# units of one axis: nobody reads more
_MOST_UNITS: Final = 3

# curves that a file is named by, and letters of all their names
_NAMED: Final = 2
_LONGEST: Final = 80


def curve_names(specs: Sequence[CurveSpec]) -> list[str]:
    """Return the names of the curves of a plot.

    A name is the one that the operator gave, or the last part of the field's name that no other curve has. Where two
    topics have the same field, the topic stands before it, and the robot where two have the same topic.
    """
    sources = [_source(spec, specs) for spec in specs]
    steps = [spec.path.split(".") if spec.path else [spec.expression] for spec in specs]
    lengths = [min(len(each), 1 + (len(re.sub(r"\[.*", "", each[-1])) <= _BARE)) for each in steps]

    def name(number: int) -> str:
        spec = specs[number]
        return spec.name or sources[number] + spec.shows(".".join(steps[number][-lengths[number] :]))

    while True:
        names = [name(number) for number in range(len(specs))]
        count = Counter(names)
        alike = [at for at, one in enumerate(names) if count[one] > 1 and lengths[at] < len(steps[at])]
        if not alike:
            return names
        for at in alike:
            lengths[at] += 1


def _source(spec: CurveSpec, specs: Sequence[CurveSpec]) -> str:
    """Return the robot and the topic that must stand before the name of a curve, with a blank; mostly nothing."""

    def apart(same: Callable[[TopicKey], object]) -> bool:
        return len({same(key) for key in keys}) > 1

    shown = spec.shows(spec.path or spec.expression)
    keys = {one.key for one in specs if one.shows(one.path or one.expression) == shown}
    if len(keys) < 2:
        return ""
    robot = f"{spec.key.connection.partition('://')[2]} " if apart(lambda key: key.connection) else ""
    topics = {key.topic for key in keys}
    if len(topics) < 2 and robot:
        return robot
    short = len({_leaf(topic) for topic in topics}) == len(topics)
    return f"{robot}{_leaf(spec.key.topic) if short else topic_text(spec.key.topic)} "


def axis_title(specs: Sequence[CurveSpec], units: Sequence[str], names: Sequence[str]) -> str:
    """Return the title of the axis of these curves: what they have in common, and their units if all are known."""
    distinct = list(dict.fromkeys(units))
    unit = ", ".join(distinct) if all(distinct) and len(distinct) <= _MOST_UNITS else ""
    if len(specs) == 1:
        return with_unit(names[0], unit)
    above = {spec.path.rpartition(".")[0] for spec in specs}
    same = all(spec.path and not spec.name and spec.transform.is_identity for spec in specs) and len(above) == 1
    return with_unit(above.pop().rpartition(".")[2], unit) if same and len(distinct) == 1 and unit else unit


def file_stem(specs: Sequence[CurveSpec], at_s: float) -> str:
    """Return the name of a file of these curves, without its suffix: topic, fields and local time."""
    topics = list(dict.fromkeys(topic_text(spec.key.topic) for spec in specs))
    words = [*topics[:_NAMED], *(curve_names(specs)[:_NAMED] if len(topics) == 1 else ())]
    name = "-".join(re.sub(r"[^A-Za-z0-9]+", "-", word).strip("-") for word in words)[:_LONGEST].strip("-") or "plot"
    return f"{name}-{time.strftime('%Y%m%d-%H%M%S', time.localtime(at_s))}"


def _leaf(topic: str) -> str:
    return topic.rpartition("/")[2] or topic_text(topic)
