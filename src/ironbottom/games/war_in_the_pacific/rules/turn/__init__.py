"""Game-Turn and victory: the modules in the order of the rulebook.

4.1, 4.2, 4.3, 9.1  Steps, First Player  steps
25.3, 26.1  Facts recorded for a Game-Turn  turn_record
42.42, 42.45, 47.1, 47.21, 47.26, 47.3  The Terminal Segment  terminal_segment
47.1, 47.23, 47.26  Victory Points  victory_points
"""
