"""An import of settings into those that there are, and how it is taken back."""

from __future__ import annotations

from app.config.settings_bundle import FORMAT, SettingsBundle
from app.config.settings_import import SettingsImport
from app.config.user_settings import MAX_RECENT, MAX_ROBOTS, RobotSettings, SettingsDocument, put_last

ROVER, TUG = "ros1://rover:11311", "ros1://tug:11311"


def bundle(**given: object) -> SettingsBundle:
    """The settings of a file."""
    return SettingsBundle(kind="teledeck-settings", format=FORMAT, **given)  # type: ignore[arg-type]


def test_the_first_items_go_where_there_are_too_many() -> None:
    items = {"a": 1, "b": 2}
    put_last(items, "a", 3, 2)
    assert list(items) == ["b", "a"]
    put_last(items, "c", 4, 2)
    assert items == {"a": 3, "c": 4}
    put_last(items, "a", None, 2)
    assert items == {"c": 4}


def test_robots_are_added_within_their_bounds() -> None:
    document = SettingsDocument(robots={f"ros1://{number}": RobotSettings("old") for number in range(MAX_ROBOTS)})
    document.recent_uris = [f"ros1://{number}" for number in range(MAX_RECENT)]
    added = SettingsImport(document, bundle(robots={ROVER: RobotSettings("Rover")}, recent_uris=[ROVER]))
    added.add_to(document)
    assert document.robots[ROVER].name == "Rover"
    assert len(document.robots) == MAX_ROBOTS
    assert document.recent_uris == [ROVER, *(f"ros1://{number}" for number in range(MAX_RECENT - 1))]


def test_what_was_changed_since_stays_when_it_is_taken_back() -> None:
    document = SettingsDocument(robots={ROVER: RobotSettings("Rover")}, switches={"news": True})
    settings = bundle(
        robots={ROVER: RobotSettings("Other"), TUG: RobotSettings("Tug")},
        recent_uris=[TUG],
        switches={"news": False, "sound": False},
    )
    added = SettingsImport(document, settings)
    added.add_to(document)
    added.note_after(document)
    document.robots[TUG].name = "Mine"
    # a colour that it was given when it was shown is no change
    document.robots[ROVER].color = 1

    added.take_back_from(document)
    assert {uri: robot.name for uri, robot in document.robots.items()} == {ROVER: "Rover", TUG: "Mine"}
    assert document.switches == {"news": True}
    assert document.recent_uris == []


def test_settings_of_a_file_are_not_shared_with_it() -> None:
    settings, document = bundle(robots={ROVER: RobotSettings("Rover")}), SettingsDocument()
    SettingsImport(document, settings).add_to(document)
    document.robots[ROVER].name = "Other"
    assert settings.robots[ROVER].name == "Rover"
