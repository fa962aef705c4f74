import Testing

/// The page of `luahost inspect` for apps that change while they are looked at, or are large.
@Suite(
  "Inspect page of live apps", .serialized,
  .enabled(if: Browser.path != nil, "Chromium is not installed: apt-get install chromium"))
struct InspectLiveAppTests {
  /// An app whose label and field change all the time, with a key that is not decoded, and a screen that is not restored.
  private static let clock = """
    local ui = require "luahost"
    local Clock = ui.ViewController:subclass "Clock"
    function Clock:loadView()
      self.count = 0
      self.first, self.second = ("A"):rep(400), ("B"):rep(400)
      self.label = ui.Label { text = "count 0" }
      self.view = ui.VStack { self.label, ui.TextField { restorationIdentifier = "src/main.lua" },
        ui.TextField { restorationIdentifier = [[back\\slash]] }, ui.Slider { accessibilityIdentifier = "volume" },
        ui.Button { title = "Open", action = function() self:present(Lost { restorationIdentifier = "lost",
          restorationClass = Lost }) end } }
      ui.every(0.1, function()
        self.count = self.count + 1
        self.label.text = "count " .. self.count
      end)
    end
    function Clock:encodeRestorableState(coder) coder:encode("Unread", 1) end
    function Clock:viewControllerWithRestorationIdentifierPath() return Clock() end
    Lost = ui.ViewController:subclass "Lost"
    function Lost:loadView() self.view = ui.VStack { ui.TextField { restorationIdentifier = "inside" } } end
    function Lost:viewControllerWithRestorationIdentifierPath() return nil end
    local app = ui.Application { identifier = "org.example.clock" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window.rootViewController = self.window.rootViewController
        or Clock { restorationIdentifier = "files", restorationClass = Clock }
      self.window:makeKeyAndVisible()
    end
    return app

    """

  /// An app with more views than a page lists, and an alert over them.
  private static let large = """
    local ui = require "luahost"
    local Large = ui.ViewController:subclass "Large"
    function Large:loadView()
      local rows = {}
      for row = 1, 4000 do rows[row] = ui.Label { text = "row " .. row, restorationIdentifier = "row" .. row } end
      self.view = ui.VStack { ui.Button { title = "Ask", action = function()
        self:present(ui.AlertController { title = "Sure?", actions = { { title = "Yes" } } })
      end }, ui.ScrollView { restorationIdentifier = "scroll", ui.VStack(rows) } }
    end
    local app = ui.Application { identifier = "org.example.large" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = Large { restorationIdentifier = "large" } }
      self.window:makeKeyAndVisible()
    end
    return app

    """

  private static func withApp(
    _ app: String, showing text: String, _ body: (InspectedRun, Browser, BundleFolder) throws -> Void
  ) throws { try InspectPageTests.withApp(app, showing: text, body) }

  private static let details = "document.getElementById('node-panel').textContent"

  private static func dot(_ name: String) -> String {
    "[...document.querySelectorAll('.node')].find((n) => n.textContent.includes('\(name)'))?.querySelector('.dot').className"
  }

  private static func find(_ text: String, in browser: Browser) throws {
    try browser.wait(for: "document.querySelectorAll('.node').length > 0")
    try browser.evaluate(
      """
      (() => { const field = document.getElementById('find'); field.value = String.raw`\(text)`;
      field.dispatchEvent(new Event('input')) })()
      """)
  }

  @Test("an app that draws all the time is examined")
  func examination() throws {
    try Self.withApp(Self.clock, showing: "count") { _, browser, _ in
      try browser.wait(for: "document.getElementById('finding-count').textContent === '1'")
    }
  }

  @Test("a node with a finding about a value is restored in part; one that is not restored is lost with all below it")
  func statuses() throws {
    try Self.withApp(Self.clock, showing: "count") { _, browser, _ in
      try browser.wait(for: "\(Self.dot("Clock")) === 'dot risk'")
      #expect(try browser.evaluate(Self.dot("main.lua")) == "dot kept")
      try Self.find("files", in: browser)
      try browser.wait(for: "\(Self.details).includes('Partly lost.')")
      // The finding itself says why, once.
      #expect(try browser.evaluate("\(Self.details).split('is encoded and never decoded').length") == "2")
      let row = try #require(try browser.screen.components(separatedBy: "\n").firstIndex { $0.contains("Open") })
      try browser.click(column: 3, row: row)
      try browser.wait(for: "\(Self.dot("Lost")) === 'dot lost'")
      try browser.wait(for: "\(Self.dot("inside")) === 'dot lost'")
      try Self.find("files/lost/inside", in: browser)
      try browser.wait(for: "\(Self.details).includes('because its ancestor Lost will not be.')")
    }
  }

  @Test("the details of a node that changes all the time keep their rows, and values that are shown as a whole")
  func details() throws {
    try Self.withApp(Self.clock, showing: "count") { _, browser, _ in
      try Self.find("files", in: browser)
      try browser.wait(for: "\(Self.details).includes('Created at')")
      try browser.evaluate(
        """
        (window.place = document.querySelector('#node-panel .place'),
        [...document.querySelectorAll('#node-panel .value .place')].forEach((button) => button.click()))
        """)
      let isWhole = "/A{400}/.test(\(Self.details)) && /B{400}/.test(\(Self.details))"
      try browser.wait(for: isWhole)
      let count = "Number(/count(\\d+)/.exec(\(Self.details))[1])"
      let before = try browser.evaluate(count)
      try browser.wait(for: "\(count) > \(before) + 10")
      #expect(try browser.evaluate(isWhole) == "true")
      #expect(try browser.evaluate("window.place.isConnected") == "true")
    }
  }

  @Test("a path is found as messages write it, also with slashes in identifiers and accessibility identifiers")
  func paths() throws {
    try Self.withApp(Self.clock, showing: "count") { _, browser, _ in
      try browser.wait(for: "document.querySelectorAll('.node').length > 5")
      let paths = [
        ("files/src\\/main.lua", "src/main.lua"), ("files/back\\\\slash", "back\\slash"), ("files/volume", "Slider"),
      ]
      for (path, name) in paths {
        try Self.find(path, in: browser)
        #expect(
          try browser.evaluate("document.querySelector('.node.selected')?.textContent").contains(name), "\(path)")
      }
    }
  }

  @Test("of a large tree, what is on the screen is listed, and the page says that more is there")
  func largeTree() throws {
    try Self.withApp(Self.large, showing: "row 1") { _, browser, _ in
      try browser.wait(for: "document.getElementById('tree-cut').textContent.includes('3000')")
      try browser.click(column: 3, row: 5)
      try browser.press("End", code: 35)
      try browser.wait(forText: "row 4000")
      try browser.wait(for: "document.getElementById('tree').textContent.includes('row4000')")
      try browser.click("#pick")
      let rows = try browser.screen.components(separatedBy: "\n")
      try browser.click(column: 1, row: try #require(rows.firstIndex { $0.contains("row 4000") }))
      try browser.wait(for: "\(Self.details).includes('large/row4000')")
      try browser.click(column: 3, row: try #require(rows.firstIndex { $0.contains("Ask") }))
      try browser.wait(forText: "Sure?")
      try browser.wait(for: "document.getElementById('tree').textContent.includes('AlertController')")
      try Self.find("AlertController", in: browser)
      try browser.wait(for: "\(Self.details).includes('presented with onResult')")
    }
  }

  @Test("an app that does not save its state, or does not restore it, is lost as a whole, and the node says why")
  func optIn() throws {
    for (method, reason) in [("Save", "shouldSave"), ("Restore", "shouldRestore")] {
      let app = Self.clock.replacing("function app:should\(method)ApplicationState() return true end", with: "")
        .replacing("encode(\"Unread\", 1)", with: "encode(\"Unread\", print)")
      try Self.withApp(app, showing: "count") { _, browser, _ in
        try browser.wait(for: "\(Self.dot("main.lua")) === 'dot lost'")
        try Self.find("files/src\\/main.lua", in: browser)
        try browser.wait(for: "\(Self.details).includes('\(reason)ApplicationState')")
        // If the state is saved, it has a finding of its own as well.
        try Self.find("files", in: browser)
        try browser.wait(for: "\(Self.details).includes('files · Clock')")
        try browser.wait(for: "\(Self.details).includes('\(reason)ApplicationState')")
      }
    }
    let neither = Self.large.replacing(
      "ui.Button {", with: "ui.TextField { restorationIdentifier = 'field' }, ui.Button {")
    try Self.withApp(neither, showing: "row 1") { _, browser, _ in
      try browser.wait(for: "\(Self.dot("TextField")) === 'dot lost'")
      try Self.find("large/field", in: browser)
      try browser.wait(for: "\(Self.details).includes('shouldSaveApplicationState does not return true')")
    }
  }

  @Test("an app that cannot be examined says why, is not shown as examined, and is not slowed down again")
  func notExamined() throws {
    let app = Self.clock.replacing(
      "return app\n",
      with: """
        local start = os.clock()
        while os.clock() - start < 0.3 do end
        local log <close> = io.open(os.getenv 'HOME' .. '/log.txt', 'a')
        return app

        """)
    try Self.withApp(app, showing: "count") { _, browser, _ in
      let text = "document.getElementById('doctor-text').textContent"
      try browser.wait(for: "\(text).startsWith('The app could not be examined: ')")
      #expect(try browser.evaluate("\(text).includes('Nothing found')") == "false")
      #expect(try browser.evaluate("\(text).includes('it is not repeated')") == "true")
      #expect(try browser.evaluate("document.getElementById('message').hidden") == "true")
    }
  }

  @Test("the list of saves is short, also of an app with a long value")
  func longValue() throws {
    let app = Self.clock.replacing(
      "coder:encode(\"Unread\", 1)", with: "coder:encode('Long', ('x'):rep(100000) .. self.count)")
    #expect(app != Self.clock)
    try Self.withApp(app, showing: "count") { _, browser, _ in
      try browser.click("[data-tab=saves]")
      try browser.wait(for: "document.querySelectorAll('#save-list .item').length > 0")
      try browser.wait(for: "document.getElementById('save-list').textContent.includes('files Long: \"xxx')")
      let lengths = "[...document.querySelectorAll('#save-list .item')].map((item) => item.textContent.length)"
      let longest = "Math.max(...\(lengths))"
      #expect(try Int(browser.evaluate(longest)) ?? .max < 300)
    }
  }

  @Test("a page says whether luahost has exited or refuses the page")
  func connection() throws {
    let folder = try BundleFolder(["app.lua": Self.large])
    defer { folder.remove() }
    let run = try InspectedRun([folder.path("app.lua"), "--state-dir", folder.path("state")])
    let browser = try Browser(run.address.prefix { $0 != "#" } + "#" + String(repeating: "0", count: 64))
    let ended = "document.getElementById('ended').firstElementChild.textContent"
    try browser.wait(for: "\(ended).startsWith('luahost refuses this page: ')")
    #expect(run.end() == 0)
    try browser.wait(for: "\(ended) === 'luahost does not answer.'")
  }
}
