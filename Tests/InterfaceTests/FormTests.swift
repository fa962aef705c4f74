import TestApplication
import Testing

@testable import Interface

/// On a screen that is too small for its contents, the focused view is visible without a scroll view.
@Suite("Forms on small screens")
@MainActor
struct FormTests {
  private static let count = 15
  private static let sizes = [(20, 5), (40, 8)]

  private func field(_ index: Int) -> TextField {
    let field = TextField()
    field.text = "text \(index)."
    field.restorationIdentifier = "field\(index)"
    return field
  }

  private func label(_ text: String) -> Label {
    let label = Label()
    label.text = text
    return label
  }

  private func stack(_ views: [View]) -> VStack {
    let stack = VStack()
    views.forEach(stack.addSubview)
    return stack
  }

  private func bordered(_ view: View) -> View {
    view.border = .rounded
    return view
  }

  private func screen(_ view: View) -> ViewController {
    let controller = ViewController()
    controller.title = "Form"
    controller.view = view
    return controller
  }

  private enum Form: CaseIterable {
    case fields, labelled, named, bordered, nested, spaced, buttonsBelow, innerStacks, tableAbove
  }

  private func form(_ kind: Form) -> View {
    let fields = (1...Self.count).map(field)
    switch kind {
    case .fields: return stack(fields)
    case .labelled: return stack(fields.enumerated().flatMap { [label("Label \($0 + 1)."), $1] })
    case .named:
      return stack(
        fields.enumerated().map { index, field in
          let row = HStack()
          [label("Name \(index + 1)"), field].forEach(row.addSubview)
          return row
        })
    case .bordered: return bordered(stack(fields))
    case .nested: return bordered(stack([label("Title"), bordered(stack(fields)), label("Foot")]))
    case .spaced:
      let stack = stack(fields)
      (stack.spacing, stack.padding) = (1, Insets(all: 2))
      return stack
    case .buttonsBelow:
      let button = Button()
      button.title = "Send"
      return stack([label("Title"), stack(fields), button, label("Foot")])
    case .innerStacks: return stack([stack(Array(fields[..<7])), Divider(), stack(Array(fields[7...]))])
    case .tableAbove:
      let list = TextView()
      list.text = "many\nlines\nof\ntext"
      return stack([label("Title"), list, stack(fields)])
    }
  }

  private enum Place: CaseIterable {
    case root, tabs, stackInTabs, primary, secondary, presented
  }

  /// Returns an application with the form at a place.
  private func show(_ kind: Form, in place: Place, _ size: (Int, Int)) throws -> TestApplication {
    let content = screen(form(kind))
    let root: ViewController
    switch place {
    case .root, .presented: root = place == .root ? content : screen(label("below"))
    case .tabs, .stackInTabs:
      let tabs = TabBarController()
      let navigation = NavigationController()
      if place == .stackInTabs { try navigation.push(content) }
      try tabs.setViewControllers([place == .tabs ? content : navigation, screen(label("other"))])
      root = tabs
    case .primary, .secondary:
      let split = SplitViewController()
      let other = screen(label("other"))
      try split.setViewControllers(place == .primary ? [content, other] : [other, content])
      split.show(place == .primary ? .primary : .secondary)
      root = split
    }
    let shown = TestApplication(root, width: size.0, height: size.1)
    if place == .presented { try root.present(content) }
    return shown
  }

  /// Checks that the focused view is on the screen with readable contents.
  private func checkFocus(_ shown: TestApplication, _ what: String) {
    let lines = shown.application.render().lines
    guard let focused = shown.firstResponder else { return #expect(Bool(false), "\(what): nothing has keyboard focus") }
    let place = focused.convertToWindow(.zero)
    let isSeen = focused.bounds.width > 0 && focused.bounds.height > 0 && lines.indices.contains(place.y)
    #expect(isSeen, "\(what): \(focused.className) is at \(place), \(focused.frame)\n\(lines.joined(separator: "\n"))")
    if let field = focused as? TextField, isSeen {
      #expect(lines[place.y].contains(field.text.prefix(5)), "\(what): \(field.text)\n\(lines.joined(separator: "\n"))")
    }
  }

  @Test("every field that Tab and Shift-Tab reach is visible, in any form and place")
  func walk() throws {
    for size in Self.sizes {
      for place in Place.allCases {
        for kind in Form.allCases {
          let shown = try show(kind, in: place, size)
          var met: Set<String> = []
          for key in ["tab", "shift+tab"] {
            for step in 0..<Self.count + 4 {
              checkFocus(shown, "\(size) \(place) \(kind) \(key) \(step)")
              shown.firstResponder?.restorationIdentifier.map { _ = met.insert($0) }
              try shown.key(key)
            }
          }
          #expect(met.count == Self.count, "\(size) \(place) \(kind)")
        }
      }
    }
  }

  @Test("the focused view stays visible when the screen shrinks")
  func shrinking() throws {
    for place in Place.allCases {
      for kind in Form.allCases {
        for index in [1, 7, Self.count] {
          let shown = try show(kind, in: place, (80, 40))
          let field = try #require(
            shown.application.keyWindow?.focusableViews.first { $0.restorationIdentifier == "field\(index)" })
          field.becomeFirstResponder()
          for size in Self.sizes + [(80, 24), (20, 5)] {
            shown.application.resize(to: Size(width: size.0, height: size.1))
            #expect(shown.firstResponder === field)
            checkFocus(shown, "\(size) \(place) \(kind) field\(index)")
          }
        }
      }
    }
  }

  @Test("in three rows, a list below a field shows rows, of which the first gives way to a search")
  func listBelowField() throws {
    for hasColumns in [false, true] {
      let (field, table) = (TextField(), TableView())
      field.text = "filter"
      if hasColumns { table.columns = [TableColumn("Name")] }
      table.rows = ["one", "two", "three"]
      let shown = TestApplication(view: stack([field, table]), width: 20, height: 3)
      /// The lines without the scroll bar.
      var lines: [String] { shown.text.map { String($0.reversed().drop { " ┃│".contains($0) }.reversed()) } }
      #expect(lines == ["filter"] + (hasColumns ? ["  Name", "  one"] : ["  one", "  two"]))
      try shown.key("tab")
      #expect(lines == ["filter"] + (hasColumns ? ["  Name", "› one"] : ["› one", "  two"]))
      try shown.key("end")
      #expect(lines == ["filter"] + (hasColumns ? ["  Name", "› three"] : ["  two", "› three"]))
      try shown.key("/", "w")
      #expect(lines[1] == "› two" && lines[2].hasPrefix("⌕ w"), "\(lines)")
    }
  }

  @Test("two lists with too few rows for both take the screen in turn")
  func twoLists() throws {
    let (field, first, second) = (TextField(), TableView(), TableView())
    first.rows = ["one", "two", "three"]
    second.rows = ["four", "five", "six"]
    let shown = TestApplication(view: stack([field, first, second]), width: 20, height: 4)
    try shown.key("tab", "tab")
    #expect(shown.text.contains("› four") && !shown.text.joined().contains("one"), "\(shown.text)")
  }

  @Test("on a small screen a field is below its label")
  func labels() throws {
    let shown = try show(.labelled, in: .root, (20, 5))
    for _ in 0..<9 { try shown.key("tab") }
    #expect(shown.text.map(\.trimmed) == ["Label 9.", "text 9.", "Label 10.", "text 10.", "Label 11."])
  }

  @Test(
    "on too small a screen nothing moves under a mouse click, and the layout depends on the size alone")
  func clicks() throws {
    for size in Self.sizes {
      for place in Place.allCases {
        for kind in Form.allCases {
          let shown = try show(kind, in: place, size)
          for step in 0..<Self.count {
            try shown.key("tab")
            _ = shown.application.render()
            let window = try #require(shown.application.keyWindow)
            // One of the fields at each step: all of them over the steps, forms and places.
            let seen = window.focusableViews.filter { field in
              let point = field.convertToWindow(.zero)
              return field is TextField && !field.bounds.isEmpty
                && Rect(origin: .zero, size: window.size).contains(point)
                && window.content.hitTest(point) === field
            }
            if !seen.isEmpty {
              let field = seen[step % seen.count]
              let point = field.convertToWindow(.zero)
              shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: point)))
              shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: point)))
              #expect(shown.firstResponder === field)
              _ = shown.application.render()
              #expect(field.convertToWindow(.zero) == point, "\(size) \(place) \(kind) \(step)")
            }
            guard step % 5 == 0, let name = shown.firstResponder?.restorationIdentifier else { continue }
            let fresh = try show(kind, in: place, size)
            fresh.application.keyWindow?.focusableViews.first { $0.restorationIdentifier == name }?
              .becomeFirstResponder()
            #expect(fresh.application.render().lines == shown.application.render().lines, "\(size) \(place) \(kind)")
          }
        }
      }
    }
  }

  @Test("a field that grows shows its hidden beginning again")
  func widening() {
    let field = field(1)
    field.text = "0123456789"
    field.frame = Rect(x: 0, y: 0, width: 5, height: 1)
    func draw() -> String {
      let canvas = Canvas(grid: Grid(size: Size(width: 20, height: 1)))
      field.draw(in: canvas)
      return canvas.grid.text
    }
    _ = field.keyPressed(KeyPress(.end))
    #expect(draw() == "6789")
    field.frame.size.width = 8
    #expect(draw() == "3456789")
    field.frame.size.width = 20
    #expect(draw() == "0123456789")
  }

  @Test("an alert's fields and buttons, and the selected tab, are visible on a small screen")
  func alerts() throws {
    let tabs = TabBarController()
    let pages = (1...9).map { index in
      let page = screen(label("page \(index)"))
      page.title = "Tab \(index)"
      return page
    }
    try tabs.setViewControllers(pages)
    let shown = TestApplication(tabs, width: 20, height: 5)
    for index in pages.indices {
      tabs.selectedIndex = index
      #expect(shown.text.last?.contains("Tab \(index + 1)") == true)
    }
    let alert = AlertController()
    (alert.title, alert.message) = ("A question", "That has many words to be read, and lines")
    for index in 1...3 { alert.addTextField(field(index)) }
    for title in ["Yes", "No", "Later"] { alert.addAction(AlertController.Action(title: title)) }
    try tabs.present(alert)
    for step in 0..<8 {
      checkFocus(shown, "alert \(step)")
      try shown.key("tab")
    }
  }

  @Test(
    "clicking a tab bar's arrows goes to the next hidden tab and back; gaps between tabs do nothing")
  func tabBarArrows() throws {
    let tabs = TabBarController()
    try tabs.setViewControllers(
      (1...9).map { index in
        let page = screen(label("page \(index)"))
        page.title = "Tab \(index)"
        return page
      })
    let shown = TestApplication(tabs, width: 20, height: 5)
    shown.application.theme = .terminal
    func click(_ x: Int) {
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: x, y: 4))))
      shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: x, y: 4))))
    }
    #expect(shown.text.last == "●Tab 1   Tab 2     ›")
    click(19)
    #expect(shown.text.last == "‹ ●Tab 3   Tab 4   ›")
    click(9)
    #expect(tabs.selectedIndex == 2)
    click(0)
    #expect(shown.text.last == " Tab 1  ●Tab 2     ›")
    click(0)
    #expect(tabs.selectedIndex == 0)
    tabs.selectedIndex = 8
    click(19)
    #expect(tabs.selectedIndex == 8)
  }
}
