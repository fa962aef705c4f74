import Interface
import LuaRuntime
import LuaScreens

// The life cycle and inspection of apps.
extension TestLibrary {
  func defineLife(_ app: ScriptClass<LaunchedApp>) {
    step(
      "background()",
      "Sends the app to the background, as \(HostCommand.suspend.keyNames) does, which saves its state.", app
    ) { app, _ in
      try app.background()
    }
    step("foreground()", "Brings the app back to the foreground.", app) { app, _ in
      try app.foreground()
    }
    method(
      "preserve(): integer|nil",
      "Saves the state now. Returns the number of the save, or nil if the app declines to be saved.", app
    ) { app, stack in
      if let number = try app.preserve() { stack.push(number) } else { stack.pushNil() }
      return 1
    }
    step(
      "rollback(number: integer)",
      "Quits the app and launches it from the save with this number.", app
    ) { [unowned self] app, stack in
      let number = Int64(try stack.checkInteger(2, "the save's number"))
      try app.rollBack(to: try runner.caseRun?.save(for: number) ?? number)
    }
    method(
      "kill()",
      "Terminates the app as SIGKILL does: no callback runs, and nothing more is saved.", app,
      ofTest: { app, _ in
        app.kill()
        return 0
      })
    step(
      "crash(moment?: \"restoring\"|\"saving\")",
      "Crashes the app during its next restoration or save, or during either if no moment is given; the app may be stopped when this is called. The step in which it crashes raises an error, and nothing of that save is written. `relaunch` starts the app again.",
      app
    ) { app, stack in
      guard !stack.isNil(2) else {
        app.crash.armed.insert(Set(StagedCrash.Moment.allCases))
        return
      }
      app.crash.armed.insert([try StagedCrash.Moment.take(stack, 2, "the moment")])
    }
    step("terminate()", "Quits the app: its state is saved, and `willTerminate` is called.", app) { app, _ in
      try app.terminate()
    }
    step(
      "relaunch(options?: RelaunchOptions)",
      "Launches the app again with its saved state. A running app is killed first.", app
    ) { [unowned self] app, stack in
      var (script, version, options, size): (String?, String?, [UInt8]?, Size?)
      if !stack.isNil(2) {
        try check(stack, 2, keys: Self.relaunchKeys, name: "relaunch")
        if stack.rawGet(2, "size") != .nil { size = try self.size(stack, stack.top) }
        if stack.rawGet(2, "script") != .nil { script = try stack.checkString(-1, "script") }
        if stack.rawGet(2, "version") != .nil { version = try stack.checkString(-1, "version") }
        if stack.rawGet(2, "options") != .nil { options = try launchOptions(stack, stack.top) }
      }
      try app.relaunch(script: script, version: version, launchOptions: options, size: size)
    }
  }

  func defineLooking(_ app: ScriptClass<LaunchedApp>) {
    query("screen(): string", "Returns the screen as text, one line per row, without trailing spaces.", app) { app, _ in
      try app.screen().text
    }
    query(
      "snapshot(): string",
      "Returns the screen as text with the styles that differ from the theme's style of the screen.", app
    ) { app, _ in
      try app.styledScreen()
    }
    define("findings") { [unowned self] app, stack in
      guard let examine = runner.examine else { throw LuaError.usage("isSound is not available in this program") }
      if let findings = try examine(app.session) { stack.push(findings) } else { stack.pushNil() }
      return 1
    }
    define("picture") { app, stack in
      let forms = SnapshotStore.forms(
        of: try app.screen(), on: try app.application.theme[.screen],
        named: try stack.checkString(2, "the snapshot's name"))
      stack.push(forms.text)
      stack.push(forms.picture)
      return 2
    }
    query(
      "tree(): Node",
      "Returns the tree of the app: the root controller of its first window with all its descendants.", app
    ) { app, _ in
      PlainValue(try app.tree())
    }
    query("events(): string[]", "Returns the life-cycle events since the launch, in order.", app) { app, _ in
      try app.events()
    }
    query(
      "archive(path?: string): table|nil",
      "Returns the newest save as nested tables, with the `state` of each node, or the first node at a path in it. Nil if there is no such save or node.",
      app
    ) { app, stack in
      try app.archive(stack.isNil(2) ? nil : try stack.checkString(2, "the path")).map { PlainValue($0) }
    }
    query("saves(): Save[]", "Returns the saves of the history, oldest first.", app) { app, _ in
      PlainValue(try app.saves())
    }
    method(
      "errors(): string[]",
      "Returns the messages of the app's errors since its first launch. Errors that were read do not fail the case.",
      app, isStep: false,
      ofTest: { app, stack in
        stack.push(app.errors.entries.map(\.message))
        app.errors.expect(app.errors.entries.indices)
        return 1
      })
    method(
      "find(identifier: string): any",
      "Returns the view or controller with an identifier, or at an identifier path (joined by `/`; a `/` or backslash inside an identifier is escaped with a backslash), whose properties can be read and methods called; nil if there is none. If several match, returns the first and prints a note with their paths.",
      app, isStep: false
    ) { [unowned self] app, stack in
      let name = try stack.checkString(2, "the identifier")
      try reportOthers(of: name, in: app) { $0.all(named: name) }
      guard let handle = try app.find(name) else {
        stack.pushNil()
        return 1
      }
      try pushFound(handle, of: app, on: stack)
      return 1
    }
    method(
      "eval(source: string, ...: any): any ...",
      "Runs Lua source in the app's own Lua state, as at the prompt, with the other arguments as `...`, and returns its results. Arguments and results are plain values.",
      app
    ) { [unowned self] app, stack in
      let source = try stack.checkString(2, "the Lua source")
      let last = stack.top
      let base = stack.top
      try app.session.recordingEvaluation(source, hasArguments: last >= 3) {
        try app.step { host in
          do {
            try host.evaluate(
              source, name: "eval",
              push: { inner in
                guard last >= 3 else { return 0 }
                for index in 3...last { try PlainValue(stack, index).push(on: inner) }
                return last - 2
              },
              take: { inner, count in try take(inner, count, from: app, on: stack) })
          } catch let error where host.context.takeExitRequest(error) {}
        }
      }
      return stack.top - base
    }
  }
}
