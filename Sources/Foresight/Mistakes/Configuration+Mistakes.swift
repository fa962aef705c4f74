import LuaScreens

extension ScriptHost.Configuration {
  /// Lets mistakes that raise no error, such as a misspelt callback, be reported as advice while the app is used.
  public mutating func reportMistakes() {
    observers.append { [ScriptMistakes(of: $0)] }
  }
}
