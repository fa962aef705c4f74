import LuaScreens
import Testing

@testable import Foresight

/// Losses whose place is the call of a coder that did not run.
@Suite("Losses by calls that do not run")
@MainActor
struct SkippedCallTests {
  private static let counter = (
    view: "self:make(), ui.Button { title = 'Add', action = function() self:add() end }",
    body: """
    Note.count = 0
    function Note:make() self.label = ui.Label { text = "count 0" } return self.label end
    function Note:show() self.label.text = "count " .. self.count end
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
    ] as [(encode: String, decode: String)])
  func skipped(_ calls: (encode: String, decode: String)) throws {
    let script = ExplorationCase.note(
      view: Self.counter.view, body: Self.counter.body, encode: calls.encode, decode: calls.decode)
    let line =
      try #require(script.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasSuffix("--!") })
      + 1
    let report = try ExplorationCase.explore(script)
    #expect(report.discoveries.count == 1 && report.discoveries.first?.place?.line == line, "\(report.tests)")
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
