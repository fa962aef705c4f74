import Loop
import Testing

@testable import Processes

@MainActor
@Suite("Connected processes")
struct ConnectedProcessTests {
  @Test("the loop reports the end of a process, once")
  func end() throws {
    let loop = MainLoop()
    let process = try ConnectedProcess(Command("sh", "-c", "exit 3"))
    var ends: [ProcessEnd] = []
    process.watchEnd(on: loop) { end in
      ends.append(end)
      loop.stop()
    }
    loop.run {}
    #expect(ends.map(\.status) == [3] && process.end(within: 0)?.status == 3)
  }
}
