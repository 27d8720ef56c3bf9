"""The daily challenges: today's and earlier ones."""
