import Foundation
import Testing

@testable import Loop

@Suite("File events")
@MainActor
final class FileEventsTests {
  private let folder = NSTemporaryDirectory() + "luahost-events-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private let loop = MainLoop()
  private var heard: [FileEvents.Event] = []

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func makeEvents() throws -> FileEvents {
    try FileEvents(on: loop) { [unowned self] in heard += $0 }
  }

  private func create(_ name: String) { close(open("\(folder)/\(name)", O_WRONLY | O_CREAT, 0o600)) }

  @Test("entries of a folder are reported with the folder's number, until it is removed")
  func entries() throws {
    let events = try makeEvents()
    let number = try events.add(Array(folder.utf8), UInt32(IN_CREATE))
    #expect(try events.add(Array("\(folder)/.".utf8), UInt32(IN_DELETE)) == number)
    create("one")
    unlink("\(folder)/one")
    loop.look(waitingAtMost: .zero)
    #expect(
      heard == [
        FileEvents.Event(watch: number, mask: UInt32(IN_CREATE), name: Array("one".utf8)),
        FileEvents.Event(watch: number, mask: UInt32(IN_DELETE), name: Array("one".utf8)),
      ])
    heard = []
    events.remove(number)
    create("two")
    loop.look(waitingAtMost: .zero)
    #expect(heard.map(\.mask) == [UInt32(IN_IGNORED)])
    events.close()
    #expect(loop.watches.isEmpty)
  }

  @Test("a missing path is an error with the system's code")
  func missing() throws {
    let events = try makeEvents()
    #expect(throws: LoopError.system(call: "inotify_add_watch", code: ENOENT)) {
      try events.add(Array("\(folder)/missing".utf8), UInt32(IN_CREATE))
    }
  }

  @Test("after an overflow of the system's queue, an overflow without a watch is reported")
  func overflow() throws {
    let events = try makeEvents()
    _ = try events.add(Array(folder.utf8), UInt32(IN_CREATE | IN_DELETE))
    let most =
      (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
      .flatMap { Int($0.filter(\.isNumber)) } ?? 16384
    for number in 0...most / 2 {
      create("\(number % 2)")
      unlink("\(folder)/\(number % 2)")
    }
    var looks = 0
    while heard.last?.mask != UInt32(IN_Q_OVERFLOW), looks < 1000 {
      loop.look(waitingAtMost: .zero)
      looks += 1
    }
    #expect(heard.last == FileEvents.Event(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: []))
    #expect(heard.count == most + 1)
    withExtendedLifetime(events) {}
  }

  @Test("a truncated event is skipped")
  func cutOff() {
    var event = inotify_event()
    event.wd = 7
    event.len = 16
    let bytes =
      withUnsafeBytes(of: event) { Array($0.prefix(16)) } + Array("name".utf8) + [UInt8](repeating: 0, count: 12)
    #expect(FileEvents.decode(bytes[...]).map(\.name) == [Array("name".utf8)])
    for count in 0..<bytes.count { #expect(FileEvents.decode(bytes[..<count]).isEmpty) }
  }
}
