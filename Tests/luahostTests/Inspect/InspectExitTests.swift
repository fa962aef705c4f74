import Foundation
import Testing

/// How `luahost inspect` ends, and the files that it leaves.
@Suite("Inspect exit", .serialized)
struct InspectExitTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.inspect-exit" }
    function app:shouldSaveApplicationState() return true end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root",
        view = ui.Label { text = "launched as process " .. io.open("/proc/self/stat"):read("n") .. "." } } }
      self.window:makeKeyAndVisible()
    end
    return app

    """

  @Test("the exit code is 3 if the state could not be saved")
  func notSaved() throws {
    let folder = try BundleFolder(["app.lua": Self.app])
    defer { folder.remove() }
    let run = try InspectedRun([folder.path("app.lua"), "--state-dir", "/proc/luahost"])
    #expect(run.end() == 3)
  }

  @Test("a trace has the spans of each process, and is valid JSON", .enabled(if: Browser.path != nil))
  func trace() throws {
    let folder = try BundleFolder(["app.lua": Self.app, "trace.json": "old contents", "profile": "old contents"])
    defer { folder.remove() }
    let run = try InspectedRun([
      folder.path("app.lua"), "--state-dir", folder.path("state"), "--trace", folder.path("trace.json"), "--profile",
      folder.path("profile"),
    ])
    let browser = try Browser(run.address)
    let isLaunched =
      "document.getElementById('rows').textContent.includes(document.getElementById('process').textContent + '.')"
    try browser.wait(for: isLaunched)
    for (button, message) in [("kill", "signal 9"), ("quit", "code 0")] {
      try browser.click("#\(button)")
      try browser.wait(for: "document.getElementById('ended').textContent.includes('\(message)')")
      try browser.click("#launch-again")
      try browser.wait(for: isLaunched)
    }
    #expect(run.end() == 0)
    let events = try #require(JSONSerialization.jsonObject(with: folder.bytes("trace.json")) as? [[String: Any]])
    let launches = events.filter {
      $0["name"] as? String == "app didFinishLaunching" && $0["cat"] as? String == "event"
    }
    #expect(Set(launches.compactMap { $0["pid"] as? Int }).count == 3)
    // All processes have one clock.
    let times = launches.compactMap { $0["ts"] as? Double }
    #expect(times.count == 3 && times == times.sorted() && Set(times).count == 3)
    let profile = String(decoding: try folder.bytes("profile"), as: UTF8.self)
    #expect(profile.split(separator: "\n").allSatisfy { Int($0.split(separator: " ").last ?? "") != nil }, "\(profile)")
    #expect(profile.components(separatedBy: "app didFinishLaunching").count > 2, "\(profile)")
  }
}
