"""Plausibility checks of the figures; a figure that fails only causes a warning with the name of the check.

C1 to C13 hold for each factor set; each names its source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from ironbottom.engine.data.facts import Check, Facts
from ironbottom.games.pacific_fury.data.tables import CARRIERS, EVENTS, GUNS, SHIPS, TRACK, UNITS, ZONES

START_BASE = {"japan": "truk", "allies": "espiritu_santo"}
KONGO_CLASS = ("ijn_kongo", "ijn_haruna", "ijn_hiei", "ijn_kirishima")


class Ship:
    """A counter under one factor set."""

    __slots__ = ("combat", "defence", "icons", "id", "kind", "side", "start")

    def __init__(self, facts: Facts, unit: str, suffix: str) -> None:
        row = facts.table(UNITS)[unit]
        self.id, self.side, self.kind, self.start = row.id, row.side, row.kind, row.start
        self.icons = row.aircraft_icons or 0
        self.combat = int(getattr(row, f"combat_factor{suffix}") or 0)
        self.defence = int(getattr(row, f"defence_factor{suffix}") or 0)


Fleet = dict[str, Ship]
Claim = Callable[[Fleet], str | None]


def in_both_sets(claim: Claim) -> Callable[[Facts], str | None]:
    """The claim, tested on factor set A and on factor set B."""

    def test(facts: Facts) -> str | None:
        for name, suffix in (("A", ""), ("B", "_b")):
            fleet = {unit: Ship(facts, unit, suffix) for unit in facts.table(UNITS)}
            result = claim(fleet)
            if result:
                return f"{result} (factor set {name})"
        return None

    return test


def _message_unless(holds: bool, sentence: str) -> str | None:
    return None if holds else sentence


def _at_start(fleet: Fleet, side: str, kinds: Iterable[str]) -> list[Ship]:
    return [ship for ship in fleet.values() if ship.start == START_BASE[side] and ship.kind in kinds]


def mean_hits(combat: int) -> Fraction:
    """Mean hits of one die: it scores the number rolled, up to the combat factor (10.2.b)."""
    return Fraction(sum(range(1, min(combat, 6) + 1)), 6)


def sunk_table_example(fleet: Fleet) -> str | None:
    """The example of the sunk table (10.7)."""
    hornet, ryujo = fleet["us_hornet"], fleet["ijn_ryujo"]
    right = hornet.defence == 2 and ryujo.defence == 0 and ryujo.kind == "light_carrier"
    return _message_unless(
        right, "the sunk table's example has Hornet with defence 2 and Ryujo as a CVL with defence 0"
    )


def combat_air_patrol_example(fleet: Fleet) -> str | None:
    """The example of combat air patrol (10.5)."""
    right = fleet["ijn_zuiho"].kind == "light_carrier" and fleet["ijn_shokaku"].kind == "carrier"
    return _message_unless(right, "the example of combat air patrol has Zuiho as a CVL and Shokaku as a CV")


def carrier_icons(fleet: Fleet) -> str | None:
    """Icons and kinds of carriers (2.2.1)."""
    icons = {"carrier": 2, "light_carrier": 1}
    for ship in fleet.values():
        if ship.icons != icons.get(ship.kind, 0):
            return f"a CV has two aircraft icons, a CVL one, but {ship.id} ({ship.kind}) has {ship.icons}"
        if ship.kind == "light_carrier" and ship.side != "japan":
            return f"only Japan has light carriers, but {ship.id} is one"
    return None


def equal_air_strength(fleet: Fleet) -> str | None:
    """Equal air strength at the start, six icons each (players' notes)."""
    result = {side: sum(ship.icons for ship in _at_start(fleet, side, CARRIERS)) for side in START_BASE}
    message = f"each side starts with six aircraft icons, not {result['japan']} and {result['allies']}"
    return _message_unless(set(result.values()) == {6}, message)


def carriers_of_combat_factor_4(fleet: Fleet) -> str | None:
    """Three American carriers of combat factor 4 in an example (10.5)."""
    carriers = _at_start(fleet, "allies", CARRIERS)
    right = [ship.combat for ship in carriers] == [4, 4, 4] and sum(ship.icons for ship in carriers) == 6
    return _message_unless(
        right, "the three Allied carriers of turn 1 have combat factor 4 each and six icons together"
    )


def surface_unit_of_combat_factor_4(fleet: Fleet) -> str | None:
    """A surface unit of combat factor 4 in an example (10.2)."""
    right = any(ship.combat == 4 for ship in fleet.values() if ship.kind in GUNS)
    return _message_unless(right, "some gun ship has combat factor 4")


def anchors(fleet: Fleet) -> str | None:
    """Counters without anchors, and others with two or more (2.2.1, 10.7)."""
    result = [ship.defence for ship in fleet.values() if ship.kind in SHIPS]
    return _message_unless(min(result) == 0 and max(result) >= 2, "some ship has defence 0 and some ship 2 or more")


def unarmed_transports(fleet: Fleet) -> str | None:
    """Transports and the express have no guns and sink to any hit (10.7.d, 9.6.e)."""
    for ship in fleet.values():
        if ship.kind in ("transport", "tokyo_express") and (ship.combat or ship.defence):
            return f"{ship.id} has combat factor {ship.combat} and defence {ship.defence}, where both are 0"
    return None


def japan_leads_in_gun_ships(fleet: Fleet) -> str | None:
    """Japan leads in gun ships at the start (players' notes)."""
    japan, allies = (len(_at_start(fleet, side, GUNS)) for side in ("japan", "allies"))
    return _message_unless(japan > allies, f"Japan leads in gun ships at the start, but has {japan} against {allies}")


def small_force_outlasts(fleet: Fleet) -> str | None:
    """A small Allied force outlasts two rounds against an equal number of Japanese gun ships (players' notes)."""
    japan, allies = (_at_start(fleet, side, GUNS) for side in ("japan", "allies"))
    if not japan or not allies:
        return "both sides start with gun ships"
    fire = 2 * sum((mean_hits(ship.combat) for ship in japan), Fraction(0)) / len(japan)
    bears = Fraction(sum(ship.defence + 1 for ship in allies), len(allies))
    message = (
        f"two rounds cause {float(fire):.2f} hits on an Allied gun ship on average, but it can take {float(bears):.2f}"
    )
    return _message_unless(fire <= bears, message)


def six_ships_screen(fleet: Fleet) -> str | None:
    """Six gun ships screen carriers well, since air strength is at most six at the start (players' notes)."""
    most = max(sum(ship.icons for ship in _at_start(fleet, side, CARRIERS)) for side in START_BASE)
    return _message_unless(
        most <= 6, f"six gun ships should match a side's air strength at the start, but it is {most}"
    )


def bonus_always_hits(fleet: Fleet) -> str | None:
    """With a factor of 4 and the greatest bonus, 2, every die already hits (10.5.d)."""
    over = [f"{ship.id} has {ship.combat}" for ship in fleet.values() if ship.kind in CARRIERS and ship.combat > 4]
    return _message_unless(not over, f"no carrier has a combat factor above 4, but {', '.join(over)}")


def kongo_class(fleet: Fleet) -> str | None:
    """C13: The Kongo class may be printed as battle cruisers, which changes no rule: big guns, all four alike."""
    four = [fleet[unit] for unit in KONGO_CLASS]
    equal = len({(ship.combat, ship.defence) for ship in four}) == 1
    return _message_unless(
        equal and all(ship.kind == "battleship" for ship in four),
        "the four ships of the Kongo class are alike",
    )


def gun_ships_hit(fleet: Fleet) -> str | None:
    """Every ship has a combat factor of 1 to 6."""
    without = [ship.id for ship in fleet.values() if ship.kind in SHIPS and not 1 <= ship.combat <= 6]
    return _message_unless(
        not without, f"every ship should have a combat factor of 1 to 6, but not {', '.join(without)}"
    )


def track_values(facts: Facts) -> str | None:
    """Henderson Field's strength is the number of the box (10.4.a, 10.6.c)."""
    for box in facts.table(TRACK).values():
        value = abs(box.position)
        if (box.henderson_cf, box.hits_to_disrupt) != (value, max(1, value)):
            return f"box {box.label} counts {value} for combat factor and for hits, of which at least one"
    return None


def track_cover(facts: Facts) -> str | None:
    """Air cover over Henderson Field is the same on both arms of the track."""
    boxes = facts.table(TRACK)
    for box in boxes.values():
        if box.cap_icons != boxes[str(-box.position)].cap_icons:
            return f"box {box.label} has {box.cap_icons} aircraft icons, its opposite another number"
    return None


def track_sides(facts: Facts) -> str | None:
    """A box belongs to the side on whose arm it lies, and the Allies have the initiative at 0 (6.1)."""
    for box in facts.table(TRACK).values():
        owner = "allies" if box.position > 0 else "japan" if box.position < 0 else "none"
        opens = "japan" if box.position < 0 else "allies"
        if (box.side_of_box, box.initiative_at_turn_start) != (owner, opens):
            return f"box {box.label} belongs to {owner} and gives the initiative to {opens}"
    return None


def four_links(facts: Facts) -> str | None:
    """Four links; none between the Slot and the Eastern Solomons (9.2.b)."""
    zones = facts.table(ZONES).values()
    found = {frozenset((zone.id, other)) for zone in zones for other in zone.adjacent}
    right = len(found) == 4 and frozenset(("the_slot", "eastern_solomons")) not in found
    return _message_unless(
        right, "four pairs of sea zones are adjacent, the Slot and the Eastern Solomons not among them"
    )


def carriers_stay_out(facts: Facts) -> str | None:
    """No carriers in Ironbottom Sound and the Slot (9.2.b)."""
    zones = facts.table(ZONES)
    entered = [name for name in ("ironbottom_sound", "the_slot") if "C" in zones[name].entry_types]
    return _message_unless(not entered, f"no carriers enter {' or '.join(entered)}")


def strikes_reach_next_door(facts: Facts) -> str | None:
    """Carriers strike into an adjacent sea zone (9.5)."""
    for zone in facts.table(ZONES).values():
        far = [other for other in zone.air_strike_from if zone.kind == "sea_zone" and other not in zone.adjacent]
        if far:
            return f"{zone.id} is struck from {', '.join(far)}, which is not adjacent"
    return None


def one_event_repeats(facts: Facts) -> str | None:
    """Only Heavy Bombers may come more than once (7.0.b)."""
    result = {row.event for row in facts.table(EVENTS).values() if row.repeatable}
    return _message_unless(
        result == {"heavy_bombers"}, f"only heavy_bombers may recur, but the data say {sorted(result)}"
    )


def _named(prefix: str, claims: Sequence[Claim]) -> list[Check]:
    return [Check(f"{prefix}{number}", in_both_sets(claim)) for number, claim in enumerate(claims, 1)]


CHECKS = (
    *_named(
        "C",
        (
            sunk_table_example,
            combat_air_patrol_example,
            carrier_icons,
            equal_air_strength,
            carriers_of_combat_factor_4,
            surface_unit_of_combat_factor_4,
            anchors,
            unarmed_transports,
            japan_leads_in_gun_ships,
            small_force_outlasts,
            six_ships_screen,
            bonus_always_hits,
            kongo_class,
        ),
    ),
    Check("every ship can hit", in_both_sets(gun_ships_hit)),
    Check("track values", track_values),
    Check("track air cover", track_cover),
    Check("track sides", track_sides),
    Check("four links", four_links),
    Check("carriers stay out", carriers_stay_out),
    Check("strikes reach adjacent zones", strikes_reach_next_door),
    Check("one event repeats", one_event_repeats),
)
