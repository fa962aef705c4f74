import Foundation
import LuaRuntime
import LuaScreens
import Testing

@testable import Foresight

/// What `--fix` does to apps with one mistake.
@Suite("Fixes of the doctor")
@MainActor
struct RepairTests {
  /// The mistakes whose fix follows from the definitions.
  nonisolated private static let fixable: Set<String> = [
    "a root without identifier above an identified view", "a root without identifier with state of its own",
    "two tabs with one identifier", "two views with one identifier", "a root that nothing creates again",
    "a restoration class without its method", "a navigation controller that is created with its root", "a misspelt key",
    "a subclass that does not call super", "a subclass whose method does not run",
    "an app that saves and does not restore",
    "an app that restores and does not save", "a root that is set at every launch",
    "a root that is set at every launch, over several lines", "viewDidLoad reads its container",
    "a misspelt encodeRestorableState", "a misspelt key of contains", "a list that is read as a string",
  ]

  @Test(
    "a fixed app is clean, and the diff changes it so", arguments: DoctorCase.all.filter { fixable.contains($0.name) })
  func fixes(_ example: DoctorCase) throws {
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining) \(text(repair.diff))")
      #expect(repair.fixed.count == example.expected.count)
      let before = try String(contentsOf: file, encoding: .utf8)
      #expect(before == example.script)
      #expect(text(repair.diff).hasPrefix("--- \(file.path)\n+++ \(file.path)\n@@ -"))
      try repair.write()
      #expect(try Doctor(ScriptHost.Configuration(script: file.path)).examine().findings == [])
    }
  }

  @Test("an added restoration method sets the constants of the constructor, if all constructors have the same")
  func constantsOfConstructor() throws {
    let root = "Note { restorationIdentifier = 'note', restorationClass = Note, title = 'Notes' }"
    for (body, creation) in [
      ("", "return Note { title = 'Notes' }"),
      ("function Note:other() return Note { title = 'Other' } end", "return Note()"),
    ] {
      let example = DoctorCase.note("a title", class: "\(body)\n", make: "", root: root)
      try example.withFolder { file in
        let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
        #expect(repair.fixed.map(\.code) == [.noClassMethod], "\(repair.remaining)")
        #expect(text(repair.diff).contains("+  \(creation)\n"), "\(text(repair.diff))")
      }
    }
  }

  @Test("a mistake that another one hides does not prevent its fix")
  func hiddenMistake() throws {
    let example = DoctorCase.note(
      "a hidden loss",
      class: """
        function Note:loadView() self.field = ui.TextField { restorationIdentifier = "field" } self.view = self.field end
        function Note:encodeRestorableState(coder) coder:encode("n", 1) end
        function Note:decodeRestorableState(coder) self.field.text = "n" .. coder:decode "n" end
        """, make: "")
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.fixed.map(\.code) == [.noClassMethod], "\(repair.remaining)")
      #expect(repair.remaining.map(\.finding.code) == [.valueLost], "\(repair.remaining)")
      #expect(text(repair.diff).contains("+function Note:viewControllerWithRestorationIdentifierPath"))
    }
  }

  @Test(
    "the diff has names that patch accepts",
    arguments: [
      ("/home/user/apps/app.lua", "app.lua"), ("/home/user/apps/sub/../x.lua", "x.lua"),
      ("/home/user/apps///screens/./x.lua", "screens/x.lua"),
      ("/home/user/other.lua", "/home/user/other.lua"),
      ("app.lua", "app.lua"),
    ])
  func fileName(file: String, name: String) {
    #expect(UnifiedDiff.name(ofFile: file, in: "/home/user/apps") == name)
  }

  @Test("a module that is required by a path is fixed")
  func moduleRequiredByPath() throws {
    let example = DoctorCase(
      "a module that is required by a path",
      """
      local ui = require "luahost"
      local Detail = require "./detail"
      local app = ui.Application { identifier = "org.example.doctor" }
      \(DoctorCase.saves)
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then self.window.rootViewController = Detail.open() end
        self.window:makeKeyAndVisible()
      end
      return app
      """,
      modules: [
        "detail": """
        local ui = require "luahost"
        local Detail = ui.ViewController:subclass "Detail"
        function Detail:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
        function Detail:viewControllerWithRestorationIdentifierPath() return Detail() end
        function Detail.open() return Detail { restorationClass = Detail } end
        return Detail
        """
      ])
    try example.withFolder { file in
      let doctor = Doctor(ScriptHost.Configuration(script: file.path))
      let repair = try Repair(doctor)
      #expect(repair.remaining.isEmpty && repair.fixed.map(\.code) == [.noIdentifier], "\(repair.remaining)")
      try repair.write()
      #expect(try doctor.examine().findings == [])
    }
  }

  @Test(
    "a container is created again with the constants of its constructor",
    arguments: [("'Notes'", true), ("title", false)])
  func container(title: String, isFixed: Bool) throws {
    let example = DoctorCase.note(
      "a container with a title",
      class: "local title = 'Notes'",
      root:
        "ui.TabBarController { restorationIdentifier = 'tabs', ui.NavigationController { restorationIdentifier = 'nav', title = \(title), Note { restorationIdentifier = 'note', restorationClass = Note } } }",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if #path == 1 then return ui.TabBarController() end
        end
        """)
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.fixed.isEmpty == !isFixed, "\(text(repair.diff))")
      let diff = text(repair.diff)
      #expect(diff.contains("ui.NavigationController { title = 'Notes' }") == isFixed, "\(diff)")
    }
  }

  @Test(
    "a root that is set at every launch is created only if there is none, and used as before",
    arguments: [
      (
        old: """
          local note = ROOT
          note.title = "Note"
          self.window.rootViewController = note
        """,
        new: """
          if not self.window.rootViewController then
            local note = ROOT
            note.title = "Note"
            self.window.rootViewController = note
          end
        """
      ),
      (
        old: """
          local note = ROOT
          self.window.rootViewController = note
          note.title = "Note"
        """,
        new: """
          local note = self.window.rootViewController
          if not note then
            note = ROOT
            self.window.rootViewController = note
          end
          note.title = "Note"
        """
      ),
      (
        old: """
          self.note = ROOT
          self.window.rootViewController = self.note
          self.note.title = "Note"
        """,
        new: """
          if not self.window.rootViewController then
            self.note = ROOT
            self.window.rootViewController = self.note
          else
            self.note = self.window.rootViewController
          end
          self.note.title = "Note"
        """
      ),
      (
        old: """
          local title = "Note"
          self.note = ROOT
          self.count = 1
          self.window.rootViewController = self.note
        """,
        new: """
          local title = "Note"
          self.note = ROOT
          self.count = 1
          if not self.window.rootViewController then
            self.window.rootViewController = self.note
          else
            self.note = self.window.rootViewController
          end
        """
      ),
      (
        old: "  local note = ROOT; self.window.rootViewController = note",
        new: """
          if not self.window.rootViewController then
            local note = ROOT; self.window.rootViewController = note
          end
        """
      ),
    ])
  func createsOnce(old: String, new: String) throws {
    let root = "Note { restorationIdentifier = 'note', restorationClass = Note }"
    let (old, new) = (old.replacing("ROOT", with: root), new.replacing("ROOT", with: root))
    try DoctorCase.note("a root that is set at every launch", launch: String(old.dropFirst(2))).withFolder { file in
      let before = try String(contentsOf: file, encoding: .utf8)
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining)")
      try repair.write()
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == before.replacing(old, with: new), "\(text)")
      #expect(try Doctor(ScriptHost.Configuration(script: file.path)).examine().findings == [])
    }
  }

  @Test("what creates objects after a read of a container is done at the first appearance only, in its order")
  func firstAppearance() throws {
    let example = DoctorCase.note(
      "a container that is read before views are created",
      class: """
        function Note:viewDidLoad() -- once
          self.view:addSubview(ui.Label { text = "first" })
          local stack = self.navigationController -- may be nil
          self.view:addSubview(ui.Label {
            text = stack and "in a stack" or "alone",
          })
          self.view:addSubview(ui.Label { text = "last" }) -- at the end
        end
        """,
      root:
        "ui.NavigationController { restorationIdentifier = 'stack', Note { restorationIdentifier = 'note', restorationClass = Note } }",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if #path == 1 then return ui.NavigationController() end
        end
        """)
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining)")
      try repair.write()
      let text = try String(contentsOf: file, encoding: .utf8)
      let expected = """
        function Note:viewDidLoad() -- once
          self.view:addSubview(ui.Label { text = "first" })
        end

        function Note:viewWillAppear(animated)
          if not self.hasAppeared then
            self.hasAppeared = true
            local stack = self.navigationController -- may be nil
            self.view:addSubview(ui.Label {
              text = stack and "in a stack" or "alone",
            })
            self.view:addSubview(ui.Label { text = "last" }) -- at the end
          end
        end
        """
      #expect(text.contains(expected), "\(text)")
    }
  }

  @Test("a comment at the end of a line stays there when lines are added")
  func comments() throws {
    let example = DoctorCase(
      "a restoration class without its method",
      DoctorCase.note(
        "", class: "local Other = ui.ViewController:subclass \"Other\" -- the other one",
        root: "Other { restorationIdentifier = 'other', restorationClass = Other }"
      ).script)
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining)")
      try repair.write()
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("subclass \"Other\" -- the other one\n\nfunction Other:"), "\(text)")
    }
  }

  @Test(
    "what is moved out of viewDidLoad runs once, unless it can be repeated",
    arguments: [
      ("self.nav = self.navigationController", false),
      ("if self.navigationController then self.title = self.title .. \"!\" end", true),
    ])
  func onlyOnce(statement: String, isGuarded: Bool) throws {
    let example = DoctorCase.note(
      "", class: "function Note:init() self.title = 'Note' end\nfunction Note:viewDidLoad()\n  \(statement)\nend",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withNavigation
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining)")
      try repair.write()
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("hasAppeared") == isGuarded && text.contains("viewWillAppear"), "\(text)")
    }
  }

  @Test(
    "a read of another type is changed only if the encoded value is certainly right",
    arguments: [
      ("coder:encode('count', self.count)", "self.count = coder:decodeString 'count'", true),
      ("coder:encode('count', self.count or 0)", "local count = coder:decodeString 'count'", true),
      ("coder:encode('count', 7)", "self.count = coder:decodeString 'count'", true),
      ("coder:encode('count', self.size)", "self.count = coder:decodeString 'count'", false),
      ("coder:encode('count', self[1])", "self.count = coder:decodeString 'count'", false),
      ("coder:encode('count', self.count == 1 and 7 or 8)", "self.count = coder:decodeString 'count'", false),
      ("coder:encode('count', self.other.count)", "local count = coder:decodeString 'count'", false),
      (
        "for _, key in ipairs { 'count' } do coder:encode(key, self.size) end",
        "self.count = coder:decodeString 'count'", false
      ),
      (
        "(function(...) coder:encode('count', ...) end)(self.size)", "self.count = coder:decodeString 'count'", false
      ),
    ])
  func typedRead(encode: String, read: String, isCertain: Bool) throws {
    let example = DoctorCase.note(
      "",
      class: """
        function Note:init() self.size, self.count, self[1], self.other = 1, 1, 1, { count = 1 } end
        function Note:encodeRestorableState(coder) \(encode) end
        function Note:decodeRestorableState(coder) \(read) end
        """)
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect((repair.fixed + repair.remaining.map(\.finding)).map(\.code) == [.notDecoded])
      #expect(text(repair.diff).contains("coder:decode 'count'") == isCertain, "\(text(repair.diff))")
      #expect(repair.remaining.map(\.reason) == (isCertain ? [] : ["the encoded value can be the wrong one"]))
    }
  }

  @Test(
    "the statement that gives a container a child which is restored is removed, unless it does more",
    arguments: [
      ("nav.viewControllers = { Note() }", true), ("nav.title, nav.viewControllers = 'x', { Note() }", false),
      ("nav.viewControllers, nav.title = { Note() }, 'x'", false),
    ])
  func statementOfChild(statement: String, isRemoved: Bool) throws {
    let example = DoctorCase.note(
      "",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', Note { restorationIdentifier = 'note', restorationClass = Note } }",
      options: """
        \(DoctorCase.saves)
        function app:viewControllerWithRestorationIdentifierPath(path)
          local nav = ui.NavigationController()
          \(statement)
          return nav
        end
        """)
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.fixed.map(\.code) == (isRemoved ? [.createdTwice] : []), "\(text(repair.diff))")
      #expect(repair.remaining.map(\.finding.code) == (isRemoved ? [] : [.createdTwice]))
      #expect(
        text(repair.diff).contains("\n-  \(statement)\n   return nav") == isRemoved, "\(text(repair.diff))")
    }
  }

  @Test("what an app gives to each instance of a class is not left out")
  func valuesOfApp() throws {
    func repair(init body: String) throws -> Repair {
      let example = DoctorCase.note(
        "", class: "\(body)\nfunction Note:loadView() self.view = ui.Label { text = 'No. ' .. self.number } end",
        make: "",
        root:
          "Note { restorationIdentifier = 'note', restorationClass = Note, done = function() if app then app = nil end end, number = 2 }"
      )
      return try example.withFolder { try Repair(Doctor(ScriptHost.Configuration(script: $0.path))) }
    }
    #expect(try repair(init: "").remaining.map(\.finding.code) == [.noClassMethod])
    #expect(try repair(init: "function Note:init() self.number = 1 end").remaining.isEmpty)
  }

  @Test("a function that several places call gives no constant identifier", arguments: [false, true])
  func sharedFunction(isPushed: Bool) throws {
    let example = DoctorCase.note(
      "",
      class: """
        function Note.of(name) return Note { restorationClass = Note, name = name } end
        function Note:loadView()
          self.view = ui.VStack {
            ui.TextField { restorationIdentifier = 'name' },
            ui.Button { title = 'More', action = function() self:present(\(isPushed ? "Note.of 'more'" : "ui.ViewController()")) end },
          }
        end
        """, make: "return Note.of 'again'", root: "Note.of 'first'")
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      let reasons = repair.remaining.map(\.reason)
      #expect(
        reasons == (isPushed ? ["of is called in several places, and each may need an identifier of its own"] : []))
    }
  }

  @Test("an identifier is the one that a restoration method gives")
  func restoredIdentifier() throws {
    let example = DoctorCase.note(
      "", class: "function Note:loadView() self.view = ui.TextField { restorationIdentifier = 'name' } end", make: "",
      root: "Note {}",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if #path == 1 then return Note { restorationIdentifier = "main" } end
        end
        """)
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining)")
      try repair.write()
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("rootViewController = Note { restorationIdentifier = \"main\" }"), "\(text)")
    }
  }

  @Test("an identifier may contain slashes, backslashes and quotes", arguments: ["in/out", "in\\out", "\"in\""])
  func specialCharacters(_ identifier: String) throws {
    let field = "ui.TextField { restorationIdentifier = \(identifier.asLua) }"
    let twoFields = "function Note:loadView() self.view = ui.VStack {\n\(field),\n\(field)\n} end"
    try DoctorCase.note("", class: twoFields).withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty && text(repair.diff).contains("\(identifier)2".asLua), "\(repair.remaining)")
    }
    let stack =
      "ui.NavigationController { restorationIdentifier = \(identifier.asLua), viewControllers = {\nNote { restorationIdentifier = 'note', restorationClass = Note } } }"
    try DoctorCase.note("", root: stack).withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(
        repair.remaining.isEmpty && text(repair.diff).contains("path[1] == \(identifier.asLua)"), "\(repair.remaining)")
    }
  }

  @Test("a function that replaces the screen for a button, too, is not changed")
  func sharedFunction() throws {
    let example = DoctorCase.note(
      "a root that is set at every launch by a function that a button calls, too",
      class: """
        function Note:loadView()
          self.view = ui.Button { title = "Again", action = function() ui.Application.shared:show() end }
        end
        """,
      launch: "self:show()",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:show()
          self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
        end
        """)
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.map(\.finding.code) == [.builtTooEarly], "\(repair.remaining)")
    }
  }

  @Test("every fixable mistake is among the cases")
  func known() { #expect(Self.fixable.isSubset(of: DoctorCase.all.map(\.name))) }

  @Test(
    "mistakes in helpers, assigned functions, scenes and containers are fixed",
    arguments: [
      "scene-without-identifier", "container-in-a-method-of-viewdidload",
      "save-without-restore-assigned", "super-not-called-by-an-assigned-function", "made-twice-and-pushed",
      "made-twice-in-a-helper", "made-twice-tabs", "stack-set-again", "duplicate-switches", "new-window-too-early",
      "window-created-again", "nav-stack-pushed-again", "child-added-again", "no-class-method-of-a-superclass",
      "returned-nil-for-a-misspelt-key",
    ])
  func fixesElsewhere(_ app: String) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Scripts/doctor/\(app).lua")
    let repair = try Repair(Doctor(ScriptHost.Configuration(script: script.standardizedFileURL.path)))
    #expect(repair.remaining.isEmpty, "\(repair.remaining) \(text(repair.diff))")
    #expect(!repair.fixed.isEmpty && !repair.diff.isEmpty)
  }

  @Test(
    "a child that a statement creates beside another value, or a call receives, is not removed",
    arguments: [
      "local nav, child = ui.NavigationController(), Child { restorationIdentifier = 'child' }\n    nav.viewControllers = { child }",
      "local nav = both(ui.NavigationController(), Child { restorationIdentifier = 'child' })",
    ])
  func oneOfSeveralValues(_ creation: String) throws {
    let script = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.fixed" }
      local Child = ui.ViewController:subclass "Child"
      function Child:loadView() self.view = ui.VStack { ui.Label { text = "x" } } end
      local function both(nav, child)
        nav.viewControllers = { child }
        return nav
      end
      function app:viewControllerWithRestorationIdentifierPath(path)
        if #path > 1 then return Child() end
        \(creation)
        return nav
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          local nav = ui.NavigationController { restorationIdentifier = "nav" }
          nav.viewControllers = { Child { restorationIdentifier = "child" } }
          self.window.rootViewController = nav
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "app.lua")
    try Data(script.utf8).write(to: file)
    let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
    #expect(!repair.remaining.isEmpty && repair.files.isEmpty, "\(text(repair.diff))")
  }

  @Test(
    "a launch is not changed if its condition depends on what it means to do, or the first launch would show something else",
    arguments: ["storyboard-scene-pushed-again", "made-twice-in-the-function-of-the-launch"])
  func dependsOnTheLaunch(_ app: String) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Scripts/doctor/\(app).lua").standardizedFileURL
    let repair = try Repair(Doctor(ScriptHost.Configuration(script: script.path)))
    #expect(repair.diff.isEmpty && repair.remaining.count == 1)
  }

  @Test(
    "a mistake whose fix depends on the app's intentions is left, with the reason",
    arguments: [
      ("a value that cannot be saved", "what to write depends on what the app means to do"),
      ("computed keys that are never decoded", "the key is not a literal in this line"),
      (
        "a controller whose view is shown without addChild",
        "the controller whose view contains it must call addChild"
      ),
    ])
  func unfixable(name: String, reason: String) throws {
    let example = try #require(DoctorCase.all.first { $0.name == name })
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.files.isEmpty && repair.diff.isEmpty)
      #expect(repair.remaining.map(\.reason) == [reason])
    }
  }

  /// Two children with one identifier, which the texts give them and restore.
  private static func panels(_ restoring: String, _ children: String = same, _ body: String = "") -> String {
    """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.fixed" }
    local Panel = ui.ViewController:subclass "Panel"
    function Panel:loadView() self.view = ui.VStack { ui.TextField { restorationIdentifier = "text" } } end
    local Root = ui.ViewController:subclass "Root"
    function Root:loadView() self.view = ui.VStack {} end
    function app:viewControllerWithRestorationIdentifierPath(path)
      if #path == 1 then return Root() end
      \(restoring)
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    \(body)
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        local root = Root { restorationIdentifier = "root" }
        \(children)
        root:addChild(a)
        root:addChild(b)
        self.window.rootViewController = root
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """
  }

  nonisolated private static let same = """
    local a = Panel { restorationIdentifier = "panel" }
        local b = Panel { restorationIdentifier = "panel" }
    """

  @Test(
    "a duplicate identifier is not renamed if the app uses it, and the reason names the place",
    arguments: [
      ("return Panel { title = path[2] }", "", "app.lua:9 uses the identifier"),
      ("local name = path[#path] return Panel { title = name }", "", "app.lua:9 uses the identifier"),
      ("if path[#path] == 'panel' then return Panel() end", "", "app.lua:9 uses the identifier"),
      ("local name = path[2] if name == 'panel' then return Panel() end", "", "app.lua:9 uses the identifier"),
      (
        "return Panel()",
        "function app:first() for _, c in ipairs(all) do if c.restorationIdentifier == 'panel' then return c end end end",
        "app.lua:14 uses the identifier"
      ),
      (
        "return Panel()", "function app:first() return self:viewWithIdentifier('panel') end",
        "app.lua:14 uses the identifier"
      ),
    ])
  func usedIdentifier(restoring: String, body: String, reason: String) throws {
    try ExplorationCase.withFile(Self.panels(restoring, Self.same, body)) { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.diff.isEmpty && repair.remaining.count == 1, "\(text(repair.diff))")
      #expect(repair.remaining.first?.reason.contains(reason) == true, "\(repair.remaining)")
      #expect(repair.remaining.first?.finding.remedy.isEmpty == false)
    }
  }

  @Test(
    "a duplicate identifier is renamed where it is set",
    arguments: [
      ("local a, b = Panel(), Panel() a.restorationIdentifier = 'panel'\nb.restorationIdentifier = 'panel'", ""),
      (
        "local a = named(Panel(), 'panel')\nlocal b = named(Panel(), 'panel')",
        "local function named(p, id) p.restorationIdentifier = id return p end"
      ),
      (
        "local a, b = first(), second()",
        "local function second() local p = Panel() p.restorationIdentifier = 'panel' return p end\nlocal function first() local p = Panel() p.restorationIdentifier = 'panel' return p end"
      ),
      (
        "local a, b = Panel(), Panel() id(a, b)",
        "local function id(a, b) a.restorationIdentifier = 'panel' b.restorationIdentifier = 'panel' end"
      ),
    ])
  func laterIdentifier(children: String, body: String) throws {
    let restoring = "if path[#path] == 'other' then return nil end return Panel()"
    try ExplorationCase.withFile(Self.panels(restoring, children, body)) { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining)")
      #expect(text(repair.diff).contains("\"panel2\""), "\(text(repair.diff))")
    }
  }

  @Test(
    "an identifier that one statement gives to all siblings is not renamed",
    arguments: [
      ("local a, b = Panel(), Panel() for _, p in ipairs { a, b } do p.restorationIdentifier = 'panel' end", ""),
      ("local a, b = Panel(), Panel()", "function Panel:init() self.restorationIdentifier = 'panel' end"),
    ])
  func sharedIdentifier(children: String, body: String) throws {
    try ExplorationCase.withFile(Self.panels("return Panel()", children, body)) { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.diff.isEmpty)
      #expect(
        repair.remaining.first?.reason.contains("gives all of them the same identifier") == true, "\(repair.remaining)")
    }
  }

  func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Applies a diff with `patch`, and returns what it prints if it fails.
  private func patch(_ file: URL, with diff: [UInt8]) throws -> String? {
    let patch = Process()
    patch.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    patch.arguments = ["patch", "--binary", "-s", file.path]
    let (input, output) = (Pipe(), Pipe())
    patch.standardInput = input
    patch.standardOutput = output
    try patch.run()
    try input.fileHandleForWriting.write(contentsOf: Data(diff))
    try input.fileHandleForWriting.close()
    patch.waitUntilExit()
    return patch.terminationStatus == 0 ? nil : text(Array(try output.fileHandleForReading.readToEnd() ?? Data()))
  }

  @Test(
    "a fix keeps all other bytes: line ends, a byte that is not UTF-8, a last line without newline",
    arguments: DoctorCase.all.filter { fixable.contains($0.name) })
  func bytes(_ example: DoctorCase) throws {
    try example.withFolder { file in
      var script = Array("-- caf".utf8) + [0xe9] + Array("\r\n".utf8)
      script += Array(example.script.replacing("\n", with: "\r\n").utf8)
      while script.last == 10 || script.last == 13 { script.removeLast() }
      try Data(script).write(to: file)
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining)")
      let fixed = try #require(repair.files[file.path])
      #expect(fixed.old == script)
      #expect(fixed.new.starts(with: script.prefix(9)))
      for (index, byte) in fixed.new.enumerated() where byte == 10 {
        #expect(index > 0 && fixed.new[index - 1] == 13, "\(text(fixed.new))")
      }
      #expect(try patch(file, with: repair.diff) == nil)
      #expect(try Array(Data(contentsOf: file)) == fixed.new)
    }
  }

  @Test(
    "a fix indents as the script does", arguments: DoctorCase.all.filter { fixable.contains($0.name) }, ["    ", "\t"])
  func indentation(_ example: DoctorCase, step: String) throws {
    func fixed(_ script: String) throws -> String {
      try example.withFolder { file in
        try Data(script.utf8).write(to: file)
        return text(try #require(try Repair(Doctor(ScriptHost.Configuration(script: file.path))).files[file.path]).new)
      }
    }
    func indented(_ script: String) -> String {
      script.replacing(/(?m)^(  )+/) { String(repeating: step, count: $0.0.count / 2) }
    }
    #expect(try fixed(indented(example.script)) == indented(fixed(example.script)))
  }

  @Test("re-indenting does not touch strings over several lines")
  func longStrings() throws {
    let example = try #require(DoctorCase.all.first { $0.name == "a root that is set at every launch" })
    let line = try #require(example.script.split(separator: "\n").first { $0.contains(".rootViewController = ") })
    let call = try #require(line.firstIndex(of: "="))
    let (target, value) = (line[..<call], line[line.index(after: call)...])
    let longer = "\(target)= (function()\n    local text = [[first\n  second]]\n    return\(value)\n  end)()"
    let script = example.script.replacing(line, with: longer)
    try example.withFolder { file in
      try Data(script.utf8).write(to: file)
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      let fixed = text(try #require(repair.files[file.path]).new)
      #expect(fixed.contains("      local text = [[first\n  second]]\n"), "\(fixed)")
    }
  }

  @Test("a script that is a symbolic link stays one, with its permissions")
  func links() throws {
    let example = try #require(DoctorCase.all.first { $0.name == "a misspelt key" })
    try example.withFolder { file in
      let target = file.deletingLastPathComponent().appending(path: "real.lua")
      try FileManager.default.moveItem(at: file, to: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
      try Repair(Doctor(ScriptHost.Configuration(script: file.path))).write()
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target.path)
      let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] as? Int
      #expect(mode == 0o640)
      #expect(try Doctor(ScriptHost.Configuration(script: file.path)).examine().findings == [])
    }
  }

  @Test("a script that was changed meanwhile is not overwritten")
  func changed() throws {
    let example = try #require(DoctorCase.all.first { $0.name == "a misspelt key" })
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      try Data("return 1\n".utf8).write(to: file)
      let error = #expect(throws: RepairError.self) { try repair.write() }
      #expect(error?.description.contains("\(file.path): it was changed meanwhile") == true)
      #expect(try String(contentsOf: file, encoding: .utf8) == "return 1\n")
    }
  }

  @Test("a diff has three lines of context, and a hunk for each group of changes")
  func diff() {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 2\n", with: "second\n").replacing("line 19\n", with: "")
    #expect(
      text(UnifiedDiff.bytes(file: "a.lua", from: Array(old.utf8), to: Array(new.utf8))) == """
        --- a.lua
        +++ a.lua
        @@ -1,5 +1,5 @@
         line 1
        -line 2
        +second
         line 3
         line 4
         line 5
        @@ -16,5 +16,4 @@
         line 16
         line 17
         line 18
        -line 19
         line 20

        """)
    #expect(UnifiedDiff.bytes(file: "a.lua", from: Array(old.utf8), to: Array(old.utf8)) == [])
  }

  @Test("a diff marks a last line without newline")
  func lastLine() {
    #expect(
      text(UnifiedDiff.bytes(file: "a.lua", from: Array("one\ntwo".utf8), to: Array("one\ntwo\n".utf8))) == """
        --- a.lua
        +++ a.lua
        @@ -1,2 +1,2 @@
         one
        -two
        \\ No newline at end of file
        +two

        """)
  }
}
