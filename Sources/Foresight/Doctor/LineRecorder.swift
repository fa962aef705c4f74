import LuaRuntime
import LuaScreens

/// Records the lines of functions that run.
@MainActor
final class LineRecorder: ScriptObserver {
  /// The lines, as Lua names them, those that ran last first.
  private(set) var lines: [String] = []
  /// Those of them that a decoding has run.
  private(set) var linesOfDecoding: [String] = []

  private struct Functions { let decode, lines: LuaReference }

  private weak var host: ScriptHost?
  private var functions: Functions?

  /// Returns the recorder for an app that is about to run.
  func observing(_ host: ScriptHost) -> LineRecorder {
    (self.host, functions) = (host, nil)
    return self
  }

  /// Takes the lines of an app that still runs.
  func end() {
    host?.lua.observesLines = false
    (lines, linesOfDecoding) = (takeLines(ofDecoding: false), takeLines(ofDecoding: true))
    functions = nil
  }

  override func scriptWillRun() {
    guard let host else { return }
    functions = try? host.withUntracedStack { stack in
      try host.lua.load(PackageResources.ran_lines_lua, name: "luahost doctor", on: stack)
      try stack.pushDebugLibrary()
      try stack.call(arguments: 1, results: 3)
      try host.lua.setLineObserver(LuaReference(stack, -3))
      return Functions(decode: LuaReference(stack, -2), lines: LuaReference(stack, -1))
    }
    host.lua.observesLines = functions != nil
  }

  override func scriptWillBeCalled(_ call: ScriptCall) { noteDecoding(call, begins: true) }

  override func scriptWasCalled(_ call: ScriptCall, error: (any Error)?) { noteDecoding(call, begins: false) }

  private func noteDecoding(_ call: ScriptCall, begins: Bool) {
    guard call.name == RestorationName.decode, let host, let functions else { return }
    try? host.withUntracedStack { stack in
      stack.push(functions.decode)
      stack.push(begins)
      try stack.call(arguments: 1, results: 0)
    }
  }

  private func takeLines(ofDecoding: Bool) -> [String] {
    guard let host, let functions else { return [] }
    return
      (try? host.withUntracedStack { stack in
        stack.push(functions.lines)
        stack.push(ofDecoding)
        try stack.call(arguments: 1, results: 1)
        return (0..<stack.rawLength(-1)).map { index in
          stack.rawGet(-1, Int64(index + 1))
          defer { stack.pop() }
          return stack.lossyString(-1) ?? ""
        }
      }) ?? []
  }
}
