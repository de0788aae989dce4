"""The options of a match: open questions, optional rules 19 to 23, and the tournament options."""

from __future__ import annotations

from ironbottom.engine.rules.about import Option

OFF_ON = ("off", "on")
OFF = "Not used"
BIDS = tuple(str(points) for points in range(11))

READINGS = (
    Option(
        "start_flags",
        ("aleutians_open", "central_pacific_open", "all"),
        "4.1",
        "Which sea area starts without a flag.",
        formerly="all",
        title="Areas without a flag",
        words={
            "aleutians_open": "The Aleutian Islands",
            "central_pacific_open": "The Central Pacific",
            "all": "None: each area has a flag",
        },
    ),
    Option(
        "tie",
        ("draw", "allies"),
        "5.75",
        "Who wins if the marker is at zero after the last turn.",
        title="A tie at the end",
        words={"draw": "Nobody: it is a draw", "allies": "The Allies"},
    ),
    Option(
        "day_night",
        ("secret", "japan_first"),
        "7.3",
        "How the sides choose between a day action and a night action.",
        title="Choosing day or night",
        words={"secret": "In secret, at the same time", "japan_first": "Openly, Japan first"},
    ),
    Option(
        "pearl_sortie",
        ("raid", "patrol"),
        "18.33",
        "Whether ships that leave Pearl Harbor on turn 1 are raiders, or a patrol that can hold the area.",
        title="Leaving Pearl Harbor",
        words={"raid": "They raid", "patrol": "They patrol"},
    ),
    Option(
        "indonesia_disable",
        ("yes", "no"),
        "18.4",
        "Whether the surprise attack on Indonesia can disable ships, or only damage and sink them.",
        title="Surprise off Indonesia",
        words={"yes": "Ships can be disabled", "no": "No ship is disabled"},
    ),
    Option(
        "failed_raider_from",
        ("area_tried", "area_before"),
        "6.42",
        "From which area a raider goes home when its speed roll fails.",
        title="A raider that fails its roll",
        words={"area_tried": "From the area it tried to reach", "area_before": "From the area before that"},
    ),
    Option(
        "deadlock",
        ("stay", "leave"),
        "5.5",
        "What happens if no unit in an area can ever damage an enemy.",
        title="A battle without end",
        words={"stay": "Both stay; nobody holds the area", "leave": "Both go home"},
    ),
    Option(
        "unit_repair",
        ("no", "yes"),
        "11.1",
        "Whether repair points repair only ships, or air and amphibious units too.",
        title="What can be repaired",
        words={"no": "Only ships", "yes": "Air and amphibious units too"},
    ),
    Option(
        "iboat_leaves",
        ("never", "with_f_boat"),
        "3.2",
        "How long Japan's submarine, the I-Boat, is in play.",
        title="The I-Boat's departure",
        words={"never": "Never", "with_f_boat": "Until the Allied F-Boat comes"},
    ),
)

OPTIONAL_RULES = (
    Option(
        "last_turn",
        ("8", "9"),
        "19.1",
        "The ninth turn brings kamikazes and one more point for the Japanese Islands.",
        title="Length of the game",
        words={"8": "Eight turns", "9": "Nine turns"},
    ),
    Option(
        "task_forces",
        OFF_ON,
        "20.1",
        "Ships in one area may form several task forces, which must be sighted before they can be attacked.",
        title="Task forces",
        words={"off": OFF, "on": "Task forces must be sighted"},
    ),
    Option(
        "us_battleship_bonus",
        OFF_ON,
        "21.0",
        "American battleships fire their guns with the bonus from turn 7.",
        title="American battleships",
        words={"off": "As printed on the counters", "on": "With the bonus from turn 7"},
    ),
    Option(
        "island_combat",
        OFF_ON,
        "22.1",
        "Invaded bases are fought over in rounds. Without this rule they fall to the side that controls the sea.",
        title="Island combat",
        words={"off": OFF, "on": "Battles for invaded bases"},
    ),
    Option(
        "airstrike_losses",
        OFF_ON,
        "23.1",
        "Hits on a carrier's planes are counted separately from hits on the ship.",
        title="Airstrike losses",
        words={"off": OFF, "on": "Planes and ships are lost separately"},
    ),
    Option(
        "air_unit_losses",
        ("each_a_shot", "none"),
        "23.2",
        "What a point of damage costs an air unit, with the rules for airstrike losses.",
        title="Damaged air units",
        words={"each_a_shot": "One shot per point", "none": "Nothing until the unit is lost"},
    ),
)

TOURNAMENT = (
    Option(
        "turn_one",
        ("standard", "menzel", "normal"),
        "18.1",
        "The first turn: surprise attacks as printed, a smaller raid force that must leave, with two light carriers"
        " at home, or free movement for both sides.",
        title="The first turn",
        words={
            "standard": "As printed",
            "menzel": "A smaller raid that must leave",
            "normal": "A normal turn for both",
        },
    ),
    Option(
        "iboat_arrival",
        ("turn_1", "turn_2"),
        "18.21",
        "The turn on which Japan's submarine enters play.",
        title="The I-Boat's arrival",
        words={"turn_1": "Turn 1", "turn_2": "Turn 2"},
    ),
    Option(
        "iboat_raid",
        ("free", "escaped_only"),
        "18.34",
        "Which ships Japan's submarine may strike off Hawaii on turn 1.",
        title="The I-Boat off Hawaii",
        words={"free": "Any ship", "escaped_only": "Only ships that left Pearl Harbor"},
    ),
    Option(
        "cpo_withdrawal",
        OFF_ON,
        "18.32",
        "Dice decide where some American carrier groups are on turn 1. A group found in the Central Pacific may go to"
        " Johnston Island before it is attacked.",
        title="A way out of the Central Pacific",
        words={"off": "The group stays and fights", "on": "The group may leave at once"},
    ),
    Option(
        "pearl_harbor_escape",
        OFF_ON,
        "17.11",
        "Where new Allied units of turn 3 may arrive if Japan holds the Hawaiian Islands.",
        title="Turn 3 with Hawaii lost",
        words={"off": "Only at Pearl Harbor", "on": "Also in the U.S. Mandate"},
    ),
    Option(
        "west_coast_escape",
        OFF_ON,
        "17.12",
        "Whether units at Pearl Harbor or Johnston Island may go to America if Japan holds the Hawaiian Islands on"
        " turn 3, and come back with the units of turn 4.",
        title="Back to the West Coast",
        words={"off": "They stay", "on": "They may leave and come back"},
    ),
    Option(
        "san_diego_repair",
        OFF_ON,
        "11.23",
        "Whether damaged American ships may leave the map to be repaired at San Diego.",
        title="Repairs at San Diego",
        words={"off": "Only in ports on the map", "on": "At San Diego too"},
    ),
    Option(
        "bid",
        BIDS,
        "2.5",
        "The player who plays Japan gives up this many points at the end.",
        title="Bid for Japan",
        words={"0": "None"},
    ),
    Option(
        "bid_half",
        ("no", "yes"),
        "1.0",
        "Whether Japan gives up half a point more, so that no game ends in a tie.",
        title="Half a point more",
        words={"no": "Ties are possible", "yes": "Half a point more: no ties"},
    ),
)

OPTIONS = (*READINGS, *OPTIONAL_RULES, *TOURNAMENT)
