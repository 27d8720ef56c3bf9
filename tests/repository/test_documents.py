from __future__ import annotations

import ast
import re
import tomllib

import pytest
from django.conf import settings

from tests.repository.files import REPOSITORY, tracked

README = (REPOSITORY / "README.md").read_text()
CONFIGURATION = (REPOSITORY / "docs/configuration.md").read_text()
MAKEFILE = (REPOSITORY / "Makefile").read_text()
DOCUMENTS = tracked("*.md")


def variables_read() -> set[str]:
    """The names that the settings read from the environment."""
    calls = [
        node
        for node in ast.walk(ast.parse((REPOSITORY / "solitaire_site/settings.py").read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "environment"
    ]
    return {ast.literal_eval(call.args[0]) for call in calls}


def test_exactly_the_variables_that_are_read_are_explained() -> None:
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", CONFIGURATION, re.MULTILINE)) == variables_read()


def test_every_document_is_found_from_the_list_of_all() -> None:
    listed = (REPOSITORY / "docs/README.md").read_text()
    pages = {path.name for path in DOCUMENTS if path.parent.name == "docs"} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([^)#/]+)\)", listed))


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "docs/operating.md"])
def test_the_make_commands_of_the_documents_exist(document: str) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (REPOSITORY / document).read_text(), re.DOTALL)
    commands = {word for block in blocks for word in re.findall(r"\bmake (\w+)", block)}
    assert commands
    assert commands <= set(re.findall(r"^(\w+):", MAKEFILE, re.MULTILINE))


def test_the_links_of_the_documents_lead_to_files() -> None:
    links = [
        (document.parent / target).resolve()
        for document in DOCUMENTS
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text())
    ]
    assert links
    assert [link for link in links if not link.exists()] == []


def test_the_folders_of_the_readme_exist() -> None:
    folders = re.findall(r"^\| `([a-z_/]+)` \|", README, re.MULTILINE)
    assert folders
    assert [folder for folder in folders if not (REPOSITORY / folder).is_dir()] == []


def test_the_package_has_the_version_of_the_changelog() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert project["version"] == settings.VERSION


def test_every_constraint_is_exact_and_says_nothing_of_where_it_comes_from() -> None:
    lines = (REPOSITORY / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins
    assert [pin for pin in pins if not re.fullmatch(r"[\w.-]+==[\w.]+", pin)] == []
