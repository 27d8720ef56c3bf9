from __future__ import annotations

from django.test import Client

from games.pages.preferences import COOKIE


def test_a_page_shows_what_the_cookie_prefers(client: Client, db: None) -> None:
    client.cookies[COOKIE] = "back=rose&theme=dark"
    page = client.get("/").content.decode()
    assert ' data-theme="dark" data-back="rose" data-colours="two"' in page
    assert '<input type="radio" name="back" value="rose" checked>' in page


def test_a_preference_that_does_not_exist_is_the_usual_one(client: Client, db: None) -> None:
    client.cookies[COOKIE] = 'back="><script>&tap=&theme=neon&' + "x=1&" * 2000
    page = client.get("/").content.decode()
    assert ' data-theme="auto" data-back="leaves" data-colours="two" data-tap="pick"' in page
