import LuaScreens
import Testing

@testable import Foresight

/// Losses whose place is the call of a coder that did not run.
@Suite("Losses by calls that do not run")
@MainActor
struct LosingLineTests {
  private static let counter = (
    view: "self:make(), ui.Button { title = 'Add', action = function() self:add() end }",
    body: """
    Note.count = 0
    function Note:make() self.label = ui.Label { text = "count 0" } return self.label end
    function Note:show() self.label.text = "count " .. self.count end
    function Note:state() return { count = self.count } end
    function Note:add()
      self.count = self.count + 1
      self.names = self.names or {}
      table.insert(self.names, "x")
      self:show()
    end
    """
  )

  @Test(
    "a loss is at the call for the lost field that a condition skips",
    arguments: [
      (
        encode: "if self.never then\n    coder:encode('count', self.count) --!\n  end",
        decode: "self.count = coder:decode 'count' or 0 self:show()"
      ),
      (
        encode: "coder:encode('count', self.count)",
        decode: "if self.never then\n    self.count = coder:decode 'count' --!\n  end self:show()"
      ),
      // The field has another name than the key.
      (
        encode: "coder:encode('other', self.other)\n  if self.never then coder:encode('number', self.count) end --!",
        decode: "self.count = coder:decode 'number' or 0 self.other = coder:decode 'other' self:show()"
      ),
      (
        encode: "if self.never then coder:encode('names', self.names) end --!",
        decode: "self.names = coder:decode 'names' self.count = self.names and #self.names or 0 self:show()"
      ),
      // The result of a method.
      (
        encode: "if self.never then coder:encode('state', self:state()) end --!",
        decode: "self.count = (coder:decode 'state' or {}).count or 0 self:show()"
      ),
    ] as [(encode: String, decode: String)])
  func skipped(_ calls: (encode: String, decode: String)) throws {
    let script = ExplorationCase.note(
      view: Self.counter.view, body: Self.counter.body, encode: calls.encode, decode: calls.decode)
    let line = try ExplorationCase.markedLine(of: script)
    let report = try ExplorationCase.explore(script)
    #expect(report.discoveries.count == 1 && report.discoveries.first?.place?.line == line, "\(report.tests)")
  }

  @Test("the loss of a property of a view is at the call that a condition skips, in each way to find it")
  func property() throws {
    let script = ExplorationCase.note(
      view: "self:text(), ui.Button { title = 'Store', action = function() self.isChanged = false end }",
      body: """
        function Note:text()
          self.field = ui.TextField { restorationIdentifier = "field", onChange = function() self.isChanged = true end }
          return self.field
        end
        """,
      encode: """
        if self.isChanged then coder:encode('text', self.field.text) end --!
          coder:encode('isChanged', self.isChanged)
        """,
      decode: """
        self.field.text = coder:decodeString 'text' or ''
          self.isChanged = coder:decodeBoolean 'isChanged'
        """)
    let line = try ExplorationCase.markedLine(of: script)
    let report = try ExplorationCase.explore(script, steps: 100)
    let losses = report.discoveries.filter { $0.kind == .loss }
    #expect(losses.map(\.place?.line) == [line], "\(report.tests)")
    let example = DoctorCase("stored", script)
    let found = try MomentCase(
      name: "stored", example: example, steps: "app:tap 'field'\napp:type 'a'\napp:tap 'Store'"
    ).diagnosis().findings
    #expect(found.map(\.place?.line) == [line] && found.first?.remedy.contains("does not run") == true, "\(found)")
  }

  @Test("what a registered object loses is at the call that a condition skips")
  func object() throws {
    let script = ExplorationCase.note(
      view: "self:rows(), ui.Button { title = 'Hide', action = function() self:hide() end }",
      body: """
        store = { hidden = {} }
        function store:encodeRestorableState(coder)
          if self.never then coder:encode("hidden", self.hidden) end --!
        end
        function store:decodeRestorableState(coder) self.hidden = coder:decodeTable "hidden" or {} end
        function Note:rows()
          self.list = ui.TableView { restorationIdentifier = "list" }
          self:show()
          return self.list
        end
        function Note:hide() store.hidden = { true } self:show() end
        function Note:show() self.list.rows = store.hidden[1] and { "b" } or { "a", "b" } end
        function Note:applicationFinishedRestoringState() self:show() end
        """, app: "app:registerObjectForStateRestoration(store, 'store')")
    let report = try ExplorationCase.explore(script)
    #expect(report.discoveries.map(\.place?.line) == [try ExplorationCase.markedLine(of: script)], "\(report.tests)")
  }

  @Test("a lost reference is at the call that a condition skips")
  func reference() throws {
    let script = ExplorationCase.note(
      view: "self:label(), ui.Button { title = 'Star', action = function() self.star = self.caption self:show() end }",
      body: """
        function Note:label() self.caption = ui.Label { restorationIdentifier = "title", text = "none" } return self.caption end
        function Note:show() self.caption.text = self.star and "one" or "none" end
        """, encode: "if self.never then coder:encode('star', self.star) end --!",
      decode: "self.star = coder:decode 'star' self:show()")
    let report = try ExplorationCase.explore(script)
    #expect(report.discoveries.map(\.place?.line) == [try ExplorationCase.markedLine(of: script)], "\(report.tests)")
  }

  @Test("a call that a condition skips does not explain the loss of another value")
  func otherValue() throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Button { title = 'Add', action = function() self:add() end }",
      body: """
        local shown = 0
        function Note:make() self.label = ui.Label { text = "count " .. shown } return self.label end
        function Note:add() shown = shown + 1 self.label.text = "count " .. shown end
        """, encode: "if self.filter then coder:encode('filter', self.filter) end",
      decode: "self.filter = coder:decode 'filter'")
    let report = try ExplorationCase.explore(script)
    let line = script.split(separator: "\n").firstIndex { $0.contains("coder:encode") }
    let found = report.discoveries
    #expect(found.count == 1 && found.first?.place?.line != line.map { $0 + 1 }, "\(report.tests)")
  }
}
