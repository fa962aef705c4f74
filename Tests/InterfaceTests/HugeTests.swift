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
}
