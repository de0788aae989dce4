"""Sources of dice: seeded, scripted, and sealed so that everybody can check them."""
