import Foundation
import LuaScreens
import Testing

@testable import Foresight

// Fixes that keep what an app has restored, and refusals with their reasons.
extension RepairTests {
  /// An app whose root is a navigation controller around a `Note`.
  private static func inStack(_ body: String) -> DoctorCase {
    DoctorCase.note(
      "", class: body,
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withNavigation
  }

  /// Returns the repair of an app.
  private func repair(_ example: DoctorCase) throws -> Repair {
    try example.withFolder { try Repair(Doctor(ScriptHost.Configuration(script: $0.path))) }
  }

  /// Returns the text of a repaired app's script.
  private func repaired(_ example: DoctorCase) throws -> String {
    let repair = try repair(example)
    #expect(repair.remaining.isEmpty, "\(repair.remaining) \(text(repair.diff))")
    return text(repair.files.values.first?.new ?? [])
  }

  /// Returns the reasons why the only finding of an app was not fixed.
  private func reason(_ example: DoctorCase) throws -> String? {
    let repair = try repair(example)
    #expect(repair.diff.isEmpty && repair.remaining.count == 1, "\(repair.remaining) \(text(repair.diff))")
    return repair.remaining.first?.reason
  }

  /// An app whose root is a split view controller with two children, and creates it again with these.
  private static func split(_ make: String) -> DoctorCase {
    DoctorCase.note(
      "",
      class: """
        local Split = ui.SplitViewController:subclass "Split"
        function Split:viewControllerWithRestorationIdentifierPath()
          \(make)
        end
        local function note(name) return Note { restorationIdentifier = name, restorationClass = Note } end
        """,
      root:
        "Split { restorationIdentifier = 'split', restorationClass = Split, viewControllers = { note 'a', note 'b' } }"
    )
  }

  @Test(
    "children that are created together with their container are removed however they are written",
    arguments: [
      ("return Split { viewControllers = { Note { title = 'x' }, Note() } }", "return Split {  }"),
      (
        "return Split { viewControllers = { Note { restorationIdentifier = 'a' }, Note() } }",
        "return Split { viewControllers = { Note { restorationIdentifier = 'a' } } }"
      ),
      ("return Split { viewControllers = { Note({ title = 'x' }) } }", "return Split {  }"),
      ("local note <const> = Note { title = 'x' }\n  return Split { viewControllers = { note } }", "return Split {  }"),
      ("local c = Note return Split { viewControllers = { c() } }", "local c = Note return Split {  }"),
    ])
  func doubledChildren(make: String, expected: String) throws {
    let text = try repaired(Self.split(make))
    #expect(text.contains("\n  \(expected)\nend\n"), "\(text)")
  }

  @Test(
    "a child that is created together with its container is not removed if it is used elsewhere, too",
    arguments: [
      (
        "local note = Note() print(note) return Split { viewControllers = { note } }",
        "this child is used for more than the list of its container"
      ),
      (
        "local function create(class) return class() end\n  return Split { viewControllers = { create(Note) } }",
        "no constructor of Note is in this line"
      ),
    ])
  func usedChild(make: String, expected: String) throws {
    #expect(try reason(Self.split(make)) == expected)
  }

  @Test(
    "a class that a function creates gets its restoration method, and the only options of an instance its class",
    arguments: ["c { restorationIdentifier = 'root' }", "c(options)"])
  func classOfFunction(root: String) throws {
    let options = root.contains("options") ? "local options = { restorationIdentifier = 'root' }" : ""
    let text = try repaired(
      DoctorCase.note(
        "",
        class: """
          local function class(name) return ui.ViewController:subclass(name) end
          local c = class "Page"
          \(options)
          """, root: root))
    #expect(text.contains("function c:viewControllerWithRestorationIdentifierPath(path, coder)\n  return c"), "\(text)")
    #expect(text.contains("{ restorationClass = c, restorationIdentifier = 'root' }"), "\(text)")
  }

  @Test("options that other code uses are not changed, and the reason says so")
  func sharedOptions() throws {
    let example = DoctorCase.note(
      "",
      class: """
        local Page = ui.ViewController:subclass 'Page'
        local options = { restorationIdentifier = 'root' }
        print(options)
        """, root: "Page(options)")
    #expect(try reason(example) == "the properties of this Page come from a value that other code can use")
  }

  @Test("a second window with a root over several lines becomes the root of the first one")
  func secondWindow() throws {
    let root = "Note { restorationIdentifier = 'note', restorationClass = Note }"
    let text = try repaired(
      DoctorCase.note("", root: root, launch: "self.window = ui.Window {\n    rootViewController = ROOT,\n  }"))
    #expect(
      text.contains(
        "  if not self.window.rootViewController then\n    self.window.rootViewController = \(root)\n  end\n"),
      "\(text)")
    let local = DoctorCase.note(
      "", root: root, launch: "local window = ui.Window { rootViewController = ROOT }\n  self.window = window")
    #expect(
      try reason(local) == "window is a new local variable, which does not have the window of the restored root")
  }

  @Test("what does not depend on a read of a container stays in viewDidLoad, before the decoding")
  func independentStatements() throws {
    let text = try repaired(
      Self.inStack(
        """
        function Note:viewDidLoad()
          local nav = self.navigationController
          self.count = 0
          self.title = nav and "Inside" or "Alone"
          self.items = {}
        end
        function Note:encodeRestorableState(coder) coder:encode("count", self.count) end
        function Note:decodeRestorableState(coder) self.count = coder:decode "count" end
        """))
    #expect(
      text.contains(
        """
        function Note:viewDidLoad()
          self.count = 0
          self.items = {}
        end

        function Note:viewWillAppear(animated)
          if not self.hasAppeared then
            self.hasAppeared = true
            local nav = self.navigationController
            self.title = nav and "Inside" or "Alone"
          end
        end
        """), "\(text)")
  }

  @Test(
    "a statement that sets what the decoding sets is not moved behind it",
    arguments: [
      "local nav = self.navigationController\n  self.count = nav and 1 or 0",
      "local nav = self.navigationController\n  self:reset(nav)",
      "self.nav = self.navigationController\n  reset(self)",
    ])
  func decodedLater(statements: String) throws {
    let reason = try reason(
      Self.inStack(
        """
        local function reset(note) note.depth, note.count = note.nav and 1 or 0, 0 end
        function Note:reset(nav) reset(self) end
        function Note:set(count) self.count = count end
        function Note:viewDidLoad()
          \(statements)
        end
        function Note:encodeRestorableState(coder) coder:encode("count", self.count) end
        function Note:decodeRestorableState(coder) self:set(coder:decode "count") end
        """))
    #expect(
      reason == "line 8 depends on this read and sets count, and would do so after the decoding has set it",
      "\(reason ?? "")")
  }

  @Test(
    "what cannot leave viewDidLoad is not moved, and the reason says why",
    arguments: [
      (
        "local name = 'a'\n  self.title = self.navigationController and name or ''",
        "what to move uses name, a local variable of viewDidLoad"
      ),
      (
        "if not self.navigationController then return end\n  self.items = {}",
        "viewDidLoad returns or jumps after this read, which its other statements depend on"
      ),
    ])
  func staysInViewDidLoad(statements: String, expected: String) throws {
    let reason = try reason(Self.inStack("function Note:viewDidLoad()\n  \(statements)\nend"))
    #expect(reason == expected)
  }

  @Test("a view with an identifier is not changed after its state is restored", arguments: [false, true])
  func restoredView(isSaved: Bool) throws {
    let repair = try repair(
      Self.inStack(
        """
        function Note:loadView()
          self.field = ui.TextField { \(isSaved ? "restorationIdentifier = 'field'" : "") }
          self.view = self.field
        end
        function Note:show(text) self.field.text = text end
        function Note:viewDidLoad()
          self:show(self.navigationController and 'inside' or 'alone')
        end
        """))
    #expect(repair.remaining.isEmpty != isSaved, "\(text(repair.diff))")
    let reason = "line 9 depends on this read and changes field, and would do so after its state is restored"
    #expect(repair.remaining.map(\.reason).contains(reason) == isSaved, "\(repair.remaining)")
  }

  @Test("a field that scripts set elsewhere, too, is set at the first appearance only")
  func setElsewhere() throws {
    let text = try repaired(
      Self.inStack(
        """
        function Note:viewDidLoad()
          self.mode = self.navigationController and 1 or 2
        end
        function Note:toggle() self.mode = 3 end
        """))
    #expect(text.contains("    self.hasAppeared = true\n    self.mode = self.navigationController"), "\(text)")
  }

  // MARK: Roots that are created too early

  private static let noteRoot = "Note { restorationIdentifier = 'note', restorationClass = Note }"

  /// An app that sets its root at every launch, and uses it when it goes into the background.
  private static func early(_ launch: String, _ use: String, before: String = "") -> DoctorCase {
    DoctorCase.note(
      "", class: "function Note:loadView() self.view = ui.Label { text = '' } end\n\(before)", launch: launch,
      options: """
        \(DoctorCase.saves)
        function app:viewControllerWithRestorationIdentifierPath(path)
          if #path == 1 then return ui.NavigationController() end
        end
        function app:didEnterBackground() \(use) end
        """)
  }

  @Test(
    "other references to the root refer to the restored one",
    arguments: [
      (
        "", "root = ROOT\n  self.window.rootViewController = root", "root.view.text = 'x'",
        """
          if not self.window.rootViewController then
            root = ROOT
            self.window.rootViewController = root
          else
            root = self.window.rootViewController
          end
        """
      ),
      (
        "", "local note = ROOT\n  self.note = note\n  self.window.rootViewController = note",
        "self.note.view.text = 'x'",
        """
          if not self.window.rootViewController then
            local note = ROOT
            self.note = note
            self.window.rootViewController = note
          else
            self.note = self.window.rootViewController
          end
        """
      ),
      (
        "", "local note = ROOT\n  self.note = note\n  self.window.rootViewController = note\n  note.title = 'x'",
        "self.note.view.text = 'x'",
        """
          local note = self.window.rootViewController
          if not note then
            note = ROOT
            self.note = note
            self.window.rootViewController = note
          else
            self.note = note
          end
          note.title = 'x'
        """
      ),
    ])
  func references(before: String, launch: String, use: String, expected: String) throws {
    let launch = launch.replacing("ROOT", with: Self.noteRoot)
    let text = try repaired(Self.early(launch, use, before: "local root\n\(before)"))
    #expect(text.contains(expected.replacing("ROOT", with: Self.noteRoot)), "\(text)")
  }

  @Test(
    "a root is not created conditionally if other references would be lost by that",
    arguments: [
      (
        "self.list = ROOT\n  local nav = ui.NavigationController { restorationIdentifier = 'nav', self.list }\n  self.window.rootViewController = nav",
        "self.list is used elsewhere, and would not be the restored controller"
      ),
      (
        "self.list = ROOT\n  self.window.rootViewController = ui.NavigationController { restorationIdentifier = 'nav', self.list }",
        "self.list is used elsewhere, and would not be the restored controller"
      ),
      (
        "self.list = ROOT\n  local nav = ui.NavigationController { restorationIdentifier = 'nav' }\n  nav:push(self.list)\n  self.window.rootViewController = nav",
        "self.list is used elsewhere, and would not be the restored controller"
      ),
      (
        "self.list = ROOT\n  local note = self.list\n  self.window.rootViewController = note",
        "self.list is used elsewhere, and would not be the restored controller"
      ),
      (
        "local note = ROOT\n  self.lists = { note }\n  self.list = note\n  self.window.rootViewController = note",
        "line 20 uses the new note, and may need the restored one as well"
      ),
      (
        "self.window.rootViewController = create(self)",
        "list is set while the root is created, and used elsewhere"
      ),
    ])
  func lostReferences(launch: String, expected: String) throws {
    let launch = launch.replacing("ROOT", with: Self.noteRoot)
    let example = Self.early(
      launch, "self.list.view.text = 'x'", before: "local function create(app) return app:create() end")
    let create = "function app:create() self.list = \(Self.noteRoot) return self.list end"
    let reason = try reason(
      DoctorCase("", example.script.replacing("function app:didEnter", with: "\(create)\nfunction app:didEnter")))
    #expect(reason == expected)
  }

  @Test(
    "a window that is created with its root in didFinishLaunching is created before the restoration",
    arguments: [false, true], [false, true])
  func newWindow(isGuarded: Bool, hasCallback: Bool) throws {
    let assignment = "self.window.rootViewController = \(Self.noteRoot)"
    let guarded = "if not self.window.rootViewController then\n    \(assignment)\n  end"
    let example = DoctorCase.note(
      "", launch: "self.window = ui.Window {}\n  \(isGuarded ? guarded : assignment)")
    let old = "function app:willFinishLaunching() self.window = ui.Window() end"
    let callback = "function app:willFinishLaunching()\n  self.other = 1\nend"
    let script = example.script.replacing("\(old)\n", with: hasCallback ? "\(callback)\n" : "")
    let repair = try repair(DoctorCase("", script))
    #expect(repair.remaining.isEmpty, "\(repair.remaining) \(text(repair.diff))")
    #expect(repair.fixed.first?.remedy.hasPrefix("Create the window in willFinishLaunching, before the") == true)
    let text = text(repair.files.values.first?.new ?? [])
    let head = hasCallback ? "()" : "(options)"
    #expect(
      text.contains("function app:willFinishLaunching\(head)\n  self.window = ui.Window {}\n"), "\(text)")
    #expect(text.contains("function app:didFinishLaunching()\n  \(guarded)\n  self.window:make"), "\(text)")
  }

  // MARK: Keys

  @Test(
    "keys that differ in digits only, are short, or have two counterparts are not renamed",
    arguments: [
      (["column1"], ["column2"]), (["x1"], ["x2"]), (["a"], [""]), (["text"], ["textt", "texts"]),
      (["texts", "textt"], ["text"]), (["text"], ["textt", "text2"]),
    ])
  func differentKeys(encoded: [String], decoded: [String]) throws {
    let repair = try repair(
      DoctorCase.note(
        "",
        class: """
          function Note:encodeRestorableState(coder)
            \(encoded.map { "coder:encode('\($0)', 1)" }.joined(separator: "\n  "))
          end
          function Note:decodeRestorableState(coder)
            \(decoded.map { "self.x = coder:decode '\($0)'" }.joined(separator: "\n  "))
          end
          """))
    #expect(repair.diff.isEmpty, "\(text(repair.diff))")
    #expect(Set(repair.remaining.compactMap(\.finding.key)) == Set(encoded + decoded))
    #expect(!repair.remaining.contains { $0.finding.remedy.contains("Did you mean") }, "\(repair.remaining)")
  }

  @Test(
    "a misspelt key is renamed in all calls of its class, and nowhere else",
    arguments: [
      (
        "if coder:contains 'conut' then self.n = coder:decode 'conut' end",
        "if coder:contains \"count\" then self.n = coder:decode \"count\" end"
      ),
      (
        "if coder:contains('conut') then\n    self.n = coder:decodeInteger('conut')\n  end",
        "if coder:contains(\"count\") then\n    self.n = coder:decodeInteger(\"count\")\n  end"
      ),
      (
        "local function get(key) return coder:decode(key) end\n  self.n = get 'conut'",
        "local function get(key) return coder:decode(key) end\n  self.n = get \"count\""
      ),
      (
        "self.fields = {} self.fields['conut'] = coder.decode(coder, 'conut') print('conut')",
        "self.fields = {} self.fields['conut'] = coder.decode(coder, \"count\") print('conut')"
      ),
    ])
  func renamedCalls(old: String, new: String) throws {
    let example = DoctorCase.note(
      "",
      class: """
        function Note:encodeRestorableState(coder) coder:encode("count", 1) end
        function Note:decodeRestorableState(coder)
          \(old)
        end
        """)
    #expect(try repaired(example) == example.script.replacing(old, with: new))
  }

  // MARK: Controllers that are created again

  @Test(
    "a controller that gets a value after its constructor is not created again without it",
    arguments: [
      "local n = Note { KEYS }\n  n.model = { n = 2 }\n  return n",
      "local n = Note { KEYS } n:setModel { n = 2 } return n",
      "return configured(Note { KEYS })",
    ],
    ["restorationIdentifier = 'note', restorationClass = Note", "restorationIdentifier = 'note'", ""])
  func valuesSetLater(creation: String, keys: String) throws {
    let example = DoctorCase.note(
      "",
      class: """
        function Note:loadView()
          self.view = ui.VStack {
            ui.TextField { restorationIdentifier = 'f' },
            ui.Button { title = 'Go', action = function() self.model.n = 1 end },
          }
        end
        function Note:setModel(model) self.model = model end
        local function configured(note) note.model = { n = 2 } return note end
        local function create()
          \(creation.replacing("KEYS", with: keys))
        end
        """, make: "", root: "create()")
    let repair = try repair(example)
    #expect(!text(repair.diff).contains("return Note"), "\(text(repair.diff))")
    if !keys.isEmpty {
      #expect(repair.remaining.map(\.reason) == ["a new Note needs model, which other code sets"])
    }
  }

  @Test("a controller that sets its fields itself is created again, with the properties that other code sets")
  func propertiesSetLater() throws {
    let text = try repaired(
      DoctorCase.note(
        "",
        class: """
          function Note:loadView() self:setCount(1) self.view = ui.Label { text = 'No. ' .. self.count } end
          function Note:setCount(count) self.count = count end
          """, make: "",
        launch: """
          if not self.window.rootViewController then
            local note = Note { restorationIdentifier = 'note', restorationClass = Note }
            note.title = "Notes"
            note:setCount(2)
            self.window.rootViewController = note
          end
          """))
    #expect(text.contains("  return Note { title = \"Notes\" }\n"), "\(text)")
  }

  // MARK: Variables of classes

  @Test(
    "the variable of a class is found in each kind of assignment",
    arguments: [
      ("local Note <const> = CLASS", "Note"),
      ("classes = {}\nclasses[\"Note\"] = CLASS\nlocal Note = classes.Note", "classes.Note"),
      ("local Note, x = CLASS, 1", "Note"), ("local Note = assert(CLASS)", "Note"),
      ("local x, Note = f(1, { 2 }), CLASS", "Note"),
      ("local all = { Note = CLASS, x = 1 }\nlocal Note = all.Note", "all.Note"),
    ])
  func variableOfClass(creation: String, variable: String) throws {
    let example = DoctorCase.note("", make: "")
    let creation = creation.replacing("CLASS", with: "ui.ViewController:subclass(\"Note\")")
    let script = example.script.replacing(
      "local Note = ui.ViewController:subclass \"Note\"", with: "local function f() end\n\(creation)")
    let repair = try repair(DoctorCase("", script))
    #expect(repair.remaining.isEmpty, "\(repair.remaining)")
    let method = "\(variable):viewControllerWithRestorationIdentifierPath(path, coder)"
    #expect(repair.fixed.first?.remedy == "Define function \(method) return \(variable)() end.")
    #expect(text(repair.diff).contains("+function \(method)\n+  return \(variable)()\n+end\n"), "\(text(repair.diff))")
  }

  @Test("a class without a variable is named by its own name, and has no fix")
  func classWithoutVariable() throws {
    let example = DoctorCase.note(
      "", make: "", root: "make { restorationIdentifier = 'note', restorationClass = make }")
    let script = example.script.replacing(
      "local Note = ui.ViewController:subclass \"Note\"",
      with: "local function class() return ui.ViewController:subclass \"Note\" end\nlocal make = class()")
    let repair = try repair(DoctorCase("", script))
    #expect(repair.remaining.map(\.reason) == ["the variable of the class Note is not certain"])
    #expect(repair.remaining.first?.finding.remedy == "Give Note this method; it returns a new controller.")
  }

  @Test("a class that a module returns directly is known by the variable that has the module")
  func classOfModule() throws {
    var example = DoctorCase.note("", make: "", root: "Note { restorationIdentifier = 'note' }")
    example = DoctorCase(
      "", example.script.replacing("ui.ViewController:subclass \"Note\"", with: "require \"note\""),
      modules: ["note": "local ui = require \"luahost\"\nreturn ui.ViewController:subclass \"Note\""])
    let text = try repaired(example)
    #expect(
      text.contains(
        "local Note = require \"note\"\n\nfunction Note:viewControllerWithRestorationIdentifierPath(path, coder)\n  return Note()"
      ), "\(text)")
    #expect(text.contains("Note { restorationClass = Note, restorationIdentifier"))
  }

  // MARK: Containers

  @Test(
    "a container and the controllers in it are fixed together",
    arguments: [
      "ui.NavigationController { restorationIdentifier = 'nav', Note { restorationIdentifier = 'note' } }",
      "ui.NavigationController { restorationIdentifier = 'nav', Note {} }",
      "ui.TabBarController { restorationIdentifier = 'tabs', Note { restorationIdentifier = 'note' },\nOther { restorationIdentifier = 'other' },\nThird { restorationIdentifier = 'third' }, Fourth { restorationIdentifier = 'fourth' } }",
    ])
  func wholeApp(root: String) throws {
    let text = try repaired(
      DoctorCase.note(
        "",
        class: """
          function Note:loadView() self.view = ui.VStack { ui.TextField { restorationIdentifier = 'f' } } end
          local Other, Third = Note:subclass "Other", ui.ViewController:subclass "Third"
          local Fourth = ui.ViewController:subclass "Fourth"
          """, make: "", root: root))
    #expect(text.contains("restorationClass = Note"), "\(text)")
  }

  @Test("an application's method that creates other controllers may return nil on purpose")
  func nilOnPurpose() throws {
    let reason = try reason(
      DoctorCase.note(
        "", class: "function Note:loadView() self.view = ui.TextField { restorationIdentifier = 'f' } end", make: "",
        root: "ui.NavigationController { restorationIdentifier = 'nav', Note { restorationIdentifier = 'note' } }",
        options: """
          \(DoctorCase.saves)
          local function create(path) if path[2] == "other" then return Note() end end
          function app:viewControllerWithRestorationIdentifierPath(path)
            if #path == 1 then return ui.NavigationController() end
            return create(path)
          end
          """))
    #expect(reason == "what to write depends on what the app means to do")
  }

  @Test(
    "a fix that makes an independent mistake visible is kept, and that is reported",
    arguments: [
      ("Note { restorationIdentifier = 'note', restorationClass = Note }", "", FindingCode.saveWithoutRestore),
      ("Note { restorationIdentifier = 'note' }", "RESTORE", .noCreator),
    ])
  func madeVisible(root: String, options: String, code: FindingCode) throws {
    let restore = "function app:shouldRestoreApplicationState() return true end"
    let repair = try repair(
      DoctorCase.note(
        "",
        class: """
          function Note:encodeRestorableState(coder) coder:encode("count", 1) end
          function Note:decodeRestorableState(coder) end
          """, root: root,
        options: """
          function app:shouldSaveApplicationState() return true end
          \(options.replacing("RESTORE", with: restore))
          """))
    #expect(repair.fixed.map(\.code) == [code], "\(repair.remaining)")
    #expect(repair.remaining.map(\.finding.code) == [.notDecoded], "\(repair.remaining)")
  }

  // MARK: Ways to write it

  @Test(
    "an app that gives one of its two methods in another way gets the other one",
    arguments: [
      ("APP.saves = 1\nlocal function yes() return true end\napp.shouldSaveApplicationState = yes", ""),
      ("", "shouldSaveApplicationState = function() return true end"),
    ])
  func optIn(options: String, field: String) throws {
    let example = DoctorCase.note("", options: options.replacing("APP", with: "app"))
    let script = example.script.replacing(
      "identifier = \"org.example.doctor\" }", with: "identifier = \"org.example.doctor\", \(field) }")
    let text = try repaired(DoctorCase("", script))
    #expect(
      text.hasSuffix("function app:shouldRestoreApplicationState(coder) return true end\n\nreturn app"), "\(text)")
  }

  @Test("a method that returns false is left, also if it is assigned")
  func optOut() throws {
    let reason = try reason(
      DoctorCase.note(
        "",
        options:
          "function app:shouldSaveApplicationState() return true end\nlocal function no() return false end\napp.shouldRestoreApplicationState = no"
      ))
    #expect(reason == "what to write depends on what the app means to do")
  }

  @Test("a constructor whose class is in parentheses gets an identifier")
  func constructorInParentheses() throws {
    let text = try repaired(
      DoctorCase.note(
        "", class: "function Note:loadView() self.view = ui.TextField { restorationIdentifier = 'f' } end",
        root: "(Note)({ restorationClass = Note })"))
    #expect(text.contains("(Note)({ restorationIdentifier = \"note\", restorationClass"), "\(text)")
  }

  @Test("a later sibling gets another identifier if a variable has that of both")
  func identifierInVariable() throws {
    let text = try repaired(
      DoctorCase.note(
        "",
        class: """
          function Note:loadView()
            local ID = 'name'
            self.view = ui.VStack { ui.TextField { restorationIdentifier = ID }, ui.TextField { restorationIdentifier = ID } }
          end
          """))
    #expect(
      text.contains("{ restorationIdentifier = ID }, ui.TextField { restorationIdentifier = \"name2\" }"), "\(text)")
  }

  @Test("the reason says if a line without a constructor creates a controller")
  func noConstructor() throws {
    let example = DoctorCase.note(
      "",
      class: """
        function Note:loadView() self.view = ui.TextField { restorationIdentifier = 'f' } end
        local function create(class) return class {} end
        """, root: "create(Note)")
    #expect(try reason(example) == "no constructor of Note is in this line")
  }

  @Test(
    "several controllers of a line are fixed together, except those that need nothing",
    arguments: [
      (
        "Note { restorationClass = Note }, Note { restorationClass = Note }",
        "Note { restorationIdentifier = \"note\", restorationClass = Note }, Note { restorationIdentifier = \"note2\", restorationClass = Note }"
      ),
      (
        "Note(), Note()",
        "Note { restorationClass = Note, restorationIdentifier = \"note\" }, Note { restorationClass = Note, restorationIdentifier = \"note2\" }"
      ),
      (
        "Note { restorationIdentifier = 'a' }, Note { restorationIdentifier = 'b' }",
        "Note { restorationClass = Note, restorationIdentifier = 'a' }, Note { restorationClass = Note, restorationIdentifier = 'b' }"
      ),
      (
        "Note { restorationIdentifier = 'a', restorationClass = Note }, Note { restorationClass = Note }",
        "Note { restorationIdentifier = 'a', restorationClass = Note }, Note { restorationIdentifier = \"note\", restorationClass = Note }"
      ),
    ])
  func severalInLine(old: String, new: String) throws {
    let example = DoctorCase.note(
      "",
      class: """
        function Note:loadView() self.view = ui.TextField { restorationIdentifier = 'f' } end
        local Tabs = ui.TabBarController:subclass "Tabs"
        function Tabs:viewControllerWithRestorationIdentifierPath() return Tabs() end
        """, root: "Tabs { restorationIdentifier = 'tabs', restorationClass = Tabs, \(old) }")
    #expect(try repaired(example) == example.script.replacing(old, with: new))
  }
}
