import Foundation
import StateRestoration

/// Runs apps at random, each beside a model of it, and compares autosaves, background saves, and the restored state
/// after a kill. The first difference is reduced to as few operations as possible.
@main
struct Model {
  @MainActor
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2, let runs = UInt64(arguments[1]) else {
      FileHandle.standardError.write(Data("usage: Model RUNS [SEED]\n".utf8))
      exit(2)
    }
    let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 0...UInt64.max)
    var total = Life.Count()
    for run in 0..<runs {
      let life = Operation.life(seed: seed &+ run)
      nameInCaseOfDeath(seed &+ run)
      do {
        total += try Life.run(life)
      } catch {
        let short = shortened(life)
        print("A difference, after \(run) runs without one. It comes again by: scripts/model 1 \(seed &+ run)")
        for (index, operation) in short.enumerated() { print("  \(index + 1). \(operation)") }
        do {
          _ = try Life.run(short)
        } catch {
          print("\(error)")
        }
        exit(1)
      }
    }
    print("runs                \(runs)")
    print("operations          \(total.operations)")
    print("saves compared      \(total.saves)")
    print("launches compared   \(total.launches)")
    print("differences         0")
    print("seed \(seed)")
  }

  /// Returns a minimal list of operations with a difference, found by repeatedly omitting operations.
  @MainActor
  private static func shortened(_ operations: [Operation]) -> [Operation] {
    var operations = operations
    var size = max(1, operations.count / 2)
    while true {
      var index = 0
      var isShorter = false
      while index < operations.count {
        var fewer = operations
        fewer.removeSubrange(index..<min(index + size, fewer.count))
        if (try? Life.run(fewer)) == nil {
          operations = fewer
          isShorter = true
        } else {
          index += size
        }
      }
      if size == 1, !isShorter { return operations }
      size = max(1, size / 2)
    }
  }

  /// Prints the seed when the process crashes, as a run that traps cannot be caught.
  private static func nameInCaseOfDeath(_ seed: UInt64) {
    seedOfRun = seed
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT] {
      signal(number) { number in
        var text: (UInt8, UInt8) = (10, 0)
        write(2, "died; it comes again by: scripts/model 1 ", 41)
        var digits = seedOfRun
        var divisor: UInt64 = 10_000_000_000_000_000_000
        while divisor > digits, divisor > 1 { divisor /= 10 }
        while divisor > 0 {
          text.1 = UInt8(48 + digits / divisor)
          write(2, &text.1, 1)
          digits %= divisor
          divisor /= 10
        }
        write(2, &text.0, 1)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}

nonisolated(unsafe) private var seedOfRun: UInt64 = 0
