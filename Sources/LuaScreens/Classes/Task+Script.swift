import LuaRuntime

extension ScriptClasses {
  static let task = ScriptClassDefinition(
    "Task", LuaTask.self, "A function that runs beside the app and may wait without stopping it."
  ) {
    task, _ in
    task.method(
      "wait(): any ...",
      "Waits, in another task, until it has ended, and returns what it returned; raises what it raised, or \"the task was cancelled\"."
    ) { task, stack in try task.waitForEnd(on: stack) }
    task.method(
      "cancel()",
      "Ends it where it waits: what it waits for is ended, and its `<close>` variables are closed. A task that cancels itself ends when it waits next; one that has ended stays as it is."
    ) { $0.cancel() }
    task.property("isRunning", "Whether it has not ended yet.", get: { $0.isRunning })
  }
}
