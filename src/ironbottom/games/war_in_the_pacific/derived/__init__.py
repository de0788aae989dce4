"""Values derived from a state, cached: the modules in the order of the rulebook. They import no rules.

2.3  Tables by hex  tables
2.3  Units by hex  unit_positions
2.3, 21.1  Stacks of ground units  ground_stacks
2.51, 40.41  The start of a scenario  set_up
2.51, 44.34  The start of a new game  default_deployment
2.51  Decks of carriers beside each other  carrier_decks
3.51, 6.9, 13.9, 16.2  Land and coasts  land_and_coasts
5.12, 8.1  Points at each base  air_points
5.2, 6.12  Roles of aircraft  aircraft_roles
5.2, 5.3, 6.1  Points with a Role  role_points
5.3, 5.4  Bases of air points  air_bases
5.3, 5.4  Air capacity at the start  initial_air_capacity
5.3, 5.5  Points that may transfer  transferable_points
5.3, 5.9  Points that flew  flown_shares
5.3, 6.6  Points that may be ready  readiness
5.4, 19.1  Air capacity  air_capacity
5.5, 19.3  Range of Air Transfer  transfer_range
5.6  Flights by duty  flight_duties
6.1, 6.12  Points that may strike  strike_reach
6.2  Patrols of fighters  fighter_patrols
6.3, 6.5  Targets of Strikes  strike_targets
6.3, 6.12  Range of Strikes  strike_range
6.3, 31.1  Choices of targets  target_choices
6.8  Air Transport  transport_points
8.1, 8.6  Search and weather  search_reach
9.2  Ships in port  ships_in_port
10.1  Missions  force_missions
10.3  Speed of Task Forces  force_movement
12.1, 12.2  Condition of ships  ship_condition
14.1  Ports  port_capacity
14.1, 14.3  Cargo  cargo_room
15.1, 15.4  Links of merchant shipping  merchant_links
15.31, 37.1  Edges of the map  map_edges
18.1  Repair of ships  ship_repair_capacity
21.4  Parts of units  unit_parts
22.1  Costs of movement  movement_costs
22.1  Adjacent hexes  adjacent_hexes
22.1  Paths  ground_paths
22.1  Destinations  ground_destinations
25.1  Lines of Communications  lines_of_communications
25.1  Lines from each source  supply_lines
25.1, 25.2  Supply  supply_reach
25.1, 30.3  Lines by sea  lines_by_sea
26.1  Construction  completed_construction
26.1, 26.2  Sites of construction  building_sites
26.1, 27.3  Workers  workforce
26.2, 38.7  Damage and guns  facilities
28.1, 5.31  Headquarters  headquarters_sites
29.3, 29.8  Chinese armies  chinese_armies
30.1  Railcap and Seacap  lift_capacity
"""
