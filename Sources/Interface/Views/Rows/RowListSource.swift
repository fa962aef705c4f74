import StateRestoration

/// A row in words: what a person hears, and what a search looks through.
public struct RowWords: Equatable, Sendable {
  /// What the row is called.
  public var label: String
  /// What else it says; nil for nothing.
  public var value: String?
  /// In which texts a search looks.
  public var searchedTexts: [String]

  /// A row of this name.
  public init(_ label: String, value: String? = nil, searchedTexts: [String]? = nil) {
    self.label = label
    self.value = value
    self.searchedTexts = searchedTexts ?? [label]
  }
}

/// Knows the rows of a ``RowList`` and what they show, and takes what is done with them. Each is asked only for rows that
/// there are, and only when they are needed.
@MainActor
public protocol RowListSource: AnyObject {
  /// The sections, and how many rows each has. Asked for once after each ``RowList/reloadData()``.
  func lines(of list: RowList) -> RowLines
  /// What stands over a section.
  func rowList(_ list: RowList, titleForHeaderInSection section: Int) -> Text?
  /// What a row shows.
  func rowList(_ list: RowList, cellForRowAt path: IndexPath) -> TableCell
  /// What stands before what a row shows, in the first column if there are columns.
  func rowList(_ list: RowList, leadingTextForRowAt path: IndexPath) -> String

  /// What is said of a row beside what it shows; nil for nothing.
  func rowList(_ list: RowList, stateOfRowAt path: IndexPath) -> String?

  /// The name of the item in a row, which is the same when rows move, and in other runs; nil if it has none.
  func rowList(_ list: RowList, nameForRowAt path: IndexPath) -> StateValue?
  /// Where the item of a name is now; nil if it is gone, or not there yet.
  func rowList(_ list: RowList, indexPathForName name: StateValue) -> IndexPath?
  /// What tells the item in a row from others in this run, for selection, focus and scroll position to follow it when rows
  /// change; nil for a row that is known by its place alone.
  func rowList(_ list: RowList, itemForRowAt path: IndexPath) -> AnyHashable?
  /// Where an item is now; nil if it is gone.
  func rowList(_ list: RowList, indexPathForItem item: AnyHashable) -> IndexPath?
  /// The name of an item that has no row any more.
  func rowList(_ list: RowList, nameForItem item: AnyHashable) -> StateValue?
  /// Whether a row without a name is not kept, since its place says nothing.
  func keepsOnlyNames(of list: RowList) -> Bool
  /// Whether a list without any row will have the same again, so that what is selected waits for them by its place.
  func keepsPlacesWhileEmpty(_ list: RowList) -> Bool

  /// Whether there is anybody who takes deleted and moved rows.
  func canEditRows(of list: RowList) -> Bool
  /// Whether rows have handles to be moved by while they are edited.
  func canMoveRows(of list: RowList) -> Bool
  /// Whether a row can be deleted and moved.
  func rowList(_ list: RowList, canEditRowAt path: IndexPath) -> Bool
  /// Takes the row out of the model. False if it does not.
  func rowList(_ list: RowList, commitDeleteAt path: IndexPath) -> Bool
  /// Moves the row in the model. False if it does not.
  func rowList(_ list: RowList, moveRowAt from: IndexPath, to: IndexPath) -> Bool
  /// What can be done with a row, shown when it is swiped aside.
  func rowList(_ list: RowList, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction]
  /// The user chose a row.
  func rowList(_ list: RowList, didSelectRowAt path: IndexPath)
  /// The user let the keys act on another row.
  func rowList(_ list: RowList, didFocusRowAt path: IndexPath)
  /// Rows are to be sorted by a column. Returns whether there is anybody who does it.
  func rowList(_ list: RowList, didSortByColumn column: Int, isAscending: Bool) -> Bool
}

/// Rows without headers and names that stay as they are, unless the source says otherwise.
extension RowListSource {
  public func rowList(_ list: RowList, titleForHeaderInSection section: Int) -> Text? { nil }
  public func rowList(_ list: RowList, leadingTextForRowAt path: IndexPath) -> String { "" }
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
  public func rowList(_ list: RowList, didFocusRowAt path: IndexPath) {}
  public func rowList(_ list: RowList, didSortByColumn column: Int, isAscending: Bool) -> Bool { false }

  // A name that is a text or a number tells items apart, too.
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
  /// What tells the item of this name from others; nil for what can be no name.
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
