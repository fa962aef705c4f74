import FoundationEssentials
import Interface
import StateRestoration

/// Converts trees and saves to nested tables, for scripts and for JSON.
package enum ArchiveTable {
  /// Returns a save: the first root's fields, together with `roots`, `objects` and the application's state.
  package static func table(_ archive: ArchiveOutline) -> StateValue {
    var fields: [(String, StateValue?)] = archive.roots.first.map(fields) ?? []
    fields.append(("roots", .list(archive.roots.map(table))))
    fields.append(("objects", .list(archive.objects.map(table))))
    fields.append(("application", .table(state(archive.application.entries))))
    fields.append(("info", info(archive.info)))
    return .table(fields)
  }

  package static func table(_ node: ArchiveOutline.Node) -> StateValue { .table(fields(node)) }

  private static func fields(_ node: ArchiveOutline.Node) -> [(String, StateValue?)] {
    [
      ("identifier", .string(node.archived.identifier)), ("class", .string(node.archived.className)),
      ("path", .string(node.path.description)),
      ("kind", .string(["viewController", "view", "object"][node.archived.kind.rawValue])),
      ("presented", node.archived.relation == .presented ? .boolean(true) : nil),
      ("restorationClass", node.archived.restorationClassName.map { .string($0) }),
      ("storyboard", node.archived.scene.map { .string($0.storyboard) }),
      ("scene", node.archived.scene.map { .string($0.scene) }),
      ("state", .table(state(node.state.entries))),
      ("builtIn", node.state.builtIn.isEmpty ? nil : .table(state(node.state.builtIn))),
      ("children", .list(node.children.map(table))),
    ]
  }

  private static func state(_ entries: [KeySpace.Entry]) -> [(String, StateValue?)] {
    entries.map { ($0.key, $0.value.expanded) }
  }

  package static func info(_ info: SaveInfo) -> StateValue {
    .table([
      ("appVersion", .string(info.appVersion)), ("hostVersion", .string(info.hostVersion)),
      ("savedAt", .float(info.savedAt)),
      (
        "screenSize",
        .table([("width", .integer(Int64(info.screenWidth))), ("height", .integer(Int64(info.screenHeight)))])
      ),
    ])
  }

  static func table(_ save: SaveSummary) -> StateValue {
    .table([
      ("number", .integer(save.number)), ("savedAt", .float(save.info.savedAt)),
      ("appVersion", .string(save.info.appVersion)), ("hostVersion", .string(save.info.hostVersion)),
      ("nodes", .integer(Int64(save.nodeCount))), ("changed", .integer(Int64(save.changedNodeCount))),
      ("kind", save.kind.map { .string($0.rawValue) }), ("kept", .list(save.reasons.map { .string($0.rawValue) })),
    ])
  }

  /// Returns a list of nodes, each with a list of its changes.
  package static func table(_ difference: ArchiveDifference) -> StateValue {
    .list(
      difference.nodes.map { node in
        .table([("path", .string(node.path.description)), ("changes", .list(node.changes.map(table)))])
      })
  }

  static func table(_ change: ArchiveDifference.Change) -> StateValue {
    switch change {
    case .added(let className): .table([("change", .string("added")), ("class", .string(className))])
    case .removed(let className): .table([("change", .string("removed")), ("class", .string(className))])
    case .value(let key, let was, let now, let isBuiltIn):
      .table([
        ("change", .string("value")), ("key", .string(key)), ("was", was?.expanded), ("is", now?.expanded),
        ("builtIn", isBuiltIn ? .boolean(true) : nil),
      ])
    case .attribute(let name, let was, let now):
      .table([("change", .string(name)), ("was", .string(was)), ("is", .string(now))])
    }
  }

  static func table(_ node: Automation.TreeNode) -> StateValue {
    .table([
      ("identifier", node.identifier.map { .string($0) }), ("class", .string(node.className)),
      ("path", node.path.map { .string($0.description) }), ("restorable", .boolean(node.isRestorable)),
      ("children", .list(node.children.map(table))),
    ])
  }
}

extension StateValue {
  /// Returns a table of fields, without those whose value is nil.
  package static func table(_ fields: [(String, StateValue?)]) -> StateValue {
    .map(fields.compactMap { key, value in value.map { Pair(key: .string(key), value: $0) } })
  }

  /// The value in JSON (RFC 8259): bytes as `{"base64": …}`, dates as `{"date": …}`, NaN and infinity as text.
  ///
  /// - Parameter depth: the number of lists and tables around the value. The encoder fails beyond its limit, so what is
  ///   deeper becomes a text.
  private func json(atDepth depth: Int = 0) -> JSONValue {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .float(let value): value.isFinite ? .number(value) : .string("\(value)")
    case .string(let value): .string(value)
    case .byteText(let bytes), .data(let bytes): .object(["base64": .string(Data(bytes).base64EncodedString())])
    case .styledText(.list(let items)):
      .object([
        "text": items.first?.json(atDepth: depth + 1) ?? .string(""),
        "runs": items.dropFirst().first?.json(atDepth: depth + 1) ?? .array([]),
      ])
    case .styledText(let value): value.json(atDepth: depth)
    case .date(let seconds): .object(["date": seconds.isFinite ? .number(seconds) : .string("\(seconds)")])
    case .list where depth > Self.deepestJSON, .map where depth > Self.deepestJSON: .string("\(self)")
    case .list(let items): .array(items.map { $0.json(atDepth: depth + 1) })
    case .map(let pairs): .object(Self.object(pairs, atDepth: depth + 1))
    case .reference(.path(let path, _)): .object(["reference": .array(path.components.map { .string($0) })])
    case .reference(.node(let id)): .object(["reference": .integer(id)])
    case .shared, .sharedReference: expanded.json(atDepth: depth)
    case .null: .null
    }
  }

  private static let deepestJSON = 500

  private static func object(_ pairs: [Pair], atDepth depth: Int) -> [String: JSONValue] {
    var object: [String: JSONValue] = [:]
    for pair in pairs {
      let name = if case .string(let key) = pair.key { key } else { "\(pair.key)" }
      // A number and a text can have the same name, and so can texts in two forms of Unicode.
      object[object[name] == nil ? name : "[\(pair.key)]"] = pair.value.json(atDepth: depth)
    }
    return object
  }

  /// The value as JSON text with sorted keys; indented, unless it is so deep that most of the text would be
  /// indentation.
  package var jsonText: String {
    if case .list(let items) = self, items.isEmpty { return "[]" }
    return isNested(deeperThan: 100) ? jsonLine : json(.prettyPrinted)
  }

  /// The value as JSON in one line.
  package var jsonLine: String { json([]) }

  private func json(_ layout: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = layout.union([.sortedKeys, .withoutEscapingSlashes])
    guard let data = try? encoder.encode(json(atDepth: 0)) else { return "null" }
    return Self.escapingControls(String(decoding: data, as: UTF8.self))
  }

  /// Returns JSON text with those control characters escaped that RFC 8259 allows but a terminal would interpret: DEL,
  /// C1 and bidirectional controls. They only occur in strings.
  private static func escapingControls(_ text: String) -> String {
    let isHarmful = { (scalar: Unicode.Scalar) in scalar.isTerminalControl && scalar.value >= 0x7f }
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
