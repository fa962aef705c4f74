import StateRestoration
import Testing

@MainActor
@Suite("Reviews after callbacks without a node")
struct ReviewTests {
  let application = TestApplication()
  let store = TestStore()
  let preservation: Preservation
  let scripted: [TestController]
  let model = TestObject("model", value: 0)

  init() throws {
    preservation = Preservation(application: application, store: store, log: application.log)
    scripted = (1...4).map { TestController("scripted \($0)") }
    for controller in scripted { controller.encodesUnobservedState = true }
    model.encodesUnobservedState = true
    let plain = TestController("plain", children: [scripted[2], scripted[3]])
    application.root = TestController("root", children: [scripted[0], scripted[1], plain])
    application.objects = [model]
    try preservation.save(.complete)
  }

  /// Changes all state without a notification, like a callback without a node.
  private func change(_ text: String) {
    for controller in scripted { controller.text = text }
    model.value = (model.value ?? 0) + 1
    preservation.invalidateUnobservedState()
  }

  private func asked(_ body: () throws -> Void) rethrows -> [String] {
    let before = application.events.count
    try body()
    return application.events.dropFirst(before).filter {
      $0.hasSuffix("encodeRestorableState") && !$0.hasPrefix("app ")
    }
    .map { String($0.dropLast(" encodeRestorableState".count)) }
  }

  private static let all = [
    "root/scripted 1", "root/scripted 2", "root/plain/scripted 3", "root/plain/scripted 4", "model",
  ]

  /// Whether the last save has the contents of a complete one.
  private func isUpToDate() throws -> Bool {
    let last = try #require(try store.currentArchive())
    try preservation.save(.complete)
    return try #require(try store.currentArchive()).nodes == last.nodes
  }

  @Test("a review asks only the nodes that encode unobserved state, in walk order")
  func nodes() throws {
    change("new")
    #expect(preservation.isReviewNeeded && !preservation.isSaveNeeded)
    #expect(try asked { try preservation.save(.incremental) } == Self.all)
    #expect(!preservation.isReviewNeeded && !preservation.isReviewPending && !preservation.isReviewing)
    #expect(try isUpToDate())
    #expect(try asked { try preservation.save(.incremental) } == [])
  }

  @Test("a node that has changed is asked once, in walk order in a complete review, and first in one in slices")
  func changedNode() throws {
    change("new")
    preservation.invalidate(scripted[2])
    #expect(try asked { try preservation.save(.incremental) } == Self.all)
    change("newer")
    preservation.invalidate(scripted[2])
    let changed = "root/plain/scripted 3"
    let asked = try asked { try preservation.save(.incremental, review: .slice(.seconds(10))) }
    #expect(asked == [changed] + Self.all.filter { $0 != changed })
    #expect(try isUpToDate())
  }

  @Test("a save without a review leaves it pending, and a complete save includes it")
  func owed() throws {
    change("new")
    #expect(try asked { try preservation.save(.incremental, review: .none) } == [])
    #expect(preservation.isReviewNeeded && preservation.isReviewPending)
    try preservation.save(.complete)
    #expect(!preservation.isReviewNeeded && !preservation.isReviewPending)
  }

  @Test("a slice of a save that does not reach the review leaves it needed, and the last slice includes it")
  func slicedSave() throws {
    change("new")
    preservation.invalidateEverything()
    preservation.invalidateUnobservedState()
    let slice = Preservation.SaveSlice(.zero, minimumNodes: 1)
    #expect(try preservation.beginSave(review: .complete, within: slice) == .encoding)
    change("newer")
    #expect(try preservation.beginSave(review: .complete, within: slice) == .encoding)
    #expect(preservation.isReviewNeeded && preservation.isReviewPending)
    while try preservation.beginSave(review: .complete, within: slice) == .encoding {}
    #expect(!preservation.isReviewNeeded && !preservation.isReviewPending)
    #expect(try isUpToDate())
  }

  @Test("a review in slices asks each node once, and saves between and after slices write its findings")
  func slices() throws {
    change("new")
    var asked = try asked { try preservation.save(.incremental, review: .slice(.zero)) }
    #expect(asked == ["root/scripted 1"])
    while preservation.isReviewing {
      asked += self.asked { preservation.continueReview(for: .zero) }
      #expect(preservation.isSaveNeeded == (asked.count > 1))
      if asked.count == 3 {
        #expect(try self.asked { try preservation.save(.incremental, review: .none) } == [])
        #expect(store.commits.last?.changed.map(\.identifier) == ["scripted 2", "scripted 3"])
        asked += self.asked { preservation.continueReview(for: .zero) }
      }
    }
    #expect(asked == Self.all)
    try preservation.save(.incremental, review: .none)
    #expect(try isUpToDate())
  }

  @Test("a change during a review is left to the next one; a complete review asks all nodes at once")
  func again() throws {
    change("first")
    try preservation.save(.incremental, review: .slice(.zero))
    change("second")
    #expect(preservation.isReviewPending && preservation.isReviewing)
    #expect(try asked { try preservation.save(.incremental, review: .complete) } == Self.all)
    #expect(!preservation.isReviewPending && !preservation.isReviewing)
    #expect(try isUpToDate())
  }

  @Test("nodes that move during a review are asked at their new place, and removed ones are not")
  func moves() throws {
    change("new")
    try preservation.save(.incremental, review: .slice(.zero))
    let root = try #require(application.root)
    root.children = [scripted[3], root.children[2]]
    root.children[1].children = [scripted[2], scripted[0]]
    preservation.invalidateChildren(of: root)
    preservation.invalidateChildren(of: root.children[1])
    try preservation.save(.incremental, review: .none)
    while preservation.isReviewing { preservation.continueReview(for: .zero) }
    try preservation.save(.incremental, review: .none)
    #expect(try isUpToDate())
  }

  @Test("a state kept after a failed decode stays when the node's callbacks run")
  func keptState() throws {
    let failing = TestController("root")
    failing.encodesUnobservedState = true
    let stored = TestStore()
    let earlier = TestApplication()
    earlier.root = TestController("root")
    earlier.root?.text = "stored"
    try Preservation(application: earlier, store: stored, log: earlier.log).save(.complete)
    let later = TestApplication()
    later.root = failing
    struct Failure: Error {}
    failing.onDecode = { _ in throw Failure() }
    let archive = try #require(try stored.currentArchive())
    let restoration = Restoration(archive: archive, application: later, log: later.log)
    restoration.makeNodes()
    restoration.decode()
    restoration.finish()
    let preservation = Preservation(application: later, store: stored, log: later.log)
    preservation.continueSaves(after: restoration)
    try preservation.save(.complete)
    failing.text = "worse"
    preservation.callbackDidRun(of: failing)
    preservation.invalidateUnobservedState()
    try preservation.save(.incremental)
    #expect(try stored.currentArchive()?.nodes.first?.state == archive.nodes.first?.state)
    preservation.invalidate(failing)
    try preservation.save(.incremental)
    #expect(try stored.currentArchive()?.nodes.first?.state != archive.nodes.first?.state)
  }
}
