from __future__ import annotations

import re
from importlib import import_module
from ipaddress import ip_address, ip_network
from typing import Any

import pytest
import yaml
from daphne.cli import CommandLineInterface
from django.conf import settings
from django.core.management import get_commands

from solitaire_site import database_password
from solitaire_site.environment import SECRETS
from tests.deploy.composition import COMPOSE, LONG_RUNNING, SERVICES, SITE, TEXT, VARIABLE, composed
from tests.repository.files import REPOSITORY
from tests.repository.test_documents import variables_read

DOCKERFILE = (REPOSITORY / "Dockerfile").read_text()
EXAMPLE = (REPOSITORY / ".env.example").read_text()
GUIDE = (REPOSITORY / "docs/how-to/run-a-server.md").read_text()
DEFAULTS = [(name, default) for name, _, default in VARIABLE.findall(TEXT)]
WEB = ("pages", "live")


def runs(command: list[str]) -> bool:
    """Tell whether a container's command names things that exist."""
    if command[:2] == ["python", "manage.py"]:
        return command[2] in get_commands()
    if command[:2] == ["python", "-m"]:
        return hasattr(import_module(command[2]), "main")
    if command[0] == "daphne":
        # An unknown option exits here.
        options = CommandLineInterface().parser.parse_args(command[1:])
        module, _, name = options.application.partition(":")
        return hasattr(import_module(module), name)
    return False


def test_the_services_are_the_roles_of_the_site_and_what_they_need() -> None:
    needed = {"proxy", "postgres", "redis", "prometheus"}
    assert set(SERVICES) == {*WEB, "worker", "migrate", "password", *needed}
    assert {name: SERVICES[name]["environment"]["ROLE"] for name in WEB} == {n: n for n in WEB}


@pytest.mark.parametrize("service", SITE)
def test_the_services_run_existing_commands(service: str) -> None:
    assert runs(SERVICES[service]["command"])


@pytest.mark.parametrize("service", WEB)
def test_the_servers_read_no_longer_messages_than_frames_and_log_no_addresses(service: str) -> None:
    options = CommandLineInterface().parser.parse_args(SERVICES[service]["command"][1:])
    longest = 4 * settings.LIVE_LIMITS["frame_size"]
    assert options.websocket_max_message_size == options.websocket_max_frame_size == longest
    assert options.verbosity == 0


def test_the_image_runs_existing_commands() -> None:
    commands = re.findall(r"^(?:  )?CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert len(commands) == 2
    assert all(runs(yaml.safe_load(command)) for command in commands)


def test_the_image_keeps_the_number_of_its_user() -> None:
    # The volumes of older releases belong to it.
    assert "groupadd --system --gid 999 site" in DOCKERFILE
    assert "useradd --system --uid 999 --gid site" in DOCKERFILE
    assert DOCKERFILE.count("\nUSER 999:999\n") == 1


@pytest.mark.parametrize("service", SITE)
def test_the_services_set_only_variables_that_are_read(service: str) -> None:
    files = {f"{name}_FILE" for name in SECRETS}
    assert set(SERVICES[service].get("environment", {})) <= variables_read() | files


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_can_do_no_more_than_it_must(service: str) -> None:
    one = SERVICES[service]
    assert one["read_only"] is True
    assert one["cap_drop"] == ["ALL"]
    assert one.get("cap_add", []) == (["NET_BIND_SERVICE"] if service == "proxy" else [])
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in one
    assert not any("docker.sock" in volume for volume in one.get("volumes", []))


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_has_limits(service: str) -> None:
    assert re.fullmatch(r"\d+[mg]", SERVICES[service]["mem_limit"])
    assert SERVICES[service]["pids_limit"] > 0
    assert {"max-size", "max-file"} <= set(SERVICES[service]["logging"]["options"])


@pytest.mark.parametrize("service", SERVICES)
def test_no_service_runs_as_root(service: str) -> None:
    user = SERVICES[service].get("user")
    if target := SERVICES[service].get("build", {}).get("target"):
        stage = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)
        [own] = [text for text in stage if text.split("\n")[0].endswith(f" AS {target}")]
        [user] = re.findall(r"^USER (\S+)$", own, re.MULTILINE)
    assert user not in (None, "root", "0")


@pytest.mark.parametrize("service", LONG_RUNNING)
def test_what_runs_on_is_checked_and_started_again(service: str) -> None:
    assert SERVICES[service]["restart"] == "unless-stopped"
    assert SERVICES[service]["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("service", SERVICES)
def test_the_conditions_that_a_service_waits_for_can_come_true(service: str) -> None:
    for name, wait in SERVICES[service].get("depends_on", {}).items():
        if wait["condition"] == "service_healthy":
            assert name in LONG_RUNNING
        else:
            assert SERVICES[name]["restart"] == "no"


def test_nothing_of_this_release_runs_before_the_migrations() -> None:
    for name in (*WEB, "worker"):
        wait = SERVICES[name]["depends_on"]["migrate"]
        assert wait == {"condition": "service_completed_successfully"}


def test_all_mounted_volumes_are_declared_and_used() -> None:
    volumes = {
        volume.partition(":")[0]
        for service in SERVICES.values()
        for volume in service.get("volumes", [])
    }
    assert {volume for volume in volumes if not volume.startswith(".")} == set(COMPOSE["volumes"])


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    open_ports = {
        name: [port for port in service.get("ports", []) if not port.startswith("127.0.0.1:")]
        for name, service in SERVICES.items()
    }
    assert {name for name, ports in open_ports.items() if ports} == {"proxy"}
    for name in ("postgres", "redis"):
        assert SERVICES[name]["networks"] == ["back"]
    assert COMPOSE["networks"]["back"] == {"internal": True}
    assert "back" not in SERVICES["proxy"]["networks"]


def test_the_proxy_is_trusted_and_nobody_else() -> None:
    [network] = COMPOSE["networks"]["front"]["ipam"]["config"]
    address = SERVICES["proxy"]["networks"]["front"]["ipv4_address"]
    assert ip_address(address) in ip_network(network["subnet"])
    for name in WEB:
        assert SERVICES[name]["environment"]["TRUSTED_PROXIES"] == address
        assert SERVICES[name]["environment"]["BEHIND_TLS_PROXY"] == "True"


def test_no_password_stands_in_the_file_or_in_an_environment() -> None:
    assert not re.search(r"://[^/\s:]+:[^/\s]+@", TEXT)
    for service in SERVICES.values():
        named = [name for name in service.get("environment", {}) if "PASSWORD" in name]
        assert all(name.endswith("_FILE") for name in named)
    # None of the defaults is one, either.
    assert not {name for name, _ in DEFAULTS} & {*SECRETS} - {"REDIS_URL"}


def test_each_site_gets_a_password_of_its_own(tmp_path: Any) -> None:
    url = SERVICES["password"]["command"][-1]
    found = []
    for site in ("one", "another", "one"):
        (tmp_path / site).mkdir(exist_ok=True)
        database_password.main(tmp_path / site, url)
        password = (tmp_path / site / "postgres_password").read_text()
        found.append(password)
        written = (tmp_path / site / "database_url").read_text().strip()
        assert written == f"postgres://samedeal:{password}@postgres:5432/samedeal"
    assert found[0] == found[2] != found[1]
    assert len(found[0]) >= 50


def test_the_example_sets_what_the_file_reads_and_settings_that_exist() -> None:
    named = set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE))
    read = set(re.findall(r"\$\{(\w+)", TEXT))
    assert read <= named <= read | variables_read()


def test_the_example_is_what_happens_without_it() -> None:
    values = dict(re.findall(r"^([A-Z]+)=(.*)$", EXAMPLE, re.MULTILINE))
    assert {"EXTRAS", "LIVE", "PAGES", "SITE", "WORKERS"} <= set(values)
    assert all(values.get(name, default) == default for name, default in DEFAULTS)


@pytest.mark.parametrize("service", ["pages", "live", "worker", "migrate"])
def test_settings_in_the_env_file_are_not_overruled(service: str) -> None:
    elsewhere = {
        "ALLOWED_HOSTS": "play.example.org,www.example.org",
        "BEHIND_TLS_PROXY": "False",
        "TRUSTED_PROXIES": "10.0.0.2",
        "REDIS_URL": "redis://elsewhere:6379/0",
        "DATABASE_URL_FILE": "",
    }
    found = composed({"SITE": "play.example.org", **elsewhere})["services"][service]["environment"]
    assert {name: found[name] or "" for name in elsewhere} == elsewhere
    own = composed({"SITE": "play.example.org", "ALLOWED_HOSTS": ""})["services"][service]
    assert own["environment"]["ALLOWED_HOSTS"] == "play.example.org"
    assert set(found) - set(elsewhere) <= {"ROLE", "METRICS_ADDRESS"}


def test_who_renews_the_built_images_renews_the_others_too() -> None:
    lines = [
        line
        for path in sorted((REPOSITORY / "docs/how-to").glob("*.md"))
        for line in path.read_text().splitlines()
        if "docker compose build --pull" in line
    ]
    assert len(lines) >= 4
    assert all("docker compose pull --ignore-buildable" in line for line in lines)


def test_the_override_of_the_guide_publishes_pages_and_sockets_to_this_machine() -> None:
    [text] = re.findall(r"```yaml\n(services:\n.*?)```", GUIDE, re.DOTALL)
    override = yaml.safe_load(text)["services"]
    assert set(override) == {"proxy", *WEB}
    assert all(name in SERVICES for name in override)
    assert [override[name]["ports"] for name in WEB] == [
        ["127.0.0.1:8001:8000"],
        ["127.0.0.1:8011:8000"],
    ]


def test_the_image_can_back_up_the_database_that_it_comes_with() -> None:
    [version] = re.findall(r"postgresql-client-(\d+)", DOCKERFILE)
    assert SERVICES["postgres"]["image"] == f"postgres:{version}"
