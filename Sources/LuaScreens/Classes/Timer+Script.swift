import Interface
import Loop
import LuaRuntime

extension ScriptClasses {
  static let timer = ScriptClassDefinition(
    "Timer", TimerQueue.Timer.self, "A scheduled function call, created by `ui.after` or `ui.every`."
  ) { timer, _ in
    timer.method(
      "cancel()", "Cancels the timer: the function is not called any more. Has no effect on a timer that has finished."
    ) {
      $0.cancel()
    }
    timer.property("isPending", "Whether the function will still be called.", get: { $0.isPending })
  }
}
