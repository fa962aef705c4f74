import Foundation
import LuaRuntime
import Testing

/// The default time limits of scripts, in real seconds.
@MainActor
@Suite("Time limits on a busy machine", .serialized, .inRunOfItsOwn)
struct BusyMachineTests {
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private static func run(_ source: String) throws {
    let lua = try LuaState()
    let stack = try lua.stack
    try lua.load(Array(source.utf8), name: "test.lua", on: stack)
    try stack.call(arguments: 0, results: 0)
  }

  @Test("a callback is not stopped after 5 s by the clock while other processes occupy the processors")
  func innocent() throws {
    let others = try (0..<(3 * ProcessInfo.processInfo.activeProcessorCount)).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "while :; do :; done"]
      try process.run()
      return process
    }
    defer {
      // A shell passes ignored signals on, so only this one certainly ends it.
      for process in others { kill(process.processIdentifier, SIGKILL) }
      for process in others { process.waitUntilExit() }
    }
    // Six of seven parts of the processors' time are those of the other processes.
    try Self.run("local start = os.time() while os.time() - start < 7 do end")
  }

  @Test("an endless callback is stopped after 5 s of processor time, or 10 s by the clock if they come first")
  func computing() throws {
    let start = Self.processorTime
    var limit: LuaTimeLimit?
    let taken = seconds {
      do {
        try Self.run("while true do pcall(error) end")
      } catch LuaError.timeout(let reached, _, _) {
        limit = reached
      } catch {
        Issue.record("\(error)")
      }
    }
    let used = Self.processorTime - start
    switch limit {
    case .processor(5): #expect(used > 4.9 && used < 6 && taken < 10.5)
    case .clock(10): #expect(used < 5.1 && taken > 9.9)
    default: Issue.record("stopped by \(String(describing: limit))")
    }
  }

  /// The processor time of this thread, in seconds.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  @Test("a waiting callback is stopped after 10 s of real time")
  func waiting() throws {
    let taken = seconds {
      do {
        try Self.run("for i = 1, 200 do os.execute('sleep 0.1') end")
        Issue.record("not stopped")
      } catch LuaError.timeout(let limit, _, _) {
        #expect(limit == .clock(10))
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(taken > 9.9 && taken < 12)
  }
}
