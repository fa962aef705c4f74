import Interface
import Terminal

/// The cost of drawing: a frame after a key, and a scrolling table.
@MainActor
struct ScreenBenchmarks {
  private static let size = Size(width: 200, height: 60)
  private static let encoder = FrameEncoder(colors: .full)

  func run() throws -> [Measurement] {
    let oneKey = try afterOneKey()
    let scrolls = try RowsShown.allCases.map { shown in
      let (million, hundred) = try medians(rounds: 5) {
        try scroll(1_000_000, shown)
      } against: {
        try scroll(100, shown)
      }
      return Measurement(
        work: "scroll \(shown.rawValue) of 1,000,000 rows", against: "of 100 rows", seconds: million / Self.steps,
        reference: hundred / Self.steps, aim: 1.2)
    }
    let (long, short) = (try typing(intoCharacters: 1_000_000), try typing(intoCharacters: 1_000))
    let (longLog, shortLog) = (appending(toLines: 1_000_000), appending(toLines: 1_000))
    return oneKey + [
      Measurement(
        work: "append a line to a pager of 1,000,000", against: "to one of 1,000", seconds: longLog,
        reference: shortLog, aim: 1.2),
      Measurement(
        work: "type into a text of 1,000,000 characters", against: "a text of 1,000", seconds: long, reference: short,
        aim: 4),
    ] + scrolls
  }

  /// Returns an application whose window covers the screen with text.
  private func shown(_ view: View) -> Application {
    let application = Application(identifier: "benchmark", screenSize: Self.size)
    let controller = ViewController()
    controller.view = view
    let window = Window(size: Self.size)
    window.rootViewController = controller
    application.window = window
    window.makeKeyAndVisible()
    application.launch(store: nil)
    return application
  }

  private func afterOneKey() throws -> [Measurement] {
    let field = TextField()
    let stack = VStack()
    stack.addSubview(field)
    for row in 1..<Self.size.height {
      let label = Label()
      label.text = String(repeating: "text in row \(row) ", count: 20).truncated(to: Self.size.width)
      stack.addSubview(label)
    }
    let application = shown(stack)
    var before = application.render()
    let whole = Self.encoder.encode(before, after: nil).count
    var times: [Double] = []
    var bytes: [Double] = []
    for letter in String(repeating: "abcdefgh ", count: 20) {
      times.append(
        seconds {
          application.handle(.key(KeyPress(.character(letter))))
          let grid = application.render()
          bytes.append(Double(Self.encoder.encode(grid, after: before).count))
          before = grid
        })
    }
    return [
      Measurement(
        work: "a frame after one key on a 200x60 screen", against: "1 ms", seconds: median(times), reference: 1e-3,
        aim: 1),
      Measurement(
        work: "bytes that this frame writes", against: "the whole frame", seconds: median(bytes),
        reference: Double(whole), unit: .bytes, aim: 0.01),
    ]
  }

  /// Returns the time of a key and its frame in a text view with a number of characters.
  private func typing(intoCharacters count: Int) throws -> Double {
    let view = TextView()
    view.text = String(repeating: String(repeating: "some words of a text ", count: 30) + "\n", count: count / 631 + 1)
    view.selectedRange = .init(location: count / 2)
    let application = shown(view)
    var before = application.render()
    var times: [Double] = []
    for letter in String(repeating: "abcdefgh ", count: 10) {
      times.append(
        seconds {
          application.handle(.key(KeyPress(.character(letter))))
          let grid = application.render()
          _ = Self.encoder.encode(grid, after: before)
          before = grid
        })
    }
    return median(times)
  }

  /// Returns the time to append a line to a number of lines and draw it.
  private func appending(toLines count: Int) -> Double {
    let view = TextView()
    view.isEditable = false
    let application = shown(view)
    for number in 1...count { view.append(Text("line \(number) of a log that grows\n")) }
    _ = application.render()
    return median(
      (0..<300).map { number in
        seconds {
          view.append(Text("another line \(number)\n"))
          _ = application.render()
        }
      })
  }

  private static let steps = 300.0

  /// Returns the time to scroll a table of a number of rows by three rows.
  func timeOfScrolledRows(_ count: Int) throws -> Double {
    try seconds { try scroll(count, .texts) } / Self.steps
  }

  /// The scrolled content.
  private enum RowsShown: String, CaseIterable {
    case texts = "a table"
    case columns = "a table with columns"
    case views = "a table of views"
    case outline = "an outline"
  }

  private final class Rows: TableViewDataSource, OutlineViewDataSource {
    let count: Int
    let shown: RowsShown
    init(_ count: Int, _ shown: RowsShown) { (self.count, self.shown) = (count, shown) }
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      switch shown {
      case .columns: return .columns([.text("row \(path.row)"), .text("detail"), .text("\(path.row)")])
      case .views:
        let label = Label()
        label.text = "row \(path.row)"
        return .view(label)
      default: return .text("row \(path.row)", detail: "detail", accessory: nil)
      }
    }
    // The item at the top contains all others.
    func outlineView(_ outline: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
      item == nil ? 1 : item == AnyHashable(-1) ? count : 0
    }
    func outlineView(_ outline: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
      item == nil ? -1 : index
    }
    func outlineView(_ outline: OutlineView, cellForItem item: AnyHashable) -> TableCell {
      .text("row \(item)", detail: "detail", accessory: nil)
    }
  }

  private func scroll(_ count: Int, _ shown: RowsShown) throws {
    let source = Rows(count, shown)
    let list: RowList
    if shown == .outline {
      let outline = OutlineView()
      outline.dataSource = source
      outline.expandItem(-1)
      list = outline
    } else {
      let table = TableView()
      table.dataSource = source
      if shown == .columns {
        table.columns = [TableColumn("Row"), TableColumn("Detail", width: .cells(20)), TableColumn("Number")]
      }
      list = table
    }
    let application = self.shown(list)
    var before = application.render()
    for step in 0..<Int(Self.steps) {
      let rows = step / 10 % 2 == 0 ? 3 : -3
      application.handle(.mouse(MouseEvent(.wheel(rows: rows), at: Point(x: 5, y: 5))))
      let grid = application.render()
      _ = Self.encoder.encode(grid, after: before)
      before = grid
    }
  }
}
