import Testing

@testable import LuaScreens

@Suite("JSON")
@MainActor
struct JSONTests {
  private let app: ScriptedApp

  init() throws {
    app = try ScriptedApp(
      """
      _G.ui = ui
      function read(text)
        local ok, value = pcall(ui.json.decode, text)
        return ok and ui.json.encode(value) or tostring(value)
      end
      """)
  }

  /// Returns a decoded text, encoded again, or the error.
  private func read(_ text: String) throws -> String { try app.eval("return read([=====[\(text)]=====])") }

  @Test(
    "a value that was parsed is written as the same text",
    arguments: [
      "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "1.0", "-0.0", "0.1", "1e+100",
      "\"\"", "\"a\\\"b\\\\c\\n\\u0001\"", "\"日本\"", "[]", "{}", "[[],{}]",
      "{\"a\":[1,2.5,null,true],\"b\":{\"\":\"\"}}",
    ])
  func roundTrip(text: String) throws {
    #expect(try read(text) == text)
  }

  @Test(
    "alternative notations of a value are parsed",
    arguments: [
      (" [ 1 , 2 ]\n", "[1,2]"), ("{ \"b\" : 1, \"a\" : 2 }", "{\"a\":2,\"b\":1}"), ("1E2", "100.0"),
      ("\"\\u00e9\\/\\ud83d\\ude00\"", "\"é/😀\""), ("18446744073709551616", "1.8446744073709552e+19"),
      ("{\"a\":1,\"a\":2}", "{\"a\":2}"), ("\u{FEFF}1", "1"),
    ])
  func otherWays(text: String, expected: String) throws {
    #expect(try read(text) == expected)
  }

  @Test(
    "invalid JSON is an error with line and column",
    arguments: [
      ("", "line 1, column 1: expected a value; the text ends"),
      ("[1,]", "line 1, column 4: expected a value; found ']'"),
      ("{\"a\":1,\n \"é\" 2}", "line 2, column 6: expected ':'; found '2'"),
      ("{a:1}", "line 1, column 2: expected a key in quotes; found 'a'"),
      ("[1 2]", "line 1, column 4: expected ',' or ']'; found '2'"),
      ("{\"a\":1]", "line 1, column 7: expected ',' or '}'; found ']'"),
      ("1 2", "line 1, column 3: expected the end of the text; found '2'"),
      ("01", "line 1, column 1: a number cannot begin with 0"),
      ("1.", "line 1, column 3: expected a digit; the text ends"),
      ("[NaN]", "line 1, column 2: expected a value; found 'N'"),
      ("1e999", "line 1, column 1: the number is too large"),
      ("\"a\tb\"", "line 1, column 3: control characters in strings must be escaped; found the control character 9"),
      ("\"\\x\"", "line 1, column 2: unknown escape sequence in a string; found 'x'"),
      ("[\"\\ud800\"]", "line 1, column 3: half of a surrogate pair"),
      ("\"open", "line 1, column 6: the string has no closing quote; the text ends"),
      ("// no\n1", "line 1, column 1: expected a value; found '/'"),
    ])
  func errors(text: String, message: String) throws {
    #expect(try read(text) == "ui.json.decode: " + message || read(text).hasSuffix(": ui.json.decode: " + message))
  }

  @Test("200 levels of nesting are read and written; 201 are an error")
  func levels() throws {
    let text = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(try read(text) == text)
    #expect(try read("[" + text + "]").contains("line 1, column 201: more than 200 levels"))
    _ = try app.eval("deep = {} for _ = 1, 199 do deep = { deep } end")
    #expect(try app.eval("return #ui.json.encode(deep)") == "400")
    #expect(try app.eval("return select(2, pcall(ui.json.encode, { deep }))").contains("more than 200 levels"))
    #expect(
      try app.eval("local a = {} a[1] = a return select(2, pcall(ui.json.encode, a))").contains("contain itself"))
  }

  @Test(
    "a value that JSON cannot represent is an error with its path",
    arguments: [
      ("{ 1, nil, 3 }", "a list with holes cannot be encoded"), ("{ 1, a = 2 }", "both strings and indices"),
      ("{ [1.5] = 1 }", "a key that is neither a string nor an index (1.5)"), ("{ [true] = 1 }", "(true)"),
      ("{ [0] = 1 }", "a list with holes"), ("{ a = { 1, print } }", "a function cannot be encoded (in value.a[2])"),
      ("0 / 0", "NaN"), ("{ math.huge }", "an infinite number cannot be encoded (in value[1])"),
      ("'\\xff'", "not UTF-8 (byte 1)"), ("{ ['\\xff'] = 1 }", "not UTF-8"),
      ("ui.Label {}", "a userdata cannot be encoded"),
    ])
  func unencodable(value: String, message: String) throws {
    #expect(try app.eval("return select(2, pcall(ui.json.encode, \(value)))").contains(message))
  }

  @Test("an empty table is an object, and an array if it is marked as one or was parsed from one")
  func emptyTables() throws {
    #expect(
      try app.eval("return ui.json.encode { a = {}, b = ui.json.array {}, c = ui.json.decode '[]' }")
        == "{\"a\":{},\"b\":[],\"c\":[]}")
    #expect(try app.eval("return tostring(ui.json.null == ui.json.decode 'null')") == "true")
    #expect(try app.eval("return ui.json.encode { ui.json.null }") == "[null]")
  }

  @Test("JSON is available in the sandbox, and its memory counts")
  func sandbox() throws {
    let sandboxed = try ScriptedApp("_G.ui = ui", lua: .init(memoryLimit: 8 << 20, capabilities: []))
    #expect(try sandboxed.eval("return ui.json.encode { 1 }") == "[1]")
    let failure = sandboxed.failure("ui.json.decode('[' .. string.rep('[1,2],', 200000) .. '0]')")
    #expect(failure.contains("memory"))
  }

  @Test("an error is raised at the calling line, and a wrong option name is an error")
  func linesOfErrors() throws {
    _ = try app.eval("function wrong()\n ui.json.decode '['\n end function misspelt() return ui.json.decod end")
    #expect(try app.eval("return select(2, pcall(wrong))").contains(":2: ui.json.decode"))
    #expect(try app.eval("return select(2, pcall(misspelt))").contains("did you mean 'decode'?"))
  }

  @Test("random values are read as they were written")
  func randomValues() throws {
    let result = try app.eval(
      #"""
      math.randomseed(7)
      local pick = math.random
      local function text()
        local parts = {}
        for i = 1, pick(0, 6) do parts[i] = utf8.char(pick(4) == 1 and pick(0, 0x1F) or pick(3) == 1 and pick(0xE000, 0x10FFFF) or pick(32, 126)) end
        return table.concat(parts)
      end
      local function value(depth)
        local kind = pick(depth > 4 and 5 or 7)
        if kind == 1 then return pick(0) elseif kind == 2 then return string.unpack("d", string.pack("j", pick(0))) / 3
        elseif kind == 3 then return text() elseif kind == 4 then return pick(2) == 1
        elseif kind == 5 then return ui.json.null end
        local result = kind == 6 and ui.json.array {} or {}
        for i = 1, pick(0, 5) do result[kind == 6 and i or text()] = value(depth + 1) end
        return result
      end
      local function same(a, b)
        if type(a) ~= "table" or a == ui.json.null then return a == b and math.type(a) == math.type(b) end
        for key, item in pairs(a) do if not same(item, b[key]) then return false end end
        for key in pairs(b) do if a[key] == nil then return false end end
        return true
      end
      local count = 0
      for i = 1, 2000 do
        local v = value(1)
        local ok, written = pcall(ui.json.encode, v)
        if ok then
          count = count + 1
          if not same(v, ui.json.decode(written)) then return "differs: " .. written end
        elseif not written:find "NaN" and not written:find "infinite" then return written end
      end
      return tostring(count > 1000)
      """#)
    #expect(result == "true")
  }
}
