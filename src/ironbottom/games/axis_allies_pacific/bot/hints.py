"""Hints: what the bot would do, with the reasons in the words of the game."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from ironbottom.bots.hints import Reasons, hint_plan, name_list, one_of_each, percent, ranked_choices
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.hints import MAX_PLANS, HintMove, HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.text.sentences import count
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific.bot import observation as seeing
from ironbottom.games.axis_allies_pacific.bot.attacks import AttackPlan, Attacks
from ironbottom.games.axis_allies_pacific.bot.captain import CaptainObservation
from ironbottom.games.axis_allies_pacific.bot.combat import (
    COMBAT_RULES,
    choose_after_round,
    current_odds,
    friendly_units_in,
)
from ironbottom.games.axis_allies_pacific.bot.forces import Stack, TransportOption
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.bot.purchases import plan_placement, plan_purchases
from ironbottom.games.axis_allies_pacific.bot.regrouping import plan_regroup
from ironbottom.games.axis_allies_pacific.bot.trial_board import TrialBoard
from ironbottom.games.axis_allies_pacific.state_types import Rules


def hints(rules: Rules, offer: Offer, /) -> list[HintPlan]:
    """Up to three plans for the offer, best first."""
    observation = CaptainObservation(rules, offer.view, offer.side)
    procedure_name = observation.procedure_name
    if procedure_name in PHASES:
        return PHASES[procedure_name](observation)[:MAX_PLANS]
    offered = list(offer.choices)
    if procedure_name == "aftermath":
        return _aftermath(observation, offered)
    best = one_of_each(ranked_choices(COMBAT_RULES, observation, offered), lambda one: (one[1][0], one[1][-1]))
    best = [one for one in best if one[0] > NEVER or one is best[0]]
    if best and all(worth == best[0][0] for worth, _ in best):
        best = best[:1]
    reasons = REASONS.get(best[0][1][0], Reasons("This is the most promising choice."))
    return [hint_plan(rules, [action], reasons) for _, action in best]


NEVER = -1_000.0
"""The score of choices that the bot makes only if there is no other."""
_KIND = dict(zip(pieces.KINDS.ids, pieces.KINDS.titles, strict=True))
_PLACE = dict(zip(pieces.PLACES.ids, pieces.PLACES.titles, strict=True))


# -- 5.1 purchase -------------------------------------------------------------------------------------------


def purchases(observation: Observation) -> list[HintPlan]:
    """The purchases of each economy of the side."""
    run = plan_purchases(observation, Random(0))
    result = []
    for economy in pieces.ECONOMIES_OF[observation.number]:
        name = pieces.ECONOMIES.ids[economy]
        own = [action for action in run if action[0] == "buy" and action[1] == name]
        if not own:
            continue
        bought: Counter[str] = Counter()
        for action in own:
            bought[action[2]] += int(action[3])
        cost = sum(observation.figures.cost[pieces.KINDS.index[kind]] * number for kind, number in bought.items())
        units_text = name_list([f"{number} {_KIND[kind]}" for kind, number in bought.items()], 5)
        capital = observation.figures.capital[economy]
        threat = seeing.attack_on_land(observation.cells, observation.figures, observation.number, capital)
        foot = bought["infantry"]
        why = (
            f"{_PLACE[pieces.PLACES.ids[capital]]} can be attacked next turn, so infantry comes first."
            if threat and foot
            else "The economy has too few units of these kinds."
        )
        reasons = Reasons(why, units_text, f"{cost} IPC", "", "money that is not spent is saved")
        title = f"{pieces.ECONOMIES.titles[economy]} buys {units_text} for {cost}"
        result.append(hint_plan(observation.rules, merge_purchases(own), reasons, title))
    return result or [
        hint_plan(
            observation.rules,
            [("done",)],
            Reasons("There is not enough money for the units that are needed."),
            "Buy nothing",
        )
    ]


def merge_purchases(run: Sequence[Action]) -> list[Action]:
    """Combines purchases of one kind by one economy."""
    bought: dict[tuple[str, str], int] = {}
    for _, economy, kind, number in run:
        bought[economy, kind] = bought.get((economy, kind), 0) + int(number)
    return [("buy", economy, kind, str(number)) for (economy, kind), number in bought.items()]


# -- 7.1.1 combat moves ---------------------------------------------------------------------------------------


class PlannedAttack(NamedTuple):
    """An attack of a plan: its place, its choices, its probability of winning, and its swing in IPC; attacks on empty
    territories have no odds.
    """

    place: int
    run: list[Action]
    strike: AttackPlan | None


class RecordedAttacks(Attacks):
    """The bot's attacks, recorded one by one."""

    def __init__(self, observation: Observation, hint_plan: TrialBoard, random: Random) -> None:
        super().__init__(observation, hint_plan, random)
        self.parts: list[PlannedAttack] = []
        self._strike: AttackPlan | None = None

    def launch(
        self,
        strike: AttackPlan,
        place: int,
        at_hand: list[Stack],
        transports: list[tuple[TransportOption, list[Stack]]],
    ) -> tuple[list[Stack], bool]:
        left, launched = super().launch(strike, place, at_hand, transports)
        self._strike = strike if launched else None
        return left, launched

    def fight_at_sea(self, zone: int, worth: float) -> None:
        self._note(pieces.FIRST_ZONE + zone, lambda: super(RecordedAttacks, self).fight_at_sea(zone, worth))

    def attack(self, land: int, worth: float) -> None:
        self._note(land, lambda: super(RecordedAttacks, self).attack(land, worth))

    def take_convoy(self, zone: int) -> None:
        self._note(pieces.FIRST_ZONE + zone, lambda: super(RecordedAttacks, self).take_convoy(zone))

    def _note(self, place: int, act: Callable[[], None]) -> None:
        before, self._strike = len(self.plan.run), None
        act()
        if len(self.plan.run) > before:
            self.parts.append(PlannedAttack(place, self.plan.run[before:], self._strike))


def attacks(observation: Observation) -> list[HintPlan]:
    """The attacks of the turn that can be made without the others, the attack with the largest swing first."""
    noted = RecordedAttacks(observation, TrialBoard(observation.state, observation.side), Random(0))
    noted.at_sea()
    noted.on_land()
    noted.convoys()
    alone = [part for part in noted.parts if TrialBoard(observation.state, observation.side).carry_out(*part.run)]
    result = [_attack(observation, part) for part in sorted(alone, key=lambda part: -_promise(observation, part))]
    if not result:
        reasons = Reasons(
            "No battle is likely enough to succeed.", "units are kept together", "nothing is captured this turn"
        )
        result = [hint_plan(observation.rules, [("done",)], reasons, "Attack nowhere")]
    return result


def _promise(observation: Observation, part: PlannedAttack) -> float:
    worth = (
        seeing.land_worth(observation.figures, observation.cells, observation.number, part.place, observation.policy)
        if part.place < pieces.FIRST_ZONE
        else seeing.convoy_worth(
            observation.figures,
            observation.cells,
            observation.number,
            part.place - pieces.FIRST_ZONE,
            observation.policy,
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
        reasons = Reasons(why, brings, "the units cannot move again this turn", "the enemy may come back next turn")
        return hint_plan(observation.rules, part.run, reasons, f"Take {name}", moves)
    won, swing = part.strike.won, part.strike.swing
    reasons = Reasons(
        f"The battle is won in {percent(won)} of cases.",
        ", ".join(
            filter(None, [f"{value} IPC of production" if value else "", f"a swing of {swing:+.0f} IPC in units"])
        ),
        "the units cannot move again this turn",
        f"{percent(1 - won)} that it is lost",
        "the enemy keeps its units there",
    )
    return hint_plan(observation.rules, part.run, reasons, f"Attack {name}", moves)


# -- 10.1, 11.1 other moves and placement ---------------------------------------------------------------------------


def regroupings(observation: Observation) -> list[HintPlan]:
    """The bot's other moves as one plan, and its landings separately."""
    run = plan_regroup(observation, Random(0))
    landings = []
    for action in run:
        if action[0] != "land":
            break
        landings.append(action)
    reasons = Reasons(
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
        return [hint_plan(observation.rules, run, Reasons("Every unit is in a good place."), "Move nothing more")]
    result = [hint_plan(observation.rules, whole, reasons, f"Make {_count(moves, landings)}", moves)]
    if landings and len(landings) < len(whole):
        safe = Reasons("Aircraft that do not land are lost.", "ground units guard them there")
        result.insert(0, hint_plan(observation.rules, landings, safe, f"Land {count(len(landings), 'flight')}"))
    return result


def _count(moves: Sequence[HintMove], landings: Sequence[Action]) -> str:
    counts = [count(len(moves), "move") if moves else "", count(len(landings), "landing") if landings else ""]
    return " and ".join(filter(None, counts)) or "moves"


def placements(observation: Observation) -> list[HintPlan]:
    """The placement of new units."""
    run = [action for action in plan_placement(observation, Random(0)) if action[0] == "place"]
    reasons = Reasons("Near the enemy, and ships beside your other ships.", "they can fight next turn")
    if not run:
        return [hint_plan(observation.rules, [("finish",)], Reasons("Nothing can be placed."), "Place nothing more")]
    return [hint_plan(observation.rules, run, reasons, "Place all new units")]


PHASES: Mapping[str, Callable[[Observation], list[HintPlan]]] = {
    "purchase": purchases,
    "combat_moves": attacks,
    "regroup": regroupings,
    "placement": placements,
}


# -- 8.0 battle -----------------------------------------------------------------------------------------------


def _aftermath(observation: Observation, offered: Sequence[Action]) -> list[HintPlan]:
    won, swing = current_odds(observation)
    best = choose_after_round(observation, list(offered))
    press = next(action for action in offered if action[0] == "press_on")
    away = max(
        (action for action in offered if action[0] == "retreat"),
        key=lambda action: friendly_units_in(observation, action[1]),
        default=None,
    )
    stay = Reasons(
        f"From here the battle is won in {percent(won)} of cases.",
        f"a swing of {swing:+.0f} IPC in units on average",
        risk=f"{percent(1 - won)} that it is lost",
    )
    leave = Reasons(
        f"From here the battle is won only in {percent(won)} of cases." if won < 0.5 else "It saves the attackers.",
        "the units can fight another day",
        "the enemy keeps the place",
        otherwise=f"pressing on is a swing of {swing:+.0f} IPC",
    )
    order = [best, *(one for one in (press, away) if one is not None and one != best)]
    return [hint_plan(observation.rules, [one], stay if one[0] == "press_on" else leave) for one in order]


REASONS: Mapping[str, Reasons] = {
    "lose": Reasons(
        "The cheapest unit that can be lost. A battleship takes its first hit without loss.",
        "more expensive units fight on", "its price", otherwise="keep a ground unit if the territory is to be taken",
    ),
    "lose_landed": Reasons("The cheapest unit that can be lost.", "more expensive units fight on", "its price"),
    "submerge": Reasons("Submarines alone and outnumbered submerge; others fire.", "they are safe until they surface"),
    "kamikaze": Reasons("The most valuable ship within reach.", "one roll before battle", "one of the few kamikazes"),
    "intercept": Reasons("Interceptors may shoot down bombers.", "fire at the raid", "", "escorts fire back"),
    "fight": Reasons("Battles at sea come before landings, and the largest on land first.", "landings can go ahead"),
    "raid": Reasons("A raid must be fought before the battle on the same territory.", "the enemy pays IPC"),
    "land_cap": Reasons("Most friendly units are there.", "the fighters are guarded"),
    "split": Reasons("The capital in more danger gets more."),
    "go_ashore": Reasons("The landing can go ahead.", "the battle on land", risk="landed units cannot retreat"),
    "take_convoy": Reasons("Nobody defends it.", "the enemy loses its income"),
    "name_holder": Reasons("The holder with the least money needs it most."),
    "abandon": Reasons("It lands the fewest units where the least is at stake."),
    "reinforce": Reasons("Near the enemy, where most is at stake."),
    "bid": Reasons("A usual bid."),
    "bid_ipc": Reasons("A usual bid."),
    "done": Reasons("No other choice gains anything."),
}  # fmt: skip
