import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  static let application = ScriptClassDefinition(
    "Application", ScriptApplication.self,
    "The app, which is its own delegate: the script makes one, gives it methods, and returns it.",
    make: { try $0.makeApplication() }
  ) { application, host in
    application.allowFields()
    application.describe { $0.identifier }
    application.identity(host)
    application.windows(host)
    application.notifications(host)
    application.restoration(host)
    for callback in ApplicationCallbacks.all { application.callback(callback) }
    application.terminal(host)
  }
}

extension ScriptClass where Object == ScriptApplication {
  fileprivate func identity(_ host: ScriptHost) {
    property(
      "identifier",
      "Names the app: its state is kept under this name. Letters, digits, '-', '_' and '.', as in \"org.example.app\"; set it first, once.",
      get: { $0.identifier },
      set: { [unowned host] app, identifier in
        app.identifier = try Object.checked(identifier)
        host.tellIdentity(of: app)
        if let onIdentifier = host.configuration.onIdentifier {
          onIdentifier(identifier)
          throw host.lua.requestExit(code: 0)
        }
      }
    ).hasDefault = false
    property(
      "version",
      "The app's version, which its saves record: `coder.info.appVersion`. What it answers, once it is bundled, to those who ask it for its version on the command line.",
      get: { $0.version },
      set: { [unowned host] app, version in
        try LuaStack.checkStoredName(version, "version")
        app.version = version
        host.tellIdentity(of: app)
      })
    property(
      "help", "What the app answers, once it is bundled, to those who ask it for help on the command line.",
      get: { $0.help },
      set: { [unowned host] app, help in
        app.help = help
        host.tellIdentity(of: app)
      })
    property(
      "autosave",
      "Whether changes are saved by themselves, 250 ms after them at most. Without, the state is saved in the background and at an orderly end only.",
      get: { $0.autosave }, set: { $0.autosave = $1 })
    property(
      "showsKeyHints",
      "Whether the last line of screens of 10 rows and more names the keys that matter now.",
      get: { $0.showsKeyHints }, set: { $0.showsKeyHints = $1 })
    property(
      "shared",
      "The one application: screens in files of their own reach it by `ui.Application.shared`. An error before the script has made it.",
      type: "Application", get: { $0 })
    classValue("shared") { [unowned host] stack in
      guard let application = host.scriptApplication else {
        throw LuaError.usage(
          "ui.Application.shared: the app is not made yet; ask for it in a method or function that is called later")
      }
      stack.push(object: application)
    }
    property("pasteboard", "The text that was copied or cut last, also by the user.", get: { $0.pasteboard })
    property(
      "filesDirectory",
      "The path of a folder for files of the app's own, for this app and session, beside the saved state; nil in the sandbox. It is made when it is first asked for, which is an error where it cannot be, and never pruned.",
      get: { [unowned host] app in
        guard host.lua.options.capabilities.contains(.files) else { return String?.none }
        return try host.configuration.filesDirectory?(app.identifier)
      }
    ).isThere = { _ in false }
  }

  fileprivate func windows(_ host: ScriptHost) {
    property(
      "window", "The window that shows the app; set it in `willFinishLaunching`.", get: { $0.window },
      set: { $0.window = $1 })
    property("windows", "All windows of the app.", get: { $0.windows })
    property(
      "keyWindow", "The visible window with keyboard focus; nil before one is made visible.", get: { $0.keyWindow })
    property(
      "storyboard",
      "The storyboard whose initial scene is the root, in a window that is made for it, if the script makes none.",
      get: { $0.mainStoryboard },
      set: { app, storyboard in
        if let storyboard, storyboard.initialScene == nil {
          throw StoryboardError.noInitialScene(storyboard: storyboard.name)
        }
        app.mainStoryboard = storyboard
        if let storyboard { app.register(storyboard) }
      })
    property(
      "theme", type: "\(Theme.all.map { "\"\($0.name)\"" }.joined(separator: "|"))|table",
      "The looks of all controls: a theme's name, or a table with the looks of single roles: `{ base = \"dark\", accent = { foreground = \"green\" } }`.",
      push: { app, stack in stack.push(app.theme.name) },
      take: { app, stack, index in app.theme = try Theme.take(stack, index, "theme") })
    keyCommands(host) { $0.keyCommands = $1 }
    host.module.alias(
      "KeyName", KeyPress.luaNames,
      "A key: one character, or a name, with `ctrl+`, `alt+` or `shift+` before it where they are held.")
    host.module.table("KeyCommand", "Something that can be done, in the command palette and by its key.")
      .field("title", "string", "What the palette and the help call it.")
      .field("input?", KeyPress.luaType, "The key that does it: \"ctrl+s\", \"f5\", \"x\"; none if left out.")
      .field(
        "action", "string|fun(receiver: any)",
        "Called when it is chosen: a function, which gets the object that has the command, or the name of a method of that object."
      )
  }

  fileprivate func notifications(_ host: ScriptHost) {
    method(
      "notify(text: string, options: NotifyOptions|nil)",
      "Shows a message in a line over the screen, which goes by itself after 4 seconds or `options.seconds`; three at most are seen. Its time stands still while an alert or a sheet is open."
    ) { app, stack in
      let text = try stack.checkMessage(2, "notify: the text")
      let options = try OptionTable(stack, 3, "notify", names: ["seconds", "style"])
      let style = try options.with("style") { try Style.take($0, $1, "notify: style", theme: app.theme) }
      let seconds =
        try options.with("seconds") { try Double.take($0, $1, "notify: seconds") } ?? Notifications.defaultSeconds
      guard seconds > 0, seconds <= 1e9 else {
        throw LuaError.usage("notify: seconds: expected more than 0 and at most 1e9, got \(seconds)")
      }
      app.notifications.show(text, seconds: seconds, style: style)
      return 0
    }
    host.module.table("NotifyOptions", "How a message is shown.")
      .field("seconds?", "number", "How many seconds it stands; 4 if left out.")
      .field("style?", "Look", "The look of its line; the theme's if left out.")
  }

  fileprivate func restoration(_ host: ScriptHost) {
    method(
      "extendStateRestoration()",
      "Puts off the end of restoration until the matching `completeStateRestoration`, for state that has to be fetched first: at most 10 seconds. Meanwhile the screen is the picture of the last save; keys and pasted text wait for the restored screen, the mouse does nothing."
    ) { $0.extendStateRestoration() }
    method(
      "completeStateRestoration()",
      "Ends what `extendStateRestoration` began: the restored screen takes the place of the picture."
    ) { $0.completeStateRestoration() }
    method(
      "ignoreSnapshotOnNextApplicationLaunch()",
      "Has the next launch begin without the picture of the screen that is saved next. Call it while the state is saved, or before."
    ) { $0.ignoreSnapshotOnNextApplicationLaunch() }
    method("restorableStateChanged()", "Says that anything may have changed: the next autosave asks every object.") {
      $0.restorableStateChanged()
    }
    method(
      "invalidateRestorableState()",
      "Says that what the application's own methods would keep has changed, so that autosave asks again."
    ) {
      $0.applicationStateDidChange()
    }
    method(
      "registerObjectForStateRestoration(object: table|Responder, identifier: string)",
      "Has an object that is no view or controller take part in restoration: its `encodeRestorableState(coder)` and `decodeRestorableState(coder)` are called after those of the tree. A second one of the same identifier is an error."
    ) { [unowned host] app, stack in
      let identifier = try stack.checkStoredName(3, "the identifier")
      let object = try host.scriptObject(at: 2, identifier: identifier, on: stack)
      guard !object.hasNamelessRestorationClass else {
        throw LuaError.usage(
          "registerObjectForStateRestoration: the objectRestorationClass of \"\(identifier)\" has no name by which the next launch could find it; give it a field name, or keep it in a global variable"
        )
      }
      object.registeredAt = stack.callerPlace
      try app.registerObjectForStateRestoration(object)
      host.mistakes.registeredObjectWasAsked(object, isSaving: false)
      return 0
    }
  }

  fileprivate func terminal(_ host: ScriptHost) {
    host.module.table("TerminalCommand", "The program that gets the terminal.")
      .field("[integer]", "string", "The program, then its arguments, one each.")
      .field("cwd?", "string", "The folder that it runs in; the app's if left out.")
      .field("env?", "table<string, string>", "All of its environment variables; the app's if left out.")
    host.module.table("TerminalResult", "How the program ended.")
      .field("status?", "integer", "Its exit status, 0 for success; nil if a signal ended it.")
      .field("signal?", "integer", "The number of the signal that ended it; nil if it ended by itself.")
    method(
      "runInTerminal(command: TerminalCommand): TerminalResult",
      "Hands the terminal to another program, an editor or a pager, and returns how it ended: `app:runInTerminal { \"vi\", file }`. Meanwhile timers and tasks rest, and no limit of time runs."
    ) { [unowned host] _, stack in try host.runInTerminal(stack) }
    method(
      "suspend(body: fun(): any ...): any ...",
      "Gives the terminal back while a function runs, and returns what it returns. Meanwhile timers and tasks rest, and no limit of time runs."
    ) { [unowned host] _, stack in try host.suspend(stack) }
  }
}

extension ScriptHost {
  fileprivate func tellIdentity(of app: ScriptApplication) {
    configuration.onIdentity?(
      AppIdentity(
        identifier: app.identifier.isEmpty ? nil : app.identifier, version: app.version.isEmpty ? nil : app.version,
        help: app.help))
  }
}

extension ScriptApplication {
  /// An identifier names a folder, so it is made of what names folders.
  fileprivate static func checked(_ identifier: String) throws -> String {
    let isGood =
      !identifier.isEmpty && !identifier.hasPrefix(".") && identifier.utf8.count <= 200
      && identifier.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
      }
    guard isGood else {
      throw LuaError.usage(
        "identifier: expected a name like \"org.example.app\" (letters, digits, '-', '_' and '.'), got \"\(identifier)\""
      )
    }
    // The folder of all sandboxed state.
    guard identifier != "sandbox" else {
      throw LuaError.usage("identifier: \"sandbox\" is reserved; use a name like \"org.example.app\"")
    }
    return identifier
  }
}
