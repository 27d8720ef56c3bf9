"""The site itself: everything that belongs to no player, deal or race."""
