import Interface
import LuaRuntime
import LuaScreens

/// The screens, actions and callbacks of an app that an exploration has reached.
struct Coverage: Codable, Sendable {
  /// A part of an app: a screen's class, a callback, or an action on a screen.
  struct Part: Codable, Hashable, Sendable, Comparable {
    var name: String
    var place: String?

    static func < (left: Part, right: Part) -> Bool { (left.name, left.place ?? "") < (right.name, right.place ?? "") }
  }

  private var screens: Set<Part> = []
  private var callbacks: Set<Part> = []
  private var actions: Set<String> = []
  private var reachedScreens: Set<String> = []
  private var reachedCallbacks: Set<String> = []
  private var reachedActions: Set<String> = []
  /// The names of functions that were called for objects of built-in classes, such as those of data sources.
  private var reachedNames: Set<String> = []

  /// Notes the parts of an app that its scripts define.
  @MainActor
  mutating func noteDefinitions(of host: ScriptHost) {
    let controllerClass = host.lua.hostClass(named: "ViewController")
    for hostClass in host.lua.hostClasses where hostClass.isScript {
      let isController = controllerClass.map(hostClass.isKind) ?? false
      let subclasses = host.lua.hostClasses.filter { $0 !== hostClass && $0.isKind(of: hostClass) }
      // A superclass of screens is reached with them.
      if isController, subclasses.isEmpty { screens.insert(Part(name: hostClass.name, place: hostClass.definedAt)) }
      let names = Set(hostClass.builtIn.callbacks.map(\.name)).union(ScriptHost.dataSourceCallbacks)
      for name in names {
        guard let place = host.lua.definition(ofClassMethod: name, named: hostClass.name) else { continue }
        callbacks.insert(Part(name: "\(hostClass.name):\(name)", place: place))
      }
    }
    let application = host.lua.hostClass(named: "Application")
    for name in application?.callbacks.map(\.name) ?? [] {
      guard let place = host.lua.definition(ofMethod: name, of: host.application) else { continue }
      callbacks.insert(Part(name: "app:\(name)", place: place))
    }
  }

  /// Notes what an app shows, and the actions that it offers.
  @MainActor
  mutating func noteScreen(_ host: ScriptHost, _ steps: ScreenSteps) {
    for controller in Automation(host.application).allControllers where controller.viewIfLoaded?.window != nil {
      reachedScreens.insert(controller.className)
    }
    for offer in steps.offers {
      if let action = offer.action { actions.insert(action) }
    }
  }

  /// Notes that the user has performed an offered step.
  mutating func noteStep(_ offer: ScreenSteps.Offer) {
    if let action = offer.action { reachedActions.insert(action) }
  }

  /// Notes that a function of a script was called.
  ///
  /// - Parameter className: the class of the receiver, whose callback is then reached for its superclasses, too; empty for a
  ///   function without one.
  @MainActor
  mutating func noteCall(_ name: String, ofClass className: String, in lua: LuaState) {
    var hostClass = lua.hostClass(named: className)
    if hostClass?.isScript == false, hostClass?.name != "Application" { hostClass = nil }
    if hostClass == nil { reachedNames.insert(name) }
    while let known = hostClass {
      reachedCallbacks.insert("\(known.name == "Application" ? "app" : known.name):\(name)")
      hostClass = known.superclass
    }
  }

  /// Adds what another exploration of the same app has reached.
  mutating func add(_ other: Coverage) {
    screens.formUnion(other.screens)
    callbacks.formUnion(other.callbacks)
    actions.formUnion(other.actions)
    reachedScreens.formUnion(other.reachedScreens)
    reachedCallbacks.formUnion(other.reachedCallbacks)
    reachedActions.formUnion(other.reachedActions)
    reachedNames.formUnion(other.reachedNames)
  }

  /// The report: numbers, and what was never reached.
  var lines: [String] {
    let missedScreens = screens.filter { !reachedScreens.contains($0.name) }.sorted()
    let missedActions = actions.subtracting(reachedActions).sorted()
    let missedCallbacks = callbacks.filter { part in
      let name = part.name.split(separator: ":").last.map(String.init) ?? ""
      return !reachedCallbacks.contains(part.name) && !reachedNames.contains(name)
    }.sorted()
    func ratio(_ all: Int, _ missed: Int, _ word: String) -> String { "\(all - missed) of \(all) \(word)" }
    let first = """
      reached \(ratio(screens.count, missedScreens.count, "screens")), \
      \(ratio(actions.count, missedActions.count, "actions")), \
      \(ratio(callbacks.count, missedCallbacks.count, "callbacks"))
      """
    func line(_ kind: String, _ part: Part) -> String {
      "never reached: \(kind) \(part.name)\(part.place.map { " (\($0))" } ?? "")"
    }
    return [first] + missedScreens.map { line("screen", $0) } + missedActions.map { "never reached: action \($0)" }
      + missedCallbacks.map { line("callback", $0) }
  }
}
