"""From words to choices: what a person may type for a choice of Pacific Fury."""

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Terminal
from ironbottom.cli.parsing.choices import MOST_LISTED, Spelling, parts_of
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
SPELLING = Spelling(GAME.vocabulary, ALIASES)


def forming() -> Choices:
    """Japan's choices while it forms task forces, box 1 holding Shokaku."""
    state = GAME.new()
    state.apply("japan", ("assign", "ijn_shokaku", "1"), SeededDice(1))
    return choices_of(state)


def operating() -> Choices:
    """The Allies' choices with a carrier force at sea and another force due to sortie."""
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
def searched(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ways in which choices are searched: that for few, and that for thousands."""
    if request.param == "argument by argument":
        monkeypatch.setattr("ironbottom.cli.parsing.choices.MOST_SEARCHED", 0)
        monkeypatch.setattr(Choices, "__iter__", None)


@pytest.mark.usefixtures("searched")
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
def test_a_choice_in_words_while_forming(typed: str, meant: Action | None) -> None:
    found = SPELLING.offered(typed, forming())
    if meant is None:
        assert {action[1] for action in found} == {"ijn_zuikaku", "ijn_zuiho"}
    else:
        assert found == [meant]


@pytest.mark.usefixtures("searched")
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
def test_an_operation_in_words(typed: str, meant: Action) -> None:
    assert SPELLING.offered(typed, operating()) == [meant]


@pytest.mark.usefixtures("searched")
@pytest.mark.parametrize("typed", ["", "bombard", "zeppelin", "form", "assign wasp 1", "form shokaku 2", "9", "-", "'"])
def test_words_that_mean_no_one_choice(typed: str) -> None:
    assert len(SPELLING.offered(typed, forming())) != 1


def test_what_is_meant_is_found_whether_offered_or_not() -> None:
    assert SPELLING.meant("strike allies 1 henderson") == [("strike", "allies_1", "henderson_field")]
    transports = [("assign", f"{side}_transports_2", "4") for side in ("ijn", "us")]
    assert SPELLING.meant("form 4 transports 2") == transports
    assert SPELLING.meant("pass") == [("pass",)]
    assert SPELLING.meant("zeppelin") == []
    assert len(SPELLING.meant("assign")) == 52 * 7


def test_a_verb_alone_means_all_its_actions() -> None:
    assert len(SPELLING.meant("land")) == 14
    assert SPELLING.meant("re") == []


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


def test_the_rest_is_all_that_is_offered_and_not_yet_named() -> None:
    before = SPELLING.order("form 1: zuikaku ryujo zuiho", forming())
    rest = [action[1] for action in SPELLING.order("form 2: rest", forming(), before)]
    assert "ijn_nagato" in rest
    assert len(rest) == 26 - 3
    assert not {"ijn_zuikaku", "ijn_ryujo", "ijn_zuiho", "ijn_shokaku"} & set(rest)


def test_an_order_may_say_how_often() -> None:
    assert SPELLING.order("hit: washington 2, chicago", forming()) == [
        ("hit", "us_washington"),
        ("hit", "us_washington"),
        ("hit", "us_chicago"),
    ]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("form 1:", "nothing is named"),
        ("form: tone", "before the colon stand form and box"),
        ("form 9: tone", "before the colon"),
        ("sail 1: tone", "'sail 1' begins no order; orders begin with assign, form express"),
        (": tone", "begins no order"),
        ("form 1: zui", "may be Zuikaku, Zuiho"),
        ("form 1: bismarck", "no unit is called 'bismarck'"),
        ("hit: chicago 0", "0 times"),
        ("hit: chicago 100", "100 times"),
    ],
)
def test_an_order_that_is_not_understood_is_refused_with_what_is_wrong(typed: str, told: str) -> None:
    with pytest.raises(Refused) as refused:
        SPELLING.order(typed, forming())
    assert told in refused.value.message


def large() -> Choices:
    """Four million choices: a counter, how many of it, and a place each; and a verb that stands alone."""
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
def test_of_millions_of_choices_none_is_listed(
    monkeypatch: pytest.MonkeyPatch, typed: str, meant: list[Action]
) -> None:
    monkeypatch.setattr(Choices, "__iter__", None)
    choices = large()
    assert len(choices) == 4_000_001
    assert Spelling(choices.vocabulary).offered(typed, choices) == meant


def test_of_millions_of_choices_a_few_are_given_where_the_rest_is_left_out() -> None:
    choices = large()
    found = Spelling(choices.vocabulary).offered("move tank 3", choices)
    assert len(found) == MOST_LISTED
    assert found[0] == ("move", "tank", "3", "malaya")


def test_the_parts_of_millions_of_choices_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choices, "__iter__", None)
    parts = parts_of(large())
    assert {"move", "done", "tank", "1000", "hex_997"} <= parts
    assert len(parts) == 2 + 4 + 1000 + 1000


def test_of_millions_of_choices_a_line_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Even where the whole list is asked for."""
    rules = GAME.new().rules
    Screen(Terminal(plain=True), GameText(rules)).choices(Offer("japan", 1, {}, "Move?", "1.0", large()), whole=True)
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "1 to 4000000: move. Say for example move 1 ironbottom",
        "4000001  Done with task forces",
    ]
