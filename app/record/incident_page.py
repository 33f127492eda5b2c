"""The page of an incident: one file of HTML that tells second by second what happened, for people who were not there.

It has no script and loads nothing, so that it can be sent and opened anywhere. All that comes from a recording is
escaped, and addresses of robots are replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from html import escape
from pathlib import Path
from typing import Final

from app.config.atomic_file import write_atomically
from app.config.folders import read_beginning
from app.faults.redaction import Redactor
from app.record.box import BoxFiles
from app.record.incident_figures import Curve, LaneSpan, TimeAxis, curves_figure, lane_figure
from app.record.incident_pictures import PagePicture, pictures_before, window_picture
from app.record.incident_story import Event, Sample, Story, Weight, Who, shortened, stop_code
from app.record.incident_teller import read_story, source_words, stage_words
from app.record.incidents import PAGE, Incident, IncidentFacts
from app.record.mcap_fields import RecordingError
from app.record.mcap_segment import McapSegment
from app.resources import resource
from app.version import VERSION
from app.wording import sentence_of
from app.wording.incident_page import IncidentPageWording, IncidentStoryWording

# before an incident, in which the worst answer of the link is sought
_LINK_NS: Final = 10_000_000_000
_STYLE: Final = "incident-page.css"
_STYLE_BYTES: Final = 1 << 16
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

# says a sentence in the language of the page
Say = Callable[[str], str]


def incident_page(recording: Path, facts: IncidentFacts, say: Say = str, zone: tzinfo | None = None) -> str:
    """Make the page of an incident from its recording, and from the picture of the window beside it.

    Damage of the recording is told on the page. `zone` is that of the clock on the page, of this computer by default.
    """
    fault, pictures, robots = "", [], []
    story = read_story(BoxFiles([]), facts.time_ns)
    try:
        segment = McapSegment(recording)
    except (RecordingError, OSError) as error:
        fault = sentence_of(error)
    else:
        try:
            files = BoxFiles([segment])
            story = read_story(files, facts.time_ns)
            robots = sorted({channel.metadata.get("connection", "") for channel in segment.channels.values()})
            pictures = pictures_before(files, facts.time_ns)
        except (RecordingError, OSError) as error:
            fault = sentence_of(error)
        finally:
            segment.close()
    window = window_picture(recording.parent)
    return _Page(facts, story, say, zone, robots).html(window, pictures, fault or story.fault)


def write_page(incident: Incident, say: Say = str) -> Path:
    """Make the page of an incident anew, with its note of now, beside its recording. Raises OSError."""
    path = incident.folder / PAGE
    write_atomically(
        path, [incident_page(incident.recording, incident.facts, say).encode("utf-8", "replace")], private=True
    )
    return path


class _Page:
    """The parts of one page."""

    def __init__(
        self, facts: IncidentFacts, story: Story, say: Say, zone: tzinfo | None, robots: Iterable[str]
    ) -> None:
        self._facts = facts
        self._story = story
        self._say = say
        code = stop_code(facts.words)
        self._reason: str = code() if code is not None else shortened(facts.words or facts.reason.value)
        self._zone = zone
        self._events = story.events.values
        self._log = story.log.values
        self._samples = story.samples.values
        addresses = [robot for robot in robots if "://" in robot]
        schemes = {address.partition("://")[0] for address in addresses}
        self._hidden = Redactor(robots=addresses, schemes=schemes)
        for text in (*(say(event.text) for event in self._events), *(line.text for line in self._log)):
            self._hidden.learn(text)

    def html(self, window: PagePicture | None, pictures: Sequence[PagePicture], fault: str) -> str:
        """Return the page."""
        title = self._words(IncidentPageWording.TITLE(reason=self._reason))
        version = self._story.about.get("version", VERSION)
        style = read_beginning(resource(_STYLE), _STYLE_BYTES).decode()
        foot = IncidentPageWording.MADE_BY(version=version), IncidentPageWording.RECORDED_WORDS()
        return "\n".join(
            (
                f'<!doctype html><html lang="{self._words(IncidentPageWording.LANGUAGE())}"><head>',
                f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
                '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
                f"<title>{title}</title><style>{style}</style></head><body><main>",
                self._head(fault),
                self._brief(),
                self._figures(),
                self._timeline(),
                self._pictures(window, pictures),
                self._log_table(),
                f"<footer>{''.join(f'<p>{self._words(text)}</p>' for text in foot)}</footer></main></body></html>",
            )
        )

    # texts

    def _words(self, text: str) -> str:
        return escape(self._hidden.redact(self._say(text)))

    def _clock(self, time_ns: int, form: str) -> str:
        try:
            return datetime.fromtimestamp(time_ns / 1e9, UTC).astimezone(self._zone).strftime(form)
        except (ValueError, OverflowError, OSError):
            return IncidentPageWording.UNKNOWN()

    def _seconds(self, time_ns: int) -> float:
        return (time_ns - self._facts.time_ns) / 1e9

    def _seconds_text(self, time_ns: int) -> str:
        # nothing is “-0.0”
        return f"{round(self._seconds(time_ns), 1) + 0.0:+.1f}"

    def _heading(self, text: str) -> str:
        return f"<h2>{self._words(text)}</h2>"

    # parts

    def _head(self, fault: str) -> str:
        facts, story = self._facts, self._story
        before, after = -self._seconds(story.start_ns), self._seconds(story.end_ns)
        versions = facts.versions or {name: story.about[name] for name in ("version", "system") if name in story.about}
        rows = (
            (IncidentPageWording.WHEN(), self._clock(facts.time_ns, "%Y-%m-%d %H:%M:%S %z")),
            (IncidentPageWording.ROBOT(), facts.robot or IncidentPageWording.UNKNOWN()),
            (IncidentPageWording.PROFILE(), facts.profile or story.about.get("profile", "")),
            (IncidentPageWording.NOTE(), shortened(facts.note, 4000)),
            (IncidentPageWording.RECORDED(), IncidentPageWording.SPAN(before_s=before, after_s=after)),
            (
                IncidentPageWording.VERSIONS(),
                ", ".join(f"{name} {value}" for name, value in versions.items()),
            ),
        )
        # what the operator wrote, and names that are no addresses, stay as they are
        told = "".join(f"<dt>{self._words(name)}</dt><dd>{escape(self._say(text))}</dd>" for name, text in rows if text)
        warnings = [IncidentPageWording.DAMAGED(fault=fault)] if fault else []
        if facts.left_out:
            warnings.append(IncidentPageWording.LEFT_OUT(count=facts.left_out))
        if story.unreadable:
            warnings.append(IncidentPageWording.UNREADABLE(count=story.unreadable))
        said = "".join(f'<p class="fault">{self._words(text)}</p>' for text in warnings)
        return f"<header><h1>{self._words(self._reason)}</h1><dl>{told}</dl>{said}</header>"

    def _brief(self) -> str:
        lines = [f"<li>{self._words(text)}</li>" for text in brief(self._samples, self._facts.time_ns)]
        coarse = f'<p class="small">{self._words(IncidentPageWording.COARSE())}</p>' if self._samples else ""
        return f"<section>{self._heading(IncidentPageWording.IN_BRIEF())}<ul>{''.join(lines)}</ul>{coarse}</section>"

    def _timeline(self) -> str:
        facts = self._facts
        incident = Event(facts.time_ns, Who.TELEDECK, IncidentStoryWording.INCIDENT(reason=self._reason), Weight.STOP)
        # what the incident was made of stands before it
        place = sum(event.time_ns <= facts.time_ns for event in self._events)
        rows = []
        for event in (*self._events[:place], incident, *self._events[place:]):
            style = "incident" if event is incident else event.weight.value
            cells = (
                f'<td class="number">{self._seconds_text(event.time_ns)}</td>',
                f'<td class="number">{self._clock(event.time_ns, "%H:%M:%S")}</td>',
                f"<td>{self._words(event.who.value())}</td><td>{self._words(event.text)}</td>",
            )
            rows.append(f'<tr class="{style}">{"".join(cells)}</tr>')
        columns = IncidentPageWording.SECONDS, IncidentPageWording.CLOCK, IncidentPageWording.WHO
        head = self._table_head(*(code() for code in columns), IncidentPageWording.WHAT())
        nothing = "" if self._events else f"<p>{self._words(IncidentPageWording.NO_EVENTS())}</p>"
        left_out = self._left_out(self._story.events.total, len(self._events))
        table = f"<table>{head}<tbody>{''.join(rows)}</tbody></table>"
        return f"<section>{self._heading(IncidentPageWording.WHAT_HAPPENED())}{left_out}{nothing}{table}</section>"

    def _log_table(self) -> str:
        if not self._log:
            return ""
        rows = [
            f'<tr class="{"warning" if line.level in ("WARNING", "ERROR", "CRITICAL") else "plain"}">'
            f'<td class="number">{self._seconds_text(line.time_ns)}</td><td>{self._words(line.level)}</td>'
            f"<td>{self._words(line.logger)}</td><td>{self._words(line.text)}</td></tr>"
            for line in self._log
        ]
        columns = IncidentPageWording.SECONDS, IncidentPageWording.LEVEL, IncidentPageWording.PART
        head = self._table_head(*(code() for code in columns), IncidentPageWording.TEXT())
        left_out = self._left_out(self._story.log.total, len(self._log))
        table = f'<table class="log">{head}<tbody>{"".join(rows)}</tbody></table>'
        return f"<section>{self._heading(IncidentPageWording.LOG())}{left_out}{table}</section>"

    def _table_head(self, *names: str) -> str:
        return f"<thead><tr>{''.join(f'<th>{self._words(name)}</th>' for name in names)}</tr></thead>"

    def _left_out(self, total: int, shown: int) -> str:
        if total <= shown:
            return ""
        text = IncidentPageWording.NEAREST(left_out=total - shown, shown=shown)
        return f'<p class="small">{self._words(text)}</p>'

    def _pictures(self, window: PagePicture | None, pictures: Sequence[PagePicture]) -> str:
        parts = []
        if window is not None:
            parts.append(_picture(window, self._words(IncidentPageWording.WINDOW())))
        for picture in pictures:
            before_s = -self._seconds(picture.time_ns)
            topic = shortened(picture.topic, 80)
            text = self._words(IncidentPageWording.PICTURE_BEFORE(topic=topic, before_s=before_s))
            parts.append(_picture(picture, text))
        if not parts:
            return ""
        return f"<section>{self._heading(IncidentPageWording.PICTURES())}{''.join(parts)}</section>"

    def _figures(self) -> str:
        samples = self._samples
        axis = TimeAxis(self._seconds(self._story.start_ns), self._seconds(self._story.end_ns))
        marks = [(self._seconds(at_ns), self._plain(text)) for at_ns, text in self._story.marks.values]
        lines = [(at_s, None) for at_s, _ in marks]
        figures = []

        def draw(title: str, unit: str, *curves: Curve) -> None:
            if any(value is not None for curve in curves for _, value in curve.points):
                figures.append(curves_figure(self._plain(title), self._plain(unit), axis, curves, lines))

        draw(IncidentPageWording.SPEED(), IncidentPageWording.AXIS_M_S(), *self._curves(samples, "linear_m_s"))
        turning = self._curves(samples, "angular_rad_s")
        if any(value for curve in turning for _, value in curve.points):
            draw(IncidentPageWording.TURNING(), IncidentPageWording.AXIS_RAD_S(), *turning)
        took = [(self._seconds(one.time_ns), _ms(one.round_trip_s)) for one in samples]
        if not any(value is not None for _, value in took):
            took = [(self._seconds(at_ns), _ms(round_trip_s)) for at_ns, round_trip_s in self._story.round_trips.values]
        name = IncidentPageWording.ROUND_TRIP()
        draw(name, IncidentPageWording.AXIS_MS(), Curve(self._plain(name), "round-trip", took))
        spans = self._spans(samples)
        if spans or marks:
            figures.append(lane_figure(self._plain(IncidentPageWording.STAGES()), axis, spans, marks))
        if not figures:
            return ""
        under = f'<p class="small">{self._words(IncidentPageWording.AXIS_S())}</p>'
        return f'<section class="figures">{"".join(figures)}{under}</section>'

    def _plain(self, text: str) -> str:
        """Return words that are escaped where they are drawn."""
        return self._hidden.redact(self._say(text))

    def _curves(self, samples: Sequence[Sample], name: str) -> tuple[Curve, Curve]:
        at = [self._seconds(one.time_ns) for one in samples]
        commanded = [getattr(one.command, name) for one in samples]
        measured = [getattr(one.measured, name, None) for one in samples]
        return (
            Curve(self._plain(IncidentPageWording.COMMANDED()), "commanded", list(zip(at, commanded, strict=True))),
            Curve(self._plain(IncidentPageWording.MEASURED()), "measured", list(zip(at, measured, strict=True))),
        )

    def _spans(self, samples: Sequence[Sample]) -> list[LaneSpan]:
        """Return how long driving was in each stage."""
        starts = [one for place, one in enumerate(samples) if not place or samples[place - 1].stage != one.stage]
        ends = [one.time_ns for one in starts[1:]] + ([self._story.end_ns] if starts else [])
        styles = {"armed", "arming", "disarmed", "stopping", "stopped"}
        return [
            LaneSpan(
                self._seconds(one.time_ns),
                self._seconds(end_ns),
                self._plain(stage_words(one.stage)),
                one.stage if one.stage in styles else "unknown",
            )
            for one, end_ns in zip(starts, ends, strict=True)
        ]


def brief(samples: Sequence[Sample], time_ns: int) -> list[str]:
    """Return in a few sentences how the robot was driven at an incident, and how it came to stand."""
    if not samples:
        return [IncidentPageWording.NO_DRIVING()]
    place = sum(one.time_ns < time_ns for one in samples)
    # the report of the stop itself may have come a moment before the incident
    before = [one for one in samples[:place] if one.stage in ("armed", "arming")][-1:] or samples[: max(place, 1)]
    last, after = before[-1], [one for one in samples if one.time_ns > before[-1].time_ns]
    said: list[str] = []
    if last.command.stands:
        said.append(IncidentPageWording.WAS_NOT_DRIVEN())
    else:
        said.append(IncidentPageWording.WAS_DRIVEN(source=source_words(last.driver), command=last.command.words))
        zero = next((one for one in after if one.command.stands), None)
        if zero is None:
            said.append(IncidentPageWording.NEVER_ZERO())
        else:
            said.append(IncidentPageWording.ZERO_AFTER(after_s=max(zero.time_ns - time_ns, 0) / 1e9))
    said += _came_to_stand(last, after, time_ns)
    took = [
        one.round_trip_s
        for one in samples
        if one.round_trip_s is not None and time_ns - _LINK_NS <= one.time_ns <= time_ns
    ]
    if took:
        said.append(IncidentPageWording.LINK_WAS(took_ms=took[-1] * 1000, worst_ms=max(took) * 1000))
    return said


def _came_to_stand(last: Sample, after: Sequence[Sample], time_ns: int) -> list[str]:
    """Return when the robot stood, by its own measure, and how far it went until then."""
    measured = [(one.time_ns, one.measured) for one in (last, *after) if one.measured is not None]
    if not measured:
        return [IncidentPageWording.NOT_MEASURED()]
    first = measured[0][1]
    said: list[str] = [IncidentPageWording.DROVE_AT(measured=first.words)]
    if first.stands:
        return said
    way, before_ns, before = 0.0, *measured[0]
    for at_ns, motion in measured[1:]:
        # only what came after the incident counts
        taken_s = max(at_ns - max(before_ns, time_ns), 0) / 1e9
        way += taken_s * (before.speed + motion.speed) / 2
        if motion.stands:
            return [*said, IncidentPageWording.STOOD_AFTER(after_s=max(at_ns - time_ns, 0) / 1e9, way_m=way)]
        before_ns, before = at_ns, motion
    return [*said, IncidentPageWording.NEVER_STOOD(way_m=way)]


def _ms(round_trip_s: float | None) -> float | None:
    return None if round_trip_s is None else round_trip_s * 1000


def _picture(picture: PagePicture, caption: str) -> str:
    image = f'<img src="{picture.uri}" alt="{caption}">'
    return f"<figure><figcaption>{caption}</figcaption>{image}</figure>"
