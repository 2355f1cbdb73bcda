"""The command line that the package carries: python -m suffice fit houses.csv --target price."""

from __future__ import annotations

import os
import subprocess
import sys

from ._binary import binary


def main() -> int:
    """Become the program, or where that cannot be, run it."""
    try:
        program = binary()
    except FileNotFoundError as error:
        print(f"suffice: {error}", file=sys.stderr)
        return 1
    if sys.platform != "win32":
        os.execv(program, [program, *sys.argv[1:]])
    return subprocess.run([program, *sys.argv[1:]], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
