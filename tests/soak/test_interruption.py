"""Ctrl-C while servers run: they live on until the command has told what it knows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests import manage

SERVER = "print('serving', flush=True); input(); print('still serving', flush=True)"

COMMAND = f"""
import subprocess, sys, time
from tests.interruption import interruption
with interruption() as interrupted:
    server = subprocess.Popen([sys.executable, "-c", {SERVER!r}], stdin=subprocess.PIPE)
    assert interrupted.wait(60)
    server.communicate(b"question\\n")
try:
    with interruption() as interrupted:
        print("again", flush=True)
        assert interrupted.wait(60)
        print("noted", flush=True)
        while True:
            time.sleep(0.1)
except KeyboardInterrupt:
    print("ended", flush=True)
"""


def test_the_first_ends_the_work_and_the_second_the_command() -> None:
    command = subprocess.Popen(
        [sys.executable, "-c", COMMAND],
        cwd=manage.REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert command.stdout is not None
    for said in ("serving", "still serving", "again", "noted"):
        while (line := command.stdout.readline().strip()) != said:
            assert line
        if said in ("serving", "again", "noted"):
            # As a terminal does: to the command and to all that it has started.
            os.killpg(command.pid, signal.SIGINT)
    assert command.communicate(timeout=60)[0] == "ended\n"
