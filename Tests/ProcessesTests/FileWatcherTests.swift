import Foundation
import Testing

@testable import Loop
@testable import Processes

@Suite("Watched files", .serialized)
@MainActor
final class FileWatcherTests {
  private let folder = NSTemporaryDirectory() + "luahost-watch-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private let loop = MainLoop()
  private let watcher: FileWatcher
  private var heard: [String] = []

  init() throws {
    watcher = FileWatcher(loop: loop)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func watch(_ name: String) throws -> FileWatch {
    try watcher.watch(Array("\(folder)/\(name)".utf8)) { [unowned self] in
      heard.append(String(decoding: $0, as: UTF8.self).replacing(folder + "/", with: ""))
    }
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  /// Returns the events of a short time, sorted by name.
  private func settle() -> [String] {
    heard = []
    loop.turn(within: 0.15) { false }
    return heard.sorted()
  }

  @Test func aFileIsReportedOnceForABurst() throws {
    try write("a", to: "file")
    let watch = try watch("file")
    for _ in 0..<20 { try write("b", to: "file") }
    #expect(settle() == ["file"])
    // Another file beside it is not reported.
    try write("c", to: "other")
    #expect(settle() == [])
    watch.cancel()
    try write("d", to: "file")
    #expect(settle() == [])
  }

  @Test func slowHandlersOfManyChangesDoNotHoldUpTheLoop() throws {
    var turns = 0
    let start = loop.beforeWait { turns += 1 }
    defer { start.cancel() }
    let watch = try watcher.watch(Array(folder.utf8)) { [unowned self] in
      usleep(4000)
      heard.append("\(turns) " + String(decoding: $0, as: UTF8.self).replacing(folder + "/", with: ""))
    }
    for number in 0..<30 { try write("a", to: "file\(number)") }
    #expect(loop.turn { heard.count >= 30 })
    let reports = heard.map { $0.split(separator: " ") }
    #expect(reports.map { String($0[1]) } == (0..<30).map { "file\($0)" })
    #expect(Dictionary(grouping: reports, by: { $0[0] }).values.allSatisfy { $0.count <= 4 })
    watch.cancel()
  }

  @Test func whoSavesByRenamingIsHeardAgainAndAgain() throws {
    try write("a", to: "file")
    _ = try watch("file")
    for _ in 0..<3 {
      try write("b", to: "new")
      rename("\(folder)/new", "\(folder)/file")
      #expect(settle() == ["file"])
    }
    try write("in place", to: "file")
    #expect(settle() == ["file"])
  }

  @Test func aFileMayComeAndGo() throws {
    _ = try watch("later")
    #expect(settle() == [])
    try write("a", to: "later")
    #expect(settle() == ["later"])
    unlink("\(folder)/later")
    #expect(settle() == ["later"])
    try write("b", to: "later")
    #expect(settle() == ["later"])
  }

  @Test func aFolderReportsItsOwnEntriesAndNothingBelow() throws {
    mkdir("\(folder)/sub", 0o755)
    mkdir("\(folder)/sub/deep", 0o755)
    _ = try watch("sub")
    try write("a", to: "sub/one")
    try write("a", to: "sub/two")
    #expect(settle() == ["sub/one", "sub/two"])
    try write("a", to: "sub/deep/three")
    #expect(settle() == [])
    unlink("\(folder)/sub/one")
    rename("\(folder)/sub/two", "\(folder)/sub/four")
    #expect(settle() == ["sub/four", "sub/one", "sub/two"])
  }

  @Test func aFolderThatComesLaterReportsItsEntries() throws {
    _ = try watch("sub")
    mkdir("\(folder)/sub", 0o755)
    #expect(settle() == ["sub"])
    try write("a", to: "sub/one")
    #expect(settle() == ["sub/one"])
    try FileManager.default.removeItem(atPath: "\(folder)/sub")
    #expect(settle() == ["sub", "sub/one"])
    mkdir("\(folder)/sub", 0o755)
    #expect(settle() == ["sub"])
    try write("a", to: "sub/two")
    #expect(settle() == ["sub/two"])
  }

  @Test func anotherFolderInTheSamePlaceIsWatchedNotTheOneThatMoved() throws {
    mkdir("\(folder)/sub", 0o755)
    _ = try watch("sub")
    rename("\(folder)/sub", "\(folder)/old")
    mkdir("\(folder)/sub", 0o755)
    #expect(settle() == ["sub"])
    try write("a", to: "old/one")
    #expect(settle() == [])
    try write("a", to: "sub/one")
    #expect(settle() == ["sub/one"])
  }

  @Test func whatALinkLeadsToIsHeard() throws {
    mkdir("\(folder)/elsewhere", 0o755)
    try write("a", to: "elsewhere/file")
    symlink("\(folder)/elsewhere/file", "\(folder)/link")
    _ = try watch("link")
    try write("b", to: "elsewhere/file")
    #expect(settle() == ["link"])
  }

  @Test func aMissingFolderIsAnError() throws {
    #expect {
      try watch("no/such/file")
    } throws: {
      "\($0)".hasSuffix("no such folder: \"\(folder)/no/such\"")
    }
    try write("a", to: "file")
    #expect(throws: ProcessError.self) { try watch("file/below") }
  }

  @Test func twoWatchesOfOneFolderAreTwo() throws {
    let first = try watch("file")
    let second = try watch("file")
    first.cancel()
    try write("a", to: "file")
    #expect(settle() == ["file"])
    second.cancel()
    second.cancel()
    #expect(loop.watches.count == 0)
  }

  @Test func aHandlerMayCancelItsOwnWatchAndOthers() throws {
    var (reported, watches) = (0, [FileWatch]())
    for _ in 0..<2 {
      watches.append(
        try watcher.watch(Array("\(folder)/file".utf8)) { _ in
          reported += 1
          watches.forEach { $0.cancel() }
        })
    }
    try write("a", to: "file")
    loop.turn(within: 0.15) { false }
    #expect(reported == 1)
  }

  @Test func manyChangesAtOnceAreReportedOfTheFolderAtLeast() throws {
    mkdir("\(folder)/many", 0o755)
    _ = try watch("many")
    for number in 0..<2000 { try write("a", to: "many/\(number)") }
    heard = []
    loop.turn(within: 3) { heard.contains("many/1999") || heard.contains("many") }
    #expect(heard.contains("many/1999") || heard.contains("many"))
  }
}
