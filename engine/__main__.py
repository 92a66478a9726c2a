"""The two commands of section 12: `python -m engine replay` and `simulate`."""

import sys

from engine.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
