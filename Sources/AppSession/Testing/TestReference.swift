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
    module.table("T", "The argument of a case, which launches apps and checks expectations.")
      .method(
        "launch(path: string, options?: LaunchOptions): App",
        "Launches an app with its own state. The path of its script is relative to the test file. Raises an error if the app cannot be loaded, or if an error leaves it without a window with a root view controller."
      )
      .method("expect(value: any): Expectation", "Starts an expectation about a value: `t:expect(x):equals(1)`.")
    module.table(
      "Expectation",
      "An expectation about a value. An expectation that does not hold fails the case at the line of the call."
    )
    .method(
      "equals(other: any)",
      "Fails unless both values are equal. Tables are compared by their contents at any depth; the message names the first difference."
    )
    .method("contains(part: any)", "Fails unless a string contains this part, or a table this item.")
    .method("matches(pattern: string)", "Fails unless a string matches a Lua pattern somewhere.")
    .method(
      "matchesSnapshot(name: string)",
      "Fails unless the screen of an app matches the stored snapshot with this name. A run that accepts snapshots stores it."
    )
    .method("exists()", "Fails if the value is nil.")
    .method("isNil()", "Fails unless the value is nil.")
    .method("isTrue()", "Fails unless the value is true. Other truthy values fail.")
    .method("isFalse()", "Fails unless the value is false. nil fails.")
    .method(
      "fails(pattern?: string)",
      "Calls the value, a function, and fails unless it raises an error. If a pattern or plain text is given, the message must match it."
    )
    .method(
      "failed(pattern?: string)",
      "Fails unless the app, the value, has had an error. If a pattern or plain text is given, the message must match it. Matching errors do not fail the case."
    )
    .method(
      "isSound()",
      "Fails if the doctor finds something in the app, the value, as it is at this moment: state that would not be restored, with the place to fix. The app itself continues unchanged."
    )
    .method("never(): Expectation", "Negates the next expectation: `t:expect(x):never():equals(1)`.")
    describeOptions()
    describeResults()
  }

  private func describeOptions() {
    let size = "{ [1]: integer, [2]: integer }"
    module.table("LaunchOptions", "The options of `launch`.")
      .field("size?", size, "The columns and rows of the screen; { 80, 24 } by default.")
      .field(
        "state?", "string", "The folder of the state, relative to the test file; a new temporary folder by default."
      )
      .field(
        "archive?", "string",
        "The file of an exported save, or of one that a recording wrote, from which the first launch restores the app; relative to the test file."
      )
      .field("sandbox?", "boolean", "Whether the app runs in the sandbox; false by default.")
      .field(
        "arguments?", "string[]", "The script's arguments, in `arg` and `...`, also in later launches; none by default."
      )
      .field(
        "options?", "table",
        "The options passed to `willFinishLaunching` and `didFinishLaunching`, also by later launches."
      )
      .field(
        "isolated?", "boolean",
        "Whether each launch of the app runs in a process of its own, which `kill` and `crash` end by a real SIGKILL; false by default."
      )
      .field(
        "terminal?", "fun(command: table): integer|table|nil",
        "Called instead of running a program in the terminal. Receives the command, and returns its status or `{ status =, signal = }`."
      )
      .field(
        "clipboard?", "string",
        "The text that `ui.clipboard.read()` returns until the app or the user copies another one, also after relaunches; nil by default."
      )
      .field("errors?", "\"allowed\"", "\"allowed\" lets the case pass regardless of the app's errors.")
    module.table(
      "EverywhereOptions", from: "LaunchOptions", "The options of `everywhere`: those of `launch`, and the events."
    )
    .field("events?", "(\(words(of: NeutralEvent.self)))[]", "The events to try; all by default.")
    module.table("RelaunchOptions", "The options of `relaunch`. Omitted options keep their values.")
      .field("script?", "string", "The path of another script, relative to the test file.")
      .field("version?", "string", "The version to use instead of the script's own, as after an upgrade.")
      .field("options?", "table", "The options passed to `willFinishLaunching` and `didFinishLaunching`.")
      .field("size?", size, "The columns and rows of the screen.")
  }

  private func describeResults() {
    module.table("Node", "A controller or view of the tree.")
      .field("class", "string", "The name of its class.")
      .field("identifier?", "string", "Its restoration identifier, or nil.")
      .field("path?", "string", "Its identifier path, as accepted by `find`, or nil.")
      .field("restorable", "boolean", "Whether it is saved.")
      .field("children", "Node[]", "The children of the node.")
    module.table("Save", "A save of the history.")
      .field("number", "integer", "Its number, for `rollback`.")
      .field("savedAt", "number", "When it was written, in seconds since 1970.")
      .field("appVersion", "string", "The version of the app that wrote it.")
      .field("hostVersion", "string", "The version of luahost that wrote it.")
      .field("nodes", "integer", "The number of its nodes.")
      .field("changed", "integer", "The number of nodes that it changed.")
      .field(
        "kind?", words(of: SaveKind.self), "The event that caused it: autosave, the background, an exit, or a request."
      )
      .field("kept", "(\(words(of: KeepReason.self)))[]", "Why the history keeps it.")
  }

  /// Returns an enumeration in LuaCATS annotations.
  private func words<Value: CaseIterable & RawRepresentable<String>>(of _: Value.Type) -> String {
    Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
  }
}
