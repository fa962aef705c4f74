import Foundation
import Interface
import LuaRuntime
import LuaScreens
import TestApplication
import Testing

@testable import AppSession

@Suite("Repeated errors")
@MainActor
struct ErrorSheetTests {
  private func error(_ message: String, traceback: String = "") -> Problem {
    Problem(error: LuaError.runtime(message: message, traceback: traceback, value: nil), summary: "timer")
  }

  /// A sheet in a pane of its own.
  @MainActor
  private struct Shown {
    let sheet: ProblemSheet
    let stack: OverlayStack
    let size: Size

    init(_ problem: Problem, height: Int = 20) {
      size = Size(width: 60, height: height)
      sheet = ProblemSheet(problem)
      stack = OverlayStack(on: size)
      stack.present(sheet)
    }

    var text: String {
      var grid = Grid(size: size)
      stack.draw(over: &grid, theme: .terminal)
      return grid.text
    }
  }

  @Test("errors reported while the sheet is open are added to it, and repeated ones are counted")
  func counting() {
    let shown = Shown(error("app.lua:3: boom 1"))
    let sheet = shown.sheet
    for number in 2...40 { #expect(sheet.take(error("app.lua:3: boom \(number)"))) }
    #expect(shown.text.contains("boom 1") && shown.text.contains("reported 40 times"))
    #expect(!shown.text.contains("boom 2"))
    #expect(sheet.take(error("app.lua:9: another")))
    #expect(shown.text.contains("another"))
    // A warning has a sheet of its own.
    #expect(!sheet.take(Problem(.warning, summary: "a warning")))
    #expect(shown.stack.handle(.key(.enter)))
    #expect(!shown.stack.isPresented(sheet))
  }

  @Test("a blank column separates the scroll bar of a sheet from its border, and all but the key hints is dimmed")
  func looks() {
    let lines = (1...40).map { "line \($0)" }.joined(separator: "\n")
    let shown = Shown(error("app.lua:3: boom", traceback: lines), height: 12)
    let theme = Theme.dark
    let canvas = Canvas(grid: Grid(size: shown.size), base: theme[.screen])
    for y in 0..<12 { canvas.put(String(repeating: "│", count: 60), x: 0, y: y, style: theme[.accent]) }
    let below = canvas.grid
    var grid = below
    shown.stack.draw(over: &grid, theme: theme, hintRow: 11)
    let frame = shown.sheet.paneFrame
    let right = frame.maxX - 1
    for y in frame.minY + 1..<frame.maxY - 1 {
      #expect(["│", "┃"].contains(grid[right, y].text) && grid[right - 1, y].text == " ", "row \(y)")
      #expect(grid[right - 1, y].style.background == theme[.overlay].background)
    }
    #expect(grid[right - 2, frame.minY + 1].text == "┃")
    #expect(grid[0, 0] == Cell("│", style: theme[.scrim]) && grid[0, 11] == below[0, 11])
  }

  @Test("of very many different errors the sheet shows the first and the number of the others")
  func many() {
    let shown = Shown(error("app.lua:1: at", traceback: "0"), height: 200)
    for number in 1...1000 { #expect(shown.sheet.take(error("app.lua:1: at", traceback: "\(number)"))) }
    #expect(shown.text.contains("981 more errors"))
  }

  @Test("an error is shown again after it was not reported for 5 s")
  func quietTime() {
    let reported = ReportedProblems()
    func isRepeat(_ message: String, at time: Double) -> Bool? { reported.admit(error(message), at: time)?.isRepeated }
    #expect(isRepeat("boom 1", at: 0) == false)
    for tenth in 1...200 { #expect(isRepeat("boom \(tenth)", at: Double(tenth) / 10) == true) }
    #expect(isRepeat("other", at: 20) == false)
    #expect(isRepeat("boom 1", at: 25.1) == false)
  }

  /// Dismisses the sheet as soon as it shows several errors, and exits a while later.
  private final class Dismissing: FrontEnd {
    let size = Size(width: 60, height: 12)
    private(set) var shownAfterwards: [String] = []
    private var dismissedAt: ContinuousClock.Instant?
    private weak var host: (any FrontEndHost)?

    func open(showing picture: Grid?, for host: any FrontEndHost) { self.host = host }

    func present(_ frame: Frame) {
      let text = frame.grid().text
      if let dismissedAt {
        shownAfterwards.append(text)
        if ContinuousClock.now - dismissedAt > .seconds(1) { host?.end() }
      } else if text.contains("reported 3 times") {
        dismissedAt = .now
        host?.loop.post { [weak host] in host?.handle(.key(.enter)) }
      }
    }
  }

  @Test("one key dismisses the errors of a timer that fails ten times a second")
  func timer() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 60, height: 12))
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.errors" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "the app" } } }
        self.window:makeKeyAndVisible()
        local n = 0
        ui.every(0.1, function() n = n + 1 error("boom " .. n) end)
      end
      return app
      """
    let frontEnd = Dismissing()
    let screen = AppScreen(AppSession(configuration, storage: .memory), on: frontEnd)
    var complaints = 0
    screen.output.onComplaint = { _ in complaints += 1 }
    let outcome = try screen.run()
    #expect(outcome.hasFailed)
    #expect(frontEnd.shownAfterwards.count > 5)
    #expect(!frontEnd.shownAfterwards.dropFirst().contains { $0.contains("boom") })
    #expect(frontEnd.shownAfterwards.last?.contains("the app") == true)
  }

  @Test("a click selects a row, even if a callback of the frame after the press raises an error")
  func errorDuringClick() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 60, height: 12))
    configuration.source = """
      local ui = require "luahost"
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.chosen = ui.Label {}
        self.view = ui.VStack {
          self.chosen, ui.Button { title = "First" }, ui.TableView { dataSource = self, delegate = self },
        }
      end
      function Screen:numberOfRowsInSection() return 5 end
      function Screen:cellForRow(_, _, row) return "Row " .. row end
      function Screen:didSelectRow(_, _, row) self.chosen.text = "chose " .. row end
      function Screen:trailingSwipeActionsForRow() error "no actions" end
      local app = ui.Application { identifier = "org.example.errors" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = Screen() }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let row = Point(x: 5, y: 4)
    let frontEnd = MemoryFrontEnd(
      sending: [
        .mouse(MouseEvent(.press(button: 1), at: row)), .mouse(MouseEvent(.release(button: 1), at: row)), .key(.enter),
        .key(.control("q")),
      ], size: Size(width: 60, height: 12))
    _ = try AppScreen(AppSession(configuration, storage: .memory), on: frontEnd).run()
    let texts = frontEnd.frames.map(\.text)
    #expect(texts.contains { $0.contains("no actions") })
    #expect(texts.last?.contains("chose 3") == true, "\(texts.last ?? "")")
  }

  @Test("a save error shows its reason within 80 columns, however long the path is")
  func saveError() throws {
    let folder = NSTemporaryDirectory() + "luahost-" + String(repeating: "long", count: 20) + "-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: folder))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 80, height: 12))
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.errors" }
      function app:shouldSaveApplicationState() return true end
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "the app" } } }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let quit = KeyPress(.character("q"), modifiers: .control)
    let frontEnd = MemoryFrontEnd(typing: [.enter, quit], size: Size(width: 80, height: 12))
    let session = AppSession(configuration, storage: .files(directory: folder, session: "main"))
    _ = try? AppScreen(session, on: frontEnd).run()
    let line = frontEnd.frames.flatMap(\.lines).first { $0.contains("Could not save") }
    #expect(line?.contains("(retrying)") == true, "\(line ?? "")")
  }
}
