"""Hold Fast in words."""
def tell(event): return " ".join(str(v) for v in event.values())
def name(action): return " ".join(action)
