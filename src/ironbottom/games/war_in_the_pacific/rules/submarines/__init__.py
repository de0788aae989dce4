"""Submarines: the modules in the order of the rulebook.

13.1, 13.3  Subrons  subrons
13.1, 13.2, 13.3, 13.5, 13.9  The Submarine Phase  submarine_phase
13.3, 37.1  Subrons off the map  subs_off_map
13.6, 13.8  Attacks of submarines on links  attacks_on_links
13.7, 13.8, 13.91, 13.5  Attacks of submarines  submarine_attacks
13.9, 13.3, 16.7  Missions of submarines  submarine_missions
"""
