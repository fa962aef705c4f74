import AppSession
import StateRestoration

/// A mistake in an app: what will not be restored, where to fix it, and how.
public struct Finding: Equatable, Sendable {
  /// The kind of mistake.
  public let code: FindingCode
  /// The identifiers of the node, joined by `/`; nil if the mistake concerns no single node.
  public var path: String?
  /// The class of the node, or the class with the mistake.
  public var className: String?
  /// The key in the coder, or the property of the view.
  public var key: String?
  /// The place to fix; nil if it is unknown.
  public var place: Place?
  /// What is wrong, in one sentence.
  public let message: String
  /// What the user loses.
  public let consequence: String
  /// How to fix it.
  public let remedy: String

  /// The finding as a JSON object, without values that do not apply.
  package var table: StateValue {
    .table([
      ("code", .string(code.rawValue)), ("severity", .string(code.severity.rawValue)),
      ("path", path.map { .string($0) }),
      ("class", className.map { .string($0) }), ("key", key.map { .string($0) }),
      ("file", place.map { .string($0.file) }), ("line", place.map { .integer(Int64($0.line)) }),
      ("message", .string(message)), ("consequence", .string(consequence)), ("remedy", .string(remedy)),
    ])
  }
}

extension Finding: CustomStringConvertible {
  /// `file:line: code: message`, then the consequence and the remedy, each in a line of its own.
  public var description: String {
    """
    \(place.map { "\($0): " } ?? "")\(code.rawValue): \(message)
      \(consequence)
      \(remedy)
    """
  }
}

/// A line of a script.
public struct Place: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The script's file.
  public let file: String
  /// The one-based line.
  public let line: Int

  /// Creates a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Parses `file:line`, with anything after another colon.
  init?(_ text: String) {
    guard let match = text.firstMatch(of: /^(.+?):(\d+)(?::|$)/), let line = Int(match.2), line > 0 else { return nil }
    self.init(file: String(match.1), line: line)
  }

  /// Returns the place with the whole name of its file, which Lua shortens to `...` and its end in messages.
  func whole(among files: Set<String>) -> Place {
    guard file.hasPrefix("...") else { return self }
    let whole = files.filter { $0.hasSuffix(file.dropFirst(3)) }
    guard let only = whole.first, whole.count == 1 else { return self }
    return Place(file: only, line: line)
  }

  public var description: String { "\(file):\(line)" }

  public static func < (left: Place, right: Place) -> Bool { (left.file, left.line) < (right.file, right.line) }
}
