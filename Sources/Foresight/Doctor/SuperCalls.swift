import LuaRuntime
import LuaScreens

/// Detects whether methods call the methods that they override in script classes, by observing calls.
@MainActor
final class SuperCalls {
  /// A method of a class.
  struct Method: Hashable {
    let className: String
    let name: String
  }

  /// The methods that called the method of their superclass, and those that did not.
  struct Verdicts {
    var called: Set<Method> = []
    var notCalled: Set<Method> = []
  }

  private(set) var verdicts = Verdicts()
  private unowned let host: ScriptHost
  private var watching: (begin: LuaReference, end: LuaReference)?
  private var canWatch = true
  /// The classes whose methods are watched in each running call, the most derived first.
  private var chains: [[HostClass]] = []

  /// The methods that must call the method of their superclass.
  static let names: Set<String> = [
    RestorationName.encode, RestorationName.decode, "applicationFinishedRestoringState", "viewDidLoad",
    "viewWillAppear",
    "viewDidAppear", "viewWillDisappear", "viewDidDisappear",
  ]

  init(_ host: ScriptHost) {
    self.host = host
  }

  /// Records the beginning of a call.
  func begin(_ call: ScriptCall) {
    let chain = Self.names.contains(call.name) ? call.receiver.map { classes(of: $0, defining: call.name) } ?? [] : []
    chains.append(chain.count > 1 && watch(call.name, chain) ? chain : [])
  }

  /// Records the end of a call.
  func end(_ call: ScriptCall, hasFailed: Bool) {
    guard let chain = chains.popLast(), !chain.isEmpty, let counts = finish(call.name, chain), !hasFailed else {
      return
    }
    for (index, hostClass) in chain.dropLast().enumerated() where counts[index] > 0 {
      let method = Method(className: hostClass.name, name: call.name)
      if counts[index + 1] > 0 { verdicts.called.insert(method) } else { verdicts.notCalled.insert(method) }
    }
  }

  /// Returns the script classes of an object that define a method themselves, the most derived first.
  private func classes(of object: AnyObject, defining name: String) -> [HostClass] {
    var found: [HostClass] = []
    var next = host.lua.hostClass(of: object)
    while let hostClass = next, hostClass.isScript {
      if host.lua.definition(ofClassMethod: name, named: hostClass.name) != nil { found.append(hostClass) }
      next = hostClass.superclass
    }
    return found
  }

  private func watch(_ name: String, _ chain: [HostClass]) -> Bool {
    guard let watching = watching ?? prepare() else { return false }
    return (try? call(watching.begin, name, chain) { _ in true }) ?? false
  }

  private func finish(_ name: String, _ chain: [HostClass]) -> [Int]? {
    guard let watching else { return nil }
    return try? call(watching.end, name, chain) { stack in
      chain.indices.map { index in
        stack.rawGet(-1, Int64(index + 1))
        defer { stack.pop() }
        return Int(stack.integer(-1) ?? 0)
      }
    }
  }

  private func call<Result>(
    _ function: LuaReference, _ name: String, _ chain: [HostClass], _ take: (LuaStack) -> Result
  )
    throws -> Result
  {
    try host.withUntracedStack(reserving: Int32(chain.count) + 12) { stack in
      stack.push(function)
      for hostClass in chain {
        hostClass.push(on: stack)
        stack.rawGet(-1, name)
        stack.replace(-2)
      }
      try stack.call(arguments: Int32(chain.count), results: 1)
      return take(stack)
    }
  }

  /// Loads the watching functions; nil in the sandbox, which has no hooks.
  private func prepare() -> (begin: LuaReference, end: LuaReference)? {
    guard canWatch, host.lua.options.capabilities.contains(.debug) else { return nil }
    canWatch = false
    watching = try? host.withUntracedStack { stack in
      try host.lua.load(PackageResources.watch_calls_lua, name: "luahost doctor", on: stack)
      try stack.call(arguments: 0, results: 2)
      return (LuaReference(stack, -2), LuaReference(stack, -1))
    }
    return watching
  }
}
