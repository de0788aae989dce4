"""The searcher takes the best candidate, compares candidates in the same worlds, and reaches nothing but its view."""

import ast
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from examples.skirmish.skirmish.game import PLAN, SKIRMISH, WATERS
from ironbottom.bots import as_choices, make_player
from ironbottom.bots.searcher import Budget, Plan, Searcher, SearchModel, World, schedule
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.hold_fast.bot import search as hold_fast
from ironbottom.games.pacific_fury.bot import search as pacific_fury
from ironbottom.games.victory_in_the_pacific.bot import search as victory_in_the_pacific
from tests.bots.reach import reachable

RULES = SKIRMISH.rules()
OWN, WANTED = 0, 3


class Flagship:
    """Sends the flagship of the first side to an area; the heuristic player sends it to the lagoon."""

    def __init__(self, worths: Callable[[int, World], float], areas: int = len(WATERS)) -> None:
        self.worths, self.areas = worths, areas
        self.seen: list[tuple[int, tuple[int, ...]]] = []
        """The destination and the rest of the world at each evaluation."""

    def candidates(self, offer: Offer, most: int, random: Random) -> Sequence[Plan]:
        return [(("send", "red_flagship", area),) for area in WATERS.ids[: min(most, self.areas)]]

    def stopping_point(self, offer: Offer) -> Callable[[World], bool]:
        return lambda world: True

    def reply(self, world: World, decision: Decision, random: Random) -> Sequence[Action]:
        raise AssertionError("a playout that has reached its stopping point goes on")

    def for_review(self, offer: Offer) -> SearchModel:
        return self

    def explain(self, offer: Offer, plan: Plan) -> HintPlan:
        return HintPlan(title=plan[0][-1], why="", choices=plan)

    def win_chance(self, world: World, side: str) -> float:
        return self.evaluate(world, side)

    def evaluate(self, world: World, side: str) -> float:
        sent = world.cells[PLAN]
        self.seen.append((sent, (*world.cells[:PLAN], *world.cells[PLAN + 1 :])))
        return self.worths(sent, world)


class ToTheEnd(Flagship):
    """A searcher's game, continued at random to the end."""

    def stopping_point(self, offer: Offer) -> Callable[[World], bool]:
        return lambda world: False

    def reply(self, world: World, decision: Decision, random: Random) -> Sequence[Action]:
        return [decision.choices.sample(random)]


def offer() -> Offer:
    return Match(SKIRMISH, dice=SeededDice(1)).offer("red")


def chosen_area(model: Flagship, playouts: int = 60, candidates: int = 7, seed: int = 1) -> str:
    """The area to which a searcher sends the flagship."""
    (choice,) = Searcher(RULES, "red", model, Budget(playouts, candidates), seed).choose(offer())
    return choice[2]


def test_a_better_candidate_overrules_the_heuristic_player() -> None:
    assert chosen_area(Flagship(lambda area, world: float(area == WANTED))) == WATERS.ids[WANTED]


def test_without_a_gain_the_heuristic_player_s_choice_stays() -> None:
    assert chosen_area(Flagship(lambda area, world: 0.5)) == WATERS.ids[OWN]
    assert chosen_area(Flagship(lambda area, world: float(area == OWN))) == WATERS.ids[OWN]


def test_a_gain_smaller_than_half_its_standard_error_is_not_enough() -> None:
    tossed = Random(4)
    swings = [1.0, -1.0] * 30

    def noise(area: int, world: World) -> float:
        return 0.0 if area == OWN else 0.01 + swings.pop() * (1 + tossed.random() / 100)

    assert chosen_area(Flagship(noise, areas=2)) == WATERS.ids[OWN]


def test_all_candidates_share_the_worlds_and_the_heuristic_player_s_is_in_all_of_them() -> None:
    model = Flagship(lambda area, world: area / 10)
    assert chosen_area(model) == WATERS.ids[-1]
    tried: dict[tuple[int, ...], list[int]] = {}
    for area, world in model.seen:
        tried.setdefault(world, []).append(area)
    counts = [len(areas) for areas in tried.values()]
    assert all(areas[0] == OWN and areas[-1] == len(WATERS) - 1 for areas in tried.values())
    assert sorted(counts, reverse=True) == counts == [7] * 2 + [4] * 5 + [2] * 13
    assert len(model.seen) == 60


def test_the_same_dice_fall_for_every_candidate() -> None:
    """Candidates that lead to the same state must have the same value in the same world."""
    model = ToTheEnd(lambda area, world: 0.0, areas=2)
    model.candidates = lambda offer, most, random: [  # type: ignore[method-assign]
        (("send", "red_flagship", "north"), ("send", "red_cruiser", "south")),
        (("send", "red_cruiser", "south"), ("send", "red_flagship", "north")),
    ]
    assert len(Searcher(RULES, "red", model, Budget(6, 2), 1).choose(offer())) == 2
    ends = model.seen
    assert len(ends) == 6
    assert ends[::2] == ends[1::2]
    assert len(set(ends)) > 1


def test_the_same_seed_and_budget_give_the_same_choices() -> None:
    def run(seed: int) -> list[tuple[int, tuple[int, ...]]]:
        model = ToTheEnd(lambda area, world: world.cells[-1] / 7)
        chosen_area(model, playouts=20, seed=seed)
        return model.seen

    assert run(1) == run(1) != run(2)


def test_a_single_candidate_or_choice_is_made_without_a_playout() -> None:
    model = Flagship(lambda area, world: 1.0, areas=1)
    assert chosen_area(model) == WATERS.ids[OWN]
    assert model.seen == []


@pytest.mark.parametrize("candidates", range(2, 12))
@pytest.mark.parametrize("playouts", [1, 40, 500])
def test_the_budget_is_kept_and_two_candidates_remain(candidates: int, playouts: int) -> None:
    size, spent = candidates, 0
    for worlds in schedule(candidates, playouts):
        spent += worlds * size
        size = 1 + max(1, (size - 1) // 2)
    assert size == 2
    assert spent <= max(playouts, 2 * (2 * candidates + 2 * candidates))
    assert playouts < 40 or spent > playouts - candidates


# -- what it can reach -----------------------------------------------------------------------------------


MODELS: dict[str, Callable[[Rules], SearchModel]] = {
    "pf": pacific_fury.TurnSearch,
    "hf": hold_fast.FleetSearch,
    "vitp": victory_in_the_pacific.FleetSearch,
}


def is_searched(model: SearchModel, offer: Offer) -> bool:
    """Whether there are two plans to compare."""
    return len(set(model.candidates(offer, 2, Random(1)))) == 2


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", MODELS)
def test_no_searcher_reaches_the_match_its_state_or_its_dice(game: str, seat: int) -> None:
    """Checks everything that can be reached from a searcher, its offer and its worlds while it thinks."""
    dice = SeededDice(3)
    match = Match(get_game(game), dice=dice)
    side, model, looked_at = match.rules.sides.ids[seat], MODELS[game](match.rules), 0
    while (asked := match.decisions()[0].side) != side or not is_searched(model, match.offer(side)):
        match.submit(asked, as_choices(make_player(match.rules, "ensign", asked, 1).choose(match.offer(asked))))
    secret = {id(match), id(match.state), id(match.state.cells), id(dice)}
    evaluate = model.evaluate

    def spy(world: World, side: str) -> float:
        nonlocal looked_at
        looked_at += 1
        found = {id(thing) for thing in reachable(searcher, given, world)}
        assert id(world) in found
        assert not secret & found
        return evaluate(world, side)

    model.evaluate = spy  # type: ignore[method-assign]
    searcher = Searcher(match.rules, side, model, Budget(2, 2), 1)
    given = match.offer(side)
    searcher.choose(given)
    assert looked_at == 4


def test_every_searcher_is_in_the_table_above() -> None:
    package = Path(__file__).parents[2] / "src" / "ironbottom"
    assert len(list(package.glob("games/*/bot/search.py"))) == len(MODELS)


def test_the_searchers_import_nothing_from_matches() -> None:
    package = Path(__file__).parents[2] / "src" / "ironbottom"
    folders = [path.parent for path in package.glob("games/*/bot/search.py")]
    paths = [package / "bots" / "searcher.py", *(path for folder in folders for path in folder.glob("*.py"))]
    assert len(paths) > 10
    for path in paths:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        imported = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
        assert not [name for name in imported if name.startswith(("ironbottom.engine.match", "ironbottom.server"))]
