from __future__ import annotations

import importlib
import pkgutil
import string

import pytest

import app.wording
from app.cli.output import counted
from app.drive.control.values import Reason
from app.wording.commands import CommandWording, CountWording
from app.wording.connections import ConnectionWording, GalileoWording, LinkWording
from app.wording.drive import StopWording
from app.wording.help import HelpWording
from app.wording.ui.publishing import PublishingWording
from app.wording.ui.time_axis import PlotWording
from protocols.sentence import Catalogue, code_of
from tests.tools.sentences import ill_made, missaid, tells, unsaid

MODULES = [importlib.import_module(found.name) for found in pkgutil.walk_packages(app.wording.__path__, "app.wording.")]
CATALOGUES = [
    catalogue
    for module in MODULES
    for catalogue in vars(module).values()
    if isinstance(catalogue, type) and issubclass(catalogue, Catalogue) and catalogue is not Catalogue
]
CODES = [code for catalogue in CATALOGUES for code in catalogue]


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_sentence_can_be_made_with_its_values(catalogue: type[Catalogue]) -> None:
    assert ill_made(catalogue) == []


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_no_sentence_is_left_that_nobody_says(catalogue: type[Catalogue]) -> None:
    assert unsaid(catalogue) == []


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_no_two_codes_of_a_catalogue_say_the_same(catalogue: type[Catalogue]) -> None:
    assert len({code.value for code in catalogue}) == len(catalogue)


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_sentence_is_made_with_the_values_that_it_names(catalogue: type[Catalogue]) -> None:
    assert missaid(catalogue) == []


def test_what_is_said_of_a_topic_keeps_the_reason_with_its_code_and_values() -> None:
    inner = LinkWording.NOTHING_LISTENS(host="robot", port=1)
    outer = ConnectionWording.OF_TOPIC(topic="/odom", reason=inner)

    assert tells(outer, ConnectionWording.OF_TOPIC, topic="/odom")
    assert tells(outer, LinkWording.NOTHING_LISTENS, host="robot", port=1)
    assert not tells(outer, LinkWording.NOTHING_LISTENS, port=2)
    assert not tells(str(outer), ConnectionWording.OF_TOPIC)


def test_braces_stand_only_where_json_is_shown() -> None:
    of_json = {
        CommandWording.WRITE_OBJECT,
        CommandWording.WRITE_OBJECT_QUOTED,
        GalileoWording.JSON_NO_OBJECT_TIP,
        GalileoWording.BYTES_FIELD_TIP,
        HelpWording.DRIVE_LINES,
        HelpWording.REQUEST,
        PlotWording.EXPRESSION_TIP,
        PlotWording.EXPRESSION_TIP,
        PublishingWording.NO_MESSAGE,
    }

    assert {code for code in CODES if "{{" in code.value} == of_json
    for code in set(CODES) - of_json:
        assert "{" not in string.Formatter().vformat(code.value, (), _Numbers())


def test_each_reason_to_stop_has_the_sentence_of_its_name() -> None:
    assert all(code_of(reason.text) is StopWording[reason.name] for reason in Reason)
    assert all(isinstance(code_of(reason.tip), StopWording) for reason in Reason if reason.tip)


def test_each_thing_that_is_counted_has_a_text_for_one_and_one_for_many() -> None:
    nouns = [code.name for code in CountWording if not code.name.endswith("S")]

    assert [code.name for code in CountWording] == [name for noun in nouns for name in (noun, f"{noun}S")]
    assert [code_of(counted(number, noun.lower())) for noun in nouns for number in (1, 2)] == list(CountWording)
    assert counted(1234, "topic") == "1,234 topics"


class _Numbers(dict[str, int]):
    def __missing__(self, key: str) -> int:
        return 0
