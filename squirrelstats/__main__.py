"""``python -m squirrelstats`` is the command line."""

import sys

from squirrelstats.cli import main

if __name__ == "__main__":
    sys.exit(main())
