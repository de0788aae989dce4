"""What tournaments play otherwise: Normal Turn One, Open Turn 2, and the ways out of Pearl Harbor."""
