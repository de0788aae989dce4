"""The rules, each module with the clauses that it implements, in the order of the rulebook.

5.0, 6.0    Sequence of play, and who has the initiative               sequence
7.0 to 7.2  Event phase                                                event_phase
8.0         Task force phase                                           task_forces
9.0         Operations phase: one task force, one operation, in turns  operations
9.3, 9.6    Landing, and that of the Tokyo Express                     landing
10.2, 10.7  Fire, and assigning hits                               hits
10.3        Surface combat                                             surface_combat
10.4        Naval bombardment of Henderson Field                       bombardment
10.5        Carrier combat                                             carrier_combat
10.6        Air strikes                                                air_strikes
10.8        Return to base after a round of combat                     returns
11.0        Return phase                                               return_phase
"""
