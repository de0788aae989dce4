"""The texts of *War in the Pacific*: the values that the code adds to the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.text.sentences import joined
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.information.view_types import Event
from ironbottom.games.war_in_the_pacific.rules.land.ground_battle import SHIFTS
from ironbottom.games.war_in_the_pacific.text import names, sky
from ironbottom.games.war_in_the_pacific.turn_record import WORKS


def added(number: int) -> str:
    """The modifier of a die, with its sign; empty for zero.

    >>> added(2), added(-1), added(0)
    (' +2', ' -1', '')
    """
    return f" {number:+}" if number else ""


def _dice(values: Sequence[int]) -> str:
    return " ".join(map(str, values)) or "none"


def _numbers(value: int | list[int]) -> list[int]:
    return value if isinstance(value, list) else [value]


def _all(name: Callable[[str], str]) -> Callable[[Sequence[str]], str]:
    """Several items of a kind, as a list within a sentence."""
    return lambda things: joined([name(thing) for thing in things])


def _term(name: str) -> str:
    return PHRASING.catalogue.words.terms[name]


def _work(work: str) -> str:
    return _term(f"work_{work}")


def _speed(speed: int) -> str:
    return _term(f"speed_{speed}")


def _dice_added(event: Event) -> str:
    """Both dice, each with its modifier."""
    return " against ".join(
        f"{die}{added(more)}" for die, more in zip(event["dice"], _numbers(event["added"]), strict=True)
    )


def _wave_losses(event: Event) -> str:
    """7.1 The escorts and strikers that a wave loses."""
    _, escorts, strikers = _numbers(event["lost"])
    lost = [PHRASING.counted(n, kind) for n, kind in ((escorts, "escort"), (strikers, "striker")) if n]
    return joined(lost) if lost else "none"


def _critical_hits(event: Event) -> str:
    """12.3 The effects of an attack's critical hits."""
    effects = joined([_term(f"effect_{each}") for each in event["critical"]])
    return _term("critical_hit").format(effects=effects) if event["critical"] else ""


def _shifts_named(event: Event) -> str:
    """24.4 The column shifts, each by name."""
    named = [f"{names.plain(name)} {shift:+}" for name, shift in zip(SHIFTS, event["shifts"], strict=True) if shift]
    return _term("shifts").format(shifts=", ".join(named)) if named else ""


def _ship_hit(event: Event) -> str:
    if not event["levels"]:
        return "unhurt"
    return "damaged" if event["level"] <= FLOATS else "sinking"


def either(field: str, yes: str, no: str) -> Callable[[Mapping[str, object]], str]:
    """Chooses the wording of an event by whether a field has a value."""
    return lambda e: yes if e.get(field) else no


def nth(field: str, *forms: str) -> Callable[[Mapping[str, int]], str]:
    """The form of an event by the number in a field."""
    return lambda e: forms[e[field]]


def phrasing(catalogue: Path) -> Phrasing:
    """Builds the game's phrasing from a catalogue."""
    return Phrasing(
        catalogue,
        names.NAMED,
        formatters={
            "added": added,
            "base": names.base,
            "box": names.box,
            "command": names.command,
            "dice": _dice,
            "end": names.end_of_link,
            "force": names.force,
            "forces": _all(names.force),
            "link": names.merchant_link,
            "objective": names.objective,
            "place": names.place,
            "places": _all(names.place),
            "rank": names.rank,
            "role": names.in_role,
            "speed": _speed,
            "stack": names.stack,
            "subron": names.subron,
            "troops": names.troops,
            "turn": names.turn,
            "unit": names.unit,
            "wave": names.wave,
            "work": _work,
        },
        values={
            "critical_hits": _critical_hits,
            "dice_added": _dice_added,
            "facility_name": lambda e: _term(f"facility_{e['facility']}"),
            "goal": lambda e: e["way"][-1],
            "patrol_losses": lambda e: e["lost"][0],
            "report": lambda e: names.report_title(e["chit"]),
            "section_name": lambda e: sky.SECTIONS[e["section"]],
            "seen_in_port": lambda e: names.ships_in_port_text(e["capital"], e["carriers"]),
            "shifts_named": _shifts_named,
            "size_name": lambda e: names.headquarters_size_text(e["kind"]),
            "skies": lambda e: sky.skies(sky.SECTIONS[e["section"]], e["die"]),
            "supply_carried": lambda e: abs(e["points"]),
            "through": lambda e: e["way"][:-1],
            "wave_losses": _wave_losses,
            "work_name": lambda e: _work(WORKS.ids[e["work"]]),
        },
        event_forms={
            "altering": either("allowed", "allowed", "kept"),
            "asw": lambda e: "known" if "strength" in e else "unknown",
            "base_deployed": nth("state", "packed", "partially", "fully"),
            "base_deploying": either("packing", "packing", "deploying"),
            "broke_off": either("away", "away", "stays"),
            "formed": either("at", "at", "off_map"),
            "game_ended": lambda e: e["ending"],
            "ground_battle": nth("retreat", "stays", "retreats", "eliminated"),
            "guns_fired": either("force", "named", "unnamed"),
            "left_battle": either("away", "away", "stays"),
            "marched": lambda e: "by" if len(e["way"]) > 1 else "straight",
            "plotted": either("to", "sails", "stays"),
            "raided": lambda e: e["target"],
            "repaired": either("left", "level", "whole"),
            "ship_hit": _ship_hit,
            "ship_sunk": either("bottomed", "bottomed", "sunk"),
            "step_opened": lambda e: e["step"],
            "strikes_seen": either("hexes", "some", "none"),
            "sub_attack": either("force", "named", "unnamed"),
            "sub_overdue": either("lost", "lost", "safe"),
            "subron_sent": nth("mode", "on_station", "in_transit", "to_refit", "to_ferry_or_scout"),
            "supply_moved": lambda e: "loaded" if e["points"] > 0 else "unloaded",
            "supply_paid": lambda e: "own" if e["at"] == e["source"] else "other",
            "surprise": either("surprised", "side", "nobody"),
            "surrendered": either("yes", "surrenders", "holds"),
            "turned": either("speed", "sails", "stays"),
            "unit_lost": either("at", "at", "nowhere"),
        },
        choice_forms={
            "come_in": lambda choice: choice["tanks"],
            "fly_stores": lambda choice: choice["landing"],
            "fly_unit": lambda choice: choice["landing"],
            "make_speed": lambda choice: "lie" if choice["speed"] == "speed_0" else "sail",
        },
    )


PHRASING = phrasing(Path(__file__).parent / "catalogue.toml")
