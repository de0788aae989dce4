"""The rules, each module with the clauses that it implements, in the order of the rulebook.

4.1, 18.1, 20.2            The hooks of the rules as printed                       hooks
4.2, 4.3                   Set-up, and the force that raids Pearl Harbor           set_up
4.4, 5.1                   Reinforcements, units that return, British withdrawals  arrivals
4.41, 11.23, 13.43, 17.12  Ways out of Pearl Harbor, and San Diego (options)       variants/west_coast
5.0                        Sequence of play                                        sequence
5.2, 5.22                  The verbs that end a run of choices                     closing_verbs
5.3                        Combat: Japan names the sea areas one by one            combat
5.3, 7.3, 8.2, 20.2, 22.4  The events of combat                                    combat_log
5.5                        Whether any unit in an area can still hurt an enemy     deadlock
5.7, 2.5, 15.1             The end of a turn: flags and points                     end_of_turn
6.0, 5.21, 5.24            Movement of patrols and raiders                         movement
6.2 to 6.4, 17.1           How far units move, and the speed roll                  reach
7.1, 7.9                   Combat in one sea area, until one side is left          battle
7.13, 5.33 to 5.36         One round of combat                                     rounds
7.3                        Day or night                                            day_night
7.4 to 7.7                 One action: both sides aim and fire, then the effects   action
7.42 to 7.5                Fire: who may aim at whom, and the dice of a shot       fire
7.7, 7.533, 9.4            Effects of damage, and sinking                          effects
7.91, 16.2                 Submarines                                              submarines
7.92, 8.1, 8.2             Stay or retreat, and in which groups                    retreat
8.2 to 8.5, 9.1            Retreat: groups, their pursuers, raids meanwhile        retreat_resolution
8.3, 9.1                   Who pursues whom, and who raids                         pursuit
9.1 to 9.3                 Air raids on ports and bases                            raids
10.0, 17.2                 Return to port                                          return_to_port
11.0, 5.21                 Repairs, and the marking of raiders                     repairs
12.1, 5.22, 5.25           Placing of air units and submarines                     air_units
13.3 to 13.6               Landings and invasions                                  invasion
14.0                       Capture of ports and bases                              capture
18.0                       The first turn: Pearl Harbor, Indonesia                 first_turn
18.1                       Open Turn 2 (a scenario of tournaments)                 variants/open_turn_2
18.1                       The events of its set-up                                variants/open_log
18.1, 20.1                 Which variants and optional rules are in force          variants/in_force
18.1                       Fleets of published scenarios                           variants/published
18.2, 9.41, 11.1           Who may leave port                                      first_moves
18.21, 18.31 to 18.34      Options of the first turn: Menzel, the I-Boat           variants/turn_one
19.2                       Kamikazes (an option)                                   kamikaze
20.2 to 20.4               Task forces: sighting before the attack (an option)     sighting
22.2 to 22.4               Island combat (an option)                               island_combat
23.3                       Airstrike losses (an option)                            air_battle
23.5                       Airstrikes are rebuilt (an option)                      rebuilding
24.1 to 24.41              Normal Turn One (an option)                             variants/normal_turn_one
24.7                       Normal Turn One: targets named beforehand               variants/designation
24.8, 24.9                 Normal Turn One: off Hawaii, and Indonesia              variants/normal_areas
"""
