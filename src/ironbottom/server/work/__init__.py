"""Child processes for work that takes long: computer players, imports, verification, odds."""
