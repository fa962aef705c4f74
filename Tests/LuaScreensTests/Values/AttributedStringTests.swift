import LuaRuntime
import StateRestoration
import Testing

@testable import Interface
@testable import LuaScreens

@Suite("Styled text in scripts")
@MainActor
struct ScriptedAttributedStringTests {
  private static let script = """
    _G.ui = ui
    A = ui.AttributedString
    Root = ui.ViewController:subclass "Root"
    function Root:loadView()
      self.label = ui.Label { text = "plain", accessibilityIdentifier = "label" }
      self.view = ui.VStack { self.label }
    end
    function Root:encodeRestorableState(coder) coder:encode("value", out) end
    function Root:decodeRestorableState(coder) back = coder:decode "value" end
    function app:willFinishLaunching()
      self.window = ui.Window()
      root = Root { restorationIdentifier = "root" }
      self.window.rootViewController = root
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    """

  @Test(
    "attributed strings are compared by value",
    arguments: [
      ("tostring(A { 'plain ', { 'bold', style = { bold = true } } })", "plain bold"),
      ("A { 'a', { 'b', { 'c', { 'd' } } } }.string", "abcd"), ("A 'x'.string", "x"), ("A {}.string, #A {}", ", 0"),
      ("#A { 'e', '\\u{301}', '日' }", "2"), ("A { 1, 2.5, ' ' }.string", "12.5 "),
      (
        "tostring(A 'a' .. 'b'), tostring('a' .. A 'b'), tostring(A 'a' .. A 'b'), tostring(A 'a' .. 1)",
        "ab, ab, ab, a1"
      ),
      ("A { 'a', A 'b' }.string", "ab"), ("A 'a' == A { { 'a' } }, A 'a' == A 'b', A 'a' == 'a'", "true, false, false"),
      ("A { 'a', style = 'accent' } == A { { 'a', style = 'accent' } }", "true"),
      ("A { 'a', style = 'accent' } == A { 'a', style = 'header' }", "false"),
      ("A { 'a', style = { bold = true } } == A { 'a', style = ui.Style { bold = true } }", "true"),
      ("(A { 'a', style = { bold = true } } .. 'b') == A { { 'a', style = { bold = true } }, 'b' }", "true"),
      (
        "A { { 'a', style = { bold = true } }, style = { foreground = 'red' } } == A { 'a', style = { bold = true, foreground = 'red' } }",
        "true"
      ),
      ("(function() local f = function() end local x = A { 'a', action = f } return x == x end)()", "true"),
      ("ui.textWidth 'abc', ui.textWidth '日本', ui.textWidth(A { '日', { 'x' } }), ui.textWidth ''", "3, 4, 3, 0"),
      ("ui.textWidth(12), ui.textWidth 'e\\u{301}\\t'", "2, 2"),
      (
        "ui.truncate('abcdef', 4), ui.truncate('abc', 3), ui.truncate('日本語', 4), ui.truncate('abc', 0)",
        "abc…, abc, 日…, "
      ),
      ("ui.truncate(A { 'ab', { 'cd', style = 'accent' } }, 3) == A { 'ab', { '…', style = 'accent' } }", "true"),
      ("A 'x':isKindOf(ui.Label)", "false"),
    ])
  func values(expression: String, result: String) throws {
    #expect(try ScriptedApp(Self.script).eval(expression) == result)
  }

  @Test(
    "an error about an invalid part says where it is",
    arguments: [
      ("A { 'a', true }", "part 2: expected a string, an AttributedString, or a table"),
      ("A { 'a', { 'b', { {}, ui.Label {} } } }", "part 2.2.2: expected"), ("A(nil)", "AttributedString: expected"),
      ("A { 'a', stile = 'accent' }", "has no 'stile'; did you mean 'style'?"),
      ("A { 'a', { 'b', link = 'x' } }", "part 2 has no 'link'"),
      ("A { 'a', action = 'x' }", "action: expected a function"),
      ("A { 'a', style = 'acent' }", "did you mean 'accent'?"), ("A { 'a', style = 5 }", "style: expected a ui.Style"),
      ("local t = {} t[1] = t A(t)", "nested deeper than 100"),
      ("return A 'a' .. {}", "attempt to concatenate a table"), ("return nil .. A 'a'", "attempt to concatenate nil"),
      ("A 'a'.string = 'b'", "is read-only"), ("return A 'a'.text", "no property 'text'"),
      ("ui.TextField { text = A 'a' }", "text: expected a string"),
      ("ui.textWidth(nil)", "text: expected a string or an"),
      ("ui.truncate('a', 'b')", "width: expected an integer"),
    ])
  func errors(source: String, message: String) throws {
    let failure = try ScriptedApp(Self.script).failure(source)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test("a view returns the text that was set, and shows its characters")
  func givenBack() throws {
    let app = try ScriptedApp(Self.script)
    #expect(
      try app.eval(
        "local a = A { 'x', { 'y', style = 'accent' } } root.label.text = a collectgarbage() return rawequal(root.label.text, a), root.label.text == a, type(root.label.text)"
      ) == "true, true, userdata")
    try app.eval("root.label.text = A { 'gone from the script' } collectgarbage() collectgarbage()")
    #expect(
      try app.eval("root.label.text.string, root.label.text == A 'gone from the script'")
        == "gone from the script, true")
    #expect(app.application.render().lines.first == "gone from the script")
    #expect(
      try app.eval("root.label.text = 'plain' return root.label.text, rawequal(root.label.text, 'plain')")
        == "plain, true")
    #expect(
      try app.eval(
        "local b = ui.Button { title = A { 'b' } } local a = b.title root.title = a return b.title == A 'b', root.title == a"
      )
        == "true, true")
  }

  @Test("a link's action gets the view; its errors are reported, and the app keeps running")
  func action() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval(
      "root.label.text = A { 'see ', { 'this', action = function(view) got = view end }, { 'that', action = function() error 'broken' end } } collectgarbage() collectgarbage()"
    )
    try app.host.turn { try app.automation.tap("this") }
    #expect(try app.eval("got == root.label") == "true")
    try app.host.turn { try app.automation.tap("that") }
    #expect(app.problems.count == 1 && app.problems[0].contains("broken") && app.problems[0].contains("link \"that\""))
    try app.eval("got = nil")
    try app.host.turn { try app.automation.tap("this") }
    #expect(try app.eval("got == root.label") == "true")
  }

  @Test("three texts are concatenated at any depth of calls, right after a garbage collection")
  func concatenationAfterCollection() throws {
    let app = try ScriptedApp(Self.script)
    #expect(
      try app.eval(
        """
        local function at(depth)
          if depth > 0 then return (at(depth - 1)) end
          collectgarbage()
          return 'a' .. A 'b' .. 'c'
        end
        for depth = 0, 80 do assert(tostring(at(depth)) == 'abc') end
        local results = {}
        for depth = 0, 20 do ui.task(function() results[#results + 1] = tostring(at(depth)) end) end
        done = results
        """) == "")
    #expect(try app.eval("#done, done[21]") == "21, abc")
  }

  @Test("links live as long as a text with them, however it was composed")
  func lifetime() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval(
      """
      local function make()
        local view = ui.Label {}
        weak = setmetatable({ view }, { __mode = 'v' })
        view.text = 'a' .. A { 'link', action = function() count = (count or 0) + 1 return view end } .. 'b'
        return view
      end
      root.label.text = make().text
      """)
    try app.eval("for _ = 1, 5 do collectgarbage() end")
    try app.host.turn { try app.automation.tap("link") }
    #expect(try app.eval("count") == "1")
    try app.eval("root.label.text = '' for _ = 1, 5 do collectgarbage() end")
    #expect(try app.eval("weak[1]") == "nil")
  }

  @Test("a coder saves everything but link actions, also in tables")
  func coding() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval(
      """
      text = A { 'plain ', { 'bold', style = { bold = true, foreground = '#ff8800', background = '17' } }, { 'role', style = 'accent' }, '日e\\u{301}' }
      out = { text, { text .. { }.x or '', n = 1 }, A { 'link', action = function() end }, A '' }
      """.replacing(" .. { }.x or ''", with: ""))
    try app.eval("root:invalidateRestorableState()")
    #expect(app.problems == [])
    try app.relaunch()
    #expect(app.problems == [])
    try app.eval(
      "text = A { 'plain ', { 'bold', style = { bold = true, foreground = '#ff8800', background = '17' } }, { 'role', style = 'accent' }, '日e\\u{301}' }"
    )
    #expect(
      try app.eval("back[1] == text, back[2][1] == text, back[2].n, back[3] == A 'link', back[4] == A ''")
        == "true, true, 1, true, true")
    #expect(try app.eval("root.label.text = back[3] return root.label.text.string") == "link")
    #expect(app.application.keyWindow?.accessibilityElements.map(\.text).contains("link, link") == false)
  }

  @Test("tools can read a saved text, and earlier hosts ignore it")
  func stored() throws {
    let value = AttributedString("a", look: .role(.accent)).stateValue
    #expect(value.description == "styled \"a\"")
    var reader = CBORReader(value.encoded())
    #expect(try StateValue(from: &reader) == value)
    reader = CBORReader(value.encoded())
    #expect(try reader.readHead() == .tag(CBORTag.byteText))
    // The contents are no byte string, which earlier hosts expect here.
    #expect(try reader.readHead() == .tag(CBORTag.styledText))
  }

  @Test("its memory counts as the script's")
  func memory() throws {
    let app = try ScriptedApp(Self.script, lua: .init(memoryLimit: 16 << 20))
    let message = app.failure("local a = A(('x'):rep(1 << 20)) for _ = 1, 40 do a = a .. a end")
    #expect(message.contains("memory"), "\(message)")
    #expect(try app.eval("collectgarbage() return #A 'still here'") == "10")
  }

  @Test("a canvas draws it within a width, and returns the number of cells")
  func canvas() throws {
    let app = try ScriptedApp(
      Self.script + """

        Board = ui.View:subclass "Board"
        function Board:draw(canvas)
          took = {
            canvas:put(0, 0, A { 'ab', { 'cd', style = { bold = true } } }), canvas:put(0, 1, 'abcdef', nil, 4),
            canvas:put(0, 2, '日本', nil, 3), canvas:put(0, 3, 'ab', 'accent', 9), canvas:put(0, 4, 12),
            canvas:put(0, 5, 'x', nil, 0), canvas:put(0, 5, 'x', nil, -5),
          }
        end
        function Root:loadView() self.view = Board { height = 6, width = 10 } end
        """)
    let grid = app.application.render()
    #expect(try app.eval("table.concat(took, ' ')") == "4 4 2 2 2 0 0")
    #expect(Array(grid.lines.prefix(6)) == ["abcd", "abcd", "日", "ab", "12", ""])
    #expect(grid[2, 0].style.attributes == .bold)
  }

  @Test("a canvas draws texts and numbers; other values, as nil, are errors that name the argument")
  func canvasArguments() throws {
    let app = try ScriptedApp(
      Self.script + """

        Board = ui.View:subclass "Board"
        function Board:draw(canvas)
          messages = {}
          for index, value in ipairs { false, {}, print } do
            messages[index] = select(2, pcall(canvas.put, canvas, 0, 0, value))
          end
          messages[4] = select(2, pcall(canvas.put, canvas, 0, 0, nil))
        end
        function Root:loadView() self.view = Board { height = 1, width = 10 } end
        """)
    #expect(app.application.render().lines.first == "")
    for (index, type) in ["a boolean", "a table", "a function", "nil"].enumerated() {
      let message = try app.eval("messages[\(index + 1)]")
      #expect(message.hasSuffix("the text: expected a string or an AttributedString, got \(type)"), "\(message)")
    }
  }

  @Test("a field validates by a handler or a method; an error in either is reported, and the text is valid")
  func checkedFields() throws {
    let app = try ScriptedApp(
      Self.script + """

        Even = ui.TextField:subclass "Even"
        function Even:validate(text) return #text % 2 == 0 or nil, self.said end
        function Root:loadView()
          self.even = Even { restorationIdentifier = "even" }
          self.even.said = "odd"
          self.field = ui.TextField { accessibilityIdentifier = "field", validate = function(text)
            if text == "boom" then error "broken check" end
            return nil, 42
          end }
          self.view = ui.VStack { self.even, self.field }
        end
        """)
    try app.host.turn { try app.automation.type("abc") }
    #expect(app.application.render().lines[1] == "✗ odd")
    #expect(try app.eval("root.even.isValid, root.field.isValid") == "false, false")
    try app.eval("root.field.text = 'boom'")
    #expect(try app.eval("root.field.isValid") == "true" && app.problems.first?.contains("broken check") == true)
    try app.eval("root.field.text = '' root.field.inputFilter = function(text) error 'broken filter' end")
    try app.host.turn { try app.automation.tap("field") }
    try app.host.turn { try app.automation.type("x") }
    #expect(try app.eval("root.field.text") == "x" && app.problems.last?.contains("broken filter") == true)
    #expect(app.application.render().lines.contains("✗ 42"))
    #expect(
      app.failure("root.field.inputFilter = 'digits'").contains("expected \"integer\", \"number\", a function or nil"))
    #expect(app.failure("root.field.isValid = true").contains("is read-only"))
    #expect(app.failure("root.field.validate = 5").contains("validate: expected a function or nil"))
  }

  @Test("a text view appends text; its contents count as memory until their lines are removed")
  func appending() throws {
    let app = try ScriptedApp(
      Self.script + """

        function Root:loadView()
          self.text = ui.TextView { isEditable = false }
          self.view = self.text
        end
        """, lua: .init(memoryLimit: 12 << 20))
    try app.eval("root.text:append('a') root.text:append(A { 'b', style = 'accent' }) root.text:append('c\\n')")
    #expect(try app.eval("root.text.text.string, root.text.followsEnd, root.text.maximumLines") == "abc\n, true, nil")
    #expect(try app.eval("root.text.text = 'plain' return root.text.text") == "plain")
    #expect(app.failure("root.text:append()").contains("text: expected a string or an AttributedString"))
    #expect(app.failure("root.text.maximumLines = 0").contains("maximumLines: expected 1 or more"))
    let message = app.failure("local line = ('x'):rep(1000) .. '\\n' while true do root.text:append(line) end")
    #expect(message.contains("memory"), "\(message)")
    try app.eval(
      "root.text.text = '' root.text.maximumLines = 100 local line = ('x'):rep(1000) .. '\\n' for _ = 1, 5000 do root.text:append(line) end"
    )
    #expect(try app.eval("#root.text.text") == "100100")
    #expect(app.host.lua.memoryInUse < 6 << 20)
  }

  @Test("Markdown can be converted; its links call a handler with the view and the address")
  func markdown() throws {
    let app = try ScriptedApp(Self.script)
    #expect(try app.eval("tostring(ui.markdown '**a** [b](c)')") == "a b (c)")
    #expect(try app.eval("ui.markdown '*a*' == A { 'a', style = { italic = true } }") == "false")
    try app.eval(
      "root.label.text = ui.markdown('see [this](there) and [that](here)', { onLink = function(view, address) got = { view, address } end }) collectgarbage()"
    )
    try app.host.turn { try app.automation.tap("that") }
    #expect(try app.eval("got[1] == root.label, got[2]") == "true, here")
    #expect(app.failure("ui.markdown(5)").contains("the Markdown: expected a string, got an integer"))
    #expect(
      app.failure("ui.markdown('x', { onlink = print })").contains("has no option 'onlink'; did you mean 'onLink'?"))
    #expect(app.failure("ui.markdown('x', { onLink = 5 })").contains("onLink: expected a function"))
    #expect(app.failure("ui.markdown(('x'):rep(9 << 20))").contains("the limit is"))
    // A coder keeps the form: wrapped lines of lists stay below their text.
    try app.eval("out = ui.markdown '- a\\n- b' root:invalidateRestorableState()")
    try app.relaunch()
    #expect(try app.eval("back == ui.markdown '- a\\n- b'") == "true")
  }

  @Test("Markdown that expands counts towards the memory limit while it is converted")
  func expandingMarkdown() throws {
    let bombs = [
      "'[x]: ' .. ('a'):rep(50000) .. '\\n\\n' .. ('[x]'):rep(40000)",
      "('|a'):rep(2000) .. '\\n' .. ('|-'):rep(2000) .. '\\n' .. ('x\\n'):rep(20000)",
      "('['):rep(2 << 20)",
    ]
    for bomb in bombs {
      let limited = try ScriptedApp("_G.ui = ui", lua: .init(memoryLimit: 32 << 20))
      #expect(limited.failure("ui.markdown(\(bomb))").contains("not enough memory"), "\(bomb)")
      #expect(limited.host.lua.memoryInUse < 8 << 20)
      #expect(try limited.eval("ui.markdown('*a*').string") == "a")
    }
    let app = try ScriptedApp("_G.ui = ui")
    #expect(
      app.failure("ui.markdown(\(bombs[0]))").contains(
        "ui.markdown: the document takes more than 256 MiB of memory when it is converted. Shorten it"))
  }
}
