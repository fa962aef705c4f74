import StateRestoration

/// The texts of a row for screen readers and for the search.
public struct RowWords: Equatable, Sendable {
  /// The accessibility label.
  public var label: String
  /// The accessibility value; nil for none.
  public var value: String?
  /// The texts to search.
  public var searchedTexts: [String]

  /// Creates the texts of a row.
  public init(_ label: String, value: String? = nil, searchedTexts: [String]? = nil) {
    self.label = label
    self.value = value
    self.searchedTexts = searchedTexts ?? [label]
  }
}

/// Supplies a ``RowList`` with rows and handles actions on them. Rows are requested only if they exist, and only when
/// they are needed.
@MainActor
public protocol RowListSource: AnyObject {
  /// Returns the sections and their numbers of rows. Called once after each ``RowList/reloadData()``.
  func lines(of list: RowList) -> RowLines
  /// Returns the header of a section.
  func rowList(_ list: RowList, titleForHeaderInSection section: Int) -> Text?
  /// Returns the content of a row.
  func rowList(_ list: RowList, cellForRowAt path: IndexPath) -> TableCell
  /// Returns a number that differs whenever a row may have another text without a reload; nil if there is none, so that a
  /// row is asked for in every frame.
  func contentVersion(of list: RowList) -> Int?
  /// Returns the text before the row's content, in the first column if there are columns.
  func rowList(_ list: RowList, leadingTextForRowAt path: IndexPath) -> Text

  /// Returns a state to read after the row's content; nil for none.
  func rowList(_ list: RowList, stateOfRowAt path: IndexPath) -> String?

  /// Returns the name of a row's item, which stays the same when rows move and in other runs; nil if it has none.
  func rowList(_ list: RowList, nameForRowAt path: IndexPath) -> StateValue?
  /// Returns the index path of the item with a name; nil if it is gone, or does not exist yet.
  func rowList(_ list: RowList, indexPathForName name: StateValue) -> IndexPath?
  /// Returns a value that identifies a row's item during this run, so that selection, focus and scroll position follow
  /// it when rows change; nil for a row known by its index path alone.
  func rowList(_ list: RowList, itemForRowAt path: IndexPath) -> AnyHashable?
  /// Returns the index path of an item; nil if it is gone.
  func rowList(_ list: RowList, indexPathForItem item: AnyHashable) -> IndexPath?
  /// Returns the name of an item, which may no longer have a row.
  func rowList(_ list: RowList, nameForItem item: AnyHashable) -> StateValue?
  /// Returns whether rows without a name are not preserved, because their index paths are not stable.
  func keepsOnlyNames(of list: RowList) -> Bool
  /// Returns whether an emptied list will have the same rows again, so that the selection is kept by index path.
  func keepsPlacesWhileEmpty(_ list: RowList) -> Bool

  /// Returns whether rows can be deleted and moved at all.
  func canEditRows(of list: RowList) -> Bool
  /// Returns whether rows have handles in editing mode.
  func canMoveRows(of list: RowList) -> Bool
  /// Returns whether a row can be deleted and moved.
  func rowList(_ list: RowList, canEditRowAt path: IndexPath) -> Bool
  /// Deletes the row from the model. Returns false if it does not.
  func rowList(_ list: RowList, commitDeleteAt path: IndexPath) -> Bool
  /// Moves the row in the model. Returns false if it does not.
  func rowList(_ list: RowList, moveRowAt from: IndexPath, to: IndexPath) -> Bool
  /// Returns the actions of a row, shown when it is swiped aside.
  func rowList(_ list: RowList, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction]
  /// Called when the user has chosen a row.
  func rowList(_ list: RowList, didSelectRowAt path: IndexPath)
  /// Called when the user has chosen a cell.
  func rowList(_ list: RowList, didSelectCellAt path: IndexPath, column: Int)
  /// Returns whether the user can edit the text of a cell.
  func rowList(_ list: RowList, canEditCellAt path: IndexPath, column: Int) -> Bool
  /// Changes the text of a cell in the model. Returns false if the text is not valid.
  func rowList(_ list: RowList, commitEditAt path: IndexPath, column: Int, text: String) -> Bool
  /// Called when the user has moved the focus to another row.
  func rowList(_ list: RowList, didFocusRowAt path: IndexPath)
  /// Sorts the rows by a column. Returns false if the source does not sort.
  func rowList(_ list: RowList, didSortByColumn column: Int, isAscending: Bool) -> Bool
}

/// By default, rows have no headers and no names, and do not change.
extension RowListSource {
  public func rowList(_ list: RowList, titleForHeaderInSection section: Int) -> Text? { nil }
  public func contentVersion(of list: RowList) -> Int? { nil }
  public func rowList(_ list: RowList, leadingTextForRowAt path: IndexPath) -> Text { "" }
  public func rowList(_ list: RowList, nameForRowAt path: IndexPath) -> StateValue? { nil }
  public func rowList(_ list: RowList, indexPathForName name: StateValue) -> IndexPath? { nil }
  public func rowList(_ list: RowList, stateOfRowAt path: IndexPath) -> String? { nil }
  public func keepsOnlyNames(of list: RowList) -> Bool { false }
  public func keepsPlacesWhileEmpty(_ list: RowList) -> Bool { false }
  public func canEditRows(of list: RowList) -> Bool { false }
  public func canMoveRows(of list: RowList) -> Bool { true }
  public func rowList(_ list: RowList, canEditRowAt path: IndexPath) -> Bool { true }
  public func rowList(_ list: RowList, commitDeleteAt path: IndexPath) -> Bool { false }
  public func rowList(_ list: RowList, moveRowAt from: IndexPath, to: IndexPath) -> Bool { false }
  public func rowList(_ list: RowList, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] { [] }
  public func rowList(_ list: RowList, didSelectRowAt path: IndexPath) {}
  public func rowList(_ list: RowList, didSelectCellAt path: IndexPath, column: Int) {}
  public func rowList(_ list: RowList, canEditCellAt path: IndexPath, column: Int) -> Bool { false }
  public func rowList(_ list: RowList, commitEditAt path: IndexPath, column: Int, text: String) -> Bool { false }
  public func rowList(_ list: RowList, didFocusRowAt path: IndexPath) {}
  public func rowList(_ list: RowList, didSortByColumn column: Int, isAscending: Bool) -> Bool { false }

  // A name that is a text or a number also identifies the item.
  public func rowList(_ list: RowList, itemForRowAt path: IndexPath) -> AnyHashable? {
    rowList(list, nameForRowAt: path)?.rowItem
  }
  public func rowList(_ list: RowList, indexPathForItem item: AnyHashable) -> IndexPath? {
    rowList(list, nameForItem: item).flatMap { rowList(list, indexPathForName: $0) }
  }
  public func rowList(_ list: RowList, nameForItem item: AnyHashable) -> StateValue? {
    switch item {
    case let text as String: .string(text)
    case let number as Int64: .integer(number)
    case let number as Double: .float(number)
    case let bytes as [UInt8]: .byteText(bytes)
    default: nil
    }
  }
}

extension StateValue {
  /// The value as an identifier of an item; nil if it is not a valid name.
  var rowItem: AnyHashable? {
    switch self {
    case .string(let text): text
    case .integer(let number): number
    case .float(let number): number
    case .byteText(let bytes): bytes
    default: nil
    }
  }
}
