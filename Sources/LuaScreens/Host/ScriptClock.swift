import LuaRuntime

extension ScriptHost {
  /// Gives scripts the clock of the configuration, if it has one, before they run. An error, such as that of exhausted memory,
  /// leaves the state as it is: the script then meets it as well.
  func setClock() {
    guard let clock = configuration.wallClock else { return }
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
