"""How players compare: leaderboards, ratings, profiles."""
