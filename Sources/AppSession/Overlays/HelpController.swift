import Interface

/// Help on the keys of the screen and of the focused view.
@MainActor
final class HelpController: OverlayController {
  /// The keys of a part of the screen.
  typealias Section = (title: String, keys: [KeyHelp])

  private let sections: [Section]
  private let screen: Size
  private let list = ScrollView()
  private let columns = HelpColumns()
  private let field = HelpSearchField()

  /// The minimum width of a screen whose help has two columns.
  private static let minimumWidthForTwo = 72
  /// The rows of the screen besides those of the keys: the border, the search field, and some of the app.
  private static let otherRows = 7
  private static let mostKeyCells = 14
  private static let padding = 2

  /// - Parameter screen: the size of the screen.
  init(_ sections: [Section], on screen: Size) {
    self.sections = sections.filter { !$0.keys.isEmpty }
    self.screen = screen
  }

  override func loadView() {
    let keys = sections.flatMap(\.keys)
    columns.keyWidth = min(Self.mostKeyCells, keys.map(\.keys.cellWidth).max() ?? 0)
    columns.titleWidth = keys.map(\.title.cellWidth).max() ?? 0
    let rows = sections.reduce(-1) { $0 + $1.keys.count + 2 }
    let column = max(columns.keyWidth + HelpRow.gap + columns.titleWidth, sections.map(\.title.cellWidth).max() ?? 0)
    let isWide = screen.width >= Self.minimumWidthForTwo && rows > screen.height - Self.otherRows
    columns.count = isWide ? 2 : 1
    // Add the border, the padding and the scroll bar.
    let width = columns.count * column + (isWide ? HelpColumns.gap : 0) + 2 + 2 * Self.padding + 1
    let box = loadBox(width: width)
    box.padding = Insets(left: Self.padding, right: Self.padding)
    box.borderTitle = "Keys"
    show(sections)
    list.addSubview(columns)
    box.addSubview(list)
    field.placeholder = "/ to search"
    field.onChange = { [weak self] _ in self?.search() }
    box.addSubview(field)
  }

  private func show(_ sections: [Section]) {
    columns.show(
      sections.map { section in
        let stack = VStack()
        let title = Label()
        title.text = section.title
        title.role = .columnTitle
        stack.addSubview(title)
        for help in section.keys {
          stack.addSubview(HelpRow(help, column: columns.keyWidth, titles: columns.titleWidth))
        }
        return stack
      })
    list.contentOffset = .zero
  }

  /// Shows the keys that match the typed text.
  private func search() {
    let text = field.text.lowercased()
    show(
      sections.map { section in
        (section.title, section.keys.filter { text.isEmpty || "\($0.keys) \($0.title)".lowercased().contains(text) })
      }.filter { !$0.keys.isEmpty })
  }

  private func beginSearch() -> Bool {
    field.isSearching = true
    return field.becomeFirstResponder()
  }

  override var keyBindings: [KeyBinding] {
    [
      KeyBinding(nil, .keys(HostCommand.help.keys + [.enter, .character("q")])) { [self] _ in
        close()
        return true
      },
      KeyBinding(
        nil, trying: [.character("j"): { self.list.keyPressed(.down) }, .character("k"): { self.list.keyPressed(.up) }]),
      KeyBinding("Search", trying: [.character("/"): beginSearch]),
    ] + super.keyBindings
  }
}

/// The search field of the help, which is focused only while the user searches, so that letters scroll and close.
@MainActor
private final class HelpSearchField: TextField {
  var isSearching = false
  override var canBecomeFirstResponder: Bool { isSearching && super.canBecomeFirstResponder }
}

/// The sections of the help in one or two columns.
@MainActor
private final class HelpColumns: View {
  static let gap = 4
  var count = 1
  /// The widths of the columns of the keys and of their descriptions.
  var keyWidth = 0
  var titleWidth = 0

  func show(_ sections: [View]) {
    for view in subviews { view.removeFromSuperview() }
    for view in sections { addSubview(view) }
    setNeedsLayout()
  }

  /// The width below which two columns are unreadable.
  private static let minimumWidthForTwo = 56

  /// Returns the frames of the sections: in two columns, a section goes to the left one until that has half of the rows.
  private func frames(in width: Int) -> [Rect] {
    let isWide = count == 2 && width >= Self.minimumWidthForTwo
    let column = isWide ? (width - Self.gap) / 2 : width
    let heights = subviews.map { $0.fittingSize(in: Size(width: column, height: 10_000)).height }
    let half = (heights.reduce(heights.count - 1, +) + 1) / 2
    var (x, y) = (0, 0)
    return heights.enumerated().map { index, height in
      if isWide, x == 0, index > 0, y + height > half + height / 2 { (x, y) = (column + Self.gap, 0) }
      defer { y += height + 1 }
      return Rect(x: x, y: y, width: column, height: height)
    }
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let column = keyWidth + HelpRow.gap + titleWidth
    let width = min(proposal.width, count * column + (count - 1) * Self.gap)
    return Size(width: width, height: frames(in: width).map(\.maxY).max() ?? 0)
  }

  override func layoutSubviews() {
    for (view, frame) in zip(subviews, frames(in: bounds.width)) { view.frame = frame }
  }
}

/// Keys and their description side by side. Text that is too long wraps within its column.
private final class HelpRow: View {
  /// The number of cells between the columns.
  static let gap = 2
  private let keys = Label()
  private let title = Label()
  private let column: Int
  private let titles: Int

  /// - Parameters:
  ///   - column: the preferred width of the key column, in cells.
  ///   - titles: the width of the longest title, in cells.
  init(_ help: KeyHelp, column: Int, titles: Int) {
    self.column = column
    self.titles = titles
    super.init()
    keys.text = help.keys
    keys.role = .hintKey
    title.text = help.title
    // Screen readers announce both labels as one.
    keys.accessibilityLabel = ""
    title.accessibilityLabel = "\(help.keys): \(help.title)"
    addSubview(keys)
    addSubview(title)
  }

  /// Returns the widths of the two columns for a total width.
  private func columns(in width: Int) -> (keys: Int, title: Int) {
    let keys = max(1, min(column, max(width * 2 / 5, width - Self.gap - titles)))
    return (keys, max(1, width - keys - Self.gap))
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let columns = columns(in: proposal.width)
    let wanted = keys.fittingSize(in: Size(width: columns.keys, height: proposal.height))
    let titleSize = title.fittingSize(in: Size(width: columns.title, height: proposal.height))
    let width = columns.keys + Self.gap + min(columns.title, titleSize.width)
    return Size(width: min(proposal.width, width), height: max(wanted.height, titleSize.height))
  }

  override func layoutSubviews() {
    let columns = columns(in: bounds.width)
    keys.frame = Rect(x: 0, y: 0, width: columns.keys, height: bounds.height)
    title.frame = Rect(x: columns.keys + Self.gap, y: 0, width: columns.title, height: bounds.height)
  }
}
