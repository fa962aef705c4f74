import Interface
import LuaRuntime
import Processes

extension ScriptClasses {
  static let process = ScriptClassDefinition(
    "Process", ScriptProcess.self,
    "A child process, which runs beside the app and is terminated with it: `ui.Process { \"tail\", \"-f\", file, onLine = function(process, line) end }`. It starts when it is created.",
    make: { host in
      try host.lua.check(.processes, for: "ui.Process")
      return ScriptProcess(host)
    }
  ) { process, _ in
    process.command()
    process.handlers()
    process.input()
    process.ends()
    process.describe { $0.command.name }
    process.onCreate { try $0.start() }
  }

  static let fileWatch = ScriptClassDefinition("FileWatch", FileWatch.self, "A path watched by `ui.watch`.") {
    watch, _ in
    watch.method("cancel()", "Stops watching: the function is not called any more.") { $0.cancel() }
    watch.property("isActive", "Whether the path is still watched.", get: { $0.isActive })
  }
}

extension FileWatch: LuaObject {}

extension ScriptClass where Object == ScriptProcess {
  fileprivate func command() {
    items("The program, followed by its arguments; no shell is involved.") { (process, argument: LuaBytes) in
      try process.checkIsNotStarted("an argument")
      process.command.arguments.append(try Command.checked(argument.bytes, "an item of Process"))
    }
    property(
      "cwd", type: "string|nil", "The working directory; nil for the app's.",
      push: { process, stack in
        if let folder = process.command.folder { stack.push(bytes: folder) } else { stack.pushNil() }
      },
      take: { process, stack, index in
        try process.checkIsNotStarted("cwd")
        process.command.folder = stack.isNil(index) ? nil : try Command.takeFolder(stack, index)
      })
    property(
      "env", type: "table<string, string>|nil", "The complete environment; nil for the app's.",
      push: { process, stack in
        guard let environment = process.command.environment else { return stack.pushNil() }
        Command.push(environment, on: stack)
      },
      take: { process, stack, index in
        try process.checkIsNotStarted("env")
        process.command.environment = stack.isNil(index) ? nil : try Command.takeEnvironment(stack, index)
      })
    property(
      "detached", "Whether it keeps running after the app has exited.", get: { $0.command.outlivesApp },
      set: { process, isDetached in
        try process.checkIsNotStarted("detached")
        process.command.outlivesApp = isDetached
      })
  }

  fileprivate func handlers() {
    for (signature, about) in [
      ("onOutput(process, bytes: string)", "Called with data from standard output, in chunks as they arrive."),
      (
        "onLine(process, line: string)", "Called with each line from standard output, without its newline."
      ),
      (
        "onErrorLine(process, line: string)",
        "Called with each line from standard error, without its newline."
      ),
      (
        "onExit(process, status: integer|nil, signal: integer|nil)",
        "Called once, when it has exited and all its output has been reported: with its exit status, or nil and the number of the signal that terminated it."
      ),
    ] {
      let signature = Signature(stringLiteral: signature)
      handler(signature, about) { $0.setHandler(signature.name, isSet: $1) }
    }
  }

  fileprivate func input() {
    property(
      "input", type: "string|nil", "The complete standard input; nil leaves it open for `write`.",
      push: { process, stack in if let input = process.input { stack.push(bytes: input) } else { stack.pushNil() } },
      take: { process, stack, index in
        try process.checkIsNotStarted("input")
        process.input = try LuaBytes?.take(stack, index, "input")?.bytes
      })
    method(
      "write(bytes)",
      "Writes to its standard input, as fast as it reads. Returns whether its standard input is open. Raises an error if more than 16 MiB are waiting."
    ) { (process: ScriptProcess, bytes: LuaBytes) in try process.process?.write(bytes.bytes) ?? false }
    method("closeInput()", "Closes its standard input once all waiting data is written. Returns whether it was open.") {
      $0.process?.closeInput() ?? false
    }
  }

  fileprivate func ends() {
    method(
      "terminate()",
      "Asks the process and its descendants to terminate, and kills them a second later. Returns whether it was running."
    ) { $0.process?.terminate() ?? false }
    method(
      "kill(signal)",
      "Sends a signal, 9 by default, to the process and its descendants. Returns whether it was running."
    ) {
      (process: ScriptProcess, signal: Int?) in
      let signal = signal ?? 9
      guard (1...64).contains(signal) else { throw LuaError.usage("signal: expected 1 to 64, got \(signal)") }
      return process.process?.send(Int32(signal)) ?? false
    }
    property(
      "pid", "Its process ID; nil before it runs.", get: { $0.process.map { Int($0.identifier) } })
    property("isRunning", "Whether it is still running.", get: { $0.isRunning })
  }
}

extension ScriptProcess {
  /// Throws if the process has been started, as its properties must be set before.
  fileprivate func checkIsNotStarted(_ name: String) throws {
    if process != nil {
      throw LuaError.usage("\(name): the process has already started, so this property cannot be changed")
    }
  }
}
