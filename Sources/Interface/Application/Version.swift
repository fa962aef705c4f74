/// The version of this package.
public enum Luahost {
  /// The version, recorded in every save and printed by the command.
  public static let version = "0.1.0"
}
