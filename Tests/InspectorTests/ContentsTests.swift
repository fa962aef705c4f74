import ArchiveStore
import Foundation
import StateRestoration
import Testing

@testable import Inspector

@MainActor
@Suite("Reports of the inspector")
struct ContentsTests {
  @Test("a page gets each save once, and the numbers of those that were deleted")
  func history() throws {
    let store = try SQLiteArchiveStore()
    func save(at time: Double) throws {
      _ = try store.commit(
        ArchiveChange(
          info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: time),
          applicationState: [], isComplete: true, changed: []))
    }
    struct Message: Decodable {
      struct Save: Decodable { let number: Int }
      let saves: [Save]
      let removed: [Int]
    }
    var known: Set<SaveNumber> = []
    func message() throws -> Message? {
      try SavesReport(store: store).history(after: &known).map {
        try JSONDecoder().decode(Message.self, from: Data($0))
      }
    }
    for second in 0..<3 { try save(at: Double(second)) }
    let first = try #require(try message())
    #expect(first.saves.map(\.number) == [1, 2, 3] && first.removed == [])
    #expect(try message() == nil)
    // The saves of the first minute are thinned.
    try save(at: 4000)
    let second = try #require(try message())
    #expect(second.saves.map(\.number) == [4] && Set(second.removed) == [1, 2])
  }
}
