"""Parsing what a player types as a choice of Pacific Fury."""

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Terminal
from ironbottom.cli.parsing.choices import MAX_LISTED, ChoiceParser, ids_in
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action, Argument, Verb, Vocabulary
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.pacific_fury.text.text import ALIASES

GAME = get_game("pf")
SPELLING = ChoiceParser(GAME.vocabulary, ALIASES)


def forming() -> Choices:
    """Japan's choices while it forms task forces, with Shokaku in box 1."""
    state = GAME.new()
    state.apply("japan", ("assign", "ijn_shokaku", "1"), SeededDice(1))
    return choices_of(state)


def operating() -> Choices:
    """The Allies' choices with a carrier force at sea and another force that may sortie."""
    state = GAME.new()
    for side, *action in (
        ("japan", "done"),
        ("allies", "assign", "us_wasp", "1"),
        ("allies", "assign", "us_chicago", "2"),
        ("allies", "done"),
        ("allies", "sortie", "allies_1", "south_pacific_ocean"),
        ("japan", "pass"),
    ):
        state.apply(side, tuple(action), SeededDice(1))
    return choices_of(state)


def choices_of(state: State) -> Choices:
    return state.decisions()[0].choices


@pytest.fixture(params=["one by one", "argument by argument"])
def search_method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The two ways to search choices: one for few choices, and one for thousands."""
    if request.param == "argument by argument":
        monkeypatch.setattr("ironbottom.cli.parsing.choices.MAX_SEARCHED", 0)
        monkeypatch.setattr(Choices, "__iter__", None)


@pytest.mark.usefixtures("search_method")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("assign ijn_zuikaku 1", ("assign", "ijn_zuikaku", "1")),
        ("ASSIGN Zuikaku to box 1", ("assign", "ijn_zuikaku", "1")),
        ("form zui 1", None),
        ("form zuik 1", ("assign", "ijn_zuikaku", "1")),
        ("form 2 zuiho", ("assign", "ijn_zuiho", "2")),
        ("transports 1 2", ("assign", "ijn_transports_1", "2")),
        ("transports 2 2", ("assign", "ijn_transports_2", "2")),
        ("express", ("form_express", "2")),
        ("form express", ("form_express", "2")),
        ("done", ("done",)),
        ("DON", ("done",)),
    ],
)
def test_a_choice_in_words_is_parsed_while_forming(typed: str, meant: Action | None) -> None:
    found = SPELLING.offered(typed, forming())
    if meant is None:
        assert {action[1] for action in found} == {"ijn_zuikaku", "ijn_zuiho"}
    else:
        assert found == [meant]


@pytest.mark.usefixtures("search_method")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sortie iron", ("sortie", "allies_2", "ironbottom_sound")),
        ("move east", ("move", "allies_1", "eastern_solomons")),
        ("move tf 1 to the Eastern Solomons", ("move", "allies_1", "eastern_solomons")),
        ("return", ("return_to_base", "allies_1")),
        ("home 1", ("return_to_base", "allies_1")),
        ("pass", ("pass",)),
    ],
)
def test_an_operation_in_words_is_parsed(typed: str, meant: Action) -> None:
    assert SPELLING.offered(typed, operating()) == [meant]


@pytest.mark.usefixtures("search_method")
@pytest.mark.parametrize("typed", ["", "bombard", "zeppelin", "form", "assign wasp 1", "form shokaku 2", "9", "-", "'"])
def test_words_without_a_unique_match_are_ambiguous(typed: str) -> None:
    assert len(SPELLING.offered(typed, forming())) != 1


def test_actions_are_matched_whether_offered_or_not() -> None:
    assert SPELLING.matching_actions("strike allies 1 henderson") == [("strike", "allies_1", "henderson_field")]
    transports = [("assign", f"{side}_transports_2", "4") for side in ("ijn", "us")]
    assert SPELLING.matching_actions("form 4 transports 2") == transports
    assert SPELLING.matching_actions("pass") == [("pass",)]
    assert SPELLING.matching_actions("zeppelin") == []
    assert len(SPELLING.matching_actions("assign")) == 52 * 7


def test_a_verb_without_arguments_matches_all_its_actions() -> None:
    assert len(SPELLING.matching_actions("land")) == 14
    assert SPELLING.matching_actions("re") == []


def boxed(box: str, *names: str) -> list[Action]:
    return [("assign", f"ijn_{name}", box) for name in names]


def test_8_2_b_an_order_puts_a_whole_task_force_into_a_box() -> None:
    example = "form 1: Zuikaku, Tone, Chikuma, Suzuya, Kumano, and Atago"
    found = SPELLING.order(example, forming())
    assert found == boxed("1", "zuikaku", "tone", "chikuma", "suzuya", "kumano", "atago")
    assert SPELLING.order("Form box 2: zuiho ryu kon", forming()) == boxed("2", "zuiho", "ryujo", "kongo")
    two = SPELLING.order("form 2: transports 1 transports 2", forming())
    assert two == boxed("2", "transports_1", "transports_2")


def test_names_of_several_words_need_no_commas() -> None:
    state = GAME.new()
    state.apply("japan", ("done",), SeededDice(1))
    found = SPELLING.order("form 1: north carolina salt lake city south dak san francisco", choices_of(state))
    assert [action[1] for action in found] == [
        "us_north_carolina",
        "us_salt_lake_city",
        "us_south_dakota",
        "us_san_francisco",
    ]


def test_rest_selects_everything_not_yet_named() -> None:
    before = SPELLING.order("form 1: zuikaku ryujo zuiho", forming())
    rest = [action[1] for action in SPELLING.order("form 2: rest", forming(), before)]
    assert "ijn_nagato" in rest
    assert len(rest) == 26 - 3
    assert not {"ijn_zuikaku", "ijn_ryujo", "ijn_zuiho", "ijn_shokaku"} & set(rest)


def test_an_order_may_repeat_a_choice() -> None:
    assert SPELLING.order("hit: washington 2, chicago", forming()) == [
        ("hit", "us_washington"),
        ("hit", "us_washington"),
        ("hit", "us_chicago"),
    ]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("form 1:", "needs names after it"),
        ("form: tone", "the part before the colon must be form and box"),
        ("form 9: tone", "before the colon"),
        ("sail 1: tone", "'sail 1' does not begin an order; orders begin with assign, form express"),
        (": tone", "does not begin an order"),
        ("form 1: zui", "could be Zuikaku, Zuiho"),
        ("form 1: bismarck", "no unit is called 'bismarck'"),
        ("hit: chicago 0", "0 times"),
        ("hit: chicago 100", "100 times"),
    ],
)
def test_an_invalid_order_is_refused_with_the_reason(typed: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        SPELLING.order(typed, forming())
    assert text in refused.value.message


def large() -> Choices:
    """Four million choices: a counter, a number of such counters, and a place; and a verb without arguments."""
    kinds = Domain("kind", ("tank", "infantry", "artillery", "fighter"))
    counts = Domain("count", [str(count) for count in range(1, 1001)])
    places = Domain("place", ("malaya", "french_indochina", *(f"hex_{n}" for n in range(998))))
    move = Verb(
        "move", clause="1.0", ends_list="always", kind=Argument(kinds), count=Argument(counts), place=Argument(places)
    )
    done = Verb("done", clause="1.1", ends_list="always")
    branches = ((kinds.all, ((counts.all, ((places.all, ()),)),)),)
    return Choices(Vocabulary((move, done)), ((move, branches), (done, ())))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("move tank 3 malaya", [("move", "tank", "3", "malaya")]),
        ("mo tan 900 to french indo", [("move", "tank", "900", "french_indochina")]),
        ("malaya 7 tank", [("move", "tank", "7", "malaya")]),
        ("infantry 12 hex_34", [("move", "infantry", "12", "hex_34")]),
        ("done", [("done",)]),
        ("move submarine 3 malaya", []),
        ("move malaya", []),
    ],
)
def test_a_search_among_millions_of_choices_lists_none(
    monkeypatch: pytest.MonkeyPatch, typed: str, meant: list[Action]
) -> None:
    monkeypatch.setattr(Choices, "__iter__", None)
    choices = large()
    assert len(choices) == 4_000_001
    assert ChoiceParser(choices.vocabulary).offered(typed, choices) == meant


def test_a_partial_choice_among_millions_returns_a_few_matches() -> None:
    choices = large()
    found = ChoiceParser(choices.vocabulary).offered("move tank 3", choices)
    assert len(found) == MAX_LISTED
    assert found[0] == ("move", "tank", "3", "malaya")


def test_the_ids_in_millions_of_choices_are_found_without_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choices, "__iter__", None)
    parts = ids_in(large())
    assert {"move", "done", "tank", "1000", "hex_997"} <= parts
    assert len(parts) == 2 + 4 + 1000 + 1000


def test_millions_of_choices_are_printed_as_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The limit applies even if the whole list is asked for."""
    rules = GAME.new().rules
    Screen(Terminal(plain=True), GameText(rules)).choices(Offer("japan", 1, {}, "Move?", "1.0", large()), whole=True)
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "1 to 4000000: move. Type for example move 1 ironbottom",
        "4000001  Done with task forces",
    ]
