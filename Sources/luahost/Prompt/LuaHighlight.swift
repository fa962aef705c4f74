import Interface
import LuaRuntime

/// Syntax highlighting for Lua at the prompt.
enum LuaHighlight {
  static func spans(_ text: String) -> [(range: Range<Int>, style: Style)] {
    // With a space in front, a first line that begins with # is not skipped as in a file.
    let bytes = [UInt8(ascii: " ")] + text.utf8
    let places = [0] + characterPlaces(text)
    func span(_ range: Range<Int>, _ style: Style) -> (range: Range<Int>, style: Style) {
      (places[range.lowerBound]..<places[range.upperBound], style)
    }
    if text.first == ":" {
      return [span(1..<(bytes.dropFirst().firstIndex(of: UInt8(ascii: " ")) ?? bytes.count), command)]
    }
    var spans: [(range: Range<Int>, style: Style)] = []
    var end = 0
    /// Text between tokens is a comment or blank.
    func addComment(until start: Int) {
      let between = bytes[end..<start]
      guard let first = between.firstIndex(where: { $0 > 32 }), let last = between.lastIndex(where: { $0 > 32 })
      else { return }
      spans.append(span(first..<(last + 1), comment))
    }
    for token in LuaTokens(bytes[...]) {
      addComment(until: token.range.lowerBound)
      end = token.range.upperBound
      switch token.kind {
      case .name(let name) where LuaWords.reserved.contains(name): spans.append(span(token.range, word))
      case .string: spans.append(span(token.range, string))
      case .number: spans.append(span(token.range, number))
      default: break
      }
    }
    addComment(until: bytes.count)
    return spans
  }

  /// Returns, for each byte, the index of its character, followed by the number of characters.
  private static func characterPlaces(_ text: String) -> [Int] {
    var places: [Int] = []
    for (place, character) in text.enumerated() {
      places += Array(repeating: place, count: character.utf8.count)
    }
    return places + [text.count]
  }

  private static let command = Style(foreground: .palette(6))
  private static let comment = Style(attributes: .dim)
  private static let word = Style(foreground: .palette(5))
  private static let string = Style(foreground: .palette(2))
  private static let number = Style(foreground: .palette(3))
}
