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

  @Test("a callback that computes for 1.7 s is not stopped while other processes occupy the processors")
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
    try Self.run("local start = os.clock() while os.clock() - start < 1.7 do end")
  }

  @Test("an endlessly computing callback is stopped after 5 s of processor time")
  func computing() throws {
    let taken = seconds {
      do {
        try Self.run("while true do pcall(error) end")
        Issue.record("not stopped")
      } catch LuaError.timeout(let limit, _, _) {
        #expect(limit == .processor(5))
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(taken > 4.9 && taken < 9)
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
