"""Players whose races the API shows."""

from __future__ import annotations

from tests.pages.conftest import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie
from tests.players import guest as guest
