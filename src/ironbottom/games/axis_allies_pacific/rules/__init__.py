"""The rules, each module with the clauses that it implements, in the order of the rulebook.

3.4, 5.0              Phase 1: purchase, the convoy pool, free Chinese infantry   purchase
4.1, 4.2              The sequence of play: nine phases a turn                    sequence
4.2                   The verbs that end a run of choices                         closing_verbs
6.1, 10.5.5           Phase 2: fighters on patrol land                            patrols
7.1.1, 7.1.2          Units are picked up and move                                moving
7.1.1, 7.4.2          Where units that were picked up may go                      destinations
7.1.1, 7.4.1          Phase 3: combat movement and flights                        combat_moves
7.1.4, 10.2           Where units may go                                          movement_ranges
7.1.4, 7.3.3, 10.2    Which clause bars them from a place                         movement_restrictions
7.7, 7.8              Transports and destroyers that carry infantry               transports
7.7.5                 Loading and unloading after combat                          cargo_after_combat
7.7.6, 8.1.3          Landings of ships that are lost                             cancelled_landings
7.7.7                 Ground units on an ally's transports                       allied_ships
8.1.1, 8.9.2          Phase 4: the order of battles                               combat
8.1.2, 8.8            What all battles share; retreats                            battle
8.1.3, 8.10.1         Losses                                                      losses
8.1.3, 8.5.3          Standing orders                                             orders
8.2.1, 8.3.1, 8.9.1   Land battles and amphibious assaults                        land_battle
8.3.2                 Fire at aircraft that fly over AA guns                      overflight
8.4, 8.5, 8.7         Sea battles                                                 sea_battle
8.7.2, 9.5.4          Fighters without a deck; convoys that change hands          after_battle
8.11                  Strategic bombing raids                                     raid
8.12                  Kamikaze attacks                                            kamikaze
9.1, 9.2, 9.6.1       Phase 5: control and captured capitals                      control
9.4, 13.1             Production, and phase 9: income                             income
10.1, 10.5            Phase 6: non-combat movement                                noncombat_moves
11.1, 11.2            Phase 7: placement                                          placement
16.2                  Bids for Japan, or of units for the Allies                  bids
16.2                  Units bought with a bid are placed                          reinforcing
"""
