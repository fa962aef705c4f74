import Foundation
import Testing

@testable import luahost

@Suite("doctor command")
struct DoctorCommandTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.doctor" }
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.slider = ui.Slider { accessibilityIdentifier = "slider" }
      self.view = self.slider
    end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      print "launched"
      EXTRA
      self.window.rootViewController = self.window.rootViewController
        or Note { restorationIdentifier = "note", restorationClass = Note }
      self.window:makeKeyAndVisible()
    end
    return app

    """
  @Test("with --json, standard output has one JSON value also if the app cannot be loaded")
  func brokenScript() async throws {
    let folder = try BundleFolder(["app.lua": "local ui = = 1"])
    defer { folder.remove() }
    for command in ["doctor", "explore"] {
      let run = try await CommandRun.run(
        ["-c", "'\(CommandRun.command())' \(command) app.lua --json 2>errors"],
        environment: try folder.environment(nil), in: folder.url, program: "/bin/sh")
      #expect(run.status == 1 && run.output == "[]\n", "\(run)")
      #expect(String(decoding: try folder.bytes("errors"), as: UTF8.self).contains("app.lua:1:"))
    }
  }

  @Test("a diff for a file whose name has a space is applied by patch")
  func fixOfNameWithSpace() async throws {
    let app = Self.app.replacing("EXTRA", with: "").replacing("accessibilityIdentifier", with: "restorationIdentifier")
      .replacing("restorationClass = Note", with: "")
    let folder = try BundleFolder(["my app.lua": app])
    defer { folder.remove() }
    let fixed = try await folder.luahost("doctor", "my app.lua", "--fix")
    #expect(fixed.output.contains("--- my app.lua\t\n"), "\(fixed)")
  }

  private static let test = """
    local test = require "luahost.test"
    test.case("a slider is moved", function(t)
      local app = t:launch "app.lua"
      app:tap "slider"
      app:key "right"
      SOUND
    end)

    """

  private static func folder(extra: String = "", sound: String = "") throws -> BundleFolder {
    try BundleFolder([
      "app.lua": Self.app.replacing("EXTRA", with: extra), "app.test.lua": Self.test.replacing("SOUND", with: sound),
    ])
  }

  @Test("a correct app has no findings, and its own state does not change")
  func clean() async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    let run = try await folder.luahost("doctor", "app.lua")
    #expect(run.status == 0 && run.output.hasSuffix("nothing found\n"), "\(run)")
    #expect(!folder.exists("state/luahost/org.example.doctor"))
    let json = try await folder.luahost("doctor", "--json", "app.lua")
    #expect(json.status == 0 && json.output.hasSuffix("[]\n"), "\(json)")
  }

  /// An app that shows a page without an identifier once it has been run with an argument.
  private static let pagedApp = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.paged" }
    local Note = ui.ViewController:subclass "Note"
    function Note:encodeRestorableState(coder) coder:encode("page", self.page) end
    function Note:decodeRestorableState(coder)
      self.page = coder:decode "page"
      if self.page then self:showPage() end
    end
    function Note:showPage()
      local page = ui.ViewController {}
      page:addChild(ui.ViewController { restorationIdentifier = "inner" })
      self:addChild(page)
    end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      local note = self.window.rootViewController or Note { restorationIdentifier = "note", restorationClass = Note }
      note.page = arg[1] or note.page
      self.window.rootViewController = note
      self.window:makeKeyAndVisible()
    end
    return app

    """

  @Test("an option that selects a saved state starts the examination with a copy of it")
  func savedState() async throws {
    let folder = try BundleFolder(["app.lua": Self.pagedApp])
    defer { folder.remove() }
    let saved = try await folder.luahost("app.lua", "--headless", "--state-dir", "kept", "--", "page")
    #expect(saved.status == 0, "\(saved)")
    let before = try folder.bytes("kept/main.sqlite")
    let found = try await folder.luahost("doctor", "app.lua", "--state-dir", "kept")
    #expect(found.status == 1 && found.output.contains("no-identifier"), "\(found)")
    #expect(try folder.bytes("kept/main.sqlite") == before)
    for options in [[], ["--state-dir", "none"], ["--state-dir", "kept", "--fresh"], ["--session", "other"]] {
      let run = try await CommandRun.run(
        ["doctor", "app.lua"] + options, environment: try folder.environment(nil), in: folder.url)
      #expect(run.status == 0 && run.output.hasSuffix("nothing found\n"), "\(options): \(run)")
    }
    let explored = try await folder.luahost("explore", "app.lua", "--steps", "1", "--state-dir", "kept")
    #expect(explored.output.contains("--state-dir is not used: the exploration starts the app"), "\(explored)")
  }

  @Test("what the restoration of a selected state omits is found")
  func omittedOfSavedState() async throws {
    let folder = try BundleFolder([
      "app.lua": Self.pagedApp, "later.lua": Self.pagedApp.replacing("Note", with: "Page"),
    ])
    defer { folder.remove() }
    let saved = try await folder.luahost("app.lua", "--headless", "--state-dir", "kept")
    #expect(saved.status == 0, "\(saved)")
    let found = try await folder.luahost("doctor", "later.lua", "--state-dir", "kept")
    #expect(found.status == 1 && found.output.contains("nothing-makes-it: this Note is saved"), "\(found)")
  }

  @Test("after a test, what the user has changed and nothing saves is found; isSound says the same")
  func after() async throws {
    let folder = try Self.folder(sound: "t:expect(app):isSound()")
    defer { folder.remove() }
    let test = try await folder.luahost("test", "app.test.lua")
    #expect(test.status == 1 && test.output.contains("app.lua:5: value-lost"), "\(test)")
    let other = try Self.folder()
    defer { other.remove() }
    let run = try await other.luahost("doctor", "app.lua", "--after", "app.test.lua")
    #expect(
      run.status == 1 && run.output.contains("app.lua:5: value-lost") && run.output.hasSuffix("1 finding\n"), "\(run)")
  }

  @Test("a case that fails is not examined, and reported beside the findings of the others")
  func failedCase() async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    let failing = "test.case('fails', function(t) t:launch('app.lua'):tap 'Nothing' end)\n"
    let cases = try String(decoding: folder.bytes("app.test.lua"), as: UTF8.self)
    for (test, codes) in [
      (cases + failing, ["value-lost", "case-failed"]),
      ("local test = require 'luahost.test'\n" + failing, ["case-failed"]),
    ] {
      try test.write(toFile: folder.path("app.test.lua"), atomically: true, encoding: .utf8)
      let text = try await folder.luahost("doctor", "app.lua", "--after", "app.test.lua")
      #expect(text.status == 1 && text.output.contains("a case of the test failed: app.test.lua:"), "\(text)")
      #expect(
        text.output.hasSuffix(codes.count > 1 ? "1 finding\n" : "nothing found in the other cases\n"), "\(text)")
      let json = try await CommandRun.run(
        ["-c", "'\(CommandRun.command())' doctor app.lua --after app.test.lua --json 2>/dev/null"],
        environment: try folder.environment(nil), in: folder.url, program: "/bin/sh")
      let found = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
      #expect(found.map { $0["code"] as? String } == codes && json.status == 1, "\(json)")
    }
  }

  @Test("a script that is refused an operation while it is loaded is not examined, which says so")
  func refusedWhileLoading() async throws {
    let folder = try BundleFolder(["app.lua": "local pipe = io.popen 'true'\n" + Self.pagedApp])
    defer { folder.remove() }
    for command in [["doctor", "app.lua"], ["explore", "app.lua", "--steps", "5"]] {
      let run = try await CommandRun.run(command, environment: try folder.environment(nil), in: folder.url)
      #expect(run.status == 1 && run.output.contains("app.lua:1: io.popen is not called"), "\(run)")
      #expect(run.output.contains("Use --allow if it may do that.") && !run.output.contains("traceback"), "\(run)")
    }
  }

  @Test("commands and other files are refused, which is no finding")
  func refused() async throws {
    let folder = try Self.folder(
      extra: "io.open('made.txt', 'w'):write('x'):close() ui.task(function() ui.run { 'true' } end)")
    defer { folder.remove() }
    let run = try await folder.luahost("doctor", "app.lua")
    #expect(run.output.contains("not tried without --allow: io.open"), "\(run)")
    #expect(!folder.exists("made.txt"))
    let allowed = try await folder.luahost("doctor", "--allow", "app.lua")
    #expect(allowed.status == 0 && folder.exists("made.txt"), "\(allowed)")
  }

  @Test("a fix is printed as a diff, and written on request")
  func fix() async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    let text = Self.app.replacing("EXTRA", with: "").replacing(
      "function app:shouldRestoreApplicationState() return true end\n", with: "")
    try text.write(to: folder.url.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let run = try await folder.luahost("doctor", "--fix", "app.lua")
    #expect(run.status == 1, "\(run)")
    #expect(run.output.contains("\n+function app:shouldRestoreApplicationState(coder) return true end\n"), "\(run)")
    #expect(try String(decoding: folder.bytes("app.lua"), as: UTF8.self) == text)
    let written = try await folder.luahost("doctor", "--fix", "--write", "app.lua")
    #expect(written.status == 0, "\(written)")
    #expect(try await folder.luahost("doctor", "app.lua").status == 0)
  }

  @Test(
    "wrong usage exits with 2", arguments: [["--write", "app.lua"], ["--fix"], ["--after", "none.lua", "app.lua"]])
  func usage(arguments: [String]) async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    let run = try await CommandRun.run(["doctor"] + arguments, in: folder.url)
    #expect(run.status == 2, "\(run)")
  }

  @Test("without an app, the surroundings are reported, as text and as JSON")
  func surroundings() async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    let text = try await folder.luahost("doctor")
    #expect(text.status == 0 && text.output.contains("\noptional parts\n  curl"), "\(text)")
    let json = try await folder.luahost("doctor", "--json")
    let items = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    for format in ["JPEG and GIF pictures", "WebP pictures"] {
      #expect(items.contains { $0["name"] as? String == format && $0["value"] as? String == "yes" })
    }
    #expect(
      Set(items.compactMap { $0["area"] as? String }) == [
        "versions", "terminal", "terminal protocols", "optional parts", "saved states",
      ])
  }
}
