import LuaRuntime

/// Provides the module `luahost.test` to test files.
@MainActor
final class TestLibrary {
  unowned let runner: TestRunner
  let lua: LuaState
  /// The module `luahost.test`, without its classes.
  let module = ScriptModule("luahost.test", prefix: "test.")
  /// Creates the `t` of a case.
  private var makeTestObject: LuaReference?
  /// Whether a condition of the test is being polled, so that its actions are not recorded as steps.
  private(set) var isAsking = false
  /// Creates a proxy for an object of the app.
  private var makeFound: LuaReference?
  /// Receives notes about the test.
  lazy var onNote: (String) -> Void = { [unowned runner] in runner.note($0) }
  /// A function on an app, which is at index 1 of the stack before the arguments. Pushes its results, and returns their
  /// number.
  typealias AppFunction = @MainActor (_ app: TestedApp, _ stack: LuaStack) throws -> Int32
  /// The functions on apps by name. They run in the process of the app.
  private(set) var appFunctions: [String: AppFunction] = [:]
  /// Pushes an object of the app at index 1, given by its handle and its description.
  lazy var pushObject: (_ handle: Int, _ description: String, _ stack: LuaStack) throws -> Void = {
    [unowned self] handle, _, stack in
    guard let makeFound else { return stack.pushNil() }
    stack.push(makeFound)
    stack.pushValue(1)
    stack.push(handle)
    try stack.call(arguments: 2, results: 1)
  }

  init(runner: TestRunner, lua: LuaState) {
    self.runner = runner
    self.lua = lua
  }

  func install() throws {
    try defineApp()
    defineObjects()
    defineModule()
    describeTables()
    try lua.preload("luahost") { _ in
      throw LuaError.usage(
        "the module luahost is only available in apps, but this script runs as a test; put tests in a separate file that begins with require \"luahost.test\" and launches the app with t:launch \"APP.lua\""
      )
    }
    try lua.preload("luahost.test") { [unowned self] stack in
      try lua.load(PackageResources.test_lua, name: "luahost.test", on: stack)
      try pushHostFunctions(on: stack)
      try stack.call(arguments: 1, results: 3)
      makeFound = LuaReference(stack, -1)
      makeTestObject = LuaReference(stack, -2)
      stack.pop(2)
    }
  }

  /// Returns the `t` of a case, which its before and after functions get, too.
  ///
  /// - Throws: ``LuaError`` if there is not enough memory.
  func testObject(on stack: LuaStack) throws -> LuaReference? {
    guard let makeTestObject else { return nil }
    stack.push(makeTestObject)
    try stack.call(arguments: 0, results: 1)
    defer { stack.pop() }
    return LuaReference(stack, -1)
  }

  private func pushHostFunctions(on stack: LuaStack) throws {
    let functions: [(String, @MainActor (LuaStack) throws -> Int32)] = [
      ("launch", launch), ("errors", errors), ("expectError", expectError), ("show", show), ("suggestion", suggest),
      ("describe", describe), ("difference", difference), ("findings", findings),
      ("same", { [unowned self] in try perform("same", $0) }),
    ]
    stack.createTable(hash: functions.count + 8)
    try module.setMembers(on: stack)
    for (name, body) in functions {
      lua.pushFunction(on: stack, body)
      stack.rawSet(-2, name)
    }
    for name in ["read", "call"] {
      lua.pushFunction(on: stack) { [unowned self] stack in
        try follow(name, isStep: name == "call", stack) { try perform(name, stack) }
      }
      stack.rawSet(-2, name)
    }
  }

  // MARK: Functions on apps

  /// Defines a function on apps.
  func define(_ name: String, _ body: @escaping AppFunction) { appFunctions[name] = body }

  /// Calls a function on the app at index 1, in the process of the app.
  func perform(_ name: String, _ stack: LuaStack) throws -> Int32 {
    let app: LaunchedApp = try stack.checkObject(1, "the app")
    switch app.place {
    case .here(let app): return try appFunctions[name]?(app, stack) ?? 0
    case .isolated(let app): return try app.call(name, stack)
    }
  }

  /// Makes a call of the test on the app at index 1, and lets the run of the case note or replace its results.
  func follow(_ name: String, isStep: Bool, _ stack: LuaStack, _ body: () throws -> Int32) throws -> Int32 {
    guard let run = runner.caseRun, !isAsking else { return try body() }
    let app: LaunchedApp = try stack.checkObject(1, "the app")
    let node = name == "read" ? app.path(of: try stack.checkInteger(2, "the object")) : nil
    return try run.follow(
      name, try text(of: name, app, stack), in: app.session, isStep: isStep, reading: node, stack, body)
  }

  /// Returns a call on an app as text: `app:tap("x")`; or one on an object of the app: `Label "x".text`.
  private func text(of name: String, _ app: LaunchedApp, _ stack: LuaStack) throws -> String {
    guard ["read", "call"].contains(name) else { return "app:\(name)\(arguments(stack, from: 2))" }
    let object = app.description(of: try stack.checkInteger(2, "the object"))
    let member = try stack.checkString(3, "the member")
    return name == "read" ? "\(object).\(member)" : "\(object):\(member)\(arguments(stack, from: 4))"
  }

  private func arguments(_ stack: LuaStack, from first: Int32) -> String {
    let texts = stride(from: first, through: stack.top, by: 1).map { ValuePrinter(stack).text($0) }
    return "(\(texts.joined(separator: ", ")))"
  }

  /// Calls a condition of the test.
  func ask<Result>(_ condition: () throws -> Result) rethrows -> Result {
    let wasAsking = isAsking
    isAsking = true
    defer { isAsking = wasAsking }
    return try condition()
  }

  // MARK: The file's cases

  /// - Throws: ``LuaError`` if the cases can no longer be defined.
  private func checkIsLoading(_ name: String) throws {
    guard runner.isLoaded else { return }
    throw LuaError.usage("test.\(name) must be called at the top level of the file, not inside a case")
  }

  private func defineModule() {
    module.constant("folder", runner.testFolder, "The folder of the test file.")
    module.function(
      "case(name: string, body: fun(t: T))",
      "Adds a case: a function that is called once, after the whole file has been read, with its own `t`. The case passes if the function raises no error and its apps have no unexpected errors."
    ) { [unowned self] stack in
      try checkIsLoading("case")
      let name = try stack.checkString(1, "the case's name")
      runner.add(TestRunner.Definition(name: name, function: try TestFunction(2, "the case", on: stack)))
      return 0
    }
    module.function(
      "everywhere(name: string, path: string, options: EverywhereOptions|nil, body: fun(app: App, t: T))",
      "Adds a case that launches an app and is run many times: once as it is, and then with a neutral event after each of its steps, such as a kill and relaunch. It fails with a report if the app then shows anything else: another screen, another tree, another value that is restored or that the case reads. What the application's `forgets` names is not compared."
    ) { [unowned self] stack in
      try checkIsLoading("everywhere")
      let name = try stack.checkString(1, "the case's name")
      _ = try stack.checkString(2, "the app's script")
      if !stack.isNil(3) { try check(stack, 3, keys: Self.launchKeys + ["events"], name: "everywhere") }
      var function = try TestFunction(4, "the case", on: stack)
      // test.lua passes a function that launches the app and calls the case.
      function.body = try stack.checkFunction(5, "the case")
      var definition = TestRunner.Definition(name: name, function: function, isEverywhere: true)
      if !stack.isNil(3), stack.rawGet(3, "events") != .nil { definition.events = try events(stack, stack.top) }
      runner.add(definition)
      return 0
    }
    module.function(
      "before(body: fun(t: T))",
      "Adds a function that is called before each case of the file. Several run in the order in which they were added."
    ) { [unowned self] stack in
      try checkIsLoading("before")
      runner.addBefore(try TestFunction(1, "before", on: stack))
      return 0
    }
    module.function(
      "after(body: fun(t: T))",
      "Adds a function that is called after each case of the file, even if the case failed. Several run in reverse order."
    ) { [unowned self] stack in
      try checkIsLoading("after")
      runner.addAfter(try TestFunction(1, "after", on: stack))
      return 0
    }
  }

  private func events(_ stack: LuaStack, _ index: Int32) throws -> [NeutralEvent] {
    let expected = "a list of names (\(NeutralEvent.names))"
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "events", expected: expected) }
    try stack.checkListKeys(index, "events", expected: expected)
    guard let names = [String].read(stack, index) else { throw stack.wrongType(index, "events", expected: expected) }
    guard !names.isEmpty else { throw LuaError.usage("events: the list is empty; expected \(NeutralEvent.names)") }
    return try names.map { name in
      guard let event = NeutralEvent(rawValue: name) else {
        throw LuaError.usage("events: unknown event \"\(name)\"; expected \(NeutralEvent.names)")
      }
      return event
    }
  }

  /// Pushes the messages of the app's errors so far.
  private func errors(_ stack: LuaStack) throws -> Int32 {
    let app: LaunchedApp = try stack.checkObject(1, "the value of failed, an app")
    return try follow("errors", isStep: false, stack) {
      stack.push(app.errors.entries.map(\.message))
      return 1
    }
  }

  /// Marks an error as expected, by its index.
  private func expectError(_ stack: LuaStack) throws -> Int32 {
    let app: LaunchedApp = try stack.checkObject(1, "the app")
    app.errors.expect([try stack.checkInteger(2, "the error") - 1])
    return 0
  }

  /// Pushes the list of an app's mistakes that cost state.
  private func findings(_ stack: LuaStack) throws -> Int32 {
    _ = try stack.checkObject(1, "the value of isSound, an app", as: LaunchedApp.self)
    return try follow("findings", isStep: false, stack) { try perform("findings", stack) }
  }

  private func show(_ stack: LuaStack) throws -> Int32 {
    stack.push(ValuePrinter(stack).text(1))
    return 1
  }

  /// Pushes the nearest of a list of names, as the end of a message.
  private func suggest(_ stack: LuaStack) throws -> Int32 {
    let names = [String].read(stack, 2) ?? []
    stack.push(suggestion(for: try stack.checkString(1, "the name"), among: names))
    return 1
  }

  /// Pushes the difference between an app's screen and a snapshot; nil if there is none.
  private func difference(_ stack: LuaStack) throws -> Int32 {
    _ = try stack.checkObject(1, "the value of matchesSnapshot, an app", as: LaunchedApp.self)
    let name = try stack.checkString(2, "the snapshot's name")
    let (place, isExpected) = (stack.string(3), stack.truth(4))
    stack.top = 2
    _ = try follow("picture", isStep: false, stack) { try perform("picture", stack) }
    let (text, picture) = (stack.lossyString(-2) ?? "", stack.lossyString(-1) ?? "")
    let difference = try runner.snapshots.difference(
      name, text: text, picture: picture, at: place, isExpected: isExpected)
    if let difference { stack.push(difference) } else { stack.pushNil() }
    return 1
  }
}
