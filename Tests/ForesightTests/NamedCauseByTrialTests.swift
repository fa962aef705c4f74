import Testing

@testable import Foresight

// What only a changed script shows: the line without which a value is restored, and the call after which a view shows it; and what no
// change of a line must explain.
extension NamedCauseTests {
  @Test("explore names the line that a trial finds", arguments: tried)
  func tried(_ example: Case) throws { try explored(example) }

  @Test("explore says which call shows what is restored")
  func missingCall() throws {
    let report = try ExplorationCase.explore(Self.library(thaw: ""), steps: 60)
    #expect(
      report.discoveries.map(\.remedy) == ["Its value is restored here, but not shown: call compute() after that."])
  }

  nonisolated private static let tried: [Case] = [
    Case(
      name: "a presenter does not compute again what it is given",
      script: library(thaw: "--!")),
    Case(
      name: "a trait draws before another one decodes",
      script: ExplorationCase.app(
        root: "Sheet { restorationIdentifier = 'sheet', restorationClass = Sheet }",
        """
        local ui = require "luahost"
        local Sheet = ui.ViewController:subclass "Sheet"
        function Sheet:viewControllerWithRestorationIdentifierPath() return Sheet() end
        local handlers = {}
        local function on(name, handler)
          handlers[name] = handlers[name] or {}
          table.insert(handlers[name], handler)
          Sheet[name] = function(self, ...)
            for _, handle in ipairs(handlers[name]) do handle(self, ...) end
          end
        end
        on("init", function(self) self.past = {} end)
        on("draw", function(self) self.label.text = ("%d steps back"):format(#self.past) end)
        on("decodeRestorableState", function(self) self:draw() end)
        on("encodeRestorableState", function(self, coder) coder:encode("undo", self.past) end)
        on("decodeRestorableState", function(self, coder) self.past = coder:decodeTable "undo" or {} end) --!
        on("loadView", function(self)
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Step", action = function()
            table.insert(self.past, #self.past)
            self:draw()
          end } }
          self:draw()
        end)
        """)),
    Case(
      name: "a field that nothing saves, although a method can set it",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { \"Metres\", action = function() self:useMetres() end }",
        body: """
          function Note:init() self.unit = "feet" end
          function Note:text() self.label = ui.Label { text = self.unit } return self.label end
          function Note:show() self.label.text = self.unit end
          function Note:useMetres() self.unit = "metres" self:show() end
          """, encode: "coder:encode('other', 1) --!", decode: "self.other = coder:decode 'other'")),
    Case(
      name: "a view that is hidden until a step shows it",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { \"Help\", action = function() self.label.isHidden = false end }",
        body: """
          function Note:text()
            self.label = ui.Label { text = "Press a key" } --!
            self.label.isHidden = true
            return self.label
          end
          """)),
    Case(
      name: "a hint that depends on what nothing saves",
      script: ExplorationCase.note(
        view: """
          self:make(), ui.Button { "Sign in", action = function()
            token = true
            self.name = "Ann"
            self:show()
          end }
          """,
        body: """
          function Note:init() self.name = "" end
          function Note:make() self.hint = ui.Label { text = "" } return self.hint end --!
          function Note:show()
            self.hint.text = ""
            if self.name ~= "" and not token then self.hint.text = "Sign in again" end
          end
          """, encode: "coder:encode('name', self.name)", decode: "self.name = coder:decode 'name' or '' self:show()")),
    Case(
      name: "a call that would show what another one hides again",
      script: ExplorationCase.note(
        view: """
          self:make(), ui.Button { "Select", action = function() self.selected = self.selected + 1 self:show() end },
            ui.Button { "Open", action = function() self:open() end },
            ui.Button { "Close", action = function() isOpen = false self:show() end }
          """,
        body: """
          isOpen = false
          function Note:init() self.selected = 0 end
          function Note:make()
            self.count = ui.Label { text = "selected 0" }
            self.detail = ui.Label { text = "" } --!
            return ui.VStack { self.count, self.detail }
          end
          function Note:open()
            if self.selected > 0 then isOpen = true end
            self:show()
          end
          function Note:show()
            self.count.text = "selected " .. self.selected
            self.detail.text = isOpen and "detail of " .. self.selected or ""
          end
          """, encode: "coder:encode('selected', self.selected)",
        decode: "self.selected = coder:decode 'selected' or 0 self:show()")),
  ]

  /// A screen whose rows a presenter computes.
  ///
  /// - Parameter thaw: a comment on the function that takes restored values.
  nonisolated private static func library(thaw: String) -> String {
    ExplorationCase.app(
      root: "Library { restorationIdentifier = 'library', restorationClass = Library }",
      """
      local ui = require "luahost"
      local all = { "Blue", "Brown", "Green" }
      local function newPresenter()
        local term, lines = "", {}
        local function compute()
          lines = {}
          for _, name in ipairs(all) do if name:find(term) then table.insert(lines, name) end end
        end
        compute()
        return {
          lines = function() return lines end,
          search = function(text) term = text compute() end,
          freeze = function() return { term = term } end,
          thaw = function(frozen) \(thaw)
            term = frozen.term
          end,
        }
      end
      local Library = ui.ViewController:subclass "Library"
      function Library:viewControllerWithRestorationIdentifierPath() return Library() end
      function Library:init() self.presenter = newPresenter() end
      function Library:loadView()
        self.label = ui.Label {}
        self.view = ui.VStack { self.label, ui.Button { "Only B", action = function()
          self.presenter.search "B"
          self:show()
        end } }
        self:show()
      end
      function Library:show() self.label.text = table.concat(self.presenter.lines(), ", ") end
      function Library:encodeRestorableState(coder) coder:encode("presenter", self.presenter.freeze()) end
      function Library:decodeRestorableState(coder)
        self.presenter.thaw(coder:decodeTable "presenter" or { term = "" })
        self:show()
      end
      """)
  }
}
