import Interface
import LuaRuntime

extension ScriptClasses {
  static let canvas = ScriptClassDefinition(
    "Canvas", Canvas.self,
    "The drawing area of a view's `draw`, in cells from 0, 0. Drawing outside of it has no effect."
  ) { canvas, host in
    canvas.property("width", "The number of columns.", get: { $0.size.width })
    canvas.property("height", "The number of rows.", get: { $0.size.height })
    canvas.method(
      "put(x: integer, y: integer, text: string|AttributedString, style?: Look, width?: integer): integer",
      "Draws a text in one line, starting at a cell and limited to `width`, if given. Returns the number of cells used."
    ) { [unowned host] canvas, stack in
      try check(canvas)
      var text = try Text.takeText(stack, 4, "the text")
      let (x, y) = (try cell(stack, 2, "x"), try cell(stack, 3, "y"))
      let style = try look(stack, 5, host)
      if !stack.isNil(6) { text = text.prefix(cells: try cell(stack, 6, "width")) }
      stack.push(canvas.put(text, x: x, y: y, style: style, theme: host.application.theme) - x)
      return 1
    }
    canvas.method(
      "fill(x: integer, y: integer, width: integer, height: integer, character?: string, style?: Look)",
      "Fills a rectangle with a character, a space by default."
    ) { [unowned host] canvas, stack in
      try check(canvas)
      let text = stack.isNil(6) ? " " : try stack.checkString(6, "the character")
      guard let character = text.first, text.count == 1 else {
        throw LuaError.usage("the character: expected one character, got \(text.asLua)")
      }
      canvas.fill(try rect(stack), with: character, style: try look(stack, 7, host))
      return 0
    }
    canvas.method(
      "box(x: integer, y: integer, width: integer, height: integer, border?: \(Border.luaType), style?: Look)",
      "Draws a border along the inside of a rectangle, \"single\" by default."
    ) { [unowned host] canvas, stack in
      try check(canvas)
      let border = stack.isNil(6) ? Border.single : try Border.take(stack, 6, "the border")
      canvas.strokeBox(try rect(stack), border: border, style: try look(stack, 7, host))
      return 0
    }
    canvas.method(
      "image(x: integer, y: integer, width: integer, height: integer, image: Image, contentMode?: \(ImageView.ContentMode.luaType))",
      "Draws a picture in a rectangle, as an `ImageView` of this size does; fitted by default."
    ) { [unowned host] canvas, stack in
      try check(canvas)
      guard let image = stack.object(6) as? Image else {
        throw stack.wrongType(6, "the picture", expected: "a ui.Image")
      }
      let mode =
        stack.isNil(7)
        ? ImageView.ContentMode.scaleAspectFit : try ImageView.ContentMode.take(stack, 7, "the content mode")
      canvas.draw(
        image, in: try rect(stack), contentMode: mode,
        isMonochrome: host.application.theme.name == Theme.monochrome.name)
      return 0
    }
  }

  /// - Throws: `LuaError` if the canvas is used after its `draw` has returned, when drawing has no effect any more.
  private static func check(_ canvas: Canvas) throws {
    if canvas.isUsable { return }
    throw LuaError.usage(
      "this canvas can only be used until its draw returns; call setNeedsDisplay() on the view, and draw in its draw")
  }

  /// Returns a coordinate small enough that sums with others do not overflow.
  private static func cell(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Int {
    min(max(try stack.checkInteger(index, name), -(1 << 30)), 1 << 30)
  }

  private static func rect(_ stack: LuaStack) throws -> Rect {
    Rect(
      x: try cell(stack, 2, "x"), y: try cell(stack, 3, "y"), width: try cell(stack, 4, "width"),
      height: try cell(stack, 5, "height"))
  }

  private static func look(_ stack: LuaStack, _ index: Int32, _ host: ScriptHost) throws -> Style {
    stack.isNil(index) ? .plain : try Style.take(stack, index, "the style", theme: host.application.theme)
  }
}
