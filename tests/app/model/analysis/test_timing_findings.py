from __future__ import annotations

import pytest

from app.model.analysis.timing_findings import TimingCode, TimingFinding, duration_text, finding_sentences


def _found(code: TimingCode, **values: float) -> TimingFinding:
    return TimingFinding(code, values)


def test_rate_and_what_is_late_are_one_sentence() -> None:
    assert finding_sentences(
        [
            _found(TimingCode.NOMINAL_LEARNED, learned_hz=99.98),
            _found(TimingCode.LATE, share=0.00402, over_s=0.015003),
            _found(TimingCode.IN_PERIODIC_BURSTS, period_s=2.0004),
            _found(TimingCode.LIKE_POWER_SAVE),
            _found(TimingCode.REORDERED, count=1),
        ]
    ) == (
        "100 Hz nominal; 0.4 % later than 15 ms, in bursts each 2 s: looks like Wi-Fi power save",
        "1 message came behind newer ones",
    )


def test_one_message_is_told_as_one() -> None:
    (sentence,) = finding_sentences([_found(TimingCode.LIKE_LOSS, count=1)])

    assert sentence == "Looks like 1 message lost or never sent"


def test_a_rate_that_was_given_is_told_as_it_is() -> None:
    assert finding_sentences([_found(TimingCode.NOMINAL_GIVEN, rate_hz=99.8)]) == ("99.8 Hz expected",)
    assert finding_sentences([_found(TimingCode.NOMINAL_LEARNED, learned_hz=99.8)]) == ("100 Hz nominal",)
    assert finding_sentences([_found(TimingCode.NOMINAL_LEARNED, learned_hz=12.5)]) == ("12.5 Hz nominal",)


def test_what_belongs_to_a_sentence_that_is_not_there_begins_one() -> None:
    assert finding_sentences([_found(TimingCode.LATE, share=0.5, over_s=1.0)]) == ("50 % later than 1 s",)
    assert finding_sentences([]) == ()


@pytest.mark.parametrize("code", TimingCode)
def test_every_finding_has_words(code: TimingCode) -> None:
    names = (
        "learned_hz rate_hz over_s share count period_s gap_s ratio s_per_minute offset_s delay_s ppm jitter_s most_s"
    )
    values = dict.fromkeys(names.split(), 2.0)

    (sentence,) = finding_sentences([TimingFinding(code, values)])

    assert "{" not in sentence
    assert sentence[0].isupper() or sentence[0].isdigit()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "0 µs"),
        (3.2e-5, "32 µs"),
        (0.00099996, "1 ms"),
        (0.01234, "12.3 ms"),
        (1.0, "1 s"),
        (-0.25, "-250 ms"),
        (119.0, "119 s"),
        (120.0, "2 min"),
        (7200.0, "2 h"),
        (864_000.0, "10 days"),
        (1.7e9, "19,676 days"),
        (1.5e300, "1.74e+295 days"),
    ],
)
def test_a_duration_has_a_unit_that_suits(seconds: float, words: str) -> None:
    assert duration_text(seconds) == words


@pytest.mark.parametrize(
    ("share", "words"), [(1e-6, "less than 0.01 %"), (0.0042, "0.42 %"), (0.0996, "10 %"), (1.0, "100 %")]
)
def test_a_share_is_told_in_percent(share: float, words: str) -> None:
    assert finding_sentences([_found(TimingCode.LATE, share=share, over_s=1.0)])[0].startswith(
        words.capitalize() + " later"
    )
