import AppSession
import LuaScreens
import StateRestoration

/// A mistake in an app that prevents state from being restored, with its place and remedy.
public struct Finding: Equatable, Sendable {
  /// The kind of mistake.
  public let code: FindingCode
  /// The identifiers of the node, joined by `/`; empty for the application, nil if the mistake concerns no single node.
  public var path: String?
  /// The path of a controller without a parent, as a continuation of the path of the one whose view shows it; nil for other
  /// mistakes.
  var seenPath: String?
  /// The class of the node, or the class with the mistake.
  public var className: String?
  /// The key in the coder, or the property of the view.
  public var key: String?
  /// The key that was probably meant, which differs by one edit.
  var nearKey: String?
  /// The call with that key, if it has the opposite mistake: one key with two names.
  var nearPlace: Place?
  /// Whether the restoration method of the node returns nil, as the key has no value.
  var preventsCreation = false
  /// Whether the node is not restored, so that nothing else is worth reporting about the nodes below it.
  package var losesNode: Bool { code.losesNode || preventsCreation }
  /// Whether nothing decodes the key, as it is misspelt or missing there.
  var isNeverRead: Bool { code == .notDecoded || nearPlace != nil }
  /// Whether a value that is there is read as nil.
  var readsNil = false
  /// The lost value, as text; nil for other mistakes.
  var lostValue: String?
  /// Whether a script sets the lost value, and not the user.
  var isSetByScript = false
  /// Whether the place is the line that loses the value, rather than that of the node.
  var isOfLosingLine = false
  /// Further keys with the same mistake in the same line, as it computes them.
  var otherKeys: [String] = []
  /// The paths of further nodes with the same mistake in the same line.
  var otherPaths: Set<String> = []
  /// The paths of all nodes with the mistake, if it is one of their class.
  var nodePaths: Set<String> = []
  /// The paths of all nodes with the mistake in its line.
  var paths: Set<String> { path.map { otherPaths.union([$0]) } ?? otherPaths }
  /// The method without which the key is not decoded or encoded; nil if another mistake is the cause.
  var missingMethod: MissingMethod?
  /// Whether the mistake is that a controller has no parent.
  var isOfOrphan: Bool { seenPath != nil }
  /// The paths of all nodes that the finding concerns.
  package var allPaths: Set<String> { paths.union(nodePaths) }
  /// The place to fix; nil if it is unknown.
  public var place: Place?
  /// The callback of the node that is never called, as the name of a method with this mistake only resembles it.
  var misnamedCallback: String?
  /// A description of the mistake, in one sentence.
  public internal(set) var message: String
  /// The consequence for the user.
  public internal(set) var consequence: String
  /// The instructions for fixing the mistake.
  public let remedy: String

  /// The finding as a JSON object, without values that do not apply.
  package var table: StateValue {
    .table([
      ("code", .string(code.rawValue)), ("severity", .string(code.severity.rawValue)),
      ("path", path.map { .string($0.isEmpty ? "app" : $0) }),
      ("class", className.map { .string($0) }), ("key", key.map { .string($0) }),
      ("file", place.map { .string($0.file) }), ("line", place.map { .integer(Int64($0.line)) }),
      ("message", .string(message)), ("consequence", .string(consequence)), ("remedy", .string(remedy)),
    ])
  }
}

extension Finding: CustomStringConvertible {
  /// `file:line: code: message`, followed by the consequence and the remedy on separate lines.
  public var description: String {
    """
    \(place.map { "\($0): " } ?? "")\(code.rawValue): \(message)
      \(consequence)
      \(remedy)
    """
  }
}

/// A line of a script.
public struct Place: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
  /// The script's file.
  public let file: String
  /// The one-based line.
  public let line: Int

  /// Creates a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Parses `file:line`, ignoring text after another colon.
  ///
  /// By hand, because a regular expression is compiled for each text, and each method of each class has a place.
  init?(_ text: String) {
    let letters = text.utf8
    var rest = letters.dropFirst()
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[colon...].dropFirst()
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let end = digits.endIndex
      guard !digits.isEmpty, end == letters.endIndex || letters[end] == UInt8(ascii: ":") else { continue }
      let file = text[..<colon]
      guard let line = Int(text[digits.startIndex..<end]), line > 0, !file.contains(where: \.isNewline) else {
        return nil
      }
      self.init(file: String(file), line: line)
      return
    }
    return nil
  }

  /// Returns the place with the full name of its file, which Lua truncates at the start in messages.
  func whole(among files: Set<String>) -> Place {
    Place(file: ScriptHost.wholeName(ofScript: file, among: files) ?? file, line: line)
  }

  public var description: String { "\(file):\(line)" }

  public static func < (left: Place, right: Place) -> Bool { (left.file, left.line) < (right.file, right.line) }
}
