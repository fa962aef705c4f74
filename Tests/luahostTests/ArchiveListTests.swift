import Foundation
import Testing

@Suite("Listing and searching saves")
struct ArchiveListTests {
  private static let app = """
    local ui = require "luahost"
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.field = ui.TextField { restorationIdentifier = "field" }
      self.view = ui.VStack { self.field }
    end
    function Note:encodeRestorableState(coder) coder:encode("draft", self.draft) end
    function Note:decodeRestorableState(coder) self.draft = coder:decode "draft" end
    function Note:viewControllerWithRestorationIdentifierPath() return Note { title = "Notes" } end
    local app = ui.Application { identifier = "org.example.list" }
    app.autosave = false
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController =
          Note { title = "Notes", restorationIdentifier = "note", restorationClass = Note }
      end
      self.window:makeKeyAndVisible()
      local note = self.window.rootViewController
      note.draft = arg[1] or note.draft
      note.title = arg[2] or note.title
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    return app
    """

  @Test("arguments choose the app whose saves are listed, taken back or replaced, whichever ran last")
  func argumentsOfAnotherApp() async throws {
    let app = Self.app.replacing(
      "identifier = \"org.example.list\"", with: "identifier = \"org.example.\" .. (arg[1] or \"none\")")
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    for name in ["one", "two"] {
      let saved = try await folder.luahost("app.lua", "--headless", "--", name, "Title of \(name)")
      #expect(saved.status == 0, "\(saved)")
    }
    let listed = try await folder.luahost("archive", "list", "app.lua", "--", "one", "Title of one")
    #expect(listed.status == 0 && listed.output.contains("Title of one"), "\(listed)")
    // With other arguments than in the last run, the script is asked.
    for name in ["one", "two"] {
      let listed = try await folder.luahost("archive", "list", "app.lua", "--", name)
      #expect(listed.status == 0 && listed.output.contains("Title of \(name)"), "\(listed)")
      let sessions = try await folder.luahost("sessions", "app.lua", "--", name)
      #expect(sessions.status == 0 && sessions.output.contains("Title of \(name)"), "\(sessions)")
    }
    let last = try await folder.luahost("archive", "list", "app.lua")
    #expect(last.status == 0 && last.output.contains("Title of two"), "\(last)")
  }

  @Test("what follows two dashes are the script's arguments, which the commands for saves pass as well")
  func arguments() async throws {
    let app = Self.app.replacing(
      "local ui = require \"luahost\"\n", with: "local ui = require \"luahost\"\nassert(arg[1], 'name a file')\n")
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    let kept = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states", "--", "draft", "Title")
    #expect(kept.status == 0 && kept.output == "kept 1.0/title\n", "\(kept)")
    let unnamed = try await folder.luahost("archive", "keep", "app.lua", "1.0", "-o", "states")
    #expect(unnamed.status == 1 && unnamed.output.contains("name a file"), "\(unnamed)")
    let saved = try await folder.luahost("app.lua", "--headless", "--", "-draft", "Title")
    #expect(saved.status == 0, "\(saved)")
    let listed = try await folder.luahost("archive", "list", "app.lua", "--", "draft")
    #expect(listed.status == 0 && listed.output.contains("Title"), "\(listed)")
    for command in [["export", "-o", "e.cbor"], ["import", "e.cbor"], ["diff"], ["rollback", "1"]] {
      let run = try await CommandRun.run(
        ["archive", command[0], "app.lua"] + command.dropFirst() + ["--", "draft"],
        environment: try folder.environment(nil), in: folder.url)
      #expect(run.status == 0, "\(run)")
    }
    let sessions = try await folder.luahost("sessions", "app.lua", "--", "draft")
    #expect(sessions.status == 0 && sessions.output.contains("Title"), "\(sessions)")
    // The text to search for can begin with a dash.
    for search in [["-draft", "more"], ["-draft"]] {
      let found = try await CommandRun.run(
        ["archive", "search", "app.lua", "--"] + search, environment: try folder.environment(nil), in: folder.url)
      #expect(found.status == 0 && found.output.contains("Title"), "\(found)")
    }
  }

  @Test("reading the saves of an app that does not run leaves no file beside them")
  func leavesNothing() async throws {
    let folder = try await folder([("one", "One")])
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.appendingPathComponent("state").path
    let before = try FileManager.default.contentsOfDirectory(atPath: state).sorted()
    for command in [["list"], ["show"], ["verify"], ["search"]] {
      let run = try await CommandRun.run(
        ["archive"] + command + ["state"] + (command == ["search"] ? ["one"] : []), in: folder)
      #expect(run.status == 0, "\(run)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: state).sorted() == before)
  }

  /// Returns a folder with an app that was saved with these drafts and titles, one run each.
  private func folder(_ runs: [(draft: String, title: String)]) async throws -> URL {
    let folder = try CommandRun.makeFolder()
    try Self.app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    for run in runs {
      let run = try await CommandRun.run(
        ["--headless", "--state-dir", "state", "app.lua", "--", run.draft, run.title], in: folder)
      #expect(run.status == 0, "\(run)")
    }
    return folder
  }

  private let runs = [
    (draft: "dear Ann,\nhow are you", title: "Letter"), (draft: "dear Bob", title: "Second\t\u{1b}[31m"),
    (draft: "nothing", title: "Third"),
  ]

  @Test("a save's line ends with the title of its screen and the first value that differs")
  func list() async throws {
    let folder = try await folder(runs)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = try await CommandRun.run(["archive", "list", "state"], in: folder)
    let lines = list.output.split(separator: "\n")
    #expect(list.status == 0 && lines.count == 4, "\(list)")
    #expect(lines[0].hasSuffix("first difference"))
    #expect(lines[1].hasPrefix("1 ") && lines[1].contains(" Letter "), "\(list)")
    #expect(lines[1].hasSuffix(#"  note draft: "dear Ann,\nhow are you""#))
    #expect(lines[2].contains("Second␉␛[31m") && lines[2].hasSuffix(#"note draft: "dear Bob""#))
    #expect(lines[3].hasSuffix(#"note draft: "nothing""#))
    #expect(lines[1].contains("end"))
    for width in [40, 80, 200] {
      let cut = try await CommandRun.run(
        ["archive", "list", "state"], environment: ["COLUMNS": "\(width)"], in: folder)
      let lines = cut.output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width } && lines.count == 4)
      #expect(lines.last?.hasPrefix("3") == true && lines.last?.contains("Third") == true, "\(cut)")
      #expect(lines.last?.contains("note draft") == true, "\(cut)")
    }
    let json = try await CommandRun.run(["archive", "list", "--json", "state"], in: folder)
    let saves = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(saves.map { $0["title"] as? String } == ["Letter", "Second\t\u{1b}[31m", "Third"])
    #expect(saves.map { $0["path"] as? String } == ["note", "note", "note"])
    #expect((saves.last?["difference"] as? [String: Any])?["is"] as? String == "nothing")
  }

  @Test("a search lists the saves that contain a text, and where")
  func search() async throws {
    let folder = try await folder(runs)
    defer { try? FileManager.default.removeItem(at: folder) }
    func search(_ text: String, _ options: String...) async throws -> (output: String, status: Int32) {
      try await CommandRun.run(["archive", "search"] + options + ["state", text], in: folder)
    }
    let both = try await search("DEAR")
    #expect(both.output.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["1", "2"], "\(both)")
    let one = try await search("how are")
    #expect(one.output.split(separator: "\n").count == 2 && one.output.contains("note draft"), "\(one)")
    let none = try await search("nowhere")
    #expect(none.status == 1 && none.output.contains("no save contains \"nowhere\""))
    let json = try await search("bob", "--json")
    let saves = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(saves.map { $0["number"] as? Int } == [2])
    let match = (saves.first?["matches"] as? [[String: Any]])?.first
    #expect(match?["path"] as? String == "note" && match?["key"] as? String == "draft")
    let nothing = try await search("nowhere", "--json")
    #expect(nothing.status == 1 && nothing.output.hasPrefix("[]"))
    #expect(try await search("").status == 2)
  }

  @Test("a snapshot of a save shows that save's screen, and changes nothing")
  func snapshot() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.app.replacing("ui.VStack { self.field }", with: "ui.VStack { ui.Label { restorationIdentifier = 'l' } }")
      .replacing(
        "note.title = arg[2]",
        with: "note.view.subviews[1].text = 'draft: ' .. tostring(note.draft) note.title = arg[2]"
      )
      .write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    for draft in ["one", "two"] {
      _ = try await CommandRun.run(["--headless", "--state-dir", "state", "app.lua", "--", draft], in: folder)
    }
    func snapshot(_ options: String...) async throws -> (output: String, status: Int32) {
      try await CommandRun.run(["snapshot", "--state-dir", "state"] + options + ["app.lua"], in: folder)
    }
    #expect(try await snapshot().output.contains("draft: two"))
    #expect(try await snapshot("--save", "1").output.contains("draft: one"))
    #expect(try await snapshot("--save", "2").output.contains("draft: two"))
    let missing = try await snapshot("--save", "9")
    #expect(missing.status == 2 && missing.output.contains("there is no save 9"), "\(missing)")
    let list = try await CommandRun.run(["archive", "list", "state"], in: folder)
    #expect(list.output.split(separator: "\n").count == 3)
  }
}
