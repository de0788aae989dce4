"""The rules of War in the Pacific, in the order of the rulebook.

2.3  Ground units by side  counters
2.51, 18.3, 40.41, 40.43, 42.21  Set-up  set_up
2.51, 5.4, 44.34, 44.36, 45.64  Default deployment  default_deployment
2.51, 19.1  Points on their decks  deck_loads
2.51, 5.5, 10.3, 10.41, 22.1  What is asked in a second step  second_steps
2.51, 5.12, 25.4, 40.41  Changes before play  before_play
4.1, 4.12, 4.2, 4.4, 9.4, 42.51, 42.53, 47.3  Sequence of play  sequence
4.1  Steps told  steps
4.1, 45.63  The Game-Turn of Leyte  scenarios/leyte/turn
4.1, 4.11, 22.1, 25.3, 28.2  What most scenarios play alike  scenarios/base
4.11, 4.31, 6.2, 6.3, 6.5, 7.7, 31.1  Patrols and Strikes declared  strike_orders
4.11, 6.7, 8.4  Strikes, wave by wave  strikes
4.11, 6.11, 8.6  The Air Phase  air_phase
4.11, 6.8, 6.9, 44.61  The Air Transport Segment of Burma  air_lift
4.11, 6.8, 45.72, 45.75  The Air Phase of Leyte  scenarios/leyte/air_phase
4.11, 6.8  The Air Phase of Burma  scenarios/burma/air_phase
4.12, 4.3, 10.1, 10.4  Plots  plots
4.2  First Player  first_player
4.3, 9.1  Answers  answers
4.3, 8.1, 8.42  Search assigned  search_orders
5.11, 7.1, 7.11, 7.12, 7.2, 7.3, 7.31, 7.5  Air combat  air_combat
5.2, 6.1, 6.11  Flights  flights
5.3, 5.4, 5.41, 19.1  Air bases  air_bases
5.3, 5.4, 6.11  Who may yet take a Role  on_duty
5.3, 5.4, 6.6, 6.20  Who may be ready  rested
5.3, 5.4, 27.3, 45.64  Room for aircraft at the start  room_at_start
5.3, 5.5  Points that may transfer  free_points
5.31, 5.32  Headquarters set up and on the move  staffs
5.31, 5.32  Headquarters deployed in Burma  staff_sites
5.31, 21.6, 26.1  What Supply Points pay for  supply_orders
5.4, 19.1, 19.3  Room for more aircraft  air_room
5.5, 5.6, 19.3, 37.4  Air Transfer  air_transfers
5.5, 19.3, 37.4  How far points transfer  transfer_ways
5.7, 12.5, 19.2, 19.4  Coming home  homecoming
5.9, 47.1  Attrition in the air  air_attrition
6.1, 6.6, 31.1, 5.9  Flights that are over  flights_over
6.11  Availability  availability
6.12, 7.1, 7.2, 7.5, 39.2  What a wave meets  air_meetings
6.2  Combat Air Patrols  patrols
6.3, 6.5, 20.14, 30.3  Targets of raids  raid_targets
6.3, 6.12  How raids are reached  raid_reach
6.3, 6.12, 31.1  Raids as they are offered  raid_offers
6.4, 31.1, 31.4  Raids from the air  air_raids
6.6, 6.20, 6.61  Special Strikes  special_strikes
6.8, 44.61  Air Transport in Burma  air_transport
6.9, 16.2, 40.42  Air Assault in Burma  air_assault
6.9, 16.2  What a side hides in Burma  scenarios/burma/secrets
7.1, 7.5, 7.7, 39.1  Waves  waves
8.1, 8.2  Search Points  search_points
8.2, 8.3, 8.31, 8.6  Search and weather  search
8.2, 8.21, 8.5, 8.6, 8.7  Contacts  contacts
8.41  Ships in searched ports  searched_ports
8.5, 1.31  New numbers  renumbering
9.1, 9.2  Task Forces  task_forces
9.4  Dummies  dummies
10.2, 10.3, 10.31  Sailing  sailing
10.4, 10.41, 39.8  Reaction  reaction
10.5, 10.6, 42.74  Refuelling  refuelling
10.5, 10.7  Fuel  fuel
11.1, 11.2  Surface contact  surface_contact
11.1, 4.2, 11.21, 11.3, 11.6  Surface combat  surface_combat
11.3, 11.4  Gunlaying  gunlaying
11.3, 11.4, 11.5  Gunnery  gunnery
11.5, 12.1, 12.2, 12.3, 12.4  Damage  damage
11.5, 12.5, 12.6, 12.7, 16.8  Losses of ships  ship_losses
11.6  Withdrawal  withdrawal
13.1, 13.2, 13.3, 13.5, 13.9  The Submarine Phase  submarine_phase
13.5  Available Sub Points  submarines
13.7, 13.8, 13.91  Attacks of submarines  sub_attacks
13.9, 13.3, 16.7  Errands of submarines  errands
14.1, 14.3, 14.5, 16.1, 16.3, 16.5, 16.6, 27.3  Cargo  cargo
14.1, 14.3, 14.6, 27.3  Harbours and fleet bases  harbours
14.4, 14.8, 22.7, 25.7, 28.3  Captured hexes  capture
16.1, 16.2, 16.3, 17.1, 42.51  At the shore  ashore
16.2, 40.42  Written plans  plans
16.3, 16.4, 16.5, 16.7, 17.1, 38.7  Landings  landings
17.1, 17.2, 31.1, 38.7, 38.8  Bombardment  bombardment
18.1, 18.2, 18.32  Repair  repair
18.1, 14.2, 18.3, 18.31, 18.33, 18.4, 18.7  Ships in the yards  yards
18.6, 26.2, 26.3  Facilities repaired  facilities
20.1, 20.11, 20.12, 20.17  The attack on ships  aiming
20.11, 20.12, 20.13  Air against ships  air_strikes
21.1, 21.2, 21.3, 21.5  Ground units  ground_units
21.4  Components  components
21.6, 26.1, 26.2, 26.3, 26.4, 5.31, 5.32, 29.8  Works  works
22.1  Roads of the enemy  enemy_roads
22.1, 22.2, 22.3, 22.5, 22.6, 22.7, 25.3  Marching  marching
22.4, 24.1, 24.8, 27.1, 27.4  The Ground Phase  ground_phase
22.4, 25.4, 30.1, 30.2, 30.3  Railcap and Seacap ordered  lift_orders
24.1, 24.2, 24.4, 24.5, 24.9, 16.4  Ground battles  ground_battle
24.1, 24.3, 24.5, 24.6, 24.8, 21.2  Attacks carried out  resolution
24.1, 29.3, 44.65  The Ground Phase in Burma  scenarios/burma/ground
24.2, 24.3, 24.4  Ground combat  ground_combat
25.1, 25.2, 25.3, 25.5, 42.74  Supply  supply
25.1, 3.22  Lines of Communications  lines
25.1, 30.3, 30.4  Lines by sea, and lift that is lost  sea_lines
25.2, 44.21, 44.36, 45.23  Stores in any hex  depots
25.2, 44.62, 44.63  Sources that cases name  named_sources
25.3, 25.8, 27.1, 4.13  The Joint Supply Segment  joint_supply
25.3, 28.2  Who is paid for first  pay_order
25.3, 26.1  The ledger of a Game-Turn  ledger
25.3, 25.5, 25.8, 25.9, 28.2, 29.4, 44.62, 44.63  Supply in Burma  scenarios/burma/supply
25.8, 21.2  Attrition on land  attrition
26.1, 3.22, 24.4, 38.8  Construction  construction
26.1, 27.3  Who works  crews
26.2, 18.6, 31.1, 38.7  What is damaged and mended  mending
27.1, 27.4  Base Forces  base_forces
29.2, 29.3, 29.4, 29.8  The armies of the KMT  kmt_armies
30.1, 30.2, 30.3, 30.5, 3.23, 44.66  Railcap and Seacap  lift
31.1, 31.2  Parked aircraft  parked
37.1, 37.2, 42.71  Off the map  off_map
37.5  Reinforcements in the air  arrivals
38.1, 38.2, 38.3  Cripples  cripples
38.5, 12.2, 47.24  Joint Shipping reorganised  reorganisation
39.41, 39.43, 39.45, 45.63  Kamikazes  kamikazes
41.0  The scenarios of the booklet  scenarios/booklet
42.0, 42.42, 42.51, 42.52, 42.72, 42.74, 42.95  Midway  scenarios/midway/scenario
42.23, 42.34, 42.51, 42.52  Deployment  deployment
42.42, 42.45, 47.1, 47.21, 47.26, 47.3  The Terminal Segment  terminal
42.74, 14.1, 25.3, 28.2  What ports supply  port_supply
44.0, 44.36, 44.61  Burma  scenarios/burma/scenario
44.0, 44.42, 44.43, 44.65  The cases of Burma  scenarios/burma/cases
44.0, 44.5, 4.1  The Game-Turn of Burma  scenarios/burma/turn
44.21, 44.34, 44.36, 44.5, 44.84, 2.51, 40.41  Deployment for Burma  scenarios/burma/deployment
44.71, 44.72  Reinforcements in Burma  scenarios/burma/arrivals
45.0, 45.51, 45.53  Leyte  scenarios/leyte/scenario
45.13, 45.42, 45.52, 45.62, 45.63, 45.65, 45.71  The cases of Leyte  scenarios/leyte/cases
45.13, 45.61  The map of Leyte  scenarios/leyte/limits
45.21, 45.22, 45.23, 45.25, 45.33, 45.34, 45.51, 45.52, 45.53, 45.64  Deployment for Leyte  scenarios/leyte/deployment
45.25, 45.34, 45.64  Air points before Leyte  scenarios/leyte/air_points
45.52, 40.42, 39.41  What a side hides at Leyte  scenarios/leyte/secrets
45.71, 45.72, 45.73, 45.74, 45.75  Reinforcements at Leyte  scenarios/leyte/arrivals
45.81, 45.82  Free Deployment for Leyte  scenarios/leyte/free_deployment
47.1, 47.23, 47.26  Victory Points  victory
"""
