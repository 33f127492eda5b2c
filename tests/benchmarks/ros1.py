"""What it costs to read ROS 1's messages, next to genpy, which rospy reads by, and rosbags.

    decode       the whole message as the inspector shows it
    extractor    one field, by the function that a plot uses
    genpy        the whole message; where ROS 1's Python packages are installed
    rosbags      the whole message

All of them read the same payload, in the same round, by processor time of the thread.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rosbags.typesys import Stores, get_typestore

from protocols.ros1.messages import standard_types
from protocols.schema import FieldPath
from tests.benchmarks import ros1_flood
from tests.benchmarks.common import Budget, Figure, Section, Spread, in_turns, ratios
from tests.benchmarks.ros1_messages import CASES, Case

ROUNDS = 9
# where Debian keeps the packages of its own Python
DEBIAN_PACKAGES = Path("/usr/lib/python3/dist-packages")


def _genpy_class(type_name: str) -> Any:
    """The generated class of a type; None without ROS 1's packages."""
    if not (DEBIAN_PACKAGES / "genpy").exists():
        return None
    # last, so that it hides nothing of ours
    if str(DEBIAN_PACKAGES) not in sys.path:
        sys.path.append(str(DEBIAN_PACKAGES))
    package, _, name = type_name.partition("/")
    try:
        return getattr(importlib.import_module(f"{package}.msg"), name)
    except ImportError:
        return None


def _read(message: Any, path: FieldPath) -> Any:
    """The value at a path in an object of another library."""
    for step in path.steps:
        message = getattr(message, step) if isinstance(step, str) else message[step]
    return message


def _section(case: Case) -> Section:
    schema, path = case.schema(), FieldPath.parse(case.path)
    payload = schema.encode(case.value)
    # from the first message on it is the generated function itself
    schema.decode(payload)
    decode = schema.decode
    extract = schema.extractor(path)
    store = get_typestore(Stores.ROS1_NOETIC)
    rosbags_name = case.type_name.replace("/", "/msg/")
    if rosbags_name not in store.fielddefs:
        store.register(_rosbags_types(case.type_name))
    generated = _genpy_class(case.type_name)
    whole: dict[str, Callable[[], Any]] = {
        "decode": lambda: decode(payload),
        "rosbags": lambda: store.deserialize_ros1(payload, rosbags_name),
    }
    if generated is not None:
        whole["genpy"] = lambda: generated().deserialize(payload)
    expected = extract(payload)
    found = [path.select(whole["decode"]()), *(_read(whole[way](), path) for way in list(whole)[1:])]
    if any(value != expected for value in found):
        raise RuntimeError(f"{case.name}: not all ways read the same value of {path}")
    times = in_turns({**whole, "extractor": lambda: extract(payload)}, ROUNDS)
    section = Section(f"read {case.name}, {len(payload):,} bytes, its field {case.path}, {ROUNDS} rounds")
    section.figures += [Figure(way, Spread(tuple(values)), "us", places=3) for way, values in times.items()]
    section.budgets.append(Budget("rosbags / decode", ratios(times["rosbags"], times["decode"]), at_least=3))
    if generated is not None:
        section.budgets.append(Budget("genpy / decode", ratios(times["genpy"], times["decode"]), at_least=2))
        ratio = ratios(times["genpy"], times["extractor"])
        if case.at_least is not None:
            section.budgets.append(Budget("genpy / extractor", ratio, at_least=case.at_least))
        else:
            section.figures.append(Figure("genpy / extractor", ratio, "x"))
    return section


def _rosbags_types(type_name: str) -> Any:
    from rosbags.typesys import get_types_from_msg

    found = standard_types.find_message(type_name)
    assert found is not None
    name = type_name.replace("/", "/msg/")
    return {name: get_types_from_msg(found.definition, name)[name]}


def run() -> list[Section]:
    """All types, then floods."""
    return [*(_section(case) for case in CASES), *ros1_flood.run()]
