import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  static let worker = ScriptClassDefinition(
    "Worker", ScriptWorker.self,
    "Lua on another thread, with a state of its own, created by `ui.Worker(source, ...)`: long computations do not block the app."
  ) { worker, _ in
    worker.method(
      "wait(): any ...",
      "Waits, in a task, until the worker has finished, and returns its results. Raises the worker's error, or \"the task was cancelled\"."
    ) { worker, stack in try worker.task?.waitForEnd(on: stack) ?? 0 }
    worker.method(
      "send(value: any): boolean",
      "Sends a copy of a value to the worker, which gets it from `worker.receive()`. Returns whether the worker is running. Raises an error if the value cannot be copied, or if more than 64 MiB are waiting."
    ) { worker, stack in
      stack.top = 2
      stack.push(try worker.send(on: stack) && worker.isRunning)
      return 1
    }
    worker.method(
      "cancel()",
      "Cancels the worker: it stops at its next instruction, and inside a C function when that returns. Cancelling a finished worker has no effect."
    ) { $0.cancel() }
    worker.property("isRunning", "Whether it has not finished yet.", get: { $0.isRunning })
    worker.property(
      "progress", "The progress from 0 to 1 that the worker has set by `worker.progress(fraction)`; nil before that.",
      get: { $0.progress })
    worker.handler(
      "onMessage(worker, value: any)", "Called with a copy of each value that the worker sends by `worker.send(value)`."
    )
    worker.handler(
      "onProgress(worker, progress: number)", "Called when the worker has set its progress, with the latest value.")
  }
}

extension Interface.AttributedString {
  /// Creates the text with this encoding of its state value.
  fileprivate convenience init?(encoded: [UInt8]) {
    var reader = CBORReader(encoded)
    guard let value = try? StateValue(from: &reader) else { return nil }
    self.init(value)
  }
}

extension ScriptHost {
  /// Defines `ui.Worker`.
  func defineWorkers() {
    module.table("WorkerFunctions", "The global `worker` inside of a worker.")
      .field("send", "fun(value: any)", "Sends a copy of a value to the app, which calls `onMessage` with it.")
      .field(
        "receive", "fun(seconds?: number): any",
        "Waits for the next value that the app sends, for some seconds at most if they are given, and returns a copy; nil if there was none in time."
      )
      .field("progress", "fun(fraction: number)", "Sets the progress from 0 to 1.")
    module.function(
      "Worker(source: string|fun(...: any): any ..., ...: any): Worker",
      "Runs Lua on another thread: a text, or a function that uses no local variables from outside, with copies of the arguments. Copied are booleans, numbers, strings, tables, ui.AttributedString, ui.Data and ui.Date. The worker has Lua's libraries and `require` as the app has, the global `worker`, and no time limit; it shares the app's memory limit, and ends with the app."
    ) { [unowned self] stack in
      switch stack.kind(1) {
      case .function: break
      case .string:
        try lua.load(
          stack.bytes(1) ?? [], name: "worker", mayBePrecompiled: lua.options.capabilities.contains(.nativeCode),
          on: stack)
        stack.replace(1)
      default: throw stack.wrongType(1, "ui.Worker", expected: "a function or the text of one")
      }
      let worker = try workers.start(function: 1, place: stack.callerPlace, on: stack)
      stack.push(object: worker)
      return 1
    }
    lua.workerValue = { object in
      switch object {
      case let data as ScriptData: .data(data.bytes)
      case let date as ScriptDate: .date(date.seconds)
      case let text as Interface.AttributedString: .styledText(text.string, text.stateValue.encoded())
      default: nil
      }
    }
    lua.workerObject = { value in
      switch value {
      case .data(let bytes): ScriptData(bytes)
      case .date(let seconds): ScriptDate(seconds)
      case .styledText(_, let encoding): Interface.AttributedString(encoded: encoding)
      }
    }
  }
}
