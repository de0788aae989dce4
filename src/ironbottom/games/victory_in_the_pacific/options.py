"""What may be agreed before a match: open readings, optional rules 19 to 23, and the tournament options."""

from __future__ import annotations

from ironbottom.engine.rules import Option

OFF_ON = ("off", "on")
BIDS = tuple(str(points) for points in range(11))

READINGS = (
    Option(
        "start_flags",
        ("aleutians_open", "central_pacific_open", "all"),
        "4.1",
        "Which sea area starts without a flag: the Aleutian Islands, the Central Pacific, or none of them.",
        formerly="all",
    ),
    Option("tie", ("draw", "allies"), "5.75", "Who wins when the track stands at zero after the last turn."),
    Option(
        "day_night",
        ("secret", "japan_first"),
        "7.3",
        "Whether both sides pick day or night in secret, or Japan tells its pick first.",
    ),
    Option(
        "pearl_sortie",
        ("raid", "patrol"),
        "18.33",
        "Whether ships that come out of Pearl Harbor on turn 1 raid or patrol.",
    ),
    Option(
        "indonesia_disable",
        ("yes", "no"),
        "18.4",
        "Whether the surprise attack on Indonesia disables ships.",
    ),
    Option(
        "failed_raider_from",
        ("area_tried", "area_before"),
        "6.42",
        "Where a raider that failed its speed roll goes home from: the area it tried, or the one before.",
    ),
    Option(
        "deadlock",
        ("stay", "leave"),
        "5.5",
        "What happens when no unit in an area can ever hurt an enemy: both stay, or both go home.",
    ),
    Option("unit_repair", ("no", "yes"), "11.1", "Whether air and amphibious units in port can be repaired."),
    Option("iboat_leaves", ("never", "with_f_boat"), "3.2", "Whether the I-Boat leaves play when the F-Boat arrives."),
)

OPTIONAL_RULES = (
    Option("last_turn", ("8", "9"), "19.1", "The last turn; the ninth brings kamikazes and a point for the home sea."),
    Option("task_forces", OFF_ON, "20.1", "Task forces that must be sighted before they can be attacked."),
    Option("us_battleship_bonus", OFF_ON, "21.0", "The gunnery bonus for American battleships from turn 7 on."),
    Option("island_combat", OFF_ON, "22.1", "Rounds of combat on an invaded base."),
    Option("airstrike_losses", OFF_ON, "23.1", "Losses of airstrikes apart from damage to their carriers."),
    Option(
        "air_unit_losses",
        ("each_a_shot", "none"),
        "23.2",
        "What damage costs an air unit with the losses of airstrikes: each point a shot, or none until it is lost.",
    ),
)

TOURNAMENT = (
    Option(
        "turn_one",
        ("standard", "menzel", "normal"),
        "18.1",
        "Turn 1: as printed, with the Menzel options, or as a Normal Turn One.",
    ),
    Option("iboat_arrival", ("turn_1", "turn_2"), "18.21", "The turn on which the I-Boat arrives."),
    Option(
        "iboat_raid",
        ("free", "escaped_only"),
        "18.34",
        "What the I-Boat may hit off Pearl Harbor on turn 1: any ship, or only ships that came out of it.",
    ),
    Option(
        "cpo_withdrawal",
        OFF_ON,
        "18.32",
        "Whether an uncertain group in the Central Pacific may leave at once for Johnston Island.",
    ),
    Option(
        "pearl_harbor_escape",
        OFF_ON,
        "17.11",
        "Whether turn 3 arrivals at Pearl Harbor may go to the U.S. Mandate when Japan holds the Hawaiian Islands.",
    ),
    Option(
        "west_coast_escape",
        OFF_ON,
        "17.12",
        "Whether units at Pearl Harbor or Johnston Island may join the turn 4 arrivals in the same case.",
    ),
    Option("san_diego_repair", OFF_ON, "11.23", "Whether American ships may be repaired off the map."),
    Option("bid", BIDS, "2.5", "The whole points that Japan gives for its side; they count against it at the end."),
    Option("bid_half", ("no", "yes"), "1.0", "Whether Japan gives half a point more, so that no tie can be."),
)

OPTIONS = (*READINGS, *OPTIONAL_RULES, *TOURNAMENT)
