import Interface
import LuaRuntime

extension ScriptClasses {
  static let timer = ScriptClassDefinition("Timer", TimerQueue.Timer.self, "What is to happen later.") { timer, _ in
    timer.method("cancel()", "Lets it not happen any more.") { $0.cancel() }
    timer.property("isPending", "Whether it is still to happen.", get: { $0.isPending })
  }
}
