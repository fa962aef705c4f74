import Testing

@testable import StateRestoration

@Suite("State coder")
@MainActor
struct StateCoderTests {
  private func decoded(_ write: (StateCoder) -> Void) -> StateCoder {
    let coder = StateCoder()
    write(coder)
    return StateCoder(decoding: coder.encodedState())
  }

  @Test("typed reads return a value of their type, and nil for any other")
  func typedReads() {
    let coder = decoded {
      $0.encode(true, forKey: "boolean")
      $0.encode(7, forKey: "integer")
      $0.encode(2.5, forKey: "float")
      $0.encode("text", forKey: "string")
      $0.encode(data: [1, 2], forKey: "data")
    }
    #expect(coder.decodeBoolean(forKey: "boolean") == true)
    #expect(coder.decodeInteger(forKey: "integer") == 7)
    #expect(coder.decodeNumber(forKey: "integer") == 7)
    #expect(coder.decodeNumber(forKey: "float") == 2.5)
    #expect(coder.decodeString(forKey: "string") == "text")
    #expect(coder.decodeData(forKey: "data") == [1, 2])
    #expect(coder.decodeInteger(forKey: "float") == nil)
    #expect(coder.decodeBoolean(forKey: "integer") == nil)
    #expect(coder.decodeString(forKey: "data") == nil)
    #expect(coder.decodeString(forKey: "absent") == nil)
    #expect(coder.keys == ["boolean", "data", "float", "integer", "string"])
  }

  @Test("a second write replaces the value, nil removes the key, and a failed write changes nothing")
  func writes() throws {
    struct Refused: Error {}
    let coder = decoded {
      $0.encode(1, forKey: "twice")
      $0.encode(2, forKey: "twice")
      $0.encode(1, forKey: "gone")
      $0.encode(nil, forKey: "gone")
      $0.encode("kept", forKey: "failed")
      try? $0.encode(forKey: "failed") { (writer: inout CBORWriter) throws in
        writer.write("half")
        throw Refused()
      }
    }
    #expect(coder.decodeInteger(forKey: "twice") == 2)
    #expect(!coder.contains("gone"))
    #expect(coder.decodeString(forKey: "failed") == "kept")
  }

  @Test("a class's built-in state never collides with a script's keys")
  func builtIn() {
    let coder = decoded {
      $0.encode("script", forKey: "row")
      $0.builtIn.encode(3, forKey: "row")
    }
    #expect(coder.decodeString(forKey: "row") == "script")
    #expect(coder.builtIn.decodeInteger(forKey: "row") == 3)
    #expect(coder.keys == ["row"])
  }

  @Test("a coder takes values only for encoding, and only until its callback has returned")
  func misuse() async {
    let decoding = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      StateCoder(decoding: []).encode(1, forKey: "late")
    }
    #expect(Self.message(decoding).contains("a value was encoded in a coder for decoding"))
    let late = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      StateCoder.used.encode(.list([.integer(1)]), forKey: "late")
    }
    #expect(Self.message(late).contains("a value was encoded in a coder whose callback has returned"))
  }

  private static func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("equal values have equal bytes, whatever the order of writing and however many")
  func deterministic() {
    let keys = (0..<40).map { "key\($0)" }
    let one = StateCoder()
    let other = StateCoder()
    for key in keys { one.encode(key, forKey: key) }
    for key in keys.reversed() {
      other.encode("old", forKey: key)
      other.encode(key, forKey: key)
    }
    #expect(one.encodedState() == other.encodedState())
    #expect(StateCoder(decoding: one.encodedState()).keys == keys.sorted())
    #expect(StateCoder().encodedState() == [])
  }

  @Test("shared parts are written out at each place; a recursive value ends")
  func expanded() {
    let shared = StateValue.list([.shared(.list([.integer(1)])), .sharedReference(0)])
    #expect(shared.expanded == .list([.list([.integer(1)]), .list([.integer(1)])]))
    #expect(StateValue.shared(.list([.sharedReference(0)])).expanded == .list([.null]))
    #expect(StateValue.sharedReference(9).expanded == .null)
    // Each level doubles the size: written out in full, this would never end.
    var bomb = StateValue.list([.shared(.list([.integer(1), .integer(1)]))])
    for level in 0..<60 { bomb = .list([.shared(bomb), .sharedReference(level), .sharedReference(level)]) }
    _ = bomb.expanded
  }

  @Test("an outline shows the saved tree, and a difference lists old and new value per key")
  func differences() {
    func state(_ text: String) -> [UInt8] {
      let coder = StateCoder()
      coder.encode(text, forKey: "text")
      return coder.encodedState()
    }
    func node(_ id: NodeID, _ parent: NodeID?, _ name: String, _ state: [UInt8] = []) -> ArchivedNode {
      ArchivedNode(
        id: id, parent: parent, kind: .viewController, relation: parent == nil ? .root : .child, position: 0,
        identifier: name,
        className: "C", state: state)
    }
    let info = SaveInfo(appVersion: "", hostVersion: "", screenWidth: 1, screenHeight: 1, savedAt: 0)
    let was = Archive(
      info: info, applicationState: [], nodes: [node(1, nil, "a"), node(2, 1, "b", state("old")), node(3, 1, "gone")])
    let now = Archive(
      info: info, applicationState: state("app"),
      nodes: [node(1, nil, "a"), node(2, 1, "b", state("new")), node(4, 2, "new")])

    let outline = ArchiveOutline(now)
    #expect(outline.nodes.map(\.path.description) == ["a", "a/b", "a/b/new"])
    #expect(outline.node(at: ["a", "b"])?.state.entries.first?.value == .string("new"))

    let difference = ArchiveDifference(from: was, to: now)
    #expect(difference.nodes.map(\.path.description) == ["", "a/b", "a/b/new", "a/gone"])
    #expect(
      difference.nodes[1].changes == [.value(key: "text", was: .string("old"), is: .string("new"), isBuiltIn: false)])
    #expect(difference.nodes[2].changes == [.added(className: "C")])
    #expect(difference.nodes[3].changes == [.removed(className: "C")])
    #expect(ArchiveDifference(from: now, to: now).nodes.isEmpty)
  }

  @Test("the differences have keys of the same text in other bytes apart")
  func differencesOfEquivalentKeys() {
    func archive(_ value: String) -> Archive {
      let coder = StateCoder()
      coder.encode(value, forKey: "\u{e9}")
      coder.encode("same", forKey: "e\u{301}")
      let info = SaveInfo(appVersion: "", hostVersion: "", screenWidth: 1, screenHeight: 1, savedAt: 0)
      return Archive(info: info, applicationState: coder.encodedState(), nodes: [])
    }
    let changes = ArchiveDifference(from: archive("old"), to: archive("new")).nodes.flatMap(\.changes)
    #expect(changes == [.value(key: "\u{e9}", was: .string("old"), is: .string("new"), isBuiltIn: false)])
  }
}
