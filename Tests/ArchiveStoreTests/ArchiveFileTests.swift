import ArchiveStore
import StateRestoration
import Testing

@Suite("Exported archives")
struct ArchiveFileTests {
  static let archive: Archive = {
    let info = SaveInfo(appVersion: "1.2", hostVersion: "0.1.0", screenWidth: 80, screenHeight: 24, savedAt: 1.5)
    var child = ArchivedNode(
      id: 2, parent: 1, kind: .viewController, relation: .presented, position: 3, identifier: "b", className: "B",
      restorationClassName: "R", scene: .init(storyboard: "Main", scene: "b"), state: [0xa1, 0x61, 0x6b, 0x01])
    child.position = 3
    return Archive(
      info: info, applicationState: [0xa0],
      nodes: [
        ArchivedNode(
          id: 1, parent: nil, kind: .viewController, relation: .root, position: 0, identifier: "a", className: "A",
          state: []), child,
      ])
  }()

  @Test("an archive is read from its file as it was written")
  func roundTrip() throws {
    #expect(try ArchiveFile.decode(ArchiveFile.encode(Self.archive)) == Self.archive)
  }

  @Test("a file of a later version is refused, and the message names both versions")
  func newer() throws {
    var bytes = ArchiveFile.encode(Self.archive)
    let key = Array("version".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: key) }) + key.count
    bytes[place] = 0x09
    #expect(throws: ArchiveFile.Failure.newer(version: 9)) { try ArchiveFile.decode(bytes) }
    #expect(
      "\(ArchiveFile.Failure.newer(version: 9))".contains("9")
        && "\(ArchiveFile.Failure.newer(version: 9))".contains("up to \(ArchiveFile.version)"))
  }

  @Test("every changed byte and every truncation is detected")
  func damaged() {
    let good = ArchiveFile.encode(Self.archive)
    for index in good.indices {
      var bytes = good
      bytes[index] ^= 0x41
      #expect(throws: ArchiveFile.Failure.self) { try ArchiveFile.decode(bytes) }
      #expect(throws: ArchiveFile.Failure.self) { try ArchiveFile.decode(Array(good.prefix(index))) }
    }
  }

  @Test("bytes after the archive are refused")
  func trailing() {
    #expect(throws: ArchiveFile.Failure.trailing(bytes: 2)) {
      try ArchiveFile.decode(ArchiveFile.encode(Self.archive) + [0x0a, 0xa0])
    }
  }
}
