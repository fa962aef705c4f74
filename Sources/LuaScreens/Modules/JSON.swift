import LuaRuntime

extension ScriptHost {
  /// The texts of the module `ui.json`, which workers have, too.
  static var jsonTexts: LuaWorkers.JSONTexts {
    LuaWorkers.JSONTexts(module: PackageResources.json_lua, codec: PackageResources.json_codec_lua)
  }

  /// Defines `ui.json`.
  func defineJSON() {
    module.table("JSON", "Reading and writing JSON (RFC 8259).")
      .field(
        "decode", "fun(text: string): any",
        "Decodes a value from JSON text. `null` becomes `ui.json.null`; integers of up to 64 bits remain integers. Invalid JSON raises an error with line and column."
      )
      .field(
        "encode", "fun(value: any): string",
        "Encodes a value as JSON text, with sorted keys. A table with the keys 1 to n becomes an array, one with string keys an object; `{}` is an object, `ui.json.array {}` is `[]`. Other keys, unsupported values, NaN, infinities and more than 200 levels raise an error."
      )
      .field(
        "array", "fun(items: table): table",
        "Marks a list as an array, so that it is encoded as one even if it is empty, and returns it. Decoded arrays are marked."
      )
      .field("null", "table", "JSON's `null`, which a table cannot store as nil.")
    module.constant("json", type: "JSON", "JSON: `ui.json.decode(text)` and `ui.json.encode(value)`.") { stack in
      try stack.state.load(PackageResources.json_lua, name: "luahost json", on: stack)
      stack.state.pushFunction(on: stack) { stack in
        try stack.state.load(PackageResources.json_codec_lua, name: "luahost json", on: stack)
        return 1
      }
      try stack.call(arguments: 1, results: 1)
      try stack.state.makeStrictModule("ui.json", prefix: "ui.json.", on: stack)
    }
  }
}
