import Testing

@testable import Foresight

// What only a changed state shows: the call that saves another value than that of a field, in a table or a text; and the line that
// does not restore a part of a decoded table.
extension NamedCauseTests {
  @Test("explore names the line that saves another value, or does not restore a part", arguments: parts)
  func ofParts(_ example: Case) throws { try explored(example) }

  nonisolated private static let parts: [Case] = [
    position(
      "a table has the value of another field under a key",
      encode: "coder:encode('place', { page = self.page, line = self.page }) --!",
      decode: "local place = coder:decode 'place' self.page, self.line = place.page, place.line"),
    position(
      "a list has the value of another field",
      encode: "coder:encode('place', { self.page, self.page }) --!",
      decode: "local place = coder:decode 'place' self.page, self.line = place[1], place[2]"),
    position(
      "a text has the value of another field",
      encode: "coder:encode('place', self.page .. ':' .. self.page) --!",
      decode: """
        local page, line = coder:decode("place"):match "(%d+):(%d+)"
        self.page, self.line = tonumber(page), tonumber(line)
        """),
    position(
      "a table lacks a value that the decoding reads",
      encode: "coder:encode('place', { page = self.page }) --!",
      decode: "local place = coder:decode 'place' self.page, self.line = place.page, place.line or 1"),
    position(
      "the decoding reads a part twice instead of another one",
      encode: "coder:encode('place', { page = self.page, line = self.line })",
      decode: """
        local place = coder:decode 'place'
        self.page = place.page
        self.line = place.page --!
        """),
    position(
      "the decoding reads one part less",
      encode: "coder:encode('place', { page = self.page, line = self.line })",
      decode: """
        local place = coder:decode 'place'
        self.page = place.page --!
        """),
    position(
      "the decoding reads another part that has the value",
      encode: "coder:encode('place', { page = self.page, line = self.line, text = 'line 1' })",
      decode: """
        local place = coder:decode "place"
        self.page = place.page
        self.line = tonumber(place.text:match "%d+") --!
        """),
    position(
      "the decoding misspells a part that is saved under the name of its field",
      encode: "coder:encode('place', { page = self.page, line = self.line })",
      decode: """
        local place = coder:decode "place"
        self.page, self.line = place.page, place.lnie or 1 --!
        """),
    position(
      "the encoding misspells a part that is read under the name of its field",
      encode: "coder:encode('place', { page = self.page, lnie = self.line }) --!",
      decode: """
        local place = coder:decode "place"
        self.page, self.line = place.page, place.line or 1
        """),
    position(
      "another function reads the whole table",
      encode: "coder:encode('place', { page = self.page, line = self.line })",
      decode: """
        local place = coder:decode "place"
        local function part(name) return place[name == "line" and "page" or name] end
        self.page = place.page
        self.line = part "line" --!
        """),
    position(
      "another key has the value that a field has again after the restart",
      encode: """
        coder:encode('page', self.page)
        coder:encode('size', 1) --!
        """,
      decode: "self.page, self.size = coder:decode 'page', coder:decode 'size'"),
    Case(
      name: "a flag is saved whose comparison is never true",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Start', action = function() self:start() end }",
        body: """
          local isRunning
          function Note:text() self.label = ui.Label { text = "stopped" } return self.label end
          function Note:show() self.label.text = isRunning and "running" or "stopped" end
          function Note:start() isRunning = 1 self:show() end
          function Note:isOn() return isRunning == true end
          """, encode: "coder:encode('running', self:isOn()) --!",
        decode: "if coder:decode 'running' then self:start() end")),
  ]

  /// A reader of pages and lines, which keeps both in some way.
  private nonisolated static func position(_ name: String, encode: String, decode: String) -> Case {
    Case(
      name: name,
      script: ExplorationCase.note(
        view: """
          self:text(), ui.Button { "Page", action = function() self.page = self.page + 1 self:show() end },
            ui.Button { "Line", action = function() self.line = self.line + 1 self:show() end }
          """,
        body: """
          function Note:init() self.page, self.line = 1, 1 end
          function Note:text() self.label = ui.Label { text = "1:1" } return self.label end
          function Note:show() self.label.text = self.page .. ":" .. self.line end
          """, encode: encode, decode: decode + "\nself:show()"))
  }
}
