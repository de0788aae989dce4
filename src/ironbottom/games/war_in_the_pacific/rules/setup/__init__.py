"""How a scenario begins: the modules in the order of the rulebook.

2.51, 19.1  Carrier Air Points before play  carrier_air_points
2.51, 5.12  Units and air points placed freely  free_placing
5.12, 25.4, 40.41  Changes before play  before_play
"""
