import ArgumentParser
import FoundationEssentials
import Interface

/// The theme requested by the user.
enum ThemeOption {
  /// The names for shell completion.
  static var completion: CompletionKind { .list(Theme.names) }

  /// Returns the theme with a name, or the one in the environment; nil if neither is given.
  ///
  /// - Throws: `UsageError` if there is no theme with this name.
  static func theme(_ name: String?) throws -> Theme? {
    let given = ProcessInfo.processInfo.environment["LUAHOST_THEME"]
    guard let name = name ?? given.flatMap({ $0.isEmpty ? nil : $0 }) else { return nil }
    guard let theme = Theme.named(name) else {
      throw UsageError("unknown theme \"\(name)\"; available themes: \(Theme.names.joined(separator: ", "))")
    }
    return theme
  }
}
