import StateRestoration

/// A row that is kept: by the name of its item where it has one, by its place where not.
struct RowPlace: Equatable {
  var path: IndexPath
  var name: StateValue?
  /// Whether the header above a section's first row is what stands at the top.
  var isHeader = false

  init(_ path: IndexPath, name: StateValue? = nil, isHeader: Bool = false) {
    (self.path, self.name, self.isHeader) = (path, name, isHeader)
  }

  /// The very start, whatever stands there.
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

/// The places of a list: which rows are selected, which one keys act on, which one stands at the top.
///
/// They are what is saved. After a restoration, when the list was emptied, or when a script says a place that is not there
/// yet, they wait for the rows to come: each part is applied at every reload until the whole of it has found its place, or
/// was moved. What stands at the top also waits for a size at which it can stand there.
struct RowPlaces: Equatable {
  var selected: [RowPlace]?
  var focused: RowPlace?
  var first: RowPlace?
  /// Where the search began.
  var searchOrigin: RowPlace?
  /// Whether the focused row is in sight where ``first`` stands at the top: then it stays so at every size.
  var isFocusSeen = true

  init() {}

  @MainActor
  init(decoding coder: StateCoder) {
    selected = []
    if case .list(let rows)? = coder.decodeValue(forKey: "selectedRows") {
      selected = rows.compactMap(RowPlace.init)
    }
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
    coder.encode(.list((selected ?? []).map(\.value)), forKey: "selectedRows")
    if let focused { coder.encode(focused.value, forKey: "focusedRow") }
    if let searchOrigin { coder.encode(searchOrigin.value, forKey: "searchOrigin") }
    if !isFocusSeen { coder.encode(false, forKey: "isFocusSeen") }
    if let first, first != .start {
      coder.encode(first.value, forKey: "firstRow")
      // Saves that do not say so had the header at the top.
      if !first.isHeader, first.path.row == 0 { coder.encode(false, forKey: "isHeaderFirst") }
    }
  }
}
