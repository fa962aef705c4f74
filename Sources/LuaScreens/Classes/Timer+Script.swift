import Interface
import LuaRuntime

extension ScriptClasses {
  static let timer = ScriptClassDefinition(
    "Timer", TimerQueue.Timer.self, "A function that is to be called later, from `ui.after` or `ui.every`."
  ) { timer, _ in
    timer.method("cancel()", "Ends it: the function is not called any more. Does nothing if it was not to be.") {
      $0.cancel()
    }
    timer.property("isPending", "Whether the function is still to be called.", get: { $0.isPending })
  }
}
