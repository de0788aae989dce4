"""A plan for a movement phase, tried out on a copy of the board before it is submitted."""

from __future__ import annotations

from ironbottom.engine.dice.dice import Dice, ScriptedDice
from ironbottom.engine.rules.actions import Action
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.counts import number_of
from ironbottom.games.axis_allies_pacific.state_types import State

NO_DICE: Dice = ScriptedDice(())
"""Movement rolls no dice; a plan that would need a roll fails."""


class TrialBoard:
    """Legal choices in sequence, and the board after them."""

    def __init__(self, state: State, side: str) -> None:
        self.state, self.side = state.copy(), side
        self.number = state.rules.sides.index[side]
        self.run: list[Action] = []

    @property
    def cells(self) -> list[int]:
        """The cells of the board after the plan."""
        return self.state.cells

    def carry_out(self, *actions: Action) -> bool:
        """Carries out the choices if all are legal, otherwise none; carriers take along all fighters that may sail."""
        trial, run = self.state.copy(), []
        for action in actions:
            decision = trial.decision(self.side)
            if decision is None or action not in decision.choices:
                return False
            trial.apply(self.side, action, NO_DICE, trusted=True)
            run.append(action)
            while (asked := trial.decision(self.side)) is not None and asked.procedure.name == "aboard":
                most = max(asked.choices, key=lambda choice: int(choice[1]) + int(choice[2]))
                trial.apply(self.side, most, NO_DICE, trusted=True)
                run.append(most)
        self.state = trial
        self.run += run
        return True

    # -- what moves ------------------------------------------------------------------------------------

    def unmoved(self, power: int, place: int, piece: int) -> int:
        """The number of a power's unmoved pieces in a place."""
        return number_of(self.cells[layout.UNITS + power * pieces.PLACE_COUNT + place], piece)

    def move(self, power: int, place: int, piece: int, to: int, number: int) -> bool:
        """Moves unmoved units."""
        verb = "move_chinese" if power == pieces.CHINA else "move"
        names = pieces.PLACES.ids
        return number > 0 and self.carry_out(
            (verb, names[place], pieces.PIECES.ids[piece]), ("go", names[to], str(number))
        )

    def go_on(self, place: int, piece: int, to: int, number: int) -> bool:
        """Moves ships that are already on the move."""
        names = pieces.PLACES.ids
        return self.carry_out(("go_on", names[place], pieces.PIECES.ids[piece]), ("go", names[to], str(number)))

    def fly(self, power: int, place: int, piece: int, to: int, number: int, task: str = "attack") -> bool:
        """Aircraft take off for a battle."""
        verb = "move_chinese" if power == pieces.CHINA else "move"
        names = pieces.PLACES.ids
        return number > 0 and self.carry_out(
            (verb, names[place], pieces.PIECES.ids[piece]), ("fly", names[to], task, str(number))
        )

    def load(self, zone: int, ship: int, land: int, unit: int) -> int:
        """Loads a unit on a ship; returns the resulting piece, or -1."""
        ids = pieces.PIECES.ids
        loaded = self.carry_out(("load", pieces.ZONES.ids[zone], ids[ship], pieces.LANDS.ids[land], ids[unit]))
        after: int = self.state.rules.pieces.next_load.get((ship, unit), -1)
        return after if loaded else -1

    def land(self, verb: str, zone: int, ship: int, land: int) -> bool:
        """Lands a ship's whole load, now or as planned: ``unload`` or ``assault``."""
        held = [freight for freight in pieces.LOADS[ship - pieces.TRANSPORT] if freight < pieces.OWN_FREIGHT]
        part = "_".join(pieces.FREIGHT.ids[freight] for freight in held)
        ids = pieces.PIECES.ids
        return bool(held) and self.carry_out((verb, pieces.ZONES.ids[zone], ids[ship], pieces.LANDS.ids[land], part))
