"""Helpers: search, patrols, waves, ships of a force, marches and continued voyages with one press.

Each helper makes choices that the side could make one by one, from the bot's rules, the side's earlier choices or its
voyages, using only the side's view. At most the last choice rolls a die. ``offered(state, side, memory)`` returns the
helpers for the open question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.history import ChoiceBatch
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import FilledHelper, Memory, Voyage
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.engine.text.sentences import count, verb_for_number
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import (
    aims,
    air,
    burma,
    combat,
    courses,
    fleet,
    leyte,
    on_land,
    stores,
)
from ironbottom.games.war_in_the_pacific.bot.choice_lists import (
    END,
    Rule,
    choose_all,
    chosen,
    iterate_choices,
    repeat_orders,
)
from ironbottom.games.war_in_the_pacific.bot.landing_plans import begin_landing, follows_landing, read_landing
from ironbottom.games.war_in_the_pacific.bot.midway_advanced import deploy_or_station
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.bot.purposes import by_purpose
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.information.view_types import Event
from ironbottom.games.war_in_the_pacific.pieces import FORCES
from ironbottom.games.war_in_the_pacific.scenarios.booklet import OPENING_CHOICES
from ironbottom.games.war_in_the_pacific.state_types import State

TOP_SPEED = 3
"""10.3 No force plots a higher Speed."""
SECOND_STEPS = frozenset(procedure.name for procedure in OPENING_CHOICES)
"""Questions whose answer is submitted with the choice that opened them."""


class Helper(NamedTuple):
    """A helper in a decision: its name, a line that describes it, its rule, and the verbs that it may use."""

    id: str
    label: str
    note: str
    rule: Rule
    verbs: frozenset[str]


def _patrols(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    return (air.cover(observation, choices, "cover") if "cover" in choices.next() else None) or ("done",)


def _deployment(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    return (fleet.station if observation.procedure_name == "stationing" else fleet.deploy)(observation, choices, random)


def _leyte_deployment(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    return (leyte.station if observation.procedure_name == "lying_in_wait" else leyte.deploy)(
        observation, choices, random
    )


def _helper(name: str, label: str, note: str, rule: Rule, *verbs: str) -> Helper:
    return Helper(name, label, note, rule, frozenset(verbs))


_WAVE = _helper("wave", "Send all within reach", "half of the fighters as escort", air.fill_wave, "send")
_DEPLOY = "A usual deployment", "makes all remaining choices"
_LOSSES = _helper(
    *("usual", "Usual losses", "divisions are reduced first, then the cheapest unit is lost", on_land.losses), "suffer"
)
_PAID = ("supply_first", "staff_first")
_MARCHES = (
    _helper("march", "March to the line", "each unit to its task, stores by rail", on_land.march, "move", "freight"),
    _helper(
        "close_up", "Close up to the enemy", "on foot, beside enemies that can be attacked", on_land.close_up, "move"
    ),
)
_ATTACKS = (
    _helper("three", "Attack at three to one", "", on_land.attack_at_three_to_one, "attack", "commit"),
    _helper("attack", "The best attack", "", on_land.attack_by_value, "attack", "commit"),
)
_WORKS = ("begin_work", "rebuild", "refill_army", "recall_army")
_CRIPPLES, _EVENLY = "Finish damaged ships", "Spread evenly"
HELPERS: Mapping[str, tuple[Helper, ...]] = {
    "deployment": (_helper("deploy", *_DEPLOY, _deployment, "announce", "garrison", "station", "lie"),),
    "leyte_deployment": (
        _helper(
            *("deploy", *_DEPLOY, _leyte_deployment),
            *("choose_objective", "plan", "place_subron", "lie_in_wait", "redeploy", "stock"),
        ),
    ),
    "midway_advanced_deployment": (
        _helper(
            *("deploy", *_DEPLOY, deploy_or_station),
            *("set_objective", "plan", "station", "lie", "place_unit", "place_unit_at", "place_air"),
        ),
    ),
    "burma_deployment": (_helper("deploy", *_DEPLOY, burma.deploy, "set_stores", "set_out", "set_air"),),
    "search_orders": (
        _helper(
            "search", "Search everywhere", "all flying boats, and 2 points from every other base", air.search, "search"
        ),
    ),
    "declaring": (
        _helper("patrols", "Patrol over carriers", "half of the fighters of each carrier", _patrols, "cover"),
    ),
    "ready_orders": (
        _helper(
            *("ready", "Cover and make ready", "patrols first, then all rested points", air.declare),
            *("shield", "make_ready"),
        ),
    ),
    "wave_plan": (_WAVE,),
    "special_wave": (_WAVE,),
    "gathering": (_helper("ships", "A usual force", "capital ships with escorts", fleet.gather, "assign"),),
    "aiming": (
        _helper("aims", "Aim by the odds", "each point at its best odds", combat.aim, "allot"),
        _helper("cripples", _CRIPPLES, "most damaged first, then by the odds", aims.finish_from_air, "allot"),
        _helper("evenly", _EVENLY, "the same number of points at each ship", aims.evenly_from_air, "allot"),
    ),
    "air_lift": (
        _helper(
            *("lift", "Fly all that can", "stores to cut-off units, to Assam and to Kunming", burma.lift),
            *("fly_stores", "drop_stores"),
        ),
        _helper(
            *("lift_cut_off", "Cut-off units first", "stores are dropped; nothing else flies", burma.drop_stores),
            *("drop_stores",),
        ),
        _helper(
            *("lift_kunming", "Kunming first", "no stores are dropped", burma.fly_to_kunming),
            *("fly_stores",),
        ),
    ),
    "marching": _MARCHES,
    "lift_marching": _MARCHES,
    "burma_marching": _MARCHES,
    "attacking": _ATTACKS,
    "burma_attacking": _ATTACKS,
    "quarters": (
        _helper("build", "Build as usual", "rebuild, dig in, airfields for transports", on_land.build, *_WORKS),
        _helper("dig_in", "Dig in beside the enemy", "strongest stacks first", on_land.dig_in, "begin_work"),
    ),
    "losses": (_LOSSES,),
    "wearing_away": (_LOSSES,),
    "pay_order": (
        _helper("front", "The front first", "units beside the enemy, strongest first", stores.front, *_PAID),
        _helper("strongest", "The strongest first", "wherever they are", stores.strongest, *_PAID),
        _helper("most", "As many as possible", "cheapest hexes first", stores.most, *_PAID),
        _helper("staffs", "Headquarters first", "then units beside the enemy", stores.headquarters, *_PAID),
    ),
    "gunlaying": (
        _helper("guns", "Fire by the odds", "each ship at its best odds", aims.odds_by_fire, "fire"),
        _helper("cripples", _CRIPPLES, "most damaged first, then by the odds", aims.finish_by_fire, "fire"),
        _helper("evenly", _EVENLY, "the same number of ships at each enemy", aims.evenly_by_fire, "fire"),
    ),
}
"""The helpers of each question by the question's name."""
INTERMEDIATE_QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "deployment": ("deployment", "stationing"),
    "midway_advanced_deployment": ("midway_advanced_deployment", "stationing", "placing_unit"),
    "leyte_deployment": ("leyte_deployment", "lying_in_wait"),
    "attacking": ("attacking", "committing"),
    "burma_attacking": ("burma_attacking", "committing"),
}
"""Intermediate questions that a helper also answers."""
QUESTIONS_ENDED = frozenset(
    {"search_orders", "ready_orders", "gathering", "wave_plan", "special_wave", "aiming", "pay_order"}
)
"""Questions that a helper also ends."""
ENDED_ON_REQUEST: Mapping[str, str] = {
    "declaring": "then end the declarations",
    **dict.fromkeys(("marching", "lift_marching", "burma_marching"), "then end the marches"),
    "quarters": "then end construction",
}
"""Questions that a helper ends on request."""
DICE: Mapping[str, frozenset[str]] = dict.fromkeys(("attacking", "burma_attacking"), frozenset({"all_in", "assault"}))
"""24.3 Choices that a helper ends with, since a die is rolled after them."""


def helps(question: str) -> bool:
    """Whether a question has helpers, even if none is useful now."""
    return question in HELPERS


def offered(state: State, side: str, memory: Memory, first: Action | None = None) -> list[FilledHelper]:
    """The helpers for a side's open question, given its memory.

    ``first``: only those that begin with this choice; others are not computed.
    """
    decision = state.decision(side)
    if decision is None:
        return []
    name = decision.procedure.name
    if name == "orders":
        result = go_on(state, side, memory) if first is None or first[0] == "plot" else []
        return result if first is None else [one for one in result if one.choices[0] == first]
    result = [
        *repeated(state, side, name, memory),
        *(
            FilledHelper(helper.id, helper.label, helper.note, filled(state, side, helper, name, first))
            for helper in HELPERS.get(name, ())
        ),
        *(by_purpose(state, side) if name == "gathering" else ()),
    ]
    if name in DICE:
        return attacks(state, side, result)
    if name == "ready_orders":
        result = [*again_and_ready(state, side, result), *result]
    result = [one for one in result if first is None or one.choices[:1] == [first]]
    result = [one for one in result if one.choices and one.choices != [("done",)]]
    if name in ENDED_ON_REQUEST:
        ended = [
            FilledHelper(f"{one.id}_end", f"{one.label}, {ENDED_ON_REQUEST[name]}", one.note, [*one.choices, ("done",)])
            for one in result
            if not choose_all(ChoiceBatch(state.copy()), side, one.choices)
        ]
        return [one for one in result if len(one.choices) > 1] + ended
    return [one for one in result if len(one.choices) > 1]


def again_and_ready(state: State, side: str, found: Sequence[FilledHelper]) -> list[FilledHelper]:
    """6.2, 6.6 The patrols of the previous phase, then all other points made ready: both helpers with one press."""
    again = next((one for one in found if one.id == "again"), None)
    draft = ChoiceBatch(state.copy())
    if again is None or choose_all(draft, side, again.choices) is not False:
        return []
    (helper,) = HELPERS["ready_orders"]
    then = filled(draft.state, side, helper, "ready_orders")
    label = "Patrols as before, then make ready"
    return [FilledHelper("again_ready", label, again.note, [*again.choices, *then])] if then else []


def filled(state: State, side: str, helper: Helper, question: str, first: Action | None = None) -> list[Action]:
    """The choices of a helper, each made after the previous choices; only the last may roll a die (``DICE``).

    ``first``: returns no choices if the helper begins with another choice.
    """
    ends = question in QUESTIONS_ENDED
    if first is not None and first[0] not in helper.verbs and not (ends and first in END):
        return []
    within, dice = INTERMEDIATE_QUESTIONS.get(question, (question,)), DICE.get(question, ())
    each = iterate_choices(state, side, within, helper.rule, helper.verbs, ends=ends, dice=dice)
    begun = next(each, None)
    return [] if begun is None or (first is not None and begun != first) else [begun, *each]


def attacks(state: State, side: str, found: Sequence[FilledHelper]) -> list[FilledHelper]:
    """24.1, 24.2 The next attack of each helper that makes one, with its odds; equal attacks are listed once."""
    decision = state.decision(side)
    assert decision is not None
    observation, result = Observation(state.rules, state.view(side), side), list[FilledHelper]()
    for one in found:
        whole = one.choices and one.choices[-1][0] in DICE[decision.procedure.name]
        if whole and one.choices not in [other.choices for other in result]:
            result.append(one._replace(note=on_land.attack_text(observation, decision.choices, one.choices[0])))
    return result


# -- repeated orders -------------------------------------------------------------------------------------


def repeated(state: State, side: str, question: str, memory: Memory) -> list[FilledHelper]:
    """8.1, 6.2 Repeats the search or the patrols of the previous phase with the points that are still there."""
    if question == "search_orders":
        same = repeat_orders(state, side, [[search] for search in memory.searches])
        note = f"{len(same)} of {len(memory.searches)} orders"
        return [FilledHelper("again", "Search as before", note, [*same, ("done",)])] if same else []
    if question in ("declaring", "ready_orders"):
        wanted = [in_verbs_of_question(question, action) for action in memory.patrols]
        same = repeat_orders(state, side, wanted)
        kept = len([action for action in same if action[0] not in air.OVER.values()])
        note = f"{kept} of {len(wanted)} patrols"
        return [FilledHelper("again", "Patrols as before", note, same)] if same else []
    return []


def in_verbs_of_question(question: str, action: Action) -> list[Action]:
    """6.2, 6.20 A patrol in the verbs of an Air Phase or of a Naval Phase.

    >>> in_verbs_of_question("ready_orders", ("cover", "us_cv8", "f4f_carrier", "allies_3", "4"))
    [('shield', 'us_cv8', 'f4f_carrier'), ('stay_over', 'allies_3', '4')]
    """
    _, base, stack, *over = action
    if over[0] in FORCES.index:
        verb = "cover" if question == "declaring" else "shield"
        return [(verb, base, stack), (air.OVER[verb], *over)]
    return [("patrol" if question == "declaring" else "guard", base, stack, *over)]


# -- 10.1 continued voyages -------------------------------------------------------------------------------


def go_on(state: State, side: str, memory: Memory) -> list[FilledHelper]:
    """10.1 Forces without orders repeat their Mission and continue toward their destination, or stay.

    Voyages that a report ended are mentioned; those forces stay.
    """
    draft, result, words = ChoiceBatch(state.copy()), list[Action](), list[str]()
    under_way = staying = 0
    decision = draft.state.decision(side)
    open_to: Iterable[str] = decision.choices.next("plot") if decision and "plot" in decision.choices.next() else ()
    for force in open_to:
        voyage, still = memory.voyages.get(force), ChoiceBatch(draft.state.copy())
        voyage = None if voyage is not None and voyage.landing is not None else voyage
        mission = voyage.mission if voyage else memory.missions.get(force, "transit")
        if not chosen(still, side, ("plot", force, mission)):
            continue
        course, word = next_course(still.state, side, force, voyage)
        way = course_choices(still, side, course)
        if way:
            result += [("plot", force, mission), *way]
            draft, under_way, staying = still, under_way + (course[0] == "sail"), staying + (course[0] != "sail")
            words += [word] if word else []
    if not result:
        return []
    label = "The others sail on" if under_way else "The others wait"
    note = (
        f"{under_way} under way, {staying} wait"
        if under_way
        else f"{count(staying, 'force')} {verb_for_number(staying, 'waits')} in place"
    )
    note = "; ".join([note, *words])
    now = draft.state.decision(side)
    closed = now is not None and ("done",) in now.choices
    ended = [FilledHelper("go_on_end", f"{label}; end the orders", note, [*result, ("done",)])] if closed else []
    return [FilledHelper("go_on", label, note, result), *ended]


def course_choices(draft: ChoiceBatch, side: str, course: Action) -> list[Action]:
    """10.3 A course at the lowest speed that brings the force to a hex; empty if it is not open."""
    if not chosen(draft, side, course):
        return []
    decision = draft.state.decision(side)
    if decision is None or decision.procedure.name != "pace":
        return [course]
    speed = ("make_speed", decision.choices.next("make_speed")[0])
    return [course, speed] if chosen(draft, side, speed) else []


def next_course(state: State, side: str, force: str, voyage: Voyage | None) -> tuple[Action, str]:
    """10.3 The course of a force in this phase, and a short text if its voyage has ended."""
    decision = state.decision(side)
    if voyage is None or decision is None or decision.procedure.name != "course":
        return ("hold",), ""
    observation = Observation(state.rules, state.view(side), side)
    number = FORCES.index[force]
    ended = (
        "" if courses.has_arrived(observation, number, voyage) else courses.ending_report(observation, number, voyage)
    )
    if ended:
        return ("hold",), f"{force_name(force)} stays: {ended}"
    return courses.course_of_phase(observation, decision.choices, voyage), ""


def force_name(force: str) -> str:
    """The name of a force on the page.

    >>> force_name("allies_12")
    'TF 12'
    """
    return f"TF {force.rpartition('_')[2]}"


def planned_course(state: State, side: str, force: str, mission: str) -> Voyage:
    """10.3 The voyage that the bot would plan for the force whose course is asked for."""
    return courses.planned_course(Observation(state.rules, state.view(side), side), FORCES.index[force], mission)


# -- reading the log ---------------------------------------------------------------------------------------


def standing_entries(log: Iterable[LogEntryView]) -> list[LogEntryView]:
    """The log entries that were not taken back."""
    entries = list(log)
    gone = {seq for entry in entries for seq in entry.get("taken", ())}
    return [entry for entry in entries if entry["seq"] not in gone]


def remembered(log: Iterable[LogEntryView], planned: Mapping[str, Mapping[str, object]]) -> Memory:
    """A side's memory, from its log and its planned voyages. Voyages that an event has ended are left out.

    >>> remembered([{"seq": 1, "events": [{"event": "plotted", "force": "japan_2", "mission": "patrol"}]}], {}).missions
    {'japan_2': 'patrol'}
    """
    entries = standing_entries(log)
    plots = [
        (entry["seq"], event) for entry in entries for event in entry.get("events", ()) if event["event"] == "plotted"
    ]
    missions = {event["force"]: event["mission"] for _, event in plots}
    voyages = {
        force: read_voyage(plan)
        for force, plan in planned.items()
        if (follows_landing if plan.get("landing") else has_followed)(plots, force, plan)
    }
    return Memory(missions, voyages, last_of_phase(entries, search_order), last_of_phase(entries, patrol_order))


def read_voyage(plan: Mapping[str, Any]) -> Voyage:
    """Reads a stored voyage; ``BadValue`` names the wrong part."""
    read = {name: plan.get(name) for name in ("mission", "to", "off", "speed")}
    for name, fits in FITS.items():
        if not fits(read[name]):
            raise BadValue(f"{read[name]!r} is not a valid {name} of a voyage", field=name)
    contacts = tuple(str(one) for one in plan.get("contacts") or ())
    landing = read_landing(plan["landing"]) if plan.get("landing") else None
    return Voyage(str(read["mission"]), str(read["to"]), int(plan["off"]), int(plan["speed"]), contacts, landing)


FITS: Mapping[str, Callable[[object], bool]] = {
    "mission": lambda value: value in layout.MISSIONS.index,
    "to": lambda value: value in NUMBER,
    "off": lambda value: type(value) is int and 0 <= value <= courses.NEAR,
    "speed": lambda value: type(value) is int and 1 <= value <= TOP_SPEED,
}
"""Whether a value is allowed in each part of a voyage."""


def plan(state: State, side: str, force: str, asked: Mapping[str, object], seq: int) -> dict[str, object]:
    """A voyage as stored, with the contacts known now and the log entry from which it is valid."""
    if not force.startswith(f"{side}_") or force not in FORCES.index:
        raise BadValue(f"{force!r} is not a Task Force of this side", field="force")
    observation = Observation(state.rules, state.view(side), side)
    contacts, wanted = courses.contacts_known(observation), asked.get("landing")
    landing = begin_landing(observation, FORCES.index[force], wanted) if wanted else None
    read = read_voyage({**asked, "contacts": contacts, "landing": landing and landing._asdict()})._asdict()
    if landing is None:
        del read["landing"]
        return {**read, "since": seq}
    return {**read, "landing": landing._asdict(), "since": seq}


def has_followed(plots: Sequence[tuple[int, Mapping[str, Any]]], force: str, plan: Mapping[str, Any]) -> bool:
    """Whether a force has followed its voyage: it has had no other orders since, and each course brought it nearer."""
    bound, left = NUMBER[plan["to"]], len(IDS)
    for seq, event in plots:
        if event["force"] != force:
            continue
        away = abs(GRID.distance(NUMBER[event["to"]], bound) - plan["off"]) if event.get("to") else None
        if seq > plan["since"] and (event["mission"] != plan["mission"] or away is None or away >= left):
            return False
        left = len(IDS) if away is None else away
    return True


def last_of_phase(entries: Sequence[LogEntryView], read: Callable[[Any], Action | None]) -> list[Action]:
    """The last orders of a kind, from the last completed phase that had any."""
    now, last = list[Action](), list[Action]()
    for entry in entries:
        for event in entry.get("events", ()):
            if event["event"] in ("phase_opened", "step_opened"):
                now, last = [], now or last
            found = read(event)
            if found is not None:
                now.append(found)
    return last


def search_order(event: Event) -> Action | None:
    """8.1 A search as it was ordered."""
    return ("search", event["base"], event["stack"], str(event["points"])) if event["event"] == "searches" else None


def patrol_order(event: Event) -> Action | None:
    """6.2 A patrol as it was ordered."""
    match event["event"]:
        case "covers":
            verb, over = "cover", str(event["force"])
        case "patrols":
            verb, over = "patrol", event["over"]
        case _:
            return None
    return (verb, event["base"], event["stack"], over, str(event["points"]))
