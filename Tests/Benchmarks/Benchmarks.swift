import Foundation

/// Measures luahost against its alternatives in one run, and prints medians and ratios.
///
/// Arguments: `--json`, and `calls`, `trees`, `screens`, `texts` or `processes` to run a part.
@main
struct Benchmarks {
  @MainActor
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let parts = arguments.filter { !$0.hasPrefix("-") }
    var measurements: [Measurement] = []
    if parts.isEmpty || parts.contains("calls") { measurements += try CallBenchmarks().run() }
    if parts.isEmpty || parts.contains("trees") { measurements += try TreeBenchmarks().run() }
    if parts.isEmpty || parts.contains("screens") { measurements += try ScreenBenchmarks().run() }
    if parts.isEmpty || parts.contains("texts") { measurements += try TextBenchmarks().run() }
    if parts.isEmpty || parts.contains("processes") { measurements += try ProcessBenchmarks().run() }
    try printTable(measurements, asJSON: arguments.contains("--json"))
  }
}
