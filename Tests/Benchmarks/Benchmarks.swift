import Foundation

/// Measures luahost against what a user would otherwise pick, in one run, and prints medians and ratios.
@main
struct Benchmarks {
  @MainActor
  static func main() throws {
    let measurements = try CallBenchmarks().run() + TreeBenchmarks().run()
    try printTable(measurements, asJSON: CommandLine.arguments.contains("--json"))
  }
}
