import LuaRuntime

extension ScriptClasses {
  static let task = ScriptClassDefinition(
    "Task", LuaTask.self, "A function that runs concurrently with the app and may wait without blocking it."
  ) {
    task, _ in
    task.method(
      "wait(): any ...",
      "Waits, in another task, until this task has finished, and returns its results. Raises the task's error, or \"the task was cancelled\"."
    ) { task, stack in try task.waitForEnd(on: stack) }
    task.method(
      "cancel()",
      "Cancels the task at its current wait: the operation that it waits for is cancelled, and its `<close>` variables are closed. A task that cancels itself stops at its next wait; cancelling a finished task has no effect."
    ) { $0.cancel() }
    task.property("isRunning", "Whether it has not finished yet.", get: { $0.isRunning })
  }
}
