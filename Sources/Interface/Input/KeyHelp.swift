/// An entry of the key help, shown by `?`.
public struct KeyHelp: Hashable, Sendable {
  /// The keys as displayed: `"← →"`, `"Ctrl+K"`.
  public var keys: String
  /// A short description of their action.
  public var title: String

  /// Creates an entry.
  public init(_ keys: String, _ title: String) {
    self.keys = keys
    self.title = title
  }
}
