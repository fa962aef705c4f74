import AppSession
import BenchmarkReference
import Interface
import Loop
import LuaScreens
import Terminal

/// A front end in memory that types a key again and again, and counts the instructions from each key to its bytes for the
/// terminal.
@MainActor
final class TypedScreen: FrontEnd {
  let size: Size
  private let key: KeyPress
  private let rounds: Int
  private let warmUp = 5
  private var frames = 0
  private var previous: Grid?
  private weak var host: (any FrontEndHost)?
  private let encoder = FrameEncoder(colors: .full)

  init(_ key: KeyPress, rounds: Int, size: Size) {
    self.key = key
    self.rounds = rounds
    self.size = size
  }

  /// Runs an app until all keys were typed. Its saves are not counted: when one is due depends on the clock.
  func run(_ script: String) throws {
    var configuration = ScriptHost.Configuration(script: "typed.lua", lua: .init(timeLimit: nil), screenSize: size)
    configuration.source = script
    _ = try AppScreen(AppSession(configuration, storage: .memory), on: self).run()
  }

  func open(showing picture: Grid?, for host: any FrontEndHost) { self.host = host }

  func present(_ frame: Frame) {
    let grid = frame.grid()
    _ = encoder.encode(grid, after: previous)
    previous = grid
    frames += 1
    if frames == warmUp { reference_toggle_counting() }
    guard frames < warmUp + rounds else {
      reference_toggle_counting()
      host?.end()
      return
    }
    host?.loop.post { [key, weak host] in host?.handle(.key(key)) }
  }

  /// The start of an app with one screen.
  private static let start = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.luahost.typed", autosave = false }
    local Screen = ui.ViewController:subclass "Screen"

    """
  /// The end of such an app.
  private static let end = """

    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.NavigationController { Screen { title = "Screen" } } }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// A form whose first field is focused.
  static let form =
    start + """
      function Screen:loadView()
        local rows = {}
        for n = 1, 15 do
          rows[n] = ui.HStack { ui.Label { text = "Field " .. n, width = 12 }, ui.TextField { restorationIdentifier = "field" .. n } }
        end
        rows[16] = ui.Checkbox { title = "Ready" }
        rows[17] = ui.Button { title = "Save", action = function() end }
        self.view = ui.VStack(rows)
        self.keyCommands = { { title = "Save", input = "ctrl+s", action = "save" } }
      end
      function Screen:save() end
      """ + end

  /// A table of 1,000 rows with columns.
  static let table =
    start + """
      function Screen:loadView()
        self.view = ui.TableView {
          restorationIdentifier = "table", dataSource = self,
          columns = { { title = "Name" }, { title = "Size", width = 10, alignment = "right" }, { title = "Date", width = 12 } },
        }
      end
      function Screen:numberOfRowsInSection() return 1000 end
      function Screen:cellForRow(_, _, row) return { "file " .. row, tostring(row * 37), "2026-11-24" } end
      """ + end

  /// A text of 1 MB, with the cursor in its middle.
  static let text =
    start + """
      function Screen:loadView()
        local line = ("some words of a text "):rep(4):sub(1, 79) .. "\\n"
        self.view = ui.TextView { restorationIdentifier = "text", text = line:rep(12500), selectedRange = { location = 500000, length = 0 } }
      end
      """ + end
}
