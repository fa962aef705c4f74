import AppSession
import ArchiveStore
import Foundation
import Interface
import Loop
import LuaScreens
import StateRestoration
import Testing

@testable import Inspector

@MainActor
@Suite("Reports of the inspector")
struct ContentsTests {
  private static let app = """
    local ui = require "luahost"
    local Root = ui.ViewController:subclass "Root"
    function Root:encodeRestorableState(coder) coder:encode("count", 1) end
    function Root:decodeRestorableState(coder) self.count = coder:decode "count" end
    function Root:viewControllerWithRestorationIdentifierPath() return Root() end
    local app = ui.Application { identifier = "org.example.reports" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window.rootViewController = self.window.rootViewController
        or Root { restorationIdentifier = "root", restorationClass = Root }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  @Test("an examination asks the app for its state once")
  func examination() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 40, height: 5))
    configuration.source = Self.app
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    session.settle()
    var encodings = 0
    session.onEvent = { if $0.callback == "encodeRestorableState" { encodings += 1 } }
    let found = try AppFindings(session)
    #expect(found.all.isEmpty && found.refusal == nil && encodings == 1)
  }

  @Test("views with state are lost with their controller, and those of an alert are as the alert is")
  func statuses() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 40, height: 20))
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.statuses" }
      function app:didFinishLaunching()
        local root = ui.ViewController { restorationIdentifier = "root" }
        local part = ui.ViewController { view = ui.VStack { ui.Slider(), ui.Label { text = "no state" } } }
        root.view = ui.VStack { ui.Slider() }
        root:addChild(part)
        root.view:addSubview(part.view)
        self.window = ui.Window { rootViewController = root }
        self.window:makeKeyAndVisible()
        root:present(ui.AlertController { title = "Sure?", message = "Long", actions = { { title = "Yes" } } })
      end
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    session.settle()
    let host = try #require(session.host)
    _ = host.application.render()
    let root = try #require(host.application.windows.first?.rootViewController)
    func statuses(below responder: Responder) -> [RestorationStatus] {
      NodeSearch.children(of: responder).filter { !($0 is ViewController) }.flatMap {
        [RestorationStatus(of: $0, in: host.application, nil)] + statuses(below: $0)
      }
    }
    let part = try #require(root.children.first)
    let slider = try #require(statuses(below: part).first { $0.kind != .unsaved })
    #expect(slider.kind == .lost && slider.culprit === part && slider.reason.contains("no restorationIdentifier"))
    #expect(statuses(below: root).contains { $0.kind == .risk })
    let alert = try #require(root.presentedViewController)
    #expect(!statuses(below: alert).isEmpty && statuses(below: alert).allSatisfy { $0.kind == .unsaved })
  }

  @Test("a page gets each save once, and the numbers of those that were deleted")
  func history() throws {
    let store = try SQLiteArchiveStore()
    func save(at time: Double) throws {
      _ = try store.commit(
        ArchiveChange(
          info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: time),
          applicationState: [], isComplete: true, changed: []))
    }
    struct Message: Decodable {
      struct Save: Decodable { let number: Int }
      let saves: [Save]
      let removed: [Int]
    }
    var known: [SaveNumber: Double] = [:]
    func message() throws -> Message? {
      try SavesReport(store: store).history(after: &known).map {
        try JSONDecoder().decode(Message.self, from: Data($0))
      }
    }
    for second in 0..<3 { try save(at: Double(second)) }
    let first = try #require(try message())
    #expect(first.saves.map(\.number) == [1, 2, 3] && first.removed == [])
    #expect(try message() == nil)
    // The saves of the first minute are thinned.
    try save(at: 4000)
    let second = try #require(try message())
    #expect(second.saves.map(\.number) == [4] && Set(second.removed) == [1, 2])
    // After a store was set aside, its numbers may be used again.
    known[4] = 3000
    let third = try #require(try message())
    #expect(third.saves.map(\.number) == [4] && third.removed == [4])
  }

  /// The labels of a tree that a page gets, and what changes with the app's nodes.
  private struct Listed: Equatable {
    var bytes: [UInt8]
    var structure: Int

    func has(_ label: String) -> Bool { String(decoding: bytes, as: UTF8.self).contains("\"\(label)\"") }
  }

  /// Returns reports about an app with hidden labels, and a visible one after them, for these queries in a row.
  private func reports(labels: Int, _ queries: [[String]]) throws -> [Listed] {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 40, height: 5))
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.many" }
      function app:didFinishLaunching()
        local rows = ui.VStack { isHidden = true }
        for i = 1, \(labels) do rows:addSubview(ui.Label { restorationIdentifier = "label" .. i }) end
        self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root",
          view = ui.VStack { rows, ui.Label { restorationIdentifier = "label-visible", text = "visible" } } } }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    session.settle()
    let host = try #require(session.host)
    _ = host.application.render()
    let tree = InspectedTree()
    return queries.map {
      let bytes = tree.report(of: host, nil, queries: $0)
      return Listed(bytes: bytes, structure: tree.structure.finalize())
    }
  }

  @Test("a search that finds all nodes that were not listed finds them in each report")
  func completeSearch() throws {
    let queries = ["label3", "label2998", "label2999", "label-"]
    let found = try reports(labels: 3100, [queries, queries])
    #expect(found[0].has("label3100") && found[0].has("label-visible"))
    #expect(found[0] == found[1])
  }

  @Test("a search finds nodes beyond those that are listed, and does not change the structure")
  func largeSearch() throws {
    let reports = try reports(labels: 5000, [[], ["label"], ["label"]])
    let (without, found) = (reports[0], reports[1])
    #expect(!without.has("label3400") && without.has("label-visible"))
    #expect(found.has("label3400") && !found.has("label5000") && found.has("label-visible"))
    #expect(found == reports[2] && found.structure == without.structure)
  }
}
