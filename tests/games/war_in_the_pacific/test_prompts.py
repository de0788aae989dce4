"""Every prompt of War in the Pacific fits on one line of the page, and reports have one wording."""

import pytest

from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import ImpulseOrders
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import IMPULSES
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import Meeting
from ironbottom.games.war_in_the_pacific.text.names import report_title
from ironbottom.games.war_in_the_pacific.text.text import tell
from tests.words.prompt_lengths import LINE


def test_every_prompt_fits_one_line() -> None:
    """The prompts of all scenarios, whose questions are fixed."""
    kinds = [kind for kind in get_game("war_in_the_pacific").procedures if issubclass(kind, Question)]
    questions = {
        kind.name: form.text for kind in kinds for form in kind.build_prompt.forms.values() if not form.placeholders
    }
    assert len(questions) > 60
    assert {name: len(question) for name, question in questions.items() if len(question) > LINE} == {}


def test_prompts_that_count_or_name_a_place_fit_one_line() -> None:
    rules = get_game("war_in_the_pacific").rules()
    impulses = [ImpulseOrders(0, impulse).prompt(rules, 0) for impulse in range(IMPULSES)]
    assert impulses[1] == "Impulse 2 of 3: alter a course?"
    facts = get_game("war_in_the_pacific").facts()
    ports = [row.id for row in facts.table(tables.PLACES).values() if row.port != "none"]
    met = [Meeting(0, NUMBER[hex], 0).prompt(rules, 0) for hex in ports]
    assert [prompt for prompt in [*impulses, *met] if len(prompt) > LINE] == []


@pytest.mark.parametrize("chit", ["misread", "false_position"])
def test_the_announcement_of_a_report_does_not_say_that_it_is_false(chit: str) -> None:
    """8.3 The log, the board and the page name such a report like any other."""
    event = {"event": "contact", "force": "allies_35", "at": "F0330", "chit": chit}
    assert tell(event) == "Report: Allied Task Force 35 at F0330."
    assert report_title("poor") == "Poor report"
