import Interface
import LuaRuntime
import LuaScreens

/// The input that an app's scripts distinguish: the keys that they handle themselves, in a `keyPressed`, and texts.
@MainActor
struct ScriptInput {
  /// The keys whose names are strings of the scripts, or fields of their tables, and some for scripts that take any letter or
  /// digit; none before the scripts were read.
  private(set) var keys: [KeyPress] = []
  /// A text for each beginning of texts that the scripts distinguish.
  private(set) var texts: [String] = []

  /// The largest number of keys among the strings that are compared, and among the fields.
  private static let most = 20
  /// The same for other strings: those of one character have many uses, such as in the map of a game.
  private static let mostOthers = 5
  /// The largest number of texts.
  private static let mostTexts = 4

  /// Keys that a script may take without a string for each: `key:match "%w"`, `tonumber(key)`.
  private static let typed: [KeyPress] = [" ", "a", "1"].map { KeyPress(.character($0)) }

  /// Creates none.
  init() {}

  /// Creates that of an app's scripts: first the keys that every script may take, then those that strings name, then fields.
  init(of host: ScriptHost) {
    let scripts = AppScripts(of: host)
    func keys(_ names: Set<String>, atMost most: Int) -> [KeyPress] {
      Array(names.sorted().lazy.compactMap { KeyPress(name: $0) }.filter { HostCommand($0) == nil }.prefix(most))
    }
    let compared = keys(scripts.comparedTexts, atMost: Self.most)
    let others = keys(
      scripts.texts.subtracting(scripts.comparedTexts), atMost: compared.isEmpty ? Self.most : Self.mostOthers)
    self.keys = Self.typed + compared + others + keys(scripts.fieldNames.subtracting(scripts.texts), atMost: Self.most)
    texts = scripts.distinguishedBeginnings.sorted().prefix(Self.mostTexts).map { $0 + "7" }
  }

  /// Whether a script handles the keys of an object.
  static func handles(keysOf responder: Responder, in host: ScriptHost) -> Bool {
    host.lua.definition(ofMethod: "keyPressed", of: responder) != nil
  }
}
