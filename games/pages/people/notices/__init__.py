"""What happened since a player last looked: the bell of every page, and the list it opens."""
