"""Flights and their losses, used in the air, naval and shore phases: the modules in the order of the rulebook.

5.2, 6.1, 6.6, 5.9  Flights  flights
5.7, 12.5, 19.2  Return to base  return_to_base
31.1, 31.2  Parked aircraft  parked_aircraft
"""
