"""Text and forms for cards, rules and deals."""
