"""The player aid of Victory in the Pacific."""

from __future__ import annotations

from ironbottom.engine.rules.player_aid import AidTable, PlayerAid, TurnGuide
from ironbottom.games.victory_in_the_pacific.information.view_types import View
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, AREAS, JAPAN, MAX_POINTS, PORTS, RAID_SPEED, SIDES
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.fire import DISABLED, MISSED, shot_result
from ironbottom.games.victory_in_the_pacific.rules.sequence import Turn
from ironbottom.games.victory_in_the_pacific.state_types import Rules
from ironbottom.games.victory_in_the_pacific.text.phrasing import PHRASING

FACES = range(1, 7)
_SIDES = {"japan": "Japan", "allies": "Allies", None: "nobody"}
_STEPS = PHRASING.steps()
_GUIDE = TurnGuide(
    Turn,
    steps=(
        (_STEPS("arrivals", "5.1"), ("raid_force", "open", "arrivals", "returns", "removals")),
        (_STEPS("japan_patrols", "5.21"), ("japan_patrols",)),
        (_STEPS("allied_patrols", "5.21"), ("allied_patrols",)),
        (_STEPS("air", "5.22"), ("air",)),
        (_STEPS("amphibious", "5.23"), ("amphibious",)),
        (_STEPS("raiders", "5.24"), ("raiders",)),
        (_STEPS("submarines", "5.25"), ("submarines",)),
        (_STEPS("battles", "5.3"), ("first_turn", "combat", "late_strikes", "submarines_return")),
        (
            _STEPS("score", "5.7"),
            ("flags", "points", "rings", "invasions", "home", "end_or_go_on", "next_turn"),
        ),
    ),
)


def aid(rules: Rules, view: View) -> PlayerAid:
    """The player aid with the figures in force.

    >>> from ironbottom import get_game
    >>> state = get_game("vitp").new()
    >>> result = aid(state.rules, state.view("allies"))
    >>> result.here, result.scores.rows[0]
    ('arrivals', ('Japanese Islands', '3', '3', 'Japan'))
    """
    pieces = rules.pieces
    flags = view["flags"]
    order = sorted(range(len(AREAS)), key=lambda area: -pieces.worth[JAPAN][area] - pieces.worth[ALLIES][area])
    rows = [
        (
            AREAS.titles[area],
            str(pieces.worth[JAPAN][area]),
            str(pieces.worth[ALLIES][area]),
            _SIDES[flags[AREAS.ids[area]]],
        )
        for area in order
    ]
    return PlayerAid(
        goal=f"Lead in points of control after turn {pieces.last_turn}. "
        f"An area scores for the side that holds it with a patrol or an air unit. The lead is at most {MAX_POINTS}.",
        goal_clause="5.75",
        steps=_GUIDE.steps,
        here=_GUIDE.here(view),
        scores=AidTable("Sea areas", ("Area", "Japan", "Allies", "Flag"), tuple(rows), clause="15.1"),
        tables=(_fire(), _movement(), _repairs(pieces, int(view["turn"]))),
    )


def _word(outcome: int) -> str:
    return "miss" if outcome == MISSED else "disabled" if outcome == DISABLED else "hit"


def _fire() -> AidTable:
    cases = ((False, False), (True, False), (False, True))
    rows = tuple((str(die), *(_word(shot_result(die, *case)) for case in cases)) for die in FACES)
    note = (
        "By day airstrikes fire, by night guns. A hit rolls a die for damage. "
        "Above its armor a ship sinks, in port above twice its armor."
    )
    return AidTable("Fire: one die a shot", ("Die", "Plain", "With bonus", "At air units"), rows, note, "7.53")


def _movement() -> AidTable:
    rows = (
        ("Patrol", "1 area", "2nd area"),
        ("Raider, Japan and U.S.", "2 areas", "3rd area"),
        ("Raider, other Allies", "1 area", "2nd area"),
        ("Amphibious unit", "2 areas", "never"),
        ("Air unit", "beside a port or base of its side", "never"),
    )
    note = f"A speed roll succeeds if the speed is above the die. The raid on Pearl Harbor needs speed {RAID_SPEED}."
    return AidTable("Movement", ("Unit", "Free", "By speed roll"), rows, note, "6.2")


def _repairs(pieces: Pieces, turn: int) -> AidTable:
    rows = []
    for port, points in enumerate(pieces.repair):
        side = pieces.repairer[port]
        if side >= 0:
            own = SIDES.titles[side].removeprefix("the ")
            rows.append((PORTS.titles[port], own, str(points[turn - 1]), str(max(points[: pieces.last_turn]))))
    return AidTable("Repair points", ("Port", "Side", "This turn", "At most"), tuple(rows), clause="11.2")
