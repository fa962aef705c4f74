"""A form or a table in Textual: form|table. Control-Q quits."""
import sys

from textual.app import App
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Checkbox, DataTable, Footer, Header, Input, Label

MARKS = [chr(0x2800 + n) for n in range(1, 201)]


class Form(App):
    CSS = "Horizontal { height: 1; } Label { width: 12; } Input { border: none; height: 1; }"
    BINDINGS = [("ctrl+s", "save", "Save")]

    def compose(self):
        yield Header()
        with VerticalScroll():
            for n in range(1, 16):
                with Horizontal():
                    yield Label(f"Field {n}")
                    yield Input()
            yield Checkbox("Ready")
            yield Button("Save")
        yield Footer()

    def on_mount(self):
        self.query(Input).first().focus()


class Table(App):
    def compose(self):
        yield Header()
        yield DataTable(cursor_type="row")
        yield Footer()

    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("Name", "Size", "Date")
        table.add_rows([(f"{mark} file {n}", str(n * 37), "2026-11-24") for n, mark in enumerate(MARKS)])
        table.focus()


(Form if sys.argv[1] == "form" else Table)().run()
