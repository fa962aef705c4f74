extension StateValue: CustomStringConvertible {
  /// The value in one readable line.
  public var description: String {
    switch self {
    case .boolean(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .float(let value): return "\(value)"
    case .string(let value): return Self.quoted(value)
    case .byteText(let bytes): return "bytes \(Self.hexadecimal(bytes))"
    case .styledText(.list(let items)):
      guard case .string(let text)? = items.first else { return "styled text" }
      return "styled \(Self.quoted(text))"
    case .styledText: return "styled text"
    case .data(let bytes): return "data(\(bytes.count)) \(Self.hexadecimal(bytes))"
    case .date(let seconds): return "date(\(seconds))"
    case .list(let items): return "{" + items.map(\.description).joined(separator: ", ") + "}"
    case .map(let pairs):
      return "{"
        + pairs.map { pair in
          if case .string(let key) = pair.key { return "\(Self.keyName(key)) = \(pair.value)" }
          return "[\(pair.key)] = \(pair.value)"
        }.joined(separator: ", ") + "}"
    case .reference(let reference): return "-> \(reference)"
    case .shared(let value): return "&\(value)"
    case .sharedReference(let index): return "*\(index)"
    case .null: return "nil"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 32 || scalar.value == 127: quoted += "\\\(scalar.value)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func keyName(_ key: String) -> String {
    let isName =
      key.utf8.first?.isDigit == false
      && key.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") || ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) }
    return isName ? key : "[\(quoted(key))]"
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    let shown = bytes.prefix(32).map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined()
    return bytes.count > 32 ? shown + "…" : shown
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 48 && self <= 57 }
}
