"""The texts of *War in the Pacific*: events, choices, counters."""
