"""What an operator is handed: linted, pinned, not root; and true in every name that it says."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.settings import Settings
from tests.deploy.plan import COMPOSE, DOCKERFILE, ROOT, house, last_of, settings_of, stages

TOOLS = Path(sys.executable).parent
HOUSE = house({"DOMAIN": "cards.example.org", "POSTGRES_PASSWORD": "any"})
IMAGE = stages()[-1]


@pytest.mark.parametrize(
    "command",
    [
        ["hadolint", DOCKERFILE],
        ["compose-lint", COMPOSE],
        ["caddy", "fmt", "--diff", ROOT / "deploy/Caddyfile"],
    ],
    ids=["hadolint", "compose-lint", "caddy fmt"],
)
def test_linters_find_nothing(command: list[str | Path]) -> None:
    done = subprocess.run(
        [TOOLS / command[0], *command[1:]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_image_is_of_one_version() -> None:
    pulled = [step.text.split()[0] for stage in stages() for step in stage if step.name == "FROM"]
    pulled += [service["image"] for service in HOUSE.values() if "build" not in service]
    assert len(pulled) >= 5
    for image in pulled:
        assert re.fullmatch(r"[a-z/]+:\d+\.\d+[\w.-]*", image), image


def test_the_image_does_not_run_as_root_and_says_whether_it_is_well() -> None:
    assert int(last_of(IMAGE, "USER").text) > 0
    assert last_of(IMAGE, "HEALTHCHECK").text.split("CMD ")[1]
    names = [step.name for step in IMAGE]
    assert names.index("USER") < names.index("ENTRYPOINT")


def test_the_image_is_built_by_the_uv_that_wrote_the_lock() -> None:
    said = re.findall(r"^UV_VERSION=(.*)", (ROOT / "dev").read_text(), re.MULTILINE)
    assert re.findall(r"uv==(\S+)", DOCKERFILE.read_text()) == said


def test_what_is_copied_is_there_and_nothing_is_forgotten() -> None:
    copied = [name for step in stages()[0] if step.name == "COPY" for name in step.words[:-1]]
    kept = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert set(copied) == kept
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(project["tool"]["uv"]["build-backend"]["module-name"]) <= set(copied)
    assert all((ROOT / name).exists() for name in copied)


@pytest.mark.parametrize("name", HOUSE)
def test_every_service_can_be_waited_for_and_is_started_again(name: str) -> None:
    service = HOUSE[name]
    assert "restart" in service
    assert "mem_limit" in service
    for other, wanted in service.get("depends_on", {}).items():
        if wanted["condition"] == "service_healthy":
            assert "healthcheck" in HOUSE[other] or "build" in HOUSE[other], other
    if name != "postgres":  # its files are its own, and it begins as root to make them so
        assert service["cap_drop"] == ["ALL"]
        assert service["read_only"] is True


def test_the_database_is_healthy_where_workers_come_to_it() -> None:
    """Not at its socket, where the one answers too that only makes the files of the first start."""
    test = HOUSE["postgres"]["healthcheck"]["test"]
    assert test[1] == "pg_isready"
    assert "--host=127.0.0.1" in test


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in HOUSE.items() if "ports" in service] == ["proxy"]
    assert not any(service.get("privileged") for service in HOUSE.values())


@pytest.mark.parametrize("name", ["worker-1", "worker-2", "migrate"])
def test_workers_are_set_up_as_settings_want_it(name: str) -> None:
    """All have the same, by names that exist, and hosts that are services of this house."""
    environment: dict[str, str] = HOUSE[name]["environment"]
    assert environment == HOUSE["worker-1"]["environment"]
    known = {field.upper() for field in Settings.model_fields} | {"FORWARDED_ALLOW_IPS"}
    assert set(environment) <= known
    assert set(settings_of(IMAGE)) - {"PATH", "PYTHONUNBUFFERED"} <= known
    for url in (environment["DATABASE_URL"], environment["REDIS_URL"]):
        assert re.split(r"[@/]", url)[-1 if "@" not in url else -2] in HOUSE, url
    settings = Settings.from_environment(
        **{key.lower(): value for key, value in environment.items()}
    )
    assert settings.origins == {"https://cards.example.org"}


def test_the_proxy_knows_every_worker_by_its_port() -> None:
    workers = [name for name in HOUSE if name.startswith("worker-")]
    assert len(workers) == 2
    port = settings_of(IMAGE)["PORT"]
    proxy: dict[str, Any] = HOUSE["proxy"]
    assert proxy["environment"]["UPSTREAMS"].split() == [f"{name}:{port}" for name in workers]
    assert set(proxy["depends_on"]) == set(workers)
