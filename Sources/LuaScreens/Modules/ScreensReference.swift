import LuaRuntime

extension ScriptHost {
  /// The documentation of the module `luahost`.
  public static func reference() throws -> Reference {
    var configuration = Configuration(script: "reference.lua")
    configuration.source = "return require('luahost').Application { identifier = 'reference' }"
    return try ScriptHost(configuration).reference
  }

  /// The documentation of the module `luahost`, including classes added by a Swift program.
  public var reference: Reference {
    // The factory of the application's class can be called only once.
    Reference(
      module, variable: "ui", classesOf: lua, instance: { $0.name == "Application" ? application : nil },
      given: ["identifier"])
  }
}
