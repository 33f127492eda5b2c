from __future__ import annotations

import pytest

from app.model.messages.diagnostic_tree import (
    MAX_CHANGES,
    MAX_PARTS,
    STALE_NS,
    DiagnosticPart,
    DiagnosticTree,
    diagnostic_path,
)
from app.model.messages.values import DiagnosticLevel, Diagnostics, DiagnosticStatus

SECOND = 1_000_000_000
NOW = 1_700_000_000 * SECOND
OK, WARN, ERROR, STALE = DiagnosticLevel
TOPIC = "/diagnostics"


def send(tree: DiagnosticTree, name: str, level: DiagnosticLevel, at_ns: int = NOW, text: str = "") -> None:
    tree.take(Diagnostics((DiagnosticStatus(name, level, text),)), TOPIC, at_ns)


def part(tree: DiagnosticTree, *path: str, topic: str = TOPIC) -> DiagnosticPart:
    return tree.parts["\x00".join((topic, *path))]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("/Base/Motors/left", ("Base", "Motors", "left")),
        ("rover: Battery", ("rover", "Battery")),
        ("/Base/rover: Battery", ("Base", "rover", "Battery")),
        ("camera: rate of /camera/image", ("camera", "rate of /camera/image")),
        ("rover:", ("rover",)),
        ("battery", ("battery",)),
        ("time 12:30", ("time 12:30",)),
        (" : ", (" : ",)),
        ("/", ("/",)),
    ],
)
def test_a_name_is_taken_apart_as_people_write_it(name: str, path: tuple[str, ...]) -> None:
    assert diagnostic_path(name) == path


def test_a_name_of_too_many_parts_keeps_them_in_the_last() -> None:
    path = diagnostic_path("/".join(str(number) for number in range(100)))

    assert len(path) == 16
    assert path[-1].endswith("/99")


def test_a_row_has_the_worst_level_of_what_is_below_it() -> None:
    tree = DiagnosticTree()
    for name, level in (("/Base/rover: Battery", ERROR), ("/Base", OK), ("/Base/rover: Motor", WARN), ("/Arm", WARN)):
        send(tree, name, level)
    worst = {tree.parts[key].name: level for key, level in tree.worst_levels(NOW).items()}

    assert worst == {"Base": ERROR, "rover": ERROR, "Battery": ERROR, "Motor": WARN, "Arm": WARN}
    assert part(tree, "Base").level(NOW) is OK
    assert part(tree, "Base", "rover").level(NOW) is None
    assert [tree.parts[key].name for key in tree.tops] == ["Arm", "Base"]


def test_a_part_is_stale_after_five_seconds_and_that_is_noted_once() -> None:
    tree = DiagnosticTree()
    send(tree, "lidar", OK)
    tree.find_stale(NOW + STALE_NS)
    assert part(tree, "lidar").level(NOW + STALE_NS) is OK
    assert not tree.changes

    for _ in range(3):
        tree.find_stale(NOW + STALE_NS + 1)
    assert part(tree, "lidar").level(NOW + STALE_NS + 1) is STALE
    assert [(change.before, change.level, change.at_ns) for change in tree.changes] == [(OK, STALE, NOW + STALE_NS)]

    send(tree, "lidar", OK, NOW + 2 * STALE_NS)
    assert part(tree, "lidar").level(NOW + 2 * STALE_NS) is OK
    assert tree.worsened == 1


def test_what_gets_worse_is_counted_and_what_gets_better_is_not() -> None:
    tree = DiagnosticTree()
    for number, level in enumerate((OK, WARN, WARN, OK, ERROR, WARN)):
        send(tree, "rover: Battery", level, NOW + number * SECOND, level.name)

    assert [(change.before, change.level, change.text) for change in tree.changes] == [
        (OK, WARN, "WARN"),
        (OK, ERROR, "ERROR"),
    ]
    assert (tree.worsened, part(tree, "rover", "Battery").worsened) == (2, 2)
    assert [change.at_ns for change in tree.changes] == [NOW + SECOND, NOW + 4 * SECOND]


def test_a_fault_that_is_there_from_the_beginning_is_one_and_that_all_is_well_is_none() -> None:
    tree = DiagnosticTree()
    send(tree, "a", OK)
    send(tree, "b", ERROR)

    assert [change.name for change in tree.changes] == ["b"]


def test_an_error_after_a_silence_is_worse_than_what_was_before_it() -> None:
    tree = DiagnosticTree()
    send(tree, "a", OK)
    tree.find_stale(NOW + 2 * STALE_NS)
    send(tree, "a", ERROR, NOW + 3 * STALE_NS)

    assert [change.level for change in tree.changes] == [STALE, ERROR]


def test_while_nobody_listened_nothing_fell_silent() -> None:
    tree = DiagnosticTree()
    send(tree, "a", OK)
    later = NOW + 100 * STALE_NS
    tree.forget_silence(later)
    tree.find_stale(later + STALE_NS)

    assert not tree.changes
    assert part(tree, "a").level(later) is OK


def test_each_topic_has_a_tree_of_its_own() -> None:
    tree = DiagnosticTree()
    send(tree, "a", OK)
    tree.take(Diagnostics((DiagnosticStatus("a", ERROR),)), "/diagnostics_agg", NOW)

    assert tree.topics() == ["/diagnostics", "/diagnostics_agg"]
    assert part(tree, "a").level(NOW) is OK
    assert part(tree, "a", topic="/diagnostics_agg").level(NOW) is ERROR


def test_parts_and_changes_have_an_end() -> None:
    tree = DiagnosticTree()
    for number in range(MAX_PARTS + 5):
        send(tree, f"part {number}", OK)
    for number in range(2 * MAX_CHANGES):
        for level in (OK, WARN):
            send(tree, "part 1", level, NOW + number)

    assert len(tree.parts) == MAX_PARTS
    assert tree.left_out == 5
    assert len(tree.changes) == MAX_CHANGES
    assert tree.worsened == 2 * MAX_CHANGES


def test_what_a_message_left_out_is_counted() -> None:
    tree = DiagnosticTree()
    tree.take(Diagnostics((), skipped=3), TOPIC, NOW)

    assert tree.left_out == 3
