import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Option tables")
@MainActor
struct OptionTableTests {
  @Test(
    "an unknown name is an error that suggests the nearest one, or lists all",
    arguments: [
      (
        "app.keyCommands = { { title = 'Save', key = 'ctrl+s', action = print } }",
        "test:1: keyCommands: command 1 has no field 'key'; it has title, hint, input and action"
      ),
      (
        "app.keyCommands = { { title = 'Save', imput = 'ctrl+s', action = print } }",
        "test:1: keyCommands: command 1 has no field 'imput'; did you mean 'input'?"
      ),
      (
        "ui.AlertController { actions = { { title = 'OK', hander = print } } }",
        "test:1: an alert's action has no field 'hander'; did you mean 'handler'?"
      ),
      (
        "ui.AlertController {}:addAction { titel = 'OK' }",
        "test:1: an alert's action has no field 'titel'; did you mean 'title'?"
      ),
      (
        "ui.Storyboard('Main', { inital = 'a', scenes = {} })",
        "test:1: ui.Storyboard has no option 'inital'; did you mean 'initial'?"
      ),
      (
        "ui.ViewController {}:present(ui.ViewController {}, { onresult = 'x' })",
        "test:1: present has no option 'onresult'; did you mean 'onResult'?"
      ),
      (
        "ui.OutlineView {}:expandItem('a', { childen = true })",
        "test:1: expandItem has no option 'childen'; did you mean 'children'?"
      ),
      ("app:notify('x', { second = 3 })", "test:1: notify has no option 'second'; did you mean 'seconds'?"),
      (
        "app:notify('x', 3)",
        "test:1: notify's options: expected a table { seconds =, style =, system = }, got an integer"
      ),
      (
        "ui.TableView { columns = { { title = 'A', [5] = 1 } } }",
        "test:1: columns: column 1 has no field '5'; it has alignment, identifier, isSortable, minWidth, title and width"
      ),
      (
        "app.theme = { accent = { foregroun = 'red' } }",
        "test:1: a style has no 'foregroun'; did you mean 'foreground'?"
      ),
    ])
  func unknownName(source: String, message: String) throws {
    #expect(try ScriptedApp("_G.ui = ui").failure(source) == message)
  }
}
