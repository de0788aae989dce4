"""The ensign wins, plays legally in each position, makes each sure landing, and is reproducible."""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, Offer
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.pacific_fury.bot.ensign import Ensign
from ironbottom.lab.simulation import GameResult, apply_choice, derive_seed, play_game, run_game
from tests.games.pacific_fury.rule_tester import EASTERN, HENDERSON, SLOT, SOUND, SOUTH, at

RULES = get_game("pf").rules()
SEED = 1
OPERATIONS = {"sortie", "move", "land", "bombard", "strike", "return_to_base", "pass"}
GAMES = 10


class Watched(Ensign):
    """An ensign that reports when it does not make a sure landing."""

    def choose(self, offer: Offer) -> Action | Sequence[Action]:
        answer = super().choose(offer)
        if sure := sure_landings(offer):
            assert as_choices(answer)[0] in sure, f"{answer} where {sure} could not fail"
        return answer


class Counted(Ensign):
    """An ensign with counted function calls."""

    calls = 0

    def choose(self, offer: Offer) -> Action | Sequence[Action]:
        before = sys.getprofile()
        sys.setprofile(self._count)
        try:
            return super().choose(offer)
        finally:
            sys.setprofile(before)

    def _count(self, _frame: object, event: str, _given: object) -> None:
        self.calls += event in ("call", "c_call")


def sure_landings(offer: Offer) -> list[Action]:
    """The offered landings that cannot fail: those of a TF-A always, those of the Express if nobody guards the
    Sound.
    """
    landings = [action for action in offer.choices if action[0] == "land"]
    held = any(force["side"] != offer.side and force["where"] == SOUND for force in offer.view["forces"].values())
    return [
        action for action in landings if not held or "ijn_tokyo_express" not in offer.view["forces"][action[1]]["units"]
    ]


@cache
def against_random(side: str) -> list[GameResult]:
    """Plays ten games of the ensign on one side against random."""
    other = "allies" if side == "japan" else "japan"
    games = []
    for number in range(GAMES):
        players = {
            side: Watched(RULES, side, derive_seed(SEED, number, side)),
            other: make_player(RULES, "random", other, derive_seed(SEED, number, other)),
        }
        seats = {side: "ensign", other: "random"}
        games.append(run_game(RULES, seats, players, derive_seed(SEED, number, "dice")))
    return games


@cache
def against_itself() -> list[GameResult]:
    """Plays fifty games of the ensign against itself."""
    seats = {"japan": "ensign", "allies": "ensign"}
    games = []
    for number in range(50):
        players = {side: Watched(RULES, side, derive_seed(SEED, number, side)) for side in seats}
        games.append(run_game(RULES, seats, players, derive_seed(SEED, number, "dice")))
    return games


# -- strength ------------------------------------------------------------------------------------------


@pytest.mark.build
@pytest.mark.parametrize("side", ["japan", "allies"])
def test_the_ensign_beats_random_and_passes_no_sure_landing(side: str) -> None:
    games = against_random(side)
    points = sum(1.0 if side in game.winners else 0.0 if game.winners else 0.5 for game in games)
    assert points >= 0.95 * GAMES


@pytest.mark.parametrize("side", ["japan", "allies"])
def test_its_decisions_take_few_steps(side: str) -> None:
    """The speed is measured in function calls, which do not depend on the machine."""
    other = "allies" if side == "japan" else "japan"
    counted = Counted(RULES, side, 1)
    players = {side: counted, other: make_player(RULES, "random", other, 1)}
    game = run_game(RULES, {side: "ensign", other: "random"}, players, 1)
    assert 0 < counted.calls / game.decisions[side] < 2000


@pytest.mark.thorough
def test_it_uses_every_kind_of_operation_within_fifty_games_and_passes_no_sure_landing() -> None:
    counted: Counter[str] = Counter()
    for game in against_itself():
        for verbs in game.verbs.values():
            counted.update(verbs)
    assert set(counted) >= OPERATIONS
    assert set(counted) >= {"form_express", "strike_again", "bombard_now", "stay", "withdraw", "hit"}


def test_neither_side_wins_more_than_three_quarters_of_its_games_against_itself() -> None:
    winners = Counter(game.winners for game in against_itself())
    assert max(winners["japan",], winners["allies",]) <= 0.75 * 50
    assert min(winners["japan",], winners["allies",]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("side", ["japan", "allies"])
def test_two_hundred_games_against_random(side: str) -> None:
    seats = {name: "ensign" if name == side else "random" for name in ("japan", "allies")}
    games = [play_game(RULES, seats, SEED, number) for number in range(200)]
    points = sum(1.0 if side in game.winners else 0.0 if game.winners else 0.5 for game in games)
    assert points >= 190


@pytest.mark.slow
def test_two_hundred_games_against_itself() -> None:
    seats = {"japan": "ensign", "allies": "ensign"}
    winners = Counter(play_game(RULES, seats, SEED, number).winners for number in range(200))
    assert max(winners["japan",], winners["allies",]) <= 150


# -- conduct -------------------------------------------------------------------------------------------


def test_equal_seeds_give_equal_games_and_different_seeds_different_ones() -> None:
    def choices(seed: int) -> list[tuple[str, Action]]:
        players = {side: Ensign(RULES, side, seed) for side in ("japan", "allies")}
        state, dice, made = RULES.new(), SeededDice(5), []
        while open_now := state.decisions():
            offer = offer_for(state, open_now[0])
            for action in as_choices(players[offer.side].choose(offer)):
                apply_choice(state, offer.side, action, dice)
                made.append((offer.side, action))
        return made

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


@pytest.mark.parametrize(
    "options",
    [
        {"factor_set": "B"},
        {"tokyo_express_combat": "on"},
        {"forced_return_timing": "end_of_combat"},
        {"hidden_counts": "on"},
        {"factor_set": "B", "tokyo_express_combat": "on", "hidden_counts": "on"},
    ],
    ids=str,
)
def test_it_plays_under_every_option(options: dict[str, str]) -> None:
    rules = get_game("pf").rules(options)
    for number in range(3):
        played = play_game(rules, {"japan": "ensign", "allies": "ensign"}, SEED, number)
        assert set(played.verbs["japan"]) & {"land", "land_now", "strike", "bombard"}


@pytest.mark.build
def test_it_plays_legally_from_wherever_random_play_has_led() -> None:
    """``apply_choice`` refuses choices that are not offered.

    The positions include incomplete task forces and open combats.
    """
    for number in range(60):
        state, dice, chance = RULES.new(), SeededDice(number), random.Random(number)
        for _ in range(5 * number):
            if not (open_now := state.decisions()):
                break
            state.apply(open_now[0].side, open_now[0].choices.sample_by_argument(chance), dice, trusted=True)
        players = {side: Ensign(RULES, side, number) for side in ("japan", "allies")}
        while open_now := state.decisions():
            offer = offer_for(state, open_now[0])
            for action in as_choices(players[offer.side].choose(offer)):
                apply_choice(state, offer.side, action, dice)
        assert state.result() is not None


def test_it_plays_a_match_with_the_offers_of_the_match() -> None:
    match = Match(RULES, dice=SeededDice(3))
    players = {side: Ensign(RULES, side, 3) for side in ("japan", "allies")}
    while match.decisions():
        side = match.decisions()[0].side
        offer = match.offer(side)
        match.submit(side, [list(action) for action in as_choices(players[side].choose(offer))], seq=offer.seq)
    assert match.result() is not None


def test_it_chooses_by_the_view_only() -> None:
    """Two positions that look the same to Japan but have different ships face down get the same answer."""
    shown = {"japan_1": at(EASTERN, "Shokaku", "Zuikaku", "Tone"), "japan_2": at("box_3", "Aoba")}
    answers = []
    for hidden in (("Enterprise", "Chicago"), ("Washington", "Portland")):
        state = position(forces={**shown, "allies_1": at(SOUTH, *hidden), "allies_2": at(SOUND, "Australia")})
        answers.append(Ensign(RULES, "japan", 4).choose(offer_for(state, state.decisions()[0])))
    assert answers[0] == answers[1]


# -- heuristics, each in a position that needs it ------------------------------------------------------


def position(**fields: Any) -> Any:
    """A position of turn 1 where Japan, without the initiative, chooses its first operation."""
    base = {"game": "pacific_fury", "marker": 1, "initiative": "allies", "operations_done": 1}
    return read_position({**base, **fields}, RULES)


def first_choice(state: Any, seed: int = 0) -> Action:
    """The first choice of an ensign."""
    decision = state.decisions()[0]
    return as_choices(Ensign(RULES, decision.side, seed).choose(offer_for(state, decision)))[0]


def test_it_lands_in_an_empty_sound() -> None:
    state = position(henderson="disrupted", forces={"japan_1": at(EASTERN, "Transports 1", "Tone")})
    assert first_choice(state) == ("land", "japan_1")


def test_it_prefers_the_larger_of_two_sure_landings() -> None:
    forces = {"japan_1": at(EASTERN, "Transports 1"), "japan_2": at(SLOT, "Tokyo Express")}
    units = {"off_map": ["ijn_transports_2", "us_transports_1", "us_transports_2"]}
    assert first_choice(position(henderson="disrupted", forces=forces, units=units)) == ("land", "japan_1")


def test_carriers_disrupt_the_field_before_anything_else() -> None:
    forces = {"japan_1": at(EASTERN, "Shokaku", "Zuikaku", "Tone", "Chikuma"), "allies_1": at(SOUND, "Australia")}
    assert first_choice(position(forces=forces)) == ("strike", "japan_1", HENDERSON)


def test_an_unguarded_sound_is_bombarded() -> None:
    assert first_choice(position(forces={"japan_1": at(SLOT, "Nagato", "Mutsu", "Tone")})) == ("bombard", "japan_1")


def test_the_last_operation_lands_under_fire() -> None:
    escort = ("Nagato", "Mutsu", "Kongo", "Haruna", "Hiei", "Kirishima", "Tone", "Chikuma")
    forces = {"japan_1": at(EASTERN, "Transports 1", "Transports 2", *escort), "allies_1": at(SOUND, "Australia")}
    state = position(henderson="disrupted", operations_done=13, forces=forces)
    assert first_choice(state) == ("move", "japan_1", SOUND)


def test_carriers_strike_the_landing_force() -> None:
    forces = {
        "japan_1": {**at(EASTERN, "Transports 1", "Transports 2", "Tone"), "face_up": True},
        "japan_2": {**at(EASTERN, "Nagato", "Mutsu"), "face_up": True},
        "allies_1": at(SOUTH, "Enterprise", "Saratoga", "Chicago"),
    }
    state = position(henderson="disrupted", operations_done=4, forces=forces)
    assert first_choice(state) == ("strike", "allies_1", "japan_1")


def test_the_tokyo_express_is_hunted_in_the_slot() -> None:
    forces = {
        "japan_1": at(SLOT, "Tokyo Express"),
        "allies_1": at(SOUND, "Washington", "Chicago"),
        "allies_2": at("box_6", "Australia"),
    }
    state = position(operations_done=6, forces=forces)
    assert first_choice(state) == ("move", "allies_1", SLOT)


def test_guards_stay_where_leaving_lets_the_enemy_in() -> None:
    forces = {"japan_1": at(SLOT, "Nagato", "Tone"), "allies_1": at(SOUND, "North Carolina", "Washington", "Chicago")}
    state = position(forces=forces)
    dice = SeededDice(2)
    apply_choice(state, "japan", ("move", "japan_1", SOUND), dice)
    while state.decisions()[0].procedure.name != "return_or_stay":
        decision = state.decisions()[0]
        apply_choice(state, decision.side, first_choice(state), dice)
    assert state.decisions()[0].side == "allies"
    assert first_choice(state) == ("stay",)


def test_hits_open_up_the_transports_when_there_are_enough() -> None:
    """10.7.b Two escorts and two Transports: with four hits each gets one."""
    state = position(
        frames=[
            {"procedure": "turn", "next": 7},
            {"procedure": "operations"},
            {"procedure": "surface_combat", "attacker": "japan_1", "zone": SOUND, "round": 1, "stage": 1},
            {
                "procedure": "assign_hits",
                "attacker": "japan",
                "gunfire": True,
                "pools": [
                    {
                        "side": "allies",
                        "units": ["ijn_tone", "ijn_chikuma", "ijn_transports_1", "ijn_transports_2"],
                        "hits": 4,
                    }
                ],
                "assigned": {},
            },
        ],
        operations_done=2,
        forces={
            "japan_1": at(SOUND, "Tone", "Chikuma", "Transports 1", "Transports 2", up=True),
            "allies_1": at(SOUND, "Washington", "Chicago", up=True),
        },
    )
    hit = set()
    while state.decisions()[0].procedure.name == "assign_hits":
        decision = state.decisions()[0]
        for action in as_choices(Ensign(RULES, "allies", 0).choose(offer_for(state, decision))):
            hit.add(action[1])
            apply_choice(state, "allies", action, SeededDice(1))
    assert hit >= {"ijn_tone", "ijn_chikuma", "ijn_transports_1"}
    assert {"ijn_transports_1", "ijn_transports_2"} <= set(state.view("public")["sunk"])


def test_a_full_plan_is_formed_in_one_answer_that_ends_with_done() -> None:
    state = RULES.new()
    answer = as_choices(Ensign(RULES, "japan", 1).choose(offer_for(state, state.decisions()[0])))
    assert answer[-1] == ("done",)
    assert len(answer) > 20
    assert [action[-1] for action in answer[:-1]] == sorted(action[-1] for action in answer[:-1])


def test_the_carrier_that_returns_is_the_best() -> None:
    state = position(
        turn=2,
        units={"sunk": ["us_wasp", "us_enterprise"]},
        frames=[{"procedure": "turn", "next": 3}, {"procedure": "return_carrier", "side": "allies"}],
        marker=-1,
        initiative="japan",
        operations_done=0,
    )
    assert first_choice(state) == ("return_to_play", "us_enterprise")
