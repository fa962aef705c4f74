import Testing

@testable import Foresight

// Mistakes that several views, keys and errors show.
extension NamedCauseTests {
  @Test("explore reports a mistake once that shows in several places", arguments: Self.inSeveralPlaces)
  func inSeveralPlaces(_ example: Case) throws { try explored(example) }

  nonisolated private static let inSeveralPlaces: [Case] = [
    Case(
      name: "a lost table, of which the decoding sets a field that the user has typed",
      code: FindingCode.notEncoded.rawValue,
      script: main(
        """
        function Main:init() self.drafts, self.room = {}, "one" end
        function Main:loadView()
          self.field = ui.TextField { restorationIdentifier = "draft", onChange = function() self:typed() end }
          self.label = ui.Label {}
          self.view = ui.VStack { self.field, self.label }
        end
        function Main:typed()
          self.drafts[self.room] = self.field.text
          self:show()
        end
        function Main:show()
          local count = 0
          for _ in pairs(self.drafts) do count = count + 1 end
          self.label.text = count .. " drafts"
        end
        function Main:viewWillAppear() self:show() end
        function Main:open(room)
          self.room = room
          self.field.text = self.drafts[room] or ""
          self:show()
        end
        """, encode: "coder:encode('room', self.room)",
        decode: "self.drafts = coder:decodeTable 'drafts' or {} --!\n  self:open(coder:decodeString 'room' or 'one')")),
    Case(
      name: "an error of a local variable that is nil without a lost key", code: FindingCode.notEncoded.rawValue,
      script: main(
        """
        local rooms = { "general" }
        local function named(name) for _, room in ipairs(rooms) do if room == name then return { name = room } end end end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label,
            ui.Button { "New", action = function() table.insert(rooms, "room" .. #rooms) self:open(rooms[#rooms]) end } }
        end
        function Main:open(name)
          self:loadViewIfNeeded()
          self.name = name
          local room = named(name)
          self.label.text = room.name
        end
        """, encode: "coder:encode('name', self.name)",
        decode: "self:open(coder:decodeString 'name' or 'general')",
        methods: """
          function app:shouldRestoreApplicationState(coder)
            rooms = coder:decodeTable "rooms" or rooms --!
            return true
          end
          """)),
  ]

  /// An app with a screen `Main` as its root.
  nonisolated private static func main(
    _ body: String, encode: String = "", decode: String = "", methods: String = ""
  ) -> String {
    ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main' }", methods: methods,
      """
      local ui = require "luahost"
      local Main = ui.ViewController:subclass "Main"
      \(body)
      function Main:encodeRestorableState(coder)
        \(encode)
      end
      function Main:decodeRestorableState(coder)
        \(decode)
      end
      """)
  }
}
