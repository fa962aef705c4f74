import Testing

@testable import Foresight

// Losses of what is not encoded, as another value is, or as a condition skips the call.
extension NamedCauseTests {
  @Test("explore names the encode of another value, or what skips it", arguments: ofEncodes + shownByDoctor)
  func ofEncodes(_ example: Case) throws { try explored(example) }

  @Test("the doctor names the encode of another value, or what skips it", arguments: shownByDoctor)
  func ofEncodesByDoctor(_ example: Case) throws {
    let findings = try DoctorCase("encodes", example.script).diagnosis().findings
    let line = try ExplorationCase.markedLine(of: example.script)
    #expect(findings.map(\.place?.line) == [line] && findings.first?.code == .valueLost, "\(findings)")
  }

  @Test("a field that is restored from the value of a view is no finding of the doctor")
  func fieldFromView() throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Label { 'text' }",
      body: """
        function Note:make() self.slider = ui.Slider { value = 3, maximumValue = 9 } return self.slider end
        function Note:applicationFinishedRestoringState() ui.Application.shared.mark = "restored" end
        """, encode: "coder:encode('level', self.slider.value)",
      decode: "self.level = coder:decode 'level' self.slider.value = self.level")
    #expect(try DoctorCase("level", script).diagnosis().findings.isEmpty)
  }

  nonisolated private static func titled(encode: String) -> String {
    """
    local ui = require "luahost"
    local Page = ui.ViewController:subclass "Page"
    function Page:loadView() self.view = ui.VStack { ui.Switch { restorationIdentifier = "switch" } } end
    function Page:encodeRestorableState(coder)
      \(encode)
    end
    function Page:decodeRestorableState(coder) self.title = coder:decodeString "title" end
    function Page:viewControllerWithRestorationIdentifierPath() return Page {} end
    local app = ui.Application { identifier = "org.example.titles" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav" } }
    end
    function app:didFinishLaunching()
      local nav = self.window.rootViewController
      if #nav.viewControllers == 0 then
        nav:push(Page { restorationIdentifier = "page", restorationClass = Page, title = "Milk" })
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """
  }

  nonisolated private static let shownByDoctor: [Case] = [
    Case(
      name: "another property of the view",
      script: ExplorationCase.note(
        view: "self:text()",
        body: """
          function Note:text()
            self.field = ui.TextField { restorationIdentifier = "draft", placeholder = "Name", text = "Ann" }
            return self.field
          end
          """, encode: "coder:encode('what', self.field.placeholder) --!",
        decode: "self.field.text = coder:decodeString 'what' or ''")),
    Case(
      name: "a title whose encode a condition skips",
      script: titled(encode: "if self.isFavourite then coder:encode('title', self.title) end --!")),
    Case(
      name: "a title whose encode a return skips",
      script: titled(
        encode: """
          if not self.isFavourite then return end --!
            coder:encode("title", self.title)
          """)),
  ]

  nonisolated private static let ofEncodes: [Case] = [
    Case(
      name: "a missing encode of the text that the decoding sets", code: FindingCode.notEncoded.rawValue,
      script: ExplorationCase.note(
        view: "self:make()", body: "function Note:make() self.draft = ui.TextView {} return self.draft end",
        decode: "self.draft.text = coder:decode 'Draft' or '' --!")),
    Case(
      name: "a missing encode of the text, and not that of its insertion point", code: FindingCode.notEncoded.rawValue,
      script: ExplorationCase.note(
        view: "self:make()", body: "function Note:make() self.draft = ui.TextView {} return self.draft end",
        encode: "coder:encode('Cursor', self.draft.selectedRange)",
        decode: """
          self.draft.text = coder:decode 'Draft' or '' --!
            self.draft.selectedRange = coder:decode 'Cursor' or { location = 0, length = 0 }
          """)),
    Case(
      name: "a view without an identifier whose insertion point alone is encoded",
      script: ExplorationCase.note(
        view: "self:make()",
        body: "function Note:make() self.draft = ui.TextView {} return self.draft end --!",
        encode: "coder:encode('Cursor', self.draft.selectedRange)",
        decode: "self.draft.selectedRange = coder:decode 'Cursor' or { location = 0, length = 0 }")),
    Case(
      name: "a copy that is made at the first save, before there is a value",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Open', action = function() self.open = 'main.lua' self:show() end }",
        body: """
          local texts = { ["main.lua"] = "print 'hello'" }
          function Note:text()
            self.preview = ui.TextView { restorationIdentifier = "preview", isEditable = false }
            return self.preview
          end
          function Note:show() self.preview.text = self.open and texts[self.open] or "Nothing open" end
          function Note:viewWillAppear() self:show() end
          """,
        encode: """
          self.state = self.state or { open = self.open }
            coder:encode("open", self.state.open) --!
          """, decode: "self.open = coder:decodeString 'open'")),
    Case(
      name: "a value that the field does not have",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Choose', action = function() self.chosen = self:cell() self:show() end }",
        body: """
          function Note:text() self.label = ui.Label {} return self.label end
          function Note:cell() return "A1" end
          function Note:show() self.label.text = self.chosen and self.chosen .. ": empty" or "Choose a cell" end
          function Note:viewWillAppear() self:show() end
          """, encode: "coder:encode('chosen', self:cell()) --!", decode: "self.chosen = coder:decodeString 'chosen'")),
    Case(
      name: "a value that a view shows by another text",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Move', action = function() self.moves = { 'a' } self:show() end }",
        body: """
          function Note:text()
            self.preview = ui.TextView { restorationIdentifier = "preview", isEditable = false }
            return self.preview
          end
          function Note:show() self.preview.text = self.moves and "moved" or "as it was" end
          function Note:viewWillAppear() self:show() end
          """, encode: "if self.clip then coder:encode('moves', self.moves) end --!",
        decode: "self.moves = coder:decodeTable 'moves'")),
    Case(
      name: "a member of a table",
      script: ExplorationCase.note(
        view: """
          self:text(), ui.Button { title = 'Add', action = function() self:add() end },
            ui.Button { title = 'Undo', action = function() self:undo() end }
          """,
        body: """
          function Note:init() self.sheet = { cells = {}, undos = {} } end
          function Note:text() self.label = ui.Label {} return self.label end
          function Note:add()
            table.insert(self.sheet.cells, 7)
            table.insert(self.sheet.undos, #self.sheet.cells)
            self:show()
          end
          function Note:undo()
            local last = table.remove(self.sheet.undos)
            if last then table.remove(self.sheet.cells, last) end
            self:show()
          end
          function Note:show() self.label.text = #self.sheet.cells .. " cells" end
          function Note:viewWillAppear() self:show() end
          """,
        encode: """
          coder:encode("cells", self.sheet.cells)
            if #self.sheet.cells > 100 then coder:encode("undos", self.sheet.undos) end --!
          """,
        decode: """
          self.sheet.cells = coder:decodeTable "cells" or {}
            self.sheet.undos = coder:decodeTable "undos" or {}
          """)),
    Case(
      name: "a table of the application that pages share",
      script: ExplorationCase.app(
        root: "ui.NavigationController { restorationIdentifier = 'nav', Items { restorationIdentifier = 'items' } }",
        methods: """
          function app:shouldSaveApplicationState(coder)
            coder:encode("order", { count = order.count, speed = 1 }) --!
            return true
          end
          function app:shouldRestoreApplicationState(coder)
            order = coder:decodeTable "order" or order
            return true
          end
          function app:willFinishLaunching()
            self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav" } }
          end
          function app:didFinishLaunching()
            local nav = self.window.rootViewController
            if #nav.viewControllers == 0 then nav:push(Items { restorationIdentifier = "items", restorationClass = Items }) end
            self.window:makeKeyAndVisible()
          end
          """,
        """
        local ui = require "luahost"
        local order = { count = 0, speed = 1 }
        local Items = ui.ViewController:subclass "Items"
        function Items:init() self.order = order end
        function Items:viewControllerWithRestorationIdentifierPath(path)
          return Items { restorationIdentifier = path[#path], restorationClass = Items }
        end
        function Items:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label,
            ui.Button { title = "Add", action = function() self.order.count = self.order.count + 1 self:show() end },
            ui.Button { title = "Courier", action = function() self.order.speed = 12 self:show() end } }
        end
        function Items:show() self.label.text = self.order.count .. " for " .. self.order.speed end
        function Items:viewWillAppear() self:show() end
        """)),
  ]
}
