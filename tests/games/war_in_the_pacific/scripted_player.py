"""A scripted person who carries out a fixed plan against a computer player, and counts presses and questions.

A plan is a TOML file: the scenario, the side, the seed, the Game-Turns that are counted, standing orders, the helpers
to press at each question, and orders for single steps. The counts follow the page with its default settings: a row, a
button, a key or a hex of the map is one press; moves of the other side and battles in a table together take one press,
and dice on the board take two, to roll and to read them. Before the counted Game-Turns, the same plan prepares the
position, and nothing is counted.

    python -m tests.games.war_in_the_pacific.scripted_player midway

``--prepare midway`` writes the position at the first counted Game-Turn, from which a browser test plays the plan.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ironbottom.bots import as_choices, make_player
from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, longest_valid_prefix
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Voyage
from ironbottom.engine.rules.procedures import Decision, SimultaneousFrame
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import helpers, standing
from ironbottom.games.war_in_the_pacific.bot.choice_lists import END
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, IN_BOX, IN_FORCE, SHIPS, SIDES, UNITS, WATERS
from ironbottom.games.war_in_the_pacific.text import importance
from ironbottom.lab.simulation import derive_seed
from tests.games.war_in_the_pacific.board_battles import listed, rolls_on_board

PLANS = Path(__file__).with_name("plans")
MAX_CHOICES = 4000
"""The maximum number of choices of a person, which no plan reaches."""


SETTLED, PLAIN, OMITTED = (listed("play_log.ts", name) for name in ("SETTLED", "PLAIN", "OMITTED"))
ROLLED = listed("play_rolls.ts", "ROLLED")
"""4.12 The events that the page shows, those that it leaves out, and those with dice to roll."""


@dataclass
class Counts:
    """The presses by cause, and the questions by kind, of the counted Game-Turns."""

    presses: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    one_answer: Counter[str] = field(default_factory=Counter)
    """Questions with a single answer."""
    ended: Counter[str] = field(default_factory=Counter)
    """Questions that were ended at once although more was possible."""
    answered: Counter[str] = field(default_factory=Counter)
    """Questions that standing orders answered."""
    orders: list[str] = field(default_factory=list)
    """The choices of the plan itself."""

    def lines(self) -> list[str]:
        """The counts as text."""
        parts = {"presses": self.presses, "questions": self.questions, "with one answer": self.one_answer}
        parts |= {"ended with more possible": self.ended, "answered by standing orders": self.answered}
        return [
            f"{what}: {sum(of.values())} ({', '.join(f'{n} {one}' for one, n in of.most_common() if n)})"
            for what, of in parts.items()
        ]


class ScriptedPerson:
    """The person who plays one side.

    ``routine``: questions without a decision are ended, and only those that must be decided are confirmed.
    """

    def __init__(self, plan: Mapping[str, Any], *, routine: bool) -> None:
        self.plan, self.side, self.routine = plan, str(plan["side"]), routine
        seed = int(plan["seed"])
        self.match = Match("witp", scenario=str(plan["scenario"]), dice=SeededDice(derive_seed(seed, 0, "dice")))
        self.others = {
            side: make_player(self.match.rules, "ensign", side, derive_seed(seed, 0, side))
            for side in self.match.rules.sides.ids
            if side != self.side
        }
        self.standing: dict[str, str] = {**plan.get("standing", {}), **({"nothing": "routine"} if routine else {})}
        self.voyages: dict[str, dict[str, object]] = {}
        self.counts = Counts()
        self.first = self.match.state.cells[layout.TURN]
        self.ship_types = {ship: row.type for ship, row in zip(SHIPS.ids, self.match.rules.pieces.ships, strict=True)}
        self.script: list[list[str]] = []
        self.force = ""
        """The force formed last."""
        self.bound = ""
        """The destination given last."""
        self._used: set[int] = set()
        self._struck: set[tuple[int, str, str]] = set()
        self._helped: tuple[str, int] | None = None
        self._open: list[str] = []
        self._seen = 0

    # -- the match ---------------------------------------------------------------------------------

    @property
    def week(self) -> int:
        """The Game-Turn of the scenario, from 1."""
        return self.match.state.cells[layout.TURN] - self.first + 1

    @property
    def step(self) -> str:
        """4.1 The step of the Game-Turn."""
        turn: Any = self.match.state.stack[0]
        return str(turn.steps[turn.next - 1].name)

    @property
    def is_counted(self) -> bool:
        """Whether the current Game-Turn is counted."""
        first, many = self.plan["counted"]
        return int(first) <= self.week < int(first) + int(many)

    def play(self) -> Counts:
        """Plays to the end of the counted Game-Turns."""
        first, many = self.plan["counted"]
        for _ in range(MAX_CHOICES):
            if (
                self.match.over
                or self.week >= first + many
                or (self.step == self.plan.get("until") and self.week == first)
            ):
                break
            self._others_choose()
            decision = self.match.state.decision(self.side)
            if decision is not None and not self._orders_answer(decision):
                self._watch()
                self._answer(decision)
        return self.counts

    def _others_choose(self) -> None:
        while (others := [one for one in self.match.decisions() if one.side != self.side]) and not self.match.over:
            side = others[0].side
            run = as_choices(self.others[side].choose(self.match.offer(side)))
            self.match.submit(side, longest_valid_prefix(self.match.state, side, run))

    def _orders_answer(self, decision: Decision) -> bool:
        """Lets the standing orders answer, as the server does."""
        if not any(standing.applies(self.match.state, self.side, name) for name in self.standing):
            return False
        name = decision.procedure.name
        found = standing.answer(self.match.state.copy(), self.side, self.standing)
        if not found:
            return False
        self.match.submit(self.side, longest_valid_prefix(self.match.state, self.side, found))
        if self.is_counted:
            self.counts.answered[name] += 1
        self._open = []
        return True

    def submit(self, cause: str, presses: int, *run: Action) -> None:
        """Makes choices, which take this number of presses."""
        name, is_counted = self.asks, self.is_counted
        self.make(cause, run)
        if is_counted:
            self.counts.presses[cause] += presses
            self.counts.orders += [" ".join(action) for action in run if action not in END]
        if run[-1] in END and name in self._open:
            self._open = self._open[: self._open.index(name)]

    def make(self, cause: str, run: Sequence[Action]) -> None:
        """Makes choices in the match."""
        for part in self._parts(run):
            self.match.submit(self.side, part)

    def _parts(self, run: Sequence[Action]) -> list[list[Action]]:
        """A list in the parts in which it may be submitted: the first now, and the rest one by one."""
        first = longest_valid_prefix(self.match.state, self.side, list(run))
        return [list(first), *([action] for action in run[len(first) :])]

    @property
    def asks(self) -> str:
        """The open question."""
        decision = self.match.state.decision(self.side)
        return decision.procedure.name if decision is not None else ""

    # -- what the page shows -----------------------------------------------------------------------

    def _watch(self) -> None:
        """Counts the presses that show what has happened since the last question."""
        log = self.match.log(self.side, since=self._seen)
        self._seen = self.match.seq(self.side)
        presses, open_run = 0, False
        for entry in log:
            dice = entry["act"] == "choice" and rolls_on_board(entry, self.ship_types, has_dice)
            if dice:
                presses, open_run = presses + open_run + 2, False
            elif is_worth(entry, self.side):
                open_run = True
        if self.is_counted and presses + open_run:
            self.counts.presses["reports"] += presses + open_run

    def _guarded(self, decision: Decision, end: Action) -> bool:
        """Whether the page asks again before a question is ended."""
        lost = decision.gives_up(end[0])
        must = decision.verbs_to_confirm(lost)
        if not self.routine:
            return bool(must)
        return any(
            not lost[verb] or not all(self._may_wait(one) for one in lost[verb])
            for verb in must
            if importance.group_of(verb) == importance.MUST
        )

    def _may_wait(self, about: str) -> bool:
        """9.4, 16.3 Whether a unit needs no orders: one of the side's dummies, or troops aboard a ship in port."""
        state = self.match.state
        if about in FORCES.index:
            return about.startswith(self.side) and not force_movement.ships_of(state, FORCES.index[about])
        place = state.arrays[layout.UNIT_AT][UNITS.index[about]] - ABOARD if about in UNITS.index else -1
        return place >= 0 and not IN_FORCE <= state.arrays[layout.SHIP_AT][place] < IN_BOX

    # -- answers -----------------------------------------------------------------------------------

    def _answer(self, decision: Decision) -> None:
        name = decision.procedure.name
        self._open = [one for one in self._open if one in open_names(self.match.state.stack, self.side)]
        if name not in self._open and name not in helpers.SECOND_STEPS:
            self._open.append(name)
            if self.is_counted:
                self.counts.questions[name] += 1
                self.counts.one_answer[name] += decision.choices.single_choice() is not None
        if self._from_script(name) or self._strike(decision) or self._by_helper(name):
            return
        self._end(decision)

    def _from_script(self, name: str) -> bool:
        for number, orders in enumerate(self.plan.get("orders", ())):
            fits = orders["week"] == self.week and orders["step"] == self.step and orders["question"] == name
            if fits and number not in self._used:
                self._used.add(number)
                self.script += [act.split() for act in orders["acts"]]
        if not self.script:
            return False
        verb, *words = self.script.pop(0)
        ACTS[verb](self, words)
        return True

    def _strike(self, decision: Decision) -> bool:
        """Strikes the first contact within reach, once per step, if the plan says so; this takes a press on its row."""
        at = (self.week, self.step, decision.procedure.name)
        if not self.plan.get("strikes") or at in self._struck or "strike" not in decision.choices.next():
            return False
        self._struck.add(at)
        self.submit("strikes", 1, ("strike", decision.choices.next("strike")[0]))
        return True

    def _by_helper(self, name: str) -> bool:
        wanted = self.plan.get("helpers", {}).get(name, ())
        if not wanted:
            return False
        memory = helpers.remembered(self.match.log(self.side), self.voyages)
        found = {one.id: one for one in helpers.offered(self.match.state.copy(), self.side, memory)}
        one = next((found[each] for each in wanted if each in found), None)
        if one is None or self._helped == (name, self.week * 100 + len(self._open)):
            return False
        self.submit(f"{name}: {one.id}", 1, *one.choices)
        return True

    def _end(self, decision: Decision) -> None:
        """Ends a question, or makes its only or first choice if nothing ends it."""
        name, choices = decision.procedure.name, decision.choices
        end = next(
            (
                action
                for action in (
                    *END,
                    ("ready",),
                    ("all_set",),
                    ("end_deployment",),
                    ("deployed",),
                    ("finish_deployment",),
                )
                if action in choices
            ),
            None,
        )
        if end is None:
            self.submit(f"{name}: first", 1, choices.at(0))
            return
        guarded = self._guarded(decision, end)
        if self.is_counted and choices.single_choice() is None:
            self.counts.ended[name] += 1
        self.submit(f"{name}: end", 1 + guarded, end)


def open_names(stack: Sequence[Any], side: str) -> set[str]:
    """The open procedures of a side, even where both choose at once."""
    last = stack[-1]
    number = SIDES.index[side]
    inner = last.stacks[number] if isinstance(last, SimultaneousFrame) else ()
    return {frame.name for frame in (*stack, *inner)}


def has_dice(event: Mapping[str, Any]) -> bool:
    """Whether the page shows the dice of an event being rolled."""
    dice = event.get("dice") or ([event["die"]] if event.get("die") else [])
    return event["event"] in ROLLED and bool(dice)


def is_nothing(event: Mapping[str, Any]) -> bool:
    """Whether an event needs no mention, or says that no Strike of the enemy was seen."""
    return event["event"] in PLAIN or (event["event"] == "strikes_seen" and not event["hexes"])


def is_worth(entry: LogEntryView, side: str) -> bool:
    """Whether the page shows an entry: an act of the other side, or the result of the side's own act."""
    events = [event for event in entry.get("events", ()) if event["event"] not in OMITTED]
    if entry["act"] != "choice" or not events or all(is_nothing(event) for event in events):
        return False
    return entry["side"] != side or any(event["event"] in SETTLED for event in events)


# -- the acts of a plan ------------------------------------------------------------------------------------


def form(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``form inland_sea``: a row of the inbox."""
    (where,) = words
    before = set(person.match.view(person.side)["force_at"]) | set(person.match.view(person.side)["force_box"])
    verb = "form" if where.upper() == where else "form_off_map"
    person.submit("orders: form", 1, (verb, where))
    view = person.match.view(person.side)
    person.force = next(iter((set(view["force_at"]) | set(view["force_box"])) - before), "")


def take(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``take CV all``, one press for a class; ``take DD 6``, one for each ship; ``take jp_apb1``."""
    open_to = [action for action in offered_choices(person) if action[0] == "assign"]
    if words[0] in SHIPS.index:
        person.submit("gathering: ships", 1, ("assign", words[0]))
        return
    kind = person.match.rules.pieces.ships
    own = [action for action in open_to if kind[SHIPS.index[action[1]]].type == words[0]]
    some = own if words[1] == "all" else own[: int(words[1])]
    if some:
        person.submit("gathering: ships", 1 if len(some) == len(own) else len(some), *some)


def gathered(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``gathered``: the force is complete."""
    decision = person.match.state.decision(person.side)
    assert decision is not None
    person.submit("gathering: end", 1 + person._guarded(decision, ("done",)), ("done",))


def enter(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``enter air_strike``: the force, its Mission, its hex and its fuel if there are several."""
    mission, gate = words[0], words[1] if len(words) > 1 else ""
    person.submit("orders: enter", 3, ("enter", person.force, mission))
    ways = [action for action in offered_choices(person) if action[0] == "come_in"]
    way = next((action for action in ways if action[1] == gate), ways[0])
    several = len({action[1] for action in ways}) > 1, len({action[2] for action in ways if action[1] == way[1]}) > 1
    person.submit("orders: enter", sum(several), way)


def plot(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``plot patrol``: the Mission of the selected force, the one just formed; ``plot japan_3 patrol``: both."""
    *force, mission = words
    person.force = force[0] if force else person.force
    person.submit("orders: plot", 1 + bool(force), ("plot", person.force, mission))


def sail(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``sail F1234 4 2``: to a hex, this many hexes short of it, at this speed at most; the voyage is stored."""
    person.bound = words[0]
    to, off, speed = words[0], int(words[1]) if len(words) > 1 else 0, int(words[2]) if len(words) > 2 else 2
    frame: Any = top(person)
    mission = layout.MISSIONS.ids[frame.mission]
    course, _ = helpers.next_course(person.match.state, person.side, person.force, Voyage(mission, to, off, speed))
    asked = {"mission": mission, "to": to, "off": off, "speed": speed}
    person.submit("orders: course", 2 + (off > 0), course)
    if person.asks == "pace":
        decision = person.match.state.decision(person.side)
        assert decision is not None
        person.submit("orders: course", 0, ("make_speed", decision.choices.next("make_speed")[0]))
    seq = person.match.seq(person.side)
    person.voyages[person.force] = helpers.plan(person.match.state, person.side, person.force, asked, seq)


def stay(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``stay``: the force stays where it is."""
    person.submit("orders: course", 1, ("hold",))


def land(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``land``: lands every unit that may land; each takes two presses, on its row and its button."""
    while units := [action for action in offered_choices(person) if action[0] == "land"]:
        person.submit("at_the_shore: land", 2, units[0])


def choose(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``choose 2 verb argument ...``: one choice that takes this number of presses."""
    presses, *action = words
    person.submit(f"{person.asks}: {action[0]}", int(presses), tuple(action))


def all_of(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``all_of receive A2213``: as much as there is; the presses are the place and the number."""
    most = max(
        [action for action in offered_choices(person) if action[:2] == tuple(words)], key=lambda action: int(action[2])
    )
    person.submit(f"{person.asks}: {words[0]}", 2, most)


def port_of(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``port_of jp_apb2``: forms a force where a ship is."""
    form(person, [WATERS.ids[person.match.state.arrays[layout.SHIP_AT][SHIPS.index[words[0]]]]])


def use(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``use deploy``: a helper."""
    memory = helpers.remembered(person.match.log(person.side), person.voyages)
    found = {one.id: one for one in helpers.offered(person.match.state.copy(), person.side, memory)}
    person.submit(f"{person.asks}: {words[0]}", 1, *found[words[0]].choices)


def end(person: ScriptedPerson, words: Sequence[str]) -> None:
    """``end``: ends the question."""
    decision = person.match.state.decision(person.side)
    assert decision is not None
    person._end(decision)


ACTS: Mapping[str, Callable[[ScriptedPerson, Sequence[str]], None]] = {
    "form": form,
    "take": take,
    "gathered": gathered,
    "enter": enter,
    "plot": plot,
    "sail": sail,
    "stay": stay,
    "land": land,
    "port_of": port_of,
    "all_of": all_of,
    "choose": choose,
    "use": use,
    "end": end,
}


def offered_choices(person: ScriptedPerson) -> list[Action]:
    """The choices of the open question."""
    decision = person.match.state.decision(person.side)
    return list(decision.choices) if decision is not None else []


def top(person: ScriptedPerson) -> Any:
    """The procedure that asks the question."""
    decision = person.match.state.decision(person.side)
    assert decision is not None
    return decision.procedure


def plan_of(name: str) -> dict[str, Any]:
    """A plan by its file."""
    return tomllib.loads((PLANS / f"{name}.toml").read_text(encoding="utf-8"))


def position_of(name: str) -> str:
    """The position at the first counted Game-Turn of a plan; empty if that is the start of the scenario."""
    path = PLANS / "positions" / f"{name}.toml"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def prepare(name: str) -> None:
    """Writes that position, after the earlier Game-Turns were played."""
    plan = plan_of(name)
    person = ScriptedPerson({**plan, "counted": [1, plan["counted"][0] - 1]}, routine=True)
    person.play()
    (PLANS / "positions" / f"{name}.toml").write_text(position_text(person.match.state), encoding="utf-8")
    sys.stdout.write(f"{name}: {person.voyages}\n")


def main(names: Sequence[str]) -> None:
    """Prints the counts of plans, without and with the routine."""
    if names[:1] == ["--prepare"]:
        for name in names[1:]:
            prepare(name)
        return
    for name in names:
        for routine in (False, True):
            counts = ScriptedPerson(plan_of(name), routine=routine).play()
            said = f"-- {name}, {'with' if routine else 'without'} the routine"
            sys.stdout.write("\n".join([said, *counts.lines(), ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
