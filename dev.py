#!/usr/bin/env python3
"""Set squirrelstats up in .venv and run it; needs nothing but Python 3.11 or newer.

python3 dev.py demo [options]      play 200,000 deals, write data/first_run and a chart
python3 dev.py test [pytest args]  lint, type-check and test everything
python3 dev.py lab [options]       open the notebooks in JupyterLab
python3 dev.py notebooks [names]   run the notebooks at full size and keep what they show
python3 dev.py reports             make the example reports again

Options after ``demo`` go to ``squirrelstats simulate`` and replace those of the demo, those after
``lab`` to ``jupyter lab``: ``--no-browser``, or ``--allow-root`` in a container.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "squirrelstats-install.json"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXE = ".exe" if os.name == "nt" else ""
PYTHON = str(BIN / f"python{EXE}")

DEMO = {
    "--lineup": "choosy,baseline,baseline,random",
    "--rounds": "200000",
    "--rotate": "cyclic",
    "--seed": "7",
    "--out": "data/first_run",
    "--chart": "reports/first_run.png",
}
EXAMPLES = {
    "example_squarrels": ("squarrels",),
    "example_squirrels": ("squirrels",),
    "example_squirrel_away": ("squirrel_away",),
    "example_side_by_side": (
        "squirrels",
        *("--rules", "official"),
        *("--rules", "data/variants/squirrels/draw_pile.toml"),
        *("--rules", "data/variants/squirrels/three_clear.toml"),
    ),
}
CHECKS = ("ruff check .", "ruff format --check .", "mypy", "lint-imports")


def fail(message: str, code: int = 1) -> NoReturn:
    """Say what went wrong on stderr and leave."""
    print(f"dev.py: {message}", file=sys.stderr, flush=True)
    sys.exit(code)


def run(*command: str) -> int:
    """Show a command, run it at the top of the repository and return its exit code."""
    print("$", shlex.join(command), flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def tool(name: str, *args: str) -> int:
    """Run a program installed in .venv."""
    return run(str(BIN / f"{name}{EXE}"), *args)


def read_stamp() -> dict[str, Any]:
    """What the last complete installation was made from; empty if there was none."""
    try:
        return dict(json.loads(STAMP.read_text("utf-8")))
    except (OSError, ValueError):
        return {}


def install_with_uv(uv: str, what: list[str]) -> bool:
    """Make .venv and install with uv."""
    made = Path(PYTHON).exists() or run(uv, "venv", "--python", sys.executable, str(VENV)) == 0
    # compiled now, as pip does: numba's sources take seconds at every start otherwise
    install = (uv, "pip", "install", "--compile-bytecode", "--python", PYTHON)
    return made and run(*install, *what) == 0


def install_with_pip(what: list[str]) -> bool:
    """Make .venv and install with the venv module and pip."""
    probe = [PYTHON, "-c", "import pip"]
    if not Path(PYTHON).exists() or subprocess.run(probe, stderr=subprocess.DEVNULL).returncode:
        if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
            fail(
                "this Python cannot make a virtual environment: venv or ensurepip is missing.\n"
                "Install it (Debian, Ubuntu: sudo apt install python3-venv), or install uv, "
                "which needs neither, and run this again."
            )
        if run(sys.executable, "-m", "venv", str(VENV)):
            return False
    return run(PYTHON, "-m", "pip", "install", "--disable-pip-version-check", *what) == 0


def set_up(*extras: str) -> None:
    """Bring .venv up to date with pyproject.toml and constraints.txt, if it is not."""
    inputs = b"".join((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    wanted = {"root": str(ROOT), "digest": hashlib.sha256(inputs).hexdigest()}
    found = read_stamp()
    have = set(found.pop("extras", ()))
    if found == wanted and have.issuperset(extras) and Path(PYTHON).exists():
        return
    if found.get("root", str(ROOT)) != str(ROOT):  # a moved environment does not work
        shutil.rmtree(VENV)
        have.clear()
    STAMP.unlink(missing_ok=True)
    names = sorted(have.union(extras))
    what = ["-c", "constraints.txt", "-e", f".[{','.join(names)}]" if names else "."]
    uv = shutil.which("uv")
    done = install_with_uv(uv, what) if uv else False
    if not done and not install_with_pip(what):
        fail("the installation failed; the message above says why.")
    STAMP.write_text(json.dumps({**wanted, "extras": names}), "utf-8")


def demo(args: list[str]) -> int:
    """Play a first line-up and draw its chart."""
    set_up()
    given = {arg.partition("=")[0] for arg in args}
    options = [word for pair in DEMO.items() if pair[0] not in given for word in pair]
    return tool("squirrelstats", "simulate", "squarrels", *options, *args)


def test(args: list[str]) -> int:
    """Run every check in order and stop at the first that fails; pytest comes last."""
    set_up("dev", "notebooks")
    for check in CHECKS:
        code = tool(*check.split())
        if code:
            fail(f"this step failed: {check}", code)
    targets = [name for name in ("tests", "notebooks") if (ROOT / name).is_dir()]
    if any((ROOT / arg.partition("::")[0]).exists() for arg in args):  # the caller chose some
        targets = []
    os.environ["SQUIRRELSTATS_NOTEBOOKS"] = "small"
    parallel = ("-n", "2", "--dist", "loadfile", "--nbmake", "--nbmake-timeout=600")
    return tool("pytest", *parallel, *targets, *args)


def lab(args: list[str]) -> int:
    """Open the notebooks."""
    set_up("data", "metagame", "notebooks")
    return tool("jupyter", "lab", "notebooks", *args)


def notebooks(args: list[str]) -> int:
    """Run notebooks, all or the named ones, at full size in place."""
    set_up("dev", "notebooks")
    known = sorted((ROOT / "notebooks").glob("*.ipynb"))
    chosen = [path for path in known if not args or any(arg in path.name for arg in args)]
    if not chosen:
        fail(f"no notebook is called {args[0]!r}; there are {', '.join(p.name for p in known)}")
    names = [str(path.relative_to(ROOT)) for path in chosen]
    quiet = "--ExecutePreprocessor.record_timing=False"  # same outputs, same file
    return tool("jupyter", "nbconvert", "--to=notebook", "--execute", "--inplace", quiet, *names)


def reports(args: list[str]) -> int:
    """Make the example reports again; the same versions give the same bytes."""
    set_up("dev", "notebooks")
    for name, what in EXAMPLES.items():
        code = tool("squirrelstats", "report", *what, *args, "-o", f"reports/{name}.html")
        if code:
            fail(f"this report could not be made: {name}", code)
    return 0


def main(argv: list[str]) -> int:
    """Run the named job."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file also greets older versions
        fail(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    jobs = {"demo": demo, "test": test, "lab": lab, "notebooks": notebooks, "reports": reports}
    if not argv or argv[0] not in jobs:
        print(__doc__)
        return 0 if argv and argv[0] in ("-h", "--help") else 2
    return jobs[argv[0]](argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
