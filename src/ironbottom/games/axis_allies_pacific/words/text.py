"""A stand-in until the sentences are written below."""


def tell(event):
    return str(event)


def name(action):
    return " ".join(action)
