import Seeded
import Testing

@testable import Interface

@Suite("Visible text")
struct VisibleTextTests {
  private static let harmful: [ClosedRange<UInt32>] = [
    0x00...0x08, 0x0b...0x1f, 0x7f...0x9f, 0x61c...0x61c, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069,
  ]

  private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    Self.harmful.contains { $0.contains(scalar.value) }
  }

  @Test("every control and bidirectional control character is made visible; every other stays")
  func everyScalar() throws {
    for value in UInt32(0)...0xffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      let shown = text.showingControls
      #expect(scalar.isTerminalControl == (isHarmful(scalar) || value == 9 || value == 10))
      if isHarmful(scalar) {
        #expect(!shown.unicodeScalars.contains(where: isHarmful) && shown.utf8.count > text.utf8.count, "\(value)")
      } else {
        #expect(shown.utf8.elementsEqual(text.utf8), "\(value)")
      }
    }
    #expect("\u{1b}[31m\u{9b}\u{202e}\u{61c}\u{7f}\r\n\t".showingControls == "␛[31m\\u{9B}\\u{202E}\\u{61C}␡␍\n\t")
    #expect("one\ntwo".showingControlsInLine == "one␊two")
  }

  @Test("random bytes become UTF-8 without control characters; valid text is unchanged")
  func randomBytes() {
    var random = SeededGenerator(state: 17)
    for _ in 1...2000 {
      let count = Int.random(in: 0...40, using: &random)
      let kinds: [UInt8] = [0x1b, 0x9b, 0xc2, 0xe2, 0x80, 0xf0, 0x9f, 0x41, 0xed, 0xff, 0x0a]
      let bytes = (0..<count).map { _ in
        Bool.random(using: &random)
          ? kinds.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      let shown = VisibleText.shown(bytes)
      let text = String(validating: shown, as: UTF8.self)
      #expect(text != nil && text?.unicodeScalars.contains(where: isHarmful) == false, "\(bytes)")
      // A C1 control as a single byte is invalid UTF-8, and a command in some terminals.
      let kept = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { !isHarmful($0) && $0 != "\u{fffd}" }
      var rest = (text ?? "").unicodeScalars[...]
      for scalar in kept {
        guard let place = rest.firstIndex(of: scalar) else {
          Issue.record("\(bytes) lost \(scalar)")
          break
        }
        rest = rest[rest.index(after: place)...]
      }
    }
  }

  @Test("U+0085 is a visible control character in a label and does not break its line")
  @MainActor
  func nextLine() {
    for text: Text in [Text("one\u{85}two"), Text(AttributedString(parts: [("one\u{85}two", .init())]))] {
      let label = Label()
      label.attributedText = text
      #expect(label.fittingSize(in: Size(width: 20, height: 5)) == Size(width: 7, height: 1))
    }
    #expect("one\u{85}two".wrapped(to: 20).map(\.line) == ["one\u{85}two"])
    #expect("one\ntwo\u{2028}three".wrapped(to: 20).map(\.line) == ["one", "two", "three"])
  }
}
