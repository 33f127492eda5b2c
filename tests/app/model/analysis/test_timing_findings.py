from __future__ import annotations

import pytest

from app.model.analysis.timing_findings import TimingCode, TimingFinding, duration_text, finding_sentences
from app.wording.analysis import TimingWording
from tests.tools.sentences import tells


def _found(code: TimingCode, **values: float) -> TimingFinding:
    return TimingFinding(code, values)


def test_each_finding_is_a_sentence_whose_values_are_rounded() -> None:
    assert finding_sentences(
        [
            _found(TimingCode.NOMINAL_LEARNED, learned_hz=99.98),
            _found(TimingCode.LATE, share=0.00402, over_s=0.015003),
            _found(TimingCode.IN_PERIODIC_BURSTS, period_s=2.0004),
            _found(TimingCode.LIKE_POWER_SAVE),
            _found(TimingCode.REORDERED, count=1),
        ]
    ) == (
        TimingWording.NOMINAL_LEARNED(learned_hz="100"),
        TimingWording.LATE(share="0.4 %", over_s="15 ms"),
        TimingWording.IN_PERIODIC_BURSTS(period_s="2 s"),
        TimingWording.LIKE_POWER_SAVE(),
        TimingWording.REORDERED(count="1"),
    )
    assert finding_sentences([]) == ()


def test_a_rate_that_was_given_is_told_as_it_is() -> None:
    assert finding_sentences(
        [
            _found(TimingCode.NOMINAL_GIVEN, rate_hz=99.8),
            _found(TimingCode.NOMINAL_LEARNED, learned_hz=99.8),
            _found(TimingCode.NOMINAL_LEARNED, learned_hz=12.5),
        ]
    ) == (
        TimingWording.NOMINAL_GIVEN(rate_hz="99.8"),
        TimingWording.NOMINAL_LEARNED(learned_hz="100"),
        TimingWording.NOMINAL_LEARNED(learned_hz="12.5"),
    )


@pytest.mark.parametrize("code", TimingCode)
def test_every_finding_has_words(code: TimingCode) -> None:
    names = (
        "learned_hz rate_hz over_s share count period_s gap_s ratio s_per_minute offset_s delay_s ppm jitter_s most_s"
    )
    values = dict.fromkeys(names.split(), 2.0)

    (sentence,) = finding_sentences([TimingFinding(code, values)])

    assert tells(sentence, TimingWording[code.name])


def test_there_is_a_sentence_for_each_finding_and_no_other() -> None:
    assert [code.name for code in TimingWording] == list(TimingCode.__members__)


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
    (sentence,) = finding_sentences([_found(TimingCode.LATE, share=share, over_s=1.0)])

    assert tells(sentence, TimingWording.LATE, share=words, over_s="1 s")
