"""The rules of War in the Pacific, in the order of the rulebook.

4.2  First Player  first_player
6.11  Availability  availability
7.1, 7.11, 7.12, 7.2, 7.3, 7.31, 7.5  Air combat  air_combat
8.2, 8.3, 8.31, 8.6  Search and weather  search
10.5, 10.7  Fuel  fuel
11.5, 12.1, 12.2, 12.3, 12.4  Damage  damage
13.5  Available Sub Points  submarines
18.1, 18.2  Repair  repair
20.11, 20.12, 20.13  Air against ships  air_strikes
24.2, 24.3, 24.4  Ground combat  ground_combat
47.1, 47.23, 47.26  Victory Points  victory
"""
