"""A whole state out of what one side has been shown: all is open but what the other side picks in secret (7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.dealing import answers_in_secret
from ironbottom.engine.fields import Some
from ironbottom.engine.frame_words import read_frames
from ironbottom.engine.rules import Random, Rules
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific.pieces import ACTIONS, AREAS, PLACES, PORTS, SHIPS, SIDES, UNITS
from ironbottom.games.victory_in_the_pacific.rules.day_night import NameAction, Naming
from ironbottom.games.victory_in_the_pacific.seen.view import SPOT_NAMES, at_sea
from ironbottom.games.victory_in_the_pacific.state import (
    AIR_LOSS,
    BATTLE,
    DAMAGE,
    ESCAPED,
    FLAG,
    FLAG_BEFORE,
    FORFEIT,
    FOUGHT,
    MARKED,
    OWNED,
    PATROL,
    POC,
    PURSUED,
    REBUILT,
    RESTED,
    STAYED_OUT,
    TURN,
    USED,
    WANT,
    Cells,
    layout,
)

CELL_OF = {name: cell for cell, name in SPOT_NAMES.items()}
_units, _areas = Some(UNITS), Some(AREAS)
View = Mapping[str, Any]


class Sampler:
    """7.3 The states that fit a view, each as likely as any other: who has picked what the viewer cannot tell."""

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules, self.cells = rules, public_cells(view)
        self.stack = read_frames(rules, view["frames"], "frames")
        own = [self.cells[WANT + side] if name == view["side"] else None for side, name in enumerate(SIDES.ids)]
        self.picked = answers_in_secret(len(ACTIONS), own) if view["naming"] is not None else []

    def draw(self, random: Random) -> State:
        """A state that fits; play can go on from it."""
        cells, stack = self.cells[:], self.stack
        if self.picked:
            picked = cells[WANT : WANT + 2] = self.picked[random.randrange(len(self.picked))]
            stack += (Naming(tuple([() if want >= 0 else (NameAction(side),) for side, want in enumerate(picked)])),)
        return State(self.rules, cells, stack)


def public_cells(view: View) -> Cells:
    """The cells that everybody sees, and what the viewer wants."""
    cells = [0] * layout.size
    cells[TURN], cells[POC] = view["turn"], view["points_of_control"]
    cells[BATTLE] = AREAS.index[view["battle"]] if view["battle"] else -1
    cells[FOUGHT] = _areas.read(view["fought"], "fought")
    for side, name in enumerate(SIDES.ids):
        cells[FORFEIT + side] = _areas.read(view["retreated"][name], "retreated")
        for first, told, domain in (
            (FLAG, view["flags"], AREAS),
            (FLAG_BEFORE, view["flags_before"], AREAS),
            (OWNED, view["places"], PLACES),
        ):
            cells[first + side] = sum(1 << domain.index[thing] for thing, who in told.items() if who == name)
        cells[REBUILT + side] = view["airstrikes_rebuilt"][name]
        want = view["wants"].get(name)
        cells[WANT + side] = ACTIONS.index[want] if want else -1
        for spot, units in view["units"][name].items():
            cells[CELL_OF[spot]] |= _units.read(units, "units")
    for port, told in view["repairs"].items():
        cells[USED + PORTS.index[port]] = told["spent"]
    put_faces(cells, view)
    return cells


def put_faces(cells: Cells, view: View) -> None:
    """How units are: the face they show, what they did in port, their damage."""
    sets = {"marked": MARKED, "rested": RESTED, "escaped": ESCAPED, "pursued": PURSUED, "stayed_out": STAYED_OUT}
    for name, cell in sets.items():
        cells[cell] = _units.read(view[name], name)
    cells[PATROL] = at_sea(cells) & SHIPS & ~_units.read(view["raiding"], "raiding")
    for first, name in ((DAMAGE, "damage"), (AIR_LOSS, "air_loss")):
        for unit, amount in view[name].items():
            cells[first + UNITS.index[unit]] = amount
