import Interface
import LuaScreens
import Testing

/// The methods with which a script allows or denies what the user does to rows.
@MainActor
@Suite("Permissions")
struct PermissionTests {
  nonisolated private static let table = """
    deleted, edited = 0, 0
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:numberOfRowsInSection() return 2 end
    function Screen:cellForRow(_, _, row) return "row " .. row end
    function Screen:commitDelete() deleted = deleted + 1 end
    function Screen:commitEdit() edited = edited + 1 end
    function Screen:loadView()
      self.view = ui.TableView { dataSource = self, delegate = self, isEditing = true }
    end
    """
  nonisolated private static let outline = """
    deleted = 0
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:numberOfChildrenOfItem(_, item) return item == nil and 2 or item == "a" and 1 or 0 end
    function Screen:childOfItem(_, index, item) return item and "inner" or ({ "a", "b" })[index] end
    function Screen:cellForItem(_, item) return item end
    function Screen:commitDelete() deleted = deleted + 1 end
    function Screen:loadView()
      self.view = ui.OutlineView { dataSource = self, delegate = self, isEditing = true }
    end
    """

  private func launch(_ screen: String, _ methods: String) throws -> ScriptedApp {
    let app = try ScriptedApp(
      """
      \(screen)
      \(methods)
      function app:willFinishLaunching()
        self.window = ui.Window { rootViewController = Screen {} }
      end
      """)
    app.host.turn { _ = app.application.render() }
    return app
  }

  private func type(_ key: Key, _ app: ScriptedApp) {
    app.host.turn { _ = app.application.handle(.key(KeyPress(key))) }
    app.host.turn { _ = app.application.render() }
  }

  @Test(
    "a row or item is not deleted if the method that permits it fails",
    arguments: [(table, "canEditRow"), (outline, "canEditItem")])
  func failedPermissionDenies(_ screen: String, _ method: String) throws {
    let app = try launch(screen, "function Screen:\(method)() error 'cannot decide' end")
    type(.delete, app)
    #expect(try app.eval("return deleted") == "0")
    #expect(app.problems.contains { $0.contains("cannot decide") })
  }

  @Test("a row or item is deleted if no method forbids it", arguments: [table, outline])
  func undefinedPermissionAllows(_ screen: String) throws {
    let app = try launch(screen, "")
    type(.delete, app)
    #expect(try app.eval("return deleted") == "1", "\(app.problems)")
  }

  @Test("an item does not expand if the method that permits it fails")
  func failedPermissionToExpand() throws {
    let app = try launch(Self.outline, "function Screen:shouldExpandItem() error 'cannot decide' end")
    type(.right, app)
    #expect(!app.application.render().text.contains("inner"))
    #expect(app.problems.contains { $0.contains("cannot decide") })
  }

  @Test(
    "row actions are checked",
    arguments: [
      ("title = 5, handler = print", "a row action's title: expected a string, got an integer"),
      (
        "title = 'Flag', style = 'odd', handler = print",
        "a row action's style: expected \"normal\", \"destructive\", got \"odd\""
      ),
      ("title = 'Flag', style = 5, handler = print", "a row action's style"),
    ])
  func rowActions(_ action: String, _ message: String) throws {
    let app = try launch(
      Self.table, "function Screen:trailingSwipeActionsForRow() return { { \(action) } } end")
    type(.right, app)
    #expect(app.problems.contains { $0.contains(message) }, "\(app.problems)")
  }
}
