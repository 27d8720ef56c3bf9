"""The live race: sockets, rooms, the journal."""
