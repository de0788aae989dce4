"""Lines of Communications, supply and lift: the modules in the order of the rulebook.

5.31, 21.6, 26.1  Orders after the Supply Segment  supply_orders
22.4, 25.4, 30.1, 30.2, 30.3  Orders by Railcap and Seacap  lift_orders
25.1, 25.3  Sources of supply  supply_sources
25.2  Depots  depots
25.3, 25.8, 27.1, 4.13  The Joint Supply Segment  joint_supply
25.3, 28.2  Order of supply  supply_priority
30.1, 30.2, 30.3, 30.5  Railcap and Seacap  lift
"""
