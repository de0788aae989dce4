"""The player aid of Pacific Fury."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.player_aid import AidTable, PlayerAid, TurnGuide
from ironbottom.games.pacific_fury.information.view_types import View
from ironbottom.games.pacific_fury.pieces import CARRIERS, EVENTS, LAST_OPERATION, SIDES, TURNS, ZONES, Pieces
from ironbottom.games.pacific_fury.rules.carrier_combat import bonus, cover_of
from ironbottom.games.pacific_fury.rules.hits import hits_scored, lowest_die
from ironbottom.games.pacific_fury.rules.sequence import Turn
from ironbottom.games.pacific_fury.state_types import Rules
from ironbottom.games.pacific_fury.text import text

FACES = range(1, 7)
_STEPS = text.PHRASING.steps(operations=LAST_OPERATION // 2)
_GUIDE = TurnGuide(
    Turn,
    steps=(
        (_STEPS("initiative", "6.0"), ("initiative", "transports")),
        (_STEPS("event", "7.0.a"), ("event",)),
        (_STEPS("arrivals", "8.1"), ("new_ships",)),
        (_STEPS("first_forms", "8.2.a"), ("first_forms",)),
        (_STEPS("second_forms", "8.2.a"), ("second_forms",)),
        (_STEPS("operations", "9.0.a"), ("operations",)),
        (_STEPS("return", "11.0.a"), ("return", "next_turn")),
    ),
)


def aid(rules: Rules, view: View) -> PlayerAid:
    """The aid with the figures in force.

    >>> from ironbottom import get_game
    >>> state = get_game("pf").new()
    >>> aid(state.rules, state.view("allies")).here
    'first_forms'
    """
    pieces = rules.pieces
    marker = pieces.track[view["henderson"]["marker"]].label
    return PlayerAid(
        goal=f"After turn {TURNS} the side with the initiative marker on its arm of the track wins. At 0 it is a draw.",
        goal_clause="4.0",
        steps=_GUIDE.steps,
        here=_GUIDE.here(view),
        scores=AidTable(
            f"The marker stands at {marker}",
            ("What happens", "Spaces"),
            (
                ("A TF-A lands: each Transport, toward its side", "1"),
                ("The Tokyo Express lands, toward Japan", "1"),
                ("The turn ends with Henderson Field operational, toward its holder", "1"),
                ("Or it is disrupted, but Transports of a TF-A were sunk", "1"),
            ),
            clause="11.0.b",
        ),
        tables=(_fire(pieces), _air(pieces), _sinking(), _track(pieces), _sorties(pieces), _events(pieces)),
    )


def _fire(pieces: Pieces) -> AidTable:
    factors = sorted({factor for factor in pieces.combat if factor})
    rows = tuple((str(die), *(str(hits_scored(die, factor) or "miss") for factor in factors)) for die in FACES)
    head = ("Die", *(f"factor {factor}" for factor in factors))
    note = "One die a ship. A die up to the combat factor scores as many hits as it shows."
    return AidTable("Fire: hits", head, rows, note, "10.2.b")


def _air(pieces: Pieces) -> AidTable:
    cases = (("None, or at most half of AS", 2, 1), ("Less than AS", 3, 2), ("AS or more", 1, 1))
    rows = tuple((name, f"+{bonus(planes, guns)}") for name, planes, guns in cases)
    light = CARRIERS & ~pieces.fleet_carriers
    cover, less = (cover_of(pieces, units) for units in (pieces.fleet_carriers, light))
    note = (
        "AS: aircraft icons. AA: units of the target that are not carriers. "
        f"Air cover: a CV in the target takes {cover} hits from each carrier that fires, a CVL {less}; never the last."
    )
    return AidTable("Carriers: bonus to the factor", ("AA of the target", "Bonus"), rows, note, "10.5.d")


def _sinking() -> AidTable:
    defence = 2
    cases = (("More than defence", 1), ("As many as defence", 0), ("Fewer", -1))
    rows = tuple((name, f"{lowest_die(0, defence + more, defence)} or more") for name, more in cases)
    note = "Any hit sinks Transports. A ship that is hit but stays afloat leaves for repair."
    return AidTable("Sinking", ("Hits", "Sinks on"), rows, note, "10.7.c")


def _track(pieces: Pieces) -> AidTable:
    boxes = [box for _, box in sorted(pieces.track.items())]
    rows = tuple((box.label, str(box.henderson_cf), str(box.hits_to_disrupt), str(box.cap_icons)) for box in boxes)
    return AidTable("Henderson Field", ("Box", "Factor", "Hits to disrupt", "Air cover"), rows, clause="3.6")


def _sorties(pieces: Pieces) -> AidTable:
    kinds = (("TF-A: Transports", "A"), ("TF-B: neither", "B"), ("TF-C: carriers", "C"))
    rows = []
    for title, kind in kinds:
        for side, name in enumerate(SIDES.titles):
            usual, leading = pieces.sortie[side][0][kind], pieces.sortie[side][1][kind]
            zones = [ZONES.titles[zone] for zone in members(usual)]
            zones += [f"{ZONES.titles[zone]} with the initiative" for zone in members(leading & ~usual)]
            rows.append((title, name.removeprefix("the "), ", ".join(zones)))
    note = "Only the lowest box may sortie. Carriers never enter Ironbottom Sound or The Slot."
    return AidTable("Sorties", ("Force", "Side", "To"), tuple(rows), note, "9.1.a")


def _events(pieces: Pieces) -> AidTable:
    by_die = [{row.die: row for row in rows} for rows in pieces.events]
    rows = tuple((str(die), *(EVENTS.titles[EVENTS.index[side[die].event]] for side in by_die)) for die in FACES)
    head = ("Die", *(name.removeprefix("the ") for name in SIDES.titles))
    return AidTable("Events", head, rows, "Each occurs once a game, Heavy bombers as often as rolled.", "7.0.b")
