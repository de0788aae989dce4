"""Task Forces, movement and combat at sea: the modules in the order of the rulebook.

4.12, 4.3, 10.1, 10.4  Plots  plots
9.1, 9.2  Task Forces  task_forces
9.4  Dummy Task Forces  dummy_forces
10.2, 10.3, 10.31, 10.5, 10.7  Movement of Task Forces  sailing
10.4, 10.41, 39.8  Reaction  reaction
10.5, 10.6  Refuelling  refuelling
11.1, 11.2  Surface contact  surface_contact
11.1, 4.2, 11.21, 11.3, 11.6  Surface combat  surface_combat
11.3, 11.4  Assignment of fire  fire_control
11.3, 11.4, 11.5  Gunnery  gunnery
11.5, 12.1, 12.2, 12.3, 12.4, 18.1, 18.2, 18.32  Damage and repair  damage
11.5, 12.5, 12.6, 12.7  Losses of ships  ship_losses
37.1, 37.2  Off the map  off_map
38.1, 38.2, 38.3  Cripples  cripples
38.5, 12.2, 47.24  Reorganised shipping  reorganisation
"""
