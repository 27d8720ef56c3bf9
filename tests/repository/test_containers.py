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

from tests.repository.files import REPOSITORY
from tests.repository.test_documents import variables_read

COMPOSE: dict[str, Any] = yaml.safe_load((REPOSITORY / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if "build" in service]
DOCKERFILE = (REPOSITORY / "Dockerfile").read_text()


def runs(command: list[str]) -> bool:
    """Tell whether a container's command names things that exist."""
    if command[:2] == ["python", "manage.py"]:
        return command[2] in get_commands()
    if command[0] == "daphne":
        # An unknown option exits here.
        options = CommandLineInterface().parser.parse_args(command[1:])
        module, _, name = options.application.partition(":")
        return hasattr(import_module(module), name)
    return False


@pytest.mark.parametrize("service", OURS)
def test_the_services_run_existing_commands(service: str) -> None:
    assert runs(SERVICES[service]["command"])


def test_the_server_reads_no_messages_longer_than_a_frame_may_be() -> None:
    options = CommandLineInterface().parser.parse_args(SERVICES["web"]["command"][1:])
    longest = 4 * settings.LIVE_LIMITS["frame_size"]
    assert options.websocket_max_message_size == options.websocket_max_frame_size == longest


def test_the_image_runs_an_existing_command() -> None:
    command = re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert command is not None
    assert runs(yaml.safe_load(command[1]))


@pytest.mark.parametrize("service", OURS)
def test_the_services_set_only_variables_that_are_read(service: str) -> None:
    assert set(SERVICES[service]["environment"]) <= variables_read()


@pytest.mark.parametrize("service", SERVICES)
def test_the_conditions_that_a_service_waits_for_can_come_true(service: str) -> None:
    for name, wait in SERVICES[service].get("depends_on", {}).items():
        if wait["condition"] == "service_healthy":
            assert "healthcheck" in SERVICES[name]
        else:
            assert "restart" not in SERVICES[name]


def test_all_mounted_volumes_are_declared_and_used() -> None:
    volumes = {
        volume.partition(":")[0]
        for service in SERVICES.values()
        for volume in service.get("volumes", [])
    }
    assert volumes == set(COMPOSE["volumes"])


def test_the_image_does_not_run_as_root() -> None:
    assert re.findall(r"^USER (\w+)$", DOCKERFILE, re.MULTILINE) == ["site"]


def test_the_services_publish_ports_to_this_machine_only() -> None:
    published = [port for service in SERVICES.values() for port in service.get("ports", [])]
    assert published
    assert [port for port in published if not str(port).startswith("127.0.0.1:")] == []


def test_the_trusted_proxy_is_the_gateway_of_the_network() -> None:
    [network] = COMPOSE["networks"]["default"]["ipam"]["config"]
    trusted = SERVICES["web"]["environment"]["TRUSTED_PROXIES"]
    assert trusted == f"${{TRUSTED_PROXIES:-{network['gateway']}}}"
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])
