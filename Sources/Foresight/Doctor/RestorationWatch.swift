import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Follows values while an app restores its state: which line of a script has set each.
@MainActor
final class RestorationWatch: ScriptObserver {
  /// The values to follow.
  struct Names: Equatable {
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
    /// script has, or if it is unknown.
    let lines: [String]
    /// The callbacks that were running, the innermost last.
    let callbacks: [String]
    /// Whether the decoding of the node had begun.
    let isDecoded: Bool
  }

  /// Whether all calls of scripts were looked at.
  private(set) var isComplete = true
  /// The values in their order, by field, and by path.
  private(set) var fields: [IdentifierPath: [String: [Assignment]]] = [:]
  /// The values in their order, by property, and by the path at which a responder is shown.
  private(set) var properties: [String: [String: [Assignment]]] = [:]

  private enum Followed {
    case node(IdentifierPath)
    case responder(String)
  }

  private struct Functions { let follow, begin, finish: LuaReference }

  let names: Names
  /// The numbers of the intervals whose lines are observed. An interval is the time between the beginnings and ends of the host's
  /// calls of scripts: a watch that observes no lines tells in which of them values change.
  private let observed: Set<Int>
  private var interval = 0
  private var changed: Set<Int> = []

  private weak var host: ScriptHost?
  private var functions: Functions?
  private var followed: [Followed] = []
  private var pendingProperties: [String] = []
  private var lastEvent: LifeCycleEvent?
  /// The callbacks that are running, the innermost last.
  private var callbacks: [String] = []
  /// The nodes whose decoding has begun.
  private var decoded: Set<IdentifierPath> = []
  /// The number of callbacks after which responders are still looked for.
  private var lookups = 50
  /// The largest number of values of a field that are kept, the last ones.
  private static let mostValues = 100

  /// Whether a field of a node, or a part of it, may have had a value.
  ///
  /// - Parameter sinceDecoding: whether only values since the node's decoding began count.
  func mayHaveHad(_ value: String, _ field: String, at path: IdentifierPath, sinceDecoding: Bool) -> Bool {
    guard isComplete, names.fields[path]?.contains(field) == true else { return true }
    let values = fields[path]?[field] ?? []
    let first = sinceDecoding ? values.firstIndex(where: \.isDecoded) ?? values.count : 0
    // The decoding may have set what it had been already.
    let isKept = first > 0 && (first == values.count || !values[first].callbacks.contains(RestorationName.decode))
    return values[(isKept ? first - 1 : first)...].contains { assignment in
      assignment.value == value || TableLiteral.leaves(of: assignment.value).values.contains(value)
    }
  }

  /// Whether a script has set a followed property of a responder since the decoding of its node began.
  func isSetByScript(_ path: String) -> Bool {
    properties[path]?.values.joined().contains { $0.isDecoded && !$0.callbacks.isEmpty } == true
  }

  private init(_ names: Names, observing observed: Set<Int>) {
    self.names = names
    self.observed = observed
  }

  /// Follows values in runs that restore a state; nil if there are none, or if it cannot be launched. One run tells when they change,
  /// and another one, which observes only these times, the lines.
  ///
  /// - Parameter makeRun: creates a run.
  static func following(
    _ names: Names, restoring archive: Archive, in makeRun: () throws -> TrialRun
  ) -> RestorationWatch? {
    func watch(observing observed: Set<Int>) -> RestorationWatch? {
      let watch = RestorationWatch(names, observing: observed)
      guard let run = try? makeRun() else { return nil }
      run.session.configuration.observers.append { host in
        watch.begin(in: host)
        return [watch]
      }
      guard (try? run.launch(with: archive)) != nil else { return nil }
      if run.session.host?.timers.delay(dueWithin: Doctor.longestLaunch, isOfScript: true) != nil {
        try? run.session.advance(by: Doctor.longestLaunch)
        run.settle()
      }
      watch.end()
      return watch
    }
    guard !names.isEmpty, let first = watch(observing: []) else { return nil }
    return first.changed.isEmpty ? first : watch(observing: first.changed) ?? first
  }

  /// Follows the values in an app that is about to run.
  func begin(in host: ScriptHost) {
    (self.host, functions, followed, callbacks, decoded, lastEvent) = (host, nil, [], [], [], nil)
    (fields, properties, pendingProperties, lookups) = ([:], [:], names.properties.keys.sorted(), 50)
    (interval, isComplete) = (0, true)
  }

  private func end() {
    take { stack, functions in
      stack.push(functions.finish)
      try stack.call(arguments: 0, results: 1)
    }
    host?.lua.observesLines = false
    functions = nil
  }

  // MARK: Observing

  override func scriptWillRun() {
    functions = prepare()
    beginInterval()
  }

  override func lifeCycleEvent(_ event: LifeCycleEvent) { lastEvent = event }

  override func scriptWillBeCalled(_ call: ScriptCall) {
    take { stack, functions in
      stack.push(functions.begin)
      try stack.call(arguments: 0, results: 1)
    }
    callbacks.append(call.name)
    beginInterval()
    guard let lastEvent, lastEvent.callback == call.name else { return }
    switch lastEvent.receiver {
    case .node(let path):
      if call.name == RestorationName.decode { decoded.insert(path) }
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
    beginInterval()
    followProperties()
  }

  private func beginInterval() {
    interval += 1
    host?.lua.observesLines = functions != nil && observed.contains(interval)
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
    self.followed.append(followed)
    take(isFirst: true) { stack, functions in
      stack.push(functions.follow)
      ScriptFields.push(object, on: stack)
      stack.push(names)
      stack.push(methods ?? [])
      stack.push(methods == nil)
      try stack.call(arguments: 4, results: 1)
    }
  }

  /// Notes the changes that a function returns.
  ///
  /// - Parameter isFirst: whether they are the values that the current call of a script has found.
  private func take(isFirst: Bool = false, from call: (LuaStack, Functions) throws -> Void) {
    guard let host, let functions else { return }
    try? host.withUntracedStack(reserving: 20) { stack in
      try call(stack, functions)
      guard stack.kind(-1) == .table else {
        (isComplete, self.functions) = (false, nil)
        return
      }
      for change in 0..<stack.rawLength(-1) {
        stack.rawGet(-1, Int64(change + 1))
        var parts: [String] = []
        for part in 0..<stack.rawLength(-1) {
          stack.rawGet(-1, Int64(part + 1))
          parts.append(stack.lossyString(-1) ?? "")
          stack.pop()
        }
        stack.pop()
        note(parts, isFirst: isFirst)
      }
    }
  }

  private func note(_ change: [String], isFirst: Bool) {
    guard change.count > 2, let number = Int(change[0]), followed.indices.contains(number - 1) else { return }
    if !isFirst { changed.insert(interval) }
    func add(to values: inout [Assignment], isDecoded: Bool) {
      values.append(
        Assignment(
          value: change[2], lines: Array(change.dropFirst(3)), callbacks: isFirst ? callbacks.dropLast() : callbacks,
          isDecoded: isDecoded && !isFirst))
      if values.count > Self.mostValues { values.removeFirst() }
    }
    switch followed[number - 1] {
    case .node(let path):
      add(to: &fields[path, default: [:]][change[1], default: []], isDecoded: decoded.contains(path))
    case .responder(let path):
      let owner = IdentifierPath(parsing: path)
      add(
        to: &properties[path, default: [:]][change[1], default: []],
        isDecoded: decoded.contains(owner) || decoded.contains(owner.parent))
    }
  }

  /// Loads the functions; nil if there is not enough memory.
  private func prepare() -> Functions? {
    guard let host else { return nil }
    return try? host.withUntracedStack { stack in
      try host.lua.load(PackageResources.watch_values_lua, name: "luahost doctor", on: stack)
      try stack.pushDebugLibrary()
      try host.lua.load(PackageResources.read_values_lua, name: "luahost doctor", on: stack)
      stack.push(names.codingPlaces.sorted())
      try stack.call(arguments: 3, results: 4)
      if !observed.isEmpty { try host.lua.setLineObserver(LuaReference(stack, -1)) }
      return Functions(
        follow: LuaReference(stack, -4), begin: LuaReference(stack, -3), finish: LuaReference(stack, -2))
    }
  }
}

extension View {
  /// The view and those below it that belong to the same controller, in the order of the tree.
  fileprivate var subviewsOfController: [View] {
    [self] + subviews.filter { $0.viewController == nil }.flatMap(\.subviewsOfController)
  }
}
