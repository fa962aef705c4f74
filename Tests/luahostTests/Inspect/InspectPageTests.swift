import Foundation
import Seeded
import Testing

/// The page of `luahost inspect`, in a real browser.
@Suite(
  "Inspect page", .serialized, .enabled(if: Browser.path != nil, "Chromium is not installed: apt-get install chromium"))
struct InspectPageTests {
  /// An app with a nested controller without an identifier, and one whose state is restored.
  private static let app = """
    local ui = require "luahost"
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.text = ui.TextView { restorationIdentifier = "text" }
      self.count = ui.Label { text = "pressed 0" }
      self.presses = 0
      self.view = ui.VStack { self.text, ui.HStack { ui.Button { title = "Press", action = function() self:press() end },
        self.count } }
    end
    function Note:press()
      self.presses = self.presses + 1
      self.count.text = "pressed " .. self.presses
    end
    local Part = ui.ViewController:subclass "Part"
    function Part:encodeRestorableState(coder) coder:encode("Lost", 1) end
    function Part:loadView() self.view = ui.TextField { restorationIdentifier = "field" } end
    local app = ui.Application { identifier = "org.example.inspected", version = "1.0" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      local tabs = ui.TabBarController { restorationIdentifier = "tabs" }
      tabs.viewControllers = { Note { restorationIdentifier = "note", title = "Note" },
        Part { title = "Part" } }
      self.window = ui.Window { rootViewController = tabs }
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app

    """

  /// Runs an app, and opens its page.
  static func withApp(
    _ app: String = app, showing text: String = "Press", _ body: (InspectedRun, Browser, BundleFolder) throws -> Void
  ) throws {
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    let run = try InspectedRun([folder.path("app.lua"), "--state-dir", folder.path("state")])
    let browser = try Browser(run.address)
    try browser.wait(forText: text)
    try body(run, browser, folder)
    #expect(browser.errors == [])
  }

  @Test("what is typed on the page is on its screen, and there again after a kill")
  func killAndRelaunch() throws {
    try Self.withApp { run, browser, _ in
      try browser.click(column: 3, row: 1)
      try browser.type("Grüße 日本")
      try browser.press("Enter", code: 13)
      try browser.type("second line")
      try browser.wait(forText: "second line")
      #expect(try browser.screen.contains("Grüße 日本"))
      // The save follows the last key.
      try browser.wait(for: "[...document.querySelectorAll('.node')].length > 0")
      usleep(500_000)
      let before = try browser.screen
      try browser.click("#kill")
      try browser.wait(for: "document.getElementById('ended').textContent.includes('signal 9')")
      try browser.click("#launch-again")
      try browser.wait(forText: "second line")
      #expect(try browser.screen == before)
      #expect(run.end() == 0)
    }
  }

  @Test("a running app that is relaunched keeps running, and obeys the page at once")
  func relaunch() throws {
    try Self.withApp { run, browser, _ in
      // The app was examined.
      try browser.wait(for: "document.getElementById('finding-count').textContent")
      let badge = "document.getElementById('process').textContent"
      for _ in 0..<2 {
        let process = try browser.evaluate(badge)
        try browser.click("#launch")
        try browser.wait(for: "\(badge).startsWith('process ') && \(badge) !== '\(process)'")
      }
      try browser.wait(forText: "Press")
      let start = ContinuousClock.now
      try browser.click("#kill")
      try browser.wait(for: "document.getElementById('ended').textContent.includes('signal 9')")
      #expect(ContinuousClock.now - start < .seconds(3))
      try browser.click("#launch-again")
      try browser.wait(forText: "Press")
      // Longer than a process may take to exit.
      usleep(6_000_000)
      #expect(try browser.evaluate("document.getElementById('ended').hidden") == "true")
      #expect(run.zombies == 0)
      #expect(run.end() == 0)
    }
  }

  @Test("an app that cannot be loaded shows its error, and runs when the script is repaired")
  func failedApp() throws {
    let broken = Self.app.replacing("return app\n", with: "local part = app.missing.part\nreturn app\n")
    let folder = try BundleFolder(["app.lua": broken])
    defer { folder.remove() }
    let run = try InspectedRun([folder.path("app.lua"), "--state-dir", folder.path("state")])
    let browser = try Browser(run.address)
    try browser.wait(for: "document.getElementById('failure').textContent.includes('attempt to index')")
    let line = try #require(
      broken.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("missing") })
    try browser.wait(for: "document.getElementById('failure').textContent.includes('app.lua:\(line + 1):')")
    try browser.wait(for: "document.getElementById('failure').textContent.includes('stack traceback')")
    try browser.wait(for: "!document.getElementById('failure').hidden")
    try Self.app.write(toFile: folder.path("app.lua"), atomically: true, encoding: .utf8)
    try browser.wait(forText: "Press")
    try browser.wait(for: "document.getElementById('failure').hidden")
    #expect(browser.errors == [])
    #expect(run.end() == 0)
  }

  @Test("a node's colour says whether it will be restored, and its details why not, with the ancestor at fault")
  func statuses() throws {
    try Self.withApp { _, browser, folder in
      let status = { (name: String) in
        "[...document.querySelectorAll('.node')].find((n) => n.textContent.includes('\(name)'))?.querySelector('.dot').className"
      }
      try browser.wait(for: "\(status("Part")) === 'dot lost'")
      #expect(try browser.evaluate(status("Note")) == "dot kept")
      #expect(try browser.evaluate(status("text")) == "dot kept")
      #expect(try browser.evaluate(status("Button")) == "dot unsaved")
      try browser.evaluate(
        "[...document.querySelectorAll('.node')].find((n) => n.textContent.includes('Part')).id = 'part'")
      try browser.click("#part")
      let details = "document.getElementById('node-panel').textContent"
      try browser.wait(for: "\(details).includes('no restorationIdentifier')")
      #expect(try browser.evaluate(details).contains("\(folder.path("app.lua")):23"))
      try browser.wait(for: "document.getElementById('finding-count').textContent === '1'")
    }
  }

  @Test("picking a part of the screen shows the node there, with its state, properties and line")
  func pick() throws {
    try Self.withApp { _, browser, folder in
      try browser.click(column: 3, row: 1)
      try browser.type("picked")
      try browser.wait(forText: "picked")
      try browser.wait(for: "document.querySelectorAll('.node').length > 5")
      try browser.click("#pick")
      try browser.click(column: 5, row: 2)
      let details = "document.getElementById('node-panel').textContent"
      try browser.wait(for: "\(details).includes('TextView')")
      let text = try browser.evaluate(details)
      #expect(text.contains("\(folder.path("app.lua")):4"))
      #expect(text.contains("tabs/note/text"))
      #expect(text.contains("\"picked\""))
      // The click was not passed to the app.
      #expect(try browser.evaluate("document.getElementById('pick').getAttribute('aria-pressed')") == "false")
    }
  }

  @Test("screen readers follow the selected row of the tree, and hear which rows have others below them")
  func treeRoles() throws {
    try Self.withApp { _, browser, _ in
      try browser.wait(for: "document.querySelectorAll('.node').length > 5")
      try browser.evaluate("document.getElementById('tree').focus()")
      let row = "document.getElementById(document.getElementById('tree').getAttribute('aria-activedescendant'))"
      try browser.press("Home", code: 36)
      try browser.wait(for: "\(row)?.textContent.includes('tabs')")
      #expect(try browser.evaluate("\(row).getAttribute('aria-expanded')") == "true")
      try browser.press("ArrowLeft", code: 37)
      #expect(try browser.evaluate("\(row).getAttribute('aria-expanded')") == "false")
      #expect(try browser.evaluate("\(row).querySelector('[role=img]').getAttribute('aria-label')") == "restored")
    }
  }

  @Test("what an input method composes is visible until it is typed")
  func composition() throws {
    try Self.withApp { _, browser, _ in
      try browser.click(column: 3, row: 1)
      let opacity = "getComputedStyle(document.getElementById('keys')).opacity"
      try browser.compose("にほん")
      try browser.wait(for: "\(opacity) === '1'")
      #expect(try !browser.screen.contains("に"))
      try browser.type("日本")
      try browser.wait(forText: "日本")
      #expect(try browser.evaluate(opacity) == "0")
    }
  }

  @Test("the timeline names callbacks with their line and time, and an app that does nothing adds nothing to it")
  func timeline() throws {
    try Self.withApp { _, browser, folder in
      let row = try browser.evaluate("document.getElementById('rows').textContent.length > 0 && '1'")
      #expect(row == "1")
      try browser.wait(forText: "pressed 0")
      let button = try #require(try browser.screen.components(separatedBy: "\n").firstIndex { $0.contains("Press") })
      try browser.click(column: 3, row: button)
      try browser.wait(forText: "pressed 1")
      try browser.wait(for: "document.getElementById('bursts').textContent.includes('action')")
      // The launch came before the page.
      #expect(try browser.evaluate("document.getElementById('bursts').textContent").contains("willFinishLaunching"))
      try browser.evaluate(
        "[...document.querySelectorAll('#bursts .item')].find((i) => i.textContent.includes('action')).click()")
      #expect(
        try browser.evaluate("document.getElementById('slowest').textContent").contains(
          "\(folder.path("app.lua")):7"))
      usleep(1_500_000)
      let count = "document.querySelectorAll('#bursts .item').length"
      let before = try browser.evaluate(count)
      usleep(1_500_000)
      #expect(try browser.evaluate(count) == before)
    }
  }

  @Test("keys select the callbacks in the picture of a burst")
  func flameKeys() throws {
    try Self.withApp { _, browser, _ in
      let button = try #require(try browser.screen.components(separatedBy: "\n").firstIndex { $0.contains("Press") })
      try browser.click(column: 3, row: button)
      try browser.wait(forText: "pressed 1")
      let select = { (name: String) in
        "[...document.querySelectorAll('#bursts .item')].find((i) => i.textContent.includes('\(name)'))?.click()"
      }
      try browser.wait(for: "document.getElementById('bursts').textContent.includes('action')")
      try browser.wait(for: "document.getElementById('bursts').textContent.includes('willFinishLaunching')")
      try browser.evaluate(select("willFinishLaunching"))
      try browser.evaluate("document.getElementById('flames').focus()")
      let text = "document.getElementById('flame-text').textContent"
      // The spans in their order, by their texts: those of the launch are at least its two callbacks.
      try browser.press("Home", code: 36)
      var texts = [try browser.evaluate(text)]
      let callbacks = ["willFinishLaunching", "didFinishLaunching"]
      while !callbacks.allSatisfy({ name in texts.contains { $0.contains(name) } }), texts.count < 200 {
        try browser.press("ArrowRight", code: 39)
        texts.append(try browser.evaluate(text))
      }
      #expect(texts.count < 200 && texts.allSatisfy { $0.contains(" · ") }, "\(texts)")
      for expected in texts.dropLast().reversed() {
        try browser.press("ArrowLeft", code: 37)
        #expect(try browser.evaluate(text) == expected)
      }
      // What is selected in a burst is not that of another.
      try browser.evaluate(select("action"))
      #expect(try browser.evaluate(text) == "")
      try browser.evaluate("document.getElementById('flames').dispatchEvent(new MouseEvent('mouseleave'))")
      #expect(try browser.evaluate(text) == "")
    }
  }

  /// An app with a long text that changes at its end, and more nodes than a page gets, some of which are not on the screen.
  private static let large = """
    local ui = require "luahost"
    local Root = ui.ViewController:subclass "Root"
    function Root:loadView()
      self.text = ("long "):rep(100) .. "first"
      local rows = ui.VStack { isHidden = true }
      for i = 1, 5000 do rows:addSubview(ui.Label { restorationIdentifier = "label" .. i }) end
      self.view = ui.VStack {
        ui.Button { title = "Change", action = function(button)
          self.text = ("long "):rep(100) .. "second"
          button.title = "Changed"
        end }, rows,
      }
    end
    local app = ui.Application { identifier = "org.example.large" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = Root { restorationIdentifier = "root" } }
      self.window:makeKeyAndVisible()
    end
    return app

    """

  @Test("a long value that is shown as a whole follows the app, and the field finds nodes that the page did not have")
  func largeApp() throws {
    try Self.withApp(Self.large, showing: "Change") { _, browser, _ in
      try browser.wait(for: "!document.getElementById('tree-cut').hidden")
      try browser.evaluate("document.querySelector('.node').click()")
      let details = "document.getElementById('node-panel').textContent"
      try browser.wait(for: "\(details).includes('Fields of the script')")
      #expect(try !browser.evaluate(details).contains("long first"))
      try browser.evaluate(
        "[...document.querySelectorAll('#node-panel button')].find((b) => b.textContent === ' all').click()")
      try browser.wait(for: "\(details).includes('long first')")
      try browser.click(column: 3, row: 0)
      try browser.wait(for: "\(details).includes('long second')")
      let find = { (text: String) in
        "(() => { const f = document.getElementById('find'); f.value = '\(text)'; f.dispatchEvent(new Event('input')) })()"
      }
      try browser.evaluate(find("root/label4999"))
      try browser.wait(for: "document.querySelector('.node.selected')?.textContent.includes('label4999')")
      try browser.evaluate(find(""))
      try browser.wait(for: "![...document.querySelectorAll('.node')].some((n) => n.textContent.includes('label4999'))")
    }
  }

  @Test("the saves are listed with their trees, and the app returns to one")
  func saves() throws {
    try Self.withApp { _, browser, _ in
      try browser.click(column: 3, row: 1)
      try browser.type("first")
      try browser.wait(forText: "first")
      try browser.click("[data-tab=saves]")
      try browser.wait(for: "document.getElementById('save').textContent.includes('first')")
      let newest = try browser.evaluate("document.querySelector('#save-list .item').dataset.number")
      try browser.click(column: 3, row: 1)
      try browser.type(" and second")
      try browser.wait(forText: "first and second")
      try browser.wait(for: "document.querySelector('#save-list .item').textContent.includes('second')")
      // By its number, as another save may move the items.
      try browser.evaluate("document.querySelector(\"#save-list [data-number='\(newest)']\").click()")
      try browser.wait(
        for: """
          document.querySelector('#save strong').textContent === 'Save \(newest)' && document.querySelector('#save canvas')
          && document.querySelector('#save-list .selected').dataset.number === '\(newest)'
          """)
      // Arrow keys select saves, too.
      try browser.evaluate("document.getElementById('save-list').focus()")
      let active = "document.getElementById('save-list').getAttribute('aria-activedescendant')"
      let selected = "document.getElementById(\(active))"
      for (key, code) in [("ArrowUp", 38), ("ArrowDown", 40)] {
        let before = try browser.evaluate("\(selected).dataset.number")
        try browser.press(key, code: code)
        try browser.wait(for: "\(selected).dataset.number !== '\(before)'")
      }
      try browser.wait(for: "document.querySelector('#save strong').textContent === 'Save \(newest)'")
      try browser.click("#save button")
      try browser.wait(for: "!document.getElementById('rows').textContent.includes('second')")
      try browser.wait(forText: "first")
    }
  }

  @Test("a page that has seen many changes equals a new page, in text and pixels")
  func randomActions() throws {
    try Self.withApp { run, browser, _ in
      var random = SeededGenerator(state: 1)
      let keys = [("Enter", 13), ("ArrowUp", 38), ("ArrowLeft", 37), ("Backspace", 8), ("Tab", 9), ("PageDown", 34)]
      try browser.click(column: 3, row: 1)
      for step in 0..<150 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
          try browser.type(
            ["a", "日本語", "é̂ ", "👩‍👩‍👧 ", "┌─┐", "words and more words "].randomElement(using: &random) ?? "")
        case 3, 4:
          if let key = keys.randomElement(using: &random) { try browser.press(key.0, code: key.1) }
        case 5, 6:
          try browser.click(column: Int.random(in: 0..<40, using: &random), row: Int.random(in: 0..<12, using: &random))
        default:
          guard step % 3 == 0, let size = ["80x24", "40x12", "60x20"].randomElement(using: &random) else { continue }
          try browser.evaluate(
            "(() => { const s = document.getElementById('size'); s.value = '\(size)'; s.dispatchEvent(new Event('change')) })()"
          )
          try browser.wait(for: "document.getElementById('size').value === '\(size)'")
        }
      }
      usleep(1_000_000)
      let fresh = try Browser(run.address)
      try fresh.wait(for: "document.getElementById('rows').textContent.length > 10")
      usleep(500_000)
      #expect(try fresh.screen == browser.screen)
      let pixels = "document.getElementById('canvas').toDataURL()"
      #expect(try fresh.evaluate(pixels) == browser.evaluate(pixels))
      #expect(fresh.errors == [])
    }
  }

  @Test("saved states are shown read-only, without their app")
  func archive() throws {
    let folder = try BundleFolder(["app.lua": Self.app])
    defer { folder.remove() }
    let run = try InspectedRun([folder.path("app.lua"), "--state-dir", folder.path("state")])
    // The address is there before the app.
    try Browser(run.address).wait(forText: "Press")
    #expect(run.end() == 0)
    let before = try folder.bytes("state/main.sqlite")
    let archive = try InspectedRun(["--archive", folder.path("state")])
    let browser = try Browser(archive.address)
    try browser.wait(for: "document.getElementById('save').textContent.includes('TabBarController')")
    #expect(try browser.evaluate("getComputedStyle(document.getElementById('screen-panel')).display") == "none")
    #expect(browser.errors == [])
    #expect(archive.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("state/main.sqlite-wal")))
    #expect(try folder.bytes("state/main.sqlite") == before)
  }

  @Test("a page without the secret shows nothing of the app")
  func withoutSecret() throws {
    try Self.withApp { run, _, _ in
      let stranger = try Browser(String(run.address.prefix { $0 != "#" }))
      try stranger.wait(for: "document.getElementById('process').textContent.includes('secret')")
      #expect(try stranger.evaluate("document.getElementById('rows').textContent") == "")
      let guess = try Browser(run.address.prefix { $0 != "#" } + "#" + String(repeating: "0", count: 64))
      try guess.wait(for: "document.getElementById('process').textContent.includes('refuses')")
      #expect(try guess.evaluate("document.getElementById('rows').textContent") == "")
    }
  }
}
