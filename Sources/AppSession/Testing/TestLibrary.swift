import Foundation
import Interface
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// Offers the module `luahost.test` to test files.
@MainActor
final class TestLibrary {
  private unowned let runner: TestRunner
  private let lua: LuaState
  /// Makes the `t` of a case.
  private var makeTestObject: LuaReference?
  /// Whether the test is asked if what it waits for is so: what it does to look is no step.
  private var isAsking = false
  /// Makes what stands for an object of the app.
  private var makeFound: LuaReference?

  init(runner: TestRunner, lua: LuaState) {
    self.runner = runner
    self.lua = lua
  }

  func install() throws {
    try defineApp()
    try lua.preload("luahost.test") { [unowned self] stack in
      try lua.load(PackageResources.test_lua, name: "luahost.test", on: stack)
      pushHostFunctions(on: stack)
      try stack.call(arguments: 1, results: 3)
      makeFound = LuaReference(stack, -1)
      makeTestObject = LuaReference(stack, -2)
      stack.pop(2)
    }
  }

  /// The `t` of a case, which those before and after it get, too.
  ///
  /// - Throws: ``LuaError``, for want of memory.
  func testObject(on stack: LuaStack) throws -> LuaReference? {
    guard let makeTestObject else { return nil }
    stack.push(makeTestObject)
    try stack.call(arguments: 0, results: 1)
    defer { stack.pop() }
    return LuaReference(stack, -1)
  }

  private func pushHostFunctions(on stack: LuaStack) {
    let functions: [(String, @MainActor (LuaStack) throws -> Int32)] = [
      ("case", addCase), ("before", addBefore), ("after", addAfter), ("launch", launch), ("errors", errors),
      ("expectError", expectError), ("show", show), ("suggestion", suggest), ("read", read), ("call", call),
      ("describe", describe), ("difference", difference),
    ]
    stack.createTable(hash: functions.count + 1)
    for (name, body) in functions {
      lua.push(function: "test.\(name)", on: stack, body)
      stack.rawSet(-2, name)
    }
    stack.push(runner.testFolder)
    stack.rawSet(-2, "folder")
  }

  // MARK: The file's cases

  /// - Throws: ``LuaError`` if it is too late to say what the cases are.
  private func checkIsLoading(_ name: String) throws {
    guard runner.isLoaded else { return }
    throw LuaError.usage("test.\(name) says what the file's cases are; it is not called in one of them")
  }

  private func addCase(_ stack: LuaStack) throws -> Int32 {
    try checkIsLoading("case")
    let name = try stack.checkString(1, "the case's name")
    runner.add(name, try stack.checkFunction(2, "the case"))
    return 0
  }

  private func addBefore(_ stack: LuaStack) throws -> Int32 {
    try checkIsLoading("before")
    runner.addBefore(try stack.checkFunction(1, "before"))
    return 0
  }

  private func addAfter(_ stack: LuaStack) throws -> Int32 {
    try checkIsLoading("after")
    runner.addAfter(try stack.checkFunction(1, "after"))
    return 0
  }

  /// The messages of the app's errors so far.
  private func errors(_ stack: LuaStack) throws -> Int32 {
    let app: TestedApp = try stack.checkObject(1, "the value of failed, an app")
    stack.push(app.errors.entries.map(\.message))
    return 1
  }

  /// The test has heard of an error, by its place among them.
  private func expectError(_ stack: LuaStack) throws -> Int32 {
    let app: TestedApp = try stack.checkObject(1, "the app")
    app.errors.expect([try stack.checkInteger(2, "the error") - 1])
    return 0
  }

  private func show(_ stack: LuaStack) throws -> Int32 {
    stack.push(ValuePrinter(stack).text(1))
    return 1
  }

  /// The nearest of a list of names, as the end of a message.
  private func suggest(_ stack: LuaStack) throws -> Int32 {
    let names = [String].read(stack, 2) ?? []
    stack.push(suggestion(for: try stack.checkString(1, "the name"), among: names))
    return 1
  }

  /// What is different between an app's screen and the picture of a name; nil if nothing is.
  private func difference(_ stack: LuaStack) throws -> Int32 {
    let app: TestedApp = try stack.checkObject(1, "the value of matchesSnapshot, an app")
    let difference = try runner.snapshots.difference(try stack.checkString(2, "the snapshot's name"), try app.screen())
    if let difference { stack.push(difference) } else { stack.pushNil() }
    return 1
  }

  // MARK: Launching

  private static let launchKeys = ["size", "state", "sandbox", "options", "isolated", "errors", "terminal"]

  private func launch(_ stack: LuaStack) throws -> Int32 {
    let script = try stack.checkString(1, "the app's script")
    var options = TestedApp.Options()
    options.lua = runner.appLimits
    if !stack.isNil(2) {
      try check(stack, 2, keys: Self.launchKeys, name: "launch")
      if stack.rawGet(2, "size") != .nil { options.size = try size(stack, stack.top) }
      if stack.rawGet(2, "state") != .nil { options.stateDirectory = try stack.checkString(-1, "state") }
      if stack.rawGet(2, "sandbox") != .nil {
        options.lua = LuaState.Options(
          memoryLimit: runner.appLimits.memoryLimit,
          capabilities: try Bool.take(stack, stack.top, "sandbox") ? [] : .all)
      }
      if stack.rawGet(2, "options") != .nil { options.launchOptions = try launchOptions(stack, stack.top) }
      if stack.rawGet(2, "terminal") != .nil {
        options.terminal = standIn(try stack.checkFunction(stack.top, "terminal"))
      }
      if stack.rawGet(2, "errors") != .nil {
        guard stack.string(-1) == "allowed" else { throw stack.wrongType(-1, "errors", expected: "\"allowed\"") }
        options.areErrorsAllowed = true
      }
      if stack.rawGet(2, "isolated") != .nil, try Bool.take(stack, stack.top, "isolated") {
        throw LuaError.usage("isolated = true is not offered by this version; leave it out")
      }
    }
    noteStep("t:launch", stack, from: 1, to: stack.isNil(2) ? 1 : 2)
    stack.push(object: try runner.launch(script, options))
    return 1
  }

  private func check(_ stack: LuaStack, _ index: Int32, keys: [String], name: String) throws {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "\(name)'s options", expected: "a table") }
    try stack.forEachPair(index) {
      guard let key = stack.string(-2), keys.contains(key) else {
        let key = stack.describe(-2)
        throw LuaError.usage("\(name) has no option '\(key)'" + suggestion(for: key, among: keys))
      }
    }
  }

  /// A function of the test that stands for programs that get the terminal: called with a command, it returns the status, or
  /// `{ status =, signal = }`.
  private func standIn(_ function: LuaReference) -> (Command) throws -> ProcessEnd {
    { [unowned self] command in
      let stack = try lua.stack
      let base = stack.top
      defer { stack.top = base }
      try stack.reserve(8)
      stack.push(function)
      command.push(on: stack)
      try stack.call(arguments: 1, results: 1)
      @MainActor func number(_ index: Int32, _ name: String) throws -> Int32? {
        stack.isNil(index) ? nil : Int32(clamping: try stack.checkInteger(index, "the \(name) that terminal returned"))
      }
      guard stack.kind(-1) == .table else { return ProcessEnd(status: try number(-1, "status") ?? 0, signal: nil) }
      stack.rawGet(-1, "status")
      stack.rawGet(-2, "signal")
      return ProcessEnd(status: try number(-2, "status"), signal: try number(-1, "signal"))
    }
  }

  private func size(_ stack: LuaStack, _ index: Int32) throws -> Size {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "size", expected: "{ columns, rows }") }
    stack.rawGet(index, 1)
    stack.rawGet(index, 2)
    defer { stack.pop(2) }
    return try size(try stack.checkInteger(-2, "size: columns"), try stack.checkInteger(-1, "size: rows"))
  }

  private func size(_ columns: Int, _ rows: Int) throws -> Size {
    guard (1...1000).contains(columns), (1...1000).contains(rows) else {
      throw LuaError.usage("size: expected 1 to 1000 columns and rows, got \(columns) and \(rows)")
    }
    return Size(width: columns, height: rows)
  }

  private func launchOptions(_ stack: LuaStack, _ index: Int32) throws -> [UInt8] {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "options", expected: "a table") }
    return try PlainValue(stack, index).bytes
  }

  // MARK: The app's methods

  private func defineApp() throws {
    let app = try lua.define("App", TestedApp.self, "A running app, as a person has it before them.")
    defineSteps(app)
    defineLife(app)
    defineLooking(app)
  }

  /// Defines a method; `scripts/meta/luahost.test.lua` says what it is for.
  ///
  /// - Parameter isStep: whether it does something, so that the message about a failed case names it.
  private func method(
    _ name: Signature, _ app: ScriptClass<TestedApp>, isStep: Bool = true,
    _ body: @escaping @MainActor (TestedApp, LuaStack) throws -> Int32
  ) {
    app.method(name, "") { [unowned self] app, stack in
      if isStep, !isAsking { noteStep("app:\(name.name)", stack, from: 2, to: stack.top) }
      return try body(app, stack)
    }
  }

  /// Notes a call with its arguments, as it is written.
  private func noteStep(_ name: String, _ stack: LuaStack, from first: Int32, to last: Int32) {
    let arguments = stride(from: first, through: last, by: 1).map { index in
      let text = ValuePrinter(stack).text(index).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.count > 60 ? text.prefix(60) + "…" : text
    }
    runner.note(step: "\(name)(\(arguments.joined(separator: ", ")))")
  }

  private func defineSteps(_ app: ScriptClass<TestedApp>) {
    method("tap", app) { [unowned self] app, stack in
      let what = try stack.checkString(2, "what to tap")
      try tellOthers(of: what, in: app) { $0.tappable(called: what) }
      try app.drive { try $0.tap(what) }
      return 0
    }
    method("type", app) { app, stack in
      let text = try stack.checkString(2, "the text")
      try app.drive { try $0.type(text) }
      return 0
    }
    method("key", app) { app, stack in
      let name = try stack.checkString(2, "the key's name")
      try app.drive { try $0.key(name) }
      return 0
    }
    method("paste", app) { app, stack in
      let text = try stack.checkString(2, "the text")
      try app.step { _ = $0.application.handle(.paste(text)) }
      return 0
    }
    method("click", app) { app, stack in
      let place = try Self.place(stack, 2)
      let button = stack.isNil(4) ? 1 : try stack.checkInteger(4, "the button")
      try app.step { host in
        host.application.handle(.mouse(MouseEvent(.press(button: button), at: place)))
        host.application.handle(.mouse(MouseEvent(.release(button: button), at: place)))
      }
      return 0
    }
    method("drag", app) { app, stack in
      let (from, to) = (try Self.place(stack, 2), try Self.place(stack, 4))
      try app.step { host in
        host.application.handle(.mouse(MouseEvent(.press(button: 1), at: from)))
        host.application.handle(.mouse(MouseEvent(.drag(button: 1), at: to)))
        host.application.handle(.mouse(MouseEvent(.release(button: 1), at: to)))
      }
      return 0
    }
    method("scroll", app) { app, stack in
      let (what, rows) = (try stack.checkString(2, "what to scroll"), try stack.checkInteger(3, "rows"))
      try app.drive { try $0.scroll(what, rows: min(max(rows, -1_000_000_000), 1_000_000_000)) }
      return 0
    }
    method("select", app) { app, stack in
      let (what, row) = (try stack.checkString(2, "what to select in"), try stack.checkInteger(3, "row"))
      let section = stack.isNil(4) ? 1 : try stack.checkInteger(4, "section")
      try app.drive { try $0.select(what, row: max(0, row) - 1, section: max(0, section) - 1) }
      return 0
    }
    method("resize", app) { [unowned self] app, stack in
      try app.resize(to: try size(try stack.checkInteger(2, "columns"), try stack.checkInteger(3, "rows")))
      return 0
    }
    method("advance", app) { app, stack in
      let seconds = try stack.checkNumber(2, "seconds")
      // More than that is no time that a clock counts in fractions of a second.
      guard (0...1e9).contains(seconds) else {
        throw LuaError.usage("seconds: expected 0 to 1000000000, got \(seconds)")
      }
      try app.advance(by: seconds)
      return 0
    }
    method("waitFor", app) { [unowned self] app, stack in
      let seconds = stack.isNil(3) ? 5 : try stack.checkNumber(3, "seconds")
      guard (0...Self.longestWait).contains(seconds) else {
        throw LuaError.usage("seconds: expected 0 to \(Int(Self.longestWait)), got \(seconds)")
      }
      let text = stack.string(2)
      guard text != nil || stack.kind(2) == .function else {
        throw stack.wrongType(2, "what to wait for", expected: "text, or a function that returns true")
      }
      let isThere = try app.wait(seconds) {
        if let text { return try app.screen().text.contains(text) }
        isAsking = true
        defer { isAsking = false }
        stack.pushValue(2)
        try stack.call(arguments: 0, results: 1)
        defer { stack.pop() }
        return stack.truth(-1)
      }
      guard isThere else {
        let what = text.map { "\"\($0)\" was not on the screen" } ?? "the function did not return true"
        throw LuaError.usage("waitFor: \(what) within \(seconds) s; the screen is:\n\(try app.screen().text)")
      }
      return 0
    }
  }

  /// How long a test may wait at a time, in seconds: less than a case may take.
  private static let longestWait = 240.0

  /// Says so where a name is that of several objects, of which the first is taken.
  private func tellOthers(of name: String, in app: TestedApp, _ find: (Automation) -> [Responder]) throws {
    let automation = Automation(try app.application)
    let found = find(automation)
    guard found.count > 1 else { return }
    let paths = found.map(automation.path(to:))
    let advice = Set(paths).count == paths.count ? "a path names one" : "identifiers of their own tell them apart"
    runner.tell(
      "\(found.count) objects are called \"\(name)\": \(paths.joined(separator: ", ")). The first is taken; \(advice)")
  }

  private func defineLife(_ app: ScriptClass<TestedApp>) {
    method("background", app) { app, _ in
      try app.background()
      return 0
    }
    method("foreground", app) { app, _ in
      try app.foreground()
      return 0
    }
    method("preserve", app) { app, stack in
      if let number = try app.preserve() { stack.push(number) } else { stack.pushNil() }
      return 1
    }
    method("rollback", app) { app, stack in
      try app.rollBack(to: Int64(try stack.checkInteger(2, "the save's number")))
      return 0
    }
    method("kill", app) { app, _ in
      app.kill()
      return 0
    }
    method("terminate", app) { app, _ in
      try app.terminate()
      return 0
    }
    method("relaunch", app) { [unowned self] app, stack in
      var (script, version, options, size): (String?, String?, [UInt8]?, Size?)
      if !stack.isNil(2) {
        try check(stack, 2, keys: ["script", "version", "options", "size"], name: "relaunch")
        if stack.rawGet(2, "size") != .nil { size = try self.size(stack, stack.top) }
        if stack.rawGet(2, "script") != .nil { script = try stack.checkString(-1, "script") }
        if stack.rawGet(2, "version") != .nil { version = try stack.checkString(-1, "version") }
        if stack.rawGet(2, "options") != .nil { options = try launchOptions(stack, stack.top) }
      }
      try app.relaunch(script: script, version: version, launchOptions: options, size: size)
      return 0
    }
  }

  private func defineLooking(_ app: ScriptClass<TestedApp>) {
    method("screen", app, isStep: false) { app, stack in
      stack.push(try app.screen().text)
      return 1
    }
    method("snapshot", app, isStep: false) { app, stack in
      stack.push(StyledText.text(of: try app.screen()))
      return 1
    }
    method("tree", app, isStep: false) { app, stack in
      PlainValue(try app.tree()).push(on: stack)
      return 1
    }
    method("events", app, isStep: false) { app, stack in
      stack.push(try app.events())
      return 1
    }
    method("archive", app, isStep: false) { app, stack in
      if let archive = try app.archive() { PlainValue(archive).push(on: stack) } else { stack.pushNil() }
      return 1
    }
    method("saves", app, isStep: false) { app, stack in
      PlainValue(try app.saves()).push(on: stack)
      return 1
    }
    method("errors", app, isStep: false) { app, stack in
      stack.push(app.errors.entries.map(\.message))
      app.errors.expect(app.errors.entries.indices)
      return 1
    }
    method("find", app, isStep: false) { [unowned self] app, stack in
      let name = try stack.checkString(2, "the identifier")
      try tellOthers(of: name, in: app) { $0.all(identified: name) }
      guard let handle = try app.find(name) else {
        stack.pushNil()
        return 1
      }
      try pushFound(handle, of: app, on: stack)
      return 1
    }
    method("eval", app) { [unowned self] app, stack in
      let source = try stack.checkString(2, "the Lua text")
      let last = stack.top
      let base = stack.top
      try app.step { host in
        try host.evaluate(
          source, name: "eval",
          push: { inner in
            guard last >= 3 else { return 0 }
            for index in 3...last { try PlainValue(stack, index).push(on: inner) }
            return last - 2
          },
          take: { inner, count in try take(inner, count, from: app, on: stack) })
      }
      return stack.top - base
    }
  }

  // MARK: Objects of the app

  /// Pushes what reads an object of the app, property by property.
  private func pushFound(_ handle: Int, of app: TestedApp, on stack: LuaStack) throws {
    guard let makeFound else { return stack.pushNil() }
    stack.push(makeFound)
    stack.push(object: app)
    stack.push(handle)
    try stack.call(arguments: 2, results: 1)
  }

  private func take(_ inner: LuaStack, _ count: Int32, from app: TestedApp, on stack: LuaStack) throws {
    guard count > 0 else { return }
    let first = inner.top - count + 1
    try stack.reserve(count + 10)
    for index in first...inner.top {
      try app.push(index, of: inner, on: stack) { try pushFound($0, of: app, on: stack) }
    }
  }

  private func read(_ stack: LuaStack) throws -> Int32 {
    let app: TestedApp = try stack.checkObject(1, "the app")
    let (handle, name) = (try stack.checkInteger(2, "the object"), try stack.checkString(3, "the property"))
    let isValue = try app.read(handle, name) { inner, index in
      try app.push(index, of: inner, on: stack) { try pushFound($0, of: app, on: stack) }
    }
    if !isValue { stack.pushNil() }
    stack.push(!isValue)
    return 2
  }

  private func call(_ stack: LuaStack) throws -> Int32 {
    let app: TestedApp = try stack.checkObject(1, "the app")
    let (handle, name) = (try stack.checkInteger(2, "the object"), try stack.checkString(3, "the method"))
    let last = stack.top
    try app.call(
      handle, name,
      arguments: { inner in
        guard last >= 4 else { return 0 }
        for index in 4...last { try PlainValue(stack, index).push(on: inner) }
        return last - 3
      }, take: { inner, count in try take(inner, count, from: app, on: stack) })
    return stack.top - last
  }

  /// The cell that two numbers, counted from 1, say from an index on.
  private static func place(_ stack: LuaStack, _ index: Int32) throws -> Point {
    func cell(_ index: Int32, _ name: String) throws -> Int {
      // Hands reach as far as they are said to; what is far outside is outside.
      guard let value = stack.integer(index) else { throw stack.wrongType(index, name, expected: "an integer") }
      return Int(min(max(value, -(1 << 30)), 1 << 30)) - 1
    }
    return Point(x: try cell(index, "the column"), y: try cell(index + 1, "the row"))
  }

  private func describe(_ stack: LuaStack) throws -> Int32 {
    let app: TestedApp = try stack.checkObject(1, "the app")
    stack.push(app.description(of: try stack.checkInteger(2, "the object")))
    return 1
  }
}
