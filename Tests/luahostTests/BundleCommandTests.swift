import Foundation
import Seeded
import Testing

@testable import luahost

/// A folder with scripts, in which bundles of them are made and run.
struct BundleFolder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = try CommandRun.makeFolder()
    for (name, text) in files {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

  func environment(_ options: String?) throws -> [String: String] {
    let tools = URL(fileURLWithPath: try CommandRun.command()).deletingLastPathComponent().path
    return ["PATH": "\(tools):/usr/bin:/bin", "XDG_STATE_HOME": path("state")].merging(
      options.map { ["LUAHOST_OPTIONS": $0] } ?? [:]
    ) { $1 }
  }

  /// Runs the command.
  func luahost(_ arguments: String..., options: String? = nil) async throws -> (output: String, status: Int32) {
    try await CommandRun.run(arguments, environment: try environment(options), in: url)
  }

  /// Runs a program of this folder as the system does.
  func run(
    _ program: String, _ arguments: [String] = [], options: String? = "--headless", in folder: String = "."
  ) async throws -> (output: String, status: Int32) {
    try await CommandRun.run(
      arguments, environment: try environment(options), in: url.appendingPathComponent(folder), program: path(program))
  }
}

@Suite("Making and running bundles")
struct BundleCommandTests {
  private static let app = """
    local ui = require "luahost"
    local words = require "screens.words"
    local app = ui.Application { identifier = "org.example.bundled", version = "1.5", help = "Usage: bundled FILE" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:didFinishLaunching()
      local lines = { "args " .. table.concat(arg, "|"), words.text, "data " .. (ui.resource "data/x.txt" or "none") }
      local stack = ui.VStack {}
      for _, line in ipairs(lines) do stack:addSubview(ui.Label { text = line }) end
      stack:addSubview(ui.Slider { restorationIdentifier = "slider" })
      local controller = ui.ViewController { restorationIdentifier = "root" }
      controller.view = stack
      self.window = ui.Window { rootViewController = controller }
      self.window:makeKeyAndVisible()
    end
    return app
    """
  private static let files = [
    "src/app.lua": app, "src/screens/words.lua": "return { text = \"from \" .. ... }", "src/data/x.txt": "here",
    "other dir/screens/words.lua": "return { text = \"shadow\" }",
  ]

  private static func made(_ arguments: [String] = []) async throws -> BundleFolder {
    let folder = try BundleFolder(files)
    let made = try await CommandRun.run(
      ["bundle", "src/app.lua", "-o", "app", "--include", "src/data"] + arguments,
      environment: try folder.environment(nil), in: folder.url)
    #expect(made.status == 0, "\(made)")
    #expect(made.output.contains("screens/words.lua") && made.output.contains("data/x.txt"), "\(made)")
    return folder
  }

  @Test("a bundle runs from any folder, by a link and by the command, and has all that the app requires")
  func runs() async throws {
    let folder = try await Self.made()
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(atPath: folder.path("other dir/link"), withDestinationPath: "../app")
    try FileManager.default.removeItem(atPath: folder.path("src"))
    for run in [
      try await folder.run("app", ["a"]), try await folder.run("other dir/link", ["a"], in: "other dir"),
      try await folder.luahost("--headless", "./app", "a"), try await folder.luahost("run", "--headless", "app", "a"),
      try await folder.luahost("--headless", "--sandbox", "./app", "a"),
    ] {
      #expect(run.status == 0, "\(run)")
      for text in ["args a\n", "from screens.words", "data here"] { #expect(run.output.contains(text), "\(run)") }
    }
  }

  @Test("everything behind a bundle's name is the app's, also what the host has options for")
  func arguments() async throws {
    let folder = try await Self.made()
    defer { folder.remove() }
    let own = ["--fresh", "-x", "--", "y", "--state-dir", "--help", ""]
    for run in [
      try await folder.run("app", own),
      try await folder.luahost("run", "--headless", "./app", "--fresh", "--", "--version"),
      try await folder.luahost("--headless", "--", "./app", "--fresh"),
    ] {
      #expect(run.status == 0 && run.output.contains("args --fresh"), "\(run)")
    }
    #expect(try await folder.run("app", own).output.contains("args --fresh|-x|--|y|--state-dir|--help|\n"))
    let state = try await folder.luahost("run", "--state-dir", "a b", "--headless", "./app", "--state-dir", "c")
    #expect(state.output.contains("args --state-dir|c"), "\(state)")
    #expect(folder.exists("a b/main.sqlite") && !folder.exists("c"))
  }

  @Test("help and version are the app's own, and are answered without running it")
  func answers() async throws {
    let folder = try await Self.made()
    defer { folder.remove() }
    #expect(try await folder.run("app", ["--help"], options: nil) == ("Usage: bundled FILE\n", 0))
    #expect(try await folder.run("app", ["--version"], options: nil) == ("app 1.5\n", 0))
    #expect(try await folder.luahost("./app", "--version") == ("app 1.5\n", 0))
    #expect(!folder.exists("state"))
    let silent = try BundleFolder([
      "a.lua": "return require 'luahost'.Application { identifier = 'org.example.silent' }"
    ])
    defer { silent.remove() }
    _ = try await silent.luahost("bundle", "a.lua", "-o", "a")
    let help = try await silent.run("a", ["--help"], options: nil)
    #expect(
      help.status == 0 && help.output.contains("no help of its own") && help.output.contains("org.example.silent"))
  }

  @Test("the host's options come from the environment, those of the command line win, and wrong ones are told")
  func options() async throws {
    let folder = try await Self.made()
    defer { folder.remove() }
    let quoted = try await folder.run("app", options: "--headless --state-dir 'in here'")
    #expect(quoted.status == 0 && folder.exists("in here/main.sqlite"), "\(quoted)")
    let won = try await folder.luahost("--state-dir", "line", "./app", options: "--headless --state-dir environment")
    #expect(won.status == 0 && folder.exists("line/main.sqlite") && !folder.exists("environment"), "\(won)")
    let script = try await folder.luahost("src/app.lua", options: "--headless")
    #expect(script.status == 0 && script.output.contains("from screens.words"), "\(script)")
    for wrong in ["--nosuch", "'open", "script.lua", "--state-dir", "--help", "--", "-- x"] {
      let run = try await folder.run("app", options: wrong)
      #expect(run.status == 2 && run.output.contains("LUAHOST_OPTIONS"), "\(wrong): \(run)")
    }
    let incomplete = try await folder.run("app", options: "--headless --state-dir")
    #expect(incomplete.output.contains("--state-dir has no value"), "\(incomplete)")
    #expect(try await folder.luahost("test", "none.lua", options: "--nosuch").output.contains("none.lua"))
  }

  @Test("the state is the same with and without the bundle, and other commands take it as a script")
  func state() async throws {
    let folder = try await Self.made()
    defer { folder.remove() }
    _ = try await folder.luahost("src/app.lua", "--headless")
    #expect(folder.exists("state/luahost/org.example.bundled/main.sqlite"))
    let list = try await folder.luahost("archive", "list", "./app")
    #expect(list.status == 0 && list.output.contains("1.5"), "\(list)")
    let picture = try await folder.luahost("snapshot", "./app", "-o", "screen.txt")
    #expect(picture.status == 0 && folder.exists("screen.txt"), "\(picture)")
    let prompt = try await CommandRun.run(
      ["repl", "./app"], input: [":reload", "arg[0]"], environment: try folder.environment(nil), in: folder.url)
    #expect(prompt.status == 0 && prompt.output.contains("./app"), "\(prompt)")
    try """
    local test = require "luahost.test"
    test.case("runs", function(t) t:expect(t:launch("app"):screen()):contains "from screens.words" end)
    """.write(to: folder.url.appendingPathComponent("app.test.lua"), atomically: true, encoding: .utf8)
    let test = try await folder.luahost("test", "app.test.lua")
    #expect(test.status == 0, "\(test)")
  }

  @Test("a copy of the host is an app of its own")
  func standalone() async throws {
    let folder = try await Self.made(["--standalone"])
    defer { folder.remove() }
    let run = try await folder.run("app", ["--fresh", "x"], in: "other dir")
    #expect(
      run.status == 0 && run.output.contains("args --fresh|x") && run.output.contains("from screens.words"), "\(run)")
    #expect(try await folder.run("app", ["--version"], options: nil) == ("app 1.5\n", 0))
    #expect(try await folder.run("app", ["archive", "list"]).output.contains("args archive|list"))
    #expect(try await folder.luahost("--headless", "./app", "y").output.contains("args y"))
    #expect(try await folder.luahost("archive", "list", "./app").output.contains("1.5"))
    // As strip does, and a copy that ended too early.
    var bytes = try folder.bytes("app")
    bytes.removeLast(10)
    try bytes.write(to: folder.url.appendingPathComponent("app"))
    let cut = try await folder.run("app")
    #expect(cut.status == 1 && cut.output.contains("cut off"), "\(cut)")
  }

  @Test("bundling twice gives the same bytes, and a program that all may run")
  func deterministic() async throws {
    let folder = try await Self.made()
    defer { folder.remove() }
    let again = try await folder.luahost("bundle", "src/app.lua", "-o", "again", "--include", "src/data")
    #expect(again.status == 0)
    #expect(try folder.bytes("app") == folder.bytes("again"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("app"))[.posixPermissions] as? Int
    #expect((mode ?? 0) & 0o111 != 0)
  }

  @Test("what cannot be bundled is told, and no file is written")
  func errors() async throws {
    let folder = try BundleFolder([
      "app.lua": Self.app, "bad.lua": "x = = 1", "uses.lua": "require 'bad'\nreturn 1", "folder/x": "", "empty.lua": "",
    ])
    defer { folder.remove() }
    let missing = try await folder.luahost("bundle", "app.lua", "-o", "out")
    #expect(missing.status == 1 && missing.output.contains("app.lua:2: module 'screens.words' not found"), "\(missing)")
    #expect(missing.output.contains("\nWith --allow-missing screens.words"), "\(missing)")
    for (script, place) in [("bad.lua", "bad.lua:1:"), ("uses.lua", "bad.lua:1:")] {
      let run = try await folder.luahost("bundle", script, "-o", "out")
      #expect(run.status == 1 && run.output.contains(place), "\(run)")
    }
    let before = try folder.bytes("bad.lua")
    for arguments in [
      ["none.lua", "-o", "out"], ["bad.lua", "-o", "bad.lua"], ["bad.lua", "-o", "./folder/../bad.lua"],
      ["bad.lua", "-o", "folder"], ["bad.lua", "-o", "folder/"], ["bad.lua", "-o", ""], ["bad.lua", "-o", "-"],
      ["bad.lua"],
      ["empty.lua", "-o", "out", "--include", "nothing"], ["empty.lua", "-o", "out", "--include", ""],
      ["empty.lua", "-o", "folder/x", "--include", "folder"], ["empty.lua", "-o", "nofolder/x"],
    ] {
      let run = try await CommandRun.run(
        ["bundle"] + arguments, environment: try folder.environment(nil), in: folder.url)
      #expect(run.status == 2 || arguments[2...].contains("folder/x"), "\(arguments): \(run)")
    }
    #expect(try folder.bytes("bad.lua") == before && !folder.exists("out"))
    let allowed = try await folder.luahost("bundle", "app.lua", "-o", "out", "--allow-missing", "screens.words")
    #expect(allowed.status == 0, "\(allowed)")
    let twice = try await folder.luahost("bundle", "out", "-o", "twice")
    #expect(twice.status == 2 && twice.output.contains("is a bundle already"), "\(twice)")
  }

  @Test("folders are put in with what their links lead to, and without what is hidden")
  func folders() async throws {
    let folder = try BundleFolder([
      "app.lua": Self.app, "screens/words.lua": "return { text = \"words\" }", "elsewhere/deep/x.txt": "linked",
      "data/.hidden": "", "data/y.txt": "",
    ])
    defer { folder.remove() }
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path("data/linked"), withDestinationPath: "../elsewhere")
    try manager.createSymbolicLink(atPath: folder.path("elsewhere/round"), withDestinationPath: "../data")
    let made = try await folder.luahost("bundle", "app.lua", "-o", "app", "--include", "data")
    #expect(made.status == 0 && made.output.contains("app: org.example.bundled 1.5, 4 files\n"), "\(made)")
    #expect(made.output.contains("data/linked/deep/x.txt") && made.output.contains("data/y.txt"), "\(made)")
    try manager.createSymbolicLink(atPath: folder.path("data/broken"), withDestinationPath: "nothing")
    let broken = try await folder.luahost("bundle", "app.lua", "-o", "app", "--include", "data")
    #expect(broken.status == 1 && broken.output.contains("data/broken cannot be read: it is a link"), "\(broken)")
  }

  @Test("nothing is loaded from the folder that a bundle is run in")
  func currentFolder() async throws {
    let folder = try BundleFolder([
      "src/app.lua": """
      print(pcall(require, "beside"))
      print(package.path:find("./?.lua", 1, true) == 1, package.path:find(";./", 1, true), package.cpath:find(";./", 1, true))
      return require "luahost".Application { identifier = "org.example.beside" }
      """, "run/beside.lua": "return 'loaded'",
    ])
    defer { folder.remove() }
    _ = try await folder.luahost("bundle", "src/app.lua", "-o", "run/app")
    let run = try await folder.run("run/app", in: "run")
    #expect(run.output.hasPrefix("false") && run.output.contains("\nfalse\tnil\tnil\n"), "\(run)")
  }

  @Test("what is no file is not opened to look whether it is a bundle")
  func pipes() async throws {
    let folder = try BundleFolder([
      "app.lua": "print(io.open(arg[1]):read 'a')\nreturn require 'luahost'.Application { identifier = 'a.b' }"
    ])
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["-c", "mkfifo pipe; (printf hello > pipe) & exec luahost --headless app.lua pipe"],
      environment: try folder.environment(nil), in: folder.url, program: "/bin/sh")
    #expect(run.status == 0 && run.output.hasPrefix("hello\n"), "\(run)")
  }

  @Test("a damaged bundle is told, however it is run")
  func damaged() async throws {
    let folder = try await Self.made()
    defer { folder.remove() }
    var bytes = try folder.bytes("app")
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: folder.url.appendingPathComponent("app"))
    for run in [
      try await folder.run("app"), try await folder.run("app", ["--version"]),
      try await folder.luahost("--headless", "./app", "--", "x"), try await folder.luahost("snapshot", "./app"),
      try await folder.luahost("bundle", "./app", "-o", "new"),
    ] {
      #expect(run.status == 1 && run.output.contains("damaged"), "\(run)")
    }
  }

  @Test("optional, computed and provided modules are notes, and libraries are needed where it runs")
  func notes() async throws {
    let folder = try BundleFolder([
      "app.lua": """
      local ok = pcall(require, "not.there")
      local name = "x"
      pcall(function() require(name) end)
      package.preload["made.here"] = function() return 1 end
      require "made.here"
      local luv = pcall(function() return require "luv" end)
      local picture = "logo.png"
      local installed = require "installed.part"
      local load = require
      return require "luahost".Application { identifier = "org.example.notes" }
      """, "logo.png": "x", "rocks/installed/part/init.lua": "return ...", "picture.png": "y",
    ])
    defer { folder.remove() }
    let environment = try folder.environment("--headless").merging(["LUA_PATH": folder.path("rocks") + "/?/init.lua;;"])
    { $1 }
    let run = try await CommandRun.run(["bundle", "app.lua", "-o", "app"], environment: environment, in: folder.url)
    #expect(run.status == 0, "\(run)")
    for text in [
      "app.lua:1 requires not.there if it is there", "app.lua:3 requires a module whose name",
      "--include logo.png puts it in.", "needs on the machine",
      "luv", "app.lua:9 gives require another name", "app.lua:7 names logo.png", "installed/part/init.lua",
    ] {
      #expect(run.output.contains(text), "\(text): \(run)")
    }
    #expect(!run.output.contains("made.here") && !run.output.contains("picture.png"), "\(run)")
  }

  @Test("what an app says of itself is found where it has no files, programs and libraries")
  func identity() async throws {
    let folder = try BundleFolder([
      "app.lua": """
      local uv, native, gone = require "luv", require "native.part", require "gone"
      local here = debug.getinfo(1, "S").source:sub(2):match "(.*/)" or ""
      package.path = here .. "lib/?.lua;" .. package.path
      package.preload["mine"] = function() return { version = "2.5" } end
      local timer, size = uv.new_timer(), native.size * 2 + #native
      timer:start(0, 100, function() end)
      for line in io.lines "words.txt" do error(line) end
      for _, entry in ipairs(native.list()) do error(entry) end
      local file = io.open(os.getenv "HOME" .. "/.rc")
      if file then file:write "no" end
      io.stderr:write "starting\\n"
      local app = require "luahost".Application { identifier = "org.example.libraries", version = require "mine".version }
      app.help = "Helps"
      return app
      """, "lib/native.so": "",
    ])
    defer { folder.remove() }
    let environment = try folder.environment(nil).merging(["LUA_CPATH": folder.path("lib") + "/?.so;;"]) { $1 }
    let run = try await CommandRun.run(
      ["bundle", "app.lua", "-o", "app", "--allow-missing", "gone"], environment: environment, in: folder.url)
    #expect(run.status == 0 && run.output.contains("app: org.example.libraries 2.5, 1 file\n"), "\(run)")
    #expect(run.output.contains("needs on the machine where it runs: native.part\n"), "\(run)")
    #expect(!run.output.contains("starting") && !run.output.contains("luahost:"), "\(run)")
    #expect(try await folder.run("app", ["--help"], options: nil) == ("Helps\n", 0))
  }

  @Test("where an app cannot be asked, it is not run, and the bundle is made all the same")
  func sandbox() async throws {
    let folder = try BundleFolder([
      "app.lua": """
      io.open("ran", "w"):close()
      return require "luahost".Application { identifier = "org.example.outside", version = "3" }
      """
    ])
    defer { folder.remove() }
    let run = try await folder.luahost("bundle", "app.lua", "-o", "app")
    #expect(run.status == 0 && run.output.contains("what the app is called is not known"), "\(run)")
    #expect(!folder.exists("ran"))
    let help = try await folder.run("app", ["--help"], options: nil)
    #expect(help.status == 0 && help.output.contains("no help of its own"), "\(help)")
  }

  @Test("modules that require each other at random give the same in a bundle", arguments: 1...6)
  func random(_ seed: UInt64) async throws {
    var random = SeededGenerator(state: seed)
    let folders = ["", "a.", "a.b.", "c-d."]
    var names: [String] = []
    var files: [String: String] = [:]
    for number in 0..<Int.random(in: 1...12, using: &random) {
      let name = (folders.randomElement(using: &random) ?? "") + "m\(number)"
      let calls = names.shuffled(using: &random).prefix(3).map { name in
        ["require '\(name)'", "require \"\(name)\"", "require([[\(name)]])", "select(2, pcall(require, '\(name)'))"]
          .randomElement(using: &random) ?? ""
      }
      let path = name.replacingOccurrences(of: ".", with: "/")
      files["src/\(path)\(Bool.random(using: &random) ? ".lua" : "/init.lua")"] = """
        print((...), \(number))
        \(Int.random(in: 0...9, using: &random) == 0 ? "error 'fails'" : "")
        return { \((["'\(name)'"] + calls.map { "tostring((\($0)) ~= nil)" }).joined(separator: ", ")) }
        """
      names.append(name)
    }
    files["src/app.lua"] = """
      for _, name in ipairs { \(names.map { "'\($0)'" }.joined(separator: ", ")) } do
        local ok, result = pcall(require, name)
        print(name, ok and table.concat(result, " ") or tostring(result):gsub("src/", ""))
      end
      \(names.map { "if false then require '\($0)' end" }.joined(separator: "\n"))
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.random" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController() }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let folder = try BundleFolder(files)
    defer { folder.remove() }
    let made = try await folder.luahost("bundle", "src/app.lua", "-o", "app")
    #expect(made.status == 0, "\(made)")
    let plain = try await folder.luahost("src/app.lua", "--headless")
    try FileManager.default.removeItem(atPath: folder.path("src"))
    let bundled = try await folder.run("app")
    #expect(plain.output == bundled.output && plain.status == bundled.status)
    #expect(plain.output.contains("m0"))
  }
}
