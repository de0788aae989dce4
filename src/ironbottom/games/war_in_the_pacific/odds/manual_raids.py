"""A raid on a ground target described by hand (31.1, 7.5, 5.11): the hits of Bombardment and their effect."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.odds import asking, manual_waves
from ironbottom.games.war_in_the_pacific.odds.answers import OddsAnswer, OddsQuestion, needed, numbers_table, signed
from ironbottom.games.war_in_the_pacific.odds.asking import AirPart
from ironbottom.games.war_in_the_pacific.odds.manual_state import with_forces
from ironbottom.games.war_in_the_pacific.odds.manual_waves import AskedWave, Passage
from ironbottom.games.war_in_the_pacific.odds.planned_waves import bombed, of_group
from ironbottom.games.war_in_the_pacific.odds.previews import HIT_EFFECTS
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.pieces import TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.rules.air import waves
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.odds.distributions import Distribution, mean
from ironbottom.odds.tables import OddsRow, OddsTable

WARNED = ("radar", "unwarned")


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """31.1 The odds of a raid."""
    needed(question, strikers="'9 B-17, 6 B-25'")
    pieces = rules.pieces
    wave = manual_waves.read_wave(rules, question, manual_waves.AT_LAND)
    manual_waves.check_bands(pieces, wave, question.altitude)
    fire = (question.fire or 0) + in_harbour(rules, question)
    passage = manual_waves.passage(rules, question, wave, fire, WARNED)
    hits = hits_of(pieces, wave, passage, layout.ALTITUDES.index[question.altitude])
    lines = [*manual_waves.wave_lines(wave, passage), strength_line(pieces, question, wave, passage)]
    result = OddsAnswer("raid", lines, {"hits": mean(hits), "any hit": 1 - hits[0]}, notes=notes_of(question))
    result.tables.append(
        numbers_table(
            f"Hits on {question.target}", [("hits", hits)], HIT_EFFECTS[layout.STRIKE_TARGETS.index[question.target]]
        )
    )
    if question.parked.strip():
        result.tables.append(parked_table(pieces, question, hits))
    manual_waves.add_losses(result, wave, passage)
    return result


def in_harbour(rules: Rules, question: OddsQuestion) -> int:
    """7.5 The fire of ships in the port."""
    turn = asking.read_date(question.date)
    ships = asking.read_ships(question.ships, "ships", turn) if question.ships.strip() else []
    return waves.ships_fire(with_forces(rules, turn, ships), [ship.ship for ship in ships])


def hits_of(pieces: Pieces, wave: AskedWave, passage: Passage, altitude: int) -> Distribution:
    """31.1, 5.11, 6.12 The chances of each number of hits, over the surviving points and the die."""
    found = [0.0] * (1 + max(result for row in pieces.charts.bombardment.rows for result in row.results))
    for left, chance in passage.left.items():
        for hits in bombed(pieces, wave.in_role(flight_duties.BOMBARDMENT, left), altitude):
            found[hits] += chance / FACES
    return tuple(found)


def strength_line(pieces: Pieces, question: OddsQuestion, wave: AskedWave, passage: Passage) -> str:
    """31.1 The strength of the whole wave, the fire, and the die modifier."""
    points = [part.points for part in wave.parts]
    group = wave.in_role(flight_duties.BOMBARDMENT, points)
    strength = sum(pieces.air[part.stack // len(TRAININGS)].bombardment * part.points for part in group)
    return (
        f"Bombardment Strength {strength} if all come through, from {question.altitude} altitude; anti-aircraft fire "
        f"{passage.fire}; die: {signed(of_group(group))}."
    )


def notes_of(question: OddsQuestion) -> list[str]:
    """The assumptions about a raid."""
    result = [] if question.fire is not None or question.ships.strip() else ["no anti-aircraft fire: none was given"]
    return [*result, "strafing is not included"]


# -- 31.1, 31.2 parked points ----------------------------------------------------------------------------------------


def parked_hit(pieces: Pieces, parked: int, hits: int, *, surprised: bool) -> int:
    """31.1 The number of based points struck by this many hits: each hit strikes a share of the remaining points,
    rounded up.

    >>> from ironbottom import get_game
    >>> parked_hit(get_game("witp").rules().pieces, 25, 2, surprised=False)
    6
    """
    row = pieces.facts.table(charts.BOMBARDMENT_EFFECTS)["airbase"]
    share = row.one_in_surprised if surprised else row.one_in
    struck = 0
    for _ in range(hits):
        struck += -(-(parked - struck) // share)
    return struck


def parked_table(pieces: Pieces, question: OddsQuestion, hits: Distribution) -> OddsTable:
    """31.1, 31.2 For each type, the average number of based points lost and out for the turn."""
    parts = asking.read_air(question.parked, "parked")
    whole = sum(part.points for part in parts)
    struck = sum(
        chance * parked_hit(pieces, whole, number, surprised=question.surprised) for number, chance in enumerate(hits)
    )
    rows = [parked_row(pieces, part, struck * part.points / whole) for part in parts]
    outcomes = ["parked", "lost", "out for the turn"]
    rows.append(OddsRow("all", "all", [sum(row.chances[n] for row in rows) for n in range(len(outcomes))]))
    share = "one in five is struck by each hit" if question.surprised else "one in ten is struck by each hit"
    return OddsTable("Parked points", [f"{name}, on average" for name in outcomes], rows, share)


def parked_row(pieces: Pieces, part: AirPart, struck: float) -> OddsRow:
    """31.1 A struck point is lost on a die of at least its fragility, otherwise it is out for the turn."""
    row = pieces.air[part.kind]
    lost = struck * (FACES + 1 - row.fragility) / FACES
    return OddsRow(row.id, row.name, [float(part.points), lost, struck - lost])
