import Interface
import StateRestoration

/// A property that a built-in class saves, as scripts know it: saved states have other names for some, and zero-based
/// indices.
package struct SavedProperty {
  /// The name for scripts.
  package let name: String
  /// The name, with the part of the property that the key has if others have the rest: `selectedRange.length`.
  var partName: String { Self.parts[key].map { "\(name).\($0)" } ?? name }
  private let key: String
  private let isOfOutline: Bool
  private let isOfPicker: Bool
  private var isIndex: Bool { Self.indices.contains(key) }

  /// Creates the property of a key of saved states. A key of a script is its own name.
  ///
  /// - Parameter state: the saved state with the key. That of an outline names items instead of rows, and that of a picker has
  ///   one row for each of its columns.
  package init(_ key: String, in state: [String: StateValue] = [:]) {
    isOfOutline = state["openItems"] != nil
    isOfPicker = state["focusedComponent"] != nil
    name = isOfPicker ? key : (isOfOutline ? Self.outlineNames[key] : nil) ?? Self.names[key] ?? key
    self.key = key
  }

  /// Returns the keys in saved states that a property of scripts has.
  package static func keys(of name: String) -> [String] {
    [name] + [names, outlineNames].flatMap { $0.filter { $0.value == name }.map(\.key).sorted() }
  }

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
  private static let parts = [
    "selectionLocation": "location", "selectionLength": "length", "contentOffsetX": "x", "contentOffsetY": "y",
    "firstRow": "row", "firstLine": "line", "firstCharacter": "character", "firstByte": "byte", "scroll": "row",
    "focusedChild": "child",
  ]
  private static let outlineNames = [
    "selectedRows": "selectedItem", "selectedTexts": "selectedItem", "focusedRow": "focusedItem",
    "focusedText": "focusedItem",
  ]
  /// The indices of chosen items.
  package static let choices: Set<String> = ["selectedIndex", "selectedIndexes", "selectedSegmentIndex"]
  private static let indices = choices.union([
    "currentIndex", "focusedIndex", "focusedComponent", "focusedPart", "selectionLocation",
  ])
  private static let entered = choices.union([
    "text", "isOn", "value", "date", "selectedRows", "indexPathsForSelectedRows", "selectedItem",
  ])
  private static let positions: Set<String> = [
    "selectedRange", "selectionDirection", "contentOffset", "isFirstResponder", "focusedIndexPath", "focusedItem",
    "followsEnd", "typedDigits",
  ]

  /// Returns the keys of a view without those whose values are lost with others: the selection of a text, and its direction.
  package static func causes(among keys: [String]) -> [String] {
    let names = Set(keys.map { SavedProperty($0).name })
    let isLostWithAnother = { (name: String) in
      switch name {
      case "selectedRange": names.contains("text")
      case "selectionDirection": !names.isDisjoint(with: ["text", "selectedRange"])
      default: false
      }
    }
    return keys.filter { !isLostWithAnother(SavedProperty($0).name) }
  }

  /// 0 for what a user enters and chooses, 1 for other values, and 2 for positions, which follow from these.
  package var dependence: Int {
    Self.entered.contains(name) ? 0 : Self.positions.contains(name) ? 2 : 1
  }

  /// The task of the callback that finds the rows or items that it names; nil if it names none.
  package var taskOfFinder: String? {
    switch name {
    case "indexPathsForSelectedRows", "focusedIndexPath": "indexPathForElement return the row of the saved item"
    case "selectedItem", "focusedItem": "itemForPersistentObject return the saved item"
    default: nil
    }
  }

  /// The keys of the child that a container shows, which are the names for scripts, too.
  package static let shownChildren: Set<String> = ["selectedIndex", "currentIndex"]

  /// The keys of texts of rows, which are not part of saved states.
  package static let textKeys: Set<String> = ["selectedTexts", "focusedText", "expandedTexts"]

  /// Returns a value as a short text for messages; `nil` for none.
  package func text(_ value: StateValue?) -> String {
    if key == "isSelectedBackwards" { return value == .boolean(true) ? "\"backward\"" : "\"forward\"" }
    guard let value else { return "nil" }
    let text = "\(scriptValue(value))"
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }

  /// Returns the first numbers of a long series as text; nil for other values.
  func series(_ value: StateValue) -> String? {
    if case .data = value { text(value) } else { nil }
  }

  /// Returns a value as scripts know it.
  package func scriptValue(_ value: StateValue) -> StateValue {
    switch key {
    case "focus": Self.focusedView(value)
    case "focusedRow": row(value)
    case "values": Sparkline.numbers(ofLong: value).map { .list($0.map { .float($0) }) } ?? value
    case "selectedRows": isOfPicker ? Self.oneBased(value) : rows(value)
    default: isIndex ? Self.oneBased(value) : value
    }
  }

  /// Returns the identifier, or else the class, of the view in a saved place of the keyboard focus.
  private static func focusedView(_ place: StateValue) -> StateValue {
    guard case .list(let parts) = place, parts.count > 2 else { return place }
    if case .string = parts[2] { return parts[2] }
    return parts[1]
  }

  private func rows(_ value: StateValue) -> StateValue {
    guard case .list(let rows) = value else { return row(value) }
    return isOfOutline && rows.count == 1 ? row(rows[0]) : .list(rows.map(row))
  }

  /// Returns a row as scripts know it: its section, its row and the identifier of its item; in an outline, the item's
  /// persistent object.
  private func row(_ value: StateValue) -> StateValue {
    guard case .list(let parts) = value else { return Self.oneBased(value) }
    if isOfOutline, case .list(let path)? = parts.dropFirst(2).first, case .list(let last)? = path.last,
      let object = last.first
    {
      return object
    }
    return .list(parts.prefix(2).map(Self.oneBased) + parts.dropFirst(2))
  }

  /// Returns an index as scripts know it: states have -1 for none.
  private static func oneBased(_ value: StateValue) -> StateValue {
    switch value {
    case .integer(-1): .null
    // A foreign save can have any number.
    case .integer(let index): .integer(index == .max ? index : index + 1)
    case .list(let values): .list(values.map(oneBased))
    default: value
    }
  }
}
