"""The sentences of the analysis: why there is no result, what was left out, and what the timing of a topic says."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class AnalysisWording(Catalogue):
    """The sentences about data that is too little or unfit, and remarks on results."""

    # why there is no result
    TIMES_DIFFER = "There are {times:,} times for {values:,} values: give one time for each value."
    NO_NUMBERS = "Only numbers can be analysed: choose a field that has one number."
    BAD_BINS = "A histogram has 1 to {limit:,} bins: choose a number between."
    BAD_THRESHOLD = "A threshold is a number: choose another one."
    NO_VALUES = "There are no values: choose a longer time, or wait for samples."
    BAD_CELLS = "A density has 1 to {limit:,} fields on a side: choose a number between."
    VALUES_DIFFER = "There are {columns:,} values for {rows:,}: give as many of both curves."
    NO_PAIRS = "There are no pairs of values: choose a longer time, or wait for samples."
    BAD_LAG = "A lag is looked for within more than 0 s: choose another limit."
    ONE_IS_CONSTANT = "One of the curves is constant, and so is like any other: choose another, or a longer time."
    ONE_IS_EMPTY = "One of the curves has no samples: choose a longer time, or wait for samples."
    NO_COMMON_TIME = "The curves have no time in common: choose a time in which both are."
    FEW_OF_BOTH = "It takes at least {least} samples of both curves: choose a longer time."
    FEW_SAMPLES = "There are too few samples ({count}): choose a longer time, so that there are at least {least}."
    WITH_NOTE = "{text} {note}"
    ONE_TIME = "All samples have the same time: choose the time of receipt, or a longer time."
    NO_SECONDS = "The times of the samples are no seconds: choose the time of receipt."
    BAD_OVERLAP = "Windows can overlap by 0 to {limit:.0%}: choose an overlap between."
    BAD_WINDOW = "A window has a length of more than 0 s: choose one."
    SHORT_WINDOW = "A window of {window_s:g} s holds {count:.0f} samples: choose at least {least_s:.2g} s."
    BAD_RATE = "A rate is more than 0 Hz: choose another one."
    STAMPS_DIFFER = "There are {stamps:,} stamps for {messages:,} messages: give one for each."
    FEW_MESSAGES = "It takes {least} messages to tell how regularly they come: wait for more."
    ONE_TIME_OF_RECEIPT = "All messages have the same time of receipt: look at a longer time."

    # remarks
    NOT_FINITE = "Samples that were left out because they are NaN or infinite: {count:,}."
    BACKWARDS = "Samples that were left out because their time goes back: {count:,}."
    LONG_PAUSES = "Between long pauses, samples were looked at {rate_hz:.3g} times a second only."
    WINDOWS_LEFT_OUT = "{left_out:,} of {count:,} windows were left out: samples are missing."
    GAPS_EVERYWHERE = (
        "Samples are missing in every window, so that all but the peaks is too low: choose a shorter window."
    )
    NO_LONGER_CURVE = "The window is {window_s:.3g} s long: there is no more."
    NO_LONGER_WINDOW = "The window is {window_s:.3g} s long: longer ones are not made."
    CONSTANT = "The curve is constant."

    # which curve follows which
    HARDLY_ALIKE = "The curves are hardly alike at any lag: at most {coefficient:.2f}."
    TOGETHER = "The curves go together ({coefficient:.2f})."
    TOGETHER_INVERTED = "The curves go together, turned upside down ({coefficient:.2f})."
    SECOND_FOLLOWS = "The second curve follows the first by {lag} ({coefficient:.2f})."
    SECOND_FOLLOWS_INVERTED = "The second curve follows the first by {lag}, turned upside down ({coefficient:.2f})."
    FIRST_FOLLOWS = "The first curve follows the second by {lag} ({coefficient:.2f})."
    FIRST_FOLLOWS_INVERTED = "The first curve follows the second by {lag}, turned upside down ({coefficient:.2f})."
    REPEATS = "They are as alike each {period}, so that the lag can be longer by that."


@enum.unique
class TimingWording(Catalogue):
    """The sentences about the timing of a topic: one for each `TimingCode`, by its name."""

    NOMINAL_LEARNED = "The usual rate is {learned_hz} Hz."
    NOMINAL_GIVEN = "The rate that is meant is {rate_hz} Hz."
    RATE_LOW = "Only {rate_hz} Hz came."
    RATE_HIGH = "Even {rate_hz} Hz came."
    NONE_LATE = "No message was later than {over_s}."
    LATE = "Later than {over_s}: {share} of the messages."
    IN_BURSTS = "They came in bursts, of which there were {count}."
    IN_PERIODIC_BURSTS = "They came in bursts each {period_s}."
    PERIODIC = "They were late each {period_s}."
    LIKE_POWER_SAVE = "It looks like Wi-Fi power save."
    LIKE_NETWORK = "It looks like a network that is busy or holds messages up."
    LIKE_BATCHES = "It looks like a sender or a reader that takes several at once."
    LIKE_SENDER = "They are late by their stamps, too, so look at the sender."
    LIKE_LOSS = "It looks like messages that were lost or never sent: {count}."
    LIKE_OTHER_RATE = "It looks like another rate for a while, {rate_hz} Hz."
    LONGEST_GAP = "The longest gap is {gap_s}."
    REORDERED = "Messages that came behind newer ones: {count}."
    NO_STAMPS = "There are no stamps that go on, so the delay can't be told."
    PACE = "The stamps go on {ratio} times as fast as our time: they are of a simulation, or no seconds."
    DELAY_GROWS = (
        "The delay grows by {s_per_minute} each minute: messages pile up on their way, or the stamps are wrong."
    )
    CLOCK_AHEAD = "The clock of the stamps is at least {offset_s} ahead of ours."
    CLOCK_BEHIND = "The stamps are {offset_s} behind our clock all the time: clocks that differ."
    LEAST_DELAY = "Messages come {delay_s} after their stamps at least, if the clocks agree."
    CLOCK_FAST = "Their clock runs {ppm} ppm fast against ours."
    CLOCK_SLOW = "Their clock runs {ppm} ppm slow against ours."
    DELAY_VARIES = "Above that, the delay varies by {jitter_s}, at most {most_s}."
