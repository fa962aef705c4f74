import StateRestoration

/// Rows one below the other, in sections with titles; made on demand, so that a million cost no more than a screenful
/// (UIKit's `UITableView`).
@MainActor
open class TableView: RowList {
  /// Gives the rows. Weak, as in UIKit.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }
  /// A fixed list of rows, for a table without a data source.
  public var rows: [String] = [] {
    didSet {
      rowBytes = rows.byteCount
      heldBytesDidChange()
      reloadData()
    }
  }
  private var rowBytes = 0
  open override var heldBytes: Int { super.heldBytes + rowBytes }
  private var cellViews: [IndexPath: View] = [:]
  private lazy var tableRows = TableRows(self)

  /// A table without rows.
  public override init() {
    super.init()
    rowSource = tableRows
  }

  open override func reloadData() {
    super.reloadData()
    for view in cellViews.values { view.removeFromSuperview() }
    cellViews = [:]
  }

  // MARK: Cells

  func cell(at path: IndexPath) -> TableCell {
    guard let dataSource else {
      return .text(rows.indices.contains(path.row) ? rows[path.row] : "", detail: nil, accessory: nil)
    }
    return dataSource.tableView(self, cellForRowAt: path)
  }

  /// The view that shows a row, if one does and it is seen.
  func cellView(at path: IndexPath) -> View? { cellViews[path] }

  open override func layoutSubviews() {
    super.layoutSubviews()
    guard dataSource != nil else { return }
    var shown: [IndexPath: View] = [:]
    for line in visibleLines {
      guard let path = lines.content(ofLine: line)?.row, let view = cellViews[path] ?? madeView(at: path) else {
        continue
      }
      shown[path] = view
      if view.superview !== self { addSubview(view) }
      let width = max(0, rowWidth - 2 - (isEditing ? 2 : 0))
      view.frame = Rect(x: 2, y: line - contentOffset, width: width, height: 1)
    }
    for (path, view) in cellViews where shown[path] == nil { view.removeFromSuperview() }
    cellViews = shown
  }

  private func madeView(at path: IndexPath) -> View? {
    guard case .view(let view) = cell(at: path) else { return nil }
    return view
  }

  override var namesSubviewsByPlace: Bool { false }

  override func focusStep(to subview: View) -> StateValue {
    cellViews.first { $0.value === subview }.map { place(of: $0.key).value } ?? super.focusStep(to: subview)
  }

  override func subview(atFocusStep step: StateValue) -> View? {
    guard let place = RowPlace(step) else { return super.subview(atFocusStep: step) }
    return row(at: place).flatMap { cellViews[$0] }
  }
}
