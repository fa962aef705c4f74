import StateRestoration

/// A preserved row: identified by the name of its item, or by its index path if it has none.
struct RowPlace: Equatable {
  var path: IndexPath
  var name: StateValue?
  /// Whether the first visible line is the section's header above the row.
  var isHeader = false

  init(_ path: IndexPath, name: StateValue? = nil, isHeader: Bool = false) {
    (self.path, self.name, self.isHeader) = (path, name, isHeader)
  }

  /// The start of the list, regardless of its content.
  static let start = RowPlace(IndexPath(section: 0, row: 0), isHeader: true)

  init?(_ value: StateValue) {
    guard case .list(let parts) = value, parts.count >= 2, case .integer(let section) = parts[0],
      case .integer(let row) = parts[1]
    else { return nil }
    path = IndexPath(section: Int(section), row: Int(row))
    if parts.count > 2 { name = parts[2] }
  }

  var value: StateValue {
    .list([.integer(Int64(path.section)), .integer(Int64(path.row))] + (name.map { [$0] } ?? []))
  }
}

/// The preserved places of a list: the selected rows, the focused row and the first visible line.
///
/// After a restoration, after the list was emptied, or if a script refers to rows that do not exist yet, the places
/// wait for their rows. Each part is applied at every reload until all of its rows were found or the user has changed
/// it. The first visible line also waits for a size at which it is possible.
struct RowPlaces: Equatable {
  var selected: SelectionPlaces?
  /// The anchor of a selection extended by Shift, and the rows selected before.
  var extended: SelectionExtensionPlaces?
  var focused: RowPlace?
  var first: RowPlace?
  /// The row at which the search began.
  var searchOrigin: RowPlace?
  /// The cell that is being edited.
  var edit: CellEditPlace?
  /// Whether the focused row is visible with ``first`` at the top, and thus stays visible at every size.
  var isFocusSeen = true

  init() {}

  @MainActor
  init(decoding coder: StateCoder) {
    selected = SelectionPlaces(
      ["selectedRows", "selectedRanges", "deselectedRows"].map { coder.decodeValue(forKey: $0) })
    extended = coder.decodeValue(forKey: "selectionAnchor").flatMap(SelectionExtensionPlaces.init)
    edit = coder.decodeValue(forKey: "editedCell").flatMap(CellEditPlace.init)
    focused = coder.decodeValue(forKey: "focusedRow").flatMap(RowPlace.init)
    if var first = coder.decodeValue(forKey: "firstRow").flatMap(RowPlace.init) {
      first.isHeader = first.path.row == 0 && coder.decodeBoolean(forKey: "isHeaderFirst") ?? true
      self.first = first
    }
    searchOrigin = coder.decodeValue(forKey: "searchOrigin").flatMap(RowPlace.init)
    isFocusSeen = coder.decodeBoolean(forKey: "isFocusSeen") ?? true
  }

  @MainActor
  func encode(with coder: StateCoder) {
    let lists = (selected ?? SelectionPlaces()).values
    coder.encode(.list(lists[0]), forKey: "selectedRows")
    if !lists[1].isEmpty { coder.encode(.list(lists[1]), forKey: "selectedRanges") }
    if !lists[2].isEmpty { coder.encode(.list(lists[2]), forKey: "deselectedRows") }
    if let extended { coder.encode(extended.value, forKey: "selectionAnchor") }
    if let edit { coder.encode(edit.value, forKey: "editedCell") }
    if let focused { coder.encode(focused.value, forKey: "focusedRow") }
    if let searchOrigin { coder.encode(searchOrigin.value, forKey: "searchOrigin") }
    if !isFocusSeen { coder.encode(false, forKey: "isFocusSeen") }
    if let first, first != .start {
      coder.encode(first.value, forKey: "firstRow")
      // Saves without this key had the header at the top.
      if !first.isHeader, first.path.row == 0 { coder.encode(false, forKey: "isHeaderFirst") }
    }
  }
}
