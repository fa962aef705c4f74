import LuaRuntime
import Testing

@MainActor
@Suite("Errors in scripts")
struct ScriptErrorTests {
  @Test("a runtime error has script, line and traceback")
  func runtimeError() throws {
    let lua = try LuaState()
    do {
      try lua.run(
        "local function inner() error 'broken' end\nlocal function outer() inner() end\nouter()", name: "app.lua")
      Issue.record("no error")
    } catch let error as LuaError {
      #expect(error.message == "app.lua:1: broken")
      #expect(error.traceback.contains("app.lua:2: in upvalue 'inner'") || error.traceback.contains("app.lua:2:"))
    }
  }

  @Test("a syntax error has script and line, and tells whether more lines could complete it")
  func syntaxError() throws {
    let lua = try LuaState()
    #expect(lua.failure("x = = 1").hasPrefix("test.lua:1:"))
    #expect(throws: LuaError.self) { try lua.run("if true then") }
    do { try lua.run("for i = 1, 2 do") } catch let error as LuaError { #expect(error.isIncomplete) }
    do { try lua.run("for for") } catch let error as LuaError { #expect(!error.isIncomplete) }
  }

  @Test("an error value that is no string is kept as it is, through Swift and back")
  func errorValues() throws {
    let lua = try LuaState.withThings()
    let stack = try lua.stack
    lua.push(function: "through", on: stack) { stack in
      stack.pushValue(1)
      try stack.call(arguments: 0, results: 0)
      return 0
    }
    stack.setGlobal("through")
    #expect(
      try lua.run("local t = { code = 4 }; local ok, e = pcall(through, function() error(t) end); return e == t") == [
        "true"
      ])
    #expect(try lua.run("local ok, e = pcall(through, function() error(nil) end); return ok, e") == ["false", "nil"])
    #expect(lua.failure("error(setmetatable({}, { __tostring = function() return 'as text' end }))") == "as text")
  }

  @Test("what a Swift function throws is raised at the script's line")
  func swiftErrors() throws {
    let lua = try LuaState.withThings()
    #expect(lua.failure("local t = Thing()\nt:add('x')") == "test.lua:2: amount: expected an integer, got a string")
  }

  @Test("print goes to the host, a line at a time and in order")
  func printing() throws {
    let lua = try LuaState()
    var lines: [String] = []
    lua.onPrint = { lines.append(String(decoding: $0, as: UTF8.self)) }
    try lua.run("print('a', 1, nil, true) print()")
    #expect(lines == ["a\t1\tnil\ttrue\n", "\n"])
  }

  @Test("os.exit ends the script, which cannot catch that, and tells the host the code")
  func exit() throws {
    let lua = try LuaState()
    do {
      try lua.run("while true do pcall(os.exit, 3) end")
      Issue.record("no error")
    } catch LuaError.exit(let code) {
      #expect(code == 3)
    }
    #expect(try lua.run("return 1") == ["1"])
  }

  @Test("a closed state refuses, and does not crash")
  func closed() throws {
    let lua = try LuaState()
    let stack = try lua.stack
    let reference = {
      stack.createTable(); return LuaReference(stack, -1)
    }()
    lua.close(runningFinalizers: true)
    #expect(throws: LuaError.self) { try lua.stack }
    _ = reference
  }

  @Test("when the app is killed no finaliser runs; when it ends orderly they do")
  func finalizers() throws {
    for isOrderly in [true, false] {
      let lua = try LuaState()
      var printed = ""
      lua.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
      try lua.run("x = setmetatable({}, { __gc = function() print 'finalised' end })")
      lua.close(runningFinalizers: isOrderly)
      #expect(printed == (isOrderly ? "finalised\n" : ""))
    }
  }

  @Test(
    "a local that is not visible where it is used is told, and one that is in another block is not",
    arguments: [
      ("local alert = f { function() alert.x() end }", "a local is not there yet in the value that it is given"),
      ("local a, alert <const> = 1,\n  f { k = function()\n alert.x() end }", "a local is not there yet"),
      ("local alert = 1 .. (function() return 2 end)() .. f(alert.x)", "a local is not there yet"),
      ("f(function() alert.x() end)\nlocal alert", "the local 'alert' is declared only in line 2"),
      ("f(function() alert() end)\nlocal function alert() end", "the local 'alert' is declared only in line 2"),
      ("do local alert = 1 end\nalert()", nil),

      ("f(function() alert.x() end)\nlocal function g() local alert end", nil),
      ("local width\nalert = f { function() alert.x() end }", nil),
      ("local x = alert.x", nil),
    ] as [(String, String?)])
  func locals(body: String, advice: String?) throws {
    let lua = try LuaState()
    let source = "function f(t) for _, g in pairs(type(t) == 'table' and t or { t }) do g() end return 3 end\n" + body
    lua.sourceText = { $0 == "test.lua" ? Array(source.utf8)[...] : nil }
    let message = lua.failure(source).replacing("in line 3", with: "in line 2")
    #expect(message.contains("nil value"), "\(message)")
    #expect(advice.map(message.contains) ?? !message.contains("local"), "\(message)")
  }

  @Test(
    "what a table lacks is told: its brace, a comma, or the brackets of a key",
    arguments: [
      ("x = { a = 1\nfunction f() end", "; is the } missing?"),
      ("do x = { a = 1\nend", "; is the } missing?"),
      ("x = { a = 1\nlocal y", "; is the } missing?"),
      ("x = { a = 1 b = 2 }", "; is a comma missing before it?"),
      ("x = { 'a' = 1 }", "; a key that is no name is written [\"key\"] = value"),
      ("x = { 'a': 1 }", "; a field is written name = value"),
      ("do if end", "near 'end'"),
    ])
  func tables(source: String, advice: String) throws {
    let message = try LuaState().failure(source)
    #expect(message.hasSuffix(advice), "\(message)")
  }

  @Test(
    "a module that is named like a file is told with dots, as far as it can be",
    arguments: [
      ("screens/note.lua", "screens.note"), ("./sub/nope", "sub.nope"), ("../nope", nil), ("/nope/x", nil),
      ("./", nil), ("none", nil),
    ] as [(String, String?)])
  func moduleNames(name: String, advice: String?) throws {
    let message = try LuaState().failure("require '\(name)'")
    let line = message.split(separator: "\n").first ?? ""
    #expect(line.contains("module '\(name)' not found"), "\(message)")
    #expect(advice.map { line.hasSuffix("dots: require \"\($0)\"") } ?? !line.contains("dots"), "\(message)")
  }

  @Test("a method of another class is told, and a misspelt one is suggested")
  func methodsOfOthers() throws {
    let lua = try LuaState.withThings()
    #expect(lua.failure("local t = {} t:add(1)").hasSuffix("(method 'add'); it is a method of Thing"))
    #expect(lua.failure("local t = {} t:subclas 'x'").hasSuffix("did you mean 'subclass'?"))
  }
}
