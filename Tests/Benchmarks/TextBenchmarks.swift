import ArchiveStore
import Foundation
import Interface
import StateRestoration
import Terminal

/// The cost of a key in a text of 1 MB, its frame and its autosave included.
@MainActor
struct TextBenchmarks {
  /// Shows a text, whose state is saved.
  private final class Editor: Application {
    let text = TextView()

    override func willFinishLaunching(options: LaunchOptions) throws {
      let controller = ViewController()
      controller.restorationIdentifier = "editor"
      controller.view = text
      text.restorationIdentifier = "text"
      window = Window(size: screenSize)
      window?.rootViewController = controller
      window?.makeKeyAndVisible()
    }

    override func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool { true }
    override func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool { true }
  }

  func run() throws -> [Measurement] {
    let words = "some words of a text "
    let forms = [
      ("lines of 80", String(repeating: String(repeating: words, count: 4).prefix(79) + "\n", count: 12_500)),
      ("one line", String(repeating: words, count: 48_000)),
      ("one line without spaces", String(repeating: "x", count: 1_000_000)),
    ]
    return try forms.flatMap { name, text in
      let times = try keys(in: text)
      return [
        Measurement(
          work: "a key in 1 MB of text, \(name), saved", against: "2 ms", seconds: median(times), reference: 2e-3,
          aim: 1
        ),
        Measurement(
          work: "the longest of 200 such keys", against: "4 ms", seconds: times.max() ?? 0, reference: 4e-3, aim: 1),
      ]
    }
  }

  /// Returns the times of keys, frames and autosaves in a text that was typed, in the middle of it.
  private func keys(in text: String) throws -> [Double] {
    let folder = NSTemporaryDirectory() + "luahost-benchmark-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let application = Editor(identifier: "benchmark", screenSize: Size(width: 200, height: 60))
    application.launch(store: try SQLiteArchiveStore(try SessionFiles(directory: folder)))
    application.handle(.paste(text))
    application.text.selectedRange = .init(location: text.utf8.count / 2)
    // The next save is due, and the last one written: nothing is left of earlier keys.
    func pause() { application.timers.advance(to: application.timers.now + 0.6) }
    application.turnDidEnd()
    pause()
    let encoder = FrameEncoder(colors: .full)
    var before = application.render()
    return String(repeating: "abcdefgh ", count: 23).prefix(200).map { letter in
      defer { pause() }
      return seconds {
        application.handle(.key(KeyPress(.character(letter))))
        let grid = application.render()
        _ = encoder.encode(grid, after: before)
        before = grid
        // Encodes the state at once, and lets the store write it.
        application.turnDidEnd()
      }
    }
  }
}
