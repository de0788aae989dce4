"""Repair, construction, Base Forces and headquarters: the modules in the order of the rulebook.

5.31, 5.32  Headquarters  headquarters
18.1, 14.2, 18.3, 18.33, 18.4, 18.7  Repair of ships  ship_repair
18.6, 26.2, 26.3  Repair of facilities  facility_repair
21.6, 26.1, 26.2, 26.3, 26.4, 5.31, 5.32, 29.8  Orders for construction  construction_orders
26.1, 26.2, 18.6, 31.1, 38.7, 38.8, 3.22, 24.4, 22.1  Construction and repair  construction
27.1, 27.4  Base Forces  base_forces
"""
