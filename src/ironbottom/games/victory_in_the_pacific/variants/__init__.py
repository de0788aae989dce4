"""What tournaments play otherwise: Normal Turn One, Open Turn 2, the ways out of Pearl Harbor, and where they enter."""
