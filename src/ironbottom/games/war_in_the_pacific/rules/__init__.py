"""The rules of War in the Pacific, by chapters in the order of the rulebook.

2.51  Deployment before play  setup
4.1  The Game-Turn  turn
4.1, 4.12, 4.2, 4.4, 9.4, 47.3  Sequence of play  sequence
5.1  Air  air
5.2, 5.7, 31.1  Flights and their losses  air_units
8.1  Search  search
9.1  Naval  naval
13.1  Submarines  submarines
14.1  Ports and landings  shore
15.1  Merchant shipping  merchant
18.1  Bases  bases
21.1  Land  land
23.1  Intelligence  intelligence
25.1  Supply  supply
"""
