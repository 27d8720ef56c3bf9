"""Charts drawn by the server: geometry as text, ready for a template.

Positions are percentages of the chart, so that it fits any screen and letters keep their size.
"""
