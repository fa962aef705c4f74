import StateRestoration

/// A property that a built-in class saves, as scripts know it: saved states have other names for some, and zero-based
/// indices.
struct SavedProperty {
  /// The name for scripts.
  let name: String
  private let key: String
  private var isIndex: Bool { Self.indices.contains(key) }

  /// Creates the property of a key of saved states. A key of a script is its own name.
  init(_ key: String) {
    name = Self.names[key] ?? key
    self.key = key
  }

  /// Returns the keys in saved states that a property of scripts has.
  static func keys(of name: String) -> [String] { [name] + names.filter { $0.value == name }.map(\.key).sorted() }

  private static let names = [
    "typedText": "text", "selectionLocation": "selectedRange", "selectionLength": "selectedRange",
    "isSelectedBackwards": "selectionDirection", "contentOffsetX": "contentOffset", "contentOffsetY": "contentOffset",
    "firstRow": "contentOffset", "firstLine": "contentOffset", "firstCharacter": "contentOffset",
    "firstByte": "contentOffset", "scroll": "contentOffset", "focusedRow": "focusedIndexPath",
    "selectedRows": "indexPathsForSelectedRows", "selectedTexts": "indexPathsForSelectedRows",
    "focusedText": "focusedIndexPath", "expandedTexts": "isItemExpanded", "focus": "isFirstResponder",
    "focusedChild": "isFirstResponder",
    "openItems": "isItemExpanded",
  ]
  private static let indices: Set<String> = [
    "selectedIndex", "selectedIndexes", "selectedSegmentIndex", "currentIndex", "focusedIndex", "focusedComponent",
    "focusedPart", "focusedRow", "selectedRows", "selectionLocation",
  ]

  /// Returns the keys of a view without those whose values are lost with others: the selection of a text.
  static func causes(among keys: [String]) -> [String] {
    guard keys.contains(where: { SavedProperty($0).name == "text" }) else { return keys }
    return keys.filter { SavedProperty($0).name != "selectedRange" }
  }

  /// Whether it names rows by their items.
  var isOfRows: Bool { ["indexPathsForSelectedRows", "focusedIndexPath"].contains(name) }

  /// The keys of texts of rows, which are not part of saved states.
  static let textKeys: Set<String> = ["selectedTexts", "focusedText", "expandedTexts"]

  /// Returns a value as a short text for messages; `nil` for none.
  func text(_ value: StateValue?) -> String {
    if key == "isSelectedBackwards" { return value == .boolean(true) ? "\"backward\"" : "\"forward\"" }
    guard let value else { return "nil" }
    let text = "\(key == "focus" ? Self.focusedView(value) : isIndex ? Self.oneBased(value) : value)"
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }

  /// Returns the identifier, or else the class, of the view in a saved place of the keyboard focus.
  private static func focusedView(_ place: StateValue) -> StateValue {
    guard case .list(let parts) = place, parts.count > 2 else { return place }
    if case .string = parts[2] { return parts[2] }
    return parts[1]
  }

  /// Returns an index as scripts know it: states have -1 for none.
  private static func oneBased(_ value: StateValue) -> StateValue {
    switch value {
    case .integer(-1): .null
    case .integer(let index): .integer(index + 1)
    case .list(let values): .list(values.map(oneBased))
    default: value
    }
  }
}
