"""The HTML pages. A view authorises, lets a form parse, calls one verb, and renders."""
