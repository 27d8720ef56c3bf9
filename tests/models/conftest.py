"""The players and staff for tests of models."""

from __future__ import annotations

from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import bot as bot
from tests.players import charlie as charlie
from tests.players import guest as guest
from tests.staff import admin_client as admin_client
from tests.staff import staff as staff
