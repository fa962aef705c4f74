import Foundation
import Interface
import LuaScreens
import ReadBack
import Seeded
import StateRestoration
import Testing

@testable import AppSession

/// State that scripts encode from local variables that only callbacks of processes, watches and luv change.
@Suite("State in local variables, changed by external callbacks")
@MainActor
struct OutsideCallbackStateTests {
  /// Each key starts something outside the app. Its callbacks change encoded state, and the last one prints a line.
  private static let script = """
    local isLuvThere, uv = pcall(require, "luv")
    local n, files = {}, 0
    local function add(name) n[name] = (n[name] or 0) + 1 end
    local function finish() print "done" end

    local Screen = ui.ViewController:subclass "Screen"
    function Screen:encodeRestorableState(coder) coder:encode("n", n[self.restorationIdentifier] or 0) end
    function Screen:decodeRestorableState() end

    local starts = {
      a = function()
        ui.Process {
          "sh", "-c", "echo 1; echo 2 >&2",
          onLine = function() add "one" end, onErrorLine = function() add "table" end,
          onExit = function() add "top" finish() end,
        }
      end,
      b = function()
        ui.task(function()
          ui.run { "sh", "-c", "echo x; echo y", onLine = function() add "app" end }
          add "one"
          finish()
        end)
      end,
      c = function()
        files = files + 1
        local path, watch = folder .. "/file" .. files, nil
        watch = ui.watch(path, function()
          add "table" add "top"
          watch:cancel()
          finish()
        end)
        local file = io.open(path, "w")
        file:write "x"
        file:close()
      end,
      d = function(self)
        self:task(function()
          ui.run { "true" }
          add "top"
          finish()
        end)
      end,
      e = function()
        ui.after(0, function() ui.Process { "true", onExit = function() add "one" add "top" finish() end } end)
      end,
      f = function()
        local process
        process = ui.Process {
          "cat", onOutput = function() add "app" process:closeInput() end, onExit = function() add "table" finish() end,
        }
        process:write "x"
      end,
      p = function() ui.Process { "true", onExit = function() add "top" finish() end } end,
    }
    if isLuvThere then
      function starts.g()
        local timer = uv.new_timer()
        timer:start(5, 0, function() add "one" add "top" timer:close() finish() end)
      end
      function starts.h() uv.fs_stat("/", function() add "app" add "table" finish() end) end
      function starts.i()
        local async
        async = uv.new_async(function() add "one" async:close() finish() end)
        async:send()
      end
      function starts.j()
        local handle
        handle = uv.spawn("true", {}, function() add "top" add "table" handle:close() finish() end)
      end
    else
      for key in ("ghij"):gmatch "." do starts[key] = finish end
    end

    local Top = Screen:subclass "Top"
    function Top:loadView() self.view = ui.VStack { ui.Button { title = "Press" } } end
    function Top:keyPressed(key)
      if not starts[key] then return end
      starts[key](self)
      return true
    end

    function app:shouldSaveApplicationState() return true end
    function app:willEncodeRestorableState(coder) coder:encode("n", n.app or 0) end
    function app:didFinishLaunching()
      local plain = {}
      function plain:encodeRestorableState(coder) coder:encode("n", n.table or 0) end
      function plain:decodeRestorableState() end
      self:registerObjectForStateRestoration(plain, "plain")
      local top = Top { restorationIdentifier = "top" }
      local navigation = ui.NavigationController { restorationIdentifier = "navigation" }
      navigation:push(Screen { restorationIdentifier = "one" })
      navigation:push(top)
      self.window.rootViewController = navigation
      self.window:makeKeyAndVisible()
    end
    """

  private let reading: ReadBack

  init() throws { reading = try ReadBack() }

  private func launch() throws -> ExternalResourcesApp {
    let app = try ExternalResourcesApp(Self.script)
    app.session.endStep()
    return app
  }

  /// Starts something by a key press.
  private func press(_ keys: [String], in app: ExternalResourcesApp) throws {
    let host = try app.session.running
    for key in keys { try host.turn { try Automation(host.application).key(key) } }
  }

  private func doneCount(_ app: ExternalResourcesApp) -> Int {
    app.printed.split(separator: "\n").count { $0 == "done" }
  }

  /// Returns what a complete save stores and the last autosave does not.
  private func missed(_ app: ExternalResourcesApp) throws -> [ArchiveDifference.Node] {
    let store = try #require(app.session.store)
    let before = try #require(try store.currentArchive())
    try app.session.running.application.preserve()
    let after = try #require(try store.currentArchive())
    for archive in [before, after] { #expect(try reading.problems(of: archive) == []) }
    return ArchiveDifference(from: before, to: after).nodes
  }

  private func pressSome(_ app: ExternalResourcesApp, _ random: inout SeededGenerator) throws -> [String] {
    let keys = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
      "abcdefghij".randomElement(using: &random).map(String.init)
    }
    let expected = doneCount(app) + keys.count
    try press(keys, in: app)
    try #require(app.run { doneCount(app) >= expected }, "\(keys): \(app.printed) \(app.problems)")
    return keys
  }

  @Test("an autosave after external callbacks stores the same as a complete save", arguments: 1...8)
  func steps(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let app = try launch()
    var done: [String] = []
    for _ in 0..<6 {
      done += try pressSome(app, &random)
      app.session.endStep()
      let missed = try missed(app)
      try #require(missed.isEmpty, "\(done)")
    }
    #expect(app.problems == [])
  }

  @Test("autosave alone stores changes of external callbacks within 2 s of the last one", arguments: 1...2)
  func time(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(50 + seed))
    let app = try launch()
    var done: [String] = []
    for _ in 0..<4 { done += try pressSome(app, &random) }
    app.run(within: 2) { false }
    let missed = try missed(app)
    #expect(missed.isEmpty, "\(done)")
  }

  @Test("a process that a controller's callback starts belongs to that controller")
  func owner() throws {
    let app = try launch()
    // The other nodes are asked now, and not again for a second.
    try press(["e"], in: app)
    #expect(app.run { doneCount(app) == 1 })
    app.session.endStep()
    app.run(within: 0.3) { false }
    var events: [String] = []
    let start = ContinuousClock.now
    app.session.onEvent = { if $0.callback == "encodeRestorableState" { events.append("\($0)") } }
    try press(["p"], in: app)
    #expect(app.run(within: 5) { events.contains { $0.hasPrefix("navigation/top encode") } && doneCount(app) == 2 })
    // A busy machine can take longer than the second that the other nodes wait.
    if ContinuousClock.now - start < .milliseconds(600) {
      #expect(!events.contains { $0.hasPrefix("navigation/one encode") })
    }
  }
}
