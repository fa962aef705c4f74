import Testing

@testable import Foresight

// What another run that restores the state must see: lines on every thread, late ones, and those after much else; and what it must
// not take for a cause.
extension NamedCauseTests {
  @Test("explore names the cause whatever else runs", arguments: watched)
  func watched(_ example: Case) throws { try explored(example) }

  @Test("explore names the line that sets a restored value again in the sandbox")
  func watchedInSandbox() throws {
    let script = Self.counter(body: "function Note:viewWillAppear() self:set(0) end --!")
    let report = try ExplorationCase.explore(script, steps: 60, capabilities: [])
    #expect(try report.discoveries.map(\.place?.line) == [ExplorationCase.markedLine(of: script)], "\(report.tests)")
  }

  nonisolated private static let watched: [Case] = [
    Case(
      name: "a task sets it again",
      script: counter(
        body: """
          function Note:viewDidAppear()
            self:task(function()
              local unit = "m"
              self.count = 0 --!
              self:show()
              ui.sleep(0.1)
            end)
          end
          """)),
    Case(
      name: "a coroutine sets it again",
      script: counter(
        body: """
          function Note:viewWillAppear()
            local work = coroutine.wrap(function()
              coroutine.yield()
              self.count = 0 --!
              self:show()
            end)
            work()
            work()
          end
          """)),
    Case(
      name: "a timer sets it again some time after the launch",
      script: counter(
        body: """
          function Note:viewDidAppear()
            ui.after(0.3, function() self:set(0) end) --!
          end
          """)),
    Case(
      name: "a callback with a hook of its own sets it again",
      script: counter(
        body: """
          function Note:viewWillAppear()
            local lines = 0
            debug.sethook(function() lines = lines + 1 end, "l")
            self:set(0) --!
            debug.sethook()
          end
          """)),
    Case(
      name: "a callback after one that runs many lines sets it again",
      script: counter(
        body: """
          function Note:viewWillAppear()
            local sum = 0
            for index = 1, 30000 do
              sum = sum + index
            end
          end
          function Note:viewDidAppear() self:set(0) end --!
          """)),
    Case(
      name: "a callback that has run many lines sets it again",
      script: counter(
        body: """
          function Note:viewWillAppear()
            local sum = 0
            for index = 1, 30000 do
              sum = sum + index
            end
            self.count = 0 --!
            self:show()
          end
          """)),
    Case(
      name: "a function whose parameter stands elsewhere in the line sets it again",
      script: counter(
        body: """
          function Note:flash(isAnimated) self.isFlashing = isAnimated end
          function Note:reset(isAnimated)
            self.count = 0 ; self:flash(isAnimated) --!
            self:show()
          end
          function Note:viewWillAppear() self:reset(false) end
          """)),
    Case(
      name: "a method that init calls, too, sets it again",
      script: counter(
        body: """
          function Note:reset() self.count = 0 end
          function Note:init() self:reset() end
          function Note:viewWillAppear()
            self:reset() --!
            self:show()
          end
          """)),
    Case(
      name: "a callback after one that sets another part of the table sets it again",
      script: ExplorationCase.note(
        view:
          "self:text(), ui.Button { 'More', action = function() self.all.count = self.all.count + 1 self:show() end }",
        body: """
          function Note:init() self.all = { count = 0, shown = 0 } end
          function Note:text() self.label = ui.Label {} self:show() return self.label end
          function Note:show() self.label.text = tostring(self.all.count) end
          function Note:viewWillAppear() self.all.shown = 7 end
          function Note:viewDidAppear()
            self.all.count = 0 --!
            self:show()
          end
          """, encode: "coder:encode('all', self.all)", decode: "self.all = coder:decode 'all' self:show()")),
    Case(
      name: "a callback sets again what the field of a new screen has, too",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Open', action = function() self.isOpen = not self.isOpen self:show() end }",
        body: """
          function Note:init() self.isOpen = true end
          function Note:text() self.label = ui.Label {} self:show() return self.label end
          function Note:show() self.label.text = self.isOpen and "open" or "closed" end
          function Note:viewWillAppear()
            self.isOpen = false --!
            self:show()
          end
          """, encode: "coder:encode('isOpen', self.isOpen)",
        decode: "self.isOpen = coder:decode 'isOpen' self:show()")),
    Case(
      name: "a loop that passes the restored value sets it again",
      script: counter(
        body: """
          function Note:viewWillAppear()
            for count = 3, 0, -1 do
              self.count = count --!
            end
            self:show()
          end
          """)),
    Case(
      name: "an assignment over several lines sets it again",
      script: counter(
        body: """
          function Note:viewWillAppear()
            self.count = math.max( --!
              0,
              -1
            )
            self:show()
          end
          """)),
    Case(
      name: "a value that the restoration method decodes is set again",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'More', action = function() self.count = self.count + 1 self:show() end }",
        body: """
          function Note:text() self.label = ui.Label {} self:show() return self.label end
          function Note:show() self.label.text = tostring(self.count) end
          function Note:viewDidAppear() self.count = 0 self:show() end --!
          """,
        encode: "coder:encode('count', self.count)"
      ).replacingOccurrences(
        of: "Identifier" + "Path() return Note() end",
        with: "Identifier" + "Path(path, coder) return Note { count = coder:decode 'count' } end"
      ).replacingOccurrences(of: "Note { restorationIdentifier", with: "Note { count = 0, restorationIdentifier")),
    Case(
      name: "a registered table whose functions use its variable",
      script: ExplorationCase.app(
        root: "nil",
        methods: """
          function app:willFinishLaunching()
            self:registerObjectForStateRestoration(sizes, "sizes")
            self.window = ui.Window { rootViewController = Main { restorationIdentifier = "main" } }
          end
          """,
        """
        local ui = require "luahost"
        local sizes = { size = 2 }
        function sizes.encodeRestorableState(_, coder) coder:encode("size", sizes.size) end
        function sizes.decodeRestorableState(_, coder) sizes.size = coder:decode "size" end
        local Main = ui.ViewController:subclass "Main"
        function Main:viewControllerWithRestorationIdentifierPath() return Main() end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "More", action = function()
            sizes.size = sizes.size + 1
            self:show()
          end } }
          self:show()
        end
        function Main:show() self.label.text = tostring(sizes.size) end
        function Main:viewWillAppear() sizes.size = 2 self:show() end --!
        """)),
    Case(
      name: "a decode of another value than one that the field has had before",
      script: counter(
        body: "function Note:init() self.count = 3 end function Note:viewDidLoad() self.count = 0 self:show() end",
        encode: "coder:encode('least', 3)", decode: "self.count = coder:decode 'count' == 2 and 2 or 0 --!")),
    Case(
      name: "a control without identifier, beside a field that nothing saves",
      script: ExplorationCase.note(
        view: "self:switch()",
        body: """
          Note.taps, Note.size = 0, 1
          function Note:switch() return ui.Switch { onChange = function() self.taps = self.taps + 1 end } end --!
          """, encode: "coder:encode('size', self.size)", decode: "self.size = coder:decode 'size'")),
    Case(
      name: "a text from a global table that nothing saves, which the decode sets",
      script: ExplorationCase.note(
        view: """
          self:text(), ui.Button { "More", action = function() model.count = model.count + 1 self:show() end }
          """,
        body: """
          model = { count = 0 }
          Note.unit = "m"
          function Note:text() self.label = ui.Label { text = "0 m" } return self.label end --!
          function Note:show() self.label.text = model.count .. " " .. self.unit end
          """, encode: "coder:encode('unit', self.unit)", decode: "self.unit = coder:decode 'unit' self:show()")),
  ]

  /// A screen that counts, and shows and restores the number.
  nonisolated private static func counter(
    body: String, encode: String = "", decode: String = "self.count = coder:decode 'count' or 0"
  ) -> String {
    ExplorationCase.note(
      view: "self:text(), ui.Button { \"More\", action = function() self:set(self.count + 1) end }",
      body: """
        Note.count = 0
        function Note:text() self.label = ui.Label { text = tostring(self.count) } return self.label end
        function Note:show() self.label.text = tostring(self.count) end
        function Note:set(count) self.count = count self:show() end
        \(body)
        """,
      encode: "coder:encode('count', self.count) \(encode)",
      decode: "\(decode)\n    self:show()")
  }
}
