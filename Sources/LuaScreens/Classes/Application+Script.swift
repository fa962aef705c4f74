import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  static let application = ScriptClassDefinition(
    "Application", ScriptApplication.self, "The app, its own delegate.", make: { try $0.makeApplication() }
  ) { application, host in
    application.allowFields()
    application.describe { $0.identifier }
    application.identity(host)
    application.windows(host)
    application.notifications(host)
    application.restoration(host)
    application.lifeCycle()
    application.terminal(host)
  }
}

extension ScriptClass where Object == ScriptApplication {
  fileprivate func identity(_ host: ScriptHost) {
    property(
      "identifier", "What the app is called; its state is kept under this name.", get: { $0.identifier },
      set: { [unowned host] app, identifier in
        app.identifier = try Object.checked(identifier)
        if let onIdentifier = host.configuration.onIdentifier {
          onIdentifier(identifier)
          throw host.lua.requestExit(code: 0)
        }
      })
    property("version", "The app's version, which its saves name.", get: { $0.version }, set: { $0.version = $1 })
    property("autosave", "Whether changes are saved by themselves.", get: { $0.autosave }, set: { $0.autosave = $1 })
    property(
      "showsKeyHints",
      "Whether the last line of screens of 10 rows and more names the keys that matter now; true at first.",
      get: { $0.showsKeyHints }, set: { $0.showsKeyHints = $1 })
    property("pasteboard", "What was copied.", get: { $0.pasteboard })
    property(
      "filesDirectory",
      "A folder of this app and session for files of its own, beside the saved state; nil in the sandbox. It is made when it is first asked for, and never pruned.",
      get: { [unowned host] app in
        guard host.lua.options.capabilities.contains(.files) else { return String?.none }
        return try host.configuration.filesDirectory?(app.identifier)
      })
  }

  fileprivate func windows(_ host: ScriptHost) {
    property("window", "The window that shows the app.", get: { $0.window }, set: { $0.window = $1 })
    property("windows", "All windows.", get: { $0.windows })
    property("keyWindow", "The window that has the keys.", get: { $0.keyWindow })
    property(
      "storyboard", "The storyboard whose first scene is shown, where a script makes no window.",
      get: { $0.mainStoryboard },
      set: { app, storyboard in
        app.mainStoryboard = storyboard
        if let storyboard { app.register(storyboard) }
      })
    property(
      "theme", type: "\(Theme.all.map { "\"\($0.name)\"" }.joined(separator: "|"))|table",
      "A theme's name, or { base = NAME, ROLE = look, ... }.",
      push: { app, stack in stack.push(app.theme.name) },
      take: { app, stack, index in app.theme = try Theme.take(stack, index, "theme") })
    keyCommands(host) { $0.keyCommands = $1 }
    host.module.table("KeyCommand", "A named action, in the command palette and by its key.")
      .field("title", "string", "What it is called.")
      .field("input?", "string", "Its key: \"ctrl+s\", \"f5\", \"x\".")
      .field("action", "string|fun(receiver: ViewController|Application)", "A function, or the name of a method.")
  }

  fileprivate func notifications(_ host: ScriptHost) {
    method(
      "notify(text: string, options: NotifyOptions|nil)",
      "Shows a message in a line over the screen, which goes by itself; three at most are seen. Time stands still while an alert or a sheet is open."
    ) { app, stack in
      let text = try stack.checkString(2, "notify: the text")
      var seconds = Notifications.defaultSeconds
      var style: Style?
      switch stack.kind(3) {
      case .none, .nil: break
      case .table:
        try stack.reserve(8)
        try stack.forEachPair(3) {
          let key = try stack.checkString(-2, "notify: an option")
          switch key {
          case "seconds":
            seconds = try Double.take(stack, stack.top, "notify: seconds")
            guard seconds > 0, seconds <= 1e9 else {
              throw LuaError.usage("notify: seconds: expected more than 0 and at most 1e9, got \(seconds)")
            }
          case "style": style = try Style.take(stack, stack.top, "notify: style", theme: app.theme)
          default:
            throw LuaError.usage(
              "notify has the options seconds and style, and no \"\(key)\""
                + suggestion(for: key, among: ["seconds", "style"]))
          }
        }
      default: throw stack.wrongType(3, "notify: the options", expected: "a table { seconds =, style = }")
      }
      app.notifications.show(text, seconds: seconds, style: style)
      return 0
    }
    host.module.table("NotifyOptions", "How a message is shown.")
      .field("seconds?", "number", "How long it stands; 4 at first.")
      .field("style?", "Look", "Its look.")
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
      "ignoreSnapshotOnNextApplicationLaunch()", "Has the next launch begin without the picture of this save."
    ) { $0.ignoreSnapshotOnNextApplicationLaunch() }
    method("restorableStateChanged()", "Says that anything may have changed: all of it is asked at the next save.") {
      $0.restorableStateChanged()
    }
    method("invalidateRestorableState()", "Says that what the application itself would save has changed.") {
      $0.applicationStateDidChange()
    }
    method(
      "registerObjectForStateRestoration(object: table|Responder, identifier: string)",
      "Has an object that is no view or controller take part in restoration."
    ) { [unowned host] app, stack in
      let identifier = try stack.checkString(3, "the identifier")
      let object = try host.scriptObject(at: 2, identifier: identifier, on: stack)
      guard !object.hasNamelessRestorationClass else {
        throw LuaError.usage(
          "registerObjectForStateRestoration: the objectRestorationClass of \"\(identifier)\" has no name by which the next launch could find it; give it a field name, or keep it in a global variable"
        )
      }
      try app.registerObjectForStateRestoration(object)
      return 0
    }
  }

  fileprivate func terminal(_ host: ScriptHost) {
    host.module.table("TerminalCommand", "A program that gets the terminal.")
      .field("[integer]", "string", "The program, and its arguments.")
      .field("cwd?", "string", "The folder that it runs in.")
      .field("env?", "table<string, string>", "All of its environment; the app's, if left out.")
    host.module.table("TerminalResult", "How a program ended.")
      .field("status?", "integer", "What it returned; nil if a signal ended it.")
      .field("signal?", "integer", "The signal that ended it.")
    method(
      "runInTerminal(command: TerminalCommand): TerminalResult",
      "Hands the terminal to another program and returns when it has ended: app:runInTerminal { \"vi\", file }. Meanwhile timers and tasks rest, and no limit of time runs."
    ) { [unowned host] _, stack in try host.runInTerminal(stack) }
    method(
      "suspend(body: fun(): any ...): any ...",
      "Gives the terminal back while a function runs, and returns what it returns. Meanwhile timers and tasks rest, and no limit of time runs."
    ) { [unowned host] _, stack in try host.suspend(stack) }
  }

  fileprivate func lifeCycle() {
    callback(
      "willFinishLaunching(options: table|nil)", "Called first, before anything is restored: makes the window.")
    callback(
      "didFinishLaunching(options: table|nil)",
      "Called when the state has been restored: makes what was not restored, and shows the window.")
    callback(
      "shouldSaveApplicationState(coder: Coder): boolean", "Whether the state is to be saved; only `true` is yes.")
    callback(
      "shouldRestoreApplicationState(coder: Coder): boolean",
      "Whether the saved state is to be restored; only `true` is yes.")
    callback(
      "viewControllerWithRestorationIdentifierPath(path: string[], coder: Coder): ViewController|nil",
      "Makes a saved controller again that has no restoration class; nil for none.")
    callback("willEncodeRestorableState(coder: Coder)", "Called before the objects are saved: keeps what is the app's.")
    callback(
      "didDecodeRestorableState(coder: Coder)", "Called when the objects have been restored: takes what is the app's.")
    callback("didBecomeActive()", "Called when the person can use the app.")
    callback("willResignActive()", "Called before the person cannot use the app any more.")
    callback("didEnterBackground()", "Called when the app shows no more, before it is saved.")
    callback("willEnterForeground()", "Called before the app shows again.")
    callback("willTerminate()", "Called before the app ends in order.")
    callback(
      "didReceiveMemoryWarning()",
      "Called when scripts hold nearly all the memory that they may: lets go of what it can.")
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
    return identifier
  }
}
