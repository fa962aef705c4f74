import Interface
import LuaRuntime

extension ScriptClasses {
  static let canvas = ScriptClassDefinition(
    "Canvas", Canvas.self,
    "What a view draws on in its `draw`, in cells; the first is 0, 0. What is drawn outside of it is not seen."
  ) { canvas, host in
    canvas.property("width", "How many columns it has.", get: { $0.size.width })
    canvas.property("height", "How many rows it has.", get: { $0.size.height })
    canvas.method(
      "put(x: integer, y: integer, text: string|AttributedString, style?: Look, width?: integer): integer",
      "Writes a text from a cell on, in one line, of no more than a width if one is said. Returns how many cells it took."
    ) { [unowned host] canvas, stack in
      var text = Text.readText(stack, 4) ?? Text(stack.describe(4))
      let (x, y) = (try cell(stack, 2, "x"), try cell(stack, 3, "y"))
      let style = try look(stack, 5, host)
      if !stack.isNil(6) { text = text.prefix(cells: try cell(stack, 6, "width")) }
      stack.push(canvas.put(text, x: x, y: y, style: style, theme: host.application.theme) - x)
      return 1
    }
    canvas.method(
      "fill(x: integer, y: integer, width: integer, height: integer, character?: string, style?: Look)",
      "Fills a rectangle with a character; a space if none is said."
    ) { [unowned host] canvas, stack in
      let character = stack.isNil(6) ? " " : try stack.checkString(6, "the character").first ?? " "
      canvas.fill(try rect(stack), with: character, style: try look(stack, 7, host))
      return 0
    }
    canvas.method(
      "box(x: integer, y: integer, width: integer, height: integer, border?: \(Border.luaType), style?: Look)",
      "Draws a line around a rectangle, inside of it: \"single\" if none is said."
    ) { [unowned host] canvas, stack in
      let border = stack.isNil(6) ? Border.single : try Border.take(stack, 6, "the border")
      canvas.strokeBox(try rect(stack), border: border, style: try look(stack, 7, host))
      return 0
    }
  }

  /// A place that sums with others do not overflow.
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
