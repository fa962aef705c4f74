/// The version of this package.
public enum Luahost {
  /// Recorded in every save and printed by `luahost --version`.
  public static let version = "0.1.0"
}
