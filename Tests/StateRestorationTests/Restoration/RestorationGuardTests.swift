import Testing

@testable import StateRestoration

@Suite("Restoration guard")
@MainActor
struct RestorationGuardTests {
  private func save(in store: TestStore) throws {
    let info = SaveInfo(appVersion: "", hostVersion: "", screenWidth: 1, screenHeight: 1, savedAt: 0)
    _ = try store.commit(ArchiveChange(info: info, applicationState: [], isComplete: true, changed: [], removed: []))
  }

  @Test("a save that crashed two launches in a row is not tried again until there is another")
  func deaths() throws {
    let store = TestStore()
    let restorationGuard = RestorationGuard(store)
    #expect(try restorationGuard.begin() == nil)
    try save(in: store)
    #expect(try restorationGuard.begin() == nil)
    try restorationGuard.end()
    #expect(try restorationGuard.begin() == nil)
    // The launch crashes here, so its end is never recorded.
    #expect(try restorationGuard.begin() == nil)
    #expect(try restorationGuard.refusedSave() == 1)
    // And here again.
    #expect(try restorationGuard.begin() == 1)
    #expect(try restorationGuard.begin() == 1)
    #expect(store.kept[1]?.contains(.refused) == true)
    try save(in: store)
    #expect(try restorationGuard.begin() == nil)
  }

  @Test("crashes with a launch between them, or of different saves, are not in a row")
  func innocentDeaths() throws {
    let store = TestStore()
    let restorationGuard = RestorationGuard(store)
    try save(in: store)
    for _ in 1...5 {
      #expect(try restorationGuard.begin() == nil)
      #expect(try restorationGuard.begin() == nil)
      try restorationGuard.end()
    }
    for _ in 1...5 {
      #expect(try restorationGuard.begin() == nil)
      try save(in: store)
    }
    #expect(store.kept.isEmpty)
  }
}
