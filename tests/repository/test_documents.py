from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import get_commands

from games.engine import Deal
from games.models.people import application, token
from games.models.races import webhook
from tests.repository.files import REPOSITORY, tracked

DOCS = REPOSITORY / "docs"
ARCHITECTURE = (DOCS / "explanation/architecture.md").read_text()
SETTINGS = (DOCS / "reference/settings.md").read_text()
COMMANDS = (DOCS / "reference/commands.md").read_text()
MAKEFILE = (REPOSITORY / "Makefile").read_text()
BENCHMARKS = (REPOSITORY / "tests/benchmarks").glob("*.py")
DOCUMENTS = tracked("*.md")
KINDS = {"tutorials", "how-to", "reference", "explanation"}


def variables_read() -> set[str]:
    """Return the names that the settings read from the environment."""
    calls = [
        node
        for node in ast.walk(ast.parse((REPOSITORY / "solitaire_site/settings.py").read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "environment"
    ]
    return {ast.literal_eval(call.args[0]) for call in calls}


def section(text: str, heading: str) -> str:
    """Return what stands below a heading, up to the next of its level."""
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def prose(document: Path) -> str:
    """Return a document without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(document: Path) -> set[str]:
    """Return the anchors that code hosts make from the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", prose(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(document: Path) -> list[tuple[Path, str]]:
    """Return the file and the anchor, "" without one, of every link within the repository."""
    targets = re.findall(r"\]\(([^):\s]+)\)", prose(document))
    pairs = [target.partition("#")[::2] for target in targets]
    return [
        ((document.parent / path).resolve() if path else document, anchor) for path, anchor in pairs
    ]


def test_the_settings_page_explains_exactly_the_variables_that_are_read() -> None:
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", SETTINGS, re.MULTILINE)) == variables_read()


def test_the_commands_page_explains_exactly_the_commands_of_the_site() -> None:
    named = re.findall(r"^\| `(\w+)", section(COMMANDS, "python manage.py"), re.MULTILINE)
    modules = REPOSITORY.glob("*/management/commands/[a-z]*.py")
    assert set(named) == {path.stem for path in modules}


def test_the_commands_of_the_site_named_in_the_documents_exist() -> None:
    texts = {path: path.read_text() for path in DOCUMENTS if path.name != "CHANGELOG.md"}
    named = {
        (path.name, command)
        for path, text in texts.items()
        for command in re.findall(r"\b(?:manage\.py|same-deal) ([a-z]\w*)", text)
    }
    assert {command for _, command in named} > {"backup", "migrate", "worker"}
    # The upgrade says what has replaced it.
    gone = {("upgrade.md", "verify")}
    assert {pair for pair in named if pair[1] not in get_commands()} == gone


def test_every_document_has_a_kind_and_is_in_the_list_of_documents() -> None:
    pages = {path for path in DOCUMENTS if path.is_relative_to(DOCS)} - {DOCS / "README.md"}
    assert {path.parent.name for path in pages} == KINDS
    assert pages <= {path for path, _ in links(DOCS / "README.md")}


def test_the_make_commands_in_the_documents_exist() -> None:
    texts = "".join(document.read_text() for document in DOCUMENTS)
    blocks = re.findall(r"^```sh\n(.*?)^```", texts, re.MULTILINE | re.DOTALL)
    commands = {word for block in blocks for word in re.findall(r"\bmake (\w+)", block)}
    assert commands
    assert commands <= set(re.findall(r"^(\w+):", MAKEFILE, re.MULTILINE))


def test_the_tutorial_names_the_buttons_as_the_site_does() -> None:
    """Words in bold are on the site: as they are, or with a name in place of `%(name)s`."""
    with (REPOSITORY / "games/locale/de/LC_MESSAGES/django.po").open("rb") as pages:
        sentences = {str(message.id) for message in read_po(pages)}
    with (REPOSITORY / "games/locale/de/LC_MESSAGES/djangojs.po").open("rb") as scripts:
        sentences |= {str(message.id) for message in read_po(scripts)}
    named = re.findall(r"\*\*(.+?)\*\*", (DOCS / "tutorials/first-race.md").read_text())
    assert named
    assert {name.replace("Alice", "%(name)s") for name in named} <= sentences


def test_the_program_that_checks_a_deal_prints_its_fingerprint_and_its_cards() -> None:
    guide = (DOCS / "how-to/check-a-race.md").read_text()
    program = guide.split("<<'END'\n")[1].split("END\n")[0]
    printed = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    key = b"same deal"
    assert printed == [sha256(key).hexdigest(), str(Deal.from_key(key))]


def test_the_links_in_the_documents_lead_to_files_and_headings() -> None:
    targets = [(document, *link) for document in DOCUMENTS for link in links(document)]
    assert any(anchor for _, _, anchor in targets)
    assert [
        f"{document.relative_to(REPOSITORY)}: {path}#{anchor}"
        for document, path, anchor in targets
        if not path.exists() or (anchor and anchor not in anchors(path))
    ] == []


def test_the_folders_named_in_the_architecture_exist() -> None:
    folders = re.findall(r"^\| `([a-z_/]+)` \|", ARCHITECTURE, re.MULTILINE)
    assert folders
    assert [folder for folder in folders if not (REPOSITORY / folder).is_dir()] == []


@pytest.mark.parametrize("folder", [".", "games/engine"])
def test_the_packages_have_the_version_of_the_changelog(folder: str) -> None:
    made = tomllib.loads((REPOSITORY / folder / "pyproject.toml").read_text())
    assert made["project"]["version"] == settings.VERSION
    # Pinned in the one of the site, and the same for the engine's.
    pinned = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["build-system"]
    assert made["build-system"] == pinned


def test_every_constraint_is_an_exact_version_without_an_origin() -> None:
    lines = (REPOSITORY / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins
    assert [pin for pin in pins if not re.fullmatch(r"[\w.-]+==[\w.]+", pin)] == []


def test_every_benchmark_is_listed() -> None:
    text = (DOCS / "how-to/measure-a-server.md").read_text()
    listed = re.findall(r"^python -m tests\.benchmarks\.(\w+)", text, re.MULTILINE)
    programs = {path.stem for path in BENCHMARKS if "\nif __name__" in path.read_text()}
    assert set(listed) - {"load"} == programs


def test_the_limits_of_a_player_are_documented() -> None:
    text = (DOCS / "reference/api.md").read_text()
    assert f"{token.AT_MOST} tokens that work" in text
    assert f"{webhook.AT_MOST} webhooks" in text
    assert f"{application.AT_MOST} applications for a player" in text
