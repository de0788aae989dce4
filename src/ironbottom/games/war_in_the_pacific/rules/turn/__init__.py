"""Game-Turn, losses, payment and victory, on which all chapters rest: the modules in the order of the rulebook.

4.1, 4.2, 4.3, 9.1  Steps, First Player  steps
21.2, 21.8, 47.1  Losses  losses
25.1, 25.3  Payment of supply  supply_payments
47.1, 47.26, 47.3  The Terminal Segment  terminal_segment
47.1, 47.23, 47.26  Victory Points  victory_points
"""
