from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from solitaire_site import environment


@pytest.fixture
def variable(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setenv("OPTION", request.param)


def option(value: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("variable", [value], indirect=True)


@pytest.mark.usefixtures("variable")
class TestSetVariable:
    @option(" a name ")
    def test_text_is_stripped_of_surrounding_space(self) -> None:
        assert environment.text("OPTION") == "a name"

    @option("")
    def test_an_empty_text_counts_as_unset(self) -> None:
        assert environment.text("OPTION", "default") == "default"

    @option("True")
    def test_a_flag_can_be_set(self) -> None:
        assert environment.flag("OPTION", default=False)

    @option("False")
    def test_a_flag_can_be_unset(self) -> None:
        assert not environment.flag("OPTION", default=True)

    @pytest.mark.parametrize("variable", ["true", "TRUE"], indirect=True)
    def test_a_flag_may_be_in_any_case(self) -> None:
        assert environment.flag("OPTION", default=False)

    @option("false")
    def test_a_flag_may_be_unset_in_any_case(self) -> None:
        assert not environment.flag("OPTION", default=True)

    @option("yes")
    def test_a_flag_has_no_other_spelling(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="OPTION must be True or False, not 'yes'"):
            environment.flag("OPTION", default=False)

    @option("12")
    def test_a_number_is_read(self) -> None:
        assert environment.number("OPTION", default=3) == 12

    @option("a dozen")
    def test_a_number_has_digits(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="OPTION must be a number from 0 up"):
            environment.number("OPTION", default=3)

    @option("0")
    def test_a_number_is_not_below_its_minimum(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="OPTION must be a number from 1 up"):
            environment.number("OPTION", default=3, minimum=1)

    @option("loud")
    def test_a_wrong_choice_is_refused_with_the_right_ones(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="OPTION must be one of quiet, normal"):
            environment.choice("OPTION", "quiet", ("quiet", "normal"))

    @option("one, two,,three ")
    def test_words_are_separated_by_commas(self) -> None:
        assert environment.words("OPTION") == ["one", "two", "three"]

    @option("redis://localhost")
    def test_a_url_is_read(self) -> None:
        assert environment.url("OPTION", ("redis",)) == "redis://localhost"

    @option("mysql://user:secret@localhost")
    def test_a_url_of_another_scheme_is_refused_without_showing_its_password(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="must start with postgres://") as refusal:
            environment.url("OPTION", ("postgres",))
        assert "secret" not in str(refusal.value)

    @option("127.0.0.1:9100")
    def test_an_address_is_read(self) -> None:
        assert environment.address("OPTION") == ("127.0.0.1", 9100)

    @option("[::1]:9100")
    def test_an_address_may_be_of_the_sixth_version(self) -> None:
        assert environment.address("OPTION") == ("::1", 9100)

    @pytest.mark.parametrize(
        "variable", ["9100", ":9100", "127.0.0.1", "127.0.0.1:0", "localhost:99999"], indirect=True
    )
    def test_an_address_needs_a_host_and_a_port(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="OPTION must be like"):
            environment.address("OPTION")


class TestUnsetVariable:
    def test_text_has_its_default(self) -> None:
        assert environment.text("OPTION", "default") == "default"

    def test_a_flag_has_its_default(self) -> None:
        assert environment.flag("OPTION", default=True)

    def test_a_number_has_its_default(self) -> None:
        assert environment.number("OPTION", default=3) == 3

    def test_words_have_their_default(self) -> None:
        assert environment.words("OPTION", ("one", "two")) == ["one", "two"]

    def test_there_is_no_address(self) -> None:
        assert environment.address("OPTION") is None

    def test_a_url_is_empty(self) -> None:
        assert environment.url("OPTION", ("redis",)) == ""
