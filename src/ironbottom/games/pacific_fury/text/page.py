"""The counters, map and track of the browser page under the options in force."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.data.facts import row_values
from ironbottom.games.pacific_fury.data import tables
from ironbottom.games.pacific_fury.information.view_types import View
from ironbottom.games.pacific_fury.pieces import UNITS, ZONES
from ironbottom.games.pacific_fury.state_types import Rules


def pieces(rules: Rules) -> dict[str, object]:
    """2.2 The units with their factors, 3.6 the initiative track, 2.1 the sea areas with their neighbours.

    >>> from ironbottom import get_game
    >>> data = pieces(get_game("pf").rules({"factor_set": "B"}))
    >>> [unit["combat"] for unit in data["units"] if unit["id"] == "ijn_kongo"], len(data["track"])
    ([4], 11)
    """
    return {"units": _units(rules), "track": _track(rules), "zones": _zones(rules)}


def picture(rules: Rules, view: View) -> list[tuple[float, float, str, int]]:
    """The places of both sides' counters: longitude, latitude, side and number, as known to all players.

    A task force in its box is shown at its base; a task force of secret size counts as one counter.

    >>> from ironbottom import get_game
    >>> state = get_game("pf").new()
    >>> picture(state.rules, state.view("public"))
    [(151.8, 7.4, 'japan', 27), (167.2, -15.5, 'allies', 18)]
    """
    zones, base = rules.facts.table(tables.ZONES), {fields["side"]: name for name, fields in view["bases"].items()}
    result: dict[tuple[str, str], int] = {}
    lying = [(fields["side"], name, fields["counters"]) for name, fields in view["bases"].items()]
    lying += [(fields["side"], fields["where"], fields["counters"]) for fields in view["forces"].values()]
    for side, where, number in lying:
        place = (where if where in zones else base[side], side)
        result[place] = result.get(place, 0) + (1 if number is None else number)
    points = {row.id: (row.lon, row.lat) for row in zones.values() if row.lon is not None and row.lat is not None}
    return [(*points[where], side, number) for (where, side), number in result.items() if number]


def _units(rules: Rules) -> list[dict[str, object]]:
    rows, figures = rules.facts.table(tables.UNITS), rules.pieces
    return [
        {
            **row_values(rows[unit], "id", "name", "side", "nation", "kind"),
            "combat": figures.combat[number],
            "defence": figures.defence[number],
            "planes": figures.planes[number],
        }
        for number, unit in enumerate(UNITS.ids)
    ]


def _track(rules: Rules) -> list[dict[str, object]]:
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


def _zones(rules: Rules) -> list[dict[str, object]]:
    rows, adjacent = rules.facts.table(tables.ZONES), rules.pieces.adjacent
    return [
        {"id": zone, "name": rows[zone].name, "adjacent": [ZONES.ids[other] for other in members(adjacent[number])]}
        for number, zone in enumerate(ZONES.ids)
    ]
