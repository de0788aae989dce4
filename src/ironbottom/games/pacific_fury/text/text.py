"""Pacific Fury in words: the log, the names of the choices, and what the terminal needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.text.sentences import count
from ironbottom.games.pacific_fury.text import names
from ironbottom.games.pacific_fury.text.board import Line, board, own_counters, targets
from ironbottom.games.pacific_fury.text.names import (
    ADJECTIVES,
    BASES,
    TARGET_NAMES,
    box_label,
    listed,
    month,
    name_of,
    sea,
    side_does,
)

__all__ = ["ALIASES", "TEXT", "board", "examples", "name", "needs_secrets", "progress", "respell", "story", "tell"]

Told = Mapping[str, Any]

# -- the log -------------------------------------------------------------------------------------------


def _event_rolled(e: Told) -> str:
    rolls = f"{side_does(e['side'], 'rolls')} {e['die']} for the event: {name_of(e['drawn'])}"
    return f"{rolls}, which has already happened. Roll again." if e["reroll"] else f"{rolls}."


def _forces_formed(e: Told) -> str:
    formed = f"{side_does(e['side'], 'forms')} {count(e['forces'], 'task force')}"
    counters = e["counters"]
    if not counters:
        return f"{formed}."
    if len(counters) == 1:
        return f"{formed}, of {count(counters[0], 'counter')}."
    return f"{formed}, of {', '.join(map(str, counters[:-1]))} and {count(counters[-1], 'counter')}."


def _express_sought(e: Told) -> str:
    found = "found and driven off" if e["found"] else "not found"
    return f"The Allies search for the Tokyo Express and roll {e['die']}: {found}."


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
        return f"The initiative marker is already at the end of its track, {box_label(e['marker'])}."
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
    "event_void": lambda e: f"{name_of(e['drawn'])} has no effect.",
    "base_shown": lambda e: f"The ships at {BASES[e['side']]} are shown: {listed(e['units'])}.",
    "reserve_released": lambda e: f"{listed(e['units'])} leave the Reserve for Truk.",
    "submarine_attack": lambda e: f"A US submarine attacks {name_of(e['unit'])} at Truk. It leaves the game.",
    "carrier_returned": lambda e: f"{name_of(e['unit'])} was not sunk after all: it is back at Espiritu Santo.",
    "ships_arrived": lambda e: f"{listed(e['units'])} {_arrive(e)} at {BASES[e['side']]}.",
    "assigned": lambda e: f"{name_of(e['unit'])} joins box {e['box']}.",
    "express_formed": lambda e: f"The Tokyo Express takes box {e['box']} in place of {name_of(e['replaced'])}.",
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
    "too_late": lambda e: f"{name_of(e['force'])} can no longer sortie this turn and returns to base.",
    "battle_opened": lambda e: f"{name_of(e['attacker'])} meets the enemy in {sea(e['zone'])}.",
    "battle_accepted": lambda e: f"{side_does(e['side'], 'fights')} in {sea(e['zone'])}.",
    "battle_declined": lambda e: f"{side_does(e['side'], 'declines')} combat in {sea(e['zone'])}.",
    "round_opened": lambda e: f"Round {e['round']}.",
    "target_chosen": lambda e: f"{name_of(e['force'])} aims at {TARGET_NAMES[e['target']]}.",
    "fired": _fired,
    "henderson_fired": lambda e: f"Henderson Field{_shot(e)}",
    "hits_assigned": lambda e: f"{side_does(e['side'], 'puts')} {count(e['hits'], 'hit')} on {name_of(e['unit'])}.",
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


# -- what the terminal needs to know -------------------------------------------------------------------

ALIASES = {"form": "assign", "home": "return_to_base"}
"""Further words for verbs."""
SECRET_STEPS = frozenset(("form_forces", "operations"))
"""What is chosen with an eye on one's own face-down counters; all else is decided on the open board."""


def examples(side: str) -> dict[str, str]:
    """How an order of a verb may be typed, with ships of the side or of its enemy."""
    if side == "japan":
        form, hit = "form 1: Zuikaku Shokaku Tone, or form 2: rest, or form 3: express", "hit: Washington 2, Chicago"
    else:
        form, hit = "form 1: Enterprise Saratoga Chicago, or form 2: rest", "hit: Kongo 2, Tone"
    return {"assign": form, "hit": hit, "sortie": "sortie 1", "move": "move 1 ironbottom"}


def needs_secrets(view: Told) -> bool:
    """Whether the decision at hand is made with counters that the other side does not see."""
    return not view["frames"] or view["frames"][-1]["procedure"] in SECRET_STEPS


def respell(action: tuple[str, ...]) -> tuple[str, ...]:
    """An action as it may be said, as the rules have it: the Tokyo Express joins a box by being formed there.

    >>> respell(("assign", "ijn_tokyo_express", "2"))
    ('form_express', '2')
    """
    if action[:2] == ("assign", "ijn_tokyo_express"):
        return ("form_express", *action[2:])
    return action


def progress(view: Told, rules: Rules) -> list[Line]:
    """What a side has before it in the midst of a long order: its boxes and its base, or the ships to be hit."""
    step = view["frames"][-1]["procedure"] if view["frames"] else ""
    if step == "form_forces" and view["side"] in BASES:
        return own_counters(view, rules)
    return targets(view, rules) if step == "assign_hits" else []


def story(events: Sequence[Told]) -> Iterator[str]:
    """Events as sentences, those of one kind that follow each other drawn together.

    >>> assigned = [{"event": "assigned", "unit": unit, "box": "1"} for unit in ("ijn_tone", "ijn_chikuma")]
    >>> list(story(assigned))
    ['Box 1: Tone and Chikuma.']
    """
    for (kind, who), group in groupby(events, key=_drawn_together):
        told = list(group)
        if kind == "assigned":
            yield f"Box {who}: {listed([e['unit'] for e in told])}."
        elif kind == "fired":
            yield _volley(who, told)
        elif kind == "hits_assigned":
            each = ", ".join(f"{count(e['hits'], 'hit')} on {name_of(e['unit'])}" for e in told)
            yield f"{side_does(who, 'puts')} {each}."
        else:
            yield from map(tell, told)


def _drawn_together(e: Told) -> tuple[str, str]:
    kind = e["event"]
    if kind == "assigned":
        return kind, e["box"]
    if kind == "fired":
        return kind, names.side_of_unit(e["unit"])
    return kind, e["side"] if kind == "hits_assigned" else ""


def _volley(side: str, fired: Sequence[Told]) -> str:
    shots = (f"{name_of(e['unit'])} ({e['factor']}) {e['die']}{_scored(e)}" for e in fired)
    total = sum(e["hits"] for e in fired)
    return f"{ADJECTIVES[side]} fire, combat factor and die: {'; '.join(shots)}. Total: {count(total, 'hit')}."


def _scored(e: Told) -> str:
    return f", {count(e['hits'], 'hit')}" if e["hits"] else ", miss"


TEXT = Wording(
    board,
    aliases=ALIASES,
    examples=examples,
    needs_secrets=needs_secrets,
    progress=progress,
    respell=respell,
    story=story,
)
