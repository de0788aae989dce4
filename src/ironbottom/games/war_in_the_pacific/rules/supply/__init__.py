"""Lines of Communications, supply and lift: the modules in the order of the rulebook.

5.31, 21.6, 26.1  Orders after the Supply Segment  supply_orders
22.4, 25.4, 30.1, 30.2, 30.3  Orders by Railcap and Seacap  lift_orders
25.1, 25.2, 25.3, 25.5, 42.74  Sources of supply  supply_sources
25.1, 3.22, 25.2  Lines of Communications  lines_of_communications
25.1, 30.3, 30.4  Lines by sea, and lost lift  sea_lines
25.2, 44.21, 44.36, 45.23  Depots  depots
25.3, 25.8, 27.1, 4.13  The Joint Supply Segment  joint_supply
25.3, 28.2  Order of supply  supply_priority
30.1, 30.2, 30.3, 30.5, 3.23, 44.66  Railcap and Seacap  lift
42.74, 14.1, 25.3, 28.2  Supply from ports  port_supply
"""
