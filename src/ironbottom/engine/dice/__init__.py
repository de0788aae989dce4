"""Where dice come from: seeded, scripted, and sealed so that everybody can check them."""
