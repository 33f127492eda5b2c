from __future__ import annotations

import pytest

from protocols.errors import MessageFileError
from protocols.ros1.messages.message_files import MessageFiles, type_name_of
from protocols.ros1.wording import RosMessageWording
from tests.tools.sentences import says


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("my_msgs/msg/Thing.msg", "my_msgs/Thing"),
        ("/opt/share/my_msgs/msg/Thing.msg", "my_msgs/Thing"),
        ("my_msgs/srv/Ask.srv", "my_msgs/Ask"),
        ("my_msgs/Thing.msg", "my_msgs/Thing"),
        ("msg/Thing.msg", "msg/Thing"),
        ("my_msgs/srv/Thing.msg", "srv/Thing"),
        ("Thing.msg", None),
        ("/Thing.msg", None),
        ("my_msgs/msg/Thing.txt", None),
        ("my_msgs/action/Go.action", None),
        ("my-msgs/msg/Thing.msg", None),
    ],
)
def test_a_file_defines_the_type_that_its_path_says(path: str, name: str | None) -> None:
    assert type_name_of(path) == name


def test_types_are_found_with_what_they_depend_on() -> None:
    path = MessageFiles(
        [
            ("share/my_msgs/msg/Thing.msg", "Header header\nPart[] parts\ngeometry_msgs/Point at\n"),
            ("share/my_msgs/msg/Part.msg", "string name\r\n"),
            ("share/my_msgs/srv/Ask.srv", "Part part\n---\nThing thing\n"),
            ("share/my_msgs/package.xml", "<"),
        ]
    )
    thing, ask = path.find_message("my_msgs/Thing"), path.find_service("my_msgs/Ask")

    assert thing is not None
    assert ask is not None
    assert [each.name for each in thing.dependencies] == ["std_msgs/Header", "my_msgs/Part", "geometry_msgs/Point"]
    assert (ask.request.name, ask.response.fields[0].type_name) == ("my_msgs/AskRequest", "my_msgs/Thing")
    assert path.problems == ()
    assert path.find_message("std_msgs/String") is path.find_message("my_msgs/Ask") is None
    assert path.find_service("my_msgs/Thing") is None


def test_the_first_file_of_a_type_counts_also_against_a_standard_one() -> None:
    path = MessageFiles(
        [
            ("a/std_msgs/msg/Header.msg", "uint8 mine"),
            ("b/std_msgs/msg/Header.msg", "uint8 other"),
            ("a/my_msgs/msg/Thing.msg", "Header header"),
        ]
    )
    thing = path.find_message("my_msgs/Thing")

    assert thing is not None
    assert thing.dependencies[0].fields[0].name == "mine"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("my_msgs/msg/Bad.msg", "uint8 x\nuint8\n", 2),
        ("my_msgs/srv/Bad.srv", "uint8 x\n---\nuint8 y z\n", 3),
        ("my_msgs/msg/Bad.msg", "uint8 X=256", 1),
        ("my_msgs/msg/Bad.msg", "Bad bad", 1),
    ],
)
def test_a_file_that_is_no_definition_is_named_with_its_line(name: str, text: str, line: int) -> None:
    with pytest.raises(MessageFileError, check=says(RosMessageWording.AT_LINE, line=line, origin=name)):
        MessageFiles([("my_msgs/msg/Good.msg", "uint8 x"), (name, text)])


def test_a_type_whose_dependency_is_not_there_is_a_problem_and_leaves_the_others_usable() -> None:
    path = MessageFiles(
        [
            ("my_msgs/msg/Thing.msg", "Other other"),
            ("my_msgs/msg/Above.msg", "Thing thing"),
            ("my_msgs/msg/Good.msg", "uint8 x"),
            ("my_msgs/srv/Ask.srv", "---\nThing thing"),
        ]
    )

    reason = RosMessageWording.NOT_DEFINED(type_name="my_msgs/Other")
    assert path.problems == (RosMessageWording.AT_LINE(line=1, origin="my_msgs/msg/Thing.msg", reason=reason),)
    assert path.find_message("my_msgs/Good") is not None
    assert path.find_message("my_msgs/Above") is None
    assert path.find_service("my_msgs/Ask") is None
