import Foundation
import Testing

/// Isolated apps of `luahost test` as processes. Tests/Scripts/isolated.test.lua covers what tests see of them.
@Suite("Isolated apps")
struct IsolatedAppTests {
  /// A test that starts two apps, one with a child process in a session of its own, and then never ends.
  private static let test = """
    local test = require "luahost.test"
    test.case("endless", function(t)
      local file = io.open("processes.new", "w")
      for number = 1, 2 do
        local app = t:launch("app.lua", { isolated = true })
        local own, child = app:eval [[
          local file = io.open "/proc/self/stat"
          return math.tointeger(file:read "n"), ui.Process({ "sleep", "1000" }).pid
        ]]
        file:write(own, " ", child, " ")
      end
      file:close()
      os.rename("processes.new", "processes")
      os.execute "sleep 1000"
    end)
    """

  private static let app = """
    local ui = require "luahost"
    _G.ui = ui
    local app = ui.Application { identifier = "org.example.isolated" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "ready" } } }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// Kills the test when both apps run, and prints what is left of them after a few seconds at most.
  private static let script = """
    "$1" test app.test.lua & test=$!
    disown  # else the shell may print that it was killed
    for _ in $(seq 600); do [ -e processes ] && break; sleep 0.1; done
    [ -e processes ] || { echo "the apps were not launched"; kill -KILL $test; exit 1; }
    ls "$TMPDIR" | grep -c luahost-state | sed 's/^/folders before: /'
    kill -KILL $test
    for _ in $(seq 100); do
      left=$(for process in $(cat processes); do
        [ -e /proc/$process ] && ! grep -q '^State:.Z' /proc/$process/status && echo $process
      done; ls "$TMPDIR" | grep luahost-state)
      [ -z "$left" ] && break
      sleep 0.1
    done
    echo "left: $left"
    """

  @Test(
    "a command that luahost starts by itself is a script's name with further arguments",
    arguments: ["isolated-app", "explore-worker"])
  func helpers(_ name: String) async throws {
    let run = try await CommandRun([name, "argument"])
    #expect(run.status == 2 && run.errors.contains("no such file: \(name)"), "\(run)")
  }

  @Test("nothing of an isolated app is left when its test is killed")
  func killedTest() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let temporary = folder.appendingPathComponent("temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
    for (name, text) in [("app.lua", Self.app), ("app.test.lua", Self.test), ("run.sh", Self.script)] {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let run = try await CommandRun.run(
      ["run.sh", try CommandRun.command()], environment: ["TMPDIR": temporary.path], in: folder,
      program: "/bin/bash")
    #expect(run.output.contains("folders before: 2\n"), "\(run)")
    #expect(run.output.hasSuffix("left: \n"), "\(run)")
  }

  @Test("the doctor and `archive keep` examine apps that a test isolates")
  func examined() async throws {
    let folder = try BundleFolder([
      "app.lua": Self.app.replacing(
        "return app",
        with: """
          function app:shouldSaveApplicationState() return true end
          function app:shouldRestoreApplicationState() return true end
          return app
          """),
      "app.test.lua": """
      require "luahost.test".case("isolated", function(t)
        local app = t:launch("app.lua", { isolated = true })
        app:kill()
        app:relaunch()
        t:expect(app:screen()):contains "ready"
      end)
      """,
    ])
    defer { folder.remove() }
    let kept = try await folder.luahost("archive", "keep", "app.lua", "1", "-o", "kept")
    #expect(kept.status == 0 && kept.output.contains("kept 1/"), "\(kept)")
    let diagnosis = try await folder.luahost("doctor", "app.lua", "--after", "app.test.lua")
    #expect(!diagnosis.output.contains("process of its own") && !diagnosis.output.contains("luahost:"), "\(diagnosis)")
  }

  @Test("the command of isolated apps is refused to users, and not documented")
  func hidden() async throws {
    let run = try await CommandRun(["isolated-app"])
    #expect(run.status == 2)
    #expect(run.errors.contains("isolated-app is started by luahost test"), "\(run)")
    #expect(try await !CommandRun(["--help"]).output.contains("isolated-app"))
  }
}
