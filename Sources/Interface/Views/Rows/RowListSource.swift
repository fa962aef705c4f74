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
  func lines() -> RowLines
  /// Returns the header of a section.
  func titleForHeader(inSection section: Int) -> Text?
  /// Returns the content of a row.
  func cellForRow(at path: IndexPath) -> TableCell
  /// Returns a number that differs whenever a row may have another text without a reload; nil if there is none, so that a
  /// row is asked for in every frame.
  var contentVersion: Int? { get }
  /// Returns the text before the row's content, in the first column if there are columns.
  func leadingTextForRow(at path: IndexPath) -> Text

  /// Returns a state to read after the row's content; nil for none.
  func stateOfRow(at path: IndexPath) -> String?

  /// Returns the name of a row's item, which stays the same when rows move and in other runs; nil if it has none.
  func nameForRow(at path: IndexPath) -> StateValue?
  /// Returns the index path of the item with a name; nil if it is gone, or does not exist yet.
  func indexPath(forName name: StateValue) -> IndexPath?
  /// Returns a value that identifies a row's item during this run, so that selection, focus and scroll position follow
  /// it when rows change; nil for a row known by its index path alone.
  func itemForRow(at path: IndexPath) -> AnyHashable?
  /// Returns the index path of an item; nil if it is gone.
  func indexPath(forItem item: AnyHashable) -> IndexPath?
  /// Returns the name of an item, which may no longer have a row.
  func name(forItem item: AnyHashable) -> StateValue?
  /// Returns whether rows without a name are not preserved, because their index paths are not stable.
  var keepsOnlyNames: Bool { get }
  /// Returns whether an emptied list will have the same rows again, so that the selection is kept by index path.
  var keepsPlacesWhileEmpty: Bool { get }

  /// Returns whether rows can be deleted and moved at all.
  var canEditRows: Bool { get }
  /// Returns whether rows have handles in editing mode.
  var canMoveRows: Bool { get }
  /// Returns whether a row can be deleted and moved.
  func canEditRow(at path: IndexPath) -> Bool
  /// Deletes the row from the model. Returns false if it does not.
  func commitDelete(at path: IndexPath) -> Bool
  /// Moves the row in the model. Returns false if it does not.
  func moveRow(at from: IndexPath, to: IndexPath) -> Bool
  /// Returns the actions of a row, shown when it is swiped aside.
  func trailingSwipeActionsForRow(at path: IndexPath) -> [RowAction]
  /// Called when the user has chosen a row.
  func didSelectRow(at path: IndexPath)
  /// Called when the user has chosen a cell.
  func didSelectCell(at path: IndexPath, column: Int)
  /// Returns whether the user can edit the text of a cell.
  func canEditCell(at path: IndexPath, column: Int) -> Bool
  /// Changes the text of a cell in the model. Returns false if the text is not valid.
  func commitEdit(at path: IndexPath, column: Int, text: String) -> Bool
  /// Called when the user has moved the focus to another row.
  func didFocusRow(at path: IndexPath)
  /// Sorts the rows by a column. Returns false if the source does not sort.
  func didSort(byColumn column: Int, isAscending: Bool) -> Bool
}

/// By default, rows have no headers and no names, and do not change.
extension RowListSource {
  public func titleForHeader(inSection section: Int) -> Text? { nil }
  public var contentVersion: Int? { nil }
  public func leadingTextForRow(at path: IndexPath) -> Text { "" }
  public func nameForRow(at path: IndexPath) -> StateValue? { nil }
  public func indexPath(forName name: StateValue) -> IndexPath? { nil }
  public func stateOfRow(at path: IndexPath) -> String? { nil }
  public var keepsOnlyNames: Bool { false }
  public var keepsPlacesWhileEmpty: Bool { false }
  public var canEditRows: Bool { false }
  public var canMoveRows: Bool { true }
  public func canEditRow(at path: IndexPath) -> Bool { true }
  public func commitDelete(at path: IndexPath) -> Bool { false }
  public func moveRow(at from: IndexPath, to: IndexPath) -> Bool { false }
  public func trailingSwipeActionsForRow(at path: IndexPath) -> [RowAction] { [] }
  public func didSelectRow(at path: IndexPath) {}
  public func didSelectCell(at path: IndexPath, column: Int) {}
  public func canEditCell(at path: IndexPath, column: Int) -> Bool { false }
  public func commitEdit(at path: IndexPath, column: Int, text: String) -> Bool { false }
  public func didFocusRow(at path: IndexPath) {}
  public func didSort(byColumn column: Int, isAscending: Bool) -> Bool { false }

  // A name that is a text or a number also identifies the item.
  public func itemForRow(at path: IndexPath) -> AnyHashable? { nameForRow(at: path)?.rowItem }
  public func indexPath(forItem item: AnyHashable) -> IndexPath? {
    name(forItem: item).flatMap { indexPath(forName: $0) }
  }
  public func name(forItem item: AnyHashable) -> StateValue? {
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
