/// What keys do, as the help that `?` shows says it.
public struct KeyHelp: Hashable, Sendable {
  /// The keys, as they are written: `"← →"`, `"Ctrl+K"`.
  public var keys: String
  /// What they do, in a few words.
  public var title: String

  /// These keys do this.
  public init(_ keys: String, _ title: String) {
    self.keys = keys
    self.title = title
  }
}
