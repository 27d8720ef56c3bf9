from __future__ import annotations

from django.test import Client

from games.pages.site.settings import COOKIE


def test_a_page_applies_the_preferences_in_the_cookie(client: Client, db: None) -> None:
    client.cookies[COOKIE] = "back=rose&theme=dark"
    page = client.get("/").content.decode()
    assert ' data-theme="dark" data-back="rose" data-colours="two"' in page
    assert '<input type="radio" name="back" value="rose" checked>' in page


def test_an_unknown_preference_falls_back_to_the_default(client: Client, db: None) -> None:
    client.cookies[COOKIE] = 'back="><script>&tap=&theme=neon&' + "x=1&" * 2000
    page = client.get("/").content.decode()
    assert (
        ' data-theme="auto" data-back="leaves" data-colours="two" data-hand="right" data-tap="auto"'
        in page
    )
