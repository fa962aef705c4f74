import Foundation
import Seeded
import Testing

@testable import Loop
@testable import Processes

@Suite("Watching folders", .serialized)
@MainActor
final class RecursiveWatchTests {
  private let folder = NSTemporaryDirectory() + "luahost-below-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private let loop = MainLoop()
  private let watcher: FileWatcher
  private var heard: [String] = []

  init() throws {
    watcher = FileWatcher(loop: loop)
    try make("top/sub/deep")
  }

  isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func watch(_ name: String, isRecursive: Bool = false) throws -> FileWatch {
    try watcher.watch(Array("\(folder)/\(name)".utf8), isRecursive: isRecursive) { [unowned self] in
      heard.append(String(decoding: $0, as: UTF8.self).replacing(folder + "/", with: ""))
    }
  }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
  }
  private func write(_ name: String) throws {
    try "text".write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }
  private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
  private func move(_ name: String, _ other: String) { rename("\(folder)/\(name)", "\(folder)/\(other)") }

  /// Returns the events of a short time, sorted by name.
  private func settle() -> [String] {
    heard = []
    loop.turn(within: 0.15) { false }
    return heard.sorted()
  }

  // MARK: Files in folders that come and go

  @Test("a watched file is reported again after its folder was removed and created again", arguments: 1...3)
  func removedFolder(levels: Int) throws {
    let name = (0..<levels).map { "f\($0)" }.joined(separator: "/")
    try make(name)
    try write("\(name)/file")
    let watch = try watch("\(name)/file")
    for _ in 0..<3 {
      try remove("f0")
      #expect(settle() == ["\(name)/file"])
      try make(name)
      #expect(settle() == [])
      try write("\(name)/file")
      #expect(settle() == ["\(name)/file"])
      try write("\(name)/file")
      #expect(settle() == ["\(name)/file"])
    }
    watch.cancel()
    #expect(loop.watches.count == 0)
  }

  @Test("a file that appears together with its folder is reported")
  func together() throws {
    _ = try watch("top/sub/file")
    try remove("top")
    _ = settle()
    try make("top/sub")
    try write("top/sub/file")
    #expect(settle() == ["top/sub/file"])
    move("top", "away")
    #expect(settle() == ["top/sub/file"])
    move("away", "top")
    #expect(settle() == ["top/sub/file"])
    try write("top/sub/file")
    #expect(settle() == ["top/sub/file"])
  }

  @Test("moving a parent of a watched folder away is reported, and a replacement is watched")
  func movedAbove() throws {
    _ = try watch("top/sub")
    move("top", "away")
    #expect(settle() == ["top/sub"])
    try write("away/sub/one")
    #expect(settle() == [])
    try make("top/sub")
    #expect(settle() == ["top/sub"])
    try write("top/sub/two")
    #expect(settle() == ["top/sub/two"])
  }

  // MARK: Links

  @Test("a folder watched through a link may be removed and created again, also with its parent")
  func removedTarget() throws {
    try make("real/target")
    symlink("real/target", "\(folder)/link")
    let watch = try watch("link")
    try write("real/target/one")
    #expect(settle() == ["link/one"])
    for removed in ["real/target", "real"] {
      try remove(removed)
      #expect(settle().contains("link"))
      try make("real/target")
      #expect(settle() == ["link"])
      try write("real/target/two")
      #expect(settle() == ["link/two"])
    }
    watch.cancel()
    #expect(loop.watches.count == 0)
  }

  @Test("a file behind links is watched through all of them: links and targets may be replaced")
  func linksOnTheWay() throws {
    try make("releases/1")
    try make("releases/2")
    try write("releases/1/file")
    try write("releases/2/file")
    symlink("releases/1", "\(folder)/current")
    symlink("current", "\(folder)/app")
    _ = try watch("app/file")
    try write("releases/1/file")
    #expect(settle() == ["app/file"])
    symlink("releases/2", "\(folder)/next")
    move("next", "current")
    #expect(settle() == ["app/file"])
    try write("releases/2/file")
    #expect(settle() == ["app/file"])
    try write("releases/1/file")
    #expect(settle() == [])
    try remove("releases")
    #expect(settle() == ["app/file"])
    try make("releases/2")
    #expect(settle() == [])
    try write("releases/2/file")
    #expect(settle() == ["app/file"])
  }

  @Test("circular and dangling links are watched for their replacement")
  func linksToNowhere() throws {
    symlink("b", "\(folder)/a")
    symlink("a", "\(folder)/b")
    symlink("missing/file", "\(folder)/nowhere")
    _ = try watch("a")
    _ = try watch("nowhere")
    try remove("a")
    try write("a")
    #expect(settle() == ["a"])
    try make("missing")
    #expect(settle() == [])
    try write("missing/file")
    #expect(settle() == ["nowhere"])
  }

  // MARK: Subfolders

  @Test("a recursive watch reports changes in all subfolders, once for a burst")
  func below() throws {
    _ = try watch("top", isRecursive: true)
    for _ in 0..<20 { try write("top/sub/deep/file") }
    #expect(settle() == ["top/sub/deep/file"])
    try write("top/one")
    try write("top/sub/two")
    #expect(settle() == ["top/one", "top/sub/two"])
    try remove("top/sub/deep")
    #expect(settle() == ["top/sub/deep", "top/sub/deep/file"])
  }

  @Test("subfolders created later are watched, with all their contents")
  func newFolders() throws {
    _ = try watch("top", isRecursive: true)
    try make("top/new/inner")
    try write("top/new/inner/first")
    #expect(settle() == ["top/new", "top/new/inner", "top/new/inner/first"])
    try write("top/new/inner/second")
    #expect(settle() == ["top/new/inner/second"])
    try make("elsewhere/inside")
    try write("elsewhere/inside/file")
    #expect(settle() == [])
    move("elsewhere", "top/moved")
    #expect(settle() == ["top/moved", "top/moved/inside", "top/moved/inside/file"])
    try write("top/moved/inside/file")
    #expect(settle() == ["top/moved/inside/file"])
  }

  @Test("a moved subfolder is reported by its new path, and one moved away no longer")
  func movedFolders() throws {
    _ = try watch("top", isRecursive: true)
    move("top/sub", "top/renamed")
    #expect(Set(settle()).isSuperset(of: ["top/sub", "top/renamed"]))
    try write("top/renamed/deep/file")
    #expect(settle() == ["top/renamed/deep/file"])
    move("top/renamed", "outside")
    #expect(settle() == ["top/renamed"])
    try write("outside/deep/file")
    try write("outside/other")
    #expect(settle() == [])
  }

  @Test("the watched folder itself may be removed and created again with its subfolders")
  func topComesAgain() throws {
    _ = try watch("top", isRecursive: true)
    try remove("top")
    #expect(settle().contains("top"))
    try make("top/sub")
    #expect(settle() == ["top", "top/sub"])
    try write("top/sub/file")
    #expect(settle() == ["top/sub/file"])
  }

  @Test("links, also those created later, are not followed, and circular links are safe")
  func links() throws {
    try make("elsewhere")
    symlink("\(folder)/elsewhere", "\(folder)/top/link")
    symlink("\(folder)/top", "\(folder)/top/sub/circle")
    _ = try watch("top", isRecursive: true)
    symlink("\(folder)/elsewhere", "\(folder)/top/later")
    #expect(settle() == ["top/later"])
    try write("elsewhere/file")
    #expect(settle() == [])
    try write("top/file")
    #expect(settle() == ["top/file"])
  }

  @Test("when the system drops events, the folder is reported and new subfolders are watched")
  func overflow() throws {
    _ = try watch("top", isRecursive: true)
    let most =
      (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
      .flatMap { Int($0.filter(\.isNumber)) } ?? 16384
    for number in 0...most {
      let descriptor = open("\(folder)/top/sub/\(number % 500)", O_WRONLY | O_CREAT, 0o600)
      close(descriptor)
      if number % 500 == 499 { for old in 0..<500 { unlink("\(folder)/top/sub/\(old)") } }
    }
    try make("top/late/inner")
    heard = []
    loop.turn(within: 5) { heard.contains("top") }
    #expect(heard.contains("top"))
    _ = settle()
    try write("top/late/inner/file")
    #expect(settle() == ["top/late/inner/file"])
  }

  @Test("a recursive and a plain watch of one tree are independent")
  func beside() throws {
    let recursive = try watch("top", isRecursive: true)
    let own = try watch("top")
    try write("top/sub/file")
    #expect(settle() == ["top/sub/file"])
    recursive.cancel()
    try write("top/sub/file")
    #expect(settle() == [])
    try write("top/file")
    #expect(settle() == ["top/file"])
    own.cancel()
    #expect(loop.watches.count == 0)
  }

  @Test("after random changes exactly the folders of the tree are watched", arguments: 0..<4)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    _ = try watch("top", isRecursive: true)
    func path(_ depth: Int) -> String {
      var path = "top"
      for _ in 0..<depth { path += "/" + (["a", "b", "c"].randomElement(using: &generator) ?? "") }
      return path
    }
    func depth() -> Int { Int.random(in: 1...3, using: &generator) }
    for _ in 0..<8 {
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1: try? make(path(depth()))
        case 2: try? remove(path(depth()))
        case 3: move(path(depth()), "away")
        default: move(path(depth()), path(depth()))
        }
        if Bool.random(using: &generator) { loop.turn() }
      }
      _ = settle()
      let below = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      let folders = below.filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder) && isFolder.boolValue
      }
      for name in folders { try write("\(name)/probe") }
      let watched = folders.filter { $0 == "top" || $0.hasPrefix("top/") }
      #expect(settle() == watched.map { "\($0)/probe" }.sorted(), "seed \(seed)")
      for name in folders { try remove("\(name)/probe") }
      _ = settle()
    }
  }
}
