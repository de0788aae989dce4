"""Ports, cargo, landings and bombardment: the modules in the order of the rulebook.

14.1, 14.3, 16.1, 16.3, 16.5, 16.6, 27.3  Cargo  cargo
14.4, 14.8, 22.7, 25.7, 28.3  Captured hexes  capture
16.1, 16.2, 16.3, 17.1  Actions at the shore  shore_actions
16.2, 40.42  Plans of assault  assault_plans
16.3, 16.4, 16.5, 16.7, 17.1, 38.7  Landings  landings
17.1, 17.2, 31.1, 38.7  Bombardment  bombardment
"""
