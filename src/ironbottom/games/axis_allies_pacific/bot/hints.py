"""Hints: what the bot would do, with the reasons in the words of the game."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from ironbottom.bots.hints import Words, listed, one_of_each, percent, plan, ranked
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import MOST_PLANS, HintMove, HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific.bot import observation as seeing
from ironbottom.games.axis_allies_pacific.bot.attacks import Attacks, Strike
from ironbottom.games.axis_allies_pacific.bot.combat import COMBAT_RULES, after_a_round, how_it_stands, safety
from ironbottom.games.axis_allies_pacific.bot.drill import Drill
from ironbottom.games.axis_allies_pacific.bot.forces import Lift, Stack
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.bot.purchases import plan_placement, plan_purchases
from ironbottom.games.axis_allies_pacific.bot.regrouping import plan_regroup


def hints(rules: Rules, offer: Offer, /) -> list[HintPlan]:
    """Up to three plans for the offer, best first."""
    observation = Observation(rules, offer.view, offer.side)
    asks = observation.asks
    if asks in PHASES:
        return PHASES[asks](observation)[:MOST_PLANS]
    offered = list(offer.choices)
    if asks == "aftermath":
        return _aftermath(observation, offered)
    best = one_of_each(ranked(COMBAT_RULES, observation, offered), lambda one: (one[1][0], one[1][-1]))
    best = [one for one in best if one[0] > NEVER or one is best[0]]
    if best and all(worth == best[0][0] for worth, _ in best):
        best = best[:1]
    words = WORDS.get(best[0][1][0], Words("This is the most promising choice."))
    return [plan(rules, [action], words) for _, action in best]


NEVER = -1_000.0
"""The score of choices that the bot makes only if nothing else is open."""
_KIND = dict(zip(pieces.KINDS.ids, pieces.KINDS.titles, strict=True))
_PLACE = dict(zip(pieces.PLACES.ids, pieces.PLACES.titles, strict=True))


# -- 5.1 purchase -------------------------------------------------------------------------------------------


def purchases(observation: Observation) -> list[HintPlan]:
    """The purchases of each economy of the side."""
    run = plan_purchases(observation, Random(0))
    found = []
    for economy in pieces.ECONOMIES_OF[observation.number]:
        name = pieces.ECONOMIES.ids[economy]
        own = [action for action in run if action[0] == "buy" and action[1] == name]
        if not own:
            continue
        bought: Counter[str] = Counter()
        for action in own:
            bought[action[2]] += int(action[3])
        cost = sum(observation.figures.cost[pieces.KINDS.index[kind]] * number for kind, number in bought.items())
        told = listed([f"{number} {_KIND[kind]}" for kind, number in bought.items()], 5)
        capital = observation.figures.capital[economy]
        threat = seeing.attack_on_land(observation.cells, observation.figures, observation.number, capital)
        foot = bought["infantry"]
        why = (
            f"{_PLACE[pieces.PLACES.ids[capital]]} can be attacked next turn, so infantry comes first."
            if threat and foot
            else "The economy has too few units of these kinds."
        )
        words = Words(why, told, f"{cost} IPC", "", "money that is not spent is saved")
        title = f"{pieces.ECONOMIES.titles[economy]} buys {told} for {cost}"
        found.append(plan(observation.rules, merged(own), words, title))
    return found or [
        plan(
            observation.rules,
            [("done",)],
            Words("There is not enough money for the units that are needed."),
            "Buy nothing",
        )
    ]


def merged(run: Sequence[Action]) -> list[Action]:
    """Combines purchases of one kind by one economy."""
    bought: dict[tuple[str, str], int] = {}
    for _, economy, kind, number in run:
        bought[economy, kind] = bought.get((economy, kind), 0) + int(number)
    return [("buy", economy, kind, str(number)) for (economy, kind), number in bought.items()]


# -- 7.1.1 combat moves ---------------------------------------------------------------------------------------


class PlannedAttack(NamedTuple):
    """An attack of a plan: its place, its choices, its probability of winning, its swing in IPC; no odds against empty
    lands.
    """

    place: int
    run: list[Action]
    strike: Strike | None


class NotedAttacks(Attacks):
    """The bot's attacks, recorded one by one."""

    def __init__(self, observation: Observation, plan: Drill, random: Random) -> None:
        super().__init__(observation, plan, random)
        self.parts: list[PlannedAttack] = []
        self._strike: Strike | None = None

    def launch(
        self, strike: Strike, place: int, at_hand: list[Stack], lifts: list[tuple[Lift, list[Stack]]]
    ) -> tuple[list[Stack], bool]:
        left, launched = super().launch(strike, place, at_hand, lifts)
        self._strike = strike if launched else None
        return left, launched

    def fight_at_sea(self, zone: int, worth: float) -> None:
        self._note(pieces.FIRST_ZONE + zone, lambda: super(NotedAttacks, self).fight_at_sea(zone, worth))

    def attack(self, land: int, worth: float) -> None:
        self._note(land, lambda: super(NotedAttacks, self).attack(land, worth))

    def take_convoy(self, zone: int) -> None:
        self._note(pieces.FIRST_ZONE + zone, lambda: super(NotedAttacks, self).take_convoy(zone))

    def _note(self, place: int, act: Callable[[], None]) -> None:
        before, self._strike = len(self.plan.run), None
        act()
        if len(self.plan.run) > before:
            self.parts.append(PlannedAttack(place, self.plan.run[before:], self._strike))


def attacks(observation: Observation) -> list[HintPlan]:
    """The attacks of the turn, by swing, each only if it can be made without the others."""
    noted = NotedAttacks(observation, Drill(observation.state, observation.side), Random(0))
    noted.at_sea()
    noted.on_land()
    noted.convoys()
    alone = [part for part in noted.parts if Drill(observation.state, observation.side).does(*part.run)]
    found = [_attack(observation, part) for part in sorted(alone, key=lambda part: -_promise(observation, part))]
    if not found:
        words = Words(
            "No battle is likely enough to succeed.", "units are kept together", "nothing is captured this turn"
        )
        found = [plan(observation.rules, [("done",)], words, "Attack nowhere")]
    return found


def _promise(observation: Observation, part: PlannedAttack) -> float:
    worth = (
        seeing.land_worth(observation.figures, observation.cells, observation.number, part.place)
        if part.place < pieces.FIRST_ZONE
        else seeing.convoy_worth(
            observation.figures, observation.cells, observation.number, part.place - pieces.FIRST_ZONE
        )
        if part.place - pieces.FIRST_ZONE in pieces.CONVOY_ZONES
        else 0.0
    )
    return worth + 1.0 if part.strike is None else part.strike.won * worth + part.strike.swing


def _attack(observation: Observation, part: PlannedAttack) -> HintPlan:
    name, land = _PLACE[pieces.PLACES.ids[part.place]], part.place < pieces.FIRST_ZONE
    value = observation.figures.value[part.place] if land else 0
    moves = [
        HintMove((action[2],), action[1], after[1])
        for action, after in zip(part.run, part.run[1:], strict=False)
        if action[0].startswith("move") and after[0] in ("go", "fly")
    ]
    if part.strike is None:
        why = "Nobody defends it." if land else "The convoy can be taken without a fight."
        brings = f"{value} IPC of production" if value else "the enemy loses the convoy's income"
        words = Words(why, brings, "the units cannot move again this turn", "the enemy may come back next turn")
        return plan(observation.rules, part.run, words, f"Take {name}", moves)
    won, swing = part.strike.won, part.strike.swing
    words = Words(
        f"The battle is won in {percent(won)} of cases.",
        ", ".join(
            filter(None, [f"{value} IPC of production" if value else "", f"a swing of {swing:+.0f} IPC in units"])
        ),
        "the units cannot move again this turn",
        f"{percent(1 - won)} that it is lost",
        "the enemy keeps its units there",
    )
    return plan(observation.rules, part.run, words, f"Attack {name}", moves)


# -- 10.1, 11.1 other moves and placement ---------------------------------------------------------------------------


def regroupings(observation: Observation) -> list[HintPlan]:
    """The bot's other moves as one plan, and its landings separately."""
    run = plan_regroup(observation, Random(0))
    landings = []
    for action in run:
        if action[0] != "land":
            break
        landings.append(action)
    words = Words(
        "Aircraft land where they are safe and useful; troops go to the front, ships to important convoys and coasts.",
        "a better place for every unit that has not moved",
        "",
        "the enemy sees where the forces gather",
    )
    moves = [
        HintMove((action[2],), action[1], after[1])
        for action, after in itertools.pairwise(run)
        if action[0].startswith("move") and after[0] == "go"
    ]
    whole = [action for action in run if action != ("done",)]
    if not whole:
        return [plan(observation.rules, run, Words("Every unit is in a good place."), "Move nothing more")]
    found = [plan(observation.rules, whole, words, f"Make all {_count(moves, landings)}", moves)]
    if landings and len(landings) < len(whole):
        safe = Words("Aircraft that do not land are lost.", "ground units guard them there")
        found.insert(0, plan(observation.rules, landings, safe, f"Land {len(landings)} flights"))
    return found


def _count(moves: Sequence[HintMove], landings: Sequence[Action]) -> str:
    told = [f"{len(moves)} moves" if moves else "", f"{len(landings)} landings" if landings else ""]
    return " and ".join(filter(None, told)) or "moves"


def placements(observation: Observation) -> list[HintPlan]:
    """The placement of new units."""
    run = [action for action in plan_placement(observation, Random(0)) if action[0] == "place"]
    words = Words("Near the enemy, and ships beside your other ships.", "they can fight next turn")
    if not run:
        return [plan(observation.rules, [("finish",)], Words("Nothing can be placed."), "Place nothing more")]
    return [plan(observation.rules, run, words, "Place all new units")]


PHASES: Mapping[str, Callable[[Observation], list[HintPlan]]] = {
    "purchase": purchases,
    "combat_moves": attacks,
    "regroup": regroupings,
    "placement": placements,
}


# -- 8.0 battle -----------------------------------------------------------------------------------------------


def _aftermath(observation: Observation, offered: Sequence[Action]) -> list[HintPlan]:
    won, swing = how_it_stands(observation)
    best = after_a_round(observation, list(offered))
    press = next(action for action in offered if action[0] == "press_on")
    away = max(
        (action for action in offered if action[0] == "retreat"),
        key=lambda action: safety(observation, action[1]),
        default=None,
    )
    stay = Words(
        f"From here the battle is won in {percent(won)} of cases.",
        f"a swing of {swing:+.0f} IPC in units on average",
        risk=f"{percent(1 - won)} that it is lost",
    )
    leave = Words(
        f"From here the battle is won only in {percent(won)} of cases." if won < 0.5 else "It saves the attackers.",
        "the units can fight another day",
        "the enemy keeps the place",
        otherwise=f"pressing on is a swing of {swing:+.0f} IPC",
    )
    order = [best, *(one for one in (press, away) if one is not None and one != best)]
    return [plan(observation.rules, [one], stay if one[0] == "press_on" else leave) for one in order]


WORDS: Mapping[str, Words] = {
    "lose": Words(
        "The cheapest unit that can be lost. A battleship takes its first hit without loss.",
        "more expensive units fight on", "its price", otherwise="keep a ground unit if the territory is to be taken",
    ),
    "lose_landed": Words("The cheapest unit that can be lost.", "more expensive units fight on", "its price"),
    "submerge": Words("Submarines alone and outnumbered submerge; others fire.", "they are safe until they surface"),
    "kamikaze": Words("The most valuable ship in reach.", "one roll before the battle", "one of the few kamikazes"),
    "intercept": Words("Interceptors may shoot down bombers.", "fire at the raid", "", "escorts fire back"),
    "fight": Words("Battles at sea come before landings, and the largest on land first.", "landings can go ahead"),
    "raid": Words("A raid must be fought before the battle on the same territory.", "the enemy pays IPC"),
    "land_cap": Words("Most friendly units are there.", "the fighters are guarded"),
    "split": Words("The capital in more danger gets more."),
    "go_ashore": Words("The landing can go ahead.", "the battle on land", risk="landed units cannot retreat"),
    "take_convoy": Words("Nobody defends it.", "the enemy loses its income"),
    "name_holder": Words("The holder with the least money needs it most."),
    "abandon": Words("It lands the fewest units where the least is at stake."),
    "reinforce": Words("Near the enemy, where most is at stake."),
    "bid": Words("A usual bid."),
    "bid_ipc": Words("A usual bid."),
    "done": Words("No other choice gains anything."),
}  # fmt: skip
