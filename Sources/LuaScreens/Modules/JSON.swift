import LuaRuntime

extension ScriptHost {
  /// Defines `ui.json`.
  func defineJSON() {
    module.table("JSON", "JSON (RFC 8259): what servers and files of other programs are often written in.")
      .field(
        "decode", "fun(text: string): any",
        "Reads a value from JSON text. `null` becomes `ui.json.null`; an integer of up to 64 bits stays one. Text that is not JSON is an error with line and column."
      )
      .field(
        "encode", "fun(value: any): string",
        "Writes a value as JSON text, keys in order. A table with the keys 1 to n is an array, with strings an object; `{}` is an object, `ui.json.array {}` is `[]`. Other keys, values without JSON, NaN, infinities and more than 200 levels are errors."
      )
      .field(
        "array", "fun(items: table): table",
        "Marks a list, and returns it, so that it is written as an array also while it is empty. Decoded arrays are marked."
      )
      .field("null", "table", "JSON's `null`, which a table cannot hold as nil.")
    module.constant("json", type: "JSON", "JSON: `ui.json.decode(text)` and `ui.json.encode(value)`.") { stack in
      try stack.state.load(PackageResources.json_lua, name: "luahost json", on: stack)
      try stack.call(arguments: 0, results: 1)
      try stack.state.makeStrictModule("ui.json", prefix: "ui.json.", on: stack)
    }
  }
}
