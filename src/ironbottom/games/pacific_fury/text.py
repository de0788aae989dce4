"""Pacific Fury in words: the log's sentences and the names of the choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ironbottom.games.pacific_fury.pieces import EVENTS, FORCES, SIDES, TARGETS, UNITS, ZONES

MONTHS = ("August", "September", "October", "November")
BASES = {"japan": "Truk", "allies": "Espiritu Santo"}
ADJECTIVES = {"japan": "Japanese", "allies": "US"}

Told = Mapping[str, Any]

# -- names ---------------------------------------------------------------------------------------------


def _titles(*domains: Any) -> dict[str, str]:
    return {text: title for domain in domains for text, title in zip(domain.ids, domain.titles, strict=True)}


NAMES = _titles(TARGETS, SIDES, UNITS, ZONES, FORCES, EVENTS)
TARGET_NAMES = _titles(TARGETS)
PLURAL_SIDES = frozenset(("allies",))


def name_of(thing: str) -> str:
    """The title of a side, unit, sea area, task force, target or event.

    >>> name_of("us_wasp"), name_of("japan_2")
    ('Wasp', 'Japanese task force 2')
    """
    return NAMES.get(thing, thing.replace("_", " "))


def sea(zone: str) -> str:
    """A sea area within a sentence.

    >>> sea("eastern_solomons"), sea("ironbottom_sound")
    ('the Eastern Solomons', 'Ironbottom Sound')
    """
    name = name_of(zone)
    return name if zone == "ironbottom_sound" or name.startswith("The ") else f"the {name}"


def listed(things: Sequence[str]) -> str:
    """Things as a sentence says them.

    >>> listed(["us_wasp"]), listed(["ijn_junyo", "ijn_hiyo", "ijn_yamato"])
    ('Wasp', 'Junyo, Hiyo and Yamato')
    """
    names = [name_of(thing) for thing in things]
    if len(names) < 2:
        return "".join(names) or "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def count(number: int, thing: str) -> str:
    """A number with its noun.

    >>> count(1, "hit"), count(0, "hit"), count(3, "hit")
    ('1 hit', 'no hit', '3 hits')
    """
    return f"{number or 'no'} {thing}{'s' if number > 1 else ''}"


def side_does(side: str, verb: str) -> str:
    """A side with its verb, given for one: Japan passes, the Allies pass.

    >>> side_does("japan", "has"), side_does("allies", "has"), side_does("allies", "passes")
    ('Japan has', 'The Allies have', 'The Allies pass')
    """
    name = name_of(side)
    if side in PLURAL_SIDES:
        verb = {"has": "have", "passes": "pass"}.get(verb, verb.removesuffix("s"))
    return f"{name[:1].upper()}{name[1:]} {verb}"


def box_label(marker: int) -> str:
    """A box of the initiative track: ``US:2``, ``J:1`` or ``0``."""
    return f"US:{marker}" if marker > 0 else f"J:{-marker}" if marker else "0"


def month(turn: int) -> str:
    """The month of a game turn (3.4)."""
    return MONTHS[turn - 1]


# -- the log -------------------------------------------------------------------------------------------


def _event_rolled(e: Told) -> str:
    rolls = f"{side_does(e['side'], 'rolls')} {e['die']} for the event: {name_of(e['drawn'])}"
    return f"{rolls}, which has occurred already. Roll again." if e["reroll"] else f"{rolls}."


def _forces_formed(e: Told) -> str:
    formed = f"{side_does(e['side'], 'forms')} {count(e['forces'], 'task force')}"
    counters = e["counters"]
    if not counters:
        return f"{formed}."
    if len(counters) == 1:
        return f"{formed}, of {count(counters[0], 'counter')}."
    return f"{formed}, of {', '.join(map(str, counters[:-1]))} and {count(counters[-1], 'counter')}."


def _express_sought(e: Told) -> str:
    found = "found, and driven off" if e["found"] else "not found"
    return f"The Allies look for the Tokyo Express and roll {e['die']}: {found}."


def _fired(e: Told) -> str:
    return f"{name_of(e['unit'])}{_shot(e)}"


def _shot(e: Told) -> str:
    result = f"{count(e['hits'], 'hit')}" if e["hits"] else "a miss"
    return f", combat factor {e['factor']}, rolls {e['die']}: {result}."


def _sinking_rolled(e: Told) -> str:
    low = e["sinks_on"]
    needs = "6" if low == 6 else f"{low} to 6"
    return f"{name_of(e['unit'])}, with {count(e['hits'], 'hit')}, sinks on {needs} and rolls {e['die']}."


def _against_henderson(e: Told, means: str) -> str:
    needed = "and" if e["hits"] >= e["needed"] else "but"
    hits = f"{count(e['hits'], 'hit')}, {needed} {e['needed']} {'is' if e['needed'] == 1 else 'are'} needed"
    return f"{name_of(e['force'])} {means} Henderson Field: {hits}."


def _marker_shifted(e: Told) -> str:
    if e["origin"] == e["marker"]:
        return f"The initiative marker stands at the end of its track, {box_label(e['marker'])}."
    return f"The initiative marker moves from {box_label(e['origin'])} to {box_label(e['marker'])}."


def _game_ended(e: Told) -> str:
    marker = e["marker"]
    if not marker:
        return "The campaign ends with the initiative marker at 0: a draw."
    winner = side_does("allies" if marker > 0 else "japan", "wins")
    return f"The campaign ends with the initiative marker at {box_label(marker)}. {winner}."


SENTENCES: dict[str, Callable[[Told], str]] = {
    "turn_opened": lambda e: (
        f"Turn {e['turn']}, {month(e['turn'])} 1942. {side_does(e['initiative'], 'has')} the initiative."
    ),
    "transports_issued": lambda e: f"{side_does(e['side'], 'has')} both Transports at {BASES[e['side']]}.",
    "event_rolled": _event_rolled,
    "event_void": lambda e: f"{name_of(e['drawn'])}: without effect, and spent.",
    "base_shown": lambda e: f"The ships at {BASES[e['side']]} are shown: {listed(e['units'])}.",
    "reserve_released": lambda e: f"{listed(e['units'])} leave the Reserve for Truk.",
    "submarine_attack": lambda e: (
        f"A US submarine attacks {name_of(e['unit'])} at Truk, which leaves the game."
    ),
    "carrier_returned": lambda e: (
        f"{name_of(e['unit'])} was not sunk after all and is back at Espiritu Santo."
    ),
    "ships_arrived": lambda e: f"{listed(e['units'])} {_arrive(e)} at {BASES[e['side']]}.",
    "assigned": lambda e: f"{name_of(e['unit'])} joins box {e['box']}.",
    "express_formed": lambda e: (
        f"The Tokyo Express takes box {e['box']} in place of {name_of(e['replaced'])}."
    ),
    "forces_formed": _forces_formed,
    "revealed": lambda e: f"{name_of(e['force'])} is revealed: {listed(e['units'])}.",
    "passed": lambda e: f"{side_does(e['side'], 'passes')}.",
    "sortied": lambda e: f"{name_of(e['force'])} sorties to {sea(e['zone'])}.",
    "moved": lambda e: f"{name_of(e['force'])} moves from {sea(e['origin'])} to {sea(e['zone'])}.",
    "went_home": lambda e: f"{name_of(e['force'])} returns to base.",
    "landed": lambda e: f"{name_of(e['force'])} lands {listed(e['units'])} on Guadalcanal.",
    "express_sought": _express_sought,
    "express_landed": lambda e: "The Tokyo Express lands on Guadalcanal.",
    "boxes_advanced": lambda e: f"The waiting {ADJECTIVES[e['side']]} task forces move up one box.",
    "too_late": lambda e: f"{name_of(e['force'])} can no longer sortie this turn and goes back to base.",
    "battle_opened": lambda e: f"{name_of(e['attacker'])} meets the enemy in {sea(e['zone'])}.",
    "battle_declined": lambda e: f"{side_does(e['side'], 'declines')} combat in {sea(e['zone'])}.",
    "round_opened": lambda e: f"Round {e['round']}.",
    "target_chosen": lambda e: f"{name_of(e['force'])} aims at {TARGET_NAMES[e['target']]}.",
    "fired": _fired,
    "henderson_fired": lambda e: f"Henderson Field{_shot(e)}",
    "hits_assigned": lambda e: (
        f"{side_does(e['side'], 'puts')} {count(e['hits'], 'hit')} on {name_of(e['unit'])}."
    ),
    "sinking_rolled": _sinking_rolled,
    "sunk": lambda e: f"{name_of(e['unit'])} is sunk.",
    "damaged": lambda e: (
        f"{name_of(e['unit'])} is damaged and comes back on turn {e['returns']}, in {month(e['returns'])}."
    ),
    "out_of_time": lambda e: f"{name_of(e['unit'])} is damaged and out for the rest of the campaign.",
    "bombarded": lambda e: _against_henderson(e, "bombards"),
    "henderson_struck": lambda e: _against_henderson(e, "strikes"),
    "henderson_disrupted": lambda e: "Henderson Field is disrupted.",
    "stayed": lambda e: f"{side_does(e['side'], 'stays')}.",
    "marker_shifted": _marker_shifted,
    "all_returned": lambda e: "All ships on the map return to base, face down.",
    "henderson_repaired": lambda e: "Henderson Field operates again.",
    "game_ended": _game_ended,
}


def _arrive(e: Told) -> str:
    return "arrive" if len(e["units"]) > 1 else "arrives"


def tell(event: Told) -> str:
    """An event as its audience is told it, in a sentence.

    >>> tell({"event": "moved", "force": "allies_1", "origin": "the_slot", "zone": "ironbottom_sound"})
    'US task force 1 moves from The Slot to Ironbottom Sound.'
    """
    return SENTENCES[event["event"]](event)


# -- the choices ---------------------------------------------------------------------------------------

CHOICES: dict[str, Callable[..., str]] = {
    "assign": lambda unit, box: f"Put {name_of(unit)} in box {box}",
    "form_express": lambda box: f"Form the Tokyo Express in box {box}",
    "done": lambda: "Done with task forces",
    "sortie": lambda force, zone: f"Sortie {name_of(force)} to {sea(zone)}",
    "move": lambda force, zone: f"Move {name_of(force)} to {sea(zone)}",
    "land": lambda force: f"Land {name_of(force)} on Guadalcanal",
    "bombard": lambda force: f"Bombard Henderson Field with {name_of(force)}",
    "strike": lambda force, target: f"Air strike by {name_of(force)} at {TARGET_NAMES[target]}",
    "return_to_base": lambda force: f"Return {name_of(force)} to base",
    "pass": lambda: "Pass",
    "fight": lambda: "Fight",
    "decline": lambda: "Decline",
    "target": lambda force, target: f"{name_of(force)} targets {name_of(target)}",
    "strike_again": lambda target: f"Second air strike at {TARGET_NAMES[target]}",
    "bombard_again": lambda: "Bombard again",
    "land_now": lambda: "Land on Guadalcanal",
    "bombard_now": lambda: "Bombard Henderson Field",
    "withdraw": lambda: "Return to base",
    "stay": lambda: "Stay",
    "hit": lambda unit: f"Hit {name_of(unit)}",
    "return_to_play": lambda unit: f"{name_of(unit)} returns to play",
}


def name(action: Sequence[str]) -> str:
    """An action in words, for a button or a line in a list.

    >>> name(("sortie", "japan_1", "the_slot"))
    'Sortie Japanese task force 1 to The Slot'
    """
    return CHOICES[action[0]](*action[1:])
