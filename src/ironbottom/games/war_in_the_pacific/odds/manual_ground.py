"""A ground attack described by hand (24.0), a landing after bombardment (16.4, 17.1), and an Air Assault (6.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import ground_stacks
from ironbottom.games.war_in_the_pacific.odds import asking
from ironbottom.games.war_in_the_pacific.odds.answers import (
    OddsAnswer,
    OddsQuestion,
    modifiers_named,
    needed,
    numbers_table,
    signed,
)
from ironbottom.games.war_in_the_pacific.odds.manual_bombardment import add_guns, no_guns
from ironbottom.games.war_in_the_pacific.odds.manual_state import ASHORE, force_with_ships, put_units, with_forces
from ironbottom.games.war_in_the_pacific.odds.shore import bombardment_strength, chances_of
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.pieces import SIDE_OF_SHIP
from ironbottom.games.war_in_the_pacific.rules.air.air_assault import AIRBORNE
from ironbottom.games.war_in_the_pacific.rules.land import combat_results, ground_battle
from ironbottom.games.war_in_the_pacific.rules.land.ground_battle import (
    MARINES,
    MAX_HITS,
    OPEN_GROUND,
    SHIFTS,
    most_hits,
)
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.rules.shore.landings import BY_PLAN, DROPPED, WITHOUT_PLAN
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State
from ironbottom.games.war_in_the_pacific.turns import turn_number
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, mean
from ironbottom.odds.tables import OddsRow, OddsTable

BY_NAME = ("across_water", "attacker_unsupplied", "defender_unsupplied", "engineer", "entrenched", "mechanized")
"""24.4 The modifiers that a question may name; the others follow from the units, the date and the kind of attack."""
MORE_BY_NAME = ("marines", "partisans", "first_attack", "unplanned_landing")
"""24.4 Other modifiers that a question may name, for strengths without units."""
STAYS, RETREATS, ELIMINATED = range(3)
MAX_STRENGTH, MAX_DIGITS = 999, 3


class Case(NamedTuple):
    """24.2 An attack in numbers: both strengths, each shift by name, and whether there is an entrenchment."""

    attacker: int
    defender: int
    shifts: dict[str, int]
    dug_in: bool
    overrun: bool


class LossTable(NamedTuple):
    """24.3 The result of a die: the strength that each side loses, and whether the defender stays, retreats or is
    eliminated.
    """

    attacker: int
    defender: int
    fate: int


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """24.0, 16.4, 6.9 The odds of an attack, an attack after a landing, or a drop."""
    needed(question, attack="'2 us 11-3' or a strength", defend="'1 jp 3-1' or a strength")
    terrains = [name for name in rules.pieces.facts.table(charts.TERRAIN_EFFECTS) if name != "all_sea"]
    if question.terrain.strip().replace(" ", "_") not in terrains:
        raise BadValue(
            f"{question.terrain!r} is not a terrain; the terrains are {', '.join(terrains)}", field="terrain"
        )
    field = Field(rules, question)
    shelling, result = field.shelling(), OddsAnswer(question.kind)
    cases = [(chance, field.case(hits)) for hits, chance in enumerate(shelling) if chance]
    first = cases[0][1]
    result.lines += lines_of(rules, question, first, many=len(cases) > 1)
    if question.fleet.strip():
        result.lines.append(f"Bombardment Strength {bombardment_strength(field.state, force_with_ships(field.side))}.")
        result.tables.append(numbers_table("Hits of the bombardment", [("hits", shelling)]))
    add_loss_table(rules, question, cases, result)
    if question.guns and not field.ships:
        raise BadValue("name the ships at which the guns fire, for example '4 us APB'", field="fleet", clause="38.7")
    add_guns(result, field.state, field.ships, question.guns)
    result.notes += notes_of(question, first)
    return result


class Field:
    """24.1 The attackers and defenders of one hex."""

    def __init__(self, rules: Rules, question: OddsQuestion) -> None:
        self.rules, self.asked = rules, question
        self.turn = asking.read_date(question.date)
        if question.kind != "landing":
            for name in ("fleet", "guns"):
                if getattr(question, name):
                    raise BadValue(f"{name} is used only for a landing, or for guns that fire at ships", field=name)
        self.ships = asking.read_ships(question.fleet, "fleet", self.turn) if question.fleet.strip() else []
        self.state = with_forces(rules, self.turn, self.ships)
        self.named = modifiers_named(question.modifiers, (*BY_NAME, *MORE_BY_NAME))
        self.attack, self.defend = self.read("attack"), self.read("defend")
        self.check_attackers()
        self.side = asking.side_of_units(self.attack) if self.attack else self.other_side()
        if self.attack and self.defend and asking.side_of_units(self.defend) == self.side:
            raise BadValue("both belong to the same side", field="defend")
        if self.ships and SIDE_OF_SHIP[self.ships[0].ship] != self.side:
            raise BadValue("the ships do not belong to the side that is landing", field="fleet")
        rows = rules.pieces.ground
        self.companions = [kind for kind in self.attack if rows[kind].kind == "engineer"]
        self.attack = [kind for kind in self.attack if ground_stacks.may_attack(rows[kind])]
        self.attackers = put_units(self.state, self.side, self.attack)
        self.defenders = put_units(self.state, 1 - self.side, self.defend)
        self.check_named()

    def read(self, field: str) -> list[int]:
        """The types of the units in a text; none if it is a plain strength."""
        text = str(getattr(self.asked, field)).strip()
        if not text.isdecimal():
            return asking.read_units(text, field)
        if not 1 <= int(text[:MAX_DIGITS]) <= MAX_STRENGTH or len(text) > MAX_DIGITS:
            raise BadValue(f"a strength must be a number from 1 to {MAX_STRENGTH}", field=field)
        return []

    def other_side(self) -> int:
        """The side that attacks with a plain strength: that of the ships, otherwise the opponent of the defender."""
        if self.ships:
            return SIDE_OF_SHIP[self.ships[0].ship]
        return 1 - asking.side_of_units(self.defend) if self.defend else ALLIES

    def check_attackers(self) -> None:
        """24.1 Refuses units that may never attack, except engineers, and a drop of units that are not airborne."""
        rows = [self.rules.pieces.ground[kind] for kind in self.attack]
        for row in rows:
            if not ground_stacks.may_attack(row) and row.kind != "engineer":
                raise BadValue(f"{row.printed} never attacks", field="attack", clause="24.1")
            if self.asked.kind == "drop" and AIRBORNE not in row.id:
                raise BadValue(f"{row.printed} is not airborne", field="attack", clause="6.9")
        if rows and not any(map(ground_stacks.may_attack, rows)):
            raise BadValue("engineers cannot attack alone", field="attack", clause="24.1")

    def check_named(self) -> None:
        """24.4 Refuses a modifier that does not apply in this terrain."""
        if "mechanized" in self.named and self.terrain not in OPEN_GROUND:
            raise BadValue(f"mechanized matters only in {' and '.join(OPEN_GROUND)}", field="modifiers", clause="24.4")
        if "engineer" in self.named and not (self.dug_in or self.terrain == "city"):
            text = "an engineer counts only against an entrenchment or a city"
            raise BadValue(text, field="modifiers", clause="24.4")
        if "unplanned_landing" in self.named and self.asked.kind != "landing":
            raise BadValue("unplanned_landing is used only for a landing", field="modifiers", clause="16.4")

    @property
    def dug_in(self) -> bool:
        """24.5 Whether the defender is entrenched."""
        there = any(self.rules.pieces.ground[kind].kind == "entrenchment" for kind in self.defend)
        return there or "entrenched" in self.named

    # -- 17.1 bombardment first ---------------------------------------------------------------------------

    def shelling(self) -> Distribution:
        """17.1 The chances of each number of hits by the ships that bombard first."""
        return chances_of(self.state, force_with_ships(self.side)) if self.ships else ALWAYS_ZERO

    def case(self, more: int) -> Case:
        """24.2, 24.4, 31.1 The attack after this many more hits on the defender."""
        trial = self.state.copy()
        for unit in self.defenders:
            trial.arrays[layout.DISRUPTED][unit] = self.asked.hits
        bombardment.apply_hits(Execution(trial, NoDice()), ASHORE, bombardment.GROUND, more)
        defender = sum(ground_stacks.type_of(trial, unit).strength for unit in self.left(trial, self.defenders))
        defender = defender if self.defend else int(self.asked.defend)
        attacker = self.strength()
        shifts = self.shifts(min(self.asked.hits + more, most_hits(self.rules.pieces, self.terrain)))
        overrun = attacker >= ground_stacks.OVERRUN_ODDS * defender and self.terrain == "clear"
        return Case(attacker, defender, shifts, "entrenched" in shifts, overrun)

    def left(self, state: State, units: Sequence[int]) -> list[int]:
        """The units that remain."""
        there = [
            *ground_stacks.units_at(state, self.side, ASHORE),
            *ground_stacks.units_at(state, 1 - self.side, ASHORE),
        ]
        return [unit for unit in units if unit in there]

    @property
    def terrain(self) -> str:
        """24.4 The terrain of the defender."""
        return self.asked.terrain.strip().replace(" ", "_")

    def landed(self) -> int:
        """16.4, 6.9 How the attackers arrived; 0 for those on land."""
        if self.asked.kind == "drop":
            return DROPPED
        if self.asked.kind == "landing":
            return WITHOUT_PLAN if "unplanned_landing" in self.named else BY_PLAN
        return 0

    def strength(self) -> int:
        """24.2, 16.4, 6.9 The attackers' strength."""
        for unit in self.attackers:
            self.state.arrays[layout.LANDED][unit] = self.landed()
        if self.attackers:
            return sum(ground_battle.attack_strength(self.state, unit, ASHORE) for unit in self.attackers)
        rows, plain = self.rules.pieces.facts.table(charts.AMPHIBIOUS), int(self.asked.attack)
        part = rows["unplanned" if self.landed() == WITHOUT_PLAN else "planned"]
        return -(-plain * part.parts // part.of) if self.landed() else plain

    # -- 24.4 shifts --------------------------------------------------------------------------------------

    def shifts(self, hits: int) -> dict[str, int]:
        """24.4 Each shift that applies, by name, in the order of the rules."""
        rows = self.rules.pieces.facts.table(charts.GROUND_MODS)
        ours = [self.rules.pieces.ground[kind] for kind in self.attack]
        theirs = [row for kind in self.defend if (row := self.rules.pieces.ground[kind]).strength]
        follows = {
            "mechanized": bool(ours) and all(row.mechanized for row in ours) and self.terrain in OPEN_GROUND,
            "entrenched": self.dug_in,
            "engineer": bool(self.companions) and (self.dug_in or self.terrain == "city"),
            "unplanned_landing": self.landed() == WITHOUT_PLAN,
            "marines": bool(self.landed()) and any(row.id in MARINES for row in ours),
            "partisans": bool(theirs) and all(row.kind == "partisan" for row in theirs),
            "first_attack": self.side == JAPAN
            and self.turn <= turn_number(ground_battle.FIRST_ATTACKS_TO)
            and any(row.nation in ("cw", "nl") for row in theirs),
        }
        result = {name: rows[name].modifier for name in SHIFTS if name in self.named or follows.get(name)}
        terrain = ground_stacks.terrain_row(self.state, self.terrain).shift
        result["terrain"] = terrain
        # The form does not ask for the attackers' terrain: hits on them count as in open terrain.
        result["bombardment"] = hits * rows["bombardment"].modifier - min(self.asked.disrupted, MAX_HITS)
        return {name: result[name] for name in SHIFTS if result.get(name)}


# -- 24.3 the dice -------------------------------------------------------------------------------------------------


def die(rules: Rules, case: Case, thrown: int, *, surrounded: bool) -> LossTable:
    """24.3, 24.5, 24.9 The result of a die; a defender without an open hex loses twice as much and stays."""
    if case.overrun:
        return LossTable(0, case.defender, ELIMINATED)
    result = combat_results.outcome(
        rules.pieces.charts, case.attacker, case.defender, sum(case.shifts.values()), thrown
    )
    if result.eliminated:
        return LossTable(result.attacker_loses, case.defender, ELIMINATED)
    if not result.retreats:
        return LossTable(result.attacker_loses, result.defender_loses, STAYS)
    if case.dug_in:
        more = ground_battle.garrison_loss(case.defender)
        return LossTable(result.attacker_loses, min(result.defender_loses + more, case.defender), STAYS)
    if surrounded:
        twice = min(2 * result.defender_loses, case.defender)
        return LossTable(result.attacker_loses, twice, ELIMINATED if twice == case.defender else STAYS)
    return LossTable(result.attacker_loses, result.defender_loses, RETREATS)


def add_loss_table(
    rules: Rules, question: OddsQuestion, cases: Sequence[tuple[float, Case]], answer: OddsAnswer
) -> None:
    """24.3 The table of results, with the chance of each loss."""
    fates, most = [0.0] * 3, max(max(case.attacker, case.defender) for _, case in cases)
    ours, theirs = [0.0] * (most + 1), [0.0] * (most + 1)
    for chance, case in cases:
        for thrown in range(1, FACES + 1):
            fall = die(rules, case, thrown, surrounded=question.surrounded)
            fates[fall.fate] += chance / FACES
            ours[fall.attacker] += chance / FACES
            theirs[fall.defender] += chance / FACES
    outcomes = ["stays", "retreats", "eliminated"]
    answer.tables.append(OddsTable("The defender", outcomes, [OddsRow("defender", "defender", fates)], ""))
    answer.tables.append(numbers_table("Strength lost", [("attacker", tuple(ours)), ("defender", tuple(theirs))]))
    answer.figures |= dict(zip(outcomes, fates, strict=True))
    answer.figures |= {"attacker loses": mean(tuple(ours)), "defender loses": mean(tuple(theirs))}
    if len(cases) == 1:
        answer.lines += die_result_lines(rules, question, cases[0][1])


def die_result_lines(rules: Rules, question: OddsQuestion, case: Case) -> list[str]:
    """24.3 The result of each die in words."""
    if case.overrun:
        return ["Ten to one in clear terrain: the defender is overrun without a die roll (24.9)."]
    words = {STAYS: "stays", RETREATS: "retreats", ELIMINATED: "is eliminated"}
    result = []
    for thrown in range(1, FACES + 1):
        fall = die(rules, case, thrown, surrounded=question.surrounded)
        result.append(
            f"Die {thrown}: the attacker loses {fall.attacker}, the defender {fall.defender} and {words[fall.fate]}."
        )
    return result


def lines_of(rules: Rules, question: OddsQuestion, case: Case, *, many: bool) -> list[str]:
    """24.2, 24.4 The strengths, the shifts and the column."""
    chart = rules.pieces.charts
    column = combat_results.column_of(chart, case.attacker, case.defender, sum(case.shifts.values()))
    before = " before the bombardment" if many else ""
    text = f"{case.attacker} to {case.defender}{before}; shifts: {signed(case.shifts)}; column "
    return [f"{text}{combat_results.name_of(chart, column)}."]


def notes_of(question: OddsQuestion, case: Case) -> list[str]:
    """The assumptions about an attack."""
    result = []
    if question.kind == "landing":
        result += ["the attack in the Ground Phase after the landing", "no transport is hit first", *no_guns(question)]
    if question.kind == "drop":
        result += ["the attack in the Ground Phase after the drop", "nothing is lost on the way"]
    if not question.surrounded and not case.dug_in:
        result.append("the defender has an open hex to retreat to; without one it loses twice as much (24.3)")
    result.append("losses are in Combat Strength; their owner must lose at least that much in steps (21.2)")
    return result
