"""The sentences of the analysis: why there is no result, what was left out, and what the timing of a topic says."""

from __future__ import annotations

from protocols.sentence import Catalogue


class AnalysisWording(Catalogue):
    """The sentences about data that is too little or unfit, and remarks on results."""

    # why there is no result
    TIMES_DIFFER = "{values:,} values have {times:,} times. Each value needs one time."
    NO_NUMBERS = "Only numbers can be analysed. Choose a field with one number."
    BAD_BINS = "The number of bins must be 1 to {limit:,}."
    BAD_THRESHOLD = "The threshold must be a number."
    NO_VALUES = "No values in this time range. Choose a longer one, or wait for samples."
    BAD_CELLS = "The number of cells per side must be 1 to {limit:,}."
    VALUES_DIFFER = "One curve has {columns:,} values, the other {rows:,}. Both need the same number."
    NO_PAIRS = "No pairs of values in this time range. Choose a longer one, or wait for samples."
    BAD_LAG = "The limit of the lag must be more than 0 s."
    ONE_IS_CONSTANT = (
        "One of the curves is constant, so it can't be compared. Choose another curve or a longer time range."
    )
    ONE_IS_EMPTY = "One of the curves has no samples. Choose a longer time range, or wait for samples."
    NOT_ALIGNED = (
        "The runs are not alike wherever they are laid over each other (at most {coefficient:.2f}). "
        "Choose another curve, or align them by the start or a mark."
    )
    NO_COMMON_TIME = "The curves have no common time range. Choose one that includes both."
    FEW_OF_BOTH = "Both curves need at least {least} samples. Choose a longer time range."
    FEW_SAMPLES = "Only {count} samples, but at least {least} are needed. Choose a longer time range."
    WITH_NOTE = "{text} {note}"
    ONE_TIME = "All samples have the same time. Use the time received, or choose a longer time range."
    NO_SECONDS = "The times of the samples are not in seconds. Use the time received."
    BAD_OVERLAP = "The overlap must be 0 to {limit:.0%}."
    BAD_WINDOW = "The length of a window must be more than 0 s."
    SHORT_WINDOW = "A window of {window_s:g} s has only {count:.0f} samples. Choose at least {least_s:.2g} s."
    BAD_RATE = "The rate must be more than 0 Hz."
    STAMPS_DIFFER = "{messages:,} messages have {stamps:,} stamps. Each message needs one."
    FEW_MESSAGES = "At least {least} messages are needed to analyse the timing. Wait for more."
    ONE_TIME_OF_RECEIPT = "All messages have the same time received. Choose a longer time range."

    # remarks
    NOT_FINITE = "{count:,} samples are left out because they are NaN or infinite."
    BACKWARDS = "{count:,} samples are left out because their time goes back."
    LONG_PAUSES = "Because of long pauses, only {rate_hz:.3g} samples per second are used."
    WINDOWS_LEFT_OUT = "{left_out:,} of {count:,} windows are left out because samples are missing."
    GAPS_EVERYWHERE = "Every window lacks samples, so all values except the peaks are too low. Choose a shorter window."
    NO_LONGER_CURVE = "The window is {window_s:.3g} s long, as long as the curve."
    NO_LONGER_WINDOW = "The window is {window_s:.3g} s long, which is the limit."
    CONSTANT = "The curve is constant."

    # which curve follows which
    HARDLY_ALIKE = "The curves are not similar at any lag (at most {coefficient:.2f})."
    TOGETHER = "The curves move together ({coefficient:.2f})."
    TOGETHER_INVERTED = "The curves move together, inverted ({coefficient:.2f})."
    SECOND_FOLLOWS = "The second curve follows the first by {lag} ({coefficient:.2f})."
    SECOND_FOLLOWS_INVERTED = "The second curve follows the first by {lag}, inverted ({coefficient:.2f})."
    FIRST_FOLLOWS = "The first curve follows the second by {lag} ({coefficient:.2f})."
    FIRST_FOLLOWS_INVERTED = "The first curve follows the second by {lag}, inverted ({coefficient:.2f})."
    REPEATS = "The similarity repeats every {period}, so the lag may be longer by that."

    # where a run lies
    MOVED = "{name} is moved by {offset_s:+.3f} s."
    MOVED_TO_BEST = "{name} is moved by {offset_s:+.3f} s, where the curves are most alike ({coefficient:.2f})."
    CLOCK_CORRECTED = "Its clock is corrected by {drift:+.0f} µs/s."
    PLACE_REPEATS = "The curves are as alike every {period}, so it may be another place."


class TimingWording(Catalogue):
    """The sentences about the timing of a topic: one for each `TimingCode`, by its name."""

    NOMINAL_LEARNED = "The usual rate is {learned_hz} Hz."
    NOMINAL_GIVEN = "The expected rate is {rate_hz} Hz."
    RATE_LOW = "The actual rate was only {rate_hz} Hz."
    RATE_HIGH = "The actual rate was even {rate_hz} Hz."
    NONE_LATE = "All messages arrived within {over_s}."
    LATE = "{share} of the messages were late by more than {over_s}."
    IN_BURSTS = "Messages arrived in bursts ({count} bursts)."
    IN_PERIODIC_BURSTS = "Messages arrived in bursts every {period_s}."
    PERIODIC = "Messages were late every {period_s}."
    LIKE_POWER_SAVE = "The cause may be Wi-Fi power saving."
    LIKE_NETWORK = "The cause may be a busy or blocked network."
    LIKE_BATCHES = "The cause may be a sender or a reader that handles several messages at once."
    LIKE_SENDER = "The stamps are late, too, so check the sender."
    LIKE_LOSS = "{count} messages may have been lost or never sent."
    LIKE_OTHER_RATE = "The rate may have changed to {rate_hz} Hz for a while."
    LONGEST_GAP = "The longest gap was {gap_s}."
    REORDERED = "{count} messages arrived after newer ones."
    NO_STAMPS = "The delay is unknown because the messages have no increasing stamps."
    PACE = "The stamps advance {ratio} times as fast as real time: they come from a simulation, or are not in seconds."
    DELAY_GROWS = "The delay grows by {s_per_minute} per minute: messages queue up, or the stamps are wrong."
    CLOCK_AHEAD = "The clock of the stamps is at least {offset_s} ahead of this computer."
    CLOCK_BEHIND = "The stamps are always {offset_s} behind this computer: the clocks differ."
    LEAST_DELAY = "Messages arrive at least {delay_s} after their stamps, if the clocks agree."
    CLOCK_FAST = "The clock of the stamps runs {ppm} ppm faster than this computer."
    CLOCK_SLOW = "The clock of the stamps runs {ppm} ppm slower than this computer."
    DELAY_VARIES = "In addition, the delay varies by {jitter_s}, at most {most_s}."
