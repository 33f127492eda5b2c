"""The player, against plain lists of messages."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.record.box import BoxFiles, ChunkCache
from app.record.mcap_fields import RecordingError
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.player import LEAD_LINES, LEAD_S, MAX_RATE, MAX_STEP_S, MIN_RATE, Lead, Played, Player
from app.record.recording import SegmentChannel
from tests.app.record.test_box import FILES, Told, opened, write

TOPICS = ("/1", "/2", "/3")
S = 1_000_000_000
SLOW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)


def told(played: list[Played]) -> dict[str, list[int]]:
    """The orders of the messages that were played, by topic."""
    found: dict[str, list[int]] = {}
    for one in played:
        found.setdefault(one.channel.topic, []).extend(int(bytes(payload)) for payload in one.batch)
    return found


def between(everything: list[list[Told]], first_ns: int, last_ns: int, topics: set[str]) -> dict[str, list[int]]:
    """The orders of the messages of a time, by topic."""
    found: dict[str, list[int]] = {}
    for one in sorted(one for file in everything for one in file):
        if first_ns <= one.time_ns <= last_ns and f"/{one.channel}" in topics:
            found.setdefault(f"/{one.channel}", []).append(one.order)
    return found


@SLOW
@given(
    FILES,
    st.sets(st.sampled_from(TOPICS)),
    st.lists(st.floats(0.0, 2 * MAX_STEP_S), max_size=8),
    st.floats(MIN_RATE, MAX_RATE),
    st.sampled_from([0, 200, 1 << 20]),
)
def test_playing_tells_what_stands_between_the_times_that_it_reaches(
    tmp_path: Path,
    files: list[list[list[tuple[int, int]]]],
    topics: set[str],
    waits_s: list[float],
    rate: float,
    limit: int,
) -> None:
    # a unit of the times of the files is 20 ms
    files = [[[(channel, time * S // 50) for channel, time in chunk] for chunk in chunks] for chunks in files]
    everything = write(tmp_path, files)
    with opened(tmp_path, len(files), limit) as box:
        player = Player(box)
        player.set_wanted(topics)
        player.set_rate(rate)
        player.play(0.0)
        now_s = 0.0
        for wait_s in waits_s:
            before_ns, now_s = player.position_ns, now_s + wait_s
            was_playing = player.is_playing
            played = player.advance(now_s)
            assert told(played) == between(everything, before_ns + 1, player.position_ns, topics)
            assert [one.first_ns for one in played] == sorted(one.first_ns for one in played)
            if was_playing and not player.is_late:
                aim_ns = before_ns + wait_s * rate * S
                assert player.position_ns == pytest.approx(min(aim_ns, player.end_ns), abs=2)


@SLOW
@given(FILES, st.sets(st.sampled_from(TOPICS)), st.lists(st.integers(-5, 70), min_size=1, max_size=6))
def test_a_jump_tells_what_each_wanted_topic_said_last(
    tmp_path: Path, files: list[list[list[tuple[int, int]]]], topics: set[str], times: list[int]
) -> None:
    everything = write(tmp_path, files)
    with opened(tmp_path, len(files)) as box:
        player = Player(box)
        player.set_wanted(topics)
        for time_ns in times:
            played = told(player.seek(time_ns, 0.0))
            past = between(everything, 0, player.position_ns, topics)
            # of equal times in several files one is as good as another
            stamps = {one.order: one.time_ns for file in everything for one in file}
            if player.position_ns == player.start_ns:
                # nothing was before: all of the first time is told
                assert played == past
                continue
            assert {topic: [stamps[order] for order in orders] for topic, orders in played.items()} == {
                topic: [stamps[orders[-1]]] for topic, orders in past.items()
            }


@SLOW
@given(FILES, st.sets(st.sampled_from(TOPICS)), st.lists(st.booleans(), max_size=12))
def test_steps_go_from_message_to_message(
    tmp_path: Path, files: list[list[list[tuple[int, int]]]], topics: set[str], ways: list[bool]
) -> None:
    everything = write(tmp_path, files)
    times = sorted({one.time_ns for file in everything for one in file if f"/{one.channel}" in topics})
    with opened(tmp_path, len(files)) as box:
        player = Player(box)
        player.set_wanted(topics)
        for forward in ways:
            before_ns = player.position_ns
            played = player.step(0.0, forward=forward)
            if forward:
                expected = next((time_ns for time_ns in times if time_ns > before_ns), before_ns)
                assert told(played) == between(everything, before_ns + 1, expected, topics)
            else:
                shown = [time_ns for time_ns in times if time_ns <= before_ns]
                expected = shown[-2] if len(shown) > 1 else before_ns
            assert player.position_ns == expected
            assert not player.is_playing


def make(path: Path, messages: list[tuple[str, int]], *, per_chunk: int = 10) -> None:
    """Write a file of messages of topics at times; their payloads are their places."""
    writer = McapWriter(path)
    topics = list(dict.fromkeys(topic for topic, _ in messages))
    for number, topic in enumerate(topics, 1):
        writer.add_channel(number, 0, topic, "json", {"connection": "ros1://robot"})
    for first in range(0, len(messages), per_chunk):
        part = list(enumerate(messages))[first : first + per_chunk]
        writer.write_chunk(
            [topics.index(topic) + 1 for _, (topic, _) in part],
            [time_ns for _, (_, time_ns) in part],
            [place for place, _ in part],
            [b"%d" % place for place, _ in part],
        )
    writer.finish()


@contextlib.contextmanager
def playing(*paths: Path, lead: Lead = Lead.LAST, changes: str = "") -> Iterator[Player]:
    """A player of files, all of whose topics are wanted."""

    def lead_of(channel: SegmentChannel) -> Lead:
        if channel.topic == changes:
            return Lead.CHANGES
        return lead if channel.topic == "/parts" else Lead.LAST

    with contextlib.ExitStack() as stack:
        segments = [stack.enter_context(contextlib.closing(McapSegment(path))) for path in paths]
        player = Player(BoxFiles(segments), lead_of)
        player.set_wanted({channel.topic for segment in segments for channel in segment.channels.values()})
        yield player


def test_a_jump_tells_the_parts_of_the_last_seconds_of_transforms(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/parts", second * S) for second in range(60)])
    with playing(tmp_path / "a.mcap", lead=Lead.MOVING) as player:
        assert told(player.seek(40 * S, 0.0)) == {"/parts": list(range(41 - int(LEAD_S), 41))}


def test_a_jump_tells_all_that_stays(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/parts", second * S) for second in range(60)])
    with playing(tmp_path / "a.mcap", lead=Lead.STATIC) as player:
        assert told(player.seek(40 * S, 0.0)) == {"/parts": list(range(41))}


def test_a_jump_tells_the_last_lines_of_a_log(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/parts", line * S // 100) for line in range(2000)])
    with playing(tmp_path / "a.mcap", lead=Lead.LINES) as player:
        assert told(player.seek(15 * S, 0.0)) == {"/parts": list(range(1501 - LEAD_LINES, 1501))}


def test_a_topic_that_is_wanted_later_tells_what_it_said_last(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/a", 1), ("/b", 2), ("/a", 3), ("/b", 4), ("/a", 5)])
    with playing(tmp_path / "a.mcap") as player:
        player.set_wanted({"/a"})
        player.seek(4, 0.0)
        assert told(player.set_wanted({"/a", "/b"})) == {"/b": [3]}
        assert told(player.set_wanted({"/b"})) == {}


def test_the_beginning_follows_the_end_in_a_loop_alone(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/a", 0), ("/a", S)])
    with playing(tmp_path / "a.mcap") as player:
        player.set_rate(MAX_RATE)
        player.play(0.0)
        assert told(player.advance(0.1)) == {"/a": [1]}
        assert not player.is_playing
        # from the beginning, where nothing follows
        assert told(player.play(0.2)) == {"/a": [0]}
        player.loop = True
        assert told(player.advance(0.3)) == {"/a": [1]}
        assert told(player.advance(0.4)) == {"/a": [0]}
        assert player.is_playing


def test_no_step_goes_far_after_a_long_wait(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/a", second * S) for second in range(60)])
    with playing(tmp_path / "a.mcap") as player:
        player.play(0.0)
        player.advance(30.0)
        assert player.position_ns == MAX_STEP_S * S
        assert player.is_late


def test_time_stands_after_a_pause(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/a", second * S // 10) for second in range(60)])
    with playing(tmp_path / "a.mcap") as player:
        player.play(0.0)
        player.advance(0.2)
        player.pause()
        assert player.advance(0.4) == []
        player.play(0.5)
        assert told(player.advance(0.6)) == {"/a": [3]}


def test_playing_that_the_disk_can_not_follow_leaves_nothing_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.record.player._MAX_STEP_BYTES", 1)
    make(tmp_path / "a.mcap", [("/a", place * S // 1000) for place in range(500)])
    with playing(tmp_path / "a.mcap") as player:
        player.play(0.0)
        found = []
        for step in range(1, 200):
            found += told(player.advance(step / 10)).get("/a", [])
        assert found == list(range(1, 500))


def test_what_a_file_of_the_box_begins_with_is_not_told_twice(tmp_path: Path) -> None:
    make(tmp_path / "0.mcap", [("/a", 0), ("/a", 10)])
    writer = McapWriter(tmp_path / "1.mcap")
    writer.add_channel(1, 0, "/a", "json", {"connection": "ros1://robot"})
    # the last of the file before, again, and two new ones
    writer.write_chunk([1, 1, 1], [20, 20, 30], [1, 2, 3], [b"1", b"2", b"3"])
    writer.finish()
    with playing(tmp_path / "0.mcap", tmp_path / "1.mcap") as player:
        player.play(0.0)
        assert told(player.advance(1.0)) == {"/a": [1, 2, 3]}
        assert told(player.seek(25, 1.0)) == {"/a": [2]}


def test_of_two_recordings_of_one_robot_both_are_played_though_each_counts_from_one(tmp_path: Path) -> None:
    make(tmp_path / "0.mcap", [("/map", 0), *(("/a", place) for place in range(1, 10))])
    writer = McapWriter(tmp_path / "1.mcap")
    for number, topic in ((1, "/map"), (2, "/a")):
        writer.add_channel(number, 0, topic, "json", {"connection": "ros1://robot"})
    # another map of the same number; the smaller number is of another run
    writer.write_chunk([1, 2, 2], [20, 20, 30], [0, 3, 4], [b"100", b"101", b"102"])
    writer.finish()
    with playing(tmp_path / "0.mcap", tmp_path / "1.mcap") as player:
        player.play(0.0)
        assert told(player.advance(1.0)) == {"/map": [100], "/a": [*range(1, 10), 101, 102]}


@pytest.mark.parametrize("lead", Lead)
def test_all_messages_of_the_first_time_are_told(tmp_path: Path, lead: Lead) -> None:
    make(tmp_path / "a.mcap", [("/parts", 5), ("/parts", 5), ("/parts", 6)])
    with playing(tmp_path / "a.mcap", lead=lead) as player:
        player.set_wanted(())
        assert told(player.set_wanted({"/parts"})) == {"/parts": [0, 1]}
        assert told(player.seek(5, 0.0)) == {"/parts": [0, 1]}
        player.play(0.0)
        assert told(player.advance(1.0)) == {"/parts": [2]}


def test_a_topic_that_could_not_be_read_is_told_when_it_is_wanted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "a.mcap", [("/a", 1), ("/b", 2), ("/a", 3)])
    with playing(tmp_path / "a.mcap") as player:
        player.set_wanted({"/b"})
        with monkeypatch.context() as broken:
            broken.setattr(ChunkCache, "load", failing)
            with pytest.raises(OSError, match="Input/output"):
                player.set_wanted({"/a"})
        assert told(player.set_wanted({"/a"})) == {"/a": [0]}


def failing(*_: object) -> bytes:
    """Refuse to read, as a disk that is gone does."""
    raise OSError(5, "Input/output error")


def test_files_of_the_same_time_are_played_together(tmp_path: Path) -> None:
    make(tmp_path / "0.mcap", [("/a", 0), ("/a", 10)])
    make(tmp_path / "1.mcap", [("/b", 5), ("/b", 15)])
    with playing(tmp_path / "0.mcap", tmp_path / "1.mcap") as player:
        assert told(player.seek(12, 0.0)) == {"/a": [1], "/b": [0]}


def test_a_damaged_chunk_is_told_of_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    make(path, [("/a", place * S // 1000) for place in range(30)])
    with contextlib.closing(McapSegment(path)) as segment:
        chunk = segment.chunks[1]
    with path.open("r+b") as file:
        file.seek(chunk.offset + chunk.length - 3)
        file.write(b"\xff\xff\xff")
    faults: list[RecordingError] = []
    with contextlib.closing(McapSegment(path)) as segment:
        player = Player(BoxFiles([segment], ChunkCache(), faults.append))
        player.set_wanted({"/a"})
        player.play(0.0)
        assert told(player.advance(0.2)) == {"/a": [*range(1, 10), *range(20, 30)]}
        player.play(0.0)
        player.advance(0.2)
    assert len(faults) == 1


def test_an_empty_file_has_nothing_to_play(tmp_path: Path) -> None:
    McapWriter(tmp_path / "a.mcap").finish()
    with playing(tmp_path / "a.mcap") as player:
        player.play(0.0)
        assert player.advance(1.0) == []
        assert player.step(1.0, forward=True) == []
        assert player.step(1.0, forward=False) == []
        assert not player.is_playing


def test_the_rate_has_bounds(tmp_path: Path) -> None:
    make(tmp_path / "a.mcap", [("/a", 0), ("/a", 10)])
    with playing(tmp_path / "a.mcap") as player:
        player.set_rate(100.0)
        assert player.rate == MAX_RATE
        player.set_rate(0.0)
        assert player.rate == MIN_RATE


def test_a_file_that_is_closed_is_left_out_and_time_stays(tmp_path: Path) -> None:
    everything = write(tmp_path, [[[(1, 10), (2, 20)]], [[(1, 100), (2, 110)]]])
    with opened(tmp_path, 2, 1 << 20) as box:
        player = Player(box)
        player.set_wanted({"/1", "/2"})
        player.seek(105, 0.0)

        player.close_files(lambda file: file is box.segments[0])

        assert box.segments[0].descriptor < 0
        assert (player.start_ns, player.end_ns, player.position_ns) == (100, 110, 105)
        assert told(player.seek(0, 0.0)) == between(everything, 100, 100, {"/1", "/2"})
        assert told(player.seek(110, 0.0)) == between(everything, 100, 110, {"/1", "/2"})


def test_a_part_is_repeated_whatever_stands_beside_it(tmp_path: Path) -> None:
    write(tmp_path, [[[(1, at * S // 10)] for at in range(100)]])
    with opened(tmp_path, 1, 1 << 20) as box:
        player = Player(box)
        player.set_wanted({"/1"})
        player.set_loop(loop=True, within_ns=(3 * S, 2 * S))
        player.seek(S * 28 // 10, 0.0)
        player.play(0.0)

        assert told(player.advance(0.2)) == {"/1": [29, 30]}
        assert told(player.advance(0.3)) == {"/1": [20]}
        assert player.position_ns == 2 * S

        # one goes there from behind it
        player.seek(7 * S, 1.0)
        player.advance(1.1)
        assert player.position_ns == 2 * S

        player.set_loop(loop=False, within_ns=(2 * S, 3 * S))
        player.seek(S * 99 // 10, 2.0)
        player.advance(2.2)
        assert not player.is_playing


def test_a_jump_reads_nothing_of_files_that_ended_before_all_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"{number}.mcap" for number in range(3)]
    for number, path in enumerate(paths):
        make(path, [("/a", number * 100 + at) for at in range(50)])
    with playing(*paths) as player:
        player.set_wanted({"/a"})
        asked: list[int] = []
        said_last_in = BoxFiles.said_last_in

        def note(box: BoxFiles, file: int, *rest: Any) -> Any:
            asked.append(file)
            return said_last_in(box, file, *rest)

        monkeypatch.setattr(BoxFiles, "said_last_in", note)
        player.seek(125, 0.0)
        assert asked == [1]


def test_a_jump_asks_no_file_for_a_topic_of_which_it_has_no_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"{number}.mcap" for number in range(4)]
    for number, path in enumerate(paths):
        make(path, [("/a", number * 100 + at) for at in range(50)] + [("/b", 1)] * (number == 0))
    with playing(*paths) as player:
        player.set_wanted({"/a", "/b", "/none"})
        asked: list[int] = []
        said_last_in = BoxFiles.said_last_in

        def note(box: BoxFiles, file: int, *rest: Any) -> Any:
            asked.append(file)
            return said_last_in(box, file, *rest)

        monkeypatch.setattr(BoxFiles, "said_last_in", note)
        assert told(player.seek(325, 0.0)) == {"/a": [25], "/b": [50]}
        assert asked == [3, 0]


def make_box(folder: Path, spoken_s: Mapping[str, Sequence[float]], *, length_s: int = 30) -> list[Path]:
    """Write files of a black box, a minute of them, each of which begins with what topics said last before it."""
    paths = []
    for begin_s in range(0, 60, length_s):
        messages: list[tuple[float, str, int]] = []
        for topic, times_s in spoken_s.items():
            before = [at_s for at_s in times_s if at_s < begin_s]
            messages += [(begin_s, topic, len(before))] if before else []
            inside = [(number, at_s) for number, at_s in enumerate(times_s, 1) if begin_s <= at_s < begin_s + length_s]
            messages += [(at_s, topic, number) for number, at_s in inside]
        writer = McapWriter(folder / f"{begin_s:02d}.mcap")
        for number, topic in enumerate(spoken_s, 1):
            writer.add_channel(number, 0, topic, "json", {"connection": "ros1://robot"})
        messages.sort()
        numbers = [number for _, _, number in messages]
        channels = [[*spoken_s].index(topic) + 1 for _, topic, _ in messages]
        writer.write_chunk(
            channels, [round(at_s * S) for at_s, _, _ in messages], numbers, [b"%d" % n for n in numbers]
        )
        paths.append(writer.finish())
    return paths


def test_transforms_go_before_a_time_from_the_file_before_too(tmp_path: Path) -> None:
    paths = make_box(tmp_path, {"/parts": [1 + second for second in range(59)]})
    with playing(*paths, lead=Lead.MOVING) as player:
        numbers = told(player.seek(32 * S + S // 2, 0.0))["/parts"]
    assert set(numbers) == set(range(23, 33))


def test_lines_go_before_a_time_from_the_file_before_too_and_none_twice(tmp_path: Path) -> None:
    paths = make_box(tmp_path, {"/parts": [1.5 + second for second in range(58)]})
    with playing(*paths, lead=Lead.LINES) as player:
        assert told(player.seek(32 * S, 0.0)) == {"/parts": list(range(1, 32))}


def test_changes_go_before_a_time_since_what_they_change_was_told(tmp_path: Path) -> None:
    paths = make_box(tmp_path, {"/map": [2.0, 21.0], "/map_updates": [1.0, 20.0, 22.0, 29.0, 31.0, 40.0]})
    with playing(*paths, changes="/map_updates") as player:
        played = player.seek(35 * S, 0.0)
        found = told(played)
        assert found["/map"] == [2]
        assert [*dict.fromkeys(found["/map_updates"])] == [3, 4, 5]
        # before what changes it
        assert played[0].channel.topic == "/map"
        assert told(player.set_wanted(())) == {}
        assert set(told(player.set_wanted({"/map_updates"}))["/map_updates"]) == {3, 4, 5}


def test_what_was_said_long_ago_is_as_old_as_it_was(tmp_path: Path) -> None:
    paths = make_box(tmp_path, {"/a": [5.0], "/b": [at_s / 2 + 0.25 for at_s in range(118)]}, length_s=15)
    with playing(*paths) as player:
        for _ in range(2):
            (said,) = [one for one in player.seek(50 * S, 0.0) if one.channel.topic == "/a"]
            assert said.first_ns == said.last_ns == 5 * S


def make_waiting(folder: Path) -> list[Path]:
    """Write two files of a black box; what had waited when the second was begun stands behind what it begins with."""
    chunks = (
        [[(1, "/a", 5.0), (1, "/parts", 28.0), (2, "/parts", 29.0)]],
        [
            [(1, "/a", 30.0), (3, "/parts", 30.0)],
            # the first was on its way when what was said last was asked for
            [(3, "/parts", 29.5), (4, "/parts", 31.0), (1, "/b", 29.75)],
        ],
    )
    paths = []
    for number, inside in enumerate(chunks):
        writer = McapWriter(folder / f"{number}.mcap")
        for channel, topic in enumerate(("/a", "/b", "/parts"), 1):
            writer.add_channel(channel, 0, topic, "json", {"connection": "ros1://robot"})
        for chunk in inside:
            writer.write_chunk(
                [("/a", "/b", "/parts").index(topic) + 1 for _, topic, _ in chunk],
                [round(at_s * S) for _, _, at_s in chunk],
                [order for order, _, _ in chunk],
                [b"%d" % order for order, _, _ in chunk],
            )
        paths.append(writer.finish())
    return paths


def test_what_a_file_begins_with_is_told_once_though_older_messages_follow_it(tmp_path: Path) -> None:
    with playing(*make_waiting(tmp_path)) as player:
        player.seek(0, 0.0)
        player.set_rate(MAX_RATE)
        player.play(0.0)
        found: dict[str, list[int]] = {}
        for step in range(1, 30):
            for topic, orders in told(player.advance(step * MAX_STEP_S)).items():
                found.setdefault(topic, []).extend(orders)

        assert found == {"/parts": [1, 2, 3, 4], "/b": [1]}


def test_what_a_file_begins_with_is_as_old_as_it_was_though_older_messages_follow_it(tmp_path: Path) -> None:
    with playing(*make_waiting(tmp_path)) as player:
        times_ns = {one.channel.topic: one.last_ns for one in player.seek(30 * S + S // 2, 0.0)}

    assert times_ns == {"/a": 5 * S, "/b": 29 * S + S * 3 // 4, "/parts": 29 * S + S // 2}


def test_of_lines_what_a_file_begins_with_is_told_once_though_older_ones_follow_it(tmp_path: Path) -> None:
    with playing(*make_waiting(tmp_path), lead=Lead.LINES) as player:
        assert told(player.seek(32 * S, 0.0))["/parts"] == [1, 2, 3, 4]
