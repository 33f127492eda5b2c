"""The page of an incident."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from typing_extensions import override

from app.record.channels import OWN
from app.record.incident_page import brief, incident_page
from app.record.incident_story import Motion, Sample
from app.record.incidents import PICTURE, IncidentFacts, IncidentReason
from app.wording.drive import StopWording
from app.wording.incident_page import IncidentPageWording as Said
from protocols.sentence import Catalogue, Sentence, code_of
from tests.fakes.incident_recording import ROBOT, STOPPED_NS, IncidentRecording, drive_to_stop

HOSTILE = '<script>alert(1)</script><img src="https://evil.example/x">\'"&--></style></svg>'
# all others may load something, or run
_ELEMENTS = frozenset(
    {
        *("html", "head", "meta", "title", "style", "body", "main", "header", "section", "h1", "h2", "dl", "dt", "dd"),
        *("ul", "li", "p", "table", "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "span", "svg", "path"),
        *("line", "text", "rect", "g", "img", "footer"),
    }
)
_VOID = frozenset({"meta", "img"})


class Page(HTMLParser):
    """What a browser makes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append((tag, dict(attrs)))
        # elements of SVG may end themselves
        if tag not in _VOID:
            self.open.append(tag)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that has ended."""
        self.elements.append((tag, dict(attrs)))

    @override
    def handle_endtag(self, tag: str) -> None:
        """End the element that was begun last."""
        assert self.open.pop() == tag

    @override
    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.words += data

    def check(self) -> None:
        """Check that nothing runs, and nothing is loaded."""
        assert self.open == []
        assert {tag for tag, _ in self.elements} <= _ELEMENTS
        for _, attributes in self.elements:
            assert not any(name.startswith("on") or name == "href" for name in attributes)
            assert (attributes.get("src") or "data:image/").startswith("data:image/")


FACTS = IncidentFacts(STOPPED_NS, IncidentReason.STOP, str(StopWording.STOP()), robot="Rover 3")


def page_of(recording: IncidentRecording, facts: IncidentFacts = FACTS) -> Page:
    """The page of a recording."""
    return Page(incident_page(recording.finish({"connection": ROBOT}), facts, zone=UTC))


def test_a_page_says_when_why_and_which_robot_and_stands_alone(tmp_path: Path) -> None:
    page = page_of(drive_to_stop(tmp_path / "recording.mcap"))
    page.check()
    for text in (StopWording.STOP(), "Rover 3", "2027-01-15 08:00:00", "9.9.9", "the box fell here", "step 49"):
        assert text in page.words
    assert sum(tag == "svg" for tag, _ in page.elements) == 4


def test_a_moment_before_the_incident_is_no_negative_zero(tmp_path: Path) -> None:
    recording = IncidentRecording(tmp_path / "recording.mcap")
    recording.note("log", -0.04, {"level": "INFO", "logger": "a", "text": "b"})
    words = page_of(recording).words
    assert "+0.0" in words
    assert "-0.0" not in words


def test_the_address_of_a_robot_is_on_no_page(tmp_path: Path) -> None:
    recording = drive_to_stop(tmp_path / "recording.mcap")
    recording.note("log", -1.0, {"level": "INFO", "logger": "a", "text": f"connected to {ROBOT} at rover.example"})
    assert "rover.example" not in page_of(recording).words


def test_every_sentence_goes_through_the_language_of_the_page(tmp_path: Path) -> None:
    told: set[Catalogue | None] = set()

    def say(text: str) -> str:
        told.add(code_of(text))
        return f"[{text.code.name}]" if isinstance(text, Sentence) else text

    html = incident_page(drive_to_stop(tmp_path / "recording.mcap").finish(), FACTS, say, UTC)
    assert "[LANGUAGE]" in html
    assert {Said.WHEN, Said.SPEED, Said.COARSE, StopWording.STOP} <= told
    assert str(Said.WHAT_HAPPENED()) not in html


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(st.text() | st.just(HOSTILE), st.text() | st.just(HOSTILE))
def test_whatever_stands_in_a_recording_is_text_on_the_page(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "recording.mcap"
    path.unlink(missing_ok=True)
    recording = IncidentRecording(path, (OWN + "<" + name, "/" + name))
    recording.note("log", -1.0, {"level": name, "logger": name, "text": text})
    recording.note("alerts", -1.0, [{"key": name, "severity": 2, "source": name, "text": text}])
    recording.note("marks", -1.0, {"words": text})
    recording.note("about", -1.0, {"version": text, "layout": name, "profile": {"name": name}})
    recording.note("connections", -1.0, [(name, {"state": name, "reason": text}, None)])
    recording.note("drive", -1.0, {"value": {"stage": name, "pads": [{"name": name, "trouble": text}]}})
    recording.write(OWN + "<" + name, -1.0, b'"<script>"')
    page_of(recording, IncidentFacts(STOPPED_NS, IncidentReason.STOP, text, robot=name, note=text)).check()


def test_a_long_recording_makes_no_long_page_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    recording = drive_to_stop(tmp_path / "recording.mcap")
    for step in range(10_000):
        at_s = -30.0 + step * 0.004
        recording.note("log", at_s, {"level": "INFO", "logger": "a", "text": "x" * 2000})
        recording.note("marks", at_s, {"words": "y" * 2000})
    html = incident_page(recording.finish(), FACTS)
    assert len(html) < 1_000_000
    assert str(Said.NEAREST(left_out=9_850, shown=200)) in Page(html).words


def test_what_could_not_be_read_of_the_black_box_is_said(tmp_path: Path) -> None:
    recording = drive_to_stop(tmp_path / "recording.mcap").finish()
    assert str(Said.LEFT_OUT(count=3)) in Page(incident_page(recording, replace(FACTS, left_out=3))).words


def test_without_a_whole_recording_there_is_a_page_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "recording.mcap"
    for data in (None, b"", b"no recording"):
        if data is not None:
            path.write_bytes(data)
        page = Page(incident_page(path, FACTS))
        page.check()
        assert "Rover 3" in page.words
        assert ("p", {"class": "fault"}) in page.elements


def test_the_picture_of_the_window_stands_on_the_page(tmp_path: Path) -> None:
    (tmp_path / PICTURE).write_bytes(b"\x89PNG\r\n\x1a\n")
    page = page_of(drive_to_stop(tmp_path / "recording.mcap"))
    page.check()
    assert [attributes["alt"] for tag, attributes in page.elements if tag == "img"] == [str(Said.WINDOW())]


def test_a_page_is_readable_in_the_dark_and_on_paper(tmp_path: Path) -> None:
    html = incident_page(drive_to_stop(tmp_path / "recording.mcap").finish(), FACTS)
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html
    used = set(re.findall(r"var\((--[\w-]+)\)", html))
    assert used == set(re.findall(r"(--[\w-]+):", html))


def samples(*told: tuple[float, str, float, float | None]) -> Iterator[Sample]:
    """Samples of driving: the time, the stage, the commanded and the measured speed."""
    for at_s, stage, commanded, measured in told:
        motion = None if measured is None else Motion(measured)
        yield Sample(STOPPED_NS + round(at_s * 1e9), stage, 1, Motion(commanded), motion, 0.02)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([], [Said.NO_DRIVING]),
        (
            [(-0.2, "armed", 0.5, 0.5), (0.2, "stopped", 0.0, 0.5), (0.4, "stopped", 0.0, 0.0)],
            [Said.WAS_DRIVEN, Said.ZERO_AFTER, Said.DROVE_AT, Said.STOOD_AFTER, Said.LINK_WAS],
        ),
        (
            [(-0.2, "armed", 0.5, 0.5), (0.2, "stopped", 0.5, 0.5)],
            [Said.WAS_DRIVEN, Said.NEVER_ZERO, Said.DROVE_AT, Said.NEVER_STOOD, Said.LINK_WAS],
        ),
        ([(-0.2, "armed", 0.0, None)], [Said.WAS_NOT_DRIVEN, Said.NOT_MEASURED, Said.LINK_WAS]),
        # the report of the stop came a moment before the incident
        (
            [(-0.2, "armed", 0.5, 0.5), (-0.1, "stopping", 0.0, 0.4), (0.4, "stopped", 0.0, 0.0)],
            [Said.WAS_DRIVEN, Said.ZERO_AFTER, Said.DROVE_AT, Said.STOOD_AFTER, Said.LINK_WAS],
        ),
    ],
)
def test_how_the_robot_came_to_stand_is_said_in_brief(
    told: list[tuple[float, str, float, float | None]], expected: list[Catalogue]
) -> None:
    assert [code_of(text) for text in brief(list(samples(*told)), STOPPED_NS)] == expected


def test_the_way_until_the_robot_stands_is_that_after_the_incident() -> None:
    driven = samples((-1.0, "armed", 0.5, 0.5), (1.0, "stopped", 0.0, 0.5), (2.0, "stopped", 0.0, 0.0))
    stood = next(text for text in brief(list(driven), STOPPED_NS) if code_of(text) is Said.STOOD_AFTER)
    assert isinstance(stood, Sentence)
    assert stood.values["after_s"] == 2.0
    assert stood.values["way_m"] == pytest.approx(0.75)
