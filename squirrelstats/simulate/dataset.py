"""Reading a dataset folder: what it says about itself, and whether it is sound.

Nothing here changes a folder. `squirrelstats.simulate.store` says how it is laid out and writes it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from squirrelstats.errors import DatasetError, PolicyError, UsageError
from squirrelstats.games._dealing import Dealing
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.player import Player
from squirrelstats.policies.policy import Param, Policy
from squirrelstats.policies.registry import get, is_known
from squirrelstats.simulate.identity import difference, digest_of
from squirrelstats.simulate.plan import Plan, make_plan

FORMAT = "squirrelstats dataset"
SCHEMA_VERSION = 2
PLAN_FILE = "plan.json"
LOCK_FILE = ".lock"


def check_folder(folder: Path, plan: Plan) -> None:
    """Refuse a folder that is not empty and not a dataset of this plan."""
    if folder.exists() and not folder.is_dir():
        raise DatasetError(f"{str(folder)!r} is a file; a dataset is a folder")
    if not folder.exists() or all(_is_ours(file.name) for file in folder.iterdir()):
        return
    about = read_description(folder)
    if about["digest"] != plan.digest:
        differs = difference(about["plan"], plan.description)
        raise DatasetError(
            f"{str(folder)!r} holds results of another plan: {differs}; "
            "use another folder, or the plan that made it (sq.load shows it)"
        )
    if not plan.can_be_extended:
        raise DatasetError(
            f"{str(folder)!r} cannot be added to: a policy of the line-up runs as plain Python, so "
            'nothing proves that it is still the same; state @sq.policy(…, version="1") before the '
            "first run, or use another folder"
        )


def _is_ours(name: str) -> bool:
    """Whether a run that was killed at once may have left this in an otherwise empty folder."""
    return name == LOCK_FILE or (name.startswith(f".{PLAN_FILE}.") and name.endswith(".tmp"))


def read_description(folder: Path) -> dict[str, Any]:
    """What ``plan.json`` says, or a clear error."""
    file = folder / PLAN_FILE
    try:
        about: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if about["format"] != FORMAT:
            raise KeyError("format")
        version = int(about["schema_version"])
    except FileNotFoundError:
        raise DatasetError(
            f"{str(folder)!r} is not a squirrelstats dataset (it has no {PLAN_FILE}); nothing was "
            "changed in it. Use an empty or a new folder"
        ) from None
    except OSError as error:
        raise DatasetError(f"cannot read {str(file)!r}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged_plan(file) from error
    if version != SCHEMA_VERSION:
        raise DatasetError(
            f"{str(folder)!r} was written with schema version {version}, this package reads "
            f"{SCHEMA_VERSION}; read its Parquet files with pandas, or run the plan again"
        )
    if "plan" not in about or about.get("digest") != digest_of(about["plan"]):
        raise _damaged_plan(file)
    return about


def _damaged_plan(file: Path) -> DatasetError:
    return DatasetError(
        f"{str(file)!r} is damaged or of another program; nothing was changed. The shards beside "
        "it can still be read with pandas and hold the same text in their metadata"
    )


# --- the plan of a dataset ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class AbsentPolicy(Policy):
    """Stands for a policy of a dataset that this session lacks: results can be read, not made.

    Attributes
    ----------
    label_there : str
        Its label in the dataset.
    described : mapping of str to Any
        Its identity there.
    """

    label_there: str = ""
    described: Mapping[str, Any] | None = None

    @property
    def label(self) -> str:
        """The label that it has in the dataset."""
        return self.label_there

    @property
    def entry(self) -> Any:
        """Nothing that could be played."""
        raise DatasetError(
            f"policy {self.label!r} of the dataset is not defined in this session, or not with "
            "these parameters. Tables and summaries can be read all the same; to replay or add "
            "rounds, define it before sq.load, or pass it: "
            f"sq.load(folder, policies={{{self.label!r}: policy}})"
        )

    def identity(self) -> dict[str, Any]:
        """The identity that it has in the dataset."""
        return dict(self.described or {})


def _absent() -> int:
    """Stand where the code of an absent policy would be; its `entry` refuses first."""
    raise DatasetError("this policy is not defined in this session")


def stored_plan(
    folder: Path, about: Mapping[str, Any], policies: Mapping[str, str | Policy]
) -> Plan:
    """The plan of a dataset, with its labels; policies nobody knows are `AbsentPolicy`.

    Parameters
    ----------
    folder : Path
    about : mapping
        What `read_description` gave.
    policies : mapping of str to Policy
        By name or by label; then those of the session count.

    Raises
    ------
    DatasetError
        The game or the rules are unknown.
    """
    described = about["plan"]
    try:
        game = get_game(described["game"])
        labels = tuple(map(str, about["labels"]))
        lineup = [
            Player(_find_policy(game, member, label.partition(" [")[0], policies), traits)
            for member, label, traits in zip(
                described["lineup"], labels, described["traits"], strict=True
            )
        ]
        plan = make_plan(
            game,
            lineup,
            rules=game.rules_class(**described["rules"]),
            seed=described["seed"],
            rotate=described["rotate"],
            columns=described["columns"],
            unit=described["unit"],
        )
        plan = dataclasses.replace(plan, dealing=Dealing.described(described["dealing"]))
    except (UsageError, KeyError, TypeError, ValueError) as error:
        raise DatasetError(
            f"the dataset {str(folder)!r} cannot be understood by this session: {error}. Its "
            "Parquet files can be read with pandas as they are"
        ) from error
    vars(plan)["labels"] = labels  # what the tables hold, whatever the policies are called today
    return plan


def _find_policy(
    game: Game, member: Mapping[str, Any], label: str, policies: Mapping[str, str | Policy]
) -> Policy:
    """The same policy, or else the one of that name, or else a stand-in."""
    name = member["name"]
    numbered = " #" in label  # another policy of the line-up has that name, too
    given = [policies[key] for key in (label, name) if key in policies]
    session = [name] if is_known(game, name) else []
    named: list[Policy] = []
    for candidate in [*given, *policies.values(), *session]:
        try:
            found = get(game, candidate, **member["params"])
            if found.identity() == member:
                return found
        except (UsageError, PolicyError):  # without such a parameter, of another game, not playable
            continue
        if candidate in given or found.name == name:
            named.append(found)
    if named and (label in policies or not numbered):
        return named[0]
    values = dict(member["params"])
    return AbsentPolicy(
        game=game.name,
        name=name,
        function=_absent,
        declared={key: Param(value, value, value) for key, value in values.items()},
        values=values,
        memory=member["memory"],
        native=False,
        version=member["version"],
        label_there=label,
        described=dict(member),
    )
