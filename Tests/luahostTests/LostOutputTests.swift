import Foundation
import Testing

/// Standard output that cannot be written.
@Suite("Lost output")
struct LostOutputTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.output" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root" } }
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """

  private func run(_ line: String) async throws -> (output: String, status: Int32) {
    let command = try CommandRun.command()
    return try await CommandRun.run(
      ["-c", "'\(command)' \(line)"], in: FileManager.default.temporaryDirectory, program: "/bin/sh")
  }

  @Test("a command fails and says why if its output could not be written")
  func fullDisk() async throws {
    let full = try await run("doc TableView 2>&1 >/dev/full")
    #expect(full.status == 1, "\(full)")
    #expect(full.output == "luahost: cannot write standard output: No space left on device\n", "\(full)")
  }

  @Test(
    "an output that cannot be written is wrong usage, and the message has its path, the reason and advice",
    arguments: [
      "snapshot app.lua -o", "archive keep app.lua 1.0 -o", "archive export app.lua --state-dir state -o",
      "bundle app.lua -o", "test app.test.lua --junit", "test app.test.lua --report", "new",
      "--headless app.lua --state-dir state --trace",
    ])
  func unwritableOutput(_ line: String) async throws {
    let test = "local test = require 'luahost.test' test.case('launch', function(t) t:launch 'app.lua' end)"
    let folder = try BundleFolder(["app.lua": Self.app, "app.test.lua": test, "file": ""])
    defer { folder.remove() }
    let launch = try await folder.luahost("--headless", "app.lua", "--state-dir", "state")
    #expect(launch.status == 0, "\(launch)")
    for (path, reason) in [
      ("file/out.svg", ": Not a directory. Choose another place.\n"),
      ("/proc/out.svg", ": No such file or directory. Create its folder first.\n"),
    ] {
      let words = (line + " " + path).split(separator: " ").map(String.init)
      let run = try await CommandRun.run(words, environment: try folder.environment(nil), in: folder.url)
      #expect(run.status == 2 && run.output.contains("cannot write \(path)") && run.output.hasSuffix(reason), "\(run)")
    }
  }

  @Test("the tools that look for losses fail, too, if their output could not be written")
  func tools() async throws {
    let folder = try BundleFolder(["src/app.lua": Self.app])
    defer { folder.remove() }
    let launch = try await folder.luahost("--headless", "src/app.lua", "--state-dir", "state")
    #expect(launch.status == 0, "\(launch)")
    for line in ["doctor", "explore --steps 5", "archive export --json --state-dir \(folder.path("state"))"] {
      let full = try await run("\(line) \(folder.path("src/app.lua")) 2>&1 >/dev/full")
      #expect(full.status == 1 && full.output.contains("cannot write standard output: No space left"), "\(full)")
    }
  }

  @Test("a reader that ends early is no failure")
  func readerEnds() async throws {
    let read = try await run("doc TableView 2>&1 | head -1")
    #expect(read.status == 0 && !read.output.contains("cannot write"), "\(read)")
  }
}
