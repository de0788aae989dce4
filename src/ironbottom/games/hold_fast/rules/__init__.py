"""The rules, each module with the clauses that it implements, in the order of the rulebook.

2.0.2                 Fog of war: how far others can follow a block              fog
4.1                   Sequence of play: nine steps a turn, eight turns            sequence
4.1.4, 7.0.5          Land based air goes to sea areas, or raids ports (14.0.2)   air
5.0                   Repairs with resource points                                repairs
6.0                   Reinforcements, and lost units that return                  reinforcements
7.0                   Movement of ships, then of submarines                       movement
7.0.1, 4.1.4          The verbs that end a run of choices                         closing_verbs
8.0, 8.2              Combat: the areas in Japan's order, the rounds of a battle  combat
8.1 to 8.6            Fire at sea: targets, dice, losses                          fire
8.1.6, 8.9.6, 10.0.4  Return of ships disabled, withdrawn or driven out           return_to_nearest_port
8.8                   Land combat: who lands, who defends                         land_combat
8.8.2 to 8.8.5        The fight for one base                                      land_fight
8.9                   Pursuit of ships that withdraw                              pursuit
9.0 to 11.0           Control, and victory points                                 control
12.0                  The end of a turn                                           end_of_turn
14.0.1                Task forces (an option)                                     task_forces
"""
