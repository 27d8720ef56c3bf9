"""How dates and times are written where Django's own formats aren't the language's custom."""
