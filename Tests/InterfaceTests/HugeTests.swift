import Testing

@testable import Interface

/// Contents far larger than a screen cost no more than their visible part.
@Suite("Huge sizes")
@MainActor
struct HugeTests {
  @Test("a box that extends far outside draws only its visible edges")
  func boxes() {
    let canvas = Canvas(grid: Grid(size: Size(width: 6, height: 4)))
    canvas.strokeBox(Rect(x: 1, y: 1, width: 1 << 30, height: 1 << 30))
    #expect(canvas.grid.lines == ["", " ┌────", " │", " │"])
    let other = Canvas(grid: Grid(size: Size(width: 6, height: 4)))
    other.strokeBox(Rect(x: -(1 << 30), y: -(1 << 30), width: (1 << 30) + 4, height: (1 << 30) + 3))
    #expect(other.grid.lines == ["   │", "   │", "───┘", ""])
  }

  @Test("any screen size that a terminal reports can be drawn")
  func screens() {
    let app = Application(identifier: "huge", screenSize: Size(width: 65_535, height: 65_535))
    #expect(app.screenSize == Size.largestScreen)
    app.resize(to: Size(width: 65_535, height: 3))
    #expect(app.screenSize == Size(width: 1000, height: 3))
    #expect(app.render().size == app.screenSize)
  }

  @Test("a field with a long text shows the part around the cursor")
  func longField() {
    let field = TextField()
    field.frame = Rect(x: 0, y: 0, width: 10, height: 1)
    #expect(field.pasted(String(repeating: "0123456789", count: 50_000) + "end"))
    func draw() -> String {
      let canvas = Canvas(grid: Grid(size: Size(width: 10, height: 1)))
      field.draw(in: canvas)
      return canvas.grid.text
    }
    #expect(draw() == "3456789end".suffix(9))
    for _ in 0..<100 { _ = draw() }
    _ = field.keyPressed(KeyPress(.home))
    #expect(draw() == "0123456789")
    #expect(field.sizeThatFits(Size(width: 40, height: 1)).width == 40)
  }

  @Test("a selection may reach beyond any text")
  func selection() {
    let view = TextView()
    view.text = "one two"
    view.selectedRange = TextEditing.Selection(location: 4, length: .max)
    #expect(view.selectedRange == TextEditing.Selection(location: 4, length: 3))
    view.selectedRange = TextEditing.Selection(location: .min, length: .max)
    #expect(view.selectedRange == TextEditing.Selection(location: 0, length: 7))
  }

  @Test("points and frames at the edge of the coordinates are converted")
  func conversion() {
    let (outer, inner) = (View(), View())
    outer.addSubview(inner)
    outer.frame = Rect(x: .max - 10, y: .min + 10, width: 3, height: 3)
    inner.frame = Rect(x: 1, y: -1, width: 1, height: 1)
    #expect(inner.convertToWindow(Point(x: 20, y: -20)) == Point(x: .max, y: .min))
    #expect(outer.convertFromWindow(Point(x: .min, y: .max)) == Point(x: .min, y: .max))
    #expect(View().convertFromWindow(Point(x: .max, y: .min)) == Point(x: .max, y: .min))
  }

  @Test("a tap with a number that no place has fails")
  func numbers() {
    let app = Application(identifier: "huge")
    let window = Window()
    let controller = ViewController()
    let button = Button()
    button.title = "Press"
    controller.view = button
    window.rootViewController = controller
    app.window = window
    window.makeKeyAndVisible()
    for number in [Int.min, 0, 2, .max] {
      #expect(throws: AutomationError.self) { try Automation(app).tap("Press", number: number) }
    }
  }
}
