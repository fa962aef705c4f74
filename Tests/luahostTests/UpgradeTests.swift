import Foundation
import Testing

@testable import luahost

@Suite("Upgrades")
struct UpgradeTests {
  /// An app whose versions differ in the parts in capitals.
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.upgraded", version = "1.0" }
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.title = self.restorationIdentifier == "note" and "Note" or "Detail"
      self.field = ui.TextField { restorationIdentifier = "FIELD" }
      self.view = ui.VStack {
        self.field,
        ui.Button { title = "More", action = function()
          self.navigationController:push(Note { restorationIdentifier = "detail", restorationClass = Note })
        end },
      }
    end
    function Note:encodeRestorableState(coder)
      coder:encode("size", 12)
      coder:encode("made", os.time())
      coder:encode("map", { one = 1, two = 2, three = 3, four = 4, five = 5 })
    end
    function Note:decodeRestorableState(coder)
      self.size = coder:SIZE
      self.made = coder:decode "made"
      self.map = coder:decode "map"
    end
    function Note:viewControllerWithRestorationIdentifierPath(path)
      if MADE then return Note() end
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return RESTORE end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        local note = Note { restorationIdentifier = "note", restorationClass = Note }
        self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", note }
      end
      self.window:makeKeyAndVisible()
    end
    function app:viewControllerWithRestorationIdentifierPath(path)
      if #path == 1 then return ui.NavigationController() end
    end
    return app

    """
  private static let test = """
    local test = require "luahost.test"
    test.case("the detail opens", function(t)
      local app = t:launch "app.lua"
      app:tap "More"
      t:expect(app:screen()):contains "Detail"
    end)

    """

  private static func app(
    field: String = "field", size: String = "decode 'size'", made: String = "true", restore: String = "true"
  ) -> String {
    app.replacing("FIELD", with: field).replacing("SIZE", with: size).replacing("MADE", with: made)
      .replacing("RESTORE", with: restore)
  }

  private func folder(keeping: Bool = true) async throws -> BundleFolder {
    let folder = try BundleFolder(["app.lua": Self.app(), "app.test.lua": Self.test])
    if keeping {
      let run = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
      #expect(run.status == 0 && run.output == "kept 1.0/note\nkept 1.0/detail\n", "\(run)")
    }
    return folder
  }

  /// Tests the kept states with another version of the app.
  private func losses(_ app: String) async throws -> (output: String, status: Int32) {
    let folder = try await folder()
    defer { folder.remove() }
    try app.write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    return try await folder.luahost("test", "--from", "states", "app.lua")
  }

  @Test("a version keeps the states of its screens, equal in each run, and loses nothing of them")
  func keeps() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let files = ["states/1.0/note.json", "states/1.0/detail.json"]
    let before = try files.map { try folder.bytes($0) }
    try await Task.sleep(for: .milliseconds(1100))
    try "stale".write(toFile: folder.path("states/1.0/mine.txt"), atomically: true, encoding: .utf8)
    let photos = folder.path("states/1.0/photos.files")
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: false)
    let again = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(again.status == 0)
    #expect(try files.map { try folder.bytes($0) } == before)
    #expect(
      folder.exists("states/1.0/mine.txt") && folder.exists("states/1.0/photos.files")
        && !folder.exists("state/luahost/org.example.upgraded"))
    #expect(!String(decoding: before[0], as: UTF8.self).contains(folder.url.path))
    let run = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(run.status == 0 && run.output == "ok    1.0/detail\nok    1.0/note\n2 passed, 0 failed\n", "\(run)")
  }

  @Test(
    "what a later version loses is named with its line",
    arguments: [
      (app(size: "decode 'points'"), "app.lua:19: the key \"size\" of nav/note is not decoded any more"),
      (
        app(size: "decodeString 'size'"),
        "app.lua:20: the value of \"size\" of nav/note has another type than decodeString returns, and is dropped"
      ),
      (
        app().replacing("decodeRestorableState(coder)", with: "decodeRestoreableState(c)")
          .replacing("= coder:decode", with: "= c:decode"),
        "app.lua:3: the key \"size\" of nav/note is not decoded any more"
      ),
      (
        app(size: "decode 'map'\n  for _, key in ipairs { 'size' } do self[key] = coder:decodeString(key) end"),
        "app.lua:21: the value of \"size\" of nav/note has another type than decodeString returns, and is dropped"
      ),
      (
        app(size: "decode 'map' pcall(coder.decodeBoolean, coder, 'size')"),
        "app.lua:20: the value of \"size\" of nav/note has another type than decodeBoolean returns, and is dropped"
      ),
      (
        app().replacing(
          "self.map = coder:decode \"map\"",
          with: "for _, key in ipairs { 'made', 'map' } do if key ~= 'map' then self[key] = coder:decode(key) end end"),
        "app.lua:19: the key \"map\" of nav/note is not decoded any more"
      ),
      (
        app(size: "decode 'other' if coder.info.appVersion == '9' then self.size = coder:decode 'size' end")
          .replacing("coder:encode(\"size\", 12)", with: "coder:encode(\"size\", self.size or 0)"),
        "app.lua:19: the key \"size\" of nav/note is not decoded any more"
      ),
      (app(field: "text"), "app.lua:6: nav/note/field (TextField) is lost: no view has this identifier"),
      (
        app(made: "path[#path] ~= 'detail'"),
        "app.lua:24: nav/detail (Note) is lost: its restoration method returned nil"
      ),
      (
        app(restore: "false"),
        "app.lua:28: the whole state is refused: shouldRestoreApplicationState did not return true"
      ),
      (app(size: "decode('size').x"), "app.lua:20: decodeRestorableState of nav/note failed"),
      (app(size: "decode('size') os.exit(3)"), "app.lua:19: decodeRestorableState of nav/note failed"),
      (
        app().replacing("Note:viewControllerWithRestorationIdentifierPath", with: "Note.make"),
        "app.lua:3: nav/note (Note) is lost: the restoration class Note has no method viewControllerWith"
      ),
      (
        app().replacing("subclass \"Note\"", with: "subclass \"Memo\""),
        "app.lua:10: nav/detail (Note) is lost: there is no restoration class Note"
      ),
    ])
  func loses(app: String, message: String) async throws {
    let run = try await losses(app)
    #expect(run.status == 1 && run.output.contains("      \(message)"), "\(run)")
  }

  @Test(
    "what a version reads in another way, or forgets, is no loss",
    arguments: [
      app(size: "decodeInteger 'size' or coder:decodeString 'size'"),
      app(size: "decodeString 'size' or coder:decode 'size'"),
      app(field: "text").replacing("local Note", with: "app.forgets = { 'field' } local Note"),
      app(size: "decode 'points'").replacing("local Note", with: "app.forgets = { 'nav' } local Note"),
    ])
  func losesNothing(app: String) async throws {
    let run = try await losses(app)
    #expect(run.status == 0, "\(run)")
  }

  @Test("keys with other bytes are other keys, also where Unicode takes them for the same text")
  func keyBytes() async throws {
    let (saved, read) = ("caf\u{e9}", "cafe\u{301}")
    func app(_ key: String) -> String {
      Self.app(size: "decode '\(key)'").replacing("encode(\"size\"", with: "encode(\"\(saved)\"")
    }
    let folder = try BundleFolder(["app.lua": app(saved), "app.test.lua": Self.test])
    defer { folder.remove() }
    #expect(try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states").status == 0)
    try app(read).write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let upgrade = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(upgrade.status == 1 && upgrade.output.contains("of nav/note is not decoded any more"), "\(upgrade)")
    let doctor = try await folder.luahost("doctor", "app.lua")
    #expect(doctor.status == 1 && doctor.output.contains("is encoded and never decoded"), "\(doctor)")
  }

  /// An app whose controls a user has changed. Later versions replace parts of it.
  private static let controls = """
    local ui = require "luahost"
    local Form = ui.ViewController:subclass "Form"
    function Form:viewControllerWithRestorationIdentifierPath() return self() end
    function Form:loadView()
      self.title = "Form"
      self.view = ui.VStack {
        ui.TextField { restorationIdentifier = "name" },
        ui.Switch { restorationIdentifier = "loud" },
        ui.Slider { restorationIdentifier = "volume", minimumValue = 0, maximumValue = 10 },
        ui.PopUpButton { restorationIdentifier = "size", items = { "S", "M", "L" } },
        ui.TableView { restorationIdentifier = "rows", rows = { "one", "two", "three" }, height = 3 },
        ui.Button { title = "Done", action = function() self.title = "Complete" end },
        ui.PickerView { restorationIdentifier = "city", rows = { "Bonn", "Lyon", "Oslo" } },
        ui.ToggleGroup { restorationIdentifier = "marks", items = { "bold", "wide", "thin" } },
        ui.DatePicker { restorationIdentifier = "from" },
      }
    end
    function Form:find(name)
      for _, view in ipairs(self.view.subviews) do if view.restorationIdentifier == name then return view end end
    end
    local app = ui.Application { identifier = "org.example.controls", version = "1.0" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Form { restorationIdentifier = "form", restorationClass = Form }
      end
      self.window:makeKeyAndVisible()
    end
    return app

    """
  private static let controlsTest = """
    local test = require "luahost.test"
    test.case("a user changes everything", function(t)
      local app = t:launch "app.lua"
      app:tap "name"
      app:type "Ann"
      app:tap "loud"
      app:tap "volume"
      app:key "end"
      app:select("size", 3)
      app:select("rows", 3)
      app:tap "city"
      app:key "end"
      app:select("marks", 3)
      app:tap "from"
      app:key "up"
      app:tap "Done"
    end)

    """

  /// Tests the kept states of the controls with a version in which one text is replaced by another.
  private func lossesOfControls(_ text: String, _ replacement: String) async throws -> (output: String, status: Int32) {
    let folder = try BundleFolder(["app.lua": Self.controls, "app.test.lua": Self.controlsTest])
    defer { folder.remove() }
    let kept = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(kept.status == 0, "\(kept)")
    let app = Self.controls.replacing(text, with: replacement)
    #expect(app != Self.controls)
    try app.write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    return try await folder.luahost("test", "--from", "states", "app.lua")
  }

  @Test(
    "what a user has entered or chosen, and a later version does not show, is named with the line of the view",
    arguments: [
      (
        "ui.Slider { restorationIdentifier = \"volume\", minimumValue = 0, maximumValue = 10 }",
        "ui.Switch { restorationIdentifier = \"volume\" }", "app.lua:9: value of form/volume was 10.0, and is nil"
      ),
      (
        "ui.TableView { restorationIdentifier = \"rows\", rows = { \"one\", \"two\", \"three\" }, height = 3 }",
        "ui.TextView { restorationIdentifier = \"rows\" }",
        "app.lua:11: indexPathsForSelectedRows of form/rows was 1 row, and is nil"
      ),
      ("maximumValue = 10", "maximumValue = 4", "app.lua:9: value of form/volume was 10.0, and is 4.0"),
      ("\"S\", \"M\", \"L\"", "\"S\", \"M\"", "app.lua:10: selectedIndex of form/size was 3, and is "),
      (
        "\"one\", \"two\", \"three\"", "\"one\"",
        "app.lua:11: indexPathsForSelectedRows of form/rows was 1 row, and is 0 rows"
      ),
      ("\"Bonn\", \"Lyon\", \"Oslo\"", "\"Bonn\"", "app.lua:13: selectedRows of form/city was {3}, and is {1}"),
      (
        "\"bold\", \"wide\", \"thin\"", "\"bold\", \"wide\"",
        "app.lua:14: selectedIndexes of form/marks was {3}, and is {}"
      ),
      (
        "ui.DatePicker { restorationIdentifier = \"from\" }",
        "ui.DatePicker { restorationIdentifier = \"from\", maximumDate = ui.Date(500000000) }",
        "app.lua:15: date of form/from was 2024-11-14, and is 1985-11-05"
      ),
      ("\"name\" }", "\"name\", isSecure = true }", "app.lua:7: text of form/name was \"Ann\", and is nil"),
      (
        "function Form:find", "function Form:viewWillAppear() self:find(\"loud\").isOn = false end\nfunction Form:find",
        "app.lua:8: isOn of form/loud was true, and is false"
      ),
      (
        "function Form:find",
        "function Form:decodeRestorableState() self:find(\"name\").text = \"x\" end\nfunction Form:find",
        "app.lua:7: text of form/name was \"Ann\", and is \"x\""
      ),
    ])
  func losesValues(text: String, replacement: String, message: String) async throws {
    let run = try await lossesOfControls(text, replacement)
    #expect(run.status == 1 && run.output.contains("FAIL  1.0/complete\n      \(message)"), "\(run)")
    #expect(run.output.contains("ok    1.0/form\n"), "\(run)")
  }

  @Test(
    "a version that shows the values in another way, or has their items later, loses nothing",
    arguments: [
      ("maximumValue = 10", "maximumValue = 20"),
      ("\"S\", \"M\", \"L\"", "\"XS\", \"S\", \"M\", \"L\""),
      ("\"one\", \"two\", \"three\"", "\"eins\", \"zwei\", \"drei\", \"vier\""),
      ("\"Bonn\", \"Lyon\", \"Oslo\"", "\"Bonn\", \"Lyon\", \"Oslo\", \"Rome\""),
      (", rows = { \"Bonn\", \"Lyon\", \"Oslo\" }", ""),
      (
        ", rows = { \"Bonn\", \"Lyon\", \"Oslo\" }",
        ", components = { { \"Bonn\", \"Lyon\", \"Oslo\" }, { \"centre\", \"harbour\" } }"
      ),
      ("\"from\" }", "\"from\", minimumDate = ui.Date(0) }"),
      (", items = { \"bold\", \"wide\", \"thin\" }", ""),
      (", items = { \"S\", \"M\", \"L\" }", ""),
      (
        "function Form:find",
        """
        function Form:viewDidLoad()
          local loud = self:find "loud"
          loud:removeFromSuperview()
          ui.after(0.5, function() self.view:addSubview(loud) end)
        end
        function Form:find
        """
      ),
      (
        "ui.TextField { restorationIdentifier = \"name\" }",
        "ui.TextField { restorationIdentifier = \"name\", text = \"None\" }"
      ),
    ])
  func keepsValues(text: String, replacement: String) async throws {
    let run = try await lossesOfControls(text, replacement)
    #expect(
      run.status == 0 && run.output == "ok    1.0/complete\nok    1.0/form-2\nok    1.0/form\n3 passed, 0 failed\n",
      "\(run)")
  }

  @Test(
    "a value that no step has changed is no loss",
    arguments: [
      ("maximumValue = 10, value = 5", "maximumValue = 4", "value of form/volume was 6.0, and is 4.0"),
      ("\"S\", \"M\", \"L\" }, selectedIndex = 3", "\"S\" }", "selectedIndex of form/size was 2, and is "),
      (
        "ui.PopUpButton { restorationIdentifier = \"size\", items = { \"S\", \"M\", \"L\" }, selectedIndex = 3 }",
        "ui.TextField { restorationIdentifier = \"size\" }", "selectedIndex of form/size was 2, and is nil"
      ),
    ])
  func defaults(text: String, replacement: String, loss: String) async throws {
    let app = Self.controls.replacing("maximumValue = 10", with: "maximumValue = 10, value = 5")
      .replacing("\"M\", \"L\" }", with: "\"M\", \"L\" }, selectedIndex = 3")
      .replacing(
        "self.title = \"Complete\"",
        with: "self:find('volume').value = 6 self:find('size').selectedIndex = 2")
    let later = app.replacing(text, with: replacement)
    #expect(later != app)
    // What a script changes later may be what the user has chosen.
    for step in ["", "app:tap 'Done'"] {
      let test = """
        local test = require "luahost.test"
        test.case("a name", function(t) local app = t:launch "app.lua" app:tap "name" app:type "Ann" \(step) end)
        """
      let folder = try BundleFolder(["app.lua": app, "app.test.lua": test])
      defer { folder.remove() }
      #expect(try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states").status == 0)
      try later.write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
      let run = try await folder.luahost("test", "--from", "states", "app.lua")
      #expect((run.status == 0) == step.isEmpty && run.output.contains(loss) != step.isEmpty, "\(run)")
    }
  }

  @Test(
    "an error in any callback of the launch is named with its line",
    arguments: [
      ("function app:willFinishLaunching()", "willFinishLaunching"),
      ("function app:didFinishLaunching()", "didFinishLaunching"),
      ("function Form:find(name)", "viewWillAppear"),
    ])
  func launchFails(text: String, callback: String) async throws {
    let inserted =
      callback == "viewWillAppear"
      ? "function Form:viewWillAppear() error \"broken\" end \(text)" : "\(text) error \"broken\""
    let run = try await lossesOfControls(text, inserted)
    #expect(
      run.status == 1 && run.output.contains(#/app\.lua:\d+: \w+( of \S+)? failed: broken/#)
        && run.output.contains(callback), "\(run)")
  }

  @Test("a missing or empty folder is wrong usage, and a foreign file an error")
  func folders() async throws {
    let folder = try await folder(keeping: false)
    defer { folder.remove() }
    let missing = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(missing.status == 2 && missing.output.contains("no such folder: states"), "\(missing)")
    try FileManager.default.createDirectory(atPath: folder.path("states/1.0"), withIntermediateDirectories: true)
    let empty = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(empty.status == 2 && empty.output.contains("states has no states"), "\(empty)")
    try "{}".write(toFile: folder.path("states/1.0/x.json"), atomically: true, encoding: .utf8)
    let foreign = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(foreign.status == 1 && foreign.output.contains("not an exported archive"), "\(foreign)")
    let version = try await folder.luahost("archive", "keep", "app.lua", "../x", "-o", "states")
    #expect(version.status == 2 && version.output.contains("cannot be the name of a folder"), "\(version)")
  }

  @Test("a damaged state fails, and the others are tried")
  func damagedState() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let state = folder.path("states/1.0/detail.json")
    try String(contentsOfFile: state, encoding: .utf8).prefix(200).write(
      toFile: state, atomically: true, encoding: .utf8)
    let run = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(run.status == 1 && run.output.contains("FAIL  1.0/detail\n      "), "\(run)")
    #expect(run.output.contains("detail.json") && run.output.contains("ok    1.0/note\n1 passed, 1 failed"), "\(run)")
  }

  @Test("an app that cannot be loaded fails with the place of its error, and other apps are tried")
  func brokenApp() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try "error 'broken'".write(toFile: folder.path("broken.lua"), atomically: true, encoding: .utf8)
    let run = try await folder.luahost("test", "--from", "states", "broken.lua", "app.lua")
    #expect(run.status == 1 && run.output.contains("FAIL  1.0/note\n      broken.lua:1: broken\n"), "\(run)")
    #expect(run.output.contains("ok    1.0/note\n2 passed, 2 failed"), "\(run)")
  }

  @Test("of the states of a screen, the one in which most has changed is kept")
  func mostChanged() async throws {
    let test = """
      local test = require "luahost.test"
      test.case("a name is typed and removed", function(t)
        local app = t:launch "app.lua"
        app:tap "field"
        app:type "Bob"
        for _ = 1, 3 do app:key "backspace" end
      end)
      """
    let folder = try BundleFolder(["app.lua": Self.app(), "app.test.lua": test])
    defer { folder.remove() }
    let run = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(run.status == 0 && run.output == "kept 1.0/note\nkept 1.0/note-2\n", "\(run)")
    let kept = try String(contentsOfFile: folder.path("states/1.0/note-2.json"), encoding: .utf8)
    #expect(kept.contains("Bob"))
    try Self.app(field: "other").write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let upgrade = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(upgrade.status == 1 && upgrade.output.contains("field"), "\(upgrade)")
  }

  @Test("choices of a later case on the same screen are kept, too")
  func choicesOfLaterCases() async throws {
    let test = """
      local test = require "luahost.test"
      test.case("a name", function(t) local app = t:launch "app.lua" app:tap "name" app:type "Ann" app:tap "loud" end)
      test.case("a size", function(t) local app = t:launch "app.lua" app:select("size", 3) end)
      test.case("the size again", function(t) local app = t:launch "app.lua" app:select("size", 2) end)
      """
    let folder = try BundleFolder(["app.lua": Self.controls, "app.test.lua": test])
    defer { folder.remove() }
    let kept = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(kept.status == 0 && kept.output == "kept 1.0/form\nkept 1.0/form-2\nkept 1.0/form-3\n", "\(kept)")
    try Self.controls.replacing("\"S\", \"M\", \"L\"", with: "\"S\", \"M\"").write(
      toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let upgrade = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(upgrade.status == 1 && upgrade.output.contains("selectedIndex of form/size was 3"), "\(upgrade)")
  }

  @Test(
    "the selected item of an outline is kept under another parent, and lost with the item",
    arguments: [
      (#"{ { "p", { "r" } }, { "s", { "q" } } }"#, true), (#"{ { "p", { "r" } }, { "s", { "x" } } }"#, false),
    ])
  func movedItem(tree: String, isKept: Bool) async throws {
    func app(_ tree: String) -> String {
      """
      local ui = require "luahost"
      local tree = \(tree)
      local Main = ui.ViewController:subclass "Main"
      function Main:loadView()
        self.view = ui.OutlineView { restorationIdentifier = "outline", dataSource = self }
      end
      function Main:numberOfChildrenOfItem(_, item) return item and #item - 1 or #tree end
      function Main:childOfItem(_, index, item) return item and item[index + 1] or tree[index] end
      function Main:isItemExpandable(_, item) return #item > 1 end
      function Main:cellForItem(_, item) return item[1] end
      function Main:persistentObjectForItem(_, item) return item[1] end
      function Main:itemForPersistentObject(_, name)
        for _, item in ipairs(tree) do
          if item[1] == name then return item end
          if item[2][1] == name then return item[2] end
        end
      end
      local app = ui.Application { identifier = "org.example.tree", version = "1.0" }
      app.storyboard = ui.Storyboard("Main", { initial = "main", scenes = {
        main = { class = Main, restorationIdentifier = "main" },
      } })
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """
    }
    let test = """
      local test = require "luahost.test"
      test.case("q is selected", function(t) local app = t:launch "app.lua" app:key "right" app:tap "q" end)
      """
    let folder = try BundleFolder([
      "app.lua": app(#"{ { "p", { "q" } }, { "s", { "r" } } }"#), "app.test.lua": test,
    ])
    defer { folder.remove() }
    #expect(try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states").status == 0)
    try app(tree).write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let upgrade = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect((upgrade.status == 0) == isKept, "\(upgrade)")
    #expect(isKept || upgrade.output.contains("selectedItem of main/outline was 1 row, and is 0 rows"), "\(upgrade)")
  }

  @Test("the focus, which returns to where it was at first, does not count as changed")
  func focusIsNotChosen() async throws {
    let app = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.chosen", version = "1.0" }
      local Form = ui.ViewController:subclass "Form"
      function Form:loadView()
        self.view = ui.VStack { ui.Slider { restorationIdentifier = "size", maximumValue = 10, value = 5 },
          ui.TextField { restorationIdentifier = "user" } }
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self.window = ui.Window { rootViewController = Form { restorationIdentifier = "form", title = "Form" } }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app

      """
    let test = """
      local test = require "luahost.test"
      test.case("a name is typed, and then a size is chosen", function(t)
        local app = t:launch "app.lua"
        app:tap "user"
        app:type "Bob"
        app:tap "size"
        app:key "end"
      end)

      """
    let folder = try BundleFolder(["app.lua": app, "app.test.lua": test])
    defer { folder.remove() }
    let run = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(run.status == 0, "\(run)")
    try app.replacing("maximumValue = 10", with: "maximumValue = 6").write(
      toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let upgrade = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(upgrade.status == 1 && upgrade.output.contains("value of form/size was 10"), "\(upgrade)")
  }

  @Test("an app gets its arguments, and its states get the version that it names itself")
  func arguments() async throws {
    let app =
      "assert((...), \"no argument\")\n"
      + Self.controls.replacing(
        "function app:shouldRestoreApplicationState() return true end",
        with: "function app:shouldRestoreApplicationState(coder) return coder.info.appVersion == self.version end")
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    let kept = try await folder.luahost("archive", "keep", "app.lua", "older", "-o", "states", "--", "Ann")
    #expect(kept.status == 0 && kept.output == "kept older/form\n", "\(kept)")
    let run = try await folder.luahost("test", "--from", "states", "app.lua", "--", "Ann")
    #expect(run.status == 0 && run.output.contains("1 passed"), "\(run)")
    let without = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(without.status == 1, "\(without)")
    let missing = try await folder.luahost("test", "--from", "states", "--", "app.lua")
    #expect(missing.status == 2 && missing.output.contains("--from requires an app"), "\(missing)")
  }

  @Test("what begins with the time of its launch is kept equal in each run")
  func keepsTimes() async throws {
    let folder = try BundleFolder(["app.lua": Self.controls])
    defer { folder.remove() }
    func kept(_ states: String) async throws -> Data {
      let run = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", states)
      #expect(run.status == 0, "\(run)")
      return try folder.bytes("\(states)/1.0/form.json")
    }
    let first = try await kept("first")
    #expect(try await kept("second") == first)
  }

  /// An app with a sorted table, a text that a script restores, and a key of the application.
  private static let sorted = """
    local ui = require "luahost"
    local Files = ui.ViewController:subclass "Files"
    function Files:loadView()
      self.title = "Files"
      self.note = ui.TextField { restorationIdentifier = "note" }
      self.view = ui.VStack {
        self.note,
        ui.Switch { restorationIdentifier = "all" },
        ui.TableView { restorationIdentifier = "rows", columns = { { title = "Name", isSortable = true },
          { title = "Size", isSortable = true } }, dataSource = self },
      }
    end
    function Files:numberOfRowsInSection() return 1 end
    function Files:cellForRow() return { "a", "1" } end
    function Files:encodeRestorableState(coder) coder:encode("note", self.note.text) end
    function Files:decodeRestorableState(coder)
      self.note.text = coder:decode "note" or ""
    end
    local app = ui.Application { identifier = "org.example.files", version = "1.0" }
    app.storyboard = ui.Storyboard("Main", { initial = "files", scenes = {
      files = { class = Files, restorationIdentifier = "files" },
    } })
    function app:shouldSaveApplicationState(coder) coder:encode("skin", "blue") return true end
    function app:shouldRestoreApplicationState(coder)
      self.skin = coder:decode "skin"
      return true
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    local log = { count = 1 }
    function log:encodeRestorableState(coder) coder:encode("count", self.count) end
    function log:decodeRestorableState(coder) self.count = coder:decode "count" end
    function app:willFinishLaunching() self:registerObjectForStateRestoration(log, "log") end
    return app

    """

  @Test(
    "each loss of an upgrade is one finding, with its cause and line",
    arguments: [
      (", isSortable = true } }", " } }", ["app.lua:9: sortColumn of files/rows was \"Size\", and is nil"]),
      ("title = \"Size\"", "title = \"Bytes\"", ["app.lua:9: sortColumn of files/rows was \"Size\", and is nil"]),
      ("\"note\" or", "\"text\" or", ["app.lua:16: the key \"note\" of files is not decoded any more"]),
      ("coder:decode \"skin\"", "\"blue\"", ["app.lua:24: the key \"skin\" of app is not decoded any more"]),
      (
        "coder:decode \"count\"", "self.count",
        ["app.lua:31: the key \"count\" of log is not decoded any more"]
      ),
      (
        "\"log\")", "\"counts\")",
        ["app.lua:32: log (table) is lost: it is not registered, and has no objectRestorationClass"]
      ),
      ("\"all\"", "\"any\"", ["app.lua:8: files/all (Switch) is lost: no view has this identifier"]),
      (
        "self.note = ui", "self.nothing.x = ui",
        ["app.lua:5: loadView failed: attempt to index a nil value (field 'nothing')"]
      ),
    ])
  func lossesOfOneCause(text: String, replacement: String, expected: [String]) async throws {
    let test = """
      local test = require "luahost.test"
      test.case("a user changes everything", function(t)
        local app = t:launch "app.lua"
        app:tap "note"
        app:type "Bob"
        app:tap "all"
        app:tap "Size"
      end)
      """
    let folder = try BundleFolder(["app.lua": Self.sorted, "app.test.lua": test])
    defer { folder.remove() }
    let kept = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(kept.status == 0, "\(kept)")
    let app = Self.sorted.replacing(text, with: replacement)
    #expect(app != Self.sorted)
    try app.write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let run = try await folder.luahost("test", "--from", "states", "app.lua")
    let found = run.output.split(separator: "\n").filter { $0.hasPrefix("      ") }.map { $0.dropFirst(6) }
    #expect(Set(found) == Set(expected.map { $0[...] }) && run.status == 1, "\(run)")
  }

  @Test(
    "a screen of another class, a lost root, and another identifier of the app are one loss each",
    arguments: [
      (
        "return Note()", "return ui.ViewController()",
        "app.lua:18: nav/note (Note) is lost: its restoration method returned a ViewController"
      ),
      (
        "subclass \"Nav\"", "subclass \"Navigation\"",
        "app.lua:23: nav (Nav) is lost: there is no restoration class Nav"
      ),
      (
        "org.example.nodes", "org.example.node",
        "app.lua:2: the identifier of the app was \"org.example.nodes\", and is \"org.example.node\": saved states are not found"
      ),
    ])
  func lossesOfNodes(text: String, replacement: String, expected: String) async throws {
    let app = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.nodes", version = "1.0" }
      local Nav = ui.NavigationController:subclass "Nav"
      function Nav:viewControllerWithRestorationIdentifierPath() return Nav() end
      local Note = ui.ViewController:subclass "Note"
      function Note:loadView()
        self.title = "Note"
        self.view = ui.VStack {
          ui.TextField { restorationIdentifier = "name" }, ui.TextField { restorationIdentifier = "place" },
        }
      end
      function Note:encodeRestorableState(coder)
        coder:encode("size", 12)
        coder:encode("color", "red")
      end
      function Note:decodeRestorableState(coder) self.size, self.color = coder:decode "size", coder:decode "color" end
      function app:shouldSaveApplicationState() return true end
      function Note:viewControllerWithRestorationIdentifierPath() return Note() end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController or Nav {
          restorationIdentifier = "nav", restorationClass = Nav,
          Note { restorationIdentifier = "note", restorationClass = Note },
        }
        self.window:makeKeyAndVisible()
      end
      return app

      """
    let test = """
      local test = require "luahost.test"
      test.case("a user types", function(t)
        local app = t:launch "app.lua"
        app:tap "name"
        app:type "Bob"
        app:tap "place"
        app:type "Bonn"
      end)

      """
    let folder = try BundleFolder(["app.lua": app, "app.test.lua": test])
    defer { folder.remove() }
    let kept = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(kept.status == 0, "\(kept)")
    try app.replacing(text, with: replacement).write(
      toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let run = try await folder.luahost("test", "--from", "states", "--filter", "note-2", "app.lua")
    let found = run.output.split(separator: "\n").filter { $0.hasPrefix("      ") }.map { String($0.dropFirst(6)) }
    #expect(found == [expected] && run.status == 1, "\(run)")
  }

  @Test("a tab that a new version puts before the selected one is no loss")
  func newTab() async throws {
    func app(_ made: String) -> String {
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.tabs", version = "1.0" }
      local Tab = ui.ViewController:subclass "Tab"
      function Tab:init() self.title = self.restorationIdentifier end
      function Tab:viewControllerWithRestorationIdentifierPath() return Tab() end
      local function tab(name) return Tab { restorationIdentifier = name, restorationClass = Tab } end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:viewControllerWithRestorationIdentifierPath() return ui.TabBarController { \(made) } end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or ui.TabBarController { restorationIdentifier = "tabs", tab "one", tab "two", selectedIndex = 2 }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    }
    let folder = try BundleFolder(["app.lua": app("")])
    defer { folder.remove() }
    #expect(try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states").status == 0)
    try app("tab 'new'").write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let upgrade = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(upgrade.status == 0 && !upgrade.output.contains("selectedIndex"), "\(upgrade)")
  }

  @Test("state that waits for rows, of a covered screen or below headers, is lost only if the new rows do not take it")
  func waitingRows() async throws {
    func app(_ identifier: String) -> String {
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.rows", version = "1.0" }
      local Sheet = ui.ViewController:subclass "Sheet"
      function Sheet:viewControllerWithRestorationIdentifierPath() return Sheet() end
      local Rows = ui.ViewController:subclass "Rows"
      function Rows:init() self.items, self.cells = { "a", "b", "c" }, {} end
      function Rows:loadView()
        self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
        self.view = ui.VStack {
          self.table,
          ui.Button { title = "Cover", action = function() self:present(Sheet { restorationIdentifier = "sheet", restorationClass = Sheet }) end },
          ui.Button { title = "Clear", action = function() self.items = {} self.table:reloadData() end },
        }
      end
      function Rows:numberOfRowsInSection() return #self.items end
      function Rows:titleForHeaderInSection() return "Items" end
      function Rows:cellForRow(_, _, row)
        self.cells[row] = self.cells[row] or ui.HStack {
          ui.Label { text = self.items[row], width = 8 }, ui.TextField { restorationIdentifier = "\(identifier)" .. row },
        }
        return self.cells[row]
      end
      function Rows:encodeRestorableState(coder) coder:encode("items", self.items) end
      function Rows:decodeRestorableState(coder) self.items = coder:decodeTable "items" self.table:reloadData() end
      function Rows:viewControllerWithRestorationIdentifierPath() return Rows() end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or Rows { restorationIdentifier = "rows", restorationClass = Rows }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    }
    let test = """
      local test = require "luahost.test"
      test.case("cover", function(t) local app = t:launch "app.lua" app:tap "value2" app:type "half" app:tap "Cover" end)
      test.case("clear", function(t) local app = t:launch "app.lua" app:select("table", 2) app:tap "Clear" end)
      """
    let folder = try BundleFolder(["app.lua": app("value"), "app.test.lua": test])
    defer { folder.remove() }
    let keep = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(keep.status == 0, "\(keep)")
    let same = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(same.status == 0, "\(same)")
    try app("field").write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    let other = try await folder.luahost("test", "--from", "states", "app.lua")
    #expect(other.status == 1 && other.output.contains("rows/value2 (TextField) is lost"), "\(other)")
  }

  @Test("a failing test keeps nothing")
  func failingTest() async throws {
    let folder = try await folder(keeping: false)
    defer { folder.remove() }
    try Self.test.replacing("\"Detail\"", with: "\"Other\"").write(
      toFile: folder.path("app.test.lua"), atomically: true, encoding: .utf8)
    let run = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(run.status == 1 && run.output.contains("the case \"the detail opens\""), "\(run)")
    #expect(!folder.exists("states"))
  }
}
