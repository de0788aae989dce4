"""The states check: copies, dumps, hashes, positions and results, at the decisions of random games."""

from __future__ import annotations

import json
from math import ceil

from ironbottom.engine.codecs.position import parse_position, position_text, read_position, write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.testing.games import large_stride
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk, execute_on_copy

MANY, PLACES = 10_000, 100
"""Above this number, choices are not listed but sampled."""


class States(WalkCheck):
    """The guarantees of a state hold at the decisions and at the end of random games.

    A dump is loaded at each decision under each value of each option, in the largest games at every fourth decision; in
    the daily suite and the build, only at some of these decisions.
    """

    name = "states"
    always = True

    def begin(self, walk: Walk) -> None:
        check_events(walk, walk.begun.events)

    def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        if len(walk.moves) % ceil(large_stride(self.game) / self.budget.portion) == 0:
            check_load(walk)

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        check_state(walk, decisions)
        check_choices(walk, decisions)
        check_step(walk, decisions)

    def end(self, walk: Walk) -> None:
        check_end(walk)


class Positions(WalkCheck):
    """A state written as a position and read back, as data, as JSON and as TOML, is the same state."""

    name = "positions"

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        check_position(walk, walk.state, "toml" if walk.check_rng.random() < 0.2 else "json")

    def end(self, walk: Walk) -> None:
        check_position(walk, walk.state, "toml")


check_states, check_positions = as_separate_check(States), as_separate_check(Positions)


def check_load(walk: Walk) -> None:
    """A state from play is accepted when it is loaded, and is unchanged."""
    try:
        loaded = walk.rules.load(walk.state.dump())
    except BadValue as error:
        raise walk.fault(f"the dump of a reached state is refused: {error}") from error
    walk.require(loaded == walk.state, "loading the dump gives a different state")


def check_state(walk: Walk, decisions: tuple[Decision, ...]) -> None:
    """A copy and a loaded dump equal the state, and reading the state does not change it."""
    state = walk.state
    dump = state.dump()
    loaded = walk.rules.load(dump)
    walk.require(loaded == state and loaded.dump() == dump, "loading the dump gives a different state")
    twin = state.copy()
    walk.require(twin == state and twin.hash() == state.hash() == loaded.hash(), "the hash of a copy differs")
    for side in (*walk.rules.sides.ids, "public"):
        data = json.dumps(state.view(side))
        walk.require(data == json.dumps(loaded.view(side)), f"the view of {side} changes after dump and load")
        walk.require(state.hash() not in data, f"the view of {side} contains the hash of the state")
    check_seen_state(walk, decisions[0].side)
    try:
        state.view("open")
    except BadValue:
        pass
    else:
        raise walk.fault("the open view is available before the end")
    walk.require(state.result() is None, "there is a result before the end")
    walk.require(state.dump() == dump, "reading the state changed it")
    sides = [decision.side for decision in decisions]
    walk.require(len(set(sides)) == len(sides), "a side has two decisions at the same time")
    walk.require([walk.rules.sides.ids[side] for side in state.to_act()] == sides, "to_act names different sides")


def check_seen_state(walk: Walk, side: str) -> None:
    """The game reads a side's view back, as the observations of the environments do."""
    seen = walk.setup.game.seen_state(walk.state.view(side))
    layout, viewer = walk.rules.layout, walk.rules.sides.index[side]
    walk.require(len(seen.cells) == layout.size, f"seen_state of {side} has not the cells of the layout")
    for block in layout.blocks.values():
        mask = block.mask(walk.state, viewer)
        walk.require(
            block.masked(seen.cells, mask) == block.masked(walk.state.cells, mask),
            f"seen_state of {side} lacks something of {block.name} that the side sees",
        )


def check_choices(walk: Walk, decisions: tuple[Decision, ...]) -> None:
    """A decision has a question, a known clause, and no duplicate choices."""
    clauses = walk.setup.game.clauses()
    for decision in decisions:
        choices = decision.choices
        walk.require(choices and decision.prompt.strip(), "a decision has no prompt or no choices")
        walk.require(clauses.contains(decision.clause), f"there is no clause {decision.clause}")
        count = len(choices)
        places = {0, count - 1, walk.check_rng.randrange(count)}
        codes = list(choices.codes()) if count <= MANY else None
        if codes is None:
            places |= {walk.check_rng.randrange(count) for _ in range(PLACES)}
            walk.require(len({choices.code_at(place) for place in places}) == len(places), "a choice is offered twice")
        else:
            walk.require(len(codes) == count, "len differs from the number of choices")
            walk.require(len(set(codes)) == count, "a choice is offered twice")
        for place in places:
            action = choices.at(place)
            same = codes is None or action == choices.vocabulary.action(codes[place])
            walk.require(same, "indexing and iteration differ")
            walk.require(action in choices, f"{action} is listed, but the choices do not contain it")
            walk.require(walk.setup.game.describe_action(action, walk.rules).strip(), f"{action} has no name")
        other = walk.state.decision(decision.side)
        walk.require(other is not None and len(other.choices) == count, "decision() and decisions() differ")


def check_step(walk: Walk, decisions: tuple[Decision, ...]) -> None:
    """A choice with the same dice has the same result from a copy and from a dump, and does not change its parent."""
    state, decision = walk.state, decisions[0]
    before, seed = state.dump(), walk.check_rng.randrange(2**32)
    action = decision.choices.sample(walk.check_rng)
    try:
        first, fallen = execute_on_copy(state, decision.side, action, SeededDice(seed))
        second, again = execute_on_copy(walk.rules.load(before), decision.side, action, SeededDice(seed))
    except Exception as error:
        raise walk.fault(f"{decision.side}: {' '.join(action)}: {type(error).__name__}: {error}") from error
    walk.require(first.state == second.state, f"{action} leads to a different state after dump and load")
    walk.require(
        first.events == second.events and fallen == again, f"{action} gives different events after dump and load"
    )
    walk.require(state.dump() == before, f"{action}, made on a copy, changed the state it was copied from")
    check_events(walk, first.events)
    for die in fallen:
        named = isinstance(die.why, state.rules.game.rolls)
        walk.require(
            1 <= die.value <= die.faces and named, f"{die} is not a valid die with a reason that the game declares"
        )


def check_events(walk: Walk, events: list[Event]) -> None:
    """Events have the fields of their kinds, and a sentence for everyone who may see them."""
    rules, game = walk.rules, walk.setup.game
    for event in events:
        kind = rules.kinds[event[0]]
        for (name, field), value in zip(kind.fields.items(), event[2:], strict=True):
            walk.require(field.check(value), f"{value!r} is not a valid {name} of the event {kind.name}")
    for side in (*rules.sides.ids, "public", "all"):
        for result in rules.visible_events(events, side):
            json.dumps(result)
            walk.require(game.describe_event(result, rules).strip(), f"no text describes {result}")


def check_end(walk: Walk) -> None:
    """The end has a result, a public view, and no more choices."""
    state, sides = walk.state, walk.rules.sides.ids
    result = state.result()
    walk.require(result is not None and set(result) == {"winners", "score", "why"}, f"the result is {result}")
    assert result is not None
    alliances, winners = walk.rules.alliances, result["winners"]
    whole = alliances.members({alliances.team(side) for side in winners})
    walk.require(winners == whole, f"the winners {winners} are not whole teams in the game's order")
    walk.require(set(result["score"]) == set(sides) and result["why"].strip(), f"the result is {result}")
    json.dumps(state.view("open"))
    for side in sides:
        walk.require(state.decision(side) is None, f"{side} decides after the end")
        walk.require(state.why_not(side, walk.moves[-1][1]) is not None, "a choice is open after the end")
    walk.require(walk.rules.load(state.dump()) == state, "loading the dump after the end gives a different state")


def check_position(walk: Walk, state: State, form: str) -> None:
    """The state, its position as data and its position as text."""
    before = state.dump()
    try:
        data = write_position(state)
        walk.require(read_position(data, walk.rules) == state, "reading the position gives a different state")
        text = position_text(state, "toml" if form == "toml" else "json")
        read = read_position(parse_position(text), walk.rules)
    except BadValue as error:
        raise walk.fault(f"the position of a reached state is refused: {error}") from error
    walk.require(read == state, f"reading the position from {form} gives a different state")
    walk.require(state.dump() == before, "writing the position changed the state")
