"""Tournament variants: Normal Turn One, Open Turn 2, and the ways out of Pearl Harbor."""
