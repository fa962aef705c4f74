import Testing

@testable import Foresight

// Lines that set again what was restored, and decodings after which nothing shows it.
extension NamedCauseTests {
  @Test(
    "explore names the line that sets a restored value again, or the decoding that is not shown", arguments: ofResets)
  func ofResets(_ example: Case) throws { try explored(example) }

  @Test("the doctor names the line that sets a restored control again", arguments: resetControls)
  func ofResetsByDoctor(_ example: Case) throws {
    let findings = try DoctorCase("resets", example.script).diagnosis().findings
    let line = try ExplorationCase.markedLine(of: example.script)
    #expect(findings.map(\.place?.line) == [line] && findings.first?.code == .valueLost, "\(findings)")
  }

  nonisolated private static let resetControls: [Case] = [
    Case(
      name: "a text that a timer clears after the launch",
      script: ExplorationCase.note(
        view: "self:field()",
        body: """
          function Note:field() self.text = ui.TextField { restorationIdentifier = 'text' } return self.text end
          function Note:viewDidLoad() ui.after(0.2, function() self.text.text = '' end) end --!
          """)),
    Case(
      name: "an object's method that a callback calls, which sets a control",
      script: ExplorationCase.note(
        view: "self:field()",
        body: """
          local Level = {}
          Level.__index = Level
          function Level:set(value) self.slider.value = value end
          function Note:field()
            self.slider = ui.Slider { restorationIdentifier = 'slider', maximumValue = 9 }
            self.level = setmetatable({ slider = self.slider }, Level)
            return self.slider
          end
          function Note:viewWillAppear() self.level:set(0) end --!
          """)),
  ]

  nonisolated private static let ofResets: [Case] = [
    Case(
      name: "a part of a table that a setter with a computed name sets again",
      script: form(appear: "self:set('count', 0) self:show() --!")),
    Case(
      name: "a function that sets all parts to their defaults again",
      script: form(
        more: """
          function Form:defaults()
            for _, field in ipairs(fields) do self:set(field.name, field.default) end --!
          end
          """, appear: "self:defaults() self:show()")),
    Case(
      name: "a store whose action a callback of the application sends",
      script: store(active: "store.send { name = 'set', value = 0 } --!")),
  ]

  /// A form whose values have computed keys.
  nonisolated private static func form(
    more: String = "", appear: String
  ) -> String {
    ExplorationCase.app(
      root: "Form { restorationIdentifier = 'form', restorationClass = Form }",
      """
      local ui = require "luahost"
      local fields = { { name = "title", default = "none" }, { name = "count", default = 0 } }
      local Form = ui.ViewController:subclass "Form"
      function Form:viewControllerWithRestorationIdentifierPath() return Form() end
      function Form:init()
        self.values = {}
        for _, field in ipairs(fields) do self:set(field.name, field.default) end
      end
      function Form:set(name, value) self.values[name] = value end
      \(more)
      function Form:loadView()
        self.label = ui.Label {}
        self.view = ui.VStack { self.label, ui.Button { "More", action = function()
          self:set("count", self.values.count + 1)
          self:show()
        end } }
        self:show()
      end
      function Form:show() self.label.text = self.values.title .. " " .. self.values.count end
      function Form:viewWillAppear() \(appear)
      end
      function Form:encodeRestorableState(coder)
        for _, field in ipairs(fields) do coder:encode("form." .. field.name, self.values[field.name]) end
      end
      function Form:decodeRestorableState(coder)
        for _, field in ipairs(fields) do self:set(field.name, coder:decode("form." .. field.name)) end
        self:show()
      end
      """)
  }

  /// A store of closures, which the application encodes.
  nonisolated private static func store(
    active: String = ""
  ) -> String {
    ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main', restorationClass = Main }",
      methods: """
        function app:willEncodeRestorableState(coder) coder:encode('count', store.state().count) end
        function app:didDecodeRestorableState(coder)
          store.send { name = 'set', value = coder:decode 'count' or 0 }
        end
        function app:didBecomeActive() \(active)
        end
        """,
      """
      local ui = require "luahost"
      local function newStore(reduce)
        local state = { count = 0, unit = "m" }
        local listener = function() end
        return {
          state = function() return state end,
          listen = function(new) listener = new end,
          send = function(action)
            state = reduce(state, action)
            listener()
          end,
        }
      end
      local store = newStore(function(state, action)
        local count = action.name == "set" and action.value or state.count + 1
        return { count = count, unit = state.unit }
      end)
      local Main = ui.ViewController:subclass "Main"
      function Main:viewControllerWithRestorationIdentifierPath() return Main() end
      function Main:loadView()
        self.label = ui.Label {}
        self.view = ui.VStack { self.label, ui.Button { "More", action = function() store.send { name = 'add' } end } }
        store.listen(function() self:show() end)
        self:show()
      end
      function Main:show() self.label.text = store.state().count .. " " .. store.state().unit end
      """)
  }
}
