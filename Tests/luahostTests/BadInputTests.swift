import Foundation
import Testing

@testable import luahost

/// Command lines of `doctor`, `explore`, `test` and `archive keep` that cannot work.
@Suite("Invalid input of the commands that examine apps")
struct BadInputTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.input" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root" } }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  @Test(
    "invalid input is wrong usage, and the message names it with what is expected",
    arguments: [
      ("doctor scripts", "scripts is a folder, not a script; name a script in it"),
      ("explore scripts", "scripts is a folder, not a script"),
      ("test --everywhere scripts", "scripts is a folder, not a script"),
      ("doctor --after scripts app.lua", "scripts is a folder, not a script"),
      ("archive keep scripts 1 -o kept", "scripts is a folder, not a script"),
      ("doctor missing.lua", "no such file: missing.lua"),
      ("explore --steps -5 app.lua", "Error: --steps: expected at least 1, got -5"),
      ("explore --steps few app.lua", "Error: --steps: expected a whole number, got few"),
      ("explore --steps 99999999999999999999 app.lua", "--steps: expected a smaller number, got 99999999999999999999"),
      ("explore --seed -1 app.lua", "Error: --seed: expected a number that is not negative, got -1"),
      ("explore --depth -1 app.lua", "Error: --depth: expected 1 to 10, got -1"),
      ("explore --processes -1 app.lua", "Error: --processes: expected at least 1, got -1"),
      ("doctor app.lua --session a/b", "\"a/b\" is not a valid session name"),
      ("inspect app.lua --session .x", "and do not begin with '.'"),
      ("explore app.lua --steps", "Missing value for '--steps"),
      ("archive keep app.lua 1 -o app.lua", "app.lua is a file, not a folder"),
      ("archive keep app.lua 1 -o taken", "taken/1 is a file, not a folder"),
      ("archive keep app.lua a/b -o kept", "the version \"a/b\" cannot be the name of a folder"),
      ("test --from missing app.lua", "no such folder: missing. Keep states there first: luahost archive keep"),
      ("test --from app.lua app.lua", "app.lua is a file, not a folder"),
      ("test --from scripts app.lua", "scripts has no states. Keep states there first: luahost archive keep"),
      ("test --from kept missing.lua", "no such file: missing.lua"),
      ("test --from kept --everywhere app.lua", "use it without --everywhere"),
      ("test --from kept --junit out.xml app.lua", "use it without --junit"),
    ])
  func wrongUsage(line: String, message: String) async throws {
    let folder = try BundleFolder(["app.lua": Self.app, "scripts/other.lua": "", "taken/1": ""])
    defer { folder.remove() }
    let run = try await CommandRun.run(line.split(separator: " ").map(String.init), in: folder.url)
    #expect(run.status == 2 && run.output.contains(message), "\(run)")
  }

  @Test("a folder of state that is a symbolic link to nothing is wrong usage")
  func danglingLink() async throws {
    let folder = try BundleFolder(["app.lua": Self.app])
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "state").path, withDestinationPath: "gone")
    for path in ["state", "state/below"] {
      let run = try await CommandRun.run(["app.lua", "--headless", "--state-dir", path], in: folder.url)
      let message = "state is a symbolic link to gone, which does not exist"
      #expect(run.status == 2 && run.output.contains(message), "\(run)")
    }
  }

  @Test("the folder of one version is not that of all versions, and a filter without a match is reported")
  func kept() async throws {
    let folder = try BundleFolder(["app.lua": Self.app])
    defer { folder.remove() }
    let keep = try await CommandRun.run(["archive", "keep", "app.lua", "1.0", "-o", "kept"], in: folder.url)
    #expect(keep.status == 0, "\(keep)")
    let version = try await CommandRun.run(["test", "--from", "kept/1.0/", "app.lua"], in: folder.url)
    let advice = "kept/1.0/ is the folder of one version; name the folder that contains it: kept\n"
    #expect(version.status == 2 && version.output.contains(advice), "\(version)")
    let filtered = try await CommandRun.run(["test", "--from", "kept", "--filter", "x", "app.lua"], in: folder.url)
    #expect(filtered.status == 0 && filtered.output.contains("no state has a name that contains \"x\""), "\(filtered)")
  }

  @Test("a script and a folder of states that cannot be read are named")
  func unreadable() async throws {
    let folder = try BundleFolder(["app.lua": Self.app, "secret.lua": "", "kept/1.0/a.json": "{}"])
    defer { folder.remove() }
    let (secret, kept) = (folder.url.appending(path: "secret.lua"), folder.url.appending(path: "kept/1.0"))
    for (url, mode) in [(folder.url, 0o755), (secret, 0), (kept, 0)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: kept.path) }
    guard geteuid() == 0 else { return }
    for command in ["doctor", "explore", "test"] {
      let run = try await CommandRun([command, secret.path], user: "65534")
      #expect(run.status == 2 && run.errors.contains("secret.lua: it cannot be read; check its permissions"), "\(run)")
    }
    let run = try await CommandRun(
      ["test", "--from", folder.url.appending(path: "kept").path, folder.url.appending(path: "app.lua").path],
      user: "65534")
    #expect(run.errors.contains("cannot read \(kept.path): check its permissions"), "\(run)")
  }

  @Test("in a folder whose name is not UTF-8, apps run, and no other folder is written to")
  func binaryFolder() async throws {
    let folder = try BundleFolder(["app.lua": Self.app])
    defer { folder.remove() }
    func run(_ line: String) async throws -> (output: String, status: Int32) {
      try await CommandRun.run(
        ["-c", "mkdir -p $'\\xff' && cp app.lua $'\\xff' && cd $'\\xff' && \(line)"],
        environment: try folder.environment(nil), in: folder.url, program: "/bin/bash")
    }
    let launched = try await run(
      """
      sed -i 's/^return app/app.kept = app.filesDirectory\\n&/' app.lua
      luahost app.lua --headless --state-dir state && ls -d state/main.files
      """)
    #expect(launched.status == 0 && launched.output.contains("state/main.files"), "\(launched)")
    for line in [
      "luahost snapshot app.lua -o a.txt", "luahost new foo", "luahost bundle app.lua -o app",
    ] {
      let refused = try await run(line)
      #expect(refused.status == 2 && refused.output.contains("is not UTF-8. Rename it"), "\(line): \(refused)")
    }
    let folders = try await run("cd .. && ls -d */ | wc -l")
    #expect(folders.output == "1\n", "\(folders)")
  }
}
