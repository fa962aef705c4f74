import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  static let application = ScriptClassDefinition(
    "Application", ScriptApplication.self,
    "The application, which is its own delegate. A script creates one, adds callbacks, and returns it.",
    make: { try $0.makeApplication() }
  ) { application, host in
    application.allowFields()
    application.describe { $0.identifier }
    application.identity(host)
    application.windows(host)
    application.messages(host)
    application.restoration(host)
    for callback in ApplicationCallbacks.all { application.callback(callback) }
    application.terminal(host)
  }
}

extension ScriptClass where Object == ScriptApplication {
  fileprivate func identity(_ host: ScriptHost) {
    property(
      "identifier",
      "The identifier under which the app's state is saved: letters, digits, '-', '_' and '.', as in \"org.example.app\". Must be set first, and only once.",
      get: { $0.identifier },
      set: { [unowned host] app, identifier in
        let checked = try Object.checked(identifier)
        guard app.identifier.isEmpty || app.identifier == checked else {
          throw LuaError.usage("identifier: set already, to \"\(app.identifier)\"; an app has one identifier")
        }
        app.identifier = checked
        host.reportIdentity(of: app)
        if let onIdentifier = host.configuration.onIdentifier {
          onIdentifier(identifier)
          throw host.lua.requestExit(code: 0)
        }
      }
    ).hasDefault = false
    property(
      "version",
      "The version of the app, stored in each save as `coder.info.appVersion`, and printed by a bundled app on request.",
      get: { $0.version },
      set: { [unowned host] app, version in
        try LuaStack.checkStoredName(version, "version")
        app.version = version
        host.reportIdentity(of: app)
      })
    property(
      "help", "The help text that a bundled app prints on request.",
      get: { $0.help },
      set: { [unowned host] app, help in
        app.help = help
        host.reportIdentity(of: app)
      })
    property(
      "autosave",
      "Whether changes are saved automatically, within 250 ms. If false, the state is saved only in the background and at an orderly exit.",
      get: { $0.autosave }, set: { $0.autosave = $1 })
    property(
      "forgets",
      "The identifiers or identifier paths of parts whose state may be lost, with everything below them: `test.everywhere` and `luahost explore` do not compare them.",
      get: { $0.forgets }, set: { $0.forgets = $1 })
    property(
      "showsKeyHints",
      "Whether the last line of screens with 10 or more rows shows hints for the current keys.",
      get: { $0.showsKeyHints }, set: { $0.showsKeyHints = $1 })
    property(
      "shared",
      "The application, for screens in their own files: `ui.Application.shared`. Raises an error before the script has created it.",
      type: "Application", get: { $0 })
    classValue("shared") { [unowned host] stack in
      guard let application = host.scriptApplication else {
        throw LuaError.usage(
          "ui.Application.shared: the application has not been created yet; use it inside a method or function that is called later"
        )
      }
      stack.push(object: application)
    }
    property(
      "inline",
      "The number of rows below the prompt in which the app runs, without the terminal's alternate screen; its last frame stays there. nil uses the whole screen.",
      get: { $0.inlineRows },
      set: { app, rows in
        if let rows, !(1...1000).contains(rows) {
          throw LuaError.usage("inline: expected 1 to 1000 rows, got \(rows)")
        }
        app.inlineRows = rows
      })
    property("pasteboard", "The text that was copied or cut last, including by the user.", get: { $0.pasteboard })
    property(
      "filesDirectory",
      "The path of a folder for the app's own files, specific to this app and session, beside the saved state; nil in the sandbox. It is created at the first access, which raises an error if that fails, and is never pruned.",
      get: { [unowned host] app in
        guard host.lua.options.capabilities.contains(.files) else { return String?.none }
        return try host.configuration.filesDirectory?(app.identifier)
      }
    ).isListable = { _ in false }
  }

  fileprivate func windows(_ host: ScriptHost) {
    property(
      "window", "The window that shows the app; set it in `willFinishLaunching`.", get: { $0.window },
      set: { $0.window = $1 })
    property("windows", "All windows of the app.", get: { $0.windows })
    property(
      "keyWindow", "The visible window with keyboard focus; nil before a window is visible.", get: { $0.keyWindow })
    property(
      "storyboard",
      "The storyboard whose initial scene becomes the root of a new window if the script creates none.",
      get: { $0.mainStoryboard },
      set: { app, storyboard in
        if let storyboard, storyboard.initialScene == nil {
          throw StoryboardError.noInitialScene(storyboard: storyboard.name)
        }
        app.mainStoryboard = storyboard
        if let storyboard { app.register(storyboard) }
      })
    property(
      "theme", type: "\(Theme.names.map { "\"\($0)\"" }.joined(separator: "|"))|table",
      "The theme of all controls: a theme's name, or a table that overrides the styles of single roles, and of the roles based on them: `{ base = \"dark\", accent = { foreground = \"green\" } }`; in it, `usesFills` and `buttonEdges` (\"blank\" or \"brackets\") override those of the base. The default follows the background of the terminal.",
      push: { app, stack in stack.push(app.requestedTheme.name) },
      take: { app, stack, index in app.theme = try Theme.take(stack, index, "theme") })
    keyCommands(host) { $0.keyCommands = $1 }
    host.module.alias(
      "KeyName", KeyPress.luaNames,
      "A key: one character, or a name, optionally after `ctrl+`, `alt+` or `shift+`.")
    host.module.table("KeyCommand", "A command, available by its key and in the command palette.")
      .field("title", "string", "Its name in the palette and the help.")
      .field("hint?", "string", "Its short name in the key hints, of at most 16 cells; the title by default.")
      .field("input?", KeyPress.luaType, "Its key: \"ctrl+s\", \"f5\", \"x\"; none by default.")
      .field(
        "action", "string|fun(receiver: any)",
        "Called when the command is chosen: a function, which receives the object with the command, or the name of a method of that object."
      )
  }

  fileprivate func messages(_ host: ScriptHost) {
    method(
      "notify(text: string, options: NotifyOptions|nil)",
      "Shows a one-line message over the screen, which disappears after `options.seconds`, 4 by default. At most three messages are visible. The time is paused while an alert or a sheet is open. With `system = true`, terminals that can also show a desktop notification."
    ) { app, stack in
      let text = try stack.checkMessage(2, "notify: the text")
      let options = try OptionTable(stack, 3, "notify", names: ["seconds", "style", "system"])
      let status = try options.with("style") { $0.string($1).flatMap(Messages.Status.init(rawValue:)) } ?? nil
      let style =
        status != nil ? nil : try options.with("style") { try Style.take($0, $1, "notify: style", theme: app.theme) }
      let seconds =
        try options.with("seconds") { try Double.take($0, $1, "notify: seconds") } ?? Messages.defaultSeconds
      guard seconds > 0, seconds <= 1e9 else {
        throw LuaError.usage("notify: seconds: expected more than 0 and at most 1e9, got \(seconds)")
      }
      let isSystemWide = try options.value("system", of: Bool.self) ?? false
      app.messages.show(text, for: .seconds(seconds), style: style, status: status)
      if isSystemWide { app.onSystemNotification(text) }
      return 0
    }
    host.module.table("NotifyOptions", "The options of a message.")
      .field("seconds?", "number", "The number of seconds that it is visible; 4 by default.")
      .field(
        "style?", "Look",
        "The style of its line; the theme's by default. \"success\", \"warning\", \"error\" and \"info\" put a mark before the text."
      )
      .field(
        "system?", "boolean", "Whether the terminal also shows a desktop notification, if it can; false by default.")
  }

  fileprivate func restoration(_ host: ScriptHost) {
    method(
      "extendStateRestoration()",
      "Postpones the end of restoration until the matching `completeStateRestoration`, for state that must be fetched first, by at most 10 seconds. Until then the screen is a picture of the last save; keys and pasted text are queued for the restored screen, and the mouse has no effect."
    ) { app, stack in
      app.extensionPlace = stack.callerPlace
      app.extendStateRestoration()
      return 0
    }
    method(
      "completeStateRestoration()",
      "Ends the extension that `extendStateRestoration` began: the restored screen replaces the picture."
    ) { $0.completeStateRestoration() }
    method(
      "ignoreSnapshotOnNextApplicationLaunch()",
      "Prevents the next launch from starting with the picture of the screen of the next save. Call it while the state is saved, or before."
    ) { $0.ignoreSnapshotOnNextApplicationLaunch() }
    method(
      "restorableStateChanged()", "Marks the state of all objects as changed: the next autosave encodes every object."
    ) {
      $0.restorableStateChanged()
    }
    method(
      "invalidateRestorableState()",
      "Marks the state of the application's own methods as changed, so that the next autosave encodes it."
    ) {
      $0.applicationStateDidChange()
    }
    method(
      "registerObjectForStateRestoration(object: RestorableObject|table|Responder, identifier: string)",
      "Registers an object that is not a view or controller for restoration: its `encodeRestorableState(coder)` and `decodeRestorableState(coder)` are called after those of the tree. Its field `objectRestorationClass`, if set, is a table whose `objectWithRestorationIdentifierPath(path, coder)` re-creates the object at a launch that has not registered it. The next launch finds the table by its field `name`, or by that of the global variable or field that has it. `restorationParent`, if set, is the node below which it is saved; a re-created object without one is given the saved one. Raises an error if the identifier is already registered below the same node."
    ) { [unowned host] app, stack in
      let identifier = try stack.checkStoredName(3, "the identifier")
      let object = try host.restoration.object(at: 2, identifier: identifier, on: stack)
      guard !object.hasUnnamedRestorationClass else {
        throw LuaError.usage(
          "registerObjectForStateRestoration: the objectRestorationClass of \"\(identifier)\" has no name, so the next launch could not find it; set its field name, or store it in a global variable"
        )
      }
      object.registeredAt = stack.callerPlace
      try app.registerObjectForStateRestoration(object)
      host.observers.notify { $0.objectWasRegistered(object) }
      return 0
    }

    host.module.table("RestorableObject", "An object registered with `registerObjectForStateRestoration`.")
      .field(
        "encodeRestorableState?", "fun(self, coder: Coder)", "Called to encode its values, after those of the tree."
      )
      .field(
        "decodeRestorableState?", "fun(self, coder: Coder)", "Called to decode its values, after those of the tree."
      )
      .field(
        "objectRestorationClass?", "ObjectRestorationClass",
        "A table that re-creates the object at a launch that has not registered it. It is found by its field `name`, or by that of the global variable or field that has it."
      )
      .field(
        "restorationParent?", "Responder",
        "The node below which it is saved; a re-created object without one is given the saved one.")
    host.module.table("ObjectRestorationClass", "A table that re-creates registered objects.")
      .field(
        "objectWithRestorationIdentifierPath", "fun(path: string[], coder: Coder): table|nil",
        "Called for an identifier path of the saved state; returns the object, or nil if it is not to be restored.")
  }

  fileprivate func terminal(_ host: ScriptHost) {
    host.module.table("TerminalCommand", "A program that runs in the terminal.")
      .field("[integer]", "string", "The program, followed by its arguments.")
      .field("cwd?", "string", "The working directory; the app's by default.")
      .field("env?", "table<string, string>", "The complete environment; the app's by default.")
    host.module.table("TerminalResult", "The result of a program.")
      .field("status?", "integer", "Its exit status, 0 for success; nil if a signal terminated it.")
      .field("signal?", "integer", "The number of the signal that terminated it; nil if it exited by itself.")
    method(
      "runInTerminal(command: TerminalCommand): TerminalResult",
      "Runs another program, such as an editor or a pager, in the terminal and returns its result: `app:runInTerminal { \"vi\", file }`. Meanwhile timers and tasks are paused, and no time limit applies."
    ) { [unowned host] _, stack in try host.runInTerminal(stack) }
    method(
      "open(url: string)",
      "Opens a URL, or a file, with the user's program for it (`xdg-open`), which keeps running after the app. Raises an error if there is no such program."
    ) { [unowned host] _, stack in try host.open(stack) }
    method(
      "suspend(body: fun(): any ...): any ...",
      "Restores the terminal while a function runs, and returns the function's results. Meanwhile timers and tasks are paused, and no time limit applies."
    ) { [unowned host] _, stack in try host.suspend(stack) }
  }
}

extension ScriptHost {
  fileprivate func reportIdentity(of app: ScriptApplication) {
    configuration.onIdentity?(
      AppIdentity(
        identifier: app.identifier.isEmpty ? nil : app.identifier, version: app.version.isEmpty ? nil : app.version,
        help: app.help))
  }
}

extension ScriptApplication {
  /// The maximum length of an identifier in bytes.
  private static let longestIdentifier = 200

  /// Returns an identifier if it is valid: it names a folder, so its characters and its length are restricted.
  fileprivate static func checked(_ identifier: String) throws -> String {
    guard identifier.utf8.count <= longestIdentifier else {
      let start = identifier.unicodeScalars.prefix(20)
      throw LuaError.usage(
        "identifier: expected at most \(longestIdentifier) bytes, got \(identifier.utf8.count): \"\(String(start))…\"")
    }
    let isValid =
      !identifier.isEmpty && !identifier.hasPrefix(".")
      && identifier.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
      }
    guard isValid else {
      throw LuaError.usage(
        "identifier: expected a name like \"org.example.app\" (letters, digits, '-', '_' and '.'), got \"\(identifier)\""
      )
    }
    // The folder of all sandboxed state has this name.
    guard identifier != "sandbox" else {
      throw LuaError.usage("identifier: \"sandbox\" is reserved; use a name like \"org.example.app\"")
    }
    return identifier
  }
}
