import LuaScreens
import Testing

@testable import AppSession

@Suite("Interruption of a script")
@MainActor
struct InterruptionTests {
  @Test("allowing interruption again clears the record of the last one")
  func again() throws {
    let interruption = Interruption()
    var configuration = ScriptHost.Configuration(script: "app.lua")
    configuration.source = "print 'runs' while true do end"
    let session = AppSession(configuration, storage: .memory)
    session.onPrint = { _ in interruption.request(isByKey: false) }
    interruption.isAllowed = true
    #expect(throws: (any Error).self) { try session.load() }
    #expect(interruption.hasStopped)
    interruption.isAllowed = false
    #expect(interruption.hasStopped)
    interruption.isAllowed = true
    #expect(!interruption.hasStopped && !interruption.take())
  }
}
