import Interface
import LuaRuntime
import Processes

extension ScriptClasses {
  static let process = ScriptClassDefinition(
    "Process", ScriptProcess.self,
    "Another program, which runs beside the app and ends with it: `ui.Process { \"tail\", \"-f\", file, onLine = function(process, line) end }`. It starts when it is made.",
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
    process.whenMade { try $0.start() }
  }

  static let fileWatch = ScriptClassDefinition("FileWatch", FileWatch.self, "A path that `ui.watch` watches.") {
    watch, _ in
    watch.method("cancel()", "Ends the watching: the function is not called any more.") { $0.cancel() }
    watch.property("isActive", "Whether the path is still watched.", get: { $0.isActive })
  }
}

extension FileWatch: LuaObject {}

extension ScriptClass where Object == ScriptProcess {
  fileprivate func command() {
    items("The program, then its arguments, one each; no shell reads them.") { (process, argument: LuaBytes) in
      try process.checkIsNotMade("an argument")
      process.command.arguments.append(try Command.checked(argument.bytes, "an item of Process"))
    }
    property(
      "cwd", type: "string|nil", "The folder that it runs in; nil for the app's.",
      push: { process, stack in
        if let folder = process.command.folder { stack.push(bytes: folder) } else { stack.pushNil() }
      },
      take: { process, stack, index in
        try process.checkIsNotMade("cwd")
        process.command.folder = stack.isNil(index) ? nil : try Command.takeFolder(stack, index, "cwd")
      })
    property(
      "env", type: "table<string, string>|nil", "All of its environment variables; nil for the app's.",
      push: { process, stack in
        guard let environment = process.command.environment else { return stack.pushNil() }
        Command.push(environment, on: stack)
      },
      take: { process, stack, index in
        try process.checkIsNotMade("env")
        process.command.environment = stack.isNil(index) ? nil : try Command.takeEnvironment(stack, index, "env")
      })
    property(
      "detached", "Whether it goes on when the app has ended.", get: { $0.command.outlivesApp },
      set: { process, isDetached in
        try process.checkIsNotMade("detached")
        process.command.outlivesApp = isDetached
      })
  }

  fileprivate func handlers() {
    for (signature, about) in [
      ("onOutput(process, bytes: string)", "Called with what it writes to standard output, in pieces as they come."),
      (
        "onLine(process, line: string)", "Called with each line that it writes to standard output, without its newline."
      ),
      (
        "onErrorLine(process, line: string)",
        "Called with each line that it writes to standard error, without its newline."
      ),
      (
        "onExit(process, status: integer|nil, signal: integer|nil)",
        "Called once, when it has exited and all its output was reported: with its exit status, or nil and the number of the signal that ended it."
      ),
    ] {
      let signature = Signature(stringLiteral: signature)
      handler(signature, about) { $0.setHandler(signature.name, isSet: $1) }
    }
  }

  fileprivate func input() {
    property(
      "input", type: "string|nil", "All of its standard input; nil leaves it open for `write`.",
      push: { process, stack in if let input = process.input { stack.push(bytes: input) } else { stack.pushNil() } },
      take: { process, stack, index in
        try process.checkIsNotMade("input")
        process.input = try LuaBytes?.take(stack, index, "input")?.bytes
      })
    method(
      "write(bytes)",
      "Writes to its standard input, as fast as it reads. Returns whether there is somebody to read it. More than 16 MiB that wait are an error."
    ) { (process: ScriptProcess, bytes: LuaBytes) in try process.process?.write(bytes.bytes) ?? false }
    method("closeInput()", "Ends its standard input when all that waits is written. Returns whether it was open.") {
      $0.process?.closeInput() ?? false
    }
  }

  fileprivate func ends() {
    method(
      "terminate()",
      "Asks it, and all that it started, to end; what is there a second later is killed. Returns whether it was running."
    ) { $0.process?.terminate() ?? false }
    method(
      "kill(signal)", "Sends a signal, 9 by default, to it and all that it started. Returns whether it was running."
    ) {
      (process: ScriptProcess, signal: Int?) in
      let signal = signal ?? 9
      guard (1...64).contains(signal) else { throw LuaError.usage("signal: expected 1 to 64, got \(signal)") }
      return process.process?.send(Int32(signal)) ?? false
    }
    property(
      "pid", "Its process number in the system; nil before it runs.", get: { $0.process.map { Int($0.identifier) } })
    property("isRunning", "Whether it still runs.", get: { $0.isRunning })
  }
}

extension ScriptProcess {
  /// What is said of a process is said before it is started.
  fileprivate func checkIsNotMade(_ name: String) throws {
    if process != nil { throw LuaError.usage("\(name): the process has been started, and cannot be changed") }
  }
}
