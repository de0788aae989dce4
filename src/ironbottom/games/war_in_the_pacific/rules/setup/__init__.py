"""How a scenario begins: the modules in the order of the rulebook.

2.51, 18.3, 40.41, 40.43, 42.21  Set-up  set_up
2.51, 5.4, 44.34, 44.36, 45.64  Default deployment  default_deployment
2.51, 19.1  Carrier Air Points before play  carrier_air_points
5.12, 25.4, 40.41  Changes before play  before_play
5.3, 5.4, 27.3, 45.64  Air capacity at the start  initial_air_capacity
"""
