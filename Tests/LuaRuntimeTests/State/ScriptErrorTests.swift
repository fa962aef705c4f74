import LuaRuntime
import Testing

@MainActor
@Suite("Script errors")
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

  @Test("a syntax error has script and line, and says whether more lines could complete the code")
  func syntaxError() throws {
    let lua = try LuaState()
    #expect(lua.failure("x = = 1").hasPrefix("test.lua:1:"))
    #expect(throws: LuaError.self) { try lua.run("if true then") }
    do { try lua.run("for i = 1, 2 do") } catch let error as LuaError { #expect(error.isIncomplete) }
    do { try lua.run("for for") } catch let error as LuaError { #expect(!error.isIncomplete) }
  }

  @Test("an error value that is not a string passes through Swift unchanged")
  func errorValues() throws {
    let lua = try LuaState.withThings()
    let stack = try lua.stack
    lua.pushFunction(on: stack) { stack in
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

  @Test("an error thrown by a Swift function is raised at the script's line")
  func swiftErrors() throws {
    let lua = try LuaState.withThings()
    #expect(lua.failure("local t = Thing()\nt:add('x')") == "test.lua:2: amount: expected an integer, got a string")
  }

  @Test("print reports to the host, line by line and in order")
  func printing() throws {
    let lua = try LuaState()
    var lines: [String] = []
    lua.onPrint = { lines.append(String(decoding: $0, as: UTF8.self)) }
    try lua.run("print('a', 1, nil, true) print()")
    #expect(lines == ["a\t1\tnil\ttrue\n", "\n"])
  }

  @Test("os.exit ends the script, which cannot catch it, and passes its code to the host")
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

  @Test(
    "os.exit converts its code as Lua's own does, and refuses others",
    arguments: [
      ("", 0), ("nil", 0), ("true", 0), ("false", 1), ("'3'", 3), ("4.0", 4), ("'x'", nil), ("1.5", nil), ("{}", nil),
    ])
  func exitCode(argument: String, code: Int32?) throws {
    do {
      try LuaState().run("os.exit(\(argument))")
      Issue.record("no error")
    } catch LuaError.exit(let exit) {
      #expect(exit == code)
    } catch {
      #expect(code == nil && "\(error)".contains("code: expected an integer"), "\(error)")
    }
  }

  @Test("using a closed state is an error, not a crash")
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

  @Test("killing an app runs no finalizer; an orderly exit runs them")
  func finalizers() throws {
    for isOrderly in [true, false] {
      let lua = try LuaState()
      var printed = ""
      lua.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
      try lua.run("x = setmetatable({}, { __gc = function() print 'finalized' end })")
      lua.close(runningFinalizers: isOrderly)
      #expect(printed == (isOrderly ? "finalized\n" : ""))
    }
  }

  @Test(
    "an error suggests a local that is out of scope, unless it is in another block",
    arguments: [
      ("local alert = f { function() alert.x() end }", "a local is not visible in its own initial value"),
      ("local a, alert <const> = 1,\n  f { k = function()\n alert.x() end }", "a local is not visible"),
      ("local alert = 1 .. (function() return 2 end)() .. f(alert.x)", "a local is not visible"),
      ("f(function() alert.x() end)\nlocal alert", "the local 'alert' is declared later, in line 2"),
      ("f(function() alert() end)\nlocal function alert() end", "the local 'alert' is declared later, in line 2"),
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
    "syntax errors in tables suggest a missing brace or comma, or brackets around a key",
    arguments: [
      ("x = { a = 1\nfunction f() end", "; is a } missing?"),
      ("do x = { a = 1\nend", "; is a } missing?"),
      ("x = { a = 1\nlocal y", "; is a } missing?"),
      ("x = { a = 1 b = 2 }", "; is a comma missing before it?"),
      ("x = { 'a' = 1 }", "; write a key that is not a name as [\"key\"] = value"),
      ("x = { 'a': 1 }", "; write a field as name = value"),
      ("do if end", "near 'end'"),
    ])
  func tables(source: String, advice: String) throws {
    let message = try LuaState().failure(source)
    #expect(message.hasSuffix(advice), "\(message)")
  }

  @Test(
    "requiring a file name suggests the module's name with dots, if there is one",
    arguments: [
      ("screens/note.lua", "screens.note"), ("./sub/nope", "sub.nope"), ("../nope", nil), ("/nope/x", nil),
      ("./", nil), ("none", nil),
    ] as [(String, String?)])
  func moduleNames(name: String, advice: String?) throws {
    let message = try LuaState().failure("require '\(name)'")
    let line = message.split(separator: "\n").first ?? ""
    #expect(line.contains("module '\(name)' not found"), "\(message)")
    #expect(advice.map { line.hasSuffix("name: require \"\($0)\"") } ?? !line.contains("dots"), "\(message)")
  }

  @Test("a missing method suggests another class's method of that name, or the nearest one")
  func methodsOfOthers() throws {
    let lua = try LuaState.withThings()
    #expect(lua.failure("local t = {} t:add(1)").hasSuffix("(method 'add'); it is a method of Thing"))
    #expect(lua.failure("local t = {} t:subclas 'x'").hasSuffix("did you mean 'subclass'?"))
  }
}
