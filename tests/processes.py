"""Fresh Python processes: none outlives its test, and one that hangs says where it stands."""

import signal
import subprocess
import sys

#: Seconds after which a process counts as hung; what takes one second here may take many elsewhere.
LIMIT = 150


def start(*arguments, **options):
    """A fresh Python, its output in pipes; errors and warnings are not overlooked."""
    command = [sys.executable, "-X", "faulthandler", "-W", "error", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, **options)


def finish(process, limit=LIMIT):
    """Its output and errors when it has ended; if it does not, fails with what its threads do."""
    with process:
        try:
            return process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)
            raise AssertionError(f"hangs: {process.communicate()}") from None
        finally:
            process.kill()


def run(*arguments, status=0, **options):
    """What a fresh Python prints."""
    process = start(*arguments, **options)
    printed, errors = finish(process)
    assert process.returncode == status, errors
    return printed
