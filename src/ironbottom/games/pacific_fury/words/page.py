"""What the browser page shows of the counters, the map and the track under the options in force."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.facts import told
from ironbottom.engine.fields import members
from ironbottom.engine.rules import Rules
from ironbottom.games.pacific_fury.data import tables
from ironbottom.games.pacific_fury.pieces import UNITS, ZONES


def pieces(rules: Rules) -> dict[str, Any]:
    """2.2 The units with their factors, 3.6 the initiative track, 2.1 the sea areas with their neighbours.

    >>> from ironbottom import get_game
    >>> told = pieces(get_game("pf").rules({"factor_set": "B"}))
    >>> [unit["combat"] for unit in told["units"] if unit["id"] == "ijn_kongo"], len(told["track"])
    ([4], 11)
    """
    return {"units": _units(rules), "track": _track(rules), "zones": _zones(rules)}


def _units(rules: Rules) -> list[dict[str, Any]]:
    rows, figures = rules.facts.table(tables.UNITS), rules.pieces
    return [
        {
            **told(rows[unit], "id", "name", "side", "nation", "kind"),
            "combat": figures.combat[number],
            "defence": figures.defence[number],
            "planes": figures.planes[number],
        }
        for number, unit in enumerate(UNITS.ids)
    ]


def _track(rules: Rules) -> list[dict[str, Any]]:
    return [
        {
            "position": box.position,
            "label": box.label,
            "combat": box.henderson_cf,
            "hits_to_disrupt": box.hits_to_disrupt,
            "cover": box.cap_icons,
        }
        for box in sorted(rules.pieces.track.values(), key=lambda box: box.position)
    ]


def _zones(rules: Rules) -> list[dict[str, Any]]:
    rows, adjacent = rules.facts.table(tables.ZONES), rules.pieces.adjacent
    return [
        {"id": zone, "name": rows[zone].name, "adjacent": [ZONES.ids[other] for other in members(adjacent[number])]}
        for number, zone in enumerate(ZONES.ids)
    ]
