import StateRestoration

/// Rows in a column, in titled sections. Rows are loaded on demand, so a million cost no more than a screenful (UIKit's
/// `UITableView`).
@MainActor
open class TableView: RowList {
  /// Supplies the rows. Weak, as in UIKit.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }
  /// A fixed list of rows, for a table without a data source.
  public var rows: [Text] = [] {
    didSet {
      rowBytes = rows.reduce(0) { $0 + $1.heldBytes }
      reloadData()
    }
  }
  private var rowBytes = 0
  open override var heldBytes: Int { super.heldBytes + rowBytes }
  private lazy var tableRows = TableRows(self)

  /// Creates an empty table.
  public override init() {
    super.init()
    rowSource = tableRows
  }

  // MARK: Cells

  func cell(at path: IndexPath) -> TableCell {
    guard let dataSource else {
      return .styled(rows.indices.contains(path.row) ? rows[path.row] : "")
    }
    return dataSource.tableView(self, cellForRowAt: path)
  }
}
