"""The scenarios of War in the Pacific, and the rules that each adds.

4.1, 45.63  The Game-Turn of Leyte  leyte/turn
4.1, 15.7, 15.8  The Game-Turn with merchant shipping  shipping_turn
4.1, 42.11, 42.44, 42.67  The Game-Turn of advanced Midway  midway_advanced/turn
4.1, 43.11, 43.55  The Game-Turn of Guadalcanal  guadalcanal/turn
4.11, 13.3, 22.1, 25.3, 28.2  Hooks that most scenarios share  base
4.11, 6.8, 45.72, 45.75  The Air Phase of Leyte  leyte/air_phase
4.11, 6.8, 43.71  The Air Phase of Guadalcanal  guadalcanal/air_phase
4.11, 6.8  The Air Phase of Burma  burma/air_phase
6.9, 16.2  Hidden information in Burma  burma/secrets
15.31, 25.2, 25.3, 30.1  Hooks of scenarios with merchant shipping  shipping
16.2, 42.34  Cached values for Midway  midway/derived
24.1, 29.3, 44.65  The Ground Phase in Burma  burma/ground
25.3, 25.5, 25.8, 25.9, 28.2, 29.4, 44.62, 44.63  Supply in Burma  burma/supply
40.42, 23.3  Hidden information at Guadalcanal  guadalcanal/secrets
41.0  The scenarios of the booklet  booklet
41.23  Ground units  ground_units
42.0, 42.42, 42.51, 42.52, 42.72, 42.74, 42.95  Midway  midway/scenario
42.0, 42.12, 42.22, 42.24, 42.26, 42.32, 42.35, 42.44, 42.66  Midway, the advanced game  midway_advanced/scenario
42.23, 42.33, 42.34, 42.51, 42.52  Deployment for Midway  midway/deployment
42.26, 42.34, 42.35, 25.2  Cached values for advanced Midway  midway_advanced/derived
42.35, 43.33, 2.51, 25.2  Australia  australia
42.43, 42.63  The objectives of advanced Midway  midway_advanced/objectives
42.44, 43.43, 46.31, 46.35, 46.36  Shortening the war  shortening
42.61, 42.64, 42.66, 2.51  Deployment for advanced Midway  midway_advanced/deployment
42.63, 42.64, 42.65, 42.92, 23.1  The cards of advanced Midway  midway_advanced/cards
42.63, 42.65, 40.42, 23.3  Hidden information in advanced Midway  midway_advanced/secrets
42.74, 14.1, 25.2, 25.3, 28.2  Supply from ports in Midway  midway/port_supply
42.91, 42.92, 42.93, 42.95, 42.96  Free Deployment for advanced Midway  midway_advanced/free_deployment
43.0, 43.61, 43.62, 43.64  Guadalcanal  guadalcanal/scenario
43.0, 43.42, 43.43  The cases of Guadalcanal  guadalcanal/cases
43.12, 43.61  The map of Guadalcanal  guadalcanal/limits
43.51, 43.53, 2.51  Deployment for Guadalcanal  guadalcanal/deployment
43.64, 43.66, 43.67, 43.68, 43.69, 39.91  Edges of the map in Guadalcanal  guadalcanal/edges
43.71, 43.72, 43.73, 43.74, 43.75  Reinforcements for Guadalcanal  guadalcanal/arrivals
43.9  Cached values for Guadalcanal  guadalcanal/derived
43.9  The commands of the South Pacific  guadalcanal/command
44.0, 44.36, 44.61  Burma  burma/scenario
44.0, 44.42, 44.43, 44.65  The cases of Burma  burma/cases
44.0, 44.5, 4.1  The Game-Turn of Burma  burma/turn
44.21, 44.34, 44.65, 44.84  Cached values for Burma  burma/derived
44.21, 44.34, 44.36, 44.5, 44.84, 2.51, 40.41  Deployment for Burma  burma/deployment
44.71, 44.72  Reinforcements in Burma  burma/arrivals
45.0, 45.51, 45.53  Leyte  leyte/scenario
45.13, 45.23, 45.25, 45.42, 45.64  Cached values for Leyte  leyte/derived
45.13, 45.61  The map of Leyte  leyte/limits
45.21, 45.22, 45.23, 45.25, 45.33, 45.34, 45.51, 45.52, 45.53, 45.64  Deployment for Leyte  leyte/deployment
45.25, 45.34, 45.64  Air points before Leyte  leyte/air_points
45.42, 45.52, 45.62, 45.63, 45.65, 45.71  The cases of Leyte  leyte/cases
45.52, 40.42, 39.41  Hidden information at Leyte  leyte/secrets
45.63  Kamikazes may begin  leyte/kamikaze_call
45.71, 45.72, 45.73, 45.74, 45.75  Reinforcements at Leyte  leyte/arrivals
45.81, 45.82  Free Deployment for Leyte  leyte/free_deployment
"""
