"""A form or a table in urwid: form|table. Control-Q quits."""
import sys

import urwid

MARKS = [chr(0x2800 + n) for n in range(1, 201)]


class Row(urwid.Text):
    _selectable = True

    def keypress(self, size, key):
        return key


if sys.argv[1] == "form":
    fields = [urwid.AttrMap(urwid.Edit(f"Field {n:<6} "), None, "focused") for n in range(1, 16)]
    body = urwid.ListBox(urwid.SimpleFocusListWalker([*fields, urwid.CheckBox("Ready"), urwid.Button("Save")]))
else:
    rows = [urwid.AttrMap(Row(f"{mark} file {n:<40} {n * 37:>10} 2026-11-24"), None, "focused") for n, mark in enumerate(MARKS)]
    body = urwid.ListBox(urwid.SimpleFocusListWalker(rows))


def quit(key):
    if key == "ctrl q":
        raise urwid.ExitMainLoop


urwid.MainLoop(
    urwid.Frame(body, header=urwid.Text("Screen"), footer=urwid.Text("ctrl+s save")),
    [("focused", "standout", "")], unhandled_input=quit).run()
