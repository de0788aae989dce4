"""The archipelago as the engine uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.engine.data.facts import Facts, load_tables
from ironbottom.engine.rules.about import Option
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import Result
from tests.kit.archipelago import log
from tests.kit.archipelago.information import check, view
from tests.kit.archipelago.information.position_codec import everything
from tests.kit.archipelago.information.resample import Sampler
from tests.kit.archipelago.pieces import KIND_TABLE, NORTH, SIDES, SOUTH, Pieces
from tests.kit.archipelago.rules.battles import Battles, Losses
from tests.kit.archipelago.rules.forces import Alarm, Loading
from tests.kit.archipelago.rules.muster import Muster
from tests.kit.archipelago.rules.operations import Operations
from tests.kit.archipelago.rules.searches import Searching
from tests.kit.archipelago.rules.sequence import ARound, score
from tests.kit.archipelago.state import LAYOUT, SCENARIOS, at_start

DATA = Path(__file__).parent.parent / "data"


class Archipelago(Game):
    """Two sides and their task forces among a hundred islands."""

    id, short, title, rules_version, sequence_clause = "archipelago", "arch", "The archipelago", "1", "1.0"
    sides, layout, events, rolls = SIDES, LAYOUT, log.KINDS_OF_EVENT, log.Roll
    procedures = (ARound, Muster, Operations, Loading, Alarm, Losses, Battles, Searching)
    scenarios = {"war": "Both fleets in full, many islands held.", "raid": "Eight ships a side, few islands held."}
    options = (
        Option("rounds", ("1", "2"), "1.2", "How many rounds are played."),
        Option("steam", ("60", "120"), "4.1", "How many movement points a task force has."),
    )

    def facts(self, corrections: Mapping[str, Any] | None = None) -> Facts:
        return load_tables(DATA, (KIND_TABLE,), corrections, game=self.id)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> Pieces:
        return Pieces(facts, int(options["steam"]))

    def clauses(self) -> ClauseIndex:
        return _clauses()

    def set_up(self, rules: Rules, scenario: str) -> State:
        return at_start(rules, SCENARIOS.index[scenario], (ARound(0),))

    def view(self, state: State, side: int) -> dict[str, Any]:
        return view.view_of(state, side)

    def open_view(self, state: State) -> dict[str, Any]:
        return {"side": "open", **everything(state, [])}

    def sampler(self, view: Mapping[str, Any]) -> Sampler:
        return Sampler(self.rules(view["options"], view["corrections"]), view)

    def seen_state(self, view: Mapping[str, Any]) -> State:
        return self.sampler(view).base

    def knowledge(self, state: State) -> tuple[int, ...]:
        return view.knowledge(state)

    def write_position(self, state: State) -> dict[str, Any]:
        return check.write_position(state)

    def read_position(self, rules: Rules, position: Mapping[str, Any]) -> State:
        return check.read_position(rules, position)

    def check(self, state: State) -> None:
        check.check(state)

    def result(self, state: State) -> Result:
        north, south = score(state)
        winners = [] if north == south else [SIDES.ids[NORTH if north > south else SOUTH]]
        return {"winners": winners, "score": {"north": north, "south": south}, "why": "most islands for itself"}

    def describe_event(self, event: Mapping[str, Any], rules: Rules) -> str:
        return " ".join([event["event"], *(f"{name} {value}" for name, value in event.items() if name != "event")])

    def describe_action(self, action: Sequence[str], rules: Rules) -> str:
        verb, *given = (word.replace("_", " ") for word in action)
        return f"{verb} {', '.join(given)}".strip()


@cache
def _clauses() -> ClauseIndex:
    return ClauseIndex.load(DATA / "archipelago_clauses.toml")


ARCHIPELAGO = Archipelago()
