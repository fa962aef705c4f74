import LuaRuntime

extension ScriptHost {
  /// What scripts can write of the module `luahost`.
  public static func reference() throws -> Reference {
    var configuration = Configuration(script: "reference.lua")
    configuration.source = "return require('luahost').Application { identifier = 'reference' }"
    return try ScriptHost(configuration).reference
  }

  /// What the app's script can write of the module `luahost`, with the classes that a Swift program has added.
  public var reference: Reference {
    // The class of the application is called once.
    Reference(
      module, variable: "ui", classesOf: lua, instance: { $0.name == "Application" ? application : nil },
      given: ["identifier"])
  }
}
