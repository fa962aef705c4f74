import ArgumentParser
import Foundation
import Interface

/// The theme that a person asks for.
enum ThemeOption {
  /// The names that a shell completes.
  static var completion: CompletionKind { .list(Theme.all.map(\.name)) }

  /// The theme of a name, or of the one in the environment; nil if neither is given.
  ///
  /// - Throws: `UsageError` if there is no theme of that name.
  static func theme(_ name: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws
    -> Theme?
  {
    guard let name = name ?? environment["LUAHOST_THEME"].flatMap({ $0.isEmpty ? nil : $0 }) else { return nil }
    guard let theme = Theme.named(name) else {
      throw UsageError("there is no theme \"\(name)\"; themes are \(Theme.all.map(\.name).joined(separator: ", "))")
    }
    return theme
  }
}
