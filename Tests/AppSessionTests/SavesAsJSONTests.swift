import Foundation
import StateRestoration
import Testing

@testable import AppSession

@Suite("Saves as JSON")
struct SavesAsJSONTests {
  @Test("values of any depth are valid JSON", arguments: [1, 100, 499, 500, 501, 600, 1090])
  func depth(_ depth: Int) throws {
    var value = StateValue.string("deep")
    for level in 1...depth {
      value = level % 2 == 0 ? .list([value]) : .map([StateValue.Pair(key: .string("a"), value: value)])
    }
    for text in [StateValue.list([value]).jsonText, value.jsonLine] {
      #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) != .null)
      #expect(text.contains("deep"))
    }
  }

  @Test("keys that have the same text keep their values")
  func equalKeys() {
    let pairs: [(StateValue, Int64)] = [
      (.integer(1), 1), (.string("1"), 2), (.string("2"), 3), (.integer(2), 4), (.string("\u{e9}"), 5),
      (.string("e\u{301}"), 6),
    ]
    let text = StateValue.map(pairs.map { StateValue.Pair(key: $0.0, value: .integer($0.1)) }).jsonLine
    for number in 1...6 { #expect(text.contains(":\(number)"), "\(text)") }
    for key in ["1", "[\\\"1\\\"]", "2", "[2]"] { #expect(text.contains("\"\(key)\":"), "\(text)") }
  }
}
