"""The values that the code adds to the catalogue's texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.games.victory_in_the_pacific.information.view_types import Event
from ironbottom.games.victory_in_the_pacific.text.names import (
    ADJECTIVES,
    NAMED,
    lead_in_words,
    listed,
    name_of,
    place_name,
)


def unit_or_garrison(unit: str) -> str:
    """A unit, or the garrison, at the beginning of a sentence."""
    return "The garrison" if unit == "garrison" else name_of(unit)


def _dice(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _effect(event: Event) -> str:
    """The effect of a shot or salvo: ``disabled and 4 points of damage``."""
    words = PHRASING.catalogue.words.terms
    parts = [words["disabled"]] if event["disabled"] else []
    if event["damage"]:
        parts.append(PHRASING.counted(event["damage"], "damage"))
    return words["and"].join(parts) or words["no_effect"]


def _roll(die: int, total: int) -> str:
    """A die with its modifier: ``4 + 1 = 5``."""
    return f"{die} + {total - die} = {total}" if total != die else str(die)


def _members(event: Event) -> str:
    """The units of fleeing groups or task forces, group by group."""
    if "forces" in event:
        return "; ".join(listed(units) for units in event["forces"])
    groups = event["groups"]
    if len(groups) == 1:
        return listed(groups[0])
    return "; ".join(f"{name_of(f'group_{number}')}, {listed(group)}" for number, group in enumerate(groups, 1))


def _speed_rolled(event: Event) -> str:
    return "sure" if not event["die"] else "passes" if event["passes"] else "raids" if event["patrols"] else "fails"


def _action_rolled(event: Event) -> str:
    lead_of_japan = event["japan_total"] - event["allies_total"]
    return "japan" if lead_of_japan > 0 else "allies" if lead_of_japan else "tie"


def _forces_tasked(event: Event) -> str:
    if event["attacking"]:
        return "both" if event["landing"] else "attack"
    return "landing" if event["landing"] else "neither"


def _force_sighted(event: Event) -> str:
    if event["die"]:
        return "rolled" if event["sighted"] else "missed"
    return "sighted" if event["sighted"] else "unsighted"


def form_by_field(field: str, yes: str, no: str) -> Callable[[Mapping[str, object]], str]:
    """Chooses the wording of an event by whether a field has a value."""
    return lambda e: yes if e[field] else no


def phrasing(catalogue: Path) -> Phrasing:
    """The texts of the game from its catalogue."""
    return Phrasing(
        catalogue,
        NAMED,
        formatters={
            "adjective": ADJECTIVES.__getitem__,
            "dice": _dice,
            "fighter": unit_or_garrison,
            "lead": lead_in_words,
            "spot": place_name,
        },
        values={
            "allies_roll": lambda e: _roll(e["allies"], e["allies_total"]),
            "effect": _effect,
            "japan_roll": lambda e: _roll(e["japan"], e["japan_total"]),
            "members": _members,
        },
        event_forms={
            "finished": lambda e: e["step"],
            "raid_force_named": form_by_field("units", "units", "none"),
            "arrived": form_by_field("place", "place", "nowhere"),
            "withdrawn": lambda e: "instead" if e["listed"] != e["unit"] else "listed",
            "lost": form_by_field("back", "back", "for_good"),
            "patrolled": form_by_field("rolls", "rolls", "sure"),
            "speed_rolled": _speed_rolled,
            "raided": form_by_field("rolls", "rolls", "sure"),
            "went_home": lambda e: e["reason"] if e["place"] else "nowhere",
            "flag_set": form_by_field("side", "side", "nobody"),
            "japan_stays": form_by_field("stays", "stays", "leaves"),
            "uncertain_rolled": form_by_field("spot", "here", "later"),
            "allies_stay": form_by_field("stays", "stay", "leave"),
            "engaged": form_by_field("engages", "fight", "avoid"),
            "action_settled": form_by_field("both", "both", "one"),
            "announced": form_by_field("units", "units", "none"),
            "kamikazes": form_by_field("units", "units", "none"),
            "forces_tasked": _forces_tasked,
            "force_sighted": _force_sighted,
            "airstrike_hit": form_by_field("hits", "damaged", "undamaged"),
            "action_rolled": _action_rolled,
            "fired": form_by_field("hits", "damaged", "undamaged"),
            "torpedoed": form_by_field("damage_dice", "damaged", "undamaged"),
            "grouped": lambda e: "one" if len(e["groups"]) == 1 else "several",
        },
    )


PHRASING = phrasing(Path(__file__).parent / "catalogue.toml")
