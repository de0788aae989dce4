"""The odds of the choices in a fight: fight or decline, the target, strike, stay or go home (10.0).

The tables use only what the side has been shown: a face-down task force counts as having no fire, and the table says
so.
"""

from __future__ import annotations

from typing import Any

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.pacific_fury import pieces
from ironbottom.games.pacific_fury.odds.fights import (
    air_attack_on,
    bombardment_disrupts,
    clear_probability,
    express_lands,
    field_fires,
    gunfire,
    sink_probability,
    strike_disrupts,
)
from ironbottom.games.pacific_fury.rules.air_strikes import targets_of
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    INITIATIVE,
    MARKER,
    in_zone,
    opponent,
    side_of,
    units_in_forces,
    zone_of,
)
from ironbottom.games.pacific_fury.state_types import State
from ironbottom.odds.distributions import Distribution
from ironbottom.odds.tables import HITS, OddsRow, OddsTable, group_rows, hits_row

Forces = list[int]


def tables(state: State, side_id: str) -> list[OddsTable]:
    """The odds that help with the side's decision, if it knows who fights; none outside a fight."""
    side = pieces.SIDES.index[side_id]
    look = _KnownState(state, side)
    frame: Any = state.stack[-1]
    match frame.name:
        case "carrier_combat":
            return look.offered(frame.zone) if frame.stage == 0 else look.aiming(frame.zone)
        case "return_or_stay":
            return look.another_round(state.stack[-2], members(frame.forces))
        case "air_strike":
            return look.strikes([frame.striker])
        case "bombardment":
            return look.bombards([frame.force])
        case "cleared_sound":
            return look.bombards([frame.force])
        case "assign_hits":
            return look.hits(frame)
        case "operations":
            return look.operations()
        case _:
            return []


def _in(title: str) -> str:
    return title[:1].lower() + title[1:]


class _KnownState:
    """A state, limited to what a side may know."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.side, self.cells = state, side, state.cells
        self.pieces = state.rules.pieces
        self.known = units_in_forces(state, side)

    def units(self, forces: Forces) -> int:
        """The known units of task forces."""
        result = 0
        for force in forces:
            result |= self.cells[FORCE + force] & self.known
        return result

    def title(self, forces: Forces) -> str:
        """Short names of task forces, with a note if they are face down."""
        parts = []
        for force in forces:
            whose = "your" if side_of(force) == self.side else "enemy"
            hidden = " (face down)" if whose == "enemy" and not self.units([force]) else ""
            parts.append(f"{whose} TF {force % pieces.BOX_COUNT + 1}{hidden}")
        result = " and ".join(parts)
        return result[:1].upper() + result[1:]

    def here(self, zone: int, side: int) -> Forces:
        return in_zone(self.cells, side, zone)

    def air_hits(self, firing: Forces, targets: Forces) -> Distribution:
        return air_attack_on(self.pieces, self.units(firing), self.units(targets))

    # -- 10.5 carriers --------------------------------------------------------------------------------

    def offered(self, zone: int) -> list[OddsTable]:
        """10.5.b Fight or decline: one round of all carriers of either side against all forces of the other."""
        return self.air_round("If there is combat", self.here(zone, self.side), self.here(zone, opponent(self.side)))

    def air_round(self, title: str, own: Forces, enemy: Forces) -> list[OddsTable]:
        rows = []
        for firing, targets in ((own, enemy), (enemy, own)):
            for force in firing:
                if self.units([force]) & pieces.CARRIERS:
                    name = f"{self.title([force])} at {_in(self.title(targets))}"
                    rows.append(hits_row(f"{force}", name, self.air_hits([force], targets)))
        return [OddsTable(title, HITS, rows, "hits in one round"), *self.losses(own, enemy, air=True)]

    def aiming(self, zone: int) -> list[OddsTable]:
        """10.5.c The target of a task force: its hits on each possible target, and the return fire."""
        enemy = self.here(zone, opponent(self.side))
        own = [force for force in self.here(zone, self.side) if self.units([force]) & pieces.CARRIERS]
        rows, back = [], []
        for force in own:
            for target in enemy:
                name = f"{self.title([force])} at {_in(self.title([target]))}"
                rows.append(hits_row(f"{force} {target}", name, self.air_hits([force], [target])))
                if self.units([target]) & pieces.CARRIERS:
                    name = f"{self.title([target])} at {_in(self.title([force]))}"
                    back.append(hits_row(f"{target} {force}", name, self.air_hits([target], [force])))
        return [OddsTable("Your targets", HITS, rows, "hits in one round")] + (
            [OddsTable("If they target you", HITS, back, "hits in one round")] if back else []
        )

    def losses(self, own: Forces, enemy: Forces, *, air: bool) -> list[OddsTable]:
        """The probability that a round of fire hits every ship of a side, so that no ship stays (10.7.e)."""
        parts = []
        for firing, targets, name in ((own, enemy, "All enemy ships are hit"), (enemy, own, "All your ships are hit")):
            units, armed = self.units(targets), self.units(firing)
            if units and (armed & pieces.CARRIERS if air else armed):
                fire = self.air_hits(firing, targets) if air else self.gun_hits(firing)
                chance = clear_probability(fire, units.bit_count())
                parts.append(OddsRow(name, name, [chance, 1 - chance]))
        return [OddsTable("The whole group", ["yes", "no"], parts, "one round")] if parts else []

    # -- 10.3 guns ------------------------------------------------------------------------------------

    def gun_hits(self, firing: Forces) -> Distribution:
        return gunfire(self.pieces, self.units(firing))

    def gun_round(self, title: str, own: Forces, enemy: Forces) -> list[OddsTable]:
        rows = [
            hits_row(
                " ".join(map(str, firing)), f"{self.title(firing)} at {_in(self.title(targets))}", self.gun_hits(firing)
            )
            for firing, targets in ((own, enemy), (enemy, own))
            if self.units(firing)
        ]
        return [OddsTable(title, HITS, rows, "hits in one round"), *self.losses(own, enemy, air=False)] if rows else []

    def another_round(self, fight: Procedure, forces: Forces) -> list[OddsTable]:
        """10.8.a Stay or go home: the odds of the next round."""
        zone = zone_of(self.cells, forces[0])
        own, enemy = (self.here(zone, side) for side in (self.side, opponent(self.side)))
        if fight.name == "surface_combat":
            return self.gun_round("If combat continues", own, enemy)
        return self.air_round("If combat continues", own, enemy)

    # -- 6.2, 10.4, 10.6 Henderson Field ---------------------------------------------------------------

    def strikes(self, forces: Forces) -> list[OddsTable]:
        """10.6 An air strike by each force at each target within reach, and the return fire."""
        rows, back, field = [], [], []
        for force in forces:
            for target in members(targets_of(self.pieces, self.cells, force)):
                if target == pieces.HENDERSON:
                    field.append(self.field_row(force))
                    answer = field_fires(self.pieces, self.units([force]), self.cells[MARKER])
                    back.append(hits_row(f"field {force}", f"Henderson Field at {_in(self.title([force]))}", answer))
                    continue
                enemy = (
                    self.here(pieces.SOUND, opponent(self.side))
                    if target == pieces.ALL_IN_SOUND
                    else [target - pieces.FIRST_FORCE]
                )
                key, name = f"{force} {target}", f"{self.title([force])} at {_in(self.title(enemy))}"
                rows.append(hits_row(key, name, self.air_hits([force], enemy)))
                if self.units(enemy) & pieces.CARRIERS:
                    name = f"{self.title(enemy)} at {_in(self.title([force]))}"
                    back.append(hits_row(key, name, self.air_hits(enemy, [force])))
        return [
            table
            for table in (
                OddsTable("Air strike", HITS, rows, "hits in one strike"),
                OddsTable("Return fire", HITS, back, "hits in one strike"),
                OddsTable("Strike at Henderson Field", ["disrupted", "holds"], field, "one strike"),
            )
            if table.rows
        ]

    def field_row(self, force: int) -> OddsRow:
        chance = strike_disrupts(self.pieces, self.units([force]), self.cells[MARKER])
        return OddsRow(f"field {force}", self.title([force]), [chance, 1 - chance])

    def field_struck_from(self, zone: int) -> bool:
        """10.6 Whether Henderson Field belongs to the enemy, is operational, and is within reach."""
        cells = self.cells
        return bool(self.pieces.henderson_from >> zone & 1 and cells[INITIATIVE] != self.side and not cells[DISRUPTED])

    def bombards(self, forces: Forces) -> list[OddsTable]:
        """10.4 The probability that guns disrupt Henderson Field, in one round and in two."""
        rows = []
        for force in forces:
            for rounds in (1, 2):
                chance = bombardment_disrupts(self.pieces, self.units([force]), self.cells[MARKER], rounds)
                words = f"{self.title([force])}, {rounds} round{'s' * (rounds > 1)}"
                rows.append(OddsRow(f"{force} {rounds}", words, [chance, 1 - chance]))
        return [OddsTable("Bombarding Henderson Field", ["disrupted", "holds"], rows, "")] if rows else []

    # -- 10.7 hits ------------------------------------------------------------------------------------

    def hits(self, frame: Any) -> list[OddsTable]:
        """10.7.c The probability that 1, 2 or 3 hits sink each ship."""
        units = frame.eligible(self.cells)
        rows = [
            OddsRow(
                pieces.UNITS.ids[unit],
                pieces.UNITS.titles[unit],
                [sink_probability(self.pieces, unit, hits) for hits in (1, 2, 3)],
            )
            for unit in members(units)
        ]
        each = [sink_probability(self.pieces, unit, 1) for unit in members(units)]
        whole = OddsTable(
            "The whole group, one hit on each", ["yes", "no"], group_rows("ships", each, "sinks", "sink"), ""
        )
        return [OddsTable("Sinks with", ["1 hit", "2 hits", "3 hits"], rows, ""), *([whole] if whole.rows else [])]

    # -- 9.0 operations -------------------------------------------------------------------------------

    def operations(self) -> list[OddsTable]:
        """9.1, 9.2 The odds of each task force in the areas with enemies, and of its strikes from its current place."""
        enemy = opponent(self.side)
        afloat = [force for zone in range(4) for force in self.here(zone, self.side)]
        result = self.strikes(afloat)
        if self.field_struck_from(pieces.SOUND) and not self.here(pieces.SOUND, enemy):
            result += self.bombards([force for force in self.here(pieces.SOUND, self.side) if self.units([force])])
        return result + self.express() + self.entering()

    def express(self) -> list[OddsTable]:
        """9.6.c, 9.6.d The probability that the Tokyo Express lands, where it may land now."""
        rows = []
        for (force,) in self.entries("land"):
            number = pieces.FORCES.index[force]
            if self.units([number]) & pieces.EXPRESS:
                chance = express_lands(bool(self.here(pieces.SOUND, pieces.ALLIES)), not self.cells[DISRUPTED])
                rows.append(OddsRow(f"express {number}", self.title([number]), [chance, 1 - chance]))
        return [OddsTable("The Tokyo Express", ["lands", "is found"], rows, "")] if rows else []

    def entering(self) -> list[OddsTable]:
        """10.3, 10.5 A sortie or move into an enemy-held area: the first round, for each task force separately."""
        enemy = opponent(self.side)
        rows: list[OddsRow] = []
        for force, zone in self.enterable_areas():
            there = self.here(zone, enemy)
            known = [one for one in there if self.units([one])]
            air = zone not in (pieces.SLOT, pieces.SOUND)
            if not there or (air and not self.units([force]) & pieces.CARRIERS):
                continue
            fire = self.air_hits([force], known) if air else self.gun_hits([force])
            rows.append(hits_row(f"{force} {zone}", f"{self.title([force])} into {pieces.ZONES.titles[zone]}", fire))
        return [OddsTable("Moving into an enemy", HITS, rows, "your hits in the first round")] if rows else []

    def enterable_areas(self) -> list[tuple[int, int]]:
        """The sea areas that each task force may enter now."""
        entries = self.entries("sortie", "move")
        return [(pieces.FORCES.index[force], pieces.ZONES.index[zone]) for force, zone in entries]

    def entries(self, *verbs: str) -> list[tuple[str, ...]]:
        """The values that may be chosen now with these verbs."""
        decision = self.state.decision(pieces.SIDES.ids[self.side])
        choices = decision.choices if decision else ()
        return [choice[1:] for choice in choices if choice[0] in verbs]
