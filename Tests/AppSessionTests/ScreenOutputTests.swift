import Interface
import LuaScreens
import Testing

@testable import AppSession

@Suite("Output during full-screen mode")
@MainActor
struct ScreenOutputTests {
  /// A front end that captures output, and exits after the first frame.
  private final class Capture: FrontEnd {
    let size = Size(width: 40, height: 10)
    var written = ""
    private weak var host: (any FrontEndHost)?

    func open(showing picture: Grid?, for host: any FrontEndHost) { self.host = host }
    func present(_ frame: Frame) { host?.loop.post { [weak host] in host?.end() } }
    func takeOutput() {
      host?.didCapture(Array(written.utf8))
      written = ""
    }
  }

  /// An overlay that shows problems itself.
  private final class Reporter: OverlayController {
    var reported: [String] = []

    override func take(_ problem: Problem) -> Bool {
      reported.append("\(problem)")
      return true
    }
  }

  @Test("a problem shown in an overlay is not printed again as captured output", arguments: [false, true])
  func problems(isReported: Bool) throws {
    var configuration = ScriptHost.Configuration(script: "app.lua")
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.output" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController {} }
        error "broken"
      end
      return app
      """
    let frontEnd = Capture()
    let screen = AppScreen(AppSession(configuration, storage: .memory), on: frontEnd)
    var output: [ConsoleText] = []
    screen.output.onText = { output.append($0) }
    screen.output.onComplaint = { frontEnd.written += $0 + "\n" }
    let reporter = Reporter()
    if isReported { screen.overlays.present(reporter) }
    #expect(try screen.run().hasFailed)
    #expect(reporter.reported.filter { $0.contains("broken") }.count == (isReported ? 1 : 0))
    #expect(output.filter { $0.text.contains("broken") && $0.isError }.count == (isReported ? 0 : 1))
    #expect(screen.output.printed.filter { $0.text.contains("broken") }.count >= 1)
  }
}
