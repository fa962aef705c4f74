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

/// Knows the rows of a ``RowList``, draws what is in them, and takes what is done with them. Each is asked only for rows that
/// there are, and only when they are needed.
@MainActor
public protocol RowListSource: AnyObject {
  /// The sections, and how many rows each has. Asked for once after each ``RowList/reloadData()``.
  func lines(of list: RowList) -> RowLines
  /// What stands over a section.
  func rowList(_ list: RowList, titleForHeaderInSection section: Int) -> String?
  /// A row in words; nil for one whose views speak for themselves.
  func rowList(_ list: RowList, wordsForRowAt path: IndexPath) -> RowWords?
  /// Draws what a row shows, in this style and in its one line of a rectangle of the list.
  func rowList(_ list: RowList, drawRowAt path: IndexPath, in rect: Rect, style: Style, canvas: Canvas)

  /// A name of the item in a row that stays the same when rows move; nil if it has none.
  func rowList(_ list: RowList, identifierForRowAt path: IndexPath) -> String?
  /// Where the item of a name is now; nil if it is gone.
  func rowList(_ list: RowList, indexPathForIdentifier identifier: String) -> IndexPath?
  /// Whether a list without any row will have the same again, so that what is selected waits for them.
  func keepsPlacesWhileEmpty(_ list: RowList) -> Bool

  /// Whether there is anybody who takes deleted and moved rows.
  func canEditRows(of list: RowList) -> Bool
  /// Whether a row can be deleted and moved.
  func rowList(_ list: RowList, canEditRowAt path: IndexPath) -> Bool
  /// Takes the row out of the model. False if it does not.
  func rowList(_ list: RowList, commitDeleteAt path: IndexPath) -> Bool
  /// Moves the row in the model. False if it does not.
  func rowList(_ list: RowList, moveRowAt from: IndexPath, to: IndexPath) -> Bool
  /// What can be done with a row, shown when it is swiped aside.
  func rowList(_ list: RowList, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction]
  /// The person chose a row.
  func rowList(_ list: RowList, didSelectRowAt path: IndexPath)
}

/// Rows without headers and names that stay as they are, unless the source says otherwise.
extension RowListSource {
  public func rowList(_ list: RowList, titleForHeaderInSection section: Int) -> String? { nil }
  public func rowList(_ list: RowList, identifierForRowAt path: IndexPath) -> String? { nil }
  public func rowList(_ list: RowList, indexPathForIdentifier identifier: String) -> IndexPath? { nil }
  public func keepsPlacesWhileEmpty(_ list: RowList) -> Bool { false }
  public func canEditRows(of list: RowList) -> Bool { false }
  public func rowList(_ list: RowList, canEditRowAt path: IndexPath) -> Bool { true }
  public func rowList(_ list: RowList, commitDeleteAt path: IndexPath) -> Bool { false }
  public func rowList(_ list: RowList, moveRowAt from: IndexPath, to: IndexPath) -> Bool { false }
  public func rowList(_ list: RowList, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] { [] }
  public func rowList(_ list: RowList, didSelectRowAt path: IndexPath) {}
}
