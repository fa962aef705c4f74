import Foundation
import Seeded
import Testing

@Suite("bundle command")
struct BundleCommandTests {
  @Test("a sparse host file can be part of a standalone bundle")
  func sparse() async throws {
    let folder = try BundleFolder([
      "app.lua": "return require 'luahost'.Application { identifier = 'org.example.sparse' }"
    ])
    defer { folder.remove() }
    let made = try await CommandRun.run(
      [
        "-c",
        "cp --sparse=always \"$(readlink -f \"$(command -v luahost)\")\" host && ./host bundle app.lua -o app --standalone",
      ],
      environment: try folder.environment(nil), in: folder.url, program: "/bin/sh")
    #expect(made.status == 0, "\(made)")
    #expect(try await folder.run("app", ["--version"], options: nil).output == "app (no version)\n")
  }

  @Test("a bundle written to standard output is complete, and its report goes to standard error")
  func standardOutput() async throws {
    let folder = try BundleFolder(BundleFolder.bundledFiles)
    defer { folder.remove() }
    for line in [
      "luahost bundle src/app.lua -o /dev/stdout 2>list | cat >app",
      "luahost bundle src/app.lua -o /dev/stdout 2>list >app",
    ] {
      let made = try await CommandRun.run(
        ["-c", "\(line); chmod +x app"], environment: try folder.environment(nil), in: folder.url, program: "/bin/sh")
      #expect(made.status == 0 && made.output.isEmpty, "\(made)")
      #expect(try String(decoding: folder.bytes("list"), as: UTF8.self).contains("org.example.bundled 1.5, 2 files"))
      #expect(try await folder.run("app", ["--version"], options: nil) == ("app 1.5\n", 0))
    }
  }

  @Test("files that a script opens relative to the current folder are noted, with a portable alternative")
  func openedFiles() async throws {
    let folder = try BundleFolder([
      "src/app.lua": """
      local helper = loadfile("helper.lua") or function() end
      helper()
      local words = io.open "./data/words"
      local log = io.open("log.txt", "w")
      local rules = ui and dofile("nowhere.lua")
      return require "luahost".Application { identifier = "org.example.opened" }
      """, "src/helper.lua": "", "src/data/words": "",
    ])
    defer { folder.remove() }
    let run = try await folder.luahost("bundle", "src/app.lua", "-o", "app", "--include", "helper.lua")
    let notes = run.output.split(separator: "\n").filter { $0.hasPrefix("luahost:") }
    #expect(run.status == 0 && notes.count == 2, "\(run)")
    #expect(
      run.output.contains("src/app.lua:1 opens helper.lua with loadfile, which searches the current folder"), "\(run)")
    #expect(run.output.contains("load(ui.resource \"helper.lua\", \"@helper.lua\")"), "\(run)")
    #expect(run.output.contains("src/app.lua:3 opens data/words with io.open"), "\(run)")
    #expect(run.output.contains("read it with ui.resource \"data/words\", which works anywhere"), "\(run)")
  }

  @Test("bundling twice gives the same bytes, and a file that everyone may execute")
  func deterministic() async throws {
    let folder = try await BundleFolder.withBundle()
    defer { folder.remove() }
    let again = try await folder.luahost("bundle", "src/app.lua", "-o", "again", "--include", "src/data")
    #expect(again.status == 0)
    #expect(try folder.bytes("app") == folder.bytes("again"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("app"))[.posixPermissions] as? Int
    #expect((mode ?? 0) & 0o111 != 0)
  }

  @Test("an app that cannot be bundled is an error, and no file is written")
  func errors() async throws {
    let folder = try BundleFolder([
      "app.lua": BundleFolder.bundledApp, "bad.lua": "x = = 1", "uses.lua": "require 'bad'\nreturn 1", "folder/x": "",
      "empty.lua": "",
    ])
    defer { folder.remove() }
    let missing = try await folder.luahost("bundle", "app.lua", "-o", "out")
    #expect(missing.status == 1 && missing.output.contains("app.lua:2: module 'screens.words' not found"), "\(missing)")
    #expect(missing.output.contains("\nUse --allow-missing screens.words"), "\(missing)")
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
    #expect(twice.status == 2 && twice.output.contains("is already a bundle"), "\(twice)")
  }

  @Test("folders are bundled with the targets of their links, and without hidden files")
  func folders() async throws {
    let folder = try BundleFolder([
      "app.lua": BundleFolder.bundledApp, "screens/words.lua": "return { text = \"words\" }",
      "elsewhere/deep/x.txt": "linked",
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
    #expect(broken.status == 1 && broken.output.contains("cannot read data/broken: it is a symbolic link"), "\(broken)")
  }

  @Test("files in a folder whose names are not UTF-8 are named as such")
  func binaryName() async throws {
    let folder = try BundleFolder(["app.lua": BundleFolder.bundledApp, "screens/words.lua": "", "data/y.txt": ""])
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["-c", "touch $'data/a\\xff.txt' && luahost bundle app.lua -o app --include data"],
      environment: try folder.environment(nil), in: folder.url, program: "/bin/bash")
    #expect(run.status == 1 && run.output.contains("its name is not UTF-8; rename it"), "\(run)")
  }

  @Test("a script that is a symbolic link is bundled with the modules and files of its target's folder")
  func linkedScript() async throws {
    let folder = try BundleFolder(BundleFolder.bundledFiles.merging(["bin/x": ""]) { $1 })
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/app.lua"), withDestinationPath: "../src/app.lua")
    let made = try await folder.luahost("bundle", "bin/app.lua", "-o", "app", "--include", "data")
    #expect(made.status == 0 && !made.output.contains("luahost:"), "\(made)")
    let run = try await folder.run("app")
    #expect(run.status == 0 && run.output.contains("from screens.words") && run.output.contains("data here"), "\(run)")
  }

  @Test("a module from another folder is found once it is included")
  func includedModule() async throws {
    let folder = try BundleFolder([
      "src/app.lua": BundleFolder.bundledApp, "elsewhere/screens/words.lua": "return { text = \"elsewhere\" }",
    ])
    defer { folder.remove() }
    let made = try await folder.luahost("bundle", "src/app.lua", "-o", "app", "--include", "elsewhere/screens")
    #expect(made.status == 0, "\(made)")
    #expect(try await folder.run("app").output.contains("elsewhere"))
  }

  @Test("two files that would have the same path in a bundle are an error")
  func sameNames() async throws {
    let folder = try BundleFolder(
      BundleFolder.bundledFiles.merging(["one/words.txt": "1", "two/words.txt": "2", "two/screens/words.lua": ""]) {
        $1
      })
    defer { folder.remove() }
    for (first, second, name) in [
      ("one/words.txt", "two/words.txt", "words.txt"), ("two/screens", "src/screens", "screens/words.lua"),
    ] {
      let run = try await folder.luahost("bundle", "src/app.lua", "-o", "app", "--include", first, "--include", second)
      #expect(run.status == 2 && run.output.contains("would both be \(name) in the bundle"), "\(run)")
      #expect(!folder.exists("app"))
    }
    // One file can be included by several names.
    let same = try await folder.luahost(
      "bundle", "src/app.lua", "-o", "app", "--include", "one", "--include", "./one/words.txt", "--include", "src/data",
      "--include", "data/x.txt", "--include", "screens.words")
    #expect(same.status == 0, "\(same)")
  }

  @Test("optional, computed and provided modules are noted; libraries are needed at run time")
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
      "app.lua:1 optionally requires not.there", "app.lua:3 requires a module whose name",
      "Add it with --include logo.png.", "required on the machine",
      "luv", "app.lua:9 assigns require to another name", "app.lua:7 names logo.png", "installed/part/init.lua",
    ] {
      #expect(run.output.contains(text), "\(text): \(run)")
    }
    #expect(!run.output.contains("made.here") && !run.output.contains("picture.png"), "\(run)")
  }

  @Test("the app's identity is read without access to files, programs and libraries")
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
    #expect(run.output.contains("required on the machine that runs it: native.part\n"), "\(run)")
    #expect(!run.output.contains("starting") && !run.output.contains("luahost:"), "\(run)")
    #expect(try await folder.run("app", ["--help"], options: nil) == ("Helps\n", 0))
  }

  @Test("an app whose identity cannot be read that way is not run, and is bundled anyway")
  func sandbox() async throws {
    let folder = try BundleFolder([
      "app.lua": """
      io.open("ran", "w"):close()
      return require "luahost".Application { identifier = "org.example.outside", version = "3" }
      """
    ])
    defer { folder.remove() }
    let run = try await folder.luahost("bundle", "app.lua", "-o", "app")
    #expect(run.status == 0 && run.output.contains("the app's identifier is unknown"), "\(run)")
    #expect(!folder.exists("ran"))
    let help = try await folder.run("app", ["--help"], options: nil)
    #expect(help.status == 0 && help.output.contains("has no help text"), "\(help)")
  }

  @Test("modules that require each other at random have the same results in a bundle", arguments: 1...6)
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
