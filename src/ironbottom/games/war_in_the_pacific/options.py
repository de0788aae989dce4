"""What may be agreed before a match: rival readings of the booklet, and the cases that it calls optional."""

from __future__ import annotations

from ironbottom.engine.about import Option

OPTIONS = (
    Option(
        "supply_block",
        ("50", "100"),
        "25.4",
        "How many Supply Points a Supply Block holds.",
        title="Supply Points in a block",
    ),
    Option(
        "sf_points",
        ("each_level", "in_all"),
        "47.1",
        "Whether a service force is worth a hundred for each level, or a hundred in all when sunk.",
        title="Points for service forces",
        words={"each_level": "100 a level", "in_all": "100 in all"},
    ),
    Option(
        "air_reinforcements",
        ("once", "each_segment"),
        "45.74",
        "Whether the air reinforcements of 45.74 and 45.75 come once, or in each Air Transfer Segment.",
        title="Late Japanese air reinforcements",
    ),
    Option(
        "battleship_carriers",
        ("no", "yes"),
        "45.21",
        "Whether XCV 3 and 4, of which the line is lost, start in the Inland Sea at Leyte.",
        title="Battleship-carriers at Leyte",
    ),
    Option(
        "south_pacific_command",
        ("no", "yes"),
        "43.9",
        "Whether Allied units of Australia and New Guinea stay west of column 18; only in scenario 43, still to come.",
        title="Commands in the South Pacific",
        words={"yes": "yes, in scenario 43, still to come"},
    ),
    Option(
        "training_difficulties",
        ("no", "yes"),
        "46.5",
        "Whether Japanese air training is hindered; only in the Campaign, still to come.",
        title="Training difficulties",
        words={"yes": "yes, in the Campaign, still to come"},
    ),
    Option(
        "scuttling",
        ("damaged", "any"),
        "38.2",
        "Whether an owner may scuttle only damaged ships, or sound ones too.",
        title="Ships scuttled",
    ),
    Option(
        "stores_dropped",
        ("without_a_base", "anywhere"),
        "6.8",
        "Whether stores are dropped only on units at which no transport can land, or on any in range.",
        title="Stores dropped",
        words={"without_a_base": "on units without a base"},
    ),
    Option(
        "halved_fire",
        ("once", "each"),
        "12.3",
        "Whether fire that damage and a hit to fire control both cut is rounded once, or after each of them.",
        title="Rounding of fire cut twice",
        words={"once": "once", "each": "after each"},
    ),
    Option(
        "night_targets",
        ("exposed", "all"),
        "11.3",
        "Whether by night the larger side finds two thirds of the ships that may be fired at, or of all the smaller's.",
        title="Targets found by night",
        words={"exposed": "two thirds of the targets", "all": "two thirds of the ships"},
    ),
    Option(
        "tank_price",
        ("share", "whole"),
        "10.5",
        "Whether filling a tank costs the share of its price that is missing, rounded up, or the whole each time.",
        title="Price of fuel",
        words={"share": "by what is missing", "whole": "whole each time"},
    ),
    Option(
        "port_supply",
        ("one_phase", "three_phases"),
        "42.74",
        "Whether at Midway a port supplies in a Game-Turn by its Cargo Capacity of one Naval Phase, or of all three.",
        title="Supply out of ports",
        words={"one_phase": "one phase's capacity", "three_phases": "three phases' capacity"},
    ),
    Option(
        "last_round",
        ("8", "4", "2", "1"),
        "4.4",
        "After how many Game-Turns a shortened game ends; 8 is the whole scenario, also where that has more.",
        title="Game-Turns played",
        words={"8": "the whole scenario"},
    ),
)
