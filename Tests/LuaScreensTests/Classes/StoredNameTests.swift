import ArchiveStore
import Seeded
import Testing

@testable import LuaScreens

@Suite("Stored names")
@MainActor
struct StoredNameTests {
  private static let script = """
    Page = ui.ViewController:subclass "Page"
    function Page:viewControllerWithRestorationIdentifierPath() return Page() end
    function app:didFinishLaunching()
      self.window.rootViewController =
        self.window.rootViewController or Page { restorationIdentifier = "page", restorationClass = Page }
      self.window:makeKeyAndVisible()
    end
    _G.ui = ui
    """

  @Test(
    "a name with a NUL byte or invalid UTF-8 is refused where it is set",
    arguments: [
      "ui.View { restorationIdentifier = NAME }", "ui.ViewController { restorationIdentifier = NAME }",
      "ui.ViewController().restorationIdentifier = NAME", "ui.ViewController:subclass(NAME)",
      "app:registerObjectForStateRestoration({}, NAME)", "ui.Storyboard(NAME, { scenes = {} })",
      "ui.Storyboard('s', { scenes = { [NAME] = {} } })",
      "ui.Storyboard('s', { scenes = { a = { restorationIdentifier = NAME } } })", "app.version = NAME",
    ])
  func refused(line: String) throws {
    let app = try ScriptedApp(Self.script)
    let nul = app.failure(line.replacing("NAME", with: "'a\\0b'"))
    #expect(nul.contains("\"a\\x00b\" contains a NUL byte"), "\(nul)")
    #expect(app.failure(line.replacing("NAME", with: "'a\\xffb'")).contains("UTF-8"))
    #expect(app.failure(line.replacing("NAME", with: "'good'")) == "")
    #expect(app.problems == [])
  }

  @Test("names may have any characters, and each save with them can be read", arguments: 1...5 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let parts = [
      "a", "/", "#", "'", " ", "\n", "\u{1}", "\u{0}", "é", "e\u{301}", "漢", "👩‍👩‍👧", "\u{202e}", "%", "\u{feff}",
    ]
    let app = try ScriptedApp(Self.script)
    var refusals = 0
    for _ in 1...60 {
      let name = (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let bytes = name.utf8.map { "\\\($0)" }.joined(separator: "\\z ")
      let line =
        [
          "local root = app.window.rootViewController root:addChild(ui.ViewController { restorationIdentifier = NAME })",
          "app.window.rootViewController.view:addSubview(ui.TextField { restorationIdentifier = NAME, text = NAME })",
          "app:registerObjectForStateRestoration({ encodeRestorableState = function(_, c) c:encode(NAME, NAME) end }, NAME)",
          "app.window.rootViewController.restorationIdentifier = NAME",
        ].randomElement(using: &random) ?? ""
      if app.failure(line.replacing("NAME", with: "'\(bytes)'")).contains("NUL") { refusals += 1 }
      #expect(try app.application.preserve() != nil)
      let live = try #require(try app.store.currentArchive())
      #expect(live.nodes.contains { $0.className == "Page" })
    }
    #expect(refusals > 0)
    #expect(try app.store.verify() == [])
    try app.relaunch()
    #expect(app.application.didRestoreState)
  }
}
