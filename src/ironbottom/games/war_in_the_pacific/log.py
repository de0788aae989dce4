"""The events of the game, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, Flag, IdField, Number, TupleField
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.chart_rows import EFFECTS
from ironbottom.games.war_in_the_pacific.state import (
    CHITS,
    DUTIES,
    ENDINGS,
    MISSIONS,
    STRIKE_TARGETS,
    SUB_KINDS,
    SUBMARINE_MISSION,
    SUBRONS,
    TARGETS,
)

_force, _hex, _ship, _side, _unit = (
    IdField(counters.FORCES),
    IdField(counters.HEXES),
    IdField(counters.SHIPS),
    IdField(counters.SIDES),
    IdField(counters.UNITS),
)
_subron, _points = IdField(SUBRONS), Number(1, 12)
_die, _added = Number(1, 6), Number(-20, 20)
WEAPONS = Domain(
    "weapon",
    (
        "gunnery",
        "light_gunnery",
        "torpedoes",
        "submarines",
        "coastal_guns",
        "bombs",
        "air_torpedoes",
        "strafing",
        "kamikazes",
    ),
)
STEPS = Domain(
    "step",
    (
        *("second_declaration", "first_declaration", "strikes", "transfer", "ready"),
        *("special_strikes", "shore", "ground", "submarines", "arrivals", "plans", "supply", "transport", "stores"),
        *("cargo", "pipelines", "cards"),
    ),
)
CRITICALS = Domain("critical hit", EFFECTS)

ANNOUNCED = EventKind("announced", "42.51", side=_side, at=_hex)
GARRISONED = EventKind("garrisoned", "42.34", at=_hex)
STATIONED = EventKind("stationed", "42.23", subron=_subron, at=_hex, kind=IdField(SUB_KINDS), points=_points)
SUBRON_TOLD = EventKind("subron_told", "42.51", subron=_subron, points=_points)
DEPLOYED = EventKind("deployed", "42.52", side=_side)
TURN_OPENED = EventKind("turn_opened", "4.1", turn=Number(0, 4 * 13 * 5))
FIRST_FOUND = EventKind("first_found", "4.2", side=_side)
DECOYED = EventKind("decoyed", "9.4", force=_force, at=_hex, ships=Number(3, 12))
RECALLED = EventKind("recalled", "9.4", force=_force)
PHASE_OPENED = EventKind("phase_opened", "4.12", phase=Number(1, 3))
STEP_OPENED = EventKind("step_opened", "4.1", step=IdField(STEPS))
IMPULSE_OPENED = EventKind("impulse_opened", "4.12", impulse=Number(1, 3))
ALTERING = EventKind("altering", "39.8", force=_force, die=_die, allowed=Flag())
TURNED = EventKind("turned", "10.4", force=_force, to=_hex, speed=Number(0, 3))
GAME_ENDED = EventKind("game_ended", "47.3", ending=IdField(ENDINGS))

OBJECTIVE_CHOSEN = EventKind("objective_chosen", "45.52", at=_hex)
OBJECTIVE_SHOWN = EventKind("objective_shown", "45.52", at=_hex)
PLANNED = EventKind("planned", "16.2", at=_hex)
MOVED_BEFORE = EventKind("moved_before", "2.51", unit=_unit, kind=IdField(counters.GROUND_TYPES), at=_hex)
STORES_BEFORE = EventKind("stores_before", "2.51", side=_side, at=_hex, to=_hex, points=Number(1, 9_999))
KAMIKAZES_BEGUN = EventKind("kamikazes_begun", "45.63")
KAMIKAZES_ALLOTTED = EventKind("kamikazes_allotted", "39.41", points=Number(0, 127))
KAMIKAZES_SPENT = EventKind("kamikazes_spent", "39.44", wave=IdField(counters.WAVES), points=Number(1, 127))
REINFORCED = EventKind("reinforced", "37.5", side=_side, points=Number(1, 999))
BASED = EventKind("based", "37.5", base=IdField(counters.BASES), stack=IdField(counters.STACKS), points=Number(1, 127))

WEATHER = EventKind("weather", "8.6", section=Number(0, 6), die=Number(1, 6))
CONTACT = EventKind("contact", "8.3", force=_force, chit=IdField(CHITS), at=_hex)
FOUND = EventKind("found", "1.32", force=_force)
CONTACT_LOST = EventKind("contact_lost", "8.5", force=_force)
RENUMBERED = EventKind("renumbered", "8.5", force=_force, into=_force)
DUMMY_REMOVED = EventKind("dummy_removed", "8.7", force=_force, at=_hex)
FORMED = EventKind("formed", "9.2", force=_force, at=IdField(counters.HEXES, none=True), ships=TupleField(_ship))
JOINED = EventKind("joined", "9.2", force=_force, into=_force)
DISBANDED = EventKind("disbanded", "9.2", force=_force, at=_hex)
PLOTTED = EventKind(
    "plotted",
    "10.1",
    force=_force,
    mission=IdField(MISSIONS),
    to=IdField(counters.HEXES, none=True),
    speed=Number(0, 3),
)
SAILED = EventKind("sailed", "10.3", force=_force, way=TupleField(_hex))
BURNT = EventKind("burnt", "10.5", force=_force, fuel=Number(0, 30))
REFUELLED = EventKind("refuelled", "10.5", ship=_ship, fuel=Number(0, 30), supply=Number(0, 99))
REPAIR_BEGUN = EventKind("repair_begun", "18.1", ship=_ship, turns=Number(0, 99))
HASTENED = EventKind("hastened", "18.31", ship=_ship)
REPAIRED = EventKind("repaired", "18.1", ship=_ship, level=Number(0, 6), left=Number(0, 99))
MET = EventKind("met", "11.1", at=_hex, forces=TupleField(_force))
BROKE_OFF = EventKind("broke_off", "11.1", force=_force, die=_die, added=_added, away=Number(0, 1))
SURPRISE = EventKind(
    "surprise",
    "11.2",
    at=_hex,
    dice=TupleField(_die, 2),
    added=TupleField(_added, 2),
    surprised=IdField(counters.SIDES, none=True),
)
BATTLE = EventKind("battle", "11.3", at=_hex, ships=TupleField(_ship))
ROUND = EventKind("round", "11.3", at=_hex, round=Number(1, 3))
LEFT_BATTLE = EventKind("left_battle", "11.3", side=_side, die=Number(0, 6), away=Number(0, 1))
BATTLE_OVER = EventKind("battle_over", "11.6", at=_hex)
WITHDREW = EventKind("withdrew", "11.6", force=_force, to=_hex)
SHIP_HIT = EventKind(
    "ship_hit",
    "11.5",
    ship=_ship,
    weapon=IdField(WEAPONS),
    strength=Number(0, 999),
    added=_added,
    dice=TupleField(_die),
    points=Number(0, 999),
    levels=Number(0, 20),
    level=Number(0, 6),
    critical=TupleField(IdField(CRITICALS)),
)
SHIP_SUNK = EventKind("ship_sunk", "12.1", ship=_ship, at=_hex, bottomed=Number(0, 1))
ABOARD_LOST = EventKind("aboard_lost", "12.5", ship=_ship, points=Number(1, 99))
CARGO_LOST = EventKind("cargo_lost", "12.7", ship=_ship, supply=Number(0, 999))
UNIT_LOST = EventKind(
    "unit_lost", "21.8", unit=_unit, kind=IdField(counters.GROUND_TYPES), at=IdField(counters.HEXES, none=True)
)
BOMBARDED = EventKind(
    "bombarded", "17.1", at=_hex, target=IdField(TARGETS), strength=Number(0, 999), die=Number(0, 6), hits=Number(0, 20)
)
GUNS_FIRED = EventKind("guns_fired", "38.7", ("force",), at=_hex, force=_force, strength=Number(0, 99))
LOADED = EventKind("loaded", "16.1", unit=_unit, at=_hex)
ABOARD = EventKind("aboard", "16.1", unit=_unit, ship=_ship)
SUPPLY_MOVED = EventKind("supply_moved", "16.1", ship=_ship, points=Number(-999, 999))
LANDED = EventKind("landed", "16.3", unit=_unit, kind=IdField(counters.GROUND_TYPES), at=_hex)
LANDING_BARRED = EventKind("landing_barred", "16.4", at=_hex)
CAPTURED = EventKind("captured", "2.5", at=_hex, side=_side)
REDUCED = EventKind("reduced", "21.2", unit=_unit, kind=IdField(counters.GROUND_TYPES))
MARCHED = EventKind("marched", "22.1", unit=_unit, way=TupleField(_hex))
FORCED = EventKind("forced_march", "22.5", unit=_unit, die=_die)
BROKEN_DOWN = EventKind("broken_down", "21.4", unit=_unit)
RAISED = EventKind("raised", "21.4", unit=_unit, kind=IdField(counters.GROUND_TYPES), at=_hex)
BASE_DEPLOYING = EventKind("base_deploying", "27.1", unit=_unit, packing=Number(0, 1))
BASE_DEPLOYED = EventKind("base_deployed", "27.1", unit=_unit, state=Number(0, 2))
ATTACK = EventKind("attack", "24.1", side=_side, at=_hex, units=TupleField(_unit))
GROUND_BATTLE = EventKind(
    "ground_battle",
    "24.3",
    at=_hex,
    attacker=Number(0, 999),
    defender=Number(0, 999),
    shifts=TupleField(Number(-9, 9), 12),
    column=Number(0, 9),
    die=Number(0, 6),
    attacker_loses=Number(0, 999),
    defender_loses=Number(0, 999),
    retreat=Number(0, 2),
)
MARCHES_OVER = EventKind("marches_over", "4.13", side=_side)
ATTACKS_OVER = EventKind("attacks_over", "4.13", side=_side)
RETREATED = EventKind("retreated", "24.3", units=TupleField(_unit), to=_hex)
STOOD = EventKind("stood", "24.3", at=_hex, loses=Number(0, 999))
ADVANCED = EventKind("advanced", "24.6", units=TupleField(_unit), to=_hex)
ADVANCE_ENDED = EventKind("advance_ended", "24.6", side=_side, to=_hex)
"""No more attackers enter the hex; both sides see this."""
SURRENDER = EventKind("surrendered", "24.8", at=_hex, die=_die, yes=Number(0, 1))
SUPPLIED = EventKind("supplied", "25.3", side=_side, unsupplied=TupleField(_unit))
ATTRITION = EventKind("attrition", "25.8", side=_side, at=_hex, die=_die, loses=Number(0, 99))
SUB_ATTACK = EventKind("sub_attack", "13.7", ("force",), force=_force, at=_hex, points=_points)
ASW = EventKind(
    "asw", "13.8", secret=("strength",), at=_hex, strength=Number(0, 99), die=Number(0, 6), lost=Number(0, 12)
)
SUBRON_SENT = EventKind("subron_sent", "13.3", subron=_subron, at=_hex, mode=Number(0, SUBMARINE_MISSION))
SUBRON_READY = EventKind("subron_ready", "13.5", subron=_subron, points=Number(0, 12))
STORES_FERRIED = EventKind("stores_ferried", "13.9", subron=_subron, points=_points, start=_hex, at=_hex)
SUB_OVERDUE = EventKind("sub_overdue", "13.3", subron=_subron, die=_die, lost=Flag())
_base, _stack, _wave, _some = IdField(counters.BASES), IdField(counters.STACKS), IdField(counters.WAVES), Number(0, 999)
BOUNCES = Domain("bounce", ("nobody", "patrol", "escort"))
TRANSFERRED = EventKind("transferred", "5.5", base=_base, to=_base, stack=_stack, points=_some)
NO_DECK = EventKind("no_deck", "12.5", base=_base, points=_some)
AVAILABLE = EventKind("available", "6.11", command=IdField(counters.COMMANDS), die=_die, points=_some)
PATROLS = EventKind("patrols", "6.2", base=_base, stack=_stack, points=_some, over=_hex)
COVERS = EventKind("covers", "6.2", base=_base, stack=_stack, points=_some, force=_force)
WORN = EventKind("worn", "5.9", command=IdField(counters.COMMANDS), points=_some, die=_die, lost=_some)
WORN_OUT = EventKind("worn_out", "47.1", side=_side, points=_some)
READIED = EventKind("readied", "6.6", base=_base, stack=_stack, points=_some)
WAVE = EventKind("wave", "7.7", wave=_wave, at=_hex, target=IdField(STRIKE_TARGETS), points=_some)
STRIKES_SEEN = EventKind("strikes_seen", "4.31", hexes=TupleField(_hex))
JOINS = EventKind("joins", "6.7", wave=_wave, die=_die)
SEARCHES = EventKind("searches", "8.1", base=_base, stack=_stack, points=_some)
PORT_SEARCHED = EventKind("port_searched", "8.41", at=_hex, capital=Number(0, 99), carriers=Number(0, 99))
BASE_SEARCHED = EventKind("base_searched", "8.42", base=_base, points=_some)
NOT_FOUND = EventKind("not_found", "8.4", wave=_wave, fix=Number(0, 6), die=Number(0, 6))
FORCE_FOUND = EventKind("force_found", "8.4", wave=_wave, fix=Number(0, 6), die=_die)
RAIDED = EventKind("raided", "6.3", wave=_wave, at=_hex, target=IdField(STRIKE_TARGETS))
STRUCK = EventKind("struck", "8.4", force=_force, at=_hex)
AIR_COMBAT = EventKind(
    "air_combat",
    "7.1",
    wave=_wave,
    strengths=TupleField(_some, 3),
    added=TupleField(_added, 2),
    bounce=IdField(BOUNCES),
    dice=TupleField(Number(1, 127)),
    lost=TupleField(_some, 3),
    aborted=TupleField(_some, 3),
)
FLAK = EventKind(
    "flak",
    "7.5",
    wave=_wave,
    strength=_some,
    height=Number(-1, 1),
    dice=TupleField(Number(1, 127)),
    lost=_some,
    aborted=_some,
)
SIGHTED = EventKind("sighted", "20.11", wave=_wave, ships=TupleField(_ship))
AIMED = EventKind("aimed", "20.11", wave=_wave, ship=_ship, stack=_stack, role=IdField(DUTIES), points=_some)
STRAFED = EventKind("strafed", "6.4", wave=_wave, strength=_some, hits=_some)
BOMBED = EventKind(
    "bombed",
    "31.1",
    wave=_wave,
    strength=_some,
    row=Number(-1, 1),
    added=_added,
    dice=TupleField(_die),
    hits=_some,
)
HIT_ON_GROUND = EventKind("hit_on_ground", "31.2", base=_base, lost=_some, out=_some)
CAME_DOWN = EventKind("came_down", "12.5", base=_base, to=_base, stack=_stack, points=_some)
SUPPLY_PAID = EventKind("supply_paid", "25.3", side=_side, at=_hex, source=_hex, points=Number(0, 999))
SUPPLY_CAME = EventKind("supply_came", "44.63", side=_side, at=_hex, points=Number(0, 999))
LIFT = Domain("lift", ("rail", "water"))
LIFTED = EventKind("lifted", "30.1", unit=_unit, to=_hex, way=IdField(LIFT), points=Number(0, 99))
LIFT_LOST = EventKind("lift_lost", "30.4", at=_hex, way=IdField(LIFT), points=Number(0, 99))
BOATS_STRUCK = EventKind("boats_struck", "30.3", wave=_wave, strength=_some, die=Number(1, 6), points=_some)
UNGUARDED = EventKind("unguarded", "44.65", at=_hex)
FLOWN_IN = EventKind("flown_in", "6.8", side=_side, at=_hex, to=_hex, points=Number(0, 999))
FLOWN_TO = EventKind("flown_to", "6.8", unit=_unit, to=_hex)
DROPPED = EventKind("dropped", "6.9", unit=_unit, at=_hex)
WORK_BEGUN = EventKind("work_begun", "26.1", side=_side, at=_hex, work=Number(0, 9), points=Number(0, 99))
WORK_DONE = EventKind("work_done", "26.1", side=_side, at=_hex, work=Number(0, 9))
REBUILT = EventKind("rebuilt", "21.6", unit=_unit, kind=IdField(counters.GROUND_TYPES))
STAFF_PAID = EventKind("staff_paid", "28.2", unit=_unit, points=Number(0, 99))
POOL = EventKind("pool", "29.2", points=Number(0, 999))
LOSSES_CARRIED = EventKind("losses_carried", "21.2", unit=_unit, points=Number(1, 9))
SEGMENT_OVER = EventKind("segment_over", "4.1", side=_side)
FACILITIES = Domain("facility", ("airbase", "port", "guns"))
MENDED = EventKind("mended", "26.2", side=_side, at=_hex, facility=IdField(FACILITIES), levels=Number(1, 99))
MADE_WHOLE = EventKind("made_whole", "21.6", unit=_unit, kind=IdField(counters.GROUND_TYPES))
STAFF_SET_UP = EventKind("staff_set_up", "5.31", unit=_unit, kind=IdField(counters.GROUND_TYPES), at=_hex)
BERTHED = EventKind("berthed", "45.81", ship=IdField(counters.SHIPS), at=_hex)
DIVIDED = EventKind("divided", "38.5", ship=_ship, into=_ship, quarters=Number(1, 3))
COMBINED = EventKind("combined", "38.5", ship=_ship, into=_ship)
_link, _end = IdField(layout.LINKS), IdField(layout.LINK_ENDS)
WITHDRAWN = EventKind("withdrawn", "39.91", ship=_ship)
LINK_LAID = EventKind("link_laid", "15.2", link=_link, start=_end, end=_end)
LINK_CLOSED = EventKind("link_closed", "15.2", link=_link)
LINK_JOINED = EventKind("link_joined", "15.8", ship=_ship, link=_link)
LINK_LEFT = EventKind("link_left", "15.8", ship=_ship, at=_hex)
CONSIGNED = EventKind("consigned", "15.6", unit=_unit, to=_hex, quarters=Number(1, 999))
STORES_CONSIGNED = EventKind("stores_consigned", "15.6", start=_end, to=_hex, points=Number(1, 9_999))
SUPPLY_LINKED = EventKind("supply_linked", "25.3", at=_hex, start=_end, points=Number(0, 999))
LINK_SOUGHT = EventKind("link_sought", "13.6", subron=_subron, link=_link)
LINK_ATTACKED = EventKind("link_attacked", "13.6", link=_link, points=_points, levels=Number(0, 9))
LINK_SHIP_LOST = EventKind("link_ship_lost", "13.6", link=_link, ship=_ship)
LINK_RAIDED = EventKind("link_raided", "15.5", link=_link, at=_hex)
LINK_SUFFERED = EventKind("link_suffered", "15.5", link=_link, levels=Number(0, 9))
LINK_STRUCK = EventKind(
    "link_struck",
    "15.5",
    wave=_wave,
    link=_link,
    strength=_some,
    added=_added,
    dice=TupleField(_die),
    levels=Number(0, 9),
)
CARDS_DRAWN = EventKind("cards_drawn", "23.2", die=Number(0, 6), cards=Number(0, 9))
PLAN_READ = EventKind("plan_read", "23.3", at=_hex)
SUBRONS_READ = EventKind("subrons_read", "23.3", side=_side, subrons=Number(0, layout.SUBRONS_A_SIDE))
SUBRON_READ = EventKind("subron_read", "23.3", subron=_subron, at=_hex, points=_points)
_rank, _objective = IdField(layout.RANKS), IdField(layout.OBJECTIVES)
OBJECTIVE_RANKED = EventKind("objective_ranked", "42.63", rank=_rank, objective=_objective)
OBJECTIVE_READ = EventKind("objective_read", "42.65", rank=_rank, objective=_objective)
OBJECTIVES_SHOWN = EventKind("objectives_shown", "42.43", primary=_objective, secondary=_objective)
CARDS_PICKED = EventKind("cards_picked", "42.65", cards=Number(1, 99), among=Number(1, 99))
FORCE_READ = EventKind("force_read", "42.92", force=_force, at=_hex)
LEFT_IN_BOX = EventKind("left_in_box", "42.93", ship=_ship)
KINDS_OF_EVENT = (
    *(SUPPLY_PAID, SUPPLY_CAME, MENDED, MADE_WHOLE, STAFF_SET_UP),
    *(OBJECTIVE_CHOSEN, OBJECTIVE_SHOWN, PLANNED, MOVED_BEFORE, STORES_BEFORE),
    *(KAMIKAZES_BEGUN, KAMIKAZES_ALLOTTED, KAMIKAZES_SPENT, REINFORCED, BASED),
    *(SUB_ATTACK, ASW, SUBRON_SENT, SUBRON_READY, SUB_OVERDUE, STORES_FERRIED),
    *(ANNOUNCED, GARRISONED, STATIONED, SUBRON_TOLD, DEPLOYED, TURN_OPENED, FIRST_FOUND, DECOYED, RECALLED),
    *(PHASE_OPENED, STEP_OPENED, IMPULSE_OPENED, ALTERING, TURNED, GAME_ENDED),
    *(REDUCED, MARCHED, FORCED, BROKEN_DOWN, RAISED, BASE_DEPLOYING, BASE_DEPLOYED, ATTACK, GROUND_BATTLE),
    *(MARCHES_OVER, ATTACKS_OVER),
    *(RETREATED, STOOD, ADVANCED, ADVANCE_ENDED, SURRENDER, SUPPLIED, ATTRITION),
    *(BOMBARDED, GUNS_FIRED, LOADED, ABOARD, SUPPLY_MOVED, LANDED, LANDING_BARRED, CAPTURED),
    *(MET, BROKE_OFF, SURPRISE, BATTLE, ROUND, LEFT_BATTLE, BATTLE_OVER, WITHDREW),
    *(SHIP_HIT, SHIP_SUNK, ABOARD_LOST, CARGO_LOST, UNIT_LOST),
    *(WORN, WORN_OUT, READIED),
    *(TRANSFERRED, NO_DECK, AVAILABLE, PATROLS, COVERS, WAVE, STRIKES_SEEN, JOINS, SEARCHES, BASE_SEARCHED),
    *(NOT_FOUND, FORCE_FOUND, STRUCK, AIR_COMBAT, FLAK, SIGHTED, STRAFED, BOMBED, HIT_ON_GROUND, CAME_DOWN),
    *(WEATHER, CONTACT, FOUND, CONTACT_LOST, RENUMBERED, DUMMY_REMOVED),
    *(FORMED, JOINED, DISBANDED, PLOTTED, SAILED, BURNT, REFUELLED, REPAIR_BEGUN, HASTENED, REPAIRED),
    *(
        LIFTED,
        UNGUARDED,
        FLOWN_IN,
        FLOWN_TO,
        WORK_BEGUN,
        WORK_DONE,
        REBUILT,
        STAFF_PAID,
        POOL,
        SEGMENT_OVER,
        LOSSES_CARRIED,
        DROPPED,
        LIFT_LOST,
        BOATS_STRUCK,
    ),
    *(BERTHED, DIVIDED, COMBINED, AIMED, RAIDED, PORT_SEARCHED),
    *(
        WITHDRAWN,
        LINK_LAID,
        LINK_CLOSED,
        LINK_JOINED,
        LINK_LEFT,
        CONSIGNED,
        STORES_CONSIGNED,
        SUPPLY_LINKED,
        LINK_SOUGHT,
        LINK_ATTACKED,
        LINK_SHIP_LOST,
    ),
    *(LINK_RAIDED, LINK_SUFFERED, LINK_STRUCK),
    *(CARDS_DRAWN, PLAN_READ, SUBRONS_READ, SUBRON_READ),
    *(OBJECTIVE_RANKED, OBJECTIVE_READ, OBJECTIVES_SHOWN, CARDS_PICKED, FORCE_READ, LEFT_IN_BOX),
)
