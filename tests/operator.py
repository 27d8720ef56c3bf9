"""Run `manage.py` commands in one process: starting one for each costs a second.

It reads the arguments of one command per line, as JSON, and replies with a line.
"""

from __future__ import annotations

import json
import signal
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from django.core.management import execute_from_command_line


def main() -> None:
    # Ctrl-C is for the process that started this one and ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        said, faults, status = StringIO(), StringIO(), 0
        with redirect_stdout(said), redirect_stderr(faults):
            try:
                execute_from_command_line(["manage.py", *json.loads(line)])
            except SystemExit as exit:
                status = int(exit.code or 0)
            except Exception:
                traceback.print_exc()
                status = 1
        sys.stdout.write(json.dumps([status, said.getvalue(), faults.getvalue()]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
