import AppSession
import Testing

@testable import Foresight

/// Cases with values that depend on the time, on random numbers, or on the size of the screen.
@Suite("Neutral events of apps that depend on time, chance and size")
@MainActor
struct EverywhereTimeTests {
  nonisolated private static let sound: [EverywhereCase] = [
    EverywhereCase(
      name: "a date that a button inserts into a text",
      app: EverywhereCase.app(
        views: "self:text(), ui.Button { title = 'Date', action = function() self:stamp() end }",
        methods: """
          function Screen:text() self.field = ui.TextView { restorationIdentifier = "text" } return self.field end
          function Screen:stamp() self.field.text = self.field.text .. os.date "%Y-%m-%d" end
          function Screen:encodeRestorableState(coder) coder:encode("text", self.field.text) end
          function Screen:decodeRestorableState(coder) self.field.text = coder:decode "text" end
          """), steps: "app:tap 'Date'\napp:tap 'text'\napp:type 'x'"),
    EverywhereCase(
      name: "a time that a field and a pager show in the local zone",
      app: EverywhereCase.app(
        views: "self:fields(), ui.Button { title = 'Set', action = function() self.at = 1800000000 self:show() end }",
        methods: """
          function Screen:fields()
            self.field = ui.TextField { restorationIdentifier = "field" }
            self.pager = ui.TextView { restorationIdentifier = "pager", isEditable = false }
            return ui.VStack { self.field, self.pager }
          end
          function Screen:show()
            if not self.at then return end
            self.field.text = os.date("%d.%m. %H:%M", self.at)
            self.pager.text = os.date("At %d.%m. %H:%M", self.at)
          end
          function Screen:encodeRestorableState(coder) coder:encode("at", self.at) end
          function Screen:decodeRestorableState(coder) self.at = coder:decode "at" self:show() end
          """), steps: "app:tap 'Set'\napp:tap 'field'"),
    EverywhereCase(
      name: "a list of the next days, in which one is selected",
      app: EverywhereCase.app(
        views: "self:list()",
        methods: """
          function Screen:list()
            self.days = ui.TableView { restorationIdentifier = "days", dataSource = self, height = 8 }
            return self.days
          end
          function Screen:day(row) return os.date("%Y-%m-%d", os.time() + 86400 * (row - 1)) end
          function Screen:numberOfRowsInSection() return 7 end
          function Screen:cellForRow(_, _, row) return self:day(row) end
          function Screen:modelIdentifierForElement(_, _, row) return self:day(row) end
          function Screen:indexPathForElement(_, day)
            for row = 1, 7 do if self:day(row) == day then return 1, row end end
          end
          """),
      steps: "app:tap 'days'\napp:key 'down'\napp:key 'enter'\napp:key 'down'\napp:select('days', 4)"),
    EverywhereCase(
      name: "random choices that are kept",
      app: EverywhereCase.app(
        views: "ui.Button { title = 'Roll', action = function() self:roll() end }",
        methods: """
          function Screen:roll() self.count = self.count * 7 + math.random(1000000) self:show() end
          \(EverywhereCase.encode)\(EverywhereCase.decode)
          """), steps: "app:tap 'Roll'\napp:tap 'Roll'\nt:expect(app:find('screen').count ~= 0):isTrue()"),
    EverywhereCase(
      name: "a random tip of each launch",
      app: EverywhereCase.app(
        views: "self:tip(), ui.TextField { restorationIdentifier = 'name' }",
        methods: "function Screen:tip() return ui.Label { text = 'Tip ' .. math.random(1000000) } end"),
      steps: "app:tap 'name'\napp:type 'Ada'"),
  ]

  @Test("an app that keeps what depends on the time or on chance passes", arguments: sound)
  func keeps(_ example: EverywhereCase) throws {
    let result = try #require(try example.run().cases.first)
    #expect(result.failure == nil, "\(result.failure ?? "")")
  }

  @Test("random choices that are lost are reported")
  func losesChoice() throws {
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: "ui.Button { title = 'Roll', action = function() self.count = math.random(1000000) self:show() end }"),
      steps: "app:tap 'Roll'")
    #expect(try example.run(events: [.kill]).failed == 1)
  }

  @Test("a lost text is reported, also if a timer goes on to change it after the restart")
  func losesPause() throws {
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: "self:clock(), ui.Button { title = 'Pause', action = function() self:pause() end }",
        methods: """
          function Screen:clock() self.clockLabel, self.ticks = ui.Label {}, 0 return self.clockLabel end
          function Screen:showClock() self.clockLabel.text = self.ticks .. (self.isPaused and " paused" or " running") end
          function Screen:pause() self.isPaused = true self:showClock() end
          function Screen:viewWillAppear()
            self:showClock()
            ui.every(1, function()
              if not self.isPaused then self.ticks = self.ticks + 1 self:showClock() end
            end)
          end
          """), steps: "app:tap 'Pause'\napp:advance(1)")
    let failure = try #require(try example.run(events: [.kill]).cases.first?.failure)
    #expect(failure.contains("0 paused") && failure.contains("running"), "\(failure)")
  }

  @Test("a text that a script has set, and that is cleared a day later, is reported")
  func clearsText() throws {
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: "self:text(), ui.Button { title = 'Draft', action = function() self.field.text = 'draft' end }",
        methods: """
          function Screen:text() self.field = ui.TextView { restorationIdentifier = "text" } return self.field end
          function Screen:encodeRestorableState(coder)
            coder:encode("text", self.field.text)
            coder:encode("at", os.time())
          end
          function Screen:decodeRestorableState(coder)
            local text = coder:decode "text"
            if os.time() - coder:decode "at" < 12 * 3600 then self.field.text = text end
          end
          """), steps: "app:tap 'Draft'")
    let failure = try #require(try example.run(events: [.clock]).cases.first?.failure)
    #expect(failure.contains("text was \"draft\""), "\(failure)")
  }

  /// An app with a segment that is selected when the app is restored a day later.
  private static let resettingApp = EverywhereCase.app(
    views: "self:sizes()",
    methods: """
      local kind
      function app:willFinishLaunching(options) kind = options.kind self.window = ui.Window() end
      function Screen:sizes()
        self.size = ui.SegmentedControl { restorationIdentifier = "size", segments = { "one", "two", "three" } }
        return self.size
      end
      function Screen:encodeRestorableState(coder) coder:encode("at", os.time()) end
      function Screen:decodeRestorableState(coder) self.isLate = os.time() - coder:decode "at" > 12 * 3600 end
      function Screen:applicationFinishedRestoringState()
        if self.isLate and kind == "reset" then self.size.selectedSegmentIndex = 3 end
      end
      """)

  @Test("a segment that a script selects a day later is reported")
  func otherSegment() throws {
    let example = EverywhereCase(
      name: "", app: Self.resettingApp, steps: "app:tap 'two'", options: "options = { kind = 'reset' }")
    let failure = try #require(try example.run(events: [.clock]).cases.first?.failure)
    #expect(failure.contains("selectedSegmentIndex was nil, and is 3"), "\(failure)")
  }

  @Test("an event is tried again in a case with other launch options")
  func otherOptions() throws {
    let result = try EverywhereCase.run(
      app: Self.resettingApp,
      test: """
        for _, kind in ipairs { "kept", "reset" } do
          test.everywhere(kind, "app.lua", { options = { kind = kind }, events = { "clock" } }, function(app)
            app:tap "two"
          end)
        end
        """)
    #expect(result.cases.map { $0.failure == nil } == [true, false])
  }

  @Test("a value that the test reads is compared after each step, also after one that a script has handled")
  func readValue() throws {
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: "\(EverywhereCase.button)",
        methods: EverywhereCase.encode + EverywhereCase.decode + """
          app.total = 0
          local add = Screen.add
          function Screen:add() app.total = app.total + 1 add(self) end
          """),
      steps: "app:tap 'Add'\nlocal total = app:eval 'return app.total'")
    let failure = try #require(try example.run(events: [.kill]).cases.first?.failure)
    #expect(failure.contains("app:eval(\"return app.total\"): the result was 1, and is 0"), "\(failure)")
  }

  @Test(
    "the other size differs from that of the app in both dimensions",
    arguments: [("60, 20", NeutralEvent.relaunch), ("60, 18", .relaunch), ("40, 12", .resize), ("80, 24", .relaunch)])
  func otherSize(size: String, event: NeutralEvent) throws {
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: "self:picture(), ui.Switch {}",
        methods: """
          local Picture = ui.View:subclass "Picture"
          function Picture:draw(canvas)
            local usual = \(size)
            if canvas.width ~= usual then self.isNarrow = true end
            canvas:put(0, 0, self.isNarrow and "narrow" or "wide")
          end
          function Screen:picture() return Picture { height = 1 } end
          """), steps: "app:key 'tab'", options: "size = { \(size) },")
    // A relaunch makes a new picture, which only another size makes narrow.
    let failure = try example.run(events: [event]).cases.first?.failure ?? ""
    #expect(failure.contains("screen was \"wide\""), "\(failure)")
  }

  @Test("a lost key is named by the call that decodes it")
  func lineOfKey() throws {
    let app = EverywhereCase.app(
      views: EverywhereCase.button,
      methods: """
        function Screen:encodeRestorableState(coder) if not self.old then coder:encode("count", self.count) end end
        function Screen:decodeRestorableState(coder)
          self.old = true
          self.count = coder:decodeInteger "count" or 0
          self:show()
        end
        """)
    let line = try #require(app.split(separator: "\n").firstIndex { $0.contains("decodeInteger") }) + 1
    let example = EverywhereCase(name: "", app: app, steps: "app:tap 'Add'")
    let failure = try #require(try example.run(events: [.killTwice]).cases.first?.failure)
    #expect(failure.contains("app.lua:\(line): screen (Screen): \"count\" was 1"), "\(failure)")
  }

  @Test("a key that is not decoded is not the cause if its value is the same")
  func otherCause() throws {
    let app = EverywhereCase.app(
      views: "self:other(), ui.Button { title = 'Other', action = function() self:more() end }",
      methods: EverywhereCase.encode + """
        function Screen:other() self.number = 0 self.otherLabel = ui.Label { text = "0" } return self.otherLabel end
        function Screen:more() self.number = self.number + 1 self.otherLabel.text = "other " .. self.number end
        """)
    let failure = try #require(
      try EverywhereCase(name: "", app: app, steps: "app:tap 'Other'").run(events: [.kill]).cases.first?.failure)
    #expect(failure.contains("screen was \"other 1\""), "\(failure)")
    #expect(!failure.contains("not-decoded"), "\(failure)")
  }

  @Test("a case that makes other calls in another world is refused with that reason")
  func otherCalls() throws {
    let result = try EverywhereCase.run(
      app: EverywhereCase.app(
        views: EverywhereCase.button,
        methods: "local file = io.open(arg[1], 'w') file:write(os.time()) file:close()"),
      test: """
        local path = os.tmpname()
        test.everywhere("a case", "app.lua", { arguments = { path }, events = { "clock" } }, function(app)
          local isLater = tonumber(io.open(path):read "a") - os.time() > 12 * 3600
          if isLater then app:key "tab" else app:tap "Add" end
        end)
        """)
    let notes = try #require(result.cases.first).notes
    #expect(notes.contains { $0.contains("a case that is repeated must make the same calls each time") }, "\(notes)")
    #expect(
      notes.contains { $0.contains("app:key(\"tab\"): the undisturbed run called app:tap(\"Add\") here") }, "\(notes)")
  }
}
