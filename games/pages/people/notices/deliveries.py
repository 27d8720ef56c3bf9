"""What workers do for notices: mail them and push them."""

from __future__ import annotations

from typing import Final

from games.background.chore import Chore
from games.pages.people.notices.mail import mail_due
from games.pages.people.notices.push import push_due

CHORES: Final = (Chore(push_due, every=1), Chore(mail_due, every=5))
