"""Values derived from a state, cached: the modules in the order of the rulebook. They import no rules.

7.1.1, 7.6.1         The kinds of units in each place, and those that can go  stacks
7.1.4, 9.5.1         Zones closed to ships, and zones with a convoy           sea_zones
7.2.1, 7.3.1, 7.4.1  How far units move                                       reach
7.4.1, 8.3.2, 10.1   Where aircraft fly, land and patrol                      flights
7.4.2, 7.6.1         Where aircraft may land, and carriers                    decks
7.7.1, 7.7.7         What ships can load and land                             cargo
"""
