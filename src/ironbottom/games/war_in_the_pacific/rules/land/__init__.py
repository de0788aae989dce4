"""Ground units, movement and combat: the modules in the order of the rulebook.

21.4  Components  components
22.1, 22.2, 22.3, 22.5, 22.6, 22.7, 25.3  Movement of ground units  ground_movement
22.4, 24.1, 24.8, 27.1, 27.4  The Ground Phase  ground_phase
24.1, 24.2, 24.4, 24.5, 24.9, 16.4  Ground battles  ground_battle
24.1, 24.3, 24.5, 24.6, 24.8, 21.2  Attacks carried out  attack_resolution
24.2, 24.3, 24.4  Combat results  combat_results
25.8, 21.2  Attrition on land  ground_attrition
29.2, 29.3, 29.4, 29.8  Chinese armies  chinese_armies
"""
