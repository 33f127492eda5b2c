"""Sentences of the guide and the tour."""

from __future__ import annotations

from protocols.sentence import Catalogue


class GuideWording(Catalogue):
    """The sentences around the pages of the guide."""

    TITLE = "Guide"
    SEARCH = "Search the guide"
    CONTENTS = "Contents"
    HITS = "Places found"
    ONE_HIT = "{number} of {count}"
    NO_HIT = "Nothing in the guide has all of these words."
    NO_HIT_TIP = "Try fewer words, or only the beginning of one."
    BACK = "Back"
    FORWARD = "Forward"
    FIRST_PAGE = "First page"
    NEXT_HIT = "Next place"
    PREVIOUS_HIT = "Previous place"
    MISSING = "The guide is missing from this installation. Install Teledeck again."
    PAGE_OF_THE_GUIDE = "Page of the user guide"


class TourWording(Catalogue):
    """The sentences of the tour: of each step its title and what it says, and around them."""

    CONNECT = "Connect to a robot"
    CONNECT_TEXT = (
        "Type the address of a robot, or start the demo robot to try everything without one. "
        "A new connection is view-only: nothing is sent until you allow it."
    )
    TOPICS = "Choose a topic"
    TOPICS_TEXT = (
        "The list shows what each connected robot publishes. Type to filter it. "
        "Select a topic, and its messages appear in the inspector."
    )
    VIEWS = "See what is in it"
    VIEWS_TEXT = (
        "The buttons below the list show what you can do with the selected topic: plot it, show its image, show it in "
        "a top view, publish to it. In the inspector, {key} plots the selected field."
    )
    LAYOUTS = "Arrange the window"
    LAYOUTS_TEXT = (
        "Layouts open the views for one job: Drive, Look for faults, Watch. "
        "{palette} finds every command, robot and topic by a few letters."
    )
    STOP = "Drive, and stop"
    STOP_TEXT = (
        "To drive, allow commands, open the drive panel and arm. STOP is always here, and Space stops while a robot is "
        "armed. {guide} opens the guide at the page of what you are doing, {keys} shows the keys."
    )
    NUMBER = "{number} of {count}"
    NEXT = "&Next"
    BACK = "&Back"
    DONE = "Do&ne"
    END = "End &tour"
    END_TIP = "End the tour (Escape)"
    OFFER = "New to Teledeck? A tour of five steps shows what is where. You can go on working meanwhile."
    START = "Start the tour"
    NO = "No, thanks"
    NO_TIP = "The tour stays in the Help menu."
