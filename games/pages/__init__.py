"""The HTML pages: views authorise, let a form parse, call one thing, and render."""
