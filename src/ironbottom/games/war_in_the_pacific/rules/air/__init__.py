"""Air units, their bases, Roles and Strikes: the modules in the order of the rulebook.

4.11, 4.31, 6.2, 6.3, 6.5, 7.7, 31.1  Declaration of patrols and Strikes  strike_declaration
4.11, 6.7, 8.4  Strikes, wave by wave  strikes
4.11, 6.11, 8.6  The Air Phase  air_phase
4.11, 6.8, 6.9  Air Transport Segment  transport_segment
5.11, 7.1, 7.11, 7.12, 7.2, 7.3, 7.31, 7.5  Air combat  air_combat
5.5, 5.6, 19.3, 37.4  Air Transfer  air_transfer
5.9, 47.1  Attrition in the air  air_attrition
6.11  Availability  availability
6.12, 7.1, 7.2, 7.5, 39.2  Interception of a wave  interception
6.2  Combat Air Patrols  combat_air_patrols
6.4, 31.1, 31.4  Bombardment and strafing from the air  air_bombardment
6.6, 6.20, 6.61  Special Strikes  special_strikes
6.8  Air Transport  air_transport
6.9, 16.2, 40.42  Air Assault  air_assault
7.1, 7.5, 7.7, 39.1  Waves  waves
15.5  Strikes on links  strikes_on_links
20.1, 20.11, 20.12, 20.17  Naval Strikes  naval_strike
20.11, 20.12, 20.13  Tables of Naval Strikes  naval_strike_tables
37.5  Reinforcements in the air  air_reinforcements
39.41, 39.43, 39.45  Kamikazes  kamikazes
"""
