/// The signature of a function or handler as a caller writes it: `name(first, second: type, third?: type): type`. Types
/// that Swift infers are omitted.
///
/// It is parsed on demand, for a message or for documentation.
public struct Signature: ExpressibleByStringInterpolation, Sendable {
  /// The name.
  public let name: String
  private let text: String

  public init(stringLiteral text: String) {
    self.text = text
    name = text.utf8.firstIndex(of: UInt8(ascii: "(")).map { String(text[..<$0]) } ?? text
  }

  /// A parameter.
  public struct Parameter: Sendable {
    /// The name.
    public let name: String
    /// The type in LuaCATS annotations; nil if Swift infers it.
    public let type: String?
    /// Whether the parameter is optional.
    public let isOptional: Bool
  }

  /// The parameters, in order.
  public var parameters: [Parameter] {
    parts.parameters.map { part in
      let pieces = part.split(separator: ":", maxSplits: 1)
      let name = pieces.first.map { $0.filter { $0 != " " } } ?? ""
      return Parameter(
        name: name.hasSuffix("?") ? String(name.dropLast()) : name,
        type: pieces.count > 1 ? pieces[1].trimmingSpaces : nil, isOptional: name.hasSuffix("?"))
    }
  }

  /// The result type in LuaCATS annotations; nil if Swift infers it, or there is no result.
  public var result: String? { parts.result }

  /// The texts between the outermost commas, and the text after the parenthesis and its colon.
  private var parts: (parameters: [Substring], result: String?) {
    var parameters: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "(" where depth == 0:
        depth = 1
        start = text.index(after: index)
      case "(", "{", "[": depth += 1
      case "," where depth > 1: continue
      case ")" where depth > 1: depth -= 1
      case ",", ")":
        guard depth == 1 else { continue }
        if index > start { parameters.append(text[start..<index]) }
        start = text.index(after: index)
        guard text[index] == ")" else { continue }
        let rest = text[start...].drop { $0 == ":" || $0 == " " }
        return (parameters, rest.isEmpty ? nil : String(rest))
      case "}", "]": depth -= 1
      default: break
      }
    }
    return (parameters, nil)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
