"""A table, a tree, Markdown, a log and a form that checks what is typed: the page of planets.lua, in Textual."""

from textual import on
from textual.app import App, ComposeResult
from textual.containers import Grid, Horizontal, Vertical
from textual.validation import Integer, Length
from textual.widgets import Button, DataTable, Footer, Header, Input, Label, Markdown, RichLog, Tree

PLANETS = [("Mercury", 4879, 0.39), ("Venus", 12104, 0.72), ("Earth", 12756, 1.0), ("Mars", 6792, 1.52),
           ("Jupiter", 142984, 5.2), ("Saturn", 120536, 9.58), ("Uranus", 51118, 19.2), ("Neptune", 49528, 30.05)]
TREE = {"Rocky": ["Mercury", "Venus", "Earth", "Mars"], "Giants": ["Jupiter", "Saturn", "Uranus", "Neptune"]}
TEXT = """# Planets

The *eight* planets go round the **Sun**:

- four are rocky,
- four are giants.

> Pluto was one until 2006.
"""


class Page(App):
    CSS = """
    Grid { grid-size: 2 2; }
    Grid > * { border: round $primary; }
    Input { width: 1fr; }
    #form { height: auto; border: round $primary; }
    #form Horizontal { height: auto; }
    #message { color: $error; height: auto; }
    """
    BINDINGS = [("s", "sort", "Sort by size"), ("q", "quit", "Quit")]

    def compose(self) -> ComposeResult:
        yield Header()
        with Grid():
            yield DataTable(cursor_type="row")
            yield Tree("Planets")
            yield Markdown(TEXT)
            yield RichLog()
        with Vertical(id="form"):
            with Horizontal():
                yield Input(placeholder="Name", id="name", validators=[Length(minimum=2, failure_description="two letters at least")])
                yield Input(placeholder="Diameter", id="diameter", type="integer", validators=[Integer(minimum=1, failure_description="a number above 0")])
                yield Button("Add")
            yield Label("", id="message")
        yield Footer()

    def on_mount(self) -> None:
        self.title = "Planets"
        table = self.query_one(DataTable)
        for title, width in (("Planet", 12), ("Diameter", 10), ("Distance", 10)):
            table.add_column(title, width=width, key=title)
        for name, diameter, distance in PLANETS:
            table.add_row(name, diameter, distance)
        tree = self.query_one(Tree)
        tree.root.expand()
        for kind, names in TREE.items():
            node = tree.root.add(kind, expand=True)
            for name in names:
                node.add_leaf(name)
        self.query_one(RichLog).write("8 planets")

    def action_sort(self) -> None:
        self.query_one(DataTable).sort("Diameter")

    @on(DataTable.RowSelected)
    def row_selected(self, event: DataTable.RowSelected) -> None:
        self.query_one(RichLog).write(f"chosen: {event.data_table.get_row(event.row_key)[0]}")

    @on(Tree.NodeSelected)
    def node_selected(self, event: Tree.NodeSelected) -> None:
        self.query_one(RichLog).write(f"chosen: {event.node.label}")

    @on(Input.Changed)
    def changed(self, event: Input.Changed) -> None:
        failures = event.validation_result.failure_descriptions if event.validation_result else []
        self.query_one("#message", Label).update(", ".join(failures))

    @on(Button.Pressed)
    def add(self) -> None:
        name, diameter = self.query_one("#name", Input), self.query_one("#diameter", Input)
        if not (name.validate(name.value).is_valid and diameter.validate(diameter.value).is_valid):
            return
        self.query_one(DataTable).add_row(name.value, int(diameter.value), "")
        self.query_one(RichLog).write(f"added: {name.value}")
        name.value = diameter.value = ""


if __name__ == "__main__":
    Page().run()
