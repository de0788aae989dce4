"""The conformance kit: what each game must guarantee, and Skirmish, the small game that tests the engine."""
