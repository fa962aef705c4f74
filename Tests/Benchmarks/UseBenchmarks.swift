import Foundation

/// An hour of use at full speed: 60 runs of an app with 600 keys each, as many as a user types in a minute. After each run it
/// is quit or killed, and relaunched. Compares the last runs with the first ones, to find what grows.
@MainActor
struct UseBenchmarks {
  /// What is measured in a run.
  private struct Sample {
    var key = 0.0
    var launch = 0.0
    var memory = 0.0
    var descriptors = 0.0
    var database = 0.0
  }

  private static let runs = 60
  private static let keysInRun = 600
  /// The runs that are compared at the beginning and at the end.
  private static let compared = 5

  private let folder: String
  private let command: [String]

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-use-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let app = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peers/use.lua").path
    command = [ProcessBenchmarks.luahost, app, "--state-dir", "\(folder)/state"]
  }

  func run() throws -> [Measurement] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let samples = try (0..<Self.runs).map(sample)
    func measure(_ work: String, _ value: KeyPath<Sample, Double>, _ unit: Measurement.Unit, aim: Double) -> Measurement
    {
      let values = samples.map { $0[keyPath: value] }
      return Measurement(
        work: "after an hour of use: \(work)", against: "at its beginning",
        seconds: median(Array(values.suffix(Self.compared))), reference: median(Array(values.prefix(Self.compared))),
        unit: unit, aim: aim)
    }
    return [
      measure("a key", \.key, .seconds, aim: 1.2), measure("a launch", \.launch, .seconds, aim: 1.2),
      measure("memory of its own", \.memory, .bytes, aim: 1.1),
      measure("open descriptors", \.descriptors, .count, aim: 1),
      // The history keeps saves of an hour; thinning limits them.
      measure("the database", \.database, .bytes, aim: 4),
    ]
  }

  /// Runs the app once.
  private func sample(_ number: Int) throws -> Sample {
    var sample = Sample()
    var started: TerminalProcess?
    sample.launch = try seconds {
      let app = try TerminalProcess(command)
      // The title of either screen.
      try app.wait(for: number == 0 ? "List" : "Detail")
      started = app
    }
    guard let app = started else { return sample }
    usleep(200_000)
    if number > 0 { app.type("\u{1B}") }
    usleep(100_000)
    app.discardOutput()
    app.type("\u{1B}[B\r")
    usleep(100_000)
    app.discardOutput()
    var times: [Double] = []
    for key in 0..<Self.keysInRun {
      let letter = String(UnicodeScalar(UInt32(0x3B1 + key % 24)).map(Character.init) ?? "α")
      // A field as long as the screen scrolls; erased characters keep it short.
      let keys = key % 40 == 39 ? String(repeating: "\u{7F}", count: 40) + letter : letter
      times.append(
        try seconds {
          app.type(keys)
          try app.wait(for: letter)
        })
      usleep(1_000)
    }
    sample.key = median(times)
    sample.memory = app.memory.own
    sample.descriptors = Double(app.descriptorCount)
    // Every third run is killed.
    if number % 3 != 2 {
      app.type("\u{11}")
      app.waitUntilExit()
    }
    let database = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/state").map {
      try FileManager.default.attributesOfItem(atPath: "\(folder)/state/\($0)")[.size] as? Double ?? 0
    }
    sample.database = database.reduce(0, +)
    return sample
  }
}
