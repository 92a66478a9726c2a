"""What Dockerfile and docker-compose.yml say, as data."""

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parents[2]
COMPOSE, DOCKERFILE = ROOT / "docker-compose.yml", ROOT / "Dockerfile"


class Step(NamedTuple):
    """One instruction of a stage; `words` of an exec form, or of what is said in a shell's way."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        return json.loads(self.text) if self.text.startswith("[") else shlex.split(self.text)


def stages() -> list[list[Step]]:
    """The instructions of each stage, in order; the first of each says from what."""
    lines = [line for line in DOCKERFILE.read_text().splitlines() if not line.startswith("#")]
    found: list[list[Step]] = []
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            if name == "FROM":
                found.append([])
            found[-1].append(Step(name, rest.strip()))
    return found


def settings_of(stage: list[Step]) -> dict[str, str]:
    """What its ENV instructions set."""
    words = [word for step in stage if step.name == "ENV" for word in step.words]
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def last_of(stage: list[Step], name: str) -> Step:
    """The instruction of this name that counts."""
    return [step for step in stage if step.name == name][-1]


def house(variables: Mapping[str, str]) -> dict[str, Any]:
    """The services of docker-compose.yml, with these variables. Raises `KeyError` for another."""

    def value(found: re.Match[str]) -> str:
        return variables[found[1]]

    text = re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", value, COMPOSE.read_text())
    services: dict[str, Any] = yaml.safe_load(text)["services"]
    return services
