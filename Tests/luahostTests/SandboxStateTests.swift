import Foundation
import Testing

@Suite("State of sandboxed scripts")
struct SandboxStateTests {
  private static func app(_ identifier: String) -> String {
    """
    local ui = require "luahost"
    local app = ui.Application { identifier = "\(identifier)" }
    local Page = ui.ViewController:subclass "Page"
    function Page:encodeRestorableState(coder) coder:encode("secret", self.secret or arg[1]) end
    function Page:decodeRestorableState(coder) self.secret = coder:decode "secret" print("read", self.secret) end
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Page { restorationIdentifier = "page" } }
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    return app
    """
  }

  @Test("a sandboxed script with another app's identifier neither reads nor replaces that app's state")
  func keptApart() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_STATE_HOME": folder.appendingPathComponent("state").path]
    func run(_ arguments: String...) async throws -> (output: String, status: Int32) {
      try await CommandRun.run(arguments, environment: environment, in: folder)
    }
    for (file, identifier) in [("bank.lua", "org.example.bank"), ("other.lua", "org.example.bank")] {
      let url = folder.appendingPathComponent(file)
      try Self.app(identifier).write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try await run("--headless", "bank.lua", "--", "mine").status == 0)
    let other = try await run("--headless", "--sandbox", "other.lua", "--", "theirs")
    #expect(other.status == 0 && !other.output.contains("mine"), "\(other)")
    #expect(try await run("--headless", "bank.lua").output.contains("read\tmine"))
    #expect(try await run("--headless", "--sandbox", "other.lua").output.contains("read\ttheirs"))
    // An upgrade in place keeps the state.
    let file = folder.appendingPathComponent("other.lua")
    try ("-- 2\n" + Self.app("org.example.bank")).write(to: file, atomically: true, encoding: .utf8)
    #expect(try await run("--headless", "--sandbox", "other.lua").output.contains("read\ttheirs"))
    // Each is found by the options it runs with, or by its folder.
    #expect(try await run("archive", "show", "bank.lua").output.contains("mine"))
    #expect(try await run("archive", "show", "--sandbox", "other.lua").output.contains("theirs"))
    #expect(try await run("snapshot", "--sandbox", "other.lua").output.contains("read\ttheirs"))
    let sandbox = folder.appendingPathComponent("state/luahost/sandbox")
    let hash = try #require(try FileManager.default.contentsOfDirectory(atPath: sandbox.path).first)
    let state = sandbox.appendingPathComponent(hash).appendingPathComponent("org.example.bank").path
    #expect(try await run("archive", "show", state).output.contains("theirs"))
    // The way to migrate state of an earlier version.
    #expect(try await run("archive", "export", "bank.lua", "-o", "saved").status == 0)
    #expect(try await run("archive", "import", "--sandbox", "bank.lua", "saved").status == 0)
    #expect(try await run("--headless", "--sandbox", "bank.lua").output.contains("read\tmine"))
    // A given folder is used unchanged.
    #expect(try await run("--headless", "--state-dir", "given", "bank.lua", "--", "given").status == 0)
    #expect(
      try await run("--headless", "--sandbox", "--state-dir", "given", "other.lua").output.contains("read\tgiven"))
  }

  @Test("sessions --sandbox lists the sessions of one sandboxed script by its declared identifier")
  func sessions() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_STATE_HOME": folder.appendingPathComponent("state").path]
    func run(_ arguments: String...) async throws -> (output: String, status: Int32) {
      try await CommandRun.run(arguments, environment: environment, in: folder)
    }
    let script = Self.app("?").replacingOccurrences(
      of: "\"?\"", with: "os.getenv and 'org.example.out' or 'org.example.in'")
    for name in ["one.lua", "two.lua"] {
      try script.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    for options in [["--sandbox"], [], ["--sandbox", "--session", "other"]] {
      let run = try await CommandRun.run(
        ["--headless"] + options + ["one.lua", "--", "value"], environment: environment, in: folder)
      #expect(run.status == 0, "\(run)")
    }
    #expect(try await run("--headless", "--sandbox", "two.lua", "--", "value").status == 0)
    func listed(_ arguments: String...) async throws -> [String] {
      let run = try await CommandRun.run(["sessions", "--json"] + arguments, environment: environment, in: folder)
      let list = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
      return try #require(list).map {
        "\($0["identifier"] ?? "") \($0["session"] ?? "") \(($0["script"] as? String)?.suffix(7) ?? "")"
      }
    }
    #expect(
      try await listed("--sandbox", "one.lua") == ["org.example.in main one.lua", "org.example.in other one.lua"])
    #expect(try await listed("--sandbox", "--session", "other", "one.lua") == ["org.example.in other one.lua"])
    #expect(try await listed("one.lua") == ["org.example.out main one.lua"])
    #expect(try await listed("--sandbox").count == 3)
    // Each command with an app argument finds its state.
    for command in ["list", "show", "verify"] {
      let limit = "--memory-limit=67108864"
      #expect(try await run("archive", command, "--sandbox", "--session", "other", limit, "one.lua").status == 0)
    }
    #expect(try await run("snapshot", "--sandbox", "--session", "other", "one.lua").output.contains("read\tvalue"))
  }

  @Test("the folder of all sandboxed state is refused as an identifier")
  func reserved() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.app("sandbox").write(
      to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let run = try await CommandRun.run(["--headless", "app.lua"], in: folder)
    #expect(run.status == 1 && run.output.contains("\"sandbox\" is reserved"), "\(run)")
  }
}
