"""`python -m engine replay` and `simulate` (section 12), and `verify` (docs/fairness.md)."""

import sys

from engine.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
