import FoundationEssentials
import LuaRuntime

extension ScriptHost {
  /// Gives scripts the clock of the configuration, if it has one, before they run. An error, such as that of exhausted memory,
  /// leaves the state as it is: the script then meets it as well.
  func setClock() {
    guard let clock = configuration.finiteClock else { return }
    try? lua.withStack { stack in
      try lua.load(PackageResources.clock_lua, name: "luahost clock", on: stack)
      lua.pushFunction(on: stack) { stack in
        stack.push(Int(clock()))
        return 1
      }
      try stack.call(arguments: 1, results: 0)
    }
  }
}

extension ScriptHost.Configuration {
  /// The clock of the configuration, limited to times that calendars know; the system's time replaces NaN.
  var finiteClock: (@MainActor () -> Double)? {
    guard let wallClock else { return nil }
    return {
      let now = wallClock()
      return now.isNaN ? Date().timeIntervalSince1970 : min(max(now, -1e15), 1e15)
    }
  }
}
