import StateRestoration
import Testing

@testable import ArchiveStore

@Suite("Text search in saves")
struct SearchingTests {
  @Test("a text is found in keys and values at any depth, in any case", arguments: [0, 1, 5, 190])
  func depth(levels: Int) {
    var value = StateValue.map([.init(key: .string("name"), value: .string("Milk and honey"))])
    for level in 0..<levels {
      value = level % 2 == 0 ? .list([.integer(1), value]) : .map([.init(key: .integer(1), value: value)])
    }
    #expect(value.text(containing: "AND") == "Milk and honey")
    #expect(value.text(containing: "nam") == "name")
    // Each value is searched once: searched twice, 190 levels would never end.
    #expect(value.text(containing: "bread") == nil)
  }
}
