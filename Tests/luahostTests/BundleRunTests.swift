import Foundation
import Testing

@Suite("Running bundles")
struct BundleRunTests {
  @Test("a link to a script finds the modules and resources beside the script")
  func link() async throws {
    let folder = try BundleFolder(BundleFolder.bundledFiles.merging(["bin/other.txt": ""]) { $1 })
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/app.lua"), withDestinationPath: "../src/app.lua")
    for options in [[], ["--sandbox"]] {
      let run = try await CommandRun.run(
        ["snapshot", "bin/app.lua", "-o", "screen.txt"] + options, environment: try folder.environment(nil),
        in: folder.url)
      let screen = String(decoding: try folder.bytes("screen.txt"), as: UTF8.self)
      #expect(run.status == 0 && screen.contains("data here"), "\(run)\n\(screen)")
    }
  }

  @Test("a bundle runs from any folder, by a link and by the command, with all required modules")
  func runs() async throws {
    let folder = try await BundleFolder.withBundle()
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

  @Test("all arguments after a bundle's name are the app's, even those that are options of the host")
  func arguments() async throws {
    let folder = try await BundleFolder.withBundle()
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

  @Test("app arguments may be any bytes, in a bundle and after --; elsewhere invalid UTF-8 is an error")
  func binaryArguments() async throws {
    let app = """
      for i = 1, select("#", ...) do print(i, #arg[i], arg[i]:byte(1, -1)) assert(select(i, ...) == arg[i]) end
      return require "luahost".Application { identifier = "org.example.bytes" }
      """
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    _ = try await folder.luahost("bundle", "app.lua", "-o", "app")
    _ = try await folder.luahost("bundle", "app.lua", "-o", "alone", "--standalone")
    // The bytes that bash writes for $'...' do not fit in a Swift String.
    func shell(_ line: String) async throws -> (output: String, status: Int32) {
      try await CommandRun.run(
        ["-c", line], environment: try folder.environment("--headless"), in: folder.url, program: "/bin/bash")
    }
    let expected = "1\t1\t255\n2\t2\t97\t254\n3\t2\t195\t164\n4\t0\n"
    let own = "$'\\xff' $'a\\xfe' ä ''"
    for line in [
      "./app \(own)", "./alone \(own)", "luahost app.lua -- \(own)", "luahost app.lua \(own)", "luahost ./app \(own)",
      "luahost snapshot app.lua -- \(own) 2>&1 >/dev/null",
    ] {
      let run = try await shell(line)
      #expect(run.status == 0 && run.output.hasPrefix(expected), "\(line): \(run)")
    }
    for line in [
      "luahost $'\\xff.lua'", "luahost -- $'\\xff.lua'", "luahost run --state-dir $'\\xff' app.lua -- $'\\xff'",
      "luahost test $'\\xff'", "luahost doc $'\\xff'", "luahost new $'\\xff'", "luahost doc a $'\\xff'",
      "luahost app.lua $'--state-dir=\\xff'", "luahost new a $'\\xff'", "mv app $'\\xff' && ./$'\\xff'",
    ] {
      let run = try await shell(line)
      #expect(run.status == 2 && run.output.contains("is not UTF-8. Rename"), "\(line): \(run)")
    }
    let renamed = try await shell("mv alone $'\\xff' && ./$'\\xff' x")
    #expect(renamed.status == 0 && renamed.output.hasPrefix("1\t1\t120\n"), "\(renamed)")
  }

  @Test("--help and --version are answered for the app without running it")
  func answers() async throws {
    let folder = try await BundleFolder.withBundle()
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
      help.status == 0 && help.output.contains("has no help text") && help.output.contains("org.example.silent"))
  }

  @Test("host options come from the environment, the command line takes precedence, and wrong ones are errors")
  func options() async throws {
    let folder = try await BundleFolder.withBundle()
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
    #expect(incomplete.output.contains("--state-dir requires a value"), "\(incomplete)")
    #expect(try await folder.luahost("test", "none.lua", options: "--nosuch").output.contains("none.lua"))
  }

  @Test("a bundle and its script have the same state, and other commands accept the bundle as a script")
  func state() async throws {
    let folder = try await BundleFolder.withBundle()
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

  @Test("a standalone bundle is an app of its own")
  func standalone() async throws {
    let folder = try await BundleFolder.withBundle(["--standalone"])
    defer { folder.remove() }
    let run = try await folder.run("app", ["--fresh", "x"], in: "other dir")
    #expect(
      run.status == 0 && run.output.contains("args --fresh|x") && run.output.contains("from screens.words"), "\(run)")
    #expect(try await folder.run("app", ["--version"], options: nil) == ("app 1.5\n", 0))
    #expect(try await folder.run("app", ["archive", "list"]).output.contains("args archive|list"))
    #expect(try await folder.luahost("--headless", "./app", "y").output.contains("args y"))
    #expect(try await folder.luahost("archive", "list", "./app").output.contains("1.5"))
    // A stripped bundle, and a truncated copy.
    var bytes = try folder.bytes("app")
    bytes.removeLast(10)
    try bytes.write(to: folder.url.appendingPathComponent("app"))
    let cut = try await folder.run("app")
    #expect(cut.status == 1 && cut.output.contains("cut off"), "\(cut)")
  }

  @Test("running a bundle as a test is an error, and a test can launch it")
  func tested() async throws {
    let folder = try await BundleFolder.withBundle()
    defer { folder.remove() }
    let run = try await folder.luahost("test", "./app")
    #expect(run.status == 2 && run.output.contains("./app is a bundled app, not a test"), "\(run)")
    try """
    require "luahost.test".case("runs", function(t)
      local app = t:launch "./app"
      app:kill()
      app:relaunch()
      t:expect(app:screen()):contains "from screens.words"
    end)
    """.write(to: folder.url.appendingPathComponent("app.test.lua"), atomically: true, encoding: .utf8)
    let test = try await folder.luahost("test", "app.test.lua")
    #expect(test.status == 0, "\(test)")
  }

  @Test("advice about an option says where a bundle's options are set", arguments: [[], ["--standalone"]])
  func advice(_ options: [String]) async throws {
    let folder = try await BundleFolder.withBundle(options)
    defer { folder.remove() }
    let script = try await folder.luahost("src/app.lua")
    #expect(script.status == 2 && script.output.hasSuffix("to print its screen.\n"), "\(script)")
    let run = try await folder.run("app", options: nil)
    #expect(
      run.status == 2
        && run.output.hasSuffix("to print its screen. For this app, set such options in LUAHOST_OPTIONS.\n"),
      "\(run)")
  }

  @Test("a bundle loads nothing from the current folder")
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

  @Test("only a regular file is opened to check whether it is a bundle")
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

  @Test("a damaged bundle is an error, however it is run")
  func damaged() async throws {
    let folder = try await BundleFolder.withBundle()
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
}
