import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Follows values while an app restores its state: which line of a script has set each.
@MainActor
final class RestorationWatch: ScriptObserver {
  /// The values to follow.
  struct Names {
    /// The names of fields and variables, as ``ScriptFields/allFields(in:codingAt:)`` has them, by the path of a node.
    var fields: [IdentifierPath: [String]] = [:]
    /// The names of properties, by the path at which a responder is shown.
    var properties: [String: [String]] = [:]
    /// The lines that have encoded or decoded keys.
    var codingPlaces: Set<String> = []

    var isEmpty: Bool { fields.isEmpty && properties.isEmpty }
  }

  /// A value that a field, variable or property had from then on.
  struct Assignment {
    /// The value as a Lua literal.
    let value: String
    /// The line that has set it, as Lua names it, and those of the calls that have led there, the innermost first; empty if no
    /// script has.
    let lines: [String]
    /// The callback that was running; nil if none was.
    let callback: String?
  }

  /// Whether all lines of the scripts were looked at, and not only those of the first second.
  private(set) var isComplete = false
  /// The values in their order, by field, and by path.
  private(set) var fields: [IdentifierPath: [String: [Assignment]]] = [:]
  /// The values in their order, by property, and by the path at which a responder is shown.
  private(set) var properties: [String: [String: [Assignment]]] = [:]

  private enum Followed {
    case node(IdentifierPath)
    case responder(String)
  }

  private struct Functions { let follow, begin, finish, end: LuaReference }

  let names: Names
  private weak var host: ScriptHost?
  private var functions: Functions?
  private var followed: [Followed] = []
  private var pendingProperties: [String]
  private var lastEvent: LifeCycleEvent?
  /// The callbacks that are running, the innermost last.
  private var callbacks: [String] = []
  /// The largest number of values of a field that are kept, the last ones.
  private static let mostValues = 100
  /// The number of callbacks after which responders are still looked for.
  private var lookups = 50

  init(_ names: Names) {
    self.names = names
    pendingProperties = names.properties.keys.sorted()
  }

  /// Follows values in a run that restores a state; nil if there are none, or if it cannot be launched.
  ///
  /// - Parameter makeRun: creates a run that the watch observes.
  static func following(
    _ names: Names, restoring archive: Archive, in makeRun: (RestorationWatch) throws -> TrialRun
  ) -> RestorationWatch? {
    let watch = RestorationWatch(names)
    guard !names.isEmpty, let run = try? makeRun(watch), (try? run.launch(with: archive)) != nil else { return nil }
    if run.session.host?.timers.delay(dueWithin: Doctor.longestLaunch, isOfScript: true) != nil {
      try? run.session.advance(by: Doctor.longestLaunch)
      run.settle()
    }
    watch.end()
    return watch
  }

  /// Follows the values in an app whose script is about to run.
  func begin(in host: ScriptHost) {
    (self.host, functions, followed, callbacks) = (host, nil, [], [])
    (fields, properties, pendingProperties) = ([:], [:], names.properties.keys.sorted())
  }

  /// Ends it, at the end of the restoration.
  func end() {
    take { stack, functions in
      stack.push(functions.finish)
      try stack.call(arguments: 0, results: 1)
    }
    try? host?.withUntracedStack { stack in
      guard let functions else { return }
      stack.push(functions.end)
      try stack.call(arguments: 0, results: 1)
      isComplete = stack.truth(-1)
    }
    functions = nil
  }

  // MARK: Observing

  override func lifeCycleEvent(_ event: LifeCycleEvent) { lastEvent = event }

  override func scriptWillBeCalled(_ call: ScriptCall) {
    take { stack, functions in
      stack.push(functions.begin)
      try stack.call(arguments: 0, results: 1)
    }
    callbacks.append(call.name)
    guard let lastEvent, lastEvent.callback == call.name else { return }
    switch lastEvent.receiver {
    case .node(let path):
      guard let receiver = call.receiver else { return }
      follow(receiver, at: path)
      if let view = (receiver as? ViewController)?.viewIfLoaded { followProperties(below: view, at: path.description) }
    case .application: if let host { follow(host.application, at: RunRecorder.application) }
    default: break
    }
  }

  override func scriptWasCalled(_ call: ScriptCall, error: (any Error)?) {
    take { stack, functions in
      stack.push(functions.finish)
      try stack.call(arguments: 0, results: 1)
    }
    _ = callbacks.popLast()
    followProperties()
  }

  // MARK: Following

  private func follow(_ object: AnyObject, at path: IdentifierPath) {
    guard fields[path] == nil, let names = names.fields[path], let host else { return }
    fields[path] = [:]
    let isOfScript = !(object is View) || host.lua.hostClass(of: object)?.isScript == true
    follow(object, names, methods: isOfScript ? RestorationName.coding.sorted() : [], as: .node(path))
  }

  /// Follows the properties of responders that are there now.
  private func followProperties() {
    guard !pendingProperties.isEmpty, lookups > 0, let host else { return }
    lookups -= 1
    let automation = Automation(host.application)
    for path in pendingProperties {
      if let responder = automation.find(path) { followProperties(of: responder, at: path) }
    }
  }

  /// Follows the properties of the views of a controller, which is not in a window yet.
  private func followProperties(below view: View, at controller: String) {
    guard pendingProperties.contains(where: { $0.hasPrefix(controller + "/") }) else { return }
    for view in view.subviewsOfController {
      let name = view.restorationIdentifier ?? view.accessibilityIdentifier ?? "<\(view.className)>"
      followProperties(of: view, at: "\(controller)/\(IdentifierPath.escaped(name))")
    }
  }

  private func followProperties(of responder: Responder, at path: String) {
    guard let index = pendingProperties.firstIndex(of: path) else { return }
    pendingProperties.remove(at: index)
    properties[path] = [:]
    follow(responder, names.properties[path] ?? [], methods: nil, as: .responder(path))
  }

  /// - Parameter methods: the methods whose variables count as fields; nil for properties.
  private func follow(_ object: AnyObject, _ names: [String], methods: [String]?, as followed: Followed) {
    functions = functions ?? prepare()
    self.followed.append(followed)
    take { stack, functions in
      stack.push(functions.follow)
      ScriptFields.push(object, on: stack)
      stack.push(names)
      stack.push(methods ?? [])
      stack.push(methods == nil)
      try stack.call(arguments: 4, results: 1)
    }
  }

  /// Notes the changes that a function returns.
  private func take(from call: (LuaStack, Functions) throws -> Void) {
    guard let host, let functions else { return }
    try? host.withUntracedStack(reserving: 20) { stack in
      try call(stack, functions)
      for change in 0..<stack.rawLength(-1) {
        stack.rawGet(-1, Int64(change + 1))
        var parts: [String] = []
        for part in 0..<stack.rawLength(-1) {
          stack.rawGet(-1, Int64(part + 1))
          parts.append(stack.lossyString(-1) ?? "")
          stack.pop()
        }
        stack.pop()
        note(parts)
      }
    }
  }

  private func note(_ change: [String]) {
    guard change.count > 2, let number = Int(change[0]), followed.indices.contains(number - 1) else { return }
    let assignment = Assignment(value: change[2], lines: Array(change.dropFirst(3)), callback: callbacks.last)
    func add(to values: inout [Assignment]) {
      values.append(assignment)
      if values.count > Self.mostValues { values.removeFirst() }
    }
    switch followed[number - 1] {
    case .node(let path): add(to: &fields[path, default: [:]][change[1], default: []])
    case .responder(let path): add(to: &properties[path, default: [:]][change[1], default: []])
    }
  }

  /// Loads the functions; nil in the sandbox, which has no hooks.
  private func prepare() -> Functions? {
    guard let host, host.lua.options.capabilities.contains(.debug) else { return nil }
    return try? host.withUntracedStack { stack in
      try host.lua.load(PackageResources.watch_values_lua, name: "luahost doctor", on: stack)
      try host.lua.load(PackageResources.read_values_lua, name: "luahost doctor", on: stack)
      stack.push(names.codingPlaces.sorted())
      try stack.call(arguments: 2, results: 4)
      return Functions(
        follow: LuaReference(stack, -4), begin: LuaReference(stack, -3), finish: LuaReference(stack, -2),
        end: LuaReference(stack, -1))
    }
  }
}

extension View {
  /// The view and those below it that belong to the same controller, in the order of the tree.
  fileprivate var subviewsOfController: [View] {
    [self] + subviews.filter { $0.viewController == nil }.flatMap(\.subviewsOfController)
  }
}
