"""A form or a table in prompt_toolkit: form|table. Control-Q quits."""
import sys

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, ScrollablePane, VSplit, Window
from prompt_toolkit.widgets import Button, Checkbox, Label, TextArea

MARKS = [chr(0x2800 + n) for n in range(1, 201)]
bindings = KeyBindings()


@bindings.add("c-q")
def quit(event):
    event.app.exit()


if sys.argv[1] == "form":
    rows = [VSplit([Label(f"Field {n}", width=12), TextArea(multiline=False)]) for n in range(1, 16)]
    body = HSplit([Label("Screen"), *rows, Checkbox(text="Ready"), Button("Save")])
else:
    chosen = 0

    def text():
        return [
            ("reverse" if n == chosen else "", f"{mark} file {n:<40} {n * 37:>10} 2026-11-24\n")
            for n, mark in enumerate(MARKS)
        ]

    @bindings.add("down")
    def down(event):
        global chosen
        chosen += 1

    control = FormattedTextControl(text, focusable=True, get_cursor_position=lambda: __import__("prompt_toolkit.data_structures").data_structures.Point(0, chosen))
    body = HSplit([Label("Screen"), Window(control)])

Application(Layout(body), key_bindings=bindings, full_screen=True).run()
