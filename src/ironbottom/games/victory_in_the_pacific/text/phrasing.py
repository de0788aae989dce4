"""The values that the code adds to the catalogue's texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.games.victory_in_the_pacific.information.view_types import Event
from ironbottom.games.victory_in_the_pacific.text.names import ADJECTIVES, NAMED, lead, listed, name_of, spot


def fighter(unit: str) -> str:
    """A unit, or the garrison, at the beginning of a sentence."""
    return "The garrison" if unit == "garrison" else name_of(unit)


def _dice(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _effect(e: Event) -> str:
    """The effect of a shot or salvo: ``disabled and 4 points of damage``."""
    words = PHRASING.catalogue.words.terms
    said = [words["disabled"]] if e["disabled"] else []
    if e["damage"]:
        said.append(PHRASING.counted(e["damage"], "damage"))
    return words["and"].join(said) or words["no_effect"]


def _roll(die: int, total: int) -> str:
    """A die with its modifier: ``4 + 1 = 5``."""
    return f"{die} + {total - die} = {total}" if total != die else str(die)


def _members(e: Event) -> str:
    """The units of fleeing groups or task forces, group by group."""
    if "forces" in e:
        return "; ".join(listed(units) for units in e["forces"])
    groups = e["groups"]
    if len(groups) == 1:
        return listed(groups[0])
    return "; ".join(f"{name_of(f'group_{number}')}, {listed(group)}" for number, group in enumerate(groups, 1))


def _speed_rolled(e: Event) -> str:
    return "sure" if not e["die"] else "passes" if e["passes"] else "raids" if e["patrols"] else "fails"


def _action_rolled(e: Event) -> str:
    lead_of_japan = e["japan_total"] - e["allies_total"]
    return "japan" if lead_of_japan > 0 else "allies" if lead_of_japan else "tie"


def _forces_tasked(e: Event) -> str:
    if e["attacking"]:
        return "both" if e["landing"] else "attack"
    return "landing" if e["landing"] else "neither"


def _force_sighted(e: Event) -> str:
    if e["die"]:
        return "rolled" if e["sighted"] else "missed"
    return "sighted" if e["sighted"] else "unsighted"


def either(field: str, yes: str, no: str) -> Callable[[Mapping[str, object]], str]:
    """The form of an event by whether a field has a value."""
    return lambda e: yes if e[field] else no


def phrasing(catalogue: Path) -> Phrasing:
    """The texts of the game from its catalogue."""
    return Phrasing(
        catalogue,
        NAMED,
        ways={"adjective": ADJECTIVES.__getitem__, "dice": _dice, "fighter": fighter, "lead": lead, "spot": spot},
        values={
            "allies_roll": lambda e: _roll(e["allies"], e["allies_total"]),
            "effect": _effect,
            "japan_roll": lambda e: _roll(e["japan"], e["japan_total"]),
            "members": _members,
        },
        event_forms={
            "finished": lambda e: e["step"],
            "raid_force_named": either("units", "units", "none"),
            "arrived": either("place", "place", "nowhere"),
            "withdrawn": lambda e: "instead" if e["listed"] != e["unit"] else "listed",
            "lost": either("back", "back", "for_good"),
            "patrolled": either("rolls", "rolls", "sure"),
            "speed_rolled": _speed_rolled,
            "raided": either("rolls", "rolls", "sure"),
            "went_home": lambda e: e["reason"] if e["place"] else "nowhere",
            "flag_set": either("side", "side", "nobody"),
            "japan_stays": either("stays", "stays", "leaves"),
            "uncertain_rolled": either("spot", "here", "later"),
            "allies_stay": either("stays", "stay", "leave"),
            "engaged": either("engages", "fight", "avoid"),
            "action_settled": either("both", "both", "one"),
            "announced": either("units", "units", "none"),
            "kamikazes": either("units", "units", "none"),
            "forces_tasked": _forces_tasked,
            "force_sighted": _force_sighted,
            "airstrike_hit": either("hits", "damaged", "undamaged"),
            "action_rolled": _action_rolled,
            "fired": either("hits", "damaged", "undamaged"),
            "torpedoed": either("damage_dice", "damaged", "undamaged"),
            "grouped": lambda e: "one" if len(e["groups"]) == 1 else "several",
        },
    )


PHRASING = phrasing(Path(__file__).parent / "catalogue.toml")
