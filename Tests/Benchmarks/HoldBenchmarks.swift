import Foundation

/// The longest time for which a key waits beside long work, until its effect is on the screen.
///
/// An app runs in a terminal. A key begins the work, and another one, which changes a label, is typed again as soon as its
/// effect was seen.
@MainActor
struct HoldBenchmarks {
  /// Long work of the app in `Peers/holds.lua`.
  private struct Work {
    let name: String
    /// The arguments of the app.
    let arguments: [String]
    /// The keys that begin the work; nil for the app's own one.
    var keys: String?
    /// The keys typed before, which are not measured.
    var preparation: String?
  }

  private static let begin = "\u{1B}[17~"
  private static let count = "\u{1B}[15~"
  private static let selectAllRows = "\u{1}"
  private static let (selectAll, copy) = ("\u{1B}a", "\u{3}")

  private static let all = [
    Work(name: "the first save of 10,000 nodes", arguments: ["nodes", "10000"]),
    Work(name: "the first save of 10,000 children of one controller", arguments: ["flatnodes", "10000"]),
    Work(name: "text = of 1,000,000 lines", arguments: ["text", "1000000"]),
    Work(name: "text = of 1,000,000 lines in a pager", arguments: ["pager", "1000000"]),
    Work(
      name: "copying 1,000,000 lines", arguments: ["text", "1000000"], keys: copy, preparation: begin + selectAll),
    Work(name: "selecting 100,000 rows", arguments: ["table", "100000"], keys: selectAllRows),
    Work(name: "selecting 1,000,000 rows", arguments: ["table", "1000000"], keys: selectAllRows),
    Work(name: "reloading 1,000,000 rows", arguments: ["table", "1000000"]),
    Work(name: "expanding 100,000 children", arguments: ["outline", "100000"]),
  ]

  /// The time in which keys are typed after the beginning of the work.
  private static let duration = 1.5

  private let folder: String
  private let rounds: Int

  init(rounds: Int = 3) throws {
    self.rounds = rounds
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-holds-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func run() throws -> [Measurement] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var measurements = try Self.all.map { work in
      let waits = try (0..<rounds).map { try longestWait(beside: work, number: $0) }
      return measurement("the longest wait of a key beside \(work.name)", median(waits))
    }
    let (stops, exits) = (try (0..<rounds).map(timeToStop), try (0..<rounds).map(timeToExit))
    measurements.append(measurement("Ctrl-Z after a save of 10,000 nodes, until the terminal is back", median(stops)))
    measurements.append(measurement("Ctrl-Q after a save of 10,000 nodes, until the exit", median(exits)))
    return measurements
  }

  private func measurement(_ work: String, _ seconds: Double) -> Measurement {
    Measurement(work: work, against: "16 ms", seconds: seconds, reference: 0.016, aim: 1)
  }

  /// A running app, whose label is changed by a key.
  @MainActor
  private final class CountingApp {
    let process: TerminalProcess
    private var mark = 0

    init(_ command: [String]) throws {
      process = try TerminalProcess(command)
      try process.wait(for: "ready")
    }

    /// Types some keys and the one that changes the label, and returns the time until the change is on the screen.
    func count(after keys: String = "") throws -> Double {
      mark = mark % 255 + 1
      let text = String(UnicodeScalar(UInt32(0x2800 + mark)).map(Character.init) ?? " ")
      return try seconds {
        process.type(keys + HoldBenchmarks.count)
        try process.wait(for: text)
      }
    }

    /// Types a key, and returns the time until the terminal is given back.
    func timeToStop() throws -> Double {
      try seconds {
        process.type("\u{1A}")
        try process.wait(for: "?1049l")
      }
    }

    /// Types a key, and returns the time until the process has exited.
    func timeToExit() -> Double {
      seconds {
        process.type("\u{11}")
        process.waitUntilExit()
      }
    }
  }

  private func start(_ arguments: [String], _ number: Int) throws -> CountingApp {
    let app = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peers/holds.lua").path
    let state = "\(folder)/\(arguments.joined(separator: "-"))-\(number)"
    return try CountingApp([ProcessBenchmarks.luahost, app, "--state-dir", state, "--"] + arguments)
  }

  private func longestWait(beside work: Work, number: Int) throws -> Double {
    let app = try start(work.arguments, number)
    usleep(1_000_000)
    for _ in 0..<20 { _ = try app.count() }
    if let preparation = work.preparation {
      _ = try app.count(after: preparation)
      usleep(1_000_000)
    }
    let end = ContinuousClock.now + .seconds(Self.duration)
    var longest = try app.count(after: work.keys ?? Self.begin)
    while ContinuousClock.now < end { longest = max(longest, try app.count()) }
    return longest
  }

  /// Starts an app with 10,000 nodes that has saved them.
  private func startSaved(_ number: Int) throws -> CountingApp {
    let app = try start(["nodes", "10000"], number)
    app.process.type(Self.begin)
    usleep(1_500_000)
    app.process.discardOutput()
    return app
  }

  private func timeToStop(number: Int) throws -> Double { try startSaved(1_000 + number).timeToStop() }

  private func timeToExit(number: Int) throws -> Double { try startSaved(2_000 + number).timeToExit() }
}
