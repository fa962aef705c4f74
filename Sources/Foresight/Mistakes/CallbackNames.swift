import LuaRuntime
import LuaScreens

/// The names of all callbacks, for detecting misspelt methods in scripts.
@MainActor
final class CallbackNames {
  private unowned let lua: LuaState
  private var knownByClass: [String: Known] = [:]

  private struct Name {
    let text: String
    let letters: UInt64

    init(_ text: String) {
      self.text = text
      letters = Self.letters(of: text)
    }

    /// Returns the set of letters in a name. A substituted, inserted or deleted letter changes at most two bits.
    static func letters(of name: String) -> UInt64 { name.utf8.reduce(0) { $0 | 1 << UInt64(($1 | 0x20) & 63) } }
  }

  /// The names known for the objects of a built-in class.
  private struct Known {
    /// The callbacks of the host.
    var callbacks: [Name]
    var properties: [Name]
    /// The properties that are not functions and cannot be overridden by a method.
    var values: Set<String>
    /// All names with a meaning.
    var all: Set<String>
  }

  init(of lua: LuaState) {
    self.lua = lua
  }

  private lazy var callbacksByReceiver: [(receiver: String, words: String, names: Set<String>)] = [
    ("Application", "the application", lua.hostClass(named: "Application")),
    ("ViewController", "view controllers", lua.hostClass(named: "ViewController")),
    ("View", "views", lua.hostClass(named: "View")),
  ].map { ($0, $1, Set($2?.callbacks.map(\.name) ?? [])) }

  /// The advice on a method that is never called.
  struct Advice {
    let words: String
    /// The callback that the method was probably intended as; nil if it is none of its object.
    var intendedName: String?
  }

  /// Returns the advice on a method that the host does not call but that resembles a callback; nil if there is none, or
  /// the host does call the method.
  ///
  /// - Parameter hostClass: the built-in superclass of the method's class; nil for a plain table.
  func advice(on name: String, of hostClass: HostClass?) -> Advice? {
    let known = known(of: hostClass)
    guard !name.hasPrefix("_") else { return nil }
    if known.values.contains(name) { return Advice(words: "it is a property; set it: self.\(name) = …") }
    guard !known.all.contains(name) else { return nil }
    let receivers = callbacksByReceiver.filter { $0.names.contains(name) }
    if let hostClass, !receivers.isEmpty,
      callbacksByReceiver.contains(where: { lua.hostClass(named: $0.receiver).map(hostClass.isKind) ?? false })
    {
      return Advice(words: "it is a callback of \(receivers.map(\.words).joined(separator: " and of "))")
    }
    guard receivers.isEmpty else { return nil }
    let intended =
      UIKitNames.intendedName(for: name, among: known.callbacks.map(\.text)) ?? Self.near(name, among: known.callbacks)
    return intended.map { Advice(words: "did you mean '\($0)'?", intendedName: $0) }
  }

  /// Returns the callback among some that a name was probably intended as; nil if there is none.
  func intendedName(for name: String, among callbacks: [String]) -> String? {
    UIKitNames.intendedName(for: name, among: callbacks) ?? Self.near(name, among: callbacks.map(Name.init))
  }

  /// Returns whether a method is a callback for objects of a class.
  func isCallback(_ name: String, of hostClass: HostClass) -> Bool {
    hostClass.builtIn.callbacks.contains { $0.name == name }
  }

  /// Returns the name that differs from another only by a slip of the hand; nil if there is none.
  static func slip(_ name: String, among names: [String]) -> String? {
    name.utf8.count < 3 ? nil : near(name, among: names.map(Name.init))
  }

  private func known(of hostClass: HostClass?) -> Known {
    let builtIn = hostClass?.builtIn
    if let known = knownByClass[builtIn?.name ?? ""] { return known }
    // Data sources may be objects of any class.
    let callbacks = ScriptHost.dataSourceCallbacks + (builtIn?.callbacks.map(\.name) ?? [])
    let known = Known(
      callbacks: callbacks.map(Name.init), properties: builtIn?.properties.map { Name($0.name) } ?? [],
      values: Set(builtIn?.properties.map(\.name) ?? []).subtracting(
        [Handlers.accessibilityElements.name, Handlers.validate.name] + callbacks),
      all: Set(
        callbacks + (builtIn?.memberNames ?? []) + [Handlers.initialize.name, TableViewCallbacks.canEditRowAt.name]))
    knownByClass[builtIn?.name ?? ""] = known
    return known
  }

  /// Returns the property of a class that a field's name resembles; nil if there is none, or it is the plural.
  func property(near name: String, of hostClass: HostClass) -> String? {
    guard name.utf8.count >= 5, !name.hasPrefix("_") else { return nil }
    let properties = known(of: hostClass).properties.filter { "\($0.text)s" != name && $0.text != "\(name)s" }
    return Self.near(name, among: properties)
  }

  // MARK: Near names

  /// Returns the nearest name within a typing mistake, or the name of which this one is a prefix; nil if there is none.
  /// Stricter than ``suggestion(for:among:)``, which is used when a name is certainly wrong.
  private static func near(_ name: String, among known: [Name]) -> String? {
    let count = name.utf8.count
    let most = count < 9 ? 1 : count < 15 ? 2 : 3
    let own = Name.letters(of: name)
    let near = known.filter { known in
      let length = known.text.utf8.count
      if count >= 8, length * 3 <= count * 5, known.text.hasPrefix(name) { return true }
      return abs(length - count) <= most && (known.letters ^ own).nonzeroBitCount <= 2 * most
        && editDistance(name.lowercased(), known.text.lowercased()) <= most
    }
    return near.min { left, right in
      (editDistance(name, left.text), left.text) < (editDistance(name, right.text), right.text)
    }?.text
  }
}
