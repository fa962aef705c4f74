import AppSession
import Interface
import Terminal

/// Colours for Lua at the prompt.
enum LuaHighlight {
  static func spans(_ text: String) -> [StyledSpan] {
    let characters = Array(text)
    if characters.first == ":" {
      let end = characters.firstIndex(of: " ") ?? characters.count
      return [StyledSpan(0..<end, style: Style(foreground: .palette(6)))]
    }
    var spans: [StyledSpan] = []
    var index = 0
    while index < characters.count {
      let start = index
      let character = characters[index]
      if character == "\"" || character == "'" {
        index += 1
        while index < characters.count, characters[index] != character { index += characters[index] == "\\" ? 2 : 1 }
        index = min(index + 1, characters.count)
        spans.append(StyledSpan(start..<index, style: Style(foreground: .palette(2))))
      } else if character == "-", index + 1 < characters.count, characters[index + 1] == "-" {
        while index < characters.count, characters[index] != "\n" { index += 1 }
        spans.append(StyledSpan(start..<index, style: Style(attributes: .dim)))
      } else if character.isLetter || character == "_" {
        while index < characters.count,
          characters[index].isLetter || characters[index].isNumber || characters[index] == "_"
        {
          index += 1
        }
        if LuaWords.reserved.contains(String(characters[start..<index])) {
          spans.append(StyledSpan(start..<index, style: Style(foreground: .palette(5))))
        }
      } else if character.isNumber {
        while index < characters.count,
          characters[index].isHexDigit || characters[index] == "." || characters[index] == "x"
        {
          index += 1
        }
        spans.append(StyledSpan(start..<index, style: Style(foreground: .palette(3))))
      } else {
        index += 1
      }
    }
    return spans
  }
}
