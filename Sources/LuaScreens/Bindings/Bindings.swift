import Interface
import LuaRuntime
import StateRestoration

extension Responder: LuaObject {}
extension StateCoder: LuaObject {}
extension Storyboard: LuaObject {}
extension Canvas: LuaObject {}
extension TimerQueue.Timer: LuaObject {}

/// Offers Interface and StateRestoration to scripts, as the module `luahost`.
@MainActor
struct Bindings {
  let host: ScriptHost
  var lua: LuaState { host.lua }

  /// The key under which a coder gives the storyboard that a controller came from.
  static let storyboardKey = "UIStateRestorationViewControllerStoryboardKey"

  /// Defines the classes and the module.
  func install() throws {
    let responder = try lua.define("Responder", Responder.self)
    try defineCoder()
    try defineValues()
    try defineViews(responder)
    try defineControllers(responder)
    try defineApplication(responder)
    try defineStoryboard()
    try defineTimers()
    try lua.preload("luahost") { [host] stack in
      let bindings = Bindings(host: host)
      stack.createTable(hash: 64)
      for hostClass in host.lua.hostClasses where !hostClass.isScript && hostClass.factory != nil {
        hostClass.push(on: stack)
        stack.rawSet(-2, hostClass.name)
      }
      bindings.addFunctions(to: stack)
      try host.lua.makeStrictModule("luahost", on: stack)
    }
  }

  private func addFunctions(to stack: LuaStack) {
    stack.push(Luahost.version)
    stack.rawSet(-2, "version")
    stack.push(Self.storyboardKey)
    stack.rawSet(-2, "stateRestorationViewControllerStoryboardKey")
    let functions: [(String, Bool, @MainActor (LuaStack) throws -> Int32)] = [
      ("Storyboard", false, makeStoryboard), ("Data", false, makeData), ("Date", false, makeDate),
      ("Image", false, makeImage),
      ("after", false, { try after($0, repeats: false) }), ("every", false, { try after($0, repeats: true) }),
      ("task", false, startTask), ("sleep", true, sleep),
    ]
    for (name, yields, body) in functions {
      lua.push(function: "ui.\(name)", yields: yields, on: stack, body)
      stack.rawSet(-2, name)
    }
  }

  // MARK: Data and dates

  private func defineValues() throws {
    let data = try lua.define("Data", ScriptData.self)
    data.property(
      "bytes", type: "a string", get: { (data: ScriptData, stack: LuaStack) in stack.push(bytes: data.bytes) }, set: nil
    )
    data.property("count", get: { (data: ScriptData) in data.bytes.count })
    data.size = { ($0 as? ScriptData)?.bytes.count ?? 0 }
    data.describe = { ($0 as? ScriptData).map { "\($0.bytes.count) bytes" } }
    data.isEqual = { ($0 as? ScriptData)?.bytes == ($1 as? ScriptData)?.bytes }
    let date = try lua.define("Date", ScriptDate.self)
    date.property("timeIntervalSince1970", get: { (date: ScriptDate) in date.seconds })
    date.describe = { ($0 as? ScriptDate)?.iso8601 }
    date.compare = { left, right in
      guard let left = left as? ScriptDate, let right = right as? ScriptDate else { return nil }
      return left.compare(right)
    }
    date.isEqual = { ($0 as? ScriptDate)?.seconds == ($1 as? ScriptDate)?.seconds }
  }

  private func makeData(_ stack: LuaStack) throws -> Int32 {
    try stack.state.makeRoom(for: stack.size(1), on: stack)
    guard let bytes = stack.bytes(1) else { throw stack.wrongType(1, "ui.Data", expected: "a string of bytes") }
    stack.push(object: ScriptData(bytes))
    return 1
  }

  private func makeDate(_ stack: LuaStack) throws -> Int32 {
    let seconds = stack.isNil(1) ? host.application.wallClock() : try stack.checkNumber(1, "ui.Date")
    stack.push(object: ScriptDate(seconds))
    return 1
  }

  // MARK: Timers and tasks

  private func defineTimers() throws {
    let timer = try lua.define("Timer", TimerQueue.Timer.self)
    try timer.method("cancel") { (timer: TimerQueue.Timer, _) in
      timer.cancel()
      return 0
    }
    timer.property("isPending", get: { (timer: TimerQueue.Timer) in timer.isPending })
  }

  private func after(_ stack: LuaStack, repeats: Bool) throws -> Int32 {
    let seconds = try stack.checkNumber(1, "seconds")
    guard seconds.isFinite, seconds >= 0 else { throw LuaError.usage("seconds: expected 0 or more, got \(seconds)") }
    let function = try stack.checkFunction(2, "the function")
    let action: @MainActor () -> Void = { [weak host] in
      guard let host else { return }
      host.turn {
        do {
          let stack = try host.lua.stack
          stack.push(function)
          host.lua.willCall("timer", of: nil)
          try stack.call(arguments: 0, results: 0)
        } catch {
          host.application.report(error, from: "timer", isToldOnce: repeats)
        }
      }
    }
    stack.push(object: repeats ? host.timers.every(seconds, action) : host.timers.after(seconds, action))
    return 1
  }

  private func startTask(_ stack: LuaStack) throws -> Int32 {
    guard stack.kind(1) == .function else { throw stack.wrongType(1, "ui.task", expected: "a function") }
    let task = try LuaCoroutine(function: 1, on: stack)
    let host = host
    host.timers.after(0) { Self.run(task, host) }
    return 0
  }

  /// Runs a task up to its next sleep.
  private static func run(_ task: LuaCoroutine, _ host: ScriptHost) {
    guard host.lua.isOpen else { return }
    host.turn {
      do {
        host.lua.willCall("task", of: nil)
        guard let count = try task.resume() else { return }
        let seconds = count > 0 ? task.stack.number(-count) ?? 0 : 0
        task.stack.pop(count)
        host.timers.after(seconds) { run(task, host) }
      } catch {
        host.application.report(error, from: "task")
      }
    }
  }

  private func sleep(_ stack: LuaStack) throws -> Int32 {
    let seconds = try stack.checkNumber(1, "seconds")
    guard seconds.isFinite, seconds >= 0 else { throw LuaError.usage("seconds: expected 0 or more, got \(seconds)") }
    stack.push(seconds)
    return 1
  }
}
