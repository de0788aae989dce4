"""Makes ``python -m ironbottom`` run the command ``ironbottom``."""

from ironbottom.cli.main import main

if __name__ == "__main__":
    main()
