import Foundation
import Testing

/// Temporary files of `luahost test` when it is killed. IsolatedAppTests covers those of isolated apps.
@Suite("Temporary files")
struct TemporaryFileTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.temporary" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController() }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// A test with a copy of a given state, and with an app in memory that uses its own files, that then never ends.
  private static let test = """
    local test = require "luahost.test"
    test.everywhere("endless", "app.lua", { state = "given" }, function(app, t)
      t:launch("app.lua"):eval "return app.filesDirectory"
      io.open("ready", "w"):close()
      os.execute "sleep 1000"
    end)
    """

  private static let script = """
    mkdir given temporary
    export TMPDIR=$PWD/temporary
    "$1" test app.test.lua & test=$!
    disown  # else the shell may print that it was killed
    for _ in $(seq 600); do [ -e ready ] && break; sleep 0.1; done
    ls temporary | sed 's/[^-]*$//'
    kill -KILL $test
    for _ in $(seq 100); do [ -z "$(ls temporary)" ] && break; sleep 0.1; done
    echo "left: $(ls temporary)"
    """

  @Test("nothing is left when a test is killed")
  func killedTest() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [("app.lua", Self.app), ("app.test.lua", Self.test), ("run.sh", Self.script)] {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let run = try await CommandRun.run(
      ["run.sh", try CommandRun.command()], in: folder, program: "/bin/bash")
    #expect(run.output == "luahost-files-\nluahost-states-\nleft: \n", "\(run)")
  }
}
