import LuaRuntime
import StateRestoration

extension TestRunner {
  /// The documentation of the module `luahost.test`.
  public static func reference() throws -> Reference {
    try TestRunner("reference.test.lua").reference
  }
}

extension TestLibrary {
  /// Describes test.lua and the tables that tests pass and receive.
  func describeTables() {
    module.table("T", "What a case gets, to launch apps and to say what it expects.")
      .method(
        "launch(path: string, options?: LaunchOptions): App",
        "Launches the app of a script, whose path is relative to the test file, with a state of its own. An app that cannot be loaded, or has no window with a root after an error, is an error."
      )
      .method("expect(value: any): Expectation", "Begins to say what is expected of a value: `t:expect(x):equals(1)`.")
    module.table(
      "Expectation", "What is expected of a value. What does not hold fails the case, at the line of the call."
    )
    .method(
      "equals(other: any)",
      "Fails unless both are equal: tables by what is in them, at any depth; the message names the first difference."
    )
    .method("contains(part: any)", "Fails unless a text has this part, or a table this item.")
    .method("matches(pattern: string)", "Fails unless a text matches a Lua pattern somewhere.")
    .method(
      "matchesSnapshot(name: string)",
      "Fails unless the screen of an app is the stored snapshot of this name. The first run that accepts snapshots stores it."
    )
    .method("exists()", "Fails if the value is nil.")
    .method("isNil()", "Fails unless the value is nil.")
    .method("isTrue()", "Fails unless the value is true, and not just anything that counts as true.")
    .method("isFalse()", "Fails unless the value is false; nil is not.")
    .method(
      "fails(pattern?: string)",
      "Calls the value, a function, and fails unless that raises an error; one that has the pattern or plain text, if it is given."
    )
    .method(
      "failed(pattern?: string)",
      "Fails unless the app, the value, has had an error that has the pattern or plain text; such errors are expected then."
    )
    .method("never(): Expectation", "Turns round what is said next: `t:expect(x):never():equals(1)`.")
    describeOptions()
    describeResults()
  }

  private func describeOptions() {
    let size = "{ [1]: integer, [2]: integer }"
    module.table("LaunchOptions", "How an app is launched.")
      .field("size?", size, "Columns and rows of its screen; { 80, 24 }, if left out.")
      .field(
        "state?", "string", "The folder that its state is kept in, relative to the test file; a fresh one, if left out."
      )
      .field("sandbox?", "boolean", "Whether it runs in the sandbox; false, if left out.")
      .field("options?", "table", "What `willFinishLaunching` and `didFinishLaunching` get, in later launches too.")
      .field("isolated?", "boolean", "Whether it runs in a process of its own.")
      .field(
        "terminal?", "fun(command: table): integer|table|nil",
        "Called in place of programs that get the terminal: gets the command, returns their status, or `{ status =, signal = }`."
      )
      .field("errors?", "\"allowed\"", "\"allowed\" lets the case pass whatever errors the app has.")
    module.table("RelaunchOptions", "How an app is launched again. What is left out is as it was.")
      .field("script?", "string", "The path of another script, relative to the test file.")
      .field("version?", "string", "A version that counts instead of the script's own, as after an upgrade.")
      .field("options?", "table", "What `willFinishLaunching` and `didFinishLaunching` get.")
      .field("size?", size, "Columns and rows of its screen.")
  }

  private func describeResults() {
    module.table("Node", "A controller or view of the tree.")
      .field("class", "string", "The name of its class.")
      .field("identifier?", "string", "Its restoration identifier; nil if it has none.")
      .field("path?", "string", "Its identifier path, as `find` takes it; nil if it has none.")
      .field("restorable", "boolean", "Whether it is saved.")
      .field("children", "Node[]", "What is in it.")
    module.table("Save", "A save of the history.")
      .field("number", "integer", "Its number, to roll back to.")
      .field("savedAt", "number", "When it was written, in seconds since 1970.")
      .field("appVersion", "string", "The app's version that wrote it.")
      .field("hostVersion", "string", "The version of the host that wrote it.")
      .field("nodes", "integer", "How many nodes it has.")
      .field("changed", "integer", "How many of them it changed.")
      .field("kind?", words(of: SaveKind.self), "What made it: autosave, the background, an orderly end, or a request.")
      .field("kept", "(\(words(of: KeepReason.self)))[]", "Why it is kept, when the history is thinned.")
  }

  /// Returns an enumeration in LuaCATS annotations.
  private func words<Value: CaseIterable & RawRepresentable<String>>(of _: Value.Type) -> String {
    Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
  }
}
