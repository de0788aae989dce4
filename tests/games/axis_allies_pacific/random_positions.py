"""Random legal positions of Axis & Allies: Pacific with many aircraft, carriers, loaded ships and complexes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.games.axis_allies_pacific.reference import CLOSED, LANDS, ZONES, enemies
from tests.games.axis_allies_pacific.rule_tester import Position

HOLDERS = {"japan": ["japan"], "uk": ["india", "australia"], "usa": ["usa"], "china": ["china"]}
POWER_OF = {holder: power for power, holders in HOLDERS.items() for holder in holders}
ASHORE = ("infantry", "infantry", "artillery", "tank", "aa_gun", "fighter", "bomber")
AFLOAT = ("submarine", "destroyer", "carrier", "battleship", "transport", "transport_infantry_artillery")
FREE_LANDS = [land for land in LANDS if land not in CLOSED]


def position(chance: Random) -> Position:
    """The start of a turn in a war: random control, bases, units and treasuries."""
    control = {land: LANDS[land]["holder"] for land in FREE_LANDS}
    for land in chance.sample(FREE_LANDS, chance.randrange(4, 16)):
        control[land] = random_holder(chance, land)
    units: dict[str, dict[str, Counter[str]]] = {power: {} for power in HOLDERS}
    for land in chance.sample(FREE_LANDS, 30):
        power = POWER_OF[control[land]]
        garrison(chance, units[power].setdefault(land, Counter()), power)
    for power in ("japan", "uk", "usa"):
        for zone in chance.sample(list(ZONES), 9):
            crowded = any(units[other].get(zone) for other in enemies(power))
            if not crowded or chance.random() < 0.2:
                fleet(chance, units[power].setdefault(zone, Counter()), power)
    return {
        "round": chance.choice([1, 2, 6]),
        "active": chance.choice(["japan", "uk", "usa"]),
        "victory_points": chance.randrange(12),
        "kamikazes": chance.choice([0, 2, 6]),
        "control": control,
        "complexes": sorted({land for land in FREE_LANDS if LANDS[land]["industrial_complex"] == "yes"} | {"java"}),
        "convoys_of_japan": sorted(
            zone for zone, row in ZONES.items() if row["convoy"] != "none" and chance.random() < 0.4
        ),
        "ipc": {economy: chance.randrange(40) for economy in ("japan", "india", "australia", "usa")},
        "units": {power: {place: dict(own) for place, own in places.items()} for power, places in units.items()},
        "step": "purchase",
    }


def random_holder(chance: Random, land: str) -> str:
    """9.1, 9.2 The possible holders of a territory that changed hands."""
    if control_at_start(land) != "japan":
        return "japan"
    if LANDS[land]["if_freed"] == "china":
        return "china"
    return chance.choice(["india", "usa", "china"] if land in ("siam", "french_indo_china") else ["australia", "usa"])


def control_at_start(land: str) -> str:
    """3.1 The first holder of a territory."""
    return LANDS[land]["holder"]


def garrison(chance: Random, there: Counter[str], power: str) -> None:
    """The units of a territory."""
    kinds: list[str] = [kind for kind in ASHORE if power != "china" or kind == "infantry"]
    for kind in chance.sample(kinds, chance.randrange(1, min(5, len(kinds) + 1))):
        there[kind] += chance.randrange(1, 3)
    if power == "usa" and chance.random() < 0.3:
        there["marine"] += 1


def fleet(chance: Random, there: Counter[str], power: str) -> None:
    """The ships of a zone, with fighters on its carriers."""
    for kind in chance.sample(AFLOAT, chance.randrange(1, 4)):
        there[kind] += chance.randrange(1, 3)
    if power == "japan" and chance.random() < 0.3:
        there["destroyer_infantry"] += 1
    decks = 2 * there["carrier"]
    fighters = chance.randrange(decks + 1)
    if fighters:
        there["fighter"] = fighters


def fields(seed: int) -> dict[str, Any]:
    """The fields of the random position with this number."""
    return position(Random(seed))
