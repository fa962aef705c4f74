import Interface
import Loop
import LuaRuntime

extension ScriptHost {
  /// Defines tasks, and the functions that wait in them.
  func defineTasks() {
    module.function(
      "task(body: fun()): Task",
      "Starts a task and returns it: a function that may wait, with `ui.sleep`, `ui.run`, `ui.fetch`, `ui.await` and `task:wait`, while the app continues. It starts at the end of the turn."
    ) { [unowned self] stack in
      guard stack.kind(1) == .function else { throw stack.wrongType(1, "ui.task", expected: "a function") }
      let task = try lua.tasks.start(function: 1, on: stack)
      task.creator = calls.owner
      stack.push(object: task)
      return 1
    }
    module.wait("sleep(seconds: number)", "Waits, in a task, for a number of seconds.") { [unowned self] stack, wait in
      let timer = timers.after(try Self.delay(try stack.checkNumber(1, "seconds")), isOfScript: true) { [weak self] in
        self?.turn { wait.finish() }
      }
      wait.onCancel = { timer.cancel() }
    }
    module.wait(
      "await(start: fun(resume: fun(...: any))): any ...",
      "Calls `start` immediately and waits, in a task, until its argument `resume` is called; returns the arguments of that call."
    ) { stack, wait in
      guard stack.kind(1) == .function else { throw stack.wrongType(1, "ui.await", expected: "a function") }
      stack.pushValue(1)
      wait.pushResume(on: stack)
      try stack.call(arguments: 1, results: 0)
    }
  }

  /// Starts a task that belongs to a controller.
  func beginTask(function index: Int32, of controller: ViewController, on stack: LuaStack) throws -> LuaTask {
    let name = "\(controller.restorationIdentifier ?? controller.className) task"
    return try lua.tasks.start(
      function: index, owner: controller, ownerIsInTree: controller.window != nil, name: name, on: stack)
  }

  // MARK: Running

  /// Runs ready tasks at the end of a turn, and cancels those whose controllers have left the tree.
  func runTasks() {
    guard lua.isOpen, mayRunTasks else { return }
    cancelTasksOfControllersThatLeft()
    let limit = TurnLimit(of: context.loop)
    lua.tasks.run { mayRunTasks && !areTasksEndless && !limit.isOver() }
    // Otherwise every millisecond of virtual time would take a second.
    areTasksEndless = context.loop.hasVirtualTime && lua.tasks.hasReady && (areTasksEndless || limit.isOver())
    guard lua.isOpen else { return }
    cancelTasksOfControllersThatLeft()
    lua.tasks.reportErrors()
    if lua.tasks.hasReady { beginTaskTurn() }
  }

  private var mayRunTasks: Bool { !calls.isExitRequested && application.phase != .terminated }

  /// Schedules ready tasks: at the end of this turn, or in a separate turn.
  func tasksAreReady() {
    if turnDepth == 0 { beginTaskTurn() }
  }

  private func beginTaskTurn() {
    guard taskTurn?.isPending != true else { return }
    taskTurn = timers.after(0) { [weak self] in self?.turn {} }
  }

  // MARK: Ownership

  private func cancelTasksOfControllersThatLeft() {
    lua.tasks.noteControllersInTree()
    lua.tasks.cancelTasksOfOwnersThatLeft { ($0 as? ViewController)?.window != nil }
  }
}

extension TaskQueue {
  /// Records which controllers with tasks are in a window's tree.
  func noteControllersInTree() { noteOwners { ($0 as? ViewController)?.window != nil } }
}
