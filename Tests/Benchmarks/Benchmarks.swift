import Foundation

/// Measures luahost against its alternatives in one run, and prints medians and ratios.
///
/// Arguments: `--json`, and `calls`, `trees`, `screens`, `texts`, `peers`, `processes`, `holds` or
/// `use` to run a part; `plots FOLDER` to draw how times grow; `count` with the name of a
/// ``CorePath`` to run it in callgrind, and `paths` to list them.
@main
struct Benchmarks {
  @MainActor
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let parts = arguments.filter { !$0.hasPrefix("-") }
    if parts.first == "plots" {
      for plot in try GrowthBenchmarks().run() {
        let file = URL(fileURLWithPath: parts.dropFirst().first ?? ".").appendingPathComponent(
          "growth-\(plot.name).svg")
        try Data(plot.svg.utf8).write(to: file)
        print(file.path)
      }
      return
    }
    if parts == ["paths"] { return CorePath.all.forEach { print($0.name) } }
    if parts.first == "count" { return try CorePath.count(parts.dropFirst().joined(separator: " ")) }
    var measurements: [Measurement] = []
    if parts.isEmpty || parts.contains("calls") { measurements += try CallBenchmarks().run() }
    if parts.isEmpty || parts.contains("trees") { measurements += try TreeBenchmarks().run() }
    if parts.isEmpty || parts.contains("screens") { measurements += try ScreenBenchmarks().run() }
    if parts.isEmpty || parts.contains("texts") { measurements += try TextBenchmarks().run() }
    if parts.isEmpty || parts.contains("peers") { measurements += try PeerBenchmarks().run() }
    if parts.isEmpty || parts.contains("processes") { measurements += try ProcessBenchmarks().run() }
    // Take minutes, so only if they are requested.
    if parts.contains("holds") { measurements += try HoldBenchmarks().run() }
    if parts.contains("use") { measurements += try UseBenchmarks().run() }
    try printTable(measurements, asJSON: arguments.contains("--json"))
  }
}
