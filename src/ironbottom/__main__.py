"""Lets ``python -m ironbottom`` do what the command ``ironbottom`` does."""

from ironbottom.cli.main import main

if __name__ == "__main__":
    main()
